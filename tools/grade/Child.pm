package Child;
# Child.pm: child processes that leave nothing behind, and the folder they work in.
#
# Every child leads a process group of its own, starts with an environment of our making, and is killed by the kernel
# when this program dies, however it dies: setpriv asks for that, and the shell behind it makes sure that this program
# was still there when it asked. What a child starts dies with the child: bubblewrap and the judge see to it in the same way.
#
# One thing the kernel does not do: a bubblewrap that is killed in its first moment leaves a process that waits for it for
# ever. So there is a warden, a process that outlives this one by a moment. It reads from a pipe which groups run. However
# this program ends, the kernel closes the pipe, and the warden kills those groups.
#
# Work goes on in one folder a run, under TMPDIR (or /tmp); the warden removes it. Where somebody has killed the warden too,
# the next run sweeps the folder: whoever works in one holds its lock, and a lock ends with its holders.
use strict;
use warnings;
use Cwd qw(abs_path);
use Fcntl qw(:DEFAULT :flock);
use File::Glob ':bsd_glob';
use File::Path qw(remove_tree);
use File::Spec;
use POSIX qw(setpgid);
use Text;

my ($folder, $lock, $owner); # of this run
my ($warden, $line);         # and this end of its pipe
my %running;                 # process => 1
my $GRACE = 3;               # seconds that a judge has to end after TERM

# The folder of this run. Those of dead runs go.
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
    POSIX::setsid(); # what a terminal sends does not reach it
    @SIG{qw(INT TERM HUP)} = ('IGNORE') x 3;
    open $_, '+<', '/dev/null' for *STDIN, *STDOUT, *STDERR; # whoever reads what we say need not wait for it
    my %groups;
    while (<$from>) {
        /^\+(\d+)/ ? $groups{$1} = 1 : /^-(\d+)/ && delete $groups{$1};
    }
    kill 'KILL', map { -$_ } keys %groups;
    for (my $tries = 0; -e $folder && $tries < 500; $tries++) {
        remove_tree($folder, {error => \my $gone}); # who is about to die may still write there
        select undef, undef, undef, 0.02 if -e $folder;
    }
    unlink "$folder.lock" unless -e $folder;
    POSIX::_exit(0);
}

# What a child finds in its environment, and nothing else: the clock's zone, and how to find tools and the CUDA toolkit.
sub environment
{
    my ($temporary) = @_;
    my %kept = map { defined $ENV{$_} ? ($_ => $ENV{$_}) : () } qw(PATH TZ CUDA_HOME CUDA_PATH CUDA_VISIBLE_DEVICES);
    return (%kept, HOME => '/nonexistent', LC_ALL => 'C.UTF-8', TMPDIR => $temporary);
}

# start COMMAND, in FOLDER, with files or handles as its IN, OUT and ERR, for at most SECONDS. LIMITS is an ulimit command.
sub start
{
    my (%how) = @_;
    my ($parent, $temporary) = ($$, $how{temporary} // folder());
    my $pid = fork // return;
    if (!$pid) {
        setpgid(0, 0);
        syswrite $line, "+$$\n";
        @SIG{qw(INT TERM HUP PIPE)} = ('DEFAULT') x 4;
        %ENV = environment($temporary);
        chdir($how{folder} // '/') or POSIX::_exit(127);
        open STDIN, '<', $how{in} // '/dev/null' or POSIX::_exit(127);
        open STDOUT, ref $how{out} ? '>&' : '>', $how{out} // '/dev/null' or POSIX::_exit(127);
        open STDERR, '>', $how{err} // '/dev/null' or POSIX::_exit(127);
        alarm $how{seconds} if $how{seconds};
        exec qw(setpriv --pdeathsig KILL sh -c), '[ "$PPID" = "$1" ] || exit 126; shift; ' . ($how{limits} // ':') . '; exec "$@"',
            'sh', $parent, @{$how{command}} or POSIX::_exit(127);
    }
    setpgid($pid, $pid); # whoever is first
    $running{$pid} = 1;
    return $pid;
}

# A child has been waited for.
sub ended
{
    my ($pid) = @_;
    delete $running{$pid};
    kill 'KILL', -$pid; # should anything of its group be left
    syswrite $line, "-$pid\n";
}

# How a child ended, in words; undef for an exit status, which is $? >> 8.
sub killed_by
{
    my $signal = $? & 127 or return undef;
    return $signal == POSIX::SIGALRM() ? 'it did not end' : "it was killed by signal $signal";
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

# Whoever stops this program stops its children too.
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
