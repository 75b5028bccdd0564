#!/usr/bin/perl
# page.pl FILE...: prints a task, a hint or a solution's text (Markdown) on a terminal: paragraphs filled to its width, formulas
# in plain characters, code as it stands. COLUMNS sets the width, else the terminal. Colours appear only on a terminal, and not
# with NO_COLOR.
use strict;
use warnings;
use utf8;
use List::Util qw(sum0);
use open qw(:std :encoding(UTF-8));

my $columns = $ENV{COLUMNS} // (-t STDOUT && `stty size 2>/dev/null </dev/tty` =~ / (\d+)/ ? $1 : 0);
my $width = $columns =~ /^(\d+)$/ && $1 >= 40 ? $1 : 80;
$width = 100 if $width > 100; # longer lines are hard to read
my $styled = -t STDOUT && !length($ENV{NO_COLOR} // '');
my %style = $styled ? (bold => "\e[1m", italic => "\e[3m", code => "\e[36m", plain => "\e[0m")
    : map { $_ => '' } qw(bold italic code plain);

# Characters for TeX's commands.
my %symbol = (lceil => '⌈', rceil => '⌉', lfloor => '⌊', rfloor => '⌋', times => '×', cdot => '·', bmod => 'mod',
    oplus => '⊕', sum => 'Σ', le => '≤', ge => '≥', infty => '∞', alpha => 'α', beta => 'β', left => '', right => '');

# formula TEX: returns the formula as one line of Unicode.
sub formula
{
    my ($t) = @_;
    $t =~ s/\\[,;! ]/ /g;
    $t =~ s/\\(?:mathrm|mathsf|text)\s*\{([^{}]*)\}/$1/g;
    $t =~ s/\\(?:mathrm|mathsf|text)\s+(\w)/$1/g;
    $t =~ s/\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/($1) \/ $2/g;
    $t =~ s/\\sum_\{([^{}]*)\}\^\{([^{}]*)\}/Σ($1 … $2)/g;
    $t =~ s/\\sum_(?:\{([^{}]*)\}|(\w))/'Σ(' . ($1 \/\/ $2) . ')'/ge;
    $t =~ s/\\([a-zA-Z]+)/$symbol{$1} \/\/ $1/ge;
    $t =~ s/\^\{?(-?\d+)\}?/raised($1)/ge;
    $t =~ s/_(\d)/lowered($1)/ge;
    $t =~ s/_\{([^{}]*)\}/_($1)/g;
    $t =~ s/[{}]//g;
    $t =~ s/\s+/ /g;
    $t =~ s/^ | $//g;
    return $t;
}

sub raised { my ($t) = @_; $t =~ tr/-0123456789/⁻⁰¹²³⁴⁵⁶⁷⁸⁹/; return $t; }

sub lowered { my ($t) = @_; $t =~ tr/0123456789/₀₁₂₃₄₅₆₇₈₉/; return $t; }

# While lines are filled, one private character stands for each change of style. `seen` does not count it, so that lengths are
# those that the reader sees.
my %mark = (bold => "\x{e000}", italic => "\x{e001}", code => "\x{e002}", plain => "\x{e003}");

# inline TEXT: returns a paragraph's text with marks for its code, formulas, emphasis and links.
sub inline
{
    my ($text) = @_;
    my $out = '';
    while ($text =~ /\G(?:`([^`]+)`|\$([^\$]+)\$|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)|(.))/gs) {
        my ($code, $tex, $bold, $italic, $link, $char) = ($1, $2, $3, $4, $5, $6);
        if (defined $code) {
            $code =~ s/ /\x{a0}/g if length $code < 30; # keeps short code in one line
            $out .= $styled ? "$mark{code}$code$mark{plain}" : "`$code`";
        } elsif (defined $tex) {
            $out .= formula($tex);
        } elsif (defined $bold) {
            $out .= $mark{bold} . inline($bold) . $mark{plain};
        } elsif (defined $italic) {
            $out .= $mark{italic} . inline($italic) . $mark{plain};
        } else {
            $out .= defined $link ? inline($link) : $char;
        }
    }
    return $out;
}

# styles TEXT: returns the text with escape sequences in place of marks.
sub styles
{
    my ($text) = @_;
    $text =~ s/$mark{$_}/$style{$_}/g for keys %mark;
    $text =~ tr/\x{a0}/ /;
    return $text;
}

sub seen { my ($text) = @_; $text =~ s/[\x{e000}-\x{e003}]//g; return length $text; }

# fill FIRST, REST, TEXT: prints a paragraph. Its first line begins with FIRST, its other lines with REST.
sub fill
{
    my ($first, $rest, $text) = @_;
    my ($line, $empty) = ($first, 1);
    for my $word (grep { length } split /[ \t]+/, inline($text)) {
        if (!$empty && seen($line) + 1 + seen($word) > $width) {
            print styles($line), "\n";
            ($line, $empty) = ($rest, 1);
        }
        $line .= ($empty ? '' : ' ') . $word;
        $empty = 0;
    }
    print styles($line), "\n" unless $empty;
}

# table ROW...: prints the cells in columns. A first cell that leaves no room for the others is cut into lines.
sub table
{
    my @rows = map { s/^\| *| *\|$//gr } @_;
    @rows = map { [map { inline($_) } split / *\| */] } @rows;
    my @wide;
    for my $row (@rows) {
        for my $i (0 .. $#$row) {
            $wide[$i] = seen($row->[$i]) if seen($row->[$i]) > ($wide[$i] // 0);
        }
    }
    my $others = sum0(map { 2 + $_ } @wide[1 .. $#wide]);
    $wide[0] = $width - $others if $wide[0] > $width - $others && $others < $width - 20;
    for my $row (@rows) {
        my $head = $row->[0];
        while (seen($head) > $wide[0]) {
            $head =~ s/^(.{1,$wide[0]})(?: |(?<=[_.,])| *$)// or $head =~ s/^(.{$wide[0]})//;
            print styles($1), "\n";
            $head = "  $head";
        }
        my $line = $head . ' ' x ($wide[0] - seen($head));
        $line .= '  ' . $row->[$_] . ' ' x ($wide[$_] - seen($row->[$_])) for 1 .. $#$row;
        print styles($line) =~ s/ +$//r, "\n";
    }
}

# The lines of a paragraph or an item are kept in @open until it ends, those of a table in @rows.
my ($first, $rest, @open, @rows, $code, @display);

sub close_block
{
    fill($first, $rest, join ' ', @open) if @open;
    table(@rows) if @rows;
    @open = @rows = ();
    ($first, $rest) = ('', '');
}

($first, $rest) = ('', '');
while (<>) {
    chomp;
    if (/^\s*```/) {
        close_block();
        $code = !$code;
        next;
    }
    if ($code || (/^    / && !@open)) {
        s/^    // unless $code;
        print "    $_\n";
    } elsif (@display || /^\s*\$\$/) {
        close_block() unless @display;
        push @display, $_;
        if (join(' ', @display) =~ /^\s*\$\$(.*)\$\$/s) {
            print '    ', formula($1), "\n";
            @display = ();
        }
    } elsif (/^\s*$/) {
        close_block();
        print "\n";
    } elsif (/^#+ *(.*)/) {
        close_block();
        print styles($mark{bold} . inline($1) . $mark{plain}), "\n";
    } elsif (/^\|/) {
        close_block() if @open;
        push @rows, $_ unless /^[|: -]+$/;
    } elsif (/^( *)([-*]|\d+\.) +(.*)/) {
        close_block();
        ($first, $rest) = ("$1$2 ", $1 . ' ' x (1 + length $2));
        push @open, $3;
    } elsif (/^> ?(.*)/) {
        close_block() unless @open;
        ($first, $rest) = ('  | ', '  | ');
        push @open, $1;
    } else {
        s/^\s+//;
        push @open, $_;
    }
}
close_block();
