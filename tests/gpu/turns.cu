// turns.cu: what lanes pay that add to the same word of shared memory, for notes of chapter 3. Every block has 256 words, and byte i of
// a table says to which of them thread i adds, TURNS times:
//
//     ones       1 each time; nobody uses what was there before. For this one ptxas has an instruction of its own
//     fetched    1 each time, and the thread uses what was there before
//     numbers    a number of its own, which the compiler doesn't know
//
// The table has a word for each lane (Apart), random words (Random) or one word for all (Equal).
//
//     nvcc -arch=native -O3 -Icommon tests/gpu/turns.cu -o turns && ./turns --csv

#include "program.h"

enum { WORDS = 256, TURNS = 16 };

// which: (n), in 0 ... WORDS - 1; own: (n), the numbers that threads add; out: (n), anything that depends on the words.
// blockDim.x is WORDS, and n a multiple of it.

static __device__ void clear(unsigned int *words)
{
    words[threadIdx.x] = 0;
    __syncthreads();
}

static __device__ void store(const unsigned int *words, unsigned int *out, unsigned int before)
{
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x] + before;
}

__global__ void ones(const unsigned char *which, const unsigned int *, unsigned int *out)
{
    __shared__ unsigned int words[WORDS];
    unsigned int *word = &words[which[blockIdx.x * blockDim.x + threadIdx.x]];
    clear(words);
    for (int k = 0; k < TURNS; k++)
        atomicAdd(word, 1);
    store(words, out, 0);
}

__global__ void fetched(const unsigned char *which, const unsigned int *, unsigned int *out)
{
    __shared__ unsigned int words[WORDS];
    unsigned int *word = &words[which[blockIdx.x * blockDim.x + threadIdx.x]], before = 0;
    clear(words);
    for (int k = 0; k < TURNS; k++)
        before |= atomicAdd(word, 1);
    store(words, out, before >> 31); // no sum is so large, so this is 0
}

__global__ void numbers(const unsigned char *which, const unsigned int *own, unsigned int *out)
{
    __shared__ unsigned int words[WORDS];
    unsigned int *word = &words[which[blockIdx.x * blockDim.x + threadIdx.x]];
    unsigned int number = own[blockIdx.x * blockDim.x + threadIdx.x];
    clear(words);
    for (int k = 0; k < TURNS; k++)
        atomicAdd(word, number);
    store(words, out, 0);
}

enum { APART, RANDOM, EQUAL };

static const struct {
    const char *name;
    void (*kernel)(const unsigned char *which, const unsigned int *own, unsigned int *out);
    int table;
} lines[] = {
    {"onesApart", ones, APART},         {"onesRandom", ones, RANDOM},
    {"onesEqual", ones, EQUAL},         {"fetchedApart", fetched, APART},
    {"fetchedRandom", fetched, RANDOM}, {"fetchedEqual", fetched, EQUAL},
    {"numbersApart", numbers, APART},   {"numbersRandom", numbers, RANDOM},
    {"numbersEqual", numbers, EQUAL},
};
enum { LINES = sizeof lines / sizeof *lines };

int main(int argc, char **argv)
{
    Options options = options_for("Times atomic additions in shared memory by n threads.", "nsrk");
    options.n = default_size(1 << 20, 1 << 14);
    options.n_max = 1 << 26;
    options_kernels(&options, lines);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n / WORDS * WORDS;
    unsigned char *which = host_array(unsigned char, n);
    unsigned int *own = host_array(unsigned int, n), *out = host_array(unsigned int, n);
    for (size_t i = 0; i < n; i++)
        own[i] = 1;
    unsigned char *d_which = deviceArray(unsigned char, n);
    unsigned int *d_own = deviceCopy(unsigned int, own, n), *d_out = deviceArray(unsigned int, n);

    Rows rows = rowsBegin(&device, &options, "additions/ns", 0);
    for (int k = 0; k < LINES; k++) {
        if (!options_want(&options, lines[k].name))
            continue;
        for (size_t i = 0; i < n; i++)
            which[i] = (unsigned char)(lines[k].table == APART    ? i
                                       : lines[k].table == RANDOM ? random_bits(options.seed, i)
                                                                  : 7);
        cudaCheck(cudaMemcpy(d_which, which, n, cudaMemcpyHostToDevice));
        Runs runs = runsBegin(&options, d_out, n * sizeof *out);
        while (runsNext(&runs))
            lines[k].kernel<<<(unsigned int)(n / WORDS), WORDS>>>(d_which, d_own, d_out);
        double ms = runsEnd(&runs, out);
        uint64_t sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += out[i];
        rowsKernel(&rows, lines[k].name, n, ms, (double)n * TURNS,
                   verify_integer(lines[k].name, (int64_t)sum, (int64_t)n * TURNS));
    }
    deviceFree(d_which, d_own, d_out);
    host_free(which, own, out);
    return rowsEnd(&rows);
}
