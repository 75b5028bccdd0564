package Child;
# Child.pm: starts child processes that leave nothing behind, and has the folder that they work in.
#
# Every child leads a process group of its own and starts with an environment that is set here. The kernel kills it when this
# program dies, however it dies: setpriv asks the kernel to do so, and the shell behind setpriv makes sure that this program
# was still there at that time. What a child starts dies with the child: bubblewrap and the judge do the same.
#
# The kernel leaves one case: a bubblewrap that is killed in its first moment leaves a process that waits for it for ever. So
# there is a warden, a process that outlives this one by a moment. It reads from a pipe which groups run. However this
# program ends, the kernel closes the pipe, and the warden kills those groups.
#
# Between this program and a child stands a process that counts, the child's parent. Whatever the child leaves without waiting for it
# becomes that process's child (the kernel calls it a subreaper), as bubblewrap does with all that runs in its sandbox. It waits for
# each of them: so the time of every process that there ever was adds up in one number, which comes here when it ends.
#
# A run works in one folder, under TMPDIR (or /tmp); the warden removes it. If the warden was killed too, the next run removes
# the folder. It knows that the folder's run is dead because nobody holds the folder's lock: a lock ends with its holders.
use strict;
use warnings;
use Config;
use Cwd qw(abs_path);
use Fcntl qw(:DEFAULT :flock);
use File::Glob ':bsd_glob';
use File::Path qw(remove_tree);
use File::Spec;
use List::Util qw(sum0);
use POSIX qw(setpgid);
use Text;

require 'sys/syscall.ph'; # Perl's names of system calls

my ($folder, $lock, $owner); # this run's folder, its lock, and the process that made it
my ($warden, $line);         # the warden, and this program's end of the pipe to it
my %running;                 # process => 1
my $GRACE = 3;               # seconds that a judge has to end after TERM
my %used;                    # process => seconds of processor time at the last look
my %idle;                    # process => looks at which it and all below it slept

# Returns this run's folder. The first call makes it, starts the warden, and removes the folders of dead runs.
sub folder
{
    return $folder if defined $folder;
    my $stem = abs_path(File::Spec->tmpdir) . "/warp-grade-$<-";
    for my $old (glob "\Q$stem\E*.lock") {
        my @s = lstat $old or next;
        next unless $s[4] == $< && sysopen my $held, $old, O_RDWR | O_NOFOLLOW;
        next unless flock $held, LOCK_EX | LOCK_NB;
        remove_tree($old =~ s/\.lock$//r, {error => \my $gone});
        unlink $old;
    }
    $folder = sprintf '%s%d-%08x', $stem, $$, rand 2**32;
    sysopen $lock, "$folder.lock", O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600 or stop(3, "$folder.lock: $!");
    flock $lock, LOCK_EX or stop(3, "$folder.lock: $!");
    $owner = $$;
    mkdir $folder, 0700 or stop(3, "$folder: $!");
    start_warden();
    return $folder;
}

sub start_warden
{
    pipe my $from, $line or stop(3, "pipe: $!");
    $warden = fork // stop(3, "fork: $!");
    if ($warden) {
        close $from;
        return;
    }
    close $line;
    POSIX::setsid(); # signals from the terminal do not reach it
    @SIG{qw(INT TERM HUP)} = ('IGNORE') x 3;
    open $_, '+<', '/dev/null' for *STDIN, *STDOUT, *STDERR; # who reads our output need not wait for the warden
    my %groups;
    while (<$from>) {
        /^\+(\d+)/ ? $groups{$1} = 1 : /^-(\d+)/ && delete $groups{$1};
    }
    kill 'KILL', map { -$_ } keys %groups;
    for (my $tries = 0; -e $folder && $tries < 500; $tries++) {
        remove_tree($folder, {error => \my $gone}); # a process that is about to die may still write there
        select undef, undef, undef, 0.02 if -e $folder;
    }
    unlink "$folder.lock" unless -e $folder;
    POSIX::_exit(0);
}

# Returns a child's whole environment: the time zone, how to find tools and the CUDA toolkit, and fixed values.
sub environment
{
    my ($temporary) = @_;
    my %kept = map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () } qw(PATH TZ CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES);
    return (%kept, HOME => '/nonexistent', LC_ALL => 'C.UTF-8', TMPDIR => $temporary);
}

# Makes this process the one that counts, which ends as its child does, and returns in the child.
sub count_times
{
    my ($parent) = @_;
    my ($DEATH_SIGNAL, $SUBREAPER) = (1, 36); # sys/prctl.h
    syscall SYS_prctl(), $DEATH_SIGNAL, POSIX::SIGKILL(), 0, 0, 0;
    syscall SYS_prctl(), $SUBREAPER, 1, 0, 0, 0;
    getppid == $parent or POSIX::_exit(126);
    @SIG{qw(INT TERM HUP)} = ('IGNORE') x 3; # they reach the child, too, which knows what to do
    my $child = fork // POSIX::_exit(126);
    return if !$child;
    open $_, '+<', '/dev/null' for *STDIN, *STDOUT, *STDERR;
    POSIX::close($_) for 3 .. 63; # ends of pipes that others wait for
    my $status;
    while ((my $ended = waitpid -1, 0) > 0) {
        $ended == $child or next;
        $status = $?;
        last;
    }
    for (1 .. 50) { # what the child has left is about to end
        my $ended = waitpid -1, POSIX::WNOHANG();
        last if $ended < 0;
        select undef, undef, undef, 0.01 if $ended == 0;
    }
    kill_self($status & 127) if $status & 127;
    POSIX::_exit($status >> 8);
}

# Ends this process by a signal, as its child was ended.
sub kill_self
{
    my ($signal) = @_;
    $SIG{(split ' ', $Config{sig_name})[$signal]} = 'DEFAULT' if $signal != POSIX::SIGKILL();
    kill $signal, $$;
    POSIX::_exit(128 + $signal);
}

# start %HOW: starts `command` in `folder`, with files or handles as its `in`, `out` and `err`. `limits` is an ulimit command.
# `environment` is added to what every child has. Returns the process; undef if fork fails.
sub start
{
    my (%how) = @_;
    my ($parent, $temporary) = ($$, $how{temporary} // folder());
    my $pid = fork // return;
    if (!$pid) {
        setpgid(0, 0);
        syswrite $line, "+$$\n";
        count_times($parent);
        $parent = getppid;
        @SIG{qw(INT TERM HUP PIPE)} = ('DEFAULT') x 4;
        %ENV = (environment($temporary), %{$how{environment} // {}});
        chdir($how{folder} // '/') or POSIX::_exit(127);
        open STDIN, '<', $how{in} // '/dev/null' or POSIX::_exit(127);
        open STDOUT, ref $how{out} ? '>&' : '>', $how{out} // '/dev/null' or POSIX::_exit(127);
        open STDERR, '>', $how{err} // '/dev/null' or POSIX::_exit(127);
        exec qw(setpriv --pdeathsig KILL sh -c), '[ "$PPID" = "$1" ] || exit 126; shift; ' . ($how{limits} // ':') . '; exec "$@"',
            'sh', $parent, @{$how{command}} or POSIX::_exit(127);
    }
    setpgid($pid, $pid); # the child does the same: the first of the two sets the group
    $running{$pid} = 1;
    return $pid;
}

# Looks how much processor time the children and all that they have started have used so far, and whether any of them works. A process
# that waits for a processor works: so neither number grows because the machine is busy with something else.
sub look_at_times
{
    my (%parent, %seconds, %works);
    opendir my $processes, '/proc' or return;
    for my $pid (grep { /^\d+$/ } readdir $processes) {
        open my $file, '<', "/proc/$pid/stat" or next;
        my @fields = split ' ', (<$file> // '') =~ s/.*\)//sr; # behind the command's name: state, parent, …
        next if @fields < 20;
        $parent{$pid} = $fields[1];
        $works{$pid} = $fields[0] !~ /^[SZT]/i;
        $seconds{$pid} = sum0(@fields[11 .. 14]) / POSIX::sysconf(POSIX::_SC_CLK_TCK()); # with what it has waited for
    }
    my %at_work;
    %used = ();
    for my $pid (keys %seconds) {
        my $up = $pid;
        $up = $parent{$up} while $up && !$running{$up};
        $up or next;
        $used{$up} += $seconds{$pid};
        $at_work{$up} ||= $works{$pid};
    }
    $idle{$_}++ for grep { !$at_work{$_} } keys %running;
}

# Returns how often a child slept, with all below it, when looked at.
sub idle_looks
{
    my ($pid) = @_;
    return $idle{$pid} // 0;
}

# Returns the seconds of processor time that a child had used at the last look.
sub processor_time
{
    my ($pid) = @_;
    return $used{$pid} // 0;
}

# Forgets a child that has been waited for.
sub ended
{
    my ($pid) = @_;
    delete $running{$pid};
    delete $_->{$pid} for \%used, \%idle;
    kill 'KILL', -$pid; # ends what may be left of its group
    syswrite $line, "-$pid\n";
}

# Returns in words which signal ended a child; undef if it exited, with $? >> 8.
sub killed_by
{
    my $signal = $? & 127 or return undef;
    return "it was killed by signal $signal";
}

sub stop_all
{
    kill 'TERM', map { -$_ } keys %running;
    for (my $waited = 0; %running && $waited < $GRACE; $waited += 0.02) {
        for my $pid (keys %running) {
            delete $running{$pid} if waitpid($pid, POSIX::WNOHANG()) != 0;
        }
        select undef, undef, undef, 0.02 if %running;
    }
    kill 'KILL', map { -$_ } keys %running;
    waitpid $_, 0 for keys %running;
    %running = ();
}

# A signal that stops this program stops its children too.
$SIG{INT} = $SIG{TERM} = $SIG{HUP} = sub {
    @SIG{qw(INT TERM HUP)} = ('IGNORE') x 3;
    stop_all();
    print STDERR "\ngrade: stopped; the same command goes on from here\n";
    exit 130;
};

END {
    if (defined $folder && $owner == $$) {
        local ($?, $!);
        stop_all();
        close $line;
        waitpid $warden, 0;
    }
}

1;
