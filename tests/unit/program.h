// program.h: makes a CUDA program from PTX text in a C test, and presents it to the runtime as nvcc's start-up code does.

#ifndef PROGRAM_H
#define PROGRAM_H

#include "runtime/cuda/cuda.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, const char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid, int *warp);
void __cudaRegisterVar(void **handle, char *host, const char *device, const char *name, int ext,
                       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, const char *device, const char *name,
                              int ext, size_t size, int constant, int global);

// The beginning of a test's PTX.
#define PTX_HEAD ".version 8.0\n.target sm_86\n.address_size 64\n"

// Registers PTX as the program's only fat binary.
static inline void **program(const char *ptx)
{
    static unsigned char fatbin[1 << 16]; // of the program, as the simulator expects
    static struct {
        int magic, version;
        const void *fatbin;
        void *unused;
    } wrapper = {.magic = 0x466243b1, .version = 1};
    const uint64_t length = strlen(ptx) + 1;
    const size_t headers = 16 + 64;
    assert_int_equal(fatbin[0], 0);
    assert_true(headers + length <= sizeof fatbin);
    memcpy(fatbin, &(uint32_t){0xBA55ED50}, 4);
    memcpy(fatbin + 4, (uint16_t[]){1, 16}, 4);
    memcpy(fatbin + 8, &(uint64_t){64 + length}, 8);
    memcpy(fatbin + 16, &(uint16_t){1}, 2); // PTX
    memcpy(fatbin + 20, &(uint32_t){64}, 4);
    memcpy(fatbin + 24, &length, 8);
    memcpy(fatbin + 44, &(uint32_t){86}, 4);
    memcpy(fatbin + headers, ptx, length);
    wrapper.fatbin = fatbin;
    void **handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFatBinaryEnd(handle);
    return handle;
}

// Lets the address `stub` stand for the kernel of that name.
static inline void program_kernel(void **handle, const void *stub, const char *name)
{
    __cudaRegisterFunction(handle, stub, NULL, name, -1, NULL, NULL, NULL, NULL, NULL);
}

static inline void program_variable(void **handle, void *shadow, const char *name, size_t size)
{
    __cudaRegisterVar(handle, shadow, NULL, name, 0, size, 0, 0);
}

#endif
