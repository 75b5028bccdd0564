#!/usr/bin/env perl
# book-fix.pl <HTML: mends what pandoc writes that a reader's tools stumble over, marks the lines of a listing that its
# attribute data-marks="3 5 6" names, counted from 1, and says of each line of code how far it is indented, for the style sheet
# of a telephone, on which a long line goes on in the next.
#
# Gone: an empty link in each line of code; heads of columns that are empty; a role that is out of use. Blocks of code that
# scroll take the focus.
use strict;
use warnings;

my (%marked, $line);
while (<STDIN>) {
    s|<a href="#cb[^"]*"[^>]*></a>||g;
    s|<pre|<pre tabindex="0"|;
    s|<th([^>]*)></th>|<td$1></td>|g;
    s| role="doc-endnote"||;
    if (s| data-marks="([\d ]*)"||) {
        %marked = map { $_ => 1 } split ' ', $1;
        $line = 0;
    }
    if (%marked) {
        s|<span id="(cb[^"]*)">|$line++; $marked{$line} ? qq(<span id="$1" class="marked">) : qq(<span id="$1">)|ge;
        %marked = () if m|</pre>|;
    }
    s|(<span id="cb[^"]*"[^>]*)>( +)|$1 . ' style="--in:' . length($2) . "\">$2"|ge;
    print;
}
