package Judging;
# Judging.pm: has a file judged on the simulator, for what its measured case counts: a record of kernel golf, or a row of levels.csv.
use strict;
use warnings;
use Exporter 'import';
use File::Temp qw(tempdir);
use FindBin;
use JSON::PP;

our @EXPORT = qw(judge_file);

# judge_file EXERCISE FILE SEED [OPTION...]: judges a file as a submission of the exercise, ex3-1 say, by the judge that is built. Returns
# the judge's status as in $?, what the results say besides points (their extra_data; undef if there are none), and the lines it printed.
sub judge_file
{
    my ($exercise, $file, $seed, @options) = @_;
    my ($judge, $json) = ("$FindBin::RealBin/../../build/judge/$exercise", tempdir(CLEANUP => 1) . '/results.json');
    open my $said, '-|', $judge, qw(--device sim --seed), $seed, '--json', $json, @options, $file or return (-1, undef, "$judge: $!\n");
    my @lines = <$said>;
    close $said; # sets $?
    my $status = $?;
    open my $results, '<', $json or return ($status, undef, @lines);
    local $/ = undef;
    return ($status, decode_json(<$results>)->{extra_data}, @lines);
}

1;
