package Similarity;
# Similarity.pm: finds pairs of submissions that say the same in the same order, whatever their names and spaces.
#
# The method is winnowing (Schleimer, Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD
# 2003). A file becomes tokens. Every $GRAM tokens in a row become a number. The smallest of every $WINDOW neighbouring numbers
# is a fingerprint. If two files share $GRAM + $WINDOW - 1 tokens in a row, they share at least one fingerprint.
#
# Code that was handed out does not count, nor does code that a third of the class wrote. A person has to look at each pair:
# in a short exercise two honest solutions may well be the same.
use strict;
use warnings;
use Digest::MD5 qw(md5);
use Exporter 'import';

our @EXPORT = qw(similar_pairs);

my $GRAM = 9;      # tokens that become a number
my $WINDOW = 6;    # neighbouring numbers that give one fingerprint
my $COMMON = 1 / 3; # a fingerprint that this share of a class has is the usual way to write it
my $LEAST = 5;     # fingerprints that a pair must share
my $SHARE = 0.5;   # the share of the smaller file's fingerprints that the pair must share

# Words of the language. Other words are names, which may be changed without a change of meaning.
my %fixed = map { $_ => 1 } qw(if else for while do return break continue switch case const int unsigned float double char long
    short void bool size_t struct sizeof static volatile extern __global__ __device__ __shared__ __syncthreads __syncwarp
    threadIdx blockIdx blockDim gridDim warpSize);

sub fingerprints
{
    my ($source) = @_;
    $source =~ s{//[^\n]*|/\*.*?\*/}{ }gs;
    my @tokens;
    while ($source =~ /\G\s*(?:([A-Za-z_]\w*)|(\d[\w.]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(\S))/gc) {
        my ($name, $number, $string, $other) = ($1, $2, $3, $4);
        push @tokens, defined $name ? ($fixed{$name} || $name =~ /^(?:__|atomic)/ ? $name : 'n')
            : defined $number ? '0' : defined $string ? '""' : $other;
    }
    my @numbers = map { unpack 'N', md5(join ' ', @tokens[$_ .. $_ + $GRAM - 1]) } 0 .. @tokens - $GRAM;
    my %chosen;
    for my $first (0 .. @numbers - $WINDOW) {
        my $least = $numbers[$first];
        for (@numbers[$first + 1 .. $first + $WINDOW - 1]) {
            $least = $_ if $_ < $least;
        }
        $chosen{$least} = 1;
    }
    return \%chosen;
}

# similar_pairs GIVEN SOURCES: returns [student, student, percent, fingerprints shared], the most alike first. SOURCES maps
# students to texts.
sub similar_pairs
{
    my ($given, $sources) = @_;
    my $handed_out = fingerprints($given);
    my (%own, %who);
    for my $student (sort keys %$sources) {
        my $prints = fingerprints($sources->{$student});
        delete @$prints{keys %$handed_out};
        $own{$student} = $prints;
        push @{$who{$_}}, $student for keys %$prints;
    }
    my $most = keys(%$sources) * $COMMON;
    $most = 4 if $most < 4;
    my (%shared, %rare);
    for my $students (grep { @$_ <= $most } values %who) {
        $rare{$_}++ for @$students;
        for my $i (0 .. $#$students) {
            $shared{$students->[$i]}{$students->[$_]}++ for $i + 1 .. $#$students;
        }
    }
    my @pairs;
    for my $one (sort keys %shared) {
        for my $other (sort keys %{$shared{$one}}) {
            my $n = $shared{$one}{$other};
            my $smaller = $rare{$one} < $rare{$other} ? $rare{$one} : $rare{$other};
            push @pairs, [$one, $other, int(100 * $n / $smaller + 0.5), $n] if $n >= $LEAST && $n >= $SHARE * $smaller;
        }
    }
    return sort { $b->[3] <=> $a->[3] || $b->[2] <=> $a->[2] || $a->[0] cmp $b->[0] || $a->[1] cmp $b->[1] } @pairs;
}

1;
