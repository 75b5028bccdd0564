#!/usr/bin/env perl
# fix.pl <HTML: mends pandoc's HTML where screen readers and validators stumble over it. It removes the empty link in
# each line of code, empty heads of columns, and a role that is out of use.
#
# It also marks lines of listings: the attribute data-marks="3 5 6" names them, counted from 1. And it tells the style sheet how
# far each line of code is indented: on a telephone a long line goes on in the next one. So may a long name in a text.
use strict;
use warnings;

# Returns a piece of code with marks where a line may end: behind the parts of a long name, and behind the bracket of a call.
sub parted
{
    my ($code) = @_;
    $code =~ s/(?<=\w\()(?=[\w&])/<wbr>/g;
    $code =~ s/([\w.]{29,})/$1 =~ s|(?<=[_.])(?=[^_.])|<wbr>|gr/ge;
    return $code;
}

my (%marked, $line);
while (<STDIN>) {
    s|<a href="#cb[^"]*"[^>]*></a>||g;
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
    s|(?<=<code>)([^<]+)(?=</code>)|parted($1)|ge unless /<pre/;
    s|(<span id="cb[^"]*"[^>]*)>( +)|$1 . ' style="--in:' . length($2) . "\">$2"|ge;
    print;
}
