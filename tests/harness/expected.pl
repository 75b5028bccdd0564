#!/usr/bin/env perl
# expected.pl PROGRAM.cu CASE: reads what WARPSIM=check printed and compares it with the case's comments.
#
#     // case name
#     // expect: Race reported between Read access at .* @r     a report that must be there
#     // also: Uninitialized __shared__ .* @r                   one that comes in some orders of execution only
#     // remark: Remark: .* @r                                  a remark that must be there
#     … = tile[31 - t]; // @r
#
# Each is a regular expression over one report, whose lines are joined by spaces; @r stands for the line marked // @r. Prints
# what is missing and what nobody expected, and exits with 1 if there is any. It dies if the program has no such case.
use strict;
use warnings;

my ($program, $case) = @ARGV;
my (%line, @expect, @also, $name, $found);
open my $source, '<', $program or die "$program: $!\n";
while (<$source>) {
    $name = $1 if m{^// case (\S+)$};
    next unless defined $name && $name eq $case;
    $found = 1;
    push @expect, $1 if m{^// (?:expect|remark): (.*)$};
    push @also, $1 if m{^// also: (.*)$};
    $line{$1} = $. if m{// \@(\w)$};
}
die "$program: no comment says '// case $case'\n" unless $found;
my $file = $program =~ s{.*/}{}r;
s{\@(\w)}{defined $line{$1} ? "\\S*\\b\Q$file\E:$line{$1}\\b" : die "$program: no line is marked // \@$1\n"}ge
    for @expect, @also;

my @reports;
while (<STDIN>) {
    next if /^========= ERROR SUMMARY/;
    if (/^========= {5}(.*)/) {
        $reports[-1] .= " $1";
    } elsif (/^========= (.+)/) {
        push @reports, $1;
    }
}
my $wrong = 0;
for my $pattern (@expect) {
    next if grep { /^$pattern/ } @reports;
    print "missing: $pattern\n";
    $wrong = 1;
}
for my $report (@reports) {
    next if grep { $report =~ /^$_/ } @expect, @also;
    print "not expected: $report\n";
    $wrong = 1;
}
exit $wrong;
