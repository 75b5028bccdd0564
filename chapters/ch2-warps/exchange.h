// What ch2-barrier and ch2-wrong share: exchanges of elements between threads, the data that they work
// on, and what has to come out.

#ifndef WARP_EXCHANGE_H
#define WARP_EXCHANGE_H

#include "check.h"
#include "device.h"
#include "launch.h"
#include "verify.h"

enum { WARP = 32 };

// All kernels: in, out: (n). A block has a stretch of blockDim.x elements; in the last block there may
// be fewer of them than threads, `count`. Threads without an element still come to the barriers.
extern __shared__ int stretch[]; // (blockDim.x)

static __device__ unsigned int countHere(size_t n)
{
    size_t left = n - (size_t)blockIdx.x * blockDim.x;
    return left < blockDim.x ? (unsigned int)left : blockDim.x;
}

// What is to be out[i]. The element's block begins at element `first` and has `count` of them.
static int want_reverse(const int *in, size_t, size_t i, size_t first, size_t count)
{
    return in[first + count - 1 - (i - first)];
}

static int want_reverse_warp(const int *in, size_t, size_t i, size_t first, size_t count)
{
    size_t warp = (i - first) / WARP * WARP;
    size_t here = count - warp < WARP ? count - warp : WARP;
    return in[first + warp + here - 1 - (i - first - warp)];
}

static int want_branch(const int *in, size_t, size_t i, size_t first, size_t count)
{
    size_t from = count - 1 - (i - first);
    return from % 2 == 0 ? in[first + from] : -in[first + from];
}

static int want_all(const int *in, size_t n, size_t i, size_t, size_t)
{
    return 2 * in[n - 1 - i];
}

typedef void (*Kernel)(const int *in, int *out, size_t n);

typedef struct {
    const char *name;
    Kernel kernel;
    Kernel second; // launched after it, on what the first one left; or NULL
    int (*want)(const int *in, size_t n, size_t i, size_t first, size_t count);
} Exchange;

// What kernels work on. data, out: (n) on the host; the rest on the device.
typedef struct {
    size_t n, block;
    unsigned int grid;
    int *in, *out, *d_in, *d_out, *d_between;
} Data;

static Data dataBegin(size_t n, size_t block, size_t seed)
{
    Data d = {n, block, blocksFor(n, block), NULL, NULL, NULL, NULL, NULL};
    size_t bytes = n * sizeof(int);
    d.in = (int *)host_alloc(n, sizeof(int));
    d.out = (int *)host_alloc(n, sizeof(int));
    fill_ints(d.in, n, seed);
    cudaCheck(cudaMalloc(&d.d_in, bytes));
    cudaCheck(cudaMalloc(&d.d_out, bytes));
    cudaCheck(cudaMalloc(&d.d_between, bytes));
    cudaCheck(cudaMemcpy(d.d_in, d.in, bytes, cudaMemcpyHostToDevice));
    return d;
}

static void dataEnd(Data *d)
{
    cudaCheck(cudaFree(d->d_in));
    cudaCheck(cudaFree(d->d_out));
    cudaCheck(cudaFree(d->d_between));
    free(d->in);
    free(d->out);
}

// The number of elements of the result that are wrong.
static size_t count_wrong(const Exchange *e, const Data *d)
{
    size_t wrong = 0;
    cudaCheck(cudaMemcpy(d->out, d->d_out, d->n * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < d->n; i++) {
        size_t first = i / d->block * d->block;
        size_t count = d->n - first < d->block ? d->n - first : d->block;
        wrong += d->out[i] != e->want(d->in, d->n, i, first, count);
    }
    return wrong;
}

#endif
