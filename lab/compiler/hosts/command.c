// command.c: the lowering as a command: `lower FILE.ll` prints PTX. Exit status: 0 done; 1 the IR can't be lowered; 2 bad usage.
//
// Tests and fuzzing use it; the page runs the same library as WebAssembly (exports.c).

#include "base/base.h"
#include "lab/compiler/compiler.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IR = 256 << 20 };

static void stop(void *context, const char *message)
{
    fprintf(stderr, "%s\n", message);
    longjmp(*(jmp_buf *)context, 1);
}

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    while (in && *length < MOST_IR) {
        if (*length == room) {
            room = room ? 2 * room : 1 << 16;
            char *grown = realloc(text, room);
            if (!grown)
                break;
            text = grown;
        }
        size_t n = fread(text + *length, 1, room - *length, in);
        *length += n;
        if (n == 0)
            break;
    }
    if (!in || ferror(in) || !feof(in)) {
        fprintf(stderr, "lower: %s: %s\n", path, errno ? strerror(errno) : "too large");
        exit(2);
    }
    fclose(in);
    return text;
}

// Prints the PTX of an IR text; 1 if it can't be lowered.
static int lower(const char *ir, size_t length)
{
    Arena arena = {0};
    jmp_buf back;
    CompilerHost host = {stop, &back, &arena};
    int status = setjmp(back);
    if (status == 0)
        fputs(compile_ir(&host, ir, length), stdout);
    arena_free(&arena);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: lower FILE.ll\n", stderr);
        return 2;
    }
    size_t length;
    char *ir = read_file(argv[1], &length);
    int status = lower(ir, length);
    free(ir);
    return status;
}
