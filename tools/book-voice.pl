#!/usr/bin/env perl
# book-voice.pl NOTE...: tells how long the notes' sentences are: how many there are, their median length in words, and the
# share with more than 30 words. Code, formulas, tables, headings and attributes do not count.
use strict;
use warnings;
use open qw(:std :encoding(UTF-8));

my @all;
sub say_of {
    my ($what, @length) = @_;
    @length = sort { $a <=> $b } @length;
    my $long = grep { $_ > 30 } @length;
    printf "%-40s %5d sentences, median %2d words, %4.1f %% over 30\n", $what, scalar @length, $length[@length / 2] // 0,
        @length ? 100 * $long / @length : 0;
}

for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    $text =~ s/\A---\n.*?\n---\n//s;
    $text =~ s/^(`{3,}).*?^\1`*$//gms;
    $text =~ s/\$\$.*?\$\$//gs;
    $text =~ s/!\[([^][]*)\]\([^)]*\)\{[^}]*\}/$1/gs;
    $text =~ s/\]\{[^}]*\}/]/gs;
    $text =~ s/^\s*\|.*$//gm;
    $text =~ s/^(?:#|:::).*$//gm;
    $text =~ s/`[^`\n]*`|\$[^\$\n]*\$/x/g;
    my @length;
    for my $block (split /\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/, $text) {
        push @length, grep { $_ > 1 } map { scalar(() = /\S*\w\S*/g) } split /(?<=[.?!])["”)*]*\s+/, $block;
    }
    say_of($file, @length);
    push @all, @length;
}
say_of('together', @all) if @ARGV > 1;
