// device.c: steps by kernels. A kernel is a file of PTX, build/model/ex3-13.ptx, and is launched by its name in the source. The driver
// API loads such files while the program runs, so that one student's file that doesn't compile spoils no other.

#include "model/language.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CUevent last; // where the time up to now ends
static bool running; // something was launched since the last wait

static void check(CUresult result, const char *what)
{
    const char *why = "?";
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorString(result, &why);
    fprintf(stderr, "the device fails at %s: %s\n", what, why);
    exit(3);
}

void *device_memory(size_t bytes)
{
    CUdeviceptr memory = 0;
    if (last == NULL) {
        CUcontext context;
        check(cuInit(0), "its first call");
        check(cuDevicePrimaryCtxRetain(&context, 0), "making a context");
        check(cuCtxSetCurrent(context), "making a context");
        check(cuEventCreate(&last, CU_EVENT_DEFAULT), "making an event");
        check(cuEventRecord(last, 0), "recording an event");
    }
    check(cuMemAllocManaged(&memory, bytes, CU_MEM_ATTACH_GLOBAL), "an allocation");
    check(cuMemsetD8(memory, 0, bytes), "clearing memory");
    check(cuCtxSynchronize(), "clearing memory");
    return (void *)(size_t)memory;
}

// Returns the step's kernel. In PTX its name is mangled: _Z, the name's length, the name, and letters for its parameters.
static CUfunction load(const Step *s)
{
    char path[64], name[256] = "", *text = calloc(1 << 20, 1);
    CUmodule module;
    CUfunction kernel;
    snprintf(path, sizeof path, "build/model/%s.ptx", s->exercise);
    FILE *file = fopen(path, "r");
    if (file && fread(text, 1, (1 << 20) - 1, file) > 0) {
        char begin[64];
        snprintf(begin, sizeof begin, ".entry _Z%zu%s", strlen(s->kernel), s->kernel);
        const char *entry = strstr(text, begin);
        if (entry)
            sscanf(entry, ".entry %255[A-Za-z0-9_]", name);
    }
    check(cuModuleLoadData(&module, text), path);
    check(cuModuleGetFunction(&kernel, module, name), s->kernel);
    if (file)
        fclose(file);
    free(text);
    return kernel;
}

void device_launch(Step *s, Shape shape, const Arg *a)
{
    void *parameters[16];
    if (!s->loaded)
        s->loaded = load(s);
    for (size_t i = 0; i < strlen(s->types); i++)
        parameters[i] = (void *)&a[i];
    check(cuLaunchKernel(s->loaded, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
                         shape.block[1], 1, 0, NULL, parameters, NULL),
          s->kernel);
    running = true;
}

void device_wait(void)
{
    if (running)
        check(cuCtxSynchronize(), "the end of a kernel");
    running = false;
}

void device_end(void)
{
    check(cuDevicePrimaryCtxReset(0), "its end");
}

double device_seconds(void)
{
    static double seconds;
    float ms = 0;
    CUevent now;
    if (last == NULL) // nothing is done there
        return 0;
    check(cuEventCreate(&now, CU_EVENT_DEFAULT), "making an event");
    check(cuEventRecord(now, 0), "recording an event");
    check(cuEventSynchronize(now), "the end of a kernel");
    check(cuEventElapsedTime(&ms, last, now), "taking a time");
    seconds += ms / 1e3;
    last = now;
    return seconds;
}
