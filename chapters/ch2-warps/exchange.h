// What ch2-barrier and ch2-wrong share: exchanges of elements between threads, the data that they work
// on, and what has to come out.

#ifndef WARP_EXCHANGE_H
#define WARP_EXCHANGE_H

#include "program.h"

enum { WARP = 32 };

// All kernels: in, out: (n). A block has a stretch of blockDim.x elements, or fewer in the last block:
// `count` of them. Threads without an element still come to the barriers.
extern __shared__ int stretch[]; // (blockDim.x)

static __device__ unsigned int countHere(size_t n)
{
    size_t left = n - (size_t)blockIdx.x * blockDim.x;
    return left < blockDim.x ? (unsigned int)left : blockDim.x;
}

// What out[i] must be. The element's block begins at element `first` and has `count` elements.
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
    int (*want)(const int *in, size_t n, size_t i, size_t first, size_t count);
} Exchange;

// What kernels work on. data, out: (n) on the host; the rest on the device.
typedef struct {
    size_t n, block;
    unsigned int grid;
    int *in, *out, *d_in, *d_out;
} Data;

static Data dataBegin(const Options *o)
{
    size_t n = o->n;
    Data d = {n, o->block, blocksFor(n, o->block), NULL, NULL, NULL, NULL};
    d.in = host_array(int, n);
    d.out = host_array(int, n);
    fill_ints(d.in, n, o->seed);
    d.d_in = deviceCopy(int, d.in, n);
    d.d_out = deviceArray(int, n);
    return d;
}

static void dataEnd(Data *d)
{
    deviceFree(d->d_in, d->d_out);
    host_free(d->in, d->out);
}

// The number of elements of the result, d->out, that are wrong.
static size_t count_wrong(const Exchange *e, const Data *d)
{
    size_t wrong = 0;
    for (size_t i = 0; i < d->n; i++) {
        size_t first = i / d->block * d->block;
        size_t count = d->n - first < d->block ? d->n - first : d->block;
        wrong += d->out[i] != e->want(d->in, d->n, i, first, count);
    }
    return wrong;
}

#endif
