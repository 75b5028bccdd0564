// nvrtc.c: a program of its own that turns CUDA C into PTX with NVRTC, the compiler as a library. NVRTC reads no host code and few
// headers, so it needs an eighth of nvcc's processor time. If it cannot compile a file, nvcc is asked, and the verdict shows
// nvcc's messages.
//
// Of the C library it knows the few headers below, as far as kernels use them. Who uses more of them is compiled by nvcc.
//
// usage: nvrtc FILE OUT OPTION…   Exit status 1, and no OUT, if the file does not compile.
// Source: NVRTC, in the CUDA Toolkit's documentation.

#define _GNU_SOURCE

#include <nvrtc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// <math.h>, which nvcc includes by itself, has INFINITY. printf and the functions of <math.h> are built in.
static const char INFINITE[] = "-DINFINITY=__int_as_float(0x7f800000)";
static const char *const HEADERS[] = {"limits.h", "stdint.h", "float.h", "math.h", "stdio.h"};
static const char *const TEXTS[] = {"#include <cuda/std/climits>\n",
                                    "#include <cuda/std/cstdint>\n",
                                    "#include <cuda/std/climits>\n"
                                    "#define FLT_MAX __FLT_MAX__\n"
                                    "#define FLT_MIN __FLT_MIN__\n"
                                    "#define FLT_EPSILON __FLT_EPSILON__\n"
                                    "#define DBL_MAX __DBL_MAX__\n"
                                    "#define DBL_MIN __DBL_MIN__\n"
                                    "#define DBL_EPSILON __DBL_EPSILON__\n",
                                    "", ""};

enum { HEADER_COUNT = sizeof HEADERS / sizeof *HEADERS, MOST_OPTIONS = 32 };

// Returns the file's bytes and a 0, to be freed; NULL if it can't be read.
static char *read_all(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (in && getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        text = NULL;
    }
    if (in)
        fclose(in);
    return text;
}

static bool write_ptx(nvrtcProgram program, const char *path)
{
    size_t size; // counts a 0 at the end
    if (nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS)
        return false;
    char *ptx = malloc(size);
    FILE *out = fopen(path, "w");
    bool written = ptx && out && nvrtcGetPTX(program, ptx) == NVRTC_SUCCESS &&
                   fwrite(ptx, 1, size - 1, out) == size - 1;
    if (out)
        written = fclose(out) == 0 && written;
    free(ptx);
    return written;
}

// Prints what the compiler says.
static void print_log(nvrtcProgram program)
{
    size_t size; // counts a 0 at the end
    char *log = NULL;
    if (nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && (log = malloc(size)) &&
        nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS)
        fputs(log, stdout);
    free(log);
}

int main(int argc, char **argv)
{
    const char *options[MOST_OPTIONS] = {INFINITE};
    if (argc < 3 || argc - 3 >= MOST_OPTIONS)
        return 1;
    memcpy(options + 1, argv + 3, (size_t)(argc - 3) * sizeof *argv);
    char *source = read_all(argv[1]);
    // Some editors begin a file with a byte order mark, which nvcc passes over and NVRTC doesn't know.
    size_t mark = source && strncmp(source, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    nvrtcProgram program;
    bool made = source && nvrtcCreateProgram(&program, source + mark, argv[1], HEADER_COUNT, TEXTS,
                                             HEADERS) == NVRTC_SUCCESS;
    made = made && nvrtcCompileProgram(program, argc - 2, options) == NVRTC_SUCCESS;
    if (made)
        print_log(program); // warnings
    made = made && write_ptx(program, argv[2]);
    free(source);
    return made ? EXIT_SUCCESS : EXIT_FAILURE;
}
