package Judging;
# Judging.pm: runs judges, several at a time, and returns their verdicts.
#
# A request is {exercise, file, seed, hidden, ask, done}. `ask` is how much the judge asks for. `done` is called with the
# verdict as soon as it is there.
#
# A verdict is {score, points, tests, text, seconds, cgroup}. `cgroup` tells whether a cgroup limited the judge's children
# together; if not, each was limited alone. Instead of a verdict, {trouble => why} says that there is none, by no fault of the
# submission.
use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(basename dirname);
use File::Path qw(remove_tree);
use Child;
use Text;

our @EXPORT = qw(judge_all);

my $UNIT_SECONDS = 1800; # a judge ends by itself long before

# Starts a judge. It runs in the file's folder, so that its text shows a student no path of the instructor's.
sub begin
{
    my ($request, $work, %how) = @_;
    mkdir $work or stop(3, "$work: $!");
    my @command = ("$how{root}/build/judge/$request->{exercise}", '--json', "$work/json", '--text', "$work/text",
        '--seed', $request->{seed}, '--device', $how{device}, '--ask', $request->{ask},
        ($how{sandbox} ? '--sandbox' : ()), (-e $request->{hidden} ? ('--hidden', $request->{hidden}) : ()),
        basename($request->{file}));
    return Child::start(command => \@command, folder => dirname($request->{file}), temporary => $work, err => "$work/trouble",
        environment => {FOUND_COMPILER => $how{compiler}}, seconds => $UNIT_SECONDS);
}

# Returns the verdict of a judge that has ended, or its trouble. $? holds its status.
sub verdict
{
    my ($work) = @_;
    my ($status, $killed) = ($? >> 8, Child::killed_by());
    if (defined $killed || $status > 1) {
        my ($line) = slurp("$work/trouble") =~ /^(.*\S)/m;
        return {trouble => harmless(characters($line // $killed // "the judge ended with status $status"))};
    }
    my $verdict = -e "$work/json" && -e "$work/text" ? from_json(slurp("$work/json")) : undef;
    return {trouble => 'the judge\'s results are no JSON'} unless ref $verdict eq 'HASH' && ref $verdict->{tests} eq 'ARRAY';
    my $points = 0;
    for my $test (@{$verdict->{tests}}) {
        $points += $test->{max_score} // 0;
        $test->{$_} = harmless($test->{$_} // '') for qw(name output);
    }
    return {score => $verdict->{score}, points => $points, tests => $verdict->{tests}, seconds => $verdict->{execution_time},
        text => harmless(characters(slurp("$work/text"))), cgroup => $verdict->{extra_data}{cgroup} ? 1 : 0};
}

# judge_all REQUESTS %HOW: judges all requests, `jobs` at a time. `root` is the workbook's; `device`, `sandbox` and the path of the
# `compiler` are passed to the judges. With `shown` a terminal shows how far the work is.
sub judge_all
{
    my ($requests, %how) = @_;
    my ($count, $next, $done, $began, %running) = (scalar @$requests, 0, 0, time);
    my $progress = sub {
        return unless -t STDERR && $how{shown};
        my $left = $done ? int((time - $began) / $done * ($count - $done) + 0.5) : 0;
        printf STDERR "\r%d of %d judged%s   ", $done, $count, $done ? sprintf(', about %d:%02d left', $left / 60, $left % 60) : '';
        print STDERR "\r", ' ' x 60, "\r" if $done == $count;
    };
    while ($done < $count) {
        $progress->();
        while ($next < $count && keys %running < $how{jobs}) {
            my $work = Child::folder() . "/$next";
            my $pid = begin($requests->[$next], $work, %how) // stop(3, "fork: $!");
            $running{$pid} = [$requests->[$next++], $work];
        }
        my $pid = waitpid -1, 0;
        my ($request, $work) = @{delete $running{$pid} // next};
        Child::ended($pid);
        my $verdict = verdict($work);
        remove_tree($work, {error => \my $gone}); # the judge may remove some of it at the same time
        $done++;
        $request->{done}->($verdict);
    }
    $progress->();
}

1;
