#!/usr/bin/env perl
# holes.pl PDF [SHARE]: prints the pages of which more than a share (a third unless told) is empty at the foot, though no part of the
# book ends there: "page 19: 41 % empty". A figure that no longer fits on a page leaves such a hole if nothing moves up into it.
# A listing that goes on on the next page fills the page before, but for a tenth.
#
# What counts is the lowest word. A figure ends with its caption, and the frame of a box that goes on behind a hole is no content.
use strict;
use warnings;

my ($pdf, $share) = (@ARGV, 1 / 3);
my $MM = 72 / 25.4;
my ($TOP, $FOOT) = (24 * $MM, (297 - 22) * $MM); # the margins of notes/styles/print.css

# The pages on which parts begin: a part's heading has the name of its page alone, ch3, a section's ch3.warps.
my %begins = map { /^ *(\d+) .*"([\w-]+)"$/ ? ($1 => 1) : () } run('pdfinfo', '-dests', $pdf);

my ($page, $before, @lowest, @goes_on) = (0, '');
for (run('pdftotext', '-bbox', $pdf, '-')) {
    $page++, $lowest[$page] = $TOP if /<page /;
    my ($y, $word) = /<word .* yMax="([\d.]+)">(.*)<\/word>/ or next;
    $lowest[$page] = $y if $y > $lowest[$page];
    $goes_on[$page - 1] = 1 if "$before $word" =~ /^\d+b?\.\d+, continued$/;
    $before = $word;
}
for (2 .. $page - 1) {
    my $empty = ($FOOT - $lowest[$_]) / ($FOOT - $TOP);
    printf "page %d: %.0f %% empty\n", $_, 100 * $empty if $empty > ($goes_on[$_] ? 0.1 : $share) && !$begins{$_ + 1};
}

# Returns the lines that a command prints.
sub run
{
    open my $out, '-|', @_ or die "$_[0]: $!\n";
    my @lines = <$out>;
    close $out or die "$_[0] fails\n";
    return @lines;
}
