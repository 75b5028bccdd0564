// sandbox.c: the walls around a child process: bubblewrap's command line.
//
// Inside are the compilers and libraries of /usr, the CUDA toolkit, common/ and chapters/, all read-only. A compiler also sees the
// submission's folder; a device process sees nothing of it. There is no network, no process but the sandbox's own, no /proc (but
// for a GPU's driver, which needs one), no device but /dev/null, and no user's file: a compiler that is made to quote a file can
// quote none that matters. The size of /tmp is limited, and the root can't be written at all.

#include "native.h"

#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void command_add(Command *c, const char *words, ...)
{
    size_t size;
    va_list args;
    va_start(args, words);
    while (*(words += strspn(words, " "))) {
        if (c->count == COMMAND_WORDS)
            cannot_work("a command line is too long");
        FILE *word = text_open(&c->words[c->count++], &size);
        for (; *words && *words != ' '; words++)
            if (strncmp(words, "%s", 2) == 0)
                fputs((words++, va_arg(args, const char *)), word);
            else
                fputc(*words, word);
        fclose(word);
    }
    c->words[c->count] = NULL;
    va_end(args);
}

void command_free(Command *c)
{
    while (c->count)
        free(c->words[--c->count]);
}

static void add_bind(Command *c, const char *how, const char *path)
{
    command_add(c, "%s %s %s", how, path, path);
}

static void add_part(Command *c, const char *how, const char *folder, const char *part)
{
    command_add(c, "%s %s/%s %s/%s", how, folder, part, folder, part);
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
            command_add(c, "--symlink %s %s", target, *top);
        } else
            add_bind(c, "--ro-bind-try", *top);
    }
    add_bind(c, "--ro-bind-try", "/etc/alternatives"); // compilers are links into it
    add_bind(c, "--ro-bind-try", "/etc/ld.so.cache");  // tells where the driver's library is
}

static void add_gpu(Command *c)
{
    glob_t nodes;
    command_add(c, "--proc /proc");
    add_bind(c, "--ro-bind-try", "/sys");
    if (glob("/dev/nvidia*", 0, NULL, &nodes) == 0)
        for (size_t i = 0; i < nodes.gl_pathc; i++)
            add_bind(c, "--dev-bind-try", nodes.gl_pathv[i]);
    globfree(&nodes);
}

static bool sized = true; // this bubblewrap can limit /tmp

void sandbox_add(Command *c, const Place *p, ProcessKind kind, const char *program, bool filtered)
{
    command_add(c, "bwrap --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts "
                   "--new-session --die-with-parent --cap-drop ALL");
    if (filtered)
        command_add(c, "--seccomp 3"); // process.c opens the filter as 3
    char size[16];
    if (sized) {
        snprintf(size, sizeof size, "%d", kind == PROCESS_PROGRAM ? PROGRAM_DISK : SANDBOX_TMP);
        command_add(c, "--size %s", size);
    }
    // What compiles with clang, and compiles and links a whole program. Beside a Makefile, warpcc knows that it is not installed.
    static const char *const parts[] = {
        "common",
        "chapters", // headers of some exercises are there
        "Makefile", COMPILE_NVRTC, "warpcc", "tools/need.sh", "compile", "build/sim/libwarpsim.a",
        NULL};
    command_add(c, "--tmpfs /tmp --dir /dev");
    add_bind(c, "--dev-bind", "/dev/null");
    add_system(c);
    if (strncmp(p->root, "/usr/", 5) == 0) // only these parts of the workbook are shown
        command_add(c, "--tmpfs %s", p->root);
    add_bind(c, "--ro-bind", p->toolkit);
    if (kind == PROCESS_COMPILER) {
        for (const char *const *part = parts; *part; part++)
            add_part(c, "--ro-bind-try", p->root, *part);
        add_bind(c, "--bind", p->work);
    } else if (kind == PROCESS_PROGRAM) {
        // Its folder is new for each run. Where its size can't be limited, nothing can be written there.
        if (sized)
            command_add(c, "--size %s", size);
        command_add(c, "%s %s/run", sized ? "--tmpfs" : "--dir", p->work);
        add_part(c, "--ro-bind", p->work, "program");
        add_part(c, "--ro-bind", p->work, COMPILE_SOURCE);
    } else
        add_bind(c, "--ro-bind", program);
    if (kind == PROCESS_GPU)
        add_gpu(c);
    command_add(c, "--remount-ro / --chdir");
    if (kind == PROCESS_COMPILER || kind == PROCESS_PROGRAM)
        command_add(c, "%s%s", p->work, kind == PROCESS_PROGRAM ? "/run" : "");
    else
        command_add(c, "/");
    command_add(c, "--");
}

void sandbox_not_sized(void)
{
    sized = false;
}

bool sandbox_sized(void)
{
    return sized;
}
