// process.c: child processes of the judge: the compiler, and the device processes.
//
// Each leads a process group of its own, has limits on memory, time, files and descriptors, and dies with the judge.
// In the sandbox it sees /usr, the CUDA toolkit and common/, all read-only, and of the submission what it needs: the
// compiler its folder, a device process nothing. No network; no process but its own; no environment.

#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORDS = 128, MOST_CHILDREN = 8 };

static volatile sig_atomic_t interrupted;
static pid_t children[MOST_CHILDREN]; // that run; 0: none

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- Signals, and the end -------------------------------------------------------------------------------------------

static void note_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static void kill_children(void)
{
    for (int i = 0; i < MOST_CHILDREN; i++) {
        if (!children[i])
            continue;
        kill(-children[i], SIGKILL);
        while (waitpid(children[i], NULL, 0) < 0 && errno == EINTR)
            ;
    }
}

void process_catch_signals(void)
{
    struct sigaction a = {.sa_handler = note_signal};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
    sigaction(SIGHUP, &a, NULL);
    signal(SIGPIPE, SIG_IGN);
    atexit(kill_children);
}

bool process_interrupted(void)
{
    return interrupted;
}

// ---- The sandbox ----------------------------------------------------------------------------------------------------

// A command line as it grows; words are never freed: there are few.
typedef struct {
    const char *words[MOST_WORDS + 1];
    int count;
} Command;

static void add(Command *c, const char *word)
{
    if (c->count == MOST_WORDS)
        cannot_work("a command line is too long");
    c->words[c->count++] = word;
}

static void add_all(Command *c, const char *const *words)
{
    for (; *words; words++)
        add(c, *words);
}

static void add_bind(Command *c, const char *how, const char *path)
{
    add(c, how);
    add(c, path);
    add(c, path);
}

// /bin, /lib, /lib64 are links into /usr on merged systems, folders elsewhere.
static void add_system(Command *c)
{
    static const char *const tops[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", NULL};
    add_bind(c, "--ro-bind", "/usr");
    for (const char *const *top = tops; *top; top++) {
        char target[256];
        ssize_t n = readlink(*top, target, sizeof target - 1);
        if (n > 0) {
            target[n] = '\0';
            add(c, "--symlink");
            add(c, text_format("%s", target));
            add(c, *top);
        } else
            add_bind(c, "--ro-bind-try", *top);
    }
    add_bind(c, "--ro-bind-try", "/etc/alternatives"); // links among compilers
    add_bind(c, "--ro-bind-try", "/etc/ld.so.cache");  // where the driver's library is
}

static void add_gpu(Command *c)
{
    glob_t nodes;
    add_bind(c, "--ro-bind-try", "/sys");
    if (glob("/dev/nvidia*", 0, NULL, &nodes) == 0)
        for (size_t i = 0; i < nodes.gl_pathc; i++)
            add_bind(c, "--dev-bind-try", text_format("%s", nodes.gl_pathv[i]));
    globfree(&nodes);
}

static void add_sandbox(Command *c, const Place *p, ProcessKind kind, const char *program)
{
    static const char *const walls[] = {"bwrap",
                                        "--unshare-user",
                                        "--unshare-ipc",
                                        "--unshare-pid",
                                        "--unshare-net",
                                        "--unshare-uts",
                                        "--die-with-parent",
                                        "--new-session",
                                        "--clearenv",
                                        "--cap-drop",
                                        "ALL",
                                        "--setenv",
                                        "PATH",
                                        "/usr/bin:/bin",
                                        "--setenv",
                                        "LC_ALL",
                                        "C.UTF-8",
                                        "--setenv",
                                        "HOME",
                                        "/tmp",
                                        "--proc",
                                        "/proc",
                                        "--dev",
                                        "/dev",
                                        "--tmpfs",
                                        "/tmp",
                                        NULL};
    add_all(c, walls);
    add_system(c);
    add_bind(c, "--ro-bind", p->toolkit);
    if (kind == PROCESS_COMPILER) {
        add_bind(c, "--ro-bind-try", text_format("%s/common", p->root));
        add_bind(c, "--bind", p->work);
        add(c, "--chdir");
        add(c, p->work);
    } else {
        add_bind(c, "--ro-bind", program);
        add(c, "--chdir");
        add(c, "/");
    }
    if (kind == PROCESS_GPU)
        add_gpu(c);
    add(c, "--");
}

void process_need_sandbox(const Place *p)
{
    static const char *const nothing[] = {"/usr/bin/true", NULL};
    char *said;
    size_t length;
    int status;
    Process child = process_start(p, PROCESS_COMPILER, nothing);
    said = process_finish(&child, 400, now() + 10, &length, &status);
    if (status == 0) {
        free(said);
        return;
    }
    said[strcspn(said, "\n")] = '\0';
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        cannot_work("--sandbox needs bubblewrap: apt-get install bubblewrap");
    cannot_work("--sandbox: bubblewrap can't make a sandbox here: %s", said);
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

// A GPU's driver reserves address space by the terabyte.
static void set_limits(const Place *p, ProcessKind kind)
{
    double seconds = p->seconds * TOTAL_SHARE * 4; // of all cores: the wall's limit comes first
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)seconds + 10);
    limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
    limit(RLIMIT_NOFILE, 256);
    if (p->sandbox)
        limit(RLIMIT_NPROC, 4096);
    if (kind != PROCESS_GPU)
        limit(RLIMIT_AS, (rlim_t)4 << 30);
}

static void become(const Place *p, ProcessKind kind, const char *const *argv, const int *to,
                   const int *from)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    int errors = kind == PROCESS_COMPILER ? from[1] : open("/dev/null", O_WRONLY | O_CLOEXEC);
    int input = kind == PROCESS_COMPILER ? open("/dev/null", O_RDONLY | O_CLOEXEC) : to[0];
    if (dup2(input, 0) < 0 || dup2(from[1], 1) < 0 || dup2(errors, 2) < 0)
        _exit(126);
    for (int i = 3; i < 256; i++) // nothing else is inherited
        close(i);
    if (chdir(kind == PROCESS_COMPILER ? p->work : "/") != 0)
        _exit(126);
    setenv("TMPDIR", p->work, 1); // removed with all that is in it, should it be killed
    set_limits(p, kind);
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

Process process_start(const Place *p, ProcessKind kind, const char *const *argv)
{
    Command c = {.count = 0};
    int to[2], from[2], slot = 0;
    if (p->sandbox)
        add_sandbox(&c, p, kind, argv[0]);
    add_all(&c, argv);
    while (slot < MOST_CHILDREN && children[slot])
        slot++;
    if (slot == MOST_CHILDREN || pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        cannot_work("no pipe: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0)
        cannot_work("no process: %s", strerror(errno));
    if (pid == 0)
        become(p, kind, c.words, to, from);
    setpgid(pid, pid); // whoever is first
    children[slot] = pid;
    close(to[0]);
    close(from[1]);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    return (Process){pid, to[1], from[0]};
}

// ---- Talk and end ---------------------------------------------------------------------------------------------------

// Until the descriptor is ready: false at the deadline or a signal.
static bool wait_for(int fd, short what, double deadline)
{
    for (;;) {
        double left = deadline - now();
        if (interrupted || left <= 0)
            return false;
        struct pollfd one = {.fd = fd, .events = what};
        int n = poll(&one, 1, left > 3600 ? 3600000 : (int)(left * 1000) + 1);
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
        if (!wait_for(p->to, POLLOUT, deadline))
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
        if (!wait_for(p->from, POLLIN, deadline))
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
    kill(p->pid, SIGKILL); // should it not lead its group yet
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        ;
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (children[i] == p->pid)
            children[i] = 0;
    close(p->to);
    close(p->from);
    p->pid = 0;
    return status;
}

void process_kill(Process *p)
{
    if (p->pid)
        reap(p);
}

char *process_finish(Process *p, size_t most, double deadline, size_t *length, int *status)
{
    char *said = calloc(1, most + 1), rest[4096] = "";
    if (!said)
        cannot_work("no memory");
    *length = 0;
    bool ended = false;
    while (!ended && wait_for(p->from, POLLIN, deadline)) {
        bool room = *length < most;
        ssize_t n =
            read(p->from, room ? said + *length : rest, room ? most - *length : sizeof rest);
        *length += room && n > 0 ? (size_t)n : 0;
        ended = n == 0;
    }
    // Its output has ended: so has it, or it is about to.
    siginfo_t info;
    while (ended && now() < deadline &&
           waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && !info.si_pid)
        poll(NULL, 0, 1);
    *status = reap(p);
    if (!ended)
        *status = -1;
    return said;
}
