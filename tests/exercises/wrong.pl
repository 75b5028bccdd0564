#!/usr/bin/env perl
# wrong.pl: writes the wrong solutions of exercises into build/wrong/<exercise>/<name>.cu, where tests and judges find them.
#
# Most of them are the solution with a few lines changed. tests/exercises/<exercise>/mutants lists these:
#
#   == no-guard                            the file's name; here build/wrong/ex3-1-block-sum/no-guard.cu
#   // fails: Invalid __global__ read      the comments at its top (exercises.t says what they mean)
#   @@                                     a change follows
#        unsigned int tid = threadIdx.x;   lines of the solution, which stand together in one place only:
#   -    part[tid] = i < n ? x[i] : 0;     this one goes,
#   +    part[tid] = x[i];                 and this one comes
#
# A mutant without a change stands for the exercise as it was given: its file has only the comments. A wrong solution with an algorithm
# of its own is a whole file, tests/exercises/<exercise>/<name>.cu, and is copied.
#
# usage: tests/exercises/wrong.pl [EXERCISE…]      (without one: all of them)
# Exit status: 0 all written; 2 for a mutant that can't be made, after a line that says which and why.
use strict;
use warnings;
use File::Basename qw(basename);
use File::Copy qw(move);
use File::Path qw(make_path);
use FindBin;

chdir "$FindBin::RealBin/../.." or die "$FindBin::RealBin: $!\n";

sub stop
{
    print STDERR "wrong.pl: @_\n";
    exit 2;
}

sub slurp
{
    my ($path) = @_;
    open my $in, '<', $path or stop("$path: $!");
    local $/;
    return scalar <$in>;
}

# Writes a file unless it holds the text already: tests that run at the same time find it whole, and make sees no newer file.
sub put
{
    my ($path, $text) = @_;
    return if -e $path && slurp($path) eq $text;
    open my $out, '>', "$path.$$" or stop("$path.$$: $!");
    print $out $text;
    close $out or stop("$path.$$: $!");
    move("$path.$$", $path) or stop("$path: $!");
}

# change SOLUTION CHANGE WHERE: returns the solution with one change made.
sub change
{
    my ($solution, $change, $where) = @_;
    my ($old, $new) = ('', '');
    for ($change =~ /^.*\n/mg) {
        my ($kind, $line) = /^([-+ ])(.*\n)/ ? ($1, $2) : ($_ eq "\n" ? (' ', $_) : stop("$where: a line of a change begins with ' ', - or +: $_"));
        $old .= $line if $kind ne '+';
        $new .= $line if $kind ne '-';
    }
    my $places = () = $solution =~ /^\Q$old\E/mg;
    stop("$where: these lines stand in $places places of the solution, and should in one:\n$old") if $places != 1;
    return $solution =~ s/^\Q$old\E/$new/mr;
}

for my $folder (@ARGV ? map { "tests/exercises/$_" } @ARGV : grep { -d } glob 'tests/exercises/*') {
    my $exercise = basename($folder);
    -d $folder or stop("there is no $folder");
    my $solution = slurp("solutions/$exercise/exercise.cu");
    my %wrong = map { basename($_, '.cu') => slurp($_) } glob "$folder/*.cu";
    my (undef, @mutants) = -e "$folder/mutants" ? split /^== (.*)\n/m, slurp("$folder/mutants") : ();
    while (my ($name, $text) = splice @mutants, 0, 2) {
        my ($head, @changes) = split /^@@\n/m, $text // '';
        stop("$folder/mutants: there are two $name") if defined $wrong{$name};
        my $mutant = @changes ? $solution : '';
        $mutant = change($mutant, $_, "$folder/mutants, $name") for @changes;
        $wrong{$name} = ($head // '') . $mutant;
    }
    make_path("build/wrong/$exercise");
    put("build/wrong/$exercise/$_.cu", $wrong{$_}) for keys %wrong;
    unlink grep { !defined $wrong{basename($_, '.cu')} } glob "build/wrong/$exercise/*.cu"; # of a mutant that has gone
}
