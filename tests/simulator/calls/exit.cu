// exit.cu: programs whose end is not a plain one. Its argument names what happens before.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int left = -1; // for how many more calls the host has memory; -1: for all

extern "C" void *__libc_calloc(size_t count, size_t size);
extern "C" void *calloc(size_t count, size_t size) noexcept
{
    left -= left > 0;
    return left == 0 ? NULL : __libc_calloc(count, size);
}

// Each thread writes to the same element.
__global__ void race(int *x)
{
    x[0] = threadIdx.x;
}

__global__ void spread(int *x)
{
    x[threadIdx.x * 2] = 1; // half of each sector
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int *x, ended = -1;
    if (strcmp(what, "child-race") == 0) {
        if (fork() > 0) {
            wait(&ended);
            printf("%d\n", WEXITSTATUS(ended));
            return 0;
        }
        what = "race";
    }
    cudaMalloc(&x, 1 << 12);
    if (strcmp(what, "race") == 0)
        race<<<1, 64>>>(x);
    else
        spread<<<64, 256>>>(x); // by several threads of the host
    cudaDeviceSynchronize();
    cudaFree(x);
    if (strcmp(what, "reset") == 0)
        cudaDeviceReset();
    if (strcmp(what, "fork") == 0) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, &ended, 0);
        printf("%d\n", ended);
    }
    if (strcmp(what, "fork-call") == 0) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            _exit(cudaMalloc(&x, 4));
        waitpid(child, &ended, 0);
        printf("%d\n", WEXITSTATUS(ended));
        cudaMalloc(&x, 4); // the parent still can
        cudaFree(x);
    }
    if (strcmp(what, "empty") == 0) {
        CUmodule m;
        left = 2; // enough for the call's copy of the text, not for its module
        cuModuleLoadData(&m, ".version 8.0\n.target sm_80\n.address_size 64\n");
    }
    return 0;
}
