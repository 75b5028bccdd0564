// sandbox.c: the walls around a child process: bubblewrap's command line.
//
// Inside are the compilers and libraries of /usr, the CUDA toolkit and common/, all read-only. A compiler also sees the
// submission's folder; a device process sees nothing of it. There is no network, no process but the sandbox's own, no /proc (but
// for a GPU's driver, which needs one), no device but /dev/null, and no user's file: a compiler that is made to quote a file can
// quote none that matters. The size of /tmp is limited, and the root can't be written at all.

#include "engine.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void add(Command *c, const char *word)
{
    if (c->count == COMMAND_WORDS)
        cannot_work("a command line is too long");
    c->words[c->count++] = text_format("%s", word);
}

void command_add(Command *c, const char *const *words)
{
    for (; *words; words++)
        add(c, *words);
}

void command_free(Command *c)
{
    while (c->count)
        free(c->words[--c->count]);
}

static void add_bind(Command *c, const char *how, const char *path)
{
    add(c, how);
    add(c, path);
    add(c, path);
}

// Adds the parts of /usr that compilers use. /bin, /lib, /lib64 are links into /usr on merged systems, folders elsewhere.
static void add_system(Command *c)
{
    static const char *const parts[] = {"/usr/bin",   "/usr/include", "/usr/lib", "/usr/lib32",
                                        "/usr/lib64", "/usr/libexec", NULL};
    static const char *const tops[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", NULL};
    for (const char *const *part = parts; *part; part++)
        add_bind(c, "--ro-bind-try", *part);
    for (const char *const *top = tops; *top; top++) {
        char target[256];
        ssize_t n = readlink(*top, target, sizeof target - 1);
        if (n > 0) {
            target[n] = '\0';
            add(c, "--symlink");
            add(c, target);
            add(c, *top);
        } else
            add_bind(c, "--ro-bind-try", *top);
    }
    add_bind(c, "--ro-bind-try", "/etc/alternatives"); // compilers are links into it
    add_bind(c, "--ro-bind-try", "/etc/ld.so.cache");  // tells where the driver's library is
}

static void add_gpu(Command *c)
{
    glob_t nodes;
    add(c, "--proc");
    add(c, "/proc");
    add_bind(c, "--ro-bind-try", "/sys");
    if (glob("/dev/nvidia*", 0, NULL, &nodes) == 0)
        for (size_t i = 0; i < nodes.gl_pathc; i++)
            add_bind(c, "--dev-bind-try", nodes.gl_pathv[i]);
    globfree(&nodes);
}

static bool sized = true; // this bubblewrap can limit /tmp

void sandbox_add(Command *c, const Place *p, ProcessKind kind, const char *program, bool filtered)
{
    static const char *const walls[] = {"bwrap",
                                        "--unshare-user",
                                        "--unshare-ipc",
                                        "--unshare-pid",
                                        "--unshare-net",
                                        "--unshare-uts",
                                        "--new-session",
                                        "--die-with-parent",
                                        "--cap-drop",
                                        "ALL",
                                        NULL};
    static const char *const filter[] = {"--seccomp", "3", NULL}; // process.c opens the filter as 3
    command_add(c, walls);
    if (filtered)
        command_add(c, filter);
    if (sized) {
        char size[16];
        add(c, "--size");
        snprintf(size, sizeof size, "%d", SANDBOX_TMP);
        add(c, size);
    }
    // The files that compile and link a whole program.
    static const char *const linked[] = {
        "warpcc", "tools/need.sh", "tools/warpcc", "simulator/toolkit", "build/sim/libwarpsim.a",
        NULL};
    static const char *const empty[] = {"--tmpfs", "/tmp", "--dir", "/dev", NULL};
    command_add(c, empty);
    add_bind(c, "--dev-bind", "/dev/null");
    add_system(c);
    if (strncmp(p->root, "/usr/", 5) == 0) { // only common/ of the workbook is shown
        add(c, "--tmpfs");
        add(c, p->root);
    }
    add_bind(c, "--ro-bind", p->toolkit);
    if (kind == PROCESS_COMPILER) {
        char *common = text_format("%s/common", p->root);
        char *nvrtc = compile_nvrtc(p);
        add_bind(c, "--ro-bind-try", common);
        add_bind(c, "--ro-bind-try", nvrtc);
        free(common);
        free(nvrtc);
        for (const char *const *part = linked; exercise.program && *part; part++) {
            char *path = text_format("%s/%s", p->root, *part);
            add_bind(c, "--ro-bind-try", path);
            free(path);
        }
        add_bind(c, "--bind", p->work);
    } else if (kind == PROCESS_PROGRAM) {
        char *folder = text_format("%s/run", p->work), *itself = text_format("%s/program", p->work),
             *source = compile_path(p);
        add_bind(c, "--bind", folder);
        add_bind(c, "--ro-bind", itself);
        add_bind(c, "--ro-bind", source);
        free(folder);
        free(itself);
        free(source);
    } else
        add_bind(c, "--ro-bind", program);
    if (kind == PROCESS_GPU)
        add_gpu(c);
    static const char *const seal[] = {"--remount-ro", "/", "--chdir", NULL};
    command_add(c, seal);
    char *folder = kind == PROCESS_COMPILER  ? text_format("%s", p->work)
                   : kind == PROCESS_PROGRAM ? text_format("%s/run", p->work)
                                             : text_format("/");
    add(c, folder);
    free(folder);
    add(c, "--");
}

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

void sandbox_need(const Place *p)
{
    int status;
    char *said = try_it(p, &status);
    if (said && strstr(said, "--size")) { // bubblewrap before 0.7 has no --size
        free(said);
        sized = false;
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

bool sandbox_sized(void)
{
    return sized;
}
