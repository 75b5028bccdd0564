#!/usr/bin/env perl
# timed.pl TEST: runs a test for the runner, and tells at its end how much processor time it took, as a note of TAP. A browser's processes
# outlive the one that began them, and nobody waits for them. Here they become this process's own, and so they count: in the tests of
# pages they take most of the time. A test that hangs is ended after 40 minutes, far more than any test takes.
use strict;
use warnings;
use POSIX qw(WNOHANG);

use constant PR_SET_CHILD_SUBREAPER => 36;
eval { require 'syscall.ph'; syscall(&SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }; # where perl has that file

my ($test) = @ARGV;
my $pid = fork // die "fork: $!\n";
if (!$pid) {
    open STDIN, '<', '/dev/null' or die "/dev/null: $!\n";
    exec 'timeout', '2400', $test or die "timeout: $!\n";
}
my ($ended, $status);
while (($ended = wait) > 0) {
    $status = $?, last if $ended == $pid;
}
1 while waitpid(-1, WNOHANG) > 0;
my (undef, undef, $user, $system) = times;
printf "# processor time of %s: %.1f s and %.1f s of the system\n", $test, $user, $system;
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
