// requests.cu: launches whose requests to L2 are known, so that what L2 counts beyond them can be told: small launches, the host's
// memory, records that are stored or changed word by word, and pictures. caches.sh counts them. Prints the name of each launch, in
// order. `requests NUMBER` makes only that launch, counted from 0; tests/simulator/traffic.t compares it with the record.

#include "check.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 256 };

__global__ void nothing(void) {}

__global__ void readWords(const int *in, int *sum, int never)
{
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value == never)
        *sum = value;
}

__global__ void writeWords(int *out, int value)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// Each thread stores a record, piece by piece. out: (gridDim.x * blockDim.x * PIECES).
template <typename Piece, int PIECES>
__global__ void storeRecords(Piece *out, Piece value)
{
    Piece *own = out + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * PIECES;
#pragma unroll
    for (int k = 0; k < PIECES; k++)
        own[k] = value;
}

// Each thread changes all words of a record, `turns` times. words: (gridDim.x * blockDim.x * WORDS).
template <int WORDS>
__global__ void changeRecords(volatile int *words, int turns)
{
    int *own = (int *)words + (size_t)(blockIdx.x * blockDim.x + threadIdx.x) * WORDS;
    for (int t = 0; t < turns; t++) {
#pragma unroll
        for (int k = 0; k < WORDS; k++)
            own[k] = own[k] * 3 + own[(k + 1) % WORDS];
    }
}

// Each thread takes a place of the picture, and `taps` places after it, dx and dy apart.
__global__ void readPicture(cudaTextureObject_t picture, float *sum, float offset, int taps, int dx,
                            int dy)
{
    float x = (float)(blockIdx.x * blockDim.x + threadIdx.x) + offset;
    float y = (float)(blockIdx.y * blockDim.y + threadIdx.y) + offset, total = 0;
    for (int k = 0; k < taps; k++)
        total += tex2D<float>(picture, x + (float)(k * dx), y + (float)(k * dy));
    if (total == -1.f)
        *sum = total;
}

static int wanted = -1; // the number of the launch that is made; -1: all are

// Tells whether the next launch is to be made.
static bool wants(void)
{
    static int number;
    return wanted < 0 || number++ == wanted;
}

// Waits for the launch and prints its name.
static void ran(const char *what, int value)
{
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    printf("%s,%d\n", what, value);
}

// Reads and writes words; the launches have these names.
static void runWords(int *data, int words, const char *read, const char *written)
{
    if (wants()) {
        readWords<<<words / BLOCK, BLOCK>>>(data, data, 1);
        ran(read, words);
    }
    if (wants()) {
        writeWords<<<words / BLOCK, BLOCK>>>(data, 0);
        ran(written, words);
    }
}

static void runSmall(int *data)
{
    for (int blocks = 1; blocks <= 1024; blocks *= 4)
        if (wants()) {
            nothing<<<blocks, BLOCK>>>();
            ran("nothing", blocks);
        }
    for (int words = 1 << 12; words <= 1 << 24; words *= 4)
        runWords(data, words, "words read", "words written");
}

template <typename Piece, int PIECES>
static void runRecords(int *data, const char *what)
{
    static const int shapes[][2] = {{132, 32}, {132, 256}, {1056, 256}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        int blocks = shapes[k][0], threads = shapes[k][1];
        if (wants()) {
            storeRecords<Piece, PIECES><<<blocks, threads>>>((Piece *)data, Piece());
            ran(what, PIECES);
        }
    }
}

template <int WORDS>
static void runChanges(int *data)
{
    for (int turns = 1; turns <= 8; turns *= 8)
        for (int blocks = 30; blocks <= 528; blocks += 498)
            if (wants()) {
                changeRecords<WORDS><<<blocks, BLOCK>>>(data, turns);
                ran(turns == 1 ? "words of records changed once"
                               : "words of records changed eight times",
                    WORDS);
            }
}

static void runPictures(int size, float *sum)
{
    // How a thread's places follow each other, and where in its texel the first one is.
    static const struct {
        const char *name[2]; // nearest and mixed
        float offset;
        int taps, dx, dy;
    } ways[] = {
        {{"picture; nearest; in the middle", "picture; mixed; in the middle"}, 0.5f, 1, 0, 0},
        {{"picture; nearest; aside", "picture; mixed; aside"}, 0.75f, 1, 0, 0},
        {{"picture; nearest; a row of 17", "picture; mixed; a row of 17"}, 0.5f, 17, 1, 0},
        {{"picture; nearest; a column of 17", "picture; mixed; a column of 17"}, 0.5f, 17, 0, 1},
    };
    static const dim3 shapes[] = {dim3(8, 8), dim3(16, 12), dim3(16, 16), dim3(32, 8),
                                  dim3(256, 1)};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaCheck(cudaMallocArray(&array, &format, size, size));
    for (int linear = 0; linear < 2; linear++) {
        cudaResourceDesc from = {};
        from.resType = cudaResourceTypeArray;
        from.res.array.array = array;
        cudaTextureDesc how = {};
        how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        cudaTextureObject_t picture;
        cudaCheck(cudaCreateTextureObject(&picture, &from, &how, NULL));
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
                if (wants()) {
                    dim3 grid(size / shapes[k].x, size / shapes[k].y);
                    readPicture<<<grid, shapes[k]>>>(picture, sum, ways[w].offset, ways[w].taps,
                                                     ways[w].dx, ways[w].dy);
                    ran(ways[w].name[linear], size);
                }
        cudaCheck(cudaDestroyTextureObject(picture));
    }
    cudaCheck(cudaFreeArray(array));
}

int main(int argc, char **argv)
{
    enum { WORDS = 1 << 24 };
    if (argc > 1)
        wanted = atoi(argv[1]);
    int *data, *host;
    cudaCheck(cudaMalloc(&data, WORDS * sizeof *data));
    cudaCheck(cudaMemset(data, 0, WORDS * sizeof *data));
    cudaCheck(cudaMallocHost(&host, (WORDS >> 2) * sizeof *host));
    memset(host, 0, (WORDS >> 2) * sizeof *host);
    runSmall(data);
    for (int words = WORDS >> 4; words <= WORDS >> 2; words *= 4)
        runWords(host, words, "words of the host read", "words of the host written");
    runRecords<int, 1>(data, "words in records");
    runRecords<int, 2>(data, "words in records");
    runRecords<int, 3>(data, "words in records");
    runRecords<int, 4>(data, "words in records");
    runRecords<int, 5>(data, "words in records");
    runRecords<int, 6>(data, "words in records");
    runRecords<int, 8>(data, "words in records");
    runRecords<int, 12>(data, "words in records");
    runRecords<int, 16>(data, "words in records");
    runRecords<int, 32>(data, "words in records");
    runRecords<int2, 2>(data, "pairs in records");
    runRecords<int2, 3>(data, "pairs in records");
    runRecords<int2, 4>(data, "pairs in records");
    runRecords<int2, 6>(data, "pairs in records");
    runRecords<int4, 2>(data, "quads in records");
    runRecords<int4, 3>(data, "quads in records");
    runRecords<int4, 4>(data, "quads in records");
    runChanges<4>(data);
    runChanges<8>(data);
    runChanges<12>(data);
    runPictures(512, (float *)data);
    runPictures(2048, (float *)data);
    cudaCheck(cudaFree(data));
    cudaCheck(cudaFreeHost(host));
    return 0;
}
