// Attention on an H200, at the speed of today's libraries.
//
// The same as ch7-attention, with the parts of ch7-hopper: a thread brings keys and values as boxes, and warpgroups multiply tiles that
// they never load. Between its two products each warpgroup has a softmax to work out, and while it does, somebody else has to keep the
// tensor cores busy.
//
//     attentionWarpgroup   wgmma, tensor maps, a producer: a warpgroup's scores, softmax and weighted sum one after the other
//     attentionAhead       the next tile's scores are multiplied during this tile's softmax (J. Shah et al., FlashAttention-3, 2024)
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-flash && ./ch7-flash -n 4096 -d 128 -c 1
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "attention.h"
#include "h200.h"
#include "map.h"

// [begin Shared]
enum {
    GROUPS = 2, // warpgroups that multiply, each for 64 queries
    QUERIES = 64 * GROUPS,
    KEYS = 128, // of a tile
    STAGES = 2,
};

// Tiles of keys or of values, used in turn. Each is D / BOX boxes side by side.
template <int D>
struct Tiles {
    __align__(1024) char at[STAGES][KEYS * D * 2];
    uint64_t full[STAGES], empty[STAGES];
};

// A block's shared memory. Swizzled boxes begin at a multiple of 1024 bytes.
template <int D>
struct Shared {
    __align__(1024) char queries[GROUPS][64 * D * 2]; // in the end results
    Tiles<D> keys, values;
    uint64_t asked; // a phase ends when the queries have come
};
// [end Shared]

// [begin bringTiles]
// The thread that copies: brings tile number `step` of a head's keys or values as soon as its place is empty.
template <int D>
static __device__ void bringTile(Tiles<D> *t, const CUtensorMap *from, int head, int step)
{
    int stage = step % STAGES;
    barrierWait(&t->empty[stage], step / STAGES % 2 ^ 1); // at first all are empty
    barrierExpect(&t->full[stage], KEYS * D * 2);
    for (int i = 0; i < D / BOX; i++)
        loadPage(t->at[stage] + i * KEYS * 128, from, head, step * KEYS, i * BOX, &t->full[stage]);
}

// The same: brings the block's queries, from row `row` on, and then all tiles, keys one step ahead of values.
template <int D>
static __device__ void bringTiles(Shared<D> *s, const CUtensorMap *Q, const CUtensorMap *K,
                                  const CUtensorMap *V, int head, int row, int steps)
{
    barrierExpect(&s->asked, QUERIES * D * 2);
    for (int group = 0; group < GROUPS; group++)
        for (int i = 0; i < D / BOX; i++)
            loadPage(s->queries[group] + i * 64 * 128, Q, head, row + group * 64, i * BOX,
                     &s->asked);
    bringTile(&s->keys, K, head, 0);
    for (int step = 0; step < steps; step++) {
        if (step + 1 < steps)
            bringTile(&s->keys, K, head, step + 1);
        bringTile(&s->values, V, head, step);
    }
}
// [end bringTiles]

// [begin Part]
// A thread's part of two rows, 8 apart, of its warp's 16: the scores of a tile, which become weights, those as bf16, the weighted sums, and
// of all scores so far the largest, and the sum of the weights of this thread's.
template <int D>
struct Part {
    float scores[KEYS / 8][4], o[D / 8][4], most[2], sum[2];
    uint32_t weights[KEYS / 16][4];
};
// [end Part]

// [begin startProducts]
// Warpgroup: starts the scores of its queries with the keys of a tile. A step of 16 elements is 32 bytes in rows of 128.
template <int D>
static __device__ void startScores(Part<D> *p, const char *queries, Tiles<D> *keys, int step)
{
    barrierWait(&keys->full[step % STAGES], step / STAGES % 2);
    uint32_t q = sharedAt(queries), k = sharedAt(keys->at[step % STAGES]);
    productsBegin();
#pragma unroll
    for (int i = 0; i < D / 16; i++)
        multiplyByRows(p->scores, tileAt(q + i / 4 * 64 * 128 + i % 4 * 32, 0),
                       tileAt(k + i / 4 * KEYS * 128 + i % 4 * 32, 0), i > 0);
    productsClose();
}

// Warpgroup: starts the sums of the values of a tile, times the weights. A step of 16 keys is 16 rows of 128 bytes.
template <int D>
static __device__ void startSums(Part<D> *p, Tiles<D> *values, int step)
{
    barrierWait(&values->full[step % STAGES], step / STAGES % 2);
    uint32_t v = sharedAt(values->at[step % STAGES]);
    productsBegin();
#pragma unroll
    for (int i = 0; i < KEYS / 16; i++)
        multiplyHeld(p->o, p->weights[i], tileAt(v + i * 16 * 128, KEYS * 128));
    productsClose();
}

// Warpgroup: one of its threads says that a tile has been read.
template <int D>
static __device__ void giveBack(Tiles<D> *t, int step)
{
    if (threadIdx.x % 128 == 0)
        barrierArrive(&t->empty[step % STAGES]);
}
// [end startProducts]

// [begin soften]
// The power of 2, by one instruction.
static __device__ float power(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

// Makes weights of scores. Sums of earlier tiles have to be multiplied by shrink. The score's factor goes into the exponent, where a
// multiply-add takes it.
template <int D>
static __device__ void soften(Part<D> *p, float shrink[2])
{
#pragma unroll
    for (int half = 0; half < 2; half++) {
        float next = p->most[half];
#pragma unroll
        for (int j = 0; j < KEYS / 8; j++)
            next = fmaxf(next, fmaxf(p->scores[j][2 * half], p->scores[j][2 * half + 1]));
        next = fmaxf(next, __shfl_xor_sync(0xffffffff, next, 1));
        next = fmaxf(next, __shfl_xor_sync(0xffffffff, next, 2));
        shrink[half] = power((p->most[half] - next) * factor<D>());
        p->most[half] = next;
        float off = next * factor<D>(), sums[2] = {p->sum[half] * shrink[half], 0};
#pragma unroll
        for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
            for (int e = 0; e < 2; e++) {
                float *score = &p->scores[j][2 * half + e];
                *score = power(*score * factor<D>() - off);
                sums[e] += *score;
            }
        p->sum[half] = sums[0] + sums[1];
    }
}
// [end soften]

// Takes away scores of keys that a query doesn't see. `row` is the first of the warpgroup's 64.
template <int D>
static __device__ void hideKeys(Part<D> *p, const Attention *a, int row, int key0)
{
    if (key0 + KEYS <= (a->causal ? min(a->n, row + 1) : a->n))
        return;
    int lane = threadIdx.x % 32, first = row + threadIdx.x % 128 / 32 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            if (!sees(a, first + e / 2 * 8, key0 + j * 8 + lane % 4 * 2 + e % 2))
                p->scores[j][e] = -INFINITY;
}

template <int D>
static __device__ void shrinkSums(Part<D> *p, const float shrink[2])
{
#pragma unroll
    for (int j = 0; j < D / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            p->o[j][e] *= shrink[e / 2];
}

template <int D>
static __device__ void roundWeights(Part<D> *p)
{
#pragma unroll
    for (int i = 0; i < KEYS / 16; i++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
            const float *x = &p->scores[2 * i + e / 2][e % 2 * 2];
            p->weights[i][e] = pairOf(x[0], x[1]);
        }
}

// [begin putRows]
// Warpgroup: its rows of O, by way of the queries' place, which nobody reads any more.
template <int D>
static __device__ void putRows(Part<D> *p, char *box, const CUtensorMap *O, int head, int row,
                               int group)
{
    int thread = threadIdx.x % 128, lane = thread % 32, line = thread / 32 * 16 + lane % 16;
    float part[2];
#pragma unroll
    for (int half = 0; half < 2; half++) {
        float sum = p->sum[half] + __shfl_xor_sync(0xffffffff, p->sum[half], 1);
        part[half] = 1 / (sum + __shfl_xor_sync(0xffffffff, sum, 2));
    }
    shrinkSums(p, part);
#pragma unroll
    for (int j = 0; j < D / 8; j += 2) {
        const float *x = p->o[j], *y = p->o[j + 1];
        storeMatrices(box + j / 8 * 64 * 128 + line * 128 + ((j % 8 + lane / 16) ^ line % 8) * 16,
                      pairOf(x[0], x[1]), pairOf(x[2], x[3]), pairOf(y[0], y[1]),
                      pairOf(y[2], y[3]));
    }
    showToCopies();
    partSync(1 + group, 128);
    if (thread == 0) {
        for (int i = 0; i < D / BOX; i++)
            storePage(O, head, row, i * BOX, box + i * 64 * 128);
        waitForReads<0>(); // before the block's shared memory is gone
    }
}
// [end putRows]

// [begin attendInOrder]
// Warpgroup: all tiles, one after the other.
template <int D>
static __device__ void attendInOrder(Part<D> *p, Shared<D> *s, const Attention *a, int group,
                                     int row, int steps)
{
    float shrink[2];
    for (int step = 0; step < steps; step++) {
        startScores(p, s->queries[group], &s->keys, step);
        productsWait<0>();
        giveBack(&s->keys, step);
        hideKeys(p, a, row, step * KEYS);
        soften(p, shrink);
        shrinkSums(p, shrink);
        roundWeights(p);
        startSums(p, &s->values, step);
        productsWait<0>();
        giveBack(&s->values, step);
    }
}
// [end attendInOrder]

// [begin attendAhead]
// Warpgroup: the same, but when the softmax of a tile begins, the sums of the tile before have been started, too.
template <int D>
static __device__ void attendAhead(Part<D> *p, Shared<D> *s, const Attention *a, int group, int row,
                                   int steps)
{
    float shrink[2];
    startScores(p, s->queries[group], &s->keys, 0);
    productsWait<0>();
    giveBack(&s->keys, 0);
    hideKeys(p, a, row, 0);
    soften(p, shrink);
    roundWeights(p);
    for (int step = 1; step < steps; step++) {
        startScores(p, s->queries[group], &s->keys, step);
        startSums(p, &s->values, step - 1);
        productsWait<1>();
        giveBack(&s->keys, step);
        hideKeys(p, a, row, step * KEYS);
        soften(p, shrink);
        productsWait<0>();
        giveBack(&s->values, step - 1);
        shrinkSums(p, shrink);
        roundWeights(p);
    }
    startSums(p, &s->values, steps - 1);
    productsWait<0>();
}
// [end attendAhead]

// [begin attend]
// The block's head and queries. Those that see most keys come first, and some heads together, as many as have their keys and values in L2.
template <int D>
static __device__ void place(const Attention *a, int *head, int *row)
{
    enum { CACHED = 16 << 20 };
    int tiles = (a->n + QUERIES - 1) / QUERIES, cached = CACHED / (a->n * D * 4),
        together = max(1, min(a->heads, cached)), band = blockIdx.x / (together * tiles),
        in = blockIdx.x % (together * tiles), height = min(together, a->heads - band * together);
    *head = band * together + in % height;
    *row = (tiles - 1 - in / height) * QUERIES;
}

template <int D, bool AHEAD>
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    attend(Attention a, const __grid_constant__ CUtensorMap Q,
           const __grid_constant__ CUtensorMap K, const __grid_constant__ CUtensorMap V,
           const __grid_constant__ CUtensorMap O)
{
    extern __shared__ char memory[];
    Shared<D> *s = (Shared<D> *)(memory + (-sharedAt(memory) & 1023));
    int role = threadIdx.x / 128, head, row;
    place<D>(&a, &head, &row);
    int end = a.causal ? min(a.n, row + QUERIES) : a.n, steps = (end + KEYS - 1) / KEYS;
    if (threadIdx.x == 0) {
        barrierInit(&s->asked, 1);
        for (int i = 0; i < STAGES; i++) {
            barrierInit(&s->keys.full[i], 1);
            barrierInit(&s->values.full[i], 1);
            barrierInit(&s->keys.empty[i], GROUPS);
            barrierInit(&s->values.empty[i], GROUPS);
        }
        barriersReady();
    }
    __syncthreads();

    if (role == 0) {
        keepRegisters<24>();
        if (threadIdx.x == 0)
            bringTiles(s, &Q, &K, &V, head, row, steps);
    } else {
        takeRegisters<240>();
        int group = role - 1;
        Part<D> p = {.o = {}, .most = {-INFINITY, -INFINITY}, .sum = {}};
        row += group * 64;
        barrierWait(&s->asked, 0);
        if (AHEAD)
            attendAhead(&p, s, &a, group, row, steps);
        else
            attendInOrder(&p, s, &a, group, row, steps);
        putRows(&p, s->queries[group], &O, head, row, group);
    }
}
// [end attend]

// ---- The host ----

template <int D, bool AHEAD>
static void run(Attention a)
{
    if (a.n == 0)
        return;
    int bytes = sizeof(Shared<D>) + 1024;
    cudaCheck(
        cudaFuncSetAttribute(attend<D, AHEAD>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    Matrix Q = {(bf16 *)a.Q, a.n, D, D}, K = {(bf16 *)a.K, a.n, D, D}, V = {(bf16 *)a.V, a.n, D, D},
           O = {a.O, a.n, D, D};
    attend<D, AHEAD><<<blocksFor(a.n, QUERIES) * a.heads, (1 + GROUPS) * 128, bytes>>>(
        a, mapOf(Q, 64, a.heads), mapOf(K, KEYS, a.heads), mapOf(V, KEYS, a.heads),
        mapOf(O, 64, a.heads));
}

static void require(const Device *device)
{
    requireHopper(device, "warpgroup products", false);
}

static const AttentionRung ladder[] = {
    {"attentionWarpgroup", run<64, false>, run<128, false>, false},
    {"attentionAhead", run<64, true>, run<128, true>, false},
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    return runAttention(&options, argc, argv, require, ladder, sizeof ladder / sizeof *ladder);
}
