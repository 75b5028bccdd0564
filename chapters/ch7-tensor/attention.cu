// Attention: two products with a softmax in between.
//
// O = softmax(Q K^T / sqrt(d)) V, for each of several heads. Q, K, V and O are (heads, n, d) in bf16, sums are float. Written as three
// steps, the n x n scores go through memory four times, while everything else is n x d. Chapter 3's online softmax makes one step of
// them: it takes a few keys at a time, and corrects what it has summed whenever a larger score comes.
//
//     attentionSteps     scores, softmax and weighted sum, a kernel each
//     attentionFused     one kernel on the FP32 units: scores never leave registers
//     attentionMma       the same on tensor cores, with the next keys and values on their way (T. Dao, FlashAttention-2, 2023)
//
// It needs compute capability 8.0. On an H200, ch7-flash goes on from here.
//
//     make ch7-attention && ./ch7-attention -n 4096 -d 128 -c 1

#include "attention.h"

// ---- Three steps ----

// [begin steps]
enum { TILE = 16 };

// Step 1: a 16 x 16 tile of scores per block, a thread for each.
template <int D>
__global__ void scores(Attention a)
{
    __shared__ float q[TILE][D + 1], k[TILE][D + 1];
    int i = threadIdx.x / TILE, j = threadIdx.x % TILE, query = blockIdx.y * TILE + i,
        key = blockIdx.x * TILE + j;
    for (int e = threadIdx.x; e < TILE * D; e += TILE * TILE) {
        q[e / D][e % D] = elementOf<D>(&a, a.Q, blockIdx.y * TILE + e / D, e % D);
        k[e / D][e % D] = elementOf<D>(&a, a.K, blockIdx.x * TILE + e / D, e % D);
    }
    __syncthreads();
    float sum = 0;
    for (int e = 0; e < D; e++)
        sum += q[i][e] * k[j][e];
    if (query < a.n && key < a.n)
        a.S[((size_t)blockIdx.z * a.n + query) * a.n + key] =
            sees(&a, query, key) ? sum * factor<D>() : -INFINITY;
}

// Step 2: a warp per row.
__global__ void softmax(Attention a)
{
    int query = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (query >= a.n)
        return;
    float *row = a.S + ((size_t)blockIdx.z * a.n + query) * a.n, most = -INFINITY, sum = 0;
    for (int j = lane; j < a.n; j += 32)
        most = fmaxf(most, row[j]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    for (int j = lane; j < a.n; j += 32)
        sum += exp2f(row[j] - most);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    for (int j = lane; j < a.n; j += 32)
        row[j] = exp2f(row[j] - most) / sum;
}

// Step 3: a 16 x 16 tile of O per block.
template <int D>
__global__ void weighted(Attention a)
{
    __shared__ float p[TILE][TILE], v[TILE][TILE];
    int i = threadIdx.x / TILE, j = threadIdx.x % TILE, query = blockIdx.y * TILE + i,
        col = blockIdx.x * TILE + j;
    float sum = 0;
    for (int key0 = 0; key0 < a.n; key0 += TILE) {
        bool inside = query < a.n && key0 + j < a.n;
        p[i][j] = inside ? a.S[((size_t)blockIdx.z * a.n + query) * a.n + key0 + j] : 0;
        v[i][j] = elementOf<D>(&a, a.V, key0 + i, col);
        __syncthreads();
        for (int key = 0; key < TILE; key++)
            sum += p[i][key] * v[key][j];
        __syncthreads();
    }
    if (query < a.n)
        a.O[((size_t)blockIdx.z * a.n + query) * D + col] = __float2bfloat16(sum);
}
// [end steps]

// ---- One step ----

// Rung 2: a query is four lanes' work, each of which has every fourth of its d elements. They go through the keys together. A score that
// is larger than all before makes the largest of them `next`, and what was summed with the old one shrinks by 2^(most - next). The
// scores are gone as soon as they are used: nothing of size n x n is in memory (dram__bytes_write.sum).
// [begin attentionFused]
template <int D>
__global__ void __launch_bounds__(256) attentionFused(Attention a)
{
    enum { QUERIES = 64, KEYS = 32, OWN = D / 4 };
    __shared__ float k[KEYS][D], v[KEYS][D];
    int part = threadIdx.x % 4, query = blockIdx.x * QUERIES + threadIdx.x / 4;
    int end = a.causal ? min(a.n, (int)(blockIdx.x + 1) * QUERIES) : a.n;
    float q[OWN], o[OWN] = {}, most = -INFINITY, sum = 0;
#pragma unroll
    for (int e = 0; e < OWN; e++)
        q[e] = elementOf<D>(&a, a.Q, query, 4 * e + part) * factor<D>();

    for (int key0 = 0; key0 < end; key0 += KEYS) {
        for (int e = threadIdx.x; e < KEYS * D; e += 256) {
            k[e / D][e % D] = elementOf<D>(&a, a.K, key0 + e / D, e % D);
            v[e / D][e % D] = elementOf<D>(&a, a.V, key0 + e / D, e % D);
        }
        __syncthreads();
        for (int j = 0; j < KEYS; j++) {
            float score = 0;
#pragma unroll
            for (int e = 0; e < OWN; e++)
                score += q[e] * k[j][4 * e + part];
            score += __shfl_xor_sync(0xffffffff, score, 1);
            score += __shfl_xor_sync(0xffffffff, score, 2);
            if (!sees(&a, query, key0 + j))
                score = -INFINITY; // never the first: every query sees key 0
            float next = fmaxf(most, score), shrink = exp2f(most - next), p = exp2f(score - next);
            most = next;
            sum = sum * shrink + p;
#pragma unroll
            for (int e = 0; e < OWN; e++)
                o[e] = o[e] * shrink + p * v[j][4 * e + part];
        }
        __syncthreads();
    }
    if (query < a.n)
#pragma unroll
        for (int e = 0; e < OWN; e++)
            a.O[((size_t)blockIdx.z * a.n + query) * D + 4 * e + part] =
                __float2bfloat16(o[e] / sum);
}
// [end attentionFused]

// [begin startKeys]
enum { QUERIES = 64, KEYS = 64, WARPS = QUERIES / 16 };

// All threads: start the copies of 64 rows of K and V, from row key0 on; zeros past the end.
template <int D>
static __device__ void startKeys(uint4 *k, uint4 *v, const Attention *a, int key0)
{
    for (int e = threadIdx.x; e < KEYS * D / 8; e += WARPS * 32) {
        int row = e / (D / 8), chunk = e % (D / 8);
        bool inside = key0 + row < a->n;
        size_t from = inside ? ((size_t)blockIdx.z * a->n + key0 + row) * D + chunk * 8 : 0;
        copyChunk(&k[place<D / 8, true>(row, chunk)], a->K + from, inside);
        copyChunk(&v[place<D / 8, true>(row, chunk)], a->V + from, inside);
    }
}
// [end startKeys]

// Rung 3: tensor cores. A warp has 16 queries. Q stays in registers as the left operands of the first product. Its sums, 16 x 64 scores, lie in
// the registers in just the way in which mma takes its left operand, so they become the weights of the second product without
// moving: lane by lane they are rounded to bf16. A row's scores are in four lanes, which is all that the maximum has to cross. Keys and
// values come by cp.async, one stage ahead.
// [begin attentionMma]
template <int D>
__global__ void __launch_bounds__(WARPS * 32) attentionMma(Attention a)
{
    enum { TILE = KEYS * D / 8 };    // chunks
    extern __shared__ uint4 tiles[]; // two stages, each K and V
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32,
        first = blockIdx.x * QUERIES + warp * 16 + lane / 4, pair = lane % 4 * 2;
    int end = a.causal ? min(a.n, (int)(blockIdx.x + 1) * QUERIES) : a.n;
    startKeys<D>(tiles, tiles + TILE, &a, 0);
    closeGroup();

    uint32_t q[D / 16][4];
    for (int k = 0; k < D / 16; k++)
        for (int i = 0; i < 4; i++) {
            int row = first + i % 2 * 8, col = k * 16 + i / 2 * 8 + pair;
            q[k][i] =
                row < a.n ? *(const uint32_t *)&a.Q[((size_t)blockIdx.z * a.n + row) * D + col] : 0;
        }

    float o[D / 8][4] = {}, most[2] = {-INFINITY, -INFINITY},
                sum[2] = {}; // of rows `first` and `first` + 8
    for (int key0 = 0, stage = 0; key0 < end; key0 += KEYS, stage ^= 1) {
        const uint4 *k = tiles + stage * 2 * TILE, *v = k + TILE;
        if (key0 + KEYS < end)
            startKeys<D>(tiles + (stage ^ 1) * 2 * TILE, tiles + (stage ^ 1) * 2 * TILE + TILE, &a,
                         key0 + KEYS);
        closeGroup();
        waitForGroups<1>();
        __syncthreads();

        float s[KEYS / 8][4] = {};
#pragma unroll
        for (int step = 0; step < D / 16; step++)
#pragma unroll
            for (int j = 0; j < KEYS / 16; j++) {
                uint32_t right[4]; // K^T: a key's elements are a column, so nothing is transposed
                loadMatrices(right, &k[place<D / 8, true>(j * 16 + lane / 16 * 8 + lane % 8,
                                                          2 * step + lane / 8 % 2)]);
                multiplyAdd(s[2 * j], q[step], right);
                multiplyAdd(s[2 * j + 1], q[step], right + 2);
            }

#pragma unroll
        for (int half = 0; half < 2; half++) {
            float next = most[half];
#pragma unroll
            for (int e = 0; e < KEYS / 4; e++) {
                float *score = &s[e / 2][2 * half + e % 2];
                *score = sees(&a, first + 8 * half, key0 + e / 2 * 8 + pair + e % 2)
                             ? *score * factor<D>()
                             : -INFINITY;
                next = fmaxf(next, *score);
            }
            next = fmaxf(next, __shfl_xor_sync(0xffffffff, next, 1));
            next = fmaxf(next, __shfl_xor_sync(0xffffffff, next, 2));
            float shrink = exp2f(most[half] - next);
            most[half] = next;
            sum[half] *= shrink; // of this lane's scores alone
#pragma unroll
            for (int e = 0; e < KEYS / 4; e++)
                sum[half] += s[e / 2][2 * half + e % 2] = exp2f(s[e / 2][2 * half + e % 2] - next);
#pragma unroll
            for (int e = 0; e < D / 4; e++)
                o[e / 2][2 * half + e % 2] *= shrink;
        }

#pragma unroll
        for (int step = 0; step < KEYS / 16; step++) {
            const float *x = s[2 * step], *y = s[2 * step + 1];
            uint32_t left[4] = {pairOf(x[0], x[1]), pairOf(x[2], x[3]), pairOf(y[0], y[1]),
                                pairOf(y[2], y[3])};
#pragma unroll
            for (int j = 0; j < D / 16; j++) {
                uint32_t right[4];
                loadMatricesTransposed(
                    right, &v[place<D / 8, true>(step * 16 + lane % 16, 2 * j + lane / 16)]);
                multiplyAdd(o[2 * j], left, right);
                multiplyAdd(o[2 * j + 1], left, right + 2);
            }
        }
        __syncthreads(); // before the copies of the next step but one
    }

#pragma unroll
    for (int half = 0; half < 2; half++) {
        sum[half] += __shfl_xor_sync(0xffffffff, sum[half], 1);
        sum[half] += __shfl_xor_sync(0xffffffff, sum[half], 2);
        int row = first + 8 * half;
        if (row < a.n)
#pragma unroll
            for (int j = 0; j < D / 8; j++)
                *(uint32_t *)&a.O[((size_t)blockIdx.z * a.n + row) * D + j * 8 + pair] =
                    pairOf(o[j][2 * half] / sum[half], o[j][2 * half + 1] / sum[half]);
    }
}
// [end attentionMma]

// ---- The host ----

template <int D>
static void steps(Attention a)
{
    unsigned int tiles = blocksFor(a.n, TILE);
    scores<D><<<dim3(tiles, tiles, a.heads), TILE * TILE>>>(a);
    softmax<<<dim3(blocksFor(a.n, 4), 1, a.heads), 128>>>(a);
    weighted<D><<<dim3(D / TILE, tiles, a.heads), TILE * TILE>>>(a);
}

template <int D>
static void fused(Attention a)
{
    attentionFused<D><<<dim3(blocksFor(a.n, 64), 1, a.heads), 256>>>(a);
}

template <int D>
static void onTensorCores(Attention a)
{
    int bytes = 2 * 2 * KEYS * D * (int)sizeof(bf16);
    cudaCheck(
        cudaFuncSetAttribute(attentionMma<D>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    attentionMma<D><<<dim3(blocksFor(a.n, QUERIES), 1, a.heads), WARPS * 32, bytes>>>(a);
}

static const AttentionRung ladder[] = {
    {"attentionSteps", steps<64>, steps<128>, true},
    {"attentionFused", fused<64>, fused<128>, false},
    {"attentionMma", onTensorCores<64>, onTensorCores<128>, false},
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    return runAttention(&options, argc, argv, requireTensorCores, ladder,
                        sizeof ladder / sizeof *ladder);
}
