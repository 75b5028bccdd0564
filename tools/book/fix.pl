#!/usr/bin/env perl
# fix.pl [--xhtml] <HTML: mends pandoc's HTML where screen readers and validators stumble over it. It removes the empty link in
# each line of code, empty heads of columns, and a role that is out of use. --xhtml: a page of an EPUB, in which the links carry the
# numbers of lines, and stay.
#
# It also marks lines of listings: the attribute data-marks="3 5 6" names them, counted from 1. And it tells the style sheet how
# far each line of code is indented: on a telephone a long line goes on in the next one. So may a long name in a text, and a long
# stretch of code without a gap.
use strict;
use warnings;

my $xhtml = @ARGV && $ARGV[0] eq '--xhtml';
my $WBR = $xhtml ? '<wbr/>' : '<wbr>';

# Returns a name that may be longer than a telephone's line with marks where the line may end: behind its parts.
sub parted_name
{
    my ($name) = @_;
    return $name if length $name < 29;
    my $ends = length $name < 41 ? qr/(?<=[_.])(?=[^_.])/ : qr/(?<=[_.])(?=[^_.])|(?<=[a-z])(?=[A-Z])/;
    return $name =~ s/$ends/$WBR/gr;
}

# Returns a piece of code in a text so marked, and marked behind the bracket of each call.
sub parted
{
    my ($code) = @_;
    $code =~ s/(?<=\w\()(?=[\w&])/$WBR/g;
    $code =~ s/([\w.]+)/parted_name($1)/ge;
    return $code;
}

# Returns a stretch of a listing without a gap, so marked if it is long. (What is between tags there has no names of such a length.)
sub parted_stretch
{
    my ($html) = @_;
    return $html if length($html =~ s/<[^>]*>//gr =~ s/&\w+;/_/gr) < 30;
    $html =~ s{\(([^()<]*)</span>(?=\w|<span)}{"(</span>$WBR" . ($1 ne '' && qq(<span class="op">$1</span>))}ge;
    $html =~ s/(\w{41,})/parted_name($1)/ge;
    return $html;
}

my (%marked, $line, $output);
while (<STDIN>) {
    s|<a href="#cb[^"]*"[^>]*></a>||g if !$xhtml;
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
    s|(<span id="cb[^"]*"[^>]*)>((?:<a [^>]*></a>)?)( +)|$1 . ' style="--in:' . length($3) . "\">$2$3"|ge;
    s/((?:<[^>]*>|[^\s<])+)/parted_stretch($1)/ge if /<span id="cb/;
    $output = 1 if /<pre class="output/;
    s/([\w.]{29,})/parted_name($1)/ge if $output; # (no tag has a word of such a length)
    $output = 0 if m|</pre>|;
    print;
}
