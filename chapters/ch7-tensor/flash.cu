// Attention on an H200, as fast as today's libraries.
//
// The same as ch7-attention, from the parts of ch7-hopper: one thread brings tiles of keys and values, and warpgroups multiply them where
// they lie, in shared memory. Between its two products a warpgroup has a softmax to work out. Meanwhile the tensor cores need something
// else to do, and that is what the rungs are about.
//
//     attentionWarpgroup   wgmma, tensor maps and a producer: scores, softmax and weighted sums, one after the other
//     attentionAhead       the next tile's scores and this tile's sums are multiplied during a softmax
//     attentionTurns       warpgroups multiply in turns, so that one's products meet another's softmax
//
// The last two are the ideas of FlashAttention-3 (J. Shah and others, 2024). All need compute capability 9.0; the simulator simulates
// an H200.
//
//     make ch7-flash && ./ch7-flash -n 4096 -d 128 -c 1
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "attention.h"
#include "h200.h"
#include "map.h"

// [begin Shared]
enum {
    QUERIES = 64, // of a warpgroup
    KEYS = 128,   // of a tile
    STAGES = 2,   // tiles of keys, and of values
    LINE = 128,   // bytes of a box's row
};

// Tiles of keys or of values, used in turn. Each is D / BOX boxes side by side.
template <int D>
struct Tiles {
    __align__(1024) char at[STAGES][KEYS * D * 2];
    uint64_t full[STAGES], empty[STAGES];
};

// A block's shared memory. Swizzled boxes begin at a multiple of 1024 bytes.
template <int D, int GROUPS>
struct Shared {
    __align__(1024) char queries[GROUPS][QUERIES * D * 2]; // results in the end
    Tiles<D> keys, values;
    uint64_t asked; // a phase ends when the queries have come
};
// [end Shared]

// One thread: sets up the barriers of tiles that so many warpgroups read.
template <int D>
static __device__ void initTiles(Tiles<D> *t, int readers)
{
    for (int i = 0; i < STAGES; i++) {
        barrierInit(&t->full[i], 1);
        barrierInit(&t->empty[i], readers);
    }
}

// [begin bringTiles]
// Tensor maps: (heads, n, D) each.
typedef struct {
    CUtensorMap Q, K, V, O;
} Maps;

// The thread that copies: brings tile number `step` of a head's keys or values, as soon as its
// place is empty.
template <int D>
static __device__ void bringTile(Tiles<D> *t, const CUtensorMap *from, int head, int step)
{
    int stage = step % STAGES;
    barrierWait(&t->empty[stage], step / STAGES % 2 ^ 1); // at first all are empty
    barrierExpect(&t->full[stage], KEYS * D * 2);
    for (int i = 0; i < D / BOX; i++)
        loadPage(t->at[stage] + i * KEYS * LINE, from, head, step * KEYS, i * BOX, &t->full[stage]);
}

// The thread that copies: brings the block's queries, from row `row` on, then all tiles, keys a
// step ahead of values.
template <int D, int GROUPS>
static __device__ void bringAll(Shared<D, GROUPS> *s, const Maps *maps, int head, int row,
                                int steps)
{
    barrierExpect(&s->asked, GROUPS * QUERIES * D * 2);
    for (int group = 0; group < GROUPS; group++)
        for (int i = 0; i < D / BOX; i++)
            loadPage(s->queries[group] + i * QUERIES * LINE, &maps->Q, head, row + group * QUERIES,
                     i * BOX, &s->asked);
    bringTile(&s->keys, &maps->K, head, 0);
    for (int step = 0; step < steps; step++) {
        if (step + 1 < steps)
            bringTile(&s->keys, &maps->K, head, step + 1);
        bringTile(&s->values, &maps->V, head, step);
    }
}
// [end bringTiles]

// [begin Part]
// What a thread holds of two rows, 8 apart, laid out as in multiplyAdd. The scores of a tile become
// weights in place, and are rounded to bf16 for the second product.
template <int D>
struct Part {
    float scores[KEYS / 8][4], o[D / 8][4];
    uint32_t weights[KEYS / 16][4];
    float most[2], sum[2]; // of all scores of the row so far, and of this thread's weights
};
// [end Part]

// ---- The two products ----

// [begin startScores]
// Warpgroup: starts the scores of its queries and the keys of a tile. 16 elements of a row are 32
// bytes.
template <int D>
static __device__ void startScores(Part<D> *p, const char *queries, Tiles<D> *keys, int step)
{
    barrierWait(&keys->full[step % STAGES], step / STAGES % 2);
    uint32_t q = sharedAt(queries), k = sharedAt(keys->at[step % STAGES]);
    productsBegin();
#pragma unroll
    for (int i = 0; i < D / 16; i++)
        multiplyTile<true>(p->scores, tileAt(q + i / 4 * QUERIES * LINE + i % 4 * 32, 0),
                           tileAt(k + i / 4 * KEYS * LINE + i % 4 * 32, 0), i > 0);
    productsClose();
}

// Warpgroup: starts adding the values of a tile, times their weights, which are in registers.
template <int D>
static __device__ void startSums(Part<D> *p, Tiles<D> *values, int step)
{
    barrierWait(&values->full[step % STAGES], step / STAGES % 2);
    uint32_t v = sharedAt(values->at[step % STAGES]);
    productsBegin();
#pragma unroll
    for (int i = 0; i < KEYS / 16; i++)
        multiplyHeld(p->o, p->weights[i], tileAt(v + i * 16 * LINE, KEYS * LINE));
    productsClose();
}
// [end startScores]

// Warpgroup: has read a tile.
template <int D>
static __device__ void giveBack(Tiles<D> *t, int step)
{
    if (threadIdx.x % 128 == 0)
        barrierArrive(&t->empty[step % STAGES]);
}

// ---- The softmax in between ----

// Takes out the scores of keys that a query doesn't see. `row` is the warpgroup's first.
template <int D>
static __device__ void hideKeys(Part<D> *p, const Attention *a, int row, int key0)
{
    if (key0 + KEYS <= (a->causal ? min(a->n, row + 1) : a->n))
        return; // all queries see all of them
    int lane = threadIdx.x % 32, first = row + threadIdx.x % 128 / 32 * 16 + lane / 4;
#pragma unroll
    for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            if (!sees(a, first + e / 2 * 8, key0 + j * 8 + lane % 4 * 2 + e % 2))
                p->scores[j][e] = -INFINITY;
}

// [begin soften]
// Makes weights of scores. What has been summed before is to be multiplied by shrink. The factor of
// a score is left to a multiply-add in the exponent.
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
        shrink[half] = powerOf2((p->most[half] - next) * factor<D>());
        p->most[half] = next;
        float offset = next * factor<D>(), sums[2] = {p->sum[half] * shrink[half], 0};
#pragma unroll
        for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
            for (int e = 0; e < 2; e++) {
                float *score = &p->scores[j][2 * half + e];
                *score = powerOf2(*score * factor<D>() - offset);
                sums[e] += *score;
            }
        p->sum[half] = sums[0] + sums[1];
    }
}
// [end soften]

template <int D>
static __device__ void shrinkSums(Part<D> *p, const float shrink[2])
{
#pragma unroll
    for (int j = 0; j < D / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            p->o[j][e] *= shrink[e / 2];
}

// Weights of 16 keys, two neighbours of eight: side by side they are laid out as a left operand.
template <int D>
static __device__ void roundWeights(Part<D> *p)
{
#pragma unroll
    for (int i = 0; i < KEYS / 16; i++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
            const float *pair = &p->scores[2 * i + e / 2][e % 2 * 2];
            p->weights[i][e] = pairOf(pair[0], pair[1]);
        }
}

// ---- A warpgroup's queries ----

// [begin attendInOrder]
// Warpgroup: all tiles, a step after the other.
template <int D, int GROUPS>
static __device__ void attendInOrder(Part<D> *p, Shared<D, GROUPS> *s, const Attention *a,
                                     int group, int row, int steps)
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
// Warpgroup: the same, with the sums of the tile before on their way, too, when a softmax begins.
// With `turns`, a warpgroup starts its products when the one before it has started its own. The
// very first doesn't wait, and nobody waits for the very last.
template <int D, int GROUPS>
static __device__ void attendAhead(Part<D> *p, Shared<D, GROUPS> *s, const Attention *a, int group,
                                   int row, int steps, bool turns)
{
    enum { TURN = 1 + GROUPS }; // the first of the barriers of turns
    float shrink[2];
    startScores(p, s->queries[group], &s->keys, 0);
    productsWait<0>();
    giveBack(&s->keys, 0);
    hideKeys(p, a, row, 0);
    soften(p, shrink);
    roundWeights(p);
    for (int step = 1; step < steps; step++) {
        if (turns && (step > 1 || group > 0))
            partSync(TURN + group, 256);
        startScores(p, s->queries[group], &s->keys, step);
        startSums(p, &s->values, step - 1);
        if (turns && (step < steps - 1 || group < GROUPS - 1))
            partArrive(TURN + (group + 1) % GROUPS, 256);
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

// Warpgroup: its rows of O, by way of the place of its queries, which nobody else reads.
template <int D>
static __device__ void putRows(Part<D> *p, char *box, const CUtensorMap *O, int head, int row,
                               int group)
{
    int thread = threadIdx.x % 128, lane = thread % 32, line = thread / 32 * 16 + lane % 16;
    float scale[2];
#pragma unroll
    for (int half = 0; half < 2; half++) {
        float sum = p->sum[half];
        sum += __shfl_xor_sync(0xffffffff, sum, 1);
        sum += __shfl_xor_sync(0xffffffff, sum, 2);
        scale[half] = 1 / sum;
    }
#pragma unroll
    for (int j = 0; j < D / 8; j += 2) {
        const float *x = p->o[j], *y = p->o[j + 1];
        storeMatrices(
            box + j / 8 * QUERIES * LINE + line * LINE + ((j % 8 + lane / 16) ^ line % 8) * 16,
            pairOf(x[0] * scale[0], x[1] * scale[0]), pairOf(x[2] * scale[1], x[3] * scale[1]),
            pairOf(y[0] * scale[0], y[1] * scale[0]), pairOf(y[2] * scale[1], y[3] * scale[1]));
    }
    showToCopies();
    partSync(1 + group, 128);
    if (thread == 0) {
        for (int i = 0; i < D / BOX; i++)
            storePage(O, head, row, i * BOX, box + i * QUERIES * LINE);
        waitForReads<0>(); // before the block's shared memory is gone
    }
}

// ---- The kernel ----

// [begin placeOf]
// The block's head, and its first query. Blocks whose queries see most keys begin first, so that
// short ones fill the end. As many heads are worked on together as have their keys and values in 16
// MiB of L2.
typedef struct {
    int head, row;
} Place;

template <int D>
static __device__ Place placeOf(const Attention *a, int queries)
{
    int blocks = (a->n + queries - 1) / queries, // of a head
        together = max(1, min(a->heads, (16 << 20) / (a->n * D * 4))),
        band = blockIdx.x / (together * blocks), in = blockIdx.x % (together * blocks),
        height = min(together, a->heads - band * together);
    return {band * together + in % height, (blocks - 1 - in / height) * queries};
}
// [end placeOf]

typedef enum { IN_ORDER, AHEAD, TURNS } Order;

// [begin attend]
template <int D, int GROUPS, Order ORDER>
static __device__ void attend(const Attention *a, const Maps *maps)
{
    extern __shared__ char memory[];
    Shared<D, GROUPS> *s = (Shared<D, GROUPS> *)(memory + (-sharedAt(memory) & 1023));
    Place place = placeOf<D>(a, GROUPS * QUERIES);
    int role = threadIdx.x / 128, end = a->causal ? min(a->n, place.row + GROUPS * QUERIES) : a->n,
        steps = (end + KEYS - 1) / KEYS;
    if (threadIdx.x == 0) {
        barrierInit(&s->asked, 1);
        initTiles(&s->keys, GROUPS);
        initTiles(&s->values, GROUPS);
        barriersReady();
    }
    __syncthreads();

    if (role == 0) {
        keepRegisters<GROUPS == 2 ? 24 : 32>();
        if (threadIdx.x == 0)
            bringAll(s, maps, place.head, place.row, steps);
    } else {
        takeRegisters<GROUPS == 2 ? 240 : 160>();
        int group = role - 1, row = place.row + group * QUERIES;
        Part<D> p = {};
        p.most[0] = p.most[1] = -INFINITY;
        barrierWait(&s->asked, 0);
        if (ORDER == IN_ORDER)
            attendInOrder(&p, s, a, group, row, steps);
        else
            attendAhead(&p, s, a, group, row, steps, ORDER == TURNS);
        putRows(&p, s->queries[group], &maps->O, place.head, row, group);
    }
}
// [end attend]

// [begin kernels]
// Rung 4: two warpgroups of 64 queries each, and a producer.
template <int D>
__global__ void __launch_bounds__(3 * 128, 1)
    attentionWarpgroup(Attention a, const __grid_constant__ Maps maps)
{
    attend<D, 2, IN_ORDER>(&a, &maps);
}

// Rung 5: a softmax begins while the sums of the tile before it are still on their way.
template <int D>
__global__ void __launch_bounds__(3 * 128, 1)
    attentionAhead(Attention a, const __grid_constant__ Maps maps)
{
    attend<D, 2, AHEAD>(&a, &maps);
}

// Rung 6: warpgroups multiply in turns, two of them, or three at d = 64, where half as many sums
// leave room for one more.
template <int D, int GROUPS>
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    attentionTurns(Attention a, const __grid_constant__ Maps maps)
{
    attend<D, GROUPS, TURNS>(&a, &maps);
}
// [end kernels]

// ---- The host ----

// A map of X: (heads, n, d), in boxes of `rows` rows.
static CUtensorMap headsOf(const Attention *a, const bf16 *X, int d, int rows)
{
    Matrix head = {(bf16 *)X, a->n, d, d};
    return mapOf(head, rows, a->heads);
}

// Launches a rung's kernel for blocks of so many warpgroups of consumers.
template <int D, int GROUPS>
static void launch(void (*kernel)(Attention, Maps), Attention a)
{
    if (a.n == 0)
        return;
    Maps maps = {headsOf(&a, a.Q, D, QUERIES), headsOf(&a, a.K, D, KEYS), headsOf(&a, a.V, D, KEYS),
                 headsOf(&a, a.O, D, QUERIES)};
    int bytes = sizeof(Shared<D, GROUPS>) + 1024;
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<blocksFor(a.n, GROUPS * QUERIES) * a.heads, (1 + GROUPS) * 128, bytes>>>(a, maps);
}

template <int D>
static void warpgroup(Attention a)
{
    launch<D, 2>(attentionWarpgroup<D>, a);
}

template <int D>
static void ahead(Attention a)
{
    launch<D, 2>(attentionAhead<D>, a);
}

template <int D, int GROUPS>
static void turns(Attention a)
{
    launch<D, GROUPS>(attentionTurns<D, GROUPS>, a);
}

static void require(const Device *device)
{
    requireHopper(device, "warpgroup products", false);
}

static const AttentionRung ladder[] = {
    {"attentionWarpgroup", warpgroup<64>, warpgroup<128>, false},
    {"attentionAhead", ahead<64>, ahead<128>, false},
    {"attentionTurns", turns<64, 3>, turns<128, 2>, false},
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    return runAttention(&options, argc, argv, require, ladder, sizeof ladder / sizeof *ladder);
}
