// interrupt.cu: Ctrl-C, as `interrupt kernel` while a kernel runs that does not end, or as `interrupt host` between kernels. With
// `interrupt own` the program has a handler.

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void endless(volatile unsigned int *p) // p: (128), in memory that the host reaches
{
    for (;;)
        p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static void *press(void *p)
{
    while (!*(volatile unsigned int *)p)
        ;
    raise(SIGINT);
    return NULL;
}

static void handle(int)
{
    puts("handled");
    fflush(stdout);
    _Exit(7);
}

int main(int argc, char **argv)
{
    unsigned int *p;
    pthread_t thread;
    if (argc < 2)
        return 2;
    cudaMallocHost(&p, 128 * sizeof *p);
    memset(p, 0, 128 * sizeof *p);
    puts("begins");
    if (strcmp(argv[1], "own") == 0)
        signal(SIGINT, handle);
    if (strcmp(argv[1], "host") == 0) {
        raise(SIGINT);
        puts("goes on");
    }
    pthread_create(&thread, NULL, press, p);
    endless<<<2, 64>>>(p);
    cudaDeviceSynchronize();
    return 0;
}
