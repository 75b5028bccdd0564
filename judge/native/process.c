// process.c: child processes of the judge: the compiler, and the device processes.
//
// Each child leads a process group of its own, has limits on memory, processor time, files and descriptors, and dies with the
// judge. It inherits three descriptors, and a program three more. In the sandbox (sandbox.c) its environment says nothing about the
// judge's; outside, a student's compiler has the student's environment.

#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILTER = 3 }; // the descriptor from which bubblewrap reads the filter of system calls

// ---- Signals --------------------------------------------------------------------------------------------------------

static pid_t judge;

// Handles a signal: ends everything at once.
static void stop(int number)
{
    static const char said[] = "judge: interrupted\n";
    (void)number;
    if (getpid() != judge) // this is a child that is about to start
        _exit(126);
    if (write(STDERR_FILENO, said, sizeof said - 1) < 0)
        _exit(EXIT_JUDGE);
    warden_end();
    _exit(EXIT_JUDGE);
}

void process_catch_signals(void)
{
    struct sigaction a = {.sa_handler = stop};
    judge = getpid();
    sigfillset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    sigaction(SIGHUP, &a, NULL);
    signal(SIGPIPE, SIG_IGN);
}

// ---- Start ----------------------------------------------------------------------------------------------------------

static void limit(int what, rlim_t most)
{
    struct rlimit r;
    if (getrlimit(what, &r) == 0 && (r.rlim_max == RLIM_INFINITY || r.rlim_max > most)) {
        r.rlim_cur = r.rlim_max = most;
        setrlimit(what, &r);
    }
}

// Limits the calling process. A GPU's process has no limit on memory, since the driver reserves terabytes of address space.
// The simulator's process sets itself another limit of time for each run, within this one.
static void set_limits(const Place *p, ProcessKind kind)
{
    rlim_t seconds = kind == PROCESS_COMPILER ? (rlim_t)(COMPILER_SHARE * p->seconds)
                     : kind == PROCESS_PROGRAM || kind == PROCESS_CALLS ? (rlim_t)p->seconds
                                                                        : (rlim_t)24 * 3600;
    setrlimit(RLIMIT_CPU,
              &(struct rlimit){seconds, seconds + 5}); // SIGXCPU comes first and tells why
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, kind == PROCESS_SIMULATOR || kind == PROCESS_CALLS ? 0 : MOST_FILE);
    limit(RLIMIT_NOFILE, 256);
    if (p->sandbox)
        limit(RLIMIT_NPROC, 4096);
    if (kind != PROCESS_GPU)
        limit(RLIMIT_AS, MOST_MEMORY);
}

static void close_from(unsigned first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    for (unsigned i = first; i < 1024; i++)
        close((int)i);
}

// Moves files out of the way of all numbers that are given to a child.
static void lift(const int *handed, int high[MOST_HANDED])
{
    for (int i = 0; handed && i < MOST_HANDED; i++)
        if ((high[i] = fcntl(handed[i], F_DUPFD, HANDED_INPUT + MOST_HANDED)) < 0)
            _exit(126);
}

// Closes all files from `first` on but those that are handed over, which get their numbers.
static void close_others(const int *high, unsigned first)
{
    for (int i = 0; high && i < MOST_HANDED; i++)
        if (dup2(high[i], HANDED_INPUT + i) < 0)
            _exit(126);
    for (unsigned i = first; high && i < HANDED_INPUT; i++)
        close((int)i);
    close_from(high ? HANDED_INPUT + MOST_HANDED : first);
}

_Noreturn static void become(const Place *p, ProcessKind kind, char *const *argv, const int *to,
                             const int *from, int filter, const int *handed)
{
    static char *clean[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/tmp", "TMPDIR=/tmp",
                            NULL};
    bool talks = kind == PROCESS_SIMULATOR || kind == PROCESS_GPU ||
                 kind == PROCESS_CALLS; // it has two pipes
    char *folder = kind == PROCESS_PROGRAM && !p->sandbox ? text_make("%s/run", p->work) : NULL;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != judge) // the judge has just ended
        _exit(126);
    signal(SIGPIPE, SIG_DFL);
    cgroup_enter();
    int high[MOST_HANDED];
    lift(handed, high);
    int errors = talks ? open("/dev/null", O_WRONLY | O_CLOEXEC) : from[1];
    int input = talks ? to[0] : open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (dup2(input, 0) < 0 || dup2(from[1], 1) < 0 || dup2(errors, 2) < 0 ||
        (filter >= 0 && (filter == FILTER ? fcntl(filter, F_SETFD, 0) : dup2(filter, FILTER)) < 0))
        _exit(126);
    close_others(handed ? high : NULL, filter >= 0 ? FILTER + 1 : FILTER);
    if (chdir(talks ? "/" : folder ? folder : p->work) != 0)
        _exit(126);
    setenv("TMPDIR", p->work, 1); // the judge removes this folder, even if the child is killed
    set_limits(p, kind);
    execvpe(argv[0], argv, p->sandbox ? clean : environ);
    _exit(127);
}

Process process_start_handing(const Place *p, ProcessKind kind, const char *const *argv,
                              const int *handed)
{
    Command c = {.count = 0};
    int to[2], from[2], filter = -1;
    if (p->sandbox) {
        if (kind != PROCESS_GPU) // nobody has listed the calls of a GPU's driver
            filter = seccomp_filter(kind);
        sandbox_add(&c, p, kind, argv[0], filter >= 0);
    }
    do
        command_add(&c, "%s", *argv);
    while (*++argv);
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        cannot_work("no pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        cannot_work("no process: %s", strerror(errno));
    if (pid == 0)
        become(p, kind, c.words, to, from, filter, handed);
    setpgid(pid, pid); // the child does the same: the first of the two sets the group
    warden_tell(pid, true);
    command_free(&c);
    close(to[0]);
    close(from[1]);
    if (filter >= 0)
        close(filter);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    Process child = {pid, to[1], from[0], kind, p};
    account_starts(&child);
    return child;
}

Process process_start(const Place *p, ProcessKind kind, const char *const *argv)
{
    return process_start_handing(p, kind, argv, NULL);
}

// ---- Talk and end ---------------------------------------------------------------------------------------------------

// The line on the terminal that tells each second what is under way.
static struct {
    char what[80];
    double since;
    bool told; // the line is on the terminal
} life;

void process_tell(const char *what)
{
    if (life.told)
        fputs("\r\033[K", stderr);
    life.told = false;
    life.since = now();
    snprintf(life.what, sizeof life.what, "%s", what);
}

// Waits until the descriptor is ready; false at the deadline, or when the child has used its time.
static bool wait_for(const Process *p, int fd, short what, double deadline)
{
    for (;;) {
        double left = deadline - now(), lasted = now() - life.since;
        if (left <= 0)
            return false;
        if (*life.what && lasted >= 1) {
            fprintf(stderr, "\r%s: %.0f s\033[K", life.what, floor(lasted));
            life.told = true;
        }
        struct pollfd one = {.fd = fd, .events = what};
        int n = poll(&one, 1, left > 0.25 ? 250 : (int)(left * 1000) + 1);
        if (account_look(p, n == 0))
            return false;
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
}

bool process_write(const Process *p, const void *from, size_t bytes, double deadline)
{
    const unsigned char *at = from;
    while (bytes) {
        if (!wait_for(p, p->to, POLLOUT, deadline))
            return false;
        ssize_t n = write(p->to, at, bytes);
        if (n < 0 && errno != EAGAIN)
            return false;
        at += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool process_read(const Process *p, void *to, size_t bytes, double deadline)
{
    unsigned char *at = to;
    while (bytes) {
        if (!wait_for(p, p->from, POLLIN, deadline))
            return false;
        ssize_t n = read(p->from, at, bytes);
        if (n == 0 || (n < 0 && errno != EAGAIN))
            return false;
        at += n > 0 ? n : 0;
        bytes -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static int reap(Process *p)
{
    int status = -1;
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL); // it may not lead its group yet
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        ;
    warden_tell(p->pid, false);
    account_ends(p);
    close(p->to);
    close(p->from);
    p->pid = 0;
    return status;
}

int process_kill(Process *p)
{
    return p->pid ? reap(p) : -1;
}

bool process_used_its_time(int status)
{
    return (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
           (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGXCPU); // bubblewrap's form
}

char *process_finish(Process *p, size_t most, double deadline, size_t *length, int *status)
{
    char *said = calloc(1, most + 1), rest[4096] = "";
    if (!said)
        cannot_work("no memory");
    *length = 0;
    bool ended = false;
    while (!ended && wait_for(p, p->from, POLLIN, deadline)) {
        bool room = *length < most;
        ssize_t n =
            read(p->from, room ? said + *length : rest, room ? most - *length : sizeof rest);
        *length += n > 0 ? (size_t)n : 0;
        ended = n == 0;
    }
    // The output has ended, so the process has ended or is about to. It may also have closed its output and go on.
    siginfo_t info = {.si_pid = 0};
    while (ended && now() < deadline &&
           waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && !info.si_pid &&
           !account_look(p, true))
        poll(NULL, 0, 1);
    *status = reap(p);
    if (!info.si_pid)
        *status = -1;
    return said;
}

// ---- The sandbox ----------------------------------------------------------------------------------------------------

// Runs a command that does nothing in a sandbox. Returns bubblewrap's message; NULL if it succeeds.
static char *try_it(const Place *p, int *status)
{
    static const char *const nothing[] = {"/usr/bin/true", NULL};
    size_t length;
    Process child = process_start(p, PROCESS_COMPILER, nothing);
    char *said = process_finish(&child, 400, now() + 60, &length, status);
    if (*status == 0) {
        free(said);
        return NULL;
    }
    said[strcspn(said, "\n")] = '\0';
    return said;
}

void process_need_sandbox(const Place *p)
{
    int status;
    char *said = try_it(p, &status);
    if (said && strstr(said, "--size")) { // bubblewrap before 0.7 has no --size
        free(said);
        sandbox_not_sized();
        said = try_it(p, &status);
    }
    if (!said)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        cannot_work("--sandbox needs bubblewrap: apt-get install bubblewrap");
    if (geteuid() == 0 && strstr(said, "Permission denied"))
        cannot_work("--sandbox: root can't enter another user's private folder in a sandbox; "
                    "judge as its owner: %s",
                    said);
    cannot_work("--sandbox: bubblewrap can't make a sandbox here: %s", said);
}
