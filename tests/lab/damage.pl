#!/usr/bin/env perl
# damage.pl COMMAND IR COUNT SEED: runs the lowering on damaged copies of an IR file. It may take a copy or refuse it in one
# line; anything else (a signal, a sanitizer's report, no end) is printed, and the exit status is 1. If KEEP is set, such a copy
# stays in /tmp.
use strict;
use warnings;
use File::Temp qw(tempdir);

my ($command, $ir, $count, $seed) = @ARGV;
my $folder = tempdir(CLEANUP => 1);
open my $in, '<', $ir or die "$ir: $!\n";
my $text = do { local $/; <$in> };
my @lines = split /^/, $text;
my @code = grep { $lines[$_] !~ /^(!|attributes|declare|;|\s*$)/ } 0 .. $#lines;
my @words = split " ", q(i1 i8 i32 i64 i128 ptr float double half %x @f null undef -1 99999999999 [ ] { } ( ) < > , = " %entry phi br label);
srand $seed;

# Returns the text with one to three changes in lines of code, sometimes cut off.
sub damaged
{
    my @new = @lines;
    for (1 .. 1 + int rand 3) {
        my $at = $code[rand @code];
        my @parts = split /(\s+|[,()\[\]<>{}])/, $new[$at];
        my $kind = int rand 6;
        if    ($kind == 0) { $new[$at] = '' }
        elsif ($kind == 1) { $new[$at] = $lines[$code[rand @code]] }
        elsif ($kind == 2) { $parts[rand @parts] = $words[rand @words]; $new[$at] = join '', @parts }
        elsif ($kind == 3) { my ($a, $b) = (rand @parts, rand @parts); @parts[$a, $b] = @parts[$b, $a]; $new[$at] = join '', @parts }
        elsif ($kind == 4 && length $new[$at]) { substr($new[$at], rand length $new[$at], 1) = chr int rand 256 }
        else { splice @new, $at, 1 + int rand 5, (''); push @new, '' while @new < @lines }
    }
    my $result = join '', @new;
    return rand() < 0.1 ? substr($result, 0, rand length $result) : $result;
}

my $bad = 0;
for my $round (1 .. $count) {
    my $file = "$folder/damaged.ll";
    open my $out, '>', $file or die "$file: $!\n";
    print $out damaged();
    close $out;
    my $said = `timeout 60 $command $file 2>&1 >/dev/null`;
    my $status = $?;
    next if $status == 0 && $said eq '';
    next if $status == 1 << 8 && $said =~ /\A[^\n]+\n\z/;
    print "round $round of seed $seed: status $status: ", substr($said, 0, 2000), "\n";
    rename $file, "/tmp/damaged-$seed-$round.ll" if $ENV{KEEP};
    $bad++;
}
exit($bad ? 1 : 0);
