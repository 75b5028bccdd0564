// The matrix product, as fast as the FP32 units allow.
//
// C = alpha A B + beta C, as in ch6-sgemm, whose rungs lead up to this kernel. Here the tiles come
// asynchronously, and the numbers by which the work is cut are known to the compiler.
//
//     sgemmAsync         cp.async brings the next part of A and B during the work on this one
//     sgemmWarps         a warp's threads form a nearly square tile: fewer distinct operands
//     sgemmTuned         larger tiles and more stages, chosen by shape to fill the device
//     sgemmStream        all tiles' parts of K in a line, cut into equal stretches: no idle SM at the end
//     cublasSgemm        the library, where it's installed
//
//     make ch6-tuned && ./ch6-tuned -m 1023 -n 1025 -d 1027

#include "cublas.cuh"
#include "tiles.h"

// [begin sgemmTiles]
// gridDim.x: tiles of C; gridDim.y: pieces into which K is cut, at most its parts. C: (gridDim.y,
// M, N), one product per piece, which addPieces() adds up. VEC 4 needs N % 4 == 0.
template <class T, int VEC>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    sgemmTiles(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
               float *C, int group)
{
    extern __shared__ __align__(16) float shared[];
    int row0, col0, i0, j0, parts = (K + T::BK - 1) / T::BK;
    int part = (int)((long long)parts * blockIdx.y / gridDim.y); // this piece of K: parts from here
    int end = (int)((long long)parts * (blockIdx.y + 1) / gridDim.y); // to end - 1
    float c[T::TM][T::TN] = {};

    tileAt<T>(blockIdx.x, M, N, group, &row0, &col0);
    quadsAt<T>(&i0, &j0);
    multiplyParts<T, VEC>(M, N, K, A, B, row0, col0, part, end, i0, j0, shared, c);
    C += (size_t)blockIdx.y * M * N; // this piece's
    storeTile<T, VEC>(M, N, alpha, beta, C, row0, col0, i0, j0, c);
}
// [end sgemmTiles]

// [begin addPieces]
// C = alpha (X[0] + ... + X[pieces - 1]) + beta C for X: (pieces, n), C: (n).
__global__ void addPieces(const float *X, int pieces, size_t n, float alpha, float beta, float *C)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float sum = 0;
        for (int piece = 0; piece < pieces; piece++)
            sum += X[piece * n + i];
        store(&C[i], alpha, sum, beta);
    }
}
// [end addPieces]

// All parts of all tiles, one tile after the other, form a line. The blocks of a grid that fills the device
// once make whole tiles in turn for as long as there are enough of them, and what is left of the line is cut
// into equal stretches, one for each block. So all blocks end at about the same time. A tile that is cut
// belongs to several blocks, and the last of them to arrive adds up what they have left in memory, in the
// order of the blocks, so that the result does not depend on who came last.

// [begin joinTile]
// Where the stretch of a block begins, in a line of `length` parts.
static __device__ long long cutAt(long long length, unsigned int block)
{
    return length * block / gridDim.x;
}

// Leaves this block's sums for a tile, parts `begin` to end - 1 of the line; the tile is parts
// `first` to last - 1. Returns true to all threads of the block that is the last to do so, with the
// whole tile's sums in c. sums: two places for each block, for the first tile of its stretch and
// for the last; done: the tile's parts that have been left, 0 before the launch and after it.
template <class T>
static __device__ bool joinTile(float (*c)[T::TN], float4 *sums, unsigned int *done,
                                long long length, long long begin, long long end, long long first,
                                long long last)
{
    enum { QUADS = T::TM * T::TN / 4, PLACE = QUADS * T::THREADS };
    __shared__ bool isLast;
    unsigned int block = blockIdx.x;
    float4 *mine = sums + (2 * block + (cutAt(length, block) < first)) * PLACE + threadIdx.x;

#pragma unroll
    for (int q = 0; q < QUADS; q++)
        mine[q * T::THREADS] = *(float4 *)&c[4 * q / T::TN][4 * q % T::TN];
    __syncthreads(); // the fence that follows stands for the stores of all threads
    if (threadIdx.x == 0) {
        unsigned int count = (unsigned int)(end - begin);
        __threadfence();
        isLast = atomicAdd(done, count) + count == last - first;
        __threadfence();
        if (isLast)
            *done = 0;
    }
    __syncthreads();
    if (!isLast)
        return false;

    while (cutAt(length, block) > first)
        block--;
    for (bool begun = false; cutAt(length, block) < last; block++, begun = true) {
        const float4 *from =
            sums + (2 * block + (cutAt(length, block) < first)) * PLACE + threadIdx.x;
#pragma unroll
        for (int q = 0; q < QUADS; q++) {
            float4 add = from[q * T::THREADS], *to = (float4 *)&c[4 * q / T::TN][4 * q % T::TN];
            *to = begun ? make_float4(to->x + add.x, to->y + add.y, to->z + add.z, to->w + add.w)
                        : add;
        }
    }
    return true;
}
// [end joinTile]

// [begin sgemmStream]
// Any grid. sums and done: see joinTile(), one `done` for each tile. VEC 4 needs N % 4 == 0.
template <class T, int VEC>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    sgemmStream(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                float *C, int group, float4 *sums, unsigned int *done)
{
    extern __shared__ __align__(16) float shared[];
    int tiles = ((M + T::BM - 1) / T::BM) * ((N + T::BN - 1) / T::BN);
    int parts = max((K + T::BK - 1) / T::BK, 1), grid = gridDim.x;
    int turns =
        tiles % grid == 0 ? tiles / grid : max(tiles / grid - 1, 0); // whole tiles per block
    long long length = (long long)(tiles - turns * grid) * parts;    // of the line that is left
    long long at = cutAt(length, blockIdx.x), stop = cutAt(length, blockIdx.x + 1);
    int row0, col0, i0, j0;

    quadsAt<T>(&i0, &j0);
#pragma unroll 1
    for (int turn = 0; turn < turns || at < stop; turn++) {
        int tile = turn * grid + blockIdx.x, part = 0, end = parts;
        if (turn >= turns) {
            tile = turns * grid + (int)(at / parts);
            part = (int)(at % parts);
            end = (int)min((long long)parts, part + stop - at);
        }
        float c[T::TM][T::TN] = {};
        tileAt<T>(tile, M, N, group, &row0, &col0);
        __syncthreads(); // the tile before is done with shared memory
        multiplyParts<T, VEC>(M, N, K, A, B, row0, col0, part, end, i0, j0, shared, c);
        bool mine = end - part == parts;
        if (!mine) {
            long long first = at - part;
            mine = joinTile<T>(c, sums, &done[tile], length, at, at + end - part, first,
                               first + parts);
        }
        if (mine)
            storeTile<T, VEC>(M, N, alpha, beta, C, row0, col0, i0, j0, c);
        if (turn >= turns)
            at += end - part;
    }
}
// [end sgemmStream]

typedef void (*Tiled)(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C, int group);

// An instance of sgemmTiles, by VEC, and how it is launched.
typedef struct {
    Tiled wide, narrow; // VEC 4 and VEC 1
    int bm, bn, bk;     // a block's tile
    int threads, bytes; // per block; of shared memory
} Tiles;

template <class T>
static Tiles tilesOf(void)
{
    return {sgemmTiles<T, 4>, sgemmTiles<T, 1>, T::BM, T::BN, T::BK, T::THREADS, T::BYTES};
}

// C = alpha A B + beta C by an instance.
static void multiplyTiles(const Rung *rung, const Product *p, float alpha, float beta)
{
    enum { GROUP = 8 }; // rows of tiles, see sgemmTiles
    const Tiles *t = (const Tiles *)rung->how;
    Tiled kernel = p->N % 4 == 0 ? t->wide : t->narrow;
    dim3 grid(blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn), rung->pieces);

    if (rung->pieces == 1) {
        kernel<<<grid, t->threads, t->bytes>>>(p->M, p->N, p->K, alpha, p->A, p->B, beta, p->C,
                                               GROUP);
        return;
    }
    size_t n = (size_t)p->M * p->N;
    kernel<<<grid, t->threads, t->bytes>>>(p->M, p->N, p->K, 1, p->A, p->B, 0, p->work, GROUP);
    addPieces<<<blocksFor(n, 1024), 256>>>(p->work, rung->pieces, n, alpha, beta, p->C);
}

static Rung tiledRung(const char *name, const Product *p, const Tiles *t, int pieces)
{
    const cudaFuncAttribute shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    cudaCheck(cudaFuncSetAttribute(t->wide, shared, t->bytes));
    cudaCheck(cudaFuncSetAttribute(t->narrow, shared, t->bytes));
    return {name, multiplyTiles, t, pieces > 1 ? (size_t)pieces * p->M * p->N : 0, pieces, 0};
}

// [begin tunedFor]
// Two of 22 instances, chosen by timing them on an H200 (tests/gpu/tune.sh), and the share of the
// FP32 units' limit that each reaches when all SMs are busy, with 16-byte loads of B and with
// 4-byte ones.
enum { INSTANCES = 2 };
static const struct {
    Tiles tiles;
    const char *name;
    double wide, narrow;
} instances[INSTANCES] = {
    {tilesOf<Tile<128, 256, 8, 16, 8, 64, 64, 4, 1, true>>(), "tile128x256", 0.74, 0.64},
    {tilesOf<Tile<128, 128, 8, 16, 8, 64, 64, 4, 2, true>>(), "tile128x128", 0.725, 0.66},
};

enum { MOST_PIECES = 8 };

// True if K may be cut into pieces: no piece is empty, and there are not many more blocks than SMs.
static bool canCut(const Tiles *t, const Product *p, int pieces, const Device *device)
{
    double blocks = (double)blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn) * pieces;
    return pieces == 1 ||
           ((int)blocksFor(p->K, t->bk) >= pieces && blocks <= 4.0 * device->multiprocessors);
}

// The instance for a shape, and the number of pieces of K, by estimated time. The SM with most
// blocks decides. A block's start and end take as long as about 40 steps of K. Pieces also take a
// second launch, which reads and writes them.
static Rung tunedFor(const Product *p, const Device *device)
{
    const double STEPS = 40, LAUNCH = 2e-6; // seconds; both measured on an H200
    Rung best = {};
    double bestTime = INFINITY, sms = device->multiprocessors;

    for (int i = 0; i < INSTANCES; i++) {
        const Tiles *t = &instances[i].tiles;
        double share = p->N % 4 == 0 ? instances[i].wide : instances[i].narrow;
        double rate = (device->flops > 0 ? device->flops : 1e13) * share / sms; // of one SM
        double bandwidth = device->bandwidth > 0 ? device->bandwidth : 1e12;
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            if (!canCut(t, p, pieces, device))
                continue;
            double blocks = (double)blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn) * pieces;
            double steps = ceil((double)p->K / pieces) + STEPS;
            double time = ceil(blocks / sms) * 2.0 * t->bm * t->bn * steps / rate;
            if (pieces > 1)
                time += LAUNCH + sizeof(float) * (double)p->M * p->N * (2 * pieces + 1) / bandwidth;
            if (time < bestTime) {
                bestTime = time;
                best = tiledRung("sgemmTuned", p, t, pieces);
            }
        }
    }
    return best;
}
// [end tunedFor]

// ---- The line ----

typedef void (*Streamed)(int M, int N, int K, float alpha, const float *A, const float *B,
                         float beta, float *C, int group, float4 *sums, unsigned int *done);

// An instance of sgemmStream, by VEC, and how it is launched.
typedef struct {
    Streamed wide, narrow; // VEC 4 and VEC 1
    int bm, bn, bk;        // a block's tile
    int threads, bytes;    // per block; of shared memory
    int held;              // blocks that an SM holds
} Stream;

template <class T>
static Stream streamOf(void)
{
    return {sgemmStream<T, 4>, sgemmStream<T, 1>, T::BM,    T::BN, T::BK,
            T::THREADS,        T::BYTES,          T::BLOCKS};
}

static int tilesIn(const Stream *s, const Product *p)
{
    return (int)(blocksFor(p->M, s->bm) * blocksFor(p->N, s->bn));
}

// Floats of memory before the blocks' sums: a count for each tile, to a multiple of 16 bytes.
static size_t countsOf(const Stream *s, const Product *p)
{
    return ((size_t)tilesIn(s, p) + 3) / 4 * 4;
}

static void multiplyStream(const Rung *rung, const Product *p, float alpha, float beta)
{
    enum { GROUP = 8 }; // rows of tiles, see tileAt()
    const Stream *s = (const Stream *)rung->how;
    Streamed kernel = p->N % 4 == 0 ? s->wide : s->narrow;
    kernel<<<rung->blocks, s->threads, s->bytes>>>(p->M, p->N, p->K, alpha, p->A, p->B, beta, p->C,
                                                   GROUP, (float4 *)(p->work + countsOf(s, p)),
                                                   (unsigned int *)p->work);
}

static Rung streamRung(const char *name, const Product *p, const Stream *s, int blocks)
{
    const cudaFuncAttribute shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    cudaCheck(cudaFuncSetAttribute(s->wide, shared, s->bytes));
    cudaCheck(cudaFuncSetAttribute(s->narrow, shared, s->bytes));
    const size_t sums = (size_t)2 * blocks * s->bm * s->bn;
    return {name, multiplyStream, s, countsOf(s, p) + sums, 0, blocks};
}

// [begin streamFor]
// Small matrices want small tiles, which leave less of the last row and column of tiles empty;
// large ones want large tiles, which need fewer operands. The shares are as in tunedFor().
enum { STREAMS = 4 };
static const struct {
    Stream stream;
    const char *name;
    double wide, narrow;
} streams[STREAMS] = {
    {streamOf<Tile<128, 256, 8, 16, 8, 64, 64, 4, 1, true>>(), "stream128x256", 0.78, 0.66},
    {streamOf<Tile<128, 128, 8, 16, 8, 64, 64, 4, 2, true>>(), "stream128x128", 0.76, 0.65},
    {streamOf<Tile<64, 256, 8, 16, 8, 64, 64, 4, 2, true>>(), "stream64x256", 0.76, 0.60},
    {streamOf<Tile<64, 64, 8, 8, 8, 32, 64, 4, 6, true>>(), "stream64x64", 0.64, 0.57},
};

// How long a block takes, in steps of K, if the line is cut for so many blocks: for its stretch,
// for starting and ending each of its tiles, and for joining the pieces of one.
static double stepsFor(int tiles, int K, int blocks)
{
    const double START = 40, JOIN = 5; // measured on an H200
    double turns = (double)tiles / blocks;
    double starts = blocks % tiles == 0 || tiles % blocks == 0 ? fmax(turns, 1) : turns + 1;
    double pieces = tiles % blocks == 0 ? 0 : fmax(1 / turns, 2);
    return turns * K + starts * START + pieces * JOIN;
}

// The instance for a shape and the number of blocks, by estimated time: as many as the device
// holds, or so many that each tile is cut into the same number of pieces.
static Rung streamFor(const Product *p, const Device *device)
{
    Rung best = {};
    double bestTime = INFINITY;

    for (int i = 0; i < STREAMS; i++) {
        const Stream *s = &streams[i].stream;
        int tiles = tilesIn(s, p), held = s->held * device->multiprocessors;
        int most =
            (int)fmin(held, (double)tiles * fmax(blocksFor(p->K, s->bk), 1)); // not without work
        double share = p->N % 4 == 0 ? streams[i].wide : streams[i].narrow;
        double rate = (device->flops > 0 ? device->flops : 1e13) * share / held; // of one block
        for (int blocks = most; blocks > 0; blocks = (blocks - 1) / tiles * tiles) {
            double time = stepsFor(tiles, p->K, blocks) * 2 * s->bm * s->bn / rate;
            if (time < bestTime) {
                bestTime = time;
                best = streamRung("sgemmStream", p, s, blocks);
            }
        }
    }
    return best;
}
// [end streamFor]

#if HAVE_CUBLAS
static void multiplyCublas(const Rung *rung, const Product *p, float alpha, float beta)
{
    if (!cublasProduct((const Cublas *)rung->how, p->M, p->N, p->K, alpha, p->A, p->B, beta,
                       p->C)) {
        fprintf(stderr, "cublasSgemm failed\n");
        exit(EXIT_CUDA);
    }
}
#endif

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sgemmAsync",
        "sgemmWarps",
        "sgemmTuned",
        "sgemmStream",
#if HAVE_CUBLAS
        "cublasSgemm",
#endif
    };
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, names);
    Product p = productOptions(&options, 256, 128, argc, argv);
    Device device = deviceOpen();

    Tiles async = tilesOf<Tile<128, 128, 8, 8, 8, 16, 128, 2, 2, false>>();
    Tiles warps = tilesOf<Tile<128, 128, 8, 8, 8, 32, 64, 2, 2, true>>();
    const Rung ladder[] = {
        tiledRung("sgemmAsync", &p, &async, 1),
        tiledRung("sgemmWarps", &p, &warps, 1),
        tunedFor(&p, &device),
        streamFor(&p, &device),
    };
    enum { RUNGS = sizeof ladder / sizeof *ladder };
    Rung list[RUNGS + 1];
    int count = 0;
    for (int i = 0; i < RUNGS; i++)
        if (options_want(&options, ladder[i].name))
            list[count++] = ladder[i];
#if HAVE_CUBLAS
    Cublas cublas = cublasOpen();
    if (cublas.library != NULL && options_want(&options, "cublasSgemm"))
        list[count++] = {"cublasSgemm", multiplyCublas, &cublas};
#endif
    return runProducts(&options, &device, p, list, count);
}
