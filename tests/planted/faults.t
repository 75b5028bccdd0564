#!/usr/bin/env bash
# Every slip of tests/planted/faults can still be planted: its lines stand in its file once, and its tests are there. (`make test-planted`,
# which takes hours, asks whether they notice.)
. "$(dirname "$0")/../harness/lib.sh"

run perl -0777 -ne '
    sub slurp { open my $in, "<", $_[0] or return ""; local $/ = undef; return <$in> }
    for (/^(== .*\n(?:[-+].*\n)+)/mg) {
        my ($name, $file, $tests) = /^== (\S+) (\S+): (.*)/;
        my $lines = join "", map { "$_\n" } /^-(.*)$/mg;
        my $found = () = slurp($file) =~ /^\Q$lines\E/mg;
        print "$name: its lines stand in $file $found times\n" if $found != 1;
        -e "tests/$_" || -e "tests/$_.c" || -e "tests/$_.t" or print "$name: there is no test $_\n" for split " ", $tests;
        $count++;
    }
    END { printf "%s\n", $count > 50 ? "many" : "few" }' tests/planted/faults
is 'all slips can be planted' "$status/$out" 0/many
done_testing
