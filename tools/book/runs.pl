#!/usr/bin/env perl
# runs.pl NOTE FOLDER [LEFT-OUT...]: runs the commands that a note shows on the simulator and keeps what they print.
# notes/filters/collect.lua puts the output into the note. A command stands in an empty block:
#
#     ```{.run command="ch2-wrong -t 4" warpsim="check" status="4" drop="^sum_"}
#     ```
#
# The program must have been built in build/sim/. The output must be the same every time: `drop` is a pattern of lines to leave
# out, such as lines with times of the host; an ellipsis takes their place. `status` is the expected exit status, 0 by default. The
# output of each command is written to FOLDER/<SHA-1 of "warpsim|command|drop">.txt. An error is one line that begins with NOTE:LINE.
# A program that is left out was not built, because nvcc 11 can't compile it.
use strict;
use warnings;
use Digest::SHA 'sha1_hex';

my ($note, $folder, @left_out) = @ARGV;
die "usage: runs.pl NOTE FOLDER\n" unless defined $folder;
my $wrong = 0;

sub fail {
    my ($line, $what) = @_;
    print STDERR "$note:$line: $what\n";
    $wrong = 1;
}

open my $in, '<', $note or die "$note: $!\n";
while (my $line = <$in>) {
    my ($attributes) = $line =~ /^`{3,}\{\.run\s+([^}]*)\}/ or next;
    my %at = $attributes =~ /(\w+)="([^"]*)"/g;
    my ($warpsim, $command, $drop) = map { $at{$_} // '' } qw(warpsim command drop);
    my ($program) = $command =~ /^(ch\d\S*)/;
    my $left_out = defined $program && grep { $_ eq $program } @left_out;
    if (!$left_out && (!defined $program || !-x "build/sim/$program")) {
        fail($., "command=\"$command\": no such program");
        next;
    }
    local $ENV{WARPSIM} = $warpsim;
    delete $ENV{WARPSIM} if $warpsim eq '';
    local $ENV{NO_COLOR} = 1;
    local $ENV{COLUMNS} = 80;
    my $printed = "(This book was made with nvcc 11, which can't compile $program.)";
    if (!$left_out) {
        $printed = `timeout 1200 build/sim/$command 2>&1`; # for a program that hangs; a busy machine may need minutes
        my $status = $? >> 8;
        fail($., "'$command' ended with status $status: $printed") if $status != ($at{status} // 0);
    }
    my @kept;
    for (split /\n/, $printed) {
        $_ = '…' if $drop ne '' && /$drop/;
        push @kept, $_ unless $_ eq '…' && @kept && $kept[-1] eq '…';
    }
    $printed = join "\n", @kept;
    my $path = "$folder/" . sha1_hex("$warpsim|$command|$drop") . '.txt';
    open my $out, '>', "$path.new" or die "$path: $!\n";
    print $out "$printed\n";
    close $out or die "$path: $!\n";
    rename "$path.new", $path or die "$path: $!\n";
}
exit $wrong;
