#!/usr/bin/env perl
# numbers.pl NOTE...: finds numbers with a unit of speed or time, and percentages, that stand in a note's prose without a source.
#
# A source is one of
#
#     [4.36]{result="results/h200.csv …"}      a row of results/, which the book's build compares
#     … [@jia2018]   … @guide …                 a citation in the same sentence, or in the caption of the number's table
#     [12]{from="4.8 TB/s over 132 SMs"}        what it is calculated from, or where it is given: a slide, a data sheet
#     ::: {.predict from="assumed"}             the same for all numbers of a box
#
# A table has its sources in its cells, or its caption names one. Code and formulas do not count. Nor do quizzes: their questions
# assume numbers, and their answers calculate. Prints FILE:LINE and the number for each; the exit status is 1 if there is any.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my $unit = qr{(?:%|percent\b|[kMGT]B/s|[GT]?FLOP/s|G/s|[mµn]s\b|cycles\b|seconds\b)};
my $number = qr{\d[\d,]*(?:\.\d+)?};
my $wrong = 0;

# Returns the text without what is no prose or has its source. Newlines stay, so that lines can be counted.
sub prose {
    my ($text) = @_;
    my $blank = sub { (my $gone = $_[0]) =~ s/[^\n]//g; return $gone };
    $text =~ s/\A---\n.*?\n---\n/$blank->($&)/se;
    $text =~ s/^(`{3,}|~{3,}).*?^\1`*[ \t]*$/$blank->($&)/gmse;                      # listings
    $text =~ s/^\[?\$\$.*?\$\$(?:\]\{[^}]*\})?/$blank->($&)/gmse;                    # formulas on lines of their own
    $text =~ s/^:{3,} quiz\n.*?(?=^# |\z)/$blank->($&)/gmse;
    $text =~ s/^:{3,} \{[^}\n]*\bfrom=[^}\n]*\}\n.*?\n:{3,}\n(?:\n?:{3,}\n)?/$blank->($&)/gmse;
    $text =~ s/\[[^][]*\]\{[^}]*\b(?:result|from)=[^}]*\}/$blank->($&) . '§'/gse;    # § is what had a source
    $text =~ s/!\[(?:[^][]|\[[^][]*\])*\]\([^)]*\)\{[^}]*\}/$blank->($&)/gse;          # pictures
    $text =~ s/`results\/[^`\n]*`/§/g;
    $text =~ s/`[^`\n]*`/$blank->($&)/ge;
    $text =~ s/\$[^\$\n]*\$/$blank->($&)/ge;
    return $text;
}

for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $text = prose(do { local $/; <$in> });
    my $line = 1;
    for my $block (split /(\n\s*\n)/, $text) {
        my $from = $line;
        $line += ($block =~ tr/\n//);
        my $table = $block =~ /^\s*\|/;
        next if $table && $text =~ /\Q$block\E\n\s*\n:[^\n]*(?:\n[^\n]+)*?(?:\[?\@\w|\{[^}]*\bfrom=|§)/; # the caption has the source
        for my $sentence (split /(?<=[.?!:;])(?=\s)/, $block) {
            my $begin = $from;
            $from += ($sentence =~ tr/\n//);
            $begin++ while $sentence =~ s/\A[ \t]*\n//;
            next if $sentence =~ /\[\@\w|(?<![\w.])\@(?!fig|tbl|lst|eq|sec|ch|ex)\w/;
            while ($sentence =~ m{(?<![\w.^-])($number)\s*($unit)}g) {
                my ($what, $at) = ("$1 $2", $begin + (substr($sentence, 0, $-[0]) =~ tr/\n//));
                print "$file:$at: no source for $what\n";
                $wrong = 1;
            }
        }
    }
}
exit $wrong;
