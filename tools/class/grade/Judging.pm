package Judging;
# Judging.pm: runs judges, several at a time, and returns their verdicts.
#
# A request is {exercise, file, seed, hidden, ask, own, student, order, done}. `own` is the id whose numbers a prediction has, or undef. `ask` is how much the judge asks for. `done` is called with
# the verdict as soon as it is there. `student` and `order` are for the budget.
#
# A verdict is {score, points, tests, text, seconds, processor, cgroup, level, compiler}. `compiler` is the one that the judge took. `level` is on counters (Levels.pm). `processor` is the processor time that judging took.
# `cgroup` tells whether a cgroup limited the judge's children together; if not, each was limited alone. Instead of a verdict,
# {trouble => why} says that there is none, by no fault of the submission; {slow => why, processor} that judging it took too long.
#
# Each student has a budget of processor time, so that one can't hold up the class. A student's requests have an order. One is too slow
# if the time of all before it, and its own, is more than the budget. That does not depend on which are judged at the same time:
# later ones are judged early where there is room, and count only if the budget reaches that far. Of the students who wait, the one who has used
# least time so far is next: so slow ones come last. A judge that only sleeps is ended by another count (Child::look_at_times). Neither
# depends on how busy the machine is.
use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(basename dirname);
use File::Path qw(remove_tree);
use List::Util qw(sum0);
use POSIX qw(WNOHANG);
use Child;
use Text;

our @EXPORT = qw(judge_all past);

my $IDLE = 3; # times the budget: how many seconds a judge may sleep, with all that it has started

# Starts a judge. It runs in the file's folder, so that its text shows a student no path of the instructor's.
sub begin
{
    my ($request, $work, %how) = @_;
    mkdir $work or stop(3, "$work: $!");
    my @command = ("$how{root}/build/judge/$request->{exercise}", '--json', "$work/json", '--text', "$work/text",
        '--seed', $request->{seed}, '--device', $how{device}, '--ask', $request->{ask},
        ($how{sandbox} ? '--sandbox' : ()), (defined $request->{own} ? bytes("--student=$request->{own}") : ()), (-e $request->{hidden} ? ('--hidden', $request->{hidden}) : ()),
        basename($request->{file}));
    return Child::start(command => \@command, folder => dirname($request->{file}), temporary => $work, err => "$work/trouble",
        environment => {FOUND_COMPILER => $how{compiler}});
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
    return {trouble => 'the judge\'s results are not JSON'} unless ref $verdict eq 'HASH' && ref $verdict->{tests} eq 'ARRAY';
    my $points = 0;
    for my $test (@{$verdict->{tests}}) {
        $points += $test->{max_score} // 0;
        $test->{$_} = harmless($test->{$_} // '') for qw(name output);
    }
    return {score => $verdict->{score}, points => $points, tests => $verdict->{tests}, seconds => $verdict->{execution_time},
        text => harmless(characters(slurp("$work/text"))), cgroup => $verdict->{extra_data}{cgroup} ? 1 : 0,
        level => $verdict->{extra_data}{level}, compiler => $verdict->{extra_data}{compiler}};
}

# Returns why what comes past a budget gives nothing.
sub past
{
    my ($budget) = @_;
    return "Too slow: judging this student's work takes more than $budget s of processor time.";
}

# used_up_to TIMES ORDER: returns the sum of the times up to an order. TIMES maps orders to seconds.
sub used_up_to
{
    my ($times, $order) = @_;
    return sum0(map { $times->{$_} } grep { $_ <= $order } keys %$times);
}

# Takes the next request: the first of the student who has used least time.
sub next_request
{
    my ($waiting, $used) = @_;
    my ($first) = sort { sum0(values %{$used->{$a}}) <=> sum0(values %{$used->{$b}}) || $a cmp $b } keys %$waiting;
    my $request = shift @{$waiting->{$first}};
    delete $waiting->{$first} unless @{$waiting->{$first}};
    return $request;
}

# wait_for_one RUNNING USED BUDGET: waits until a judge has ended, and ends those that are too slow. Returns its
# process and the processor time that it and what it waited for have used.
sub wait_for_one
{
    my ($running, $used, $budget) = @_;
    my $looked = time;
    while (1) {
        my @before = times;
        my $pid = waitpid -1, WNOHANG;
        my @after = times;
        return ($pid, $after[2] + $after[3] - $before[2] - $before[3]) if $pid;
        select undef, undef, undef, 0.02;
        next if time == $looked;
        $looked = time;
        Child::look_at_times();
        for my $judge (keys %$running) {
            my ($request) = @{$running->{$judge}};
            my $why = Child::idle_looks($judge) > $IDLE * $budget ? 'Too slow: it slept for ' . $IDLE * $budget . ' s.' : undef;
            if (defined $request->{student}) {
                $used->{$request->{student}}{$request->{order}} = Child::processor_time($judge);
                $why //= past($budget) if used_up_to($used->{$request->{student}}, $request->{order}) > $budget;
            }
            defined $why or next;
            $request->{slow} //= $why;
            kill 'KILL', -$judge;
        }
    }
}

# judge_all REQUESTS %HOW: judges all requests, `jobs` at a time. `root` is the workbook's; `device`, `sandbox` and the path of the
# `compiler` are passed to the judges. `budget` is each student's, in seconds of processor time; `used` maps students to times by
# order that are used already. With `shown` a terminal shows how far the work is.
sub judge_all
{
    my ($requests, %how) = @_;
    my ($count, $number, $done, $began, %running, %waiting) = (scalar @$requests, 0, 0, time);
    my $used = $how{used} // {};
    my $progress = sub {
        return unless -t STDERR && $how{shown};
        my $left = $done ? int((time - $began) / $done * ($count - $done) + 0.5) : 0;
        printf STDERR "\r%d of %d judged%s   ", $done, $count, $done ? sprintf(', about %d:%02d left', $left / 60, $left % 60) : '';
        print STDERR "\r", ' ' x 60, "\r" if $done == $count;
    };
    push @{$waiting{$_->{student} // ''}}, $_ for @$requests;
    while ($done < $count) {
        $progress->();
        while (%waiting && keys %running < $how{jobs}) {
            my $request = next_request(\%waiting, $used);
            if (defined $request->{student} && used_up_to($used->{$request->{student}}, $request->{order}) > $how{budget}) {
                $done++;
                $request->{done}->({slow => past($how{budget}), processor => 0, unjudged => 1});
                next;
            }
            my $work = Child::folder() . '/' . $number++;
            my $pid = begin($request, $work, %how) // stop(3, "fork: $!");
            $running{$pid} = [$request, $work];
        }
        %running or next;
        my ($pid, $seconds) = wait_for_one(\%running, $used, $how{budget});
        my ($request, $work) = @{delete $running{$pid} // next};
        my $verdict = defined $request->{slow} ? {slow => $request->{slow}} : verdict($work);
        my $looked = Child::processor_time($pid); # all there is if it was killed
        Child::ended($pid);
        $verdict->{processor} = $seconds > $looked ? $seconds : $looked;
        $used->{$request->{student}}{$request->{order}} = $verdict->{processor} if defined $request->{student};
        remove_tree($work, {error => \my $gone}); # the judge may remove some of it at the same time
        $done++;
        $request->{done}->($verdict);
    }
    $progress->();
}

1;
