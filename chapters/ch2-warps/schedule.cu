// Scheduling: which SM runs which block.
//
// A grid's blocks wait in one queue. Each SM takes as many as it has room for, and another when one
// of them ends. No block may count on another to run before it, after it or beside it, so a GPU with
// few SMs runs the same grid in more rounds, with the same result.
//
// The work consists of n pieces. First each piece is a block, and the hardware hands them out. Then a
// fixed number of blocks, each of which stands for an SM, fetch one piece after another.
//
//     blocks         a block per piece
//     workers1       one block does them all
//     workers4       four blocks
//     workers16
//     workers64
//     workersAll     one for each SM
//
//     make ch2-schedule && ./ch2-schedule
//     WARPSIM=device=t4 ./ch2-schedule     the same on another GPU

#include "program.h"

enum { THREADS = 256, SHOWN = 4 }; // per block; SMs whose blocks are listed

// Where a piece was processed.
typedef struct {
    unsigned int sm, slot; // the SM, and which of its places for warps the block's first warp had
} Where;

// [begin here]
// Where this thread runs, from two hardware registers for which CUDA C has no name. PTX calls
// them %smid and %warpid.
static __device__ Where here(void)
{
    Where where;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(where.sm));
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(where.slot));
    return where;
}
// [end here]

// Does one piece of work, with the whole block: rounds of arithmetic in each thread, just to take up
// time. Then thread 0 notes the result and where it ran.
static __device__ void doPiece(size_t piece, unsigned int rounds, unsigned int *results,
                               Where *places)
{
    unsigned int x = (unsigned int)piece + threadIdx.x;
#pragma unroll 1
    for (unsigned int r = 0; r < rounds; r++)
        x = 1664525 * x + 1013904223;
    if (threadIdx.x == 0) {
        results[piece] = x;
        places[piece] = here();
    }
}

// All kernels: results, places: (pieces); next: (1), the number of pieces that have been drawn.

// [begin blocks]
__global__ void blocks(size_t, unsigned int rounds, unsigned int *results, Where *places,
                       unsigned long long *)
{
    doPiece(blockIdx.x, rounds, results, places);
}
// [end blocks]

// Blocks fetch pieces until none are left. Thread 0 fetches for its block. The first barrier lets all
// threads see the number, and the second keeps it from changing until all of them have read it.
// [begin workers]
__global__ void workers(size_t pieces, unsigned int rounds, unsigned int *results, Where *places,
                        unsigned long long *next)
{
    __shared__ size_t piece;
    for (;;) {
        if (threadIdx.x == 0)
            piece = atomicAdd(next, 1ull);
        __syncthreads();
        size_t mine = piece;
        __syncthreads();
        if (mine >= pieces)
            return; // the whole block at once
        doPiece(mine, rounds, results, places);
    }
}
// [end workers]

typedef void (*Kernel)(size_t pieces, unsigned int rounds, unsigned int *results, Where *places,
                       unsigned long long *next);

static const struct {
    const char *name;
    Kernel kernel;
    unsigned int workers; // 0: as many as there are SMs
} ways[] = {
    {"blocks", blocks, 0},      {"workers1", workers, 1},   {"workers4", workers, 4},
    {"workers16", workers, 16}, {"workers64", workers, 64}, {"workersAll", workers, 0},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
// Returns what `rounds` steps of x = 1664525 x + 1013904223, modulo 2^32, make of `piece`: it is
// 1664525^rounds times piece, plus an addend that is the same for every piece.
static unsigned int want_at(size_t piece, unsigned int rounds)
{
    static unsigned int known = UINT32_MAX, factor, addend; // the rounds that the other two are for
    if (known != rounds) {
        factor = 1;
        addend = 0;
        for (unsigned int r = 0; r < rounds; r++) {
            factor *= 1664525;
            addend = 1664525 * addend + 1013904223;
        }
        known = rounds;
    }
    return factor * (unsigned int)piece + addend;
}
// [end reference]

// True if every piece has been done, on an SM that there is; else says on stderr what is wrong.
static bool verify_pieces(const char *name, const unsigned int *results, const Where *places,
                          size_t pieces, unsigned int rounds, int multiprocessors)
{
    for (size_t p = 0; p < pieces; p++) {
        if (!verify_integer(name, results[p], want_at(p, rounds)))
            return false;
        if (places[p].sm < (unsigned int)multiprocessors)
            continue;
        fprintf(stderr, "%s: piece %zu ran on SM %u of %d\n", name, p, places[p].sm,
                multiprocessors);
        return false;
    }
    return true;
}

// Prints how the pieces were spread over SMs, and those of the first few SMs in full.
static void print_places(const Where *places, size_t pieces, int multiprocessors)
{
    size_t *counts = host_array(size_t, (size_t)multiprocessors);
    size_t least = pieces, most = 0, used = 0;
    for (size_t p = 0; p < pieces; p++)
        counts[places[p].sm]++;
    for (int sm = 0; sm < multiprocessors; sm++) {
        least = counts[sm] < least ? counts[sm] : least;
        most = counts[sm] > most ? counts[sm] : most;
        used += counts[sm] > 0;
    }
    printf("\nblocks: %zu of %d SMs had %zu to %zu each; block@place of its first warp\n", used,
           multiprocessors, least, most);
    for (unsigned int sm = 0; sm < SHOWN && sm < (unsigned int)multiprocessors; sm++) {
        size_t listed = 0;
        printf("  SM %u:", sm);
        for (size_t p = 0; p < pieces && listed < 7; p++)
            if (places[p].sm == sm && ++listed > 0)
                printf(" %5zu@%-2u", p, places[p].slot);
        printf("%s\n", counts[sm] > listed ? " ..." : "");
    }
    free(counts);
}

int main(int argc, char **argv)
{
    size_t rounds = default_size(4096, 256);
    const Option own[] = {
        {'i', "iterations", "rounds of a piece's work", &rounds, 0, 1 << 20, NULL, NULL}, {}};
    Options options =
        options_for("Lets blocks do n pieces of work and shows which SM did which.", "nrk");
    options.n = default_size(1 << 14, 1000);
    options.n_max = (size_t)1 << 30;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * (sizeof(unsigned int) + sizeof(Where));
    deviceRequire(&options, bytes, bytes);
    Rows rows = rowsBegin(&device, &options, "G/s", 0);
    unsigned int *results = host_array(unsigned int, n);
    Where *places = host_array(Where, n);
    unsigned int *d_results = deviceArray(unsigned int, n);
    Where *d_places = deviceArray(Where, n);
    unsigned long long *d_next = deviceArray(unsigned long long, 1);

    Where *ofBlocks = NULL; // where the kernel `blocks` did the pieces
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        size_t grid = ways[i].kernel == blocks ? n
                      : ways[i].workers > 0    ? ways[i].workers
                                               : (size_t)device.multiprocessors;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_results, 0xff, n * sizeof *results));
            cudaCheck(cudaMemset(d_places, 0xff, n * sizeof *places));
            cudaCheck(cudaMemset(d_next, 0, sizeof *d_next));
            gpuTimerStart(&timer);
            if (grid > 0)
                ways[i].kernel<<<(unsigned int)grid, THREADS>>>(n, (unsigned int)rounds, d_results,
                                                                d_places, d_next);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(results, d_results, n * sizeof *results, cudaMemcpyDeviceToHost));
        cudaCheck(cudaMemcpy(places, d_places, n * sizeof *places, cudaMemcpyDeviceToHost));
        bool right = verify_pieces(ways[i].name, results, places, n, (unsigned int)rounds,
                                   device.multiprocessors);
        rowsKernel(&rows, ways[i].name, n, ms, (double)n * (double)rounds * THREADS, right);
        if (ways[i].kernel == blocks && right) {
            ofBlocks = host_array(Where, n);
            memcpy(ofBlocks, places, n * sizeof *places);
        }
    }
    if (!options.csv)
        printf("\nG/s: 10^9 rounds of arithmetic per second\n");
    if (ofBlocks != NULL && !options.csv)
        print_places(ofBlocks, n, device.multiprocessors);
    free(ofBlocks);
    deviceFree(d_results, d_places, d_next);
    host_free(results, places);
    return rowsEnd(&rows);
}
