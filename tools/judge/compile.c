// compile.c: a submission through nvcc. Only device code is made: PTX for the simulator, a cubin for a GPU. The host
// code is read by the compiler, and goes no further.

#include "engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SAID = 64 << 10, MOST_CODE = 64 << 20 };

char *compile_path(const Place *p)
{
    return text_format("%s/exercise.cu", p->work);
}

// Runs nvcc. NULL if it is content, else what it said, or that it took too long.
static char *run_nvcc(const Place *p, const char *const *argv)
{
    double limit = COMPILER_SHARE * p->seconds;
    size_t length;
    int status;
    Process nvcc = process_start(p, PROCESS_COMPILER, argv);
    char *said = process_finish(&nvcc, MOST_SAID, now() + limit, &length, &status);
    if (process_interrupted())
        cannot_work("interrupted");
    if (status == 0) {
        free(said);
        return NULL;
    }
    char *clean = status == -1
                      ? text_format("The compiler did not end within %.0f seconds.\n", limit)
                  : length ? text_clean(said, length, 6000)
                           : text_format("The compiler ended without a word: it needs more "
                                         "memory or files than it may have.\n");
    free(said);
    return clean;
}

// Paths of the judge's folder become the student's.
static char *translate(const Place *p, char *said, const char *shown)
{
    char *path = compile_path(p), *result = text_replace(said, path, shown);
    free(path);
    free(said);
    return result;
}

static char *make_code(const Place *p, bool rdc, int capability)
{
    char *nvcc = text_format("%s/bin/nvcc", p->toolkit);
    char *arch =
        capability ? text_format("-arch=sm_%d", capability) : text_format("-arch=compute_86");
    char *include = text_format("-I%s/common", p->root);
    char *source = compile_path(p);
    const char *const compile_it[] = {
        nvcc,    capability ? "-cubin" : "-ptx",   "-O3",  "-lineinfo", arch,
        include, rdc ? "-rdc=true" : "-rdc=false", source, "-o",        "code",
        NULL};
    const char *const link_it[] = {nvcc,          "-dlink", "-cubin", arch, "code.cubin",
                                   "-lcudadevrt", "-o",     "code",   NULL};
    char *said = run_nvcc(p, compile_it);
    if (!said && rdc && capability) {
        char *from = text_format("%s/code", p->work), *to = text_format("%s/code.cubin", p->work);
        said = rename(from, to) == 0 ? run_nvcc(p, link_it) : text_format("no code\n");
        unlink(to);
        free(from);
        free(to);
    }
    free(nvcc);
    free(arch);
    free(include);
    free(source);
    return said;
}

Compiled compile(const Place *p, const char *source, size_t length, const char *shown, bool rdc,
                 int capability)
{
    Compiled c = {NULL, 0, NULL};
    char *path = compile_path(p), *code = text_format("%s/code", p->work);
    if (!text_write(path, source, length))
        cannot_work("%s: %s", path, strerror(errno));
    c.said = make_code(p, rdc, capability);
    if (c.said)
        c.said = translate(p, c.said, shown);
    else if (!(c.code = text_read(code, MOST_CODE, &c.length)))
        c.said = text_format("The compiled code is larger than %d MiB.\n", MOST_CODE >> 20);
    unlink(code);
    free(path);
    free(code);
    return c;
}
