// What the programs of attention have in common: the problem, and the host's side of its rungs.

#ifndef WARP_ATTENTION_H
#define WARP_ATTENTION_H

#include "bf16.h"

// [begin Attention]
typedef struct {
    const bf16 *Q, *K, *V; // (heads, n, D)
    bf16 *O;               // the same
    float *S;              // (heads, n, n), for attentionSteps
    int heads, n;
    bool causal; // query i sees keys 0 to i only
} Attention;
// [end Attention]

// The score's factor: 1 / sqrt(D), and log2(e), since all exponentials here are powers of 2.
template <int D>
static __device__ float factor(void)
{
    return 1.44269504f * rsqrtf(D);
}

static __device__ bool sees(const Attention *a, int query, int key)
{
    return key < a->n && (!a->causal || key <= query);
}

// Head h's element (i, j) of X; 0 past the end.
template <int D>
static __device__ float elementOf(const Attention *a, const bf16 *X, int i, int j)
{
    return i < a->n ? __bfloat162float(X[((size_t)blockIdx.z * a->n + i) * D + j]) : 0;
}

// ---- The host ----

// One way to do it, for each width.
typedef struct {
    const char *name; // options_kernels() expects it first
    void (*run64)(Attention a);
    void (*run128)(Attention a);
    bool scores; // has all scores in memory
} AttentionRung;

// [begin attentionBound]
// Row `query` of head h of O in double, and how far each element may be from it, for d elements: O,
// (d) and bound, (d).
//
// A score is off by `off` at most, as a sum of d products (boundOf() says by how much) with two
// more roundings. That changes a weight by about as much of itself, and the sum of all weights,
// too. Weights are rounded to bf16, by 2^-8 of themselves, and with each of n / 32 larger maxima
// multiplied by a power of two that is off by 2^-21. Then n weighted values are added, and the
// result is rounded.
static void rowOf(const bf16 *Q, const bf16 *K, const bf16 *V, int n, int d, bool causal, int query,
                  double *weights, double *O, double *bound)
{
    int end = causal ? query + 1 : n;
    double most = -INFINITY, sum = 0, off = 0;
    for (int j = 0; j < end; j++) {
        double score = 0, magnitude = 0;
        for (int e = 0; e < d; e++) {
            double product = (double)__bfloat162float(Q[(size_t)query * d + e]) *
                             __bfloat162float(K[(size_t)j * d + e]);
            score += product;
            magnitude += fabs(product);
        }
        weights[j] = score / sqrt(d);
        most = fmax(most, weights[j]);
        off = fmax(off, float_gamma(2.5 * d + 42) * magnitude / sqrt(d));
    }
    for (int j = 0; j < end; j++)
        sum += weights[j] = exp(weights[j] - most);
    double relative = 0x1p-8 + 2 * off + (n / 32 + 4) * 0x1p-21 + float_gamma(2.5 * n + 40);
    for (int e = 0; e < d; e++) {
        double magnitude = 0;
        O[e] = 0;
        for (int j = 0; j < end; j++) {
            double term = weights[j] / sum * __bfloat162float(V[(size_t)j * d + e]);
            O[e] += term;
            magnitude += fabs(term);
        }
        bound[e] = magnitude * relative;
        bound[e] += (fabs(O[e]) + bound[e]) * 0x1p-8;
    }
}
// [end attentionBound]

// Some rows of O, the first and the last among them, against sums in double. O: (heads, n, d), on the host.
static bool nearlyRight(const char *name, const bf16 *Q, const bf16 *K, const bf16 *V,
                        const bf16 *O, const Attention *a, int d, uint64_t seed)
{
    enum { SAMPLES = 8 };
    double *weights = host_array(double, a->n), want[128], bound[128];
    bool right = true;
    for (int s = 0; s < SAMPLES && a->n > 0 && right; s++) {
        int query = s == 0 ? 0 : s == 1 ? a->n - 1 : (int)(random_bits(seed, s) % a->n);
        size_t head = (random_bits(seed, s) >> 32) % a->heads * a->n * d;
        rowOf(Q + head, K + head, V + head, a->n, d, a->causal, query, weights, want, bound);
        for (int e = 0; e < d && right; e++)
            right = verify_float(name, __bfloat162float(O[head + (size_t)query * d + e]), want[e],
                                 bound[e]);
    }
    free(weights);
    return right;
}

static const char ABOUT[] = "Attention of n random queries to n keys, for each head.";

// The rest of main, for the rungs: (count) of a ladder, whose names `options` has. The exit status.
static int runAttention(Options *options, int argc, char **argv, void (*require)(const Device *),
                        const AttentionRung *ladder, int rungs)
{
    static const size_t widths[] = {64, 128, 0};
    size_t heads = default_size(16, 2), d = 64, causal = 0;
    const Option own[] = {
        {'d', "width", "elements of a query", &d, 0, 0, widths, NULL},
        {'g', "heads", "heads", &heads, 1, 1024, NULL, NULL},
        {'c', "causal", "1: a query sees no later keys", &causal, 0, 1, NULL, NULL},
        {}};
    options->n = default_size(4096, 192);
    options->n_max = 1 << 17;
    options->own = own;
    options_parse(options, argc, argv);

    Device device = deviceOpen();
    require(&device);
    size_t n = options->n, count = heads * n * d, scored = 0;
    for (int i = 0; i < rungs; i++)
        if (ladder[i].scores && options_want(options, ladder[i].name))
            scored = heads * n * n;
    deviceRequire(options, 4 * count * sizeof(bf16) + scored * sizeof(float),
                  4 * count * sizeof(bf16));
    Rows rows = rowsBegin(&device, options, "GFLOP/s", tensorFlops(&device) / 1e9);
    bf16 *x[3], *O = host_array(bf16, count);
    Attention a = {
        NULL,       NULL,   NULL,       deviceArray(bf16, count), deviceArray(float, scored),
        (int)heads, (int)n, causal == 1};
    for (int i = 0; i < 3; i++) {
        Matrix all = {NULL, (int)(heads * n), (int)d, (int)d};
        x[i] = host_array(bf16, count);
        fillElements(x[i], all, false, options->seed + i);
    }
    bf16 *Q = deviceCopy(bf16, x[0], count), *K = deviceCopy(bf16, x[1], count),
         *V = deviceCopy(bf16, x[2], count);
    a.Q = Q;
    a.K = K;
    a.V = V;

    for (int i = 0; i < rungs; i++) {
        if (!options_want(options, ladder[i].name))
            continue;
        Runs runs = runsBegin(options, a.O, count * sizeof(bf16));
        while (runsNext(&runs))
            (d == 64 ? ladder[i].run64 : ladder[i].run128)(a);
        double ms = runsEnd(&runs, O),
               seen = a.causal ? (n + 1) / 2.0 : (double)n; // keys of a query
        rowsKernel(&rows, ladder[i].name, n, ms, 4.0 * seen * (double)count,
                   nearlyRight(ladder[i].name, x[0], x[1], x[2], O, &a, (int)d, options->seed));
    }
    rowsFewBlocks(&rows, heads * blocksFor(n, 64));
    deviceFree(Q, K, V, a.O, a.S);
    host_free(x[0], x[1], x[2], O);
    return rowsEnd(&rows);
}

#endif
