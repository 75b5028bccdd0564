#!/usr/bin/env perl
# phrases.pl EXERCISE...: prints the phrases of these exercises that no text of theirs has, the numbers that no phrase has, and numbers whose
# own are none or have the book's. Exits with 1 if there are any.
use strict;
use warnings;

my $wrong = 0;
sub say_of { my ($exercise, $what) = @_; print "$exercise: $what\n"; $wrong = 1 }

sub slurp { my ($path) = @_; open my $file, '<', $path or die "$path: $!\n"; local $/; return <$file> }

for my $exercise (@ARGV) {
    my ($folder) = glob "exercises/$exercise-*";
    my $judge = slurp("$folder/judge.c");
    my ($names, $phrases) = ($judge =~ /numbers\[\] = \{\n(.*?)\n\};/s, $judge =~ /phrases\[\] = \{\n(.*?)\n\};/s);
    my %book;
    while ($names =~ /\{"(\w+)",\s*(-?\d+),\s*\{([^}]*)\}\}/g) {
        my ($name, $book, $list) = ($1, $2, $3);
        my @own = $list =~ /-?\d+/g;
        $book{$name} = $book;
        say_of($exercise, "$name: no numbers of a student's own") unless @own;
        say_of($exercise, "$name: the book's is among the others, or 0 is") if grep { $_ == $book || $_ == 0 } @own;
    }
    my ($cases) = $judge =~ /(static const Case cases.*)/s;
    my $texts = join ' ', slurp("$folder/README.md"), slurp("$folder/exercise.cu"), $cases;
    $texts =~ s/\s+/ /g;
    $phrases =~ s/"\s+"//g;
    my %used;
    for my $phrase ($phrases =~ /"([^"]*)"/g) {
        $used{$_}++ for $phrase =~ /\{(\w+),?\}/g;
        my $words = $phrase =~ s/\|.*//r;
        $words =~ s/\{(\w+)(,?)\}/$2 ? $book{$1} =~ s{(\d)(\d{3})$}{$1,$2}r : $book{$1}/ge;
        say_of($exercise, "no text has '$words'") if index($texts, $words) < 0;
    }
    say_of($exercise, "no phrase has $_") for grep { !$used{$_} } sort keys %book;
}
exit $wrong;
