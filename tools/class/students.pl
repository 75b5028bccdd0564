#!/usr/bin/env perl
# students.pl CLASS.csv: prints the id of each student in a class's list (grade/Roster.pm), one a line: what a student's own numbers are
# drawn from. Exits with 2 if there is no such list, or if somebody in it has no id.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::RealBin/grade";
use Roster;
use Text;

@ARGV == 1 && -f $ARGV[0] or stop(2, "STUDENTS=@ARGV is not a file: the class, as CSV");
my $roster = Roster::load($ARGV[0]);
for my $person (@{$roster->{people}}) {
    my $id = Roster::id_of($person);
    $id ne '' or stop(2, "$ARGV[0], line $person->{line}: this student has no login, number or address");
    print bytes("$id\n");
}
