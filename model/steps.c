// steps.c: every step of the model in plain C, as the definition says it, and the choice between it and a kernel.
//
// A step in plain C adds up in double. It returns a bound: how far a result in floats may be from it if it is right, whatever its
// order of operations. For n roundings of numbers up to a size that is n * 2^-24 * size (Higham, Accuracy and Stability of
// Numerical Algorithms, section 3.1, with sums of absolute values as the size).

#include "model/language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double cpu_operations;

static double bound(double operations, double roundings, double size)
{
    cpu_operations += operations;
    return roundings * 0x1p-24 * size;
}

static double largest(const float *x, size_t n)
{
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    return most;
}

// Returns the sum of n products of elements that lie apart, and raises *size to the sum of their absolute values.
static float dot(const float *a, long apart_a, const float *b, long apart_b, long n, double *size)
{
    double sum = 0, absolute = 0;
    for (long i = 0; i < n; i++) {
        double one = (double)a[i * apart_a] * b[i * apart_b];
        sum += one;
        absolute += fabs(one);
    }
    *size = fmax(*size, absolute);
    return (float)sum;
}

// embed(text, table, positions, x, n, width, first): each token's row, plus the row of its position.
static double embed(const Arg *a)
{
    const int *text = a[0].in;
    long n = a[4].i, width = a[5].i, first = a[6].i;
    const float *table = a[1].in, *positions = a[2].in;
    float *x = a[3].out;
    for (long i = 0; i < n * width; i++)
        x[i] = table[text[i / width] * width + i % width] + positions[first * width + i];
    return bound(n * width, 1, largest(x, (size_t)n * width));
}

// saxpy(a, x, y, n): y += a x.
static double residual(const Arg *a)
{
    const float *x = a[1].in;
    float *y = a[2].out;
    double size = largest(y, a[3].n) + fabsf(a[0].f) * largest(x, a[3].n);
    for (size_t i = 0; i < a[3].n; i++)
        y[i] = (float)((double)a[0].f * x[i] + y[i]);
    return bound(a[3].n, 3, size);
}

// addBias(in, bias, out, rows, columns): a number for each column.
static double add_bias(const Arg *a)
{
    const float *in = a[0].in, *bias = a[1].in;
    float *out = a[2].out;
    size_t columns = a[4].n, count = a[3].n * columns;
    for (size_t i = 0; i < count; i++)
        out[i] = in[i] + bias[i % columns];
    return bound(count, 1, largest(out, count));
}

// split(qkv, q, k, v, n, heads, d): rows of queries, keys and values, each to its head.
static double split(const Arg *a)
{
    const float *qkv = a[0].in;
    long n = a[4].i, heads = a[5].i, d = a[6].i, width = heads * d;
    for (int part = 0; part < 3; part++)
        for (long i = 0; i < n * width; i++) {
            long t = i / width, h = i % width / d, e = i % d;
            ((float *)a[1 + part].out)[(h * n + t) * d + e] =
                qkv[(t * 3 + part) * width + h * d + e];
        }
    return bound(3 * n * width, 0, 0);
}

// join(o, x, n, heads, d): the heads' results, side by side in each row again.
static double join(const Arg *a)
{
    const float *o = a[0].in;
    float *x = a[1].out;
    long n = a[2].i, heads = a[3].i, d = a[4].i;
    for (long i = 0; i < n * heads * d; i++)
        x[i] = o[(i / d % heads * n + i / (heads * d)) * d + i % d];
    return bound(n * heads * d, 0, 0);
}

// remember(k, v, keys, values, n, heads, d, first, context): new keys are rows of the cache, new values columns.
static double remember(const Arg *a)
{
    const float *k = a[0].in, *v = a[1].in;
    float *keys = a[2].out, *values = a[3].out;
    long n = a[4].i, heads = a[5].i, d = a[6].i, first = a[7].i, context = a[8].i;
    for (long i = 0; i < heads * n * d; i++) {
        long h = i / (n * d), t = first + i / d % n, e = i % d;
        keys[(h * context + t) * d + e] = k[i];
        values[(h * d + e) * context + t] = v[i];
    }
    return bound(2 * heads * n * d, 0, 0);
}

// gelu(x, n), in place.
static double gelu(const Arg *a)
{
    float *x = a[0].out;
    double size = fmax(1, largest(x, a[1].n));
    for (size_t i = 0; i < a[1].n; i++) {
        double u = x[i];
        x[i] = (float)(u / 2 * (1 + tanh(0.7978845608 * (u + 0.044715 * u * u * u))));
    }
    return bound(8 * a[1].n, 16, size);
}

// mask(S, n, heads): no token sees a later one.
static double mask(const Arg *a)
{
    float *S = a[0].out;
    long n = a[1].i, heads = a[2].i;
    for (long row = 0; row < heads * n; row++)
        for (long column = row % n + 1; column < n; column++)
            S[row * n + column] = -INFINITY;
    return bound(heads * n * n / 2.0, 0, 0);
}

// softmax(x, y, rows, n): each row as shares.
static double softmax(const Arg *a)
{
    size_t rows = a[2].n, n = a[3].n;
    for (size_t row = 0; row < rows; row++) {
        const float *x = (const float *)a[0].in + row * n;
        float *y = (float *)a[1].out + row * n;
        double most = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++)
            most = fmax(most, x[i]);
        for (size_t i = 0; i < n; i++)
            sum += exp(x[i] - most);
        for (size_t i = 0; i < n; i++)
            y[i] = (float)(exp(x[i] - most) / sum);
    }
    return bound(8 * rows * n, n + 16, 1);
}

// layerNorm(x, gain, bias, y, rows, n): each row to mean 0 and deviation 1, then scaled and moved.
static double norm(const Arg *a)
{
    const float *gain = a[1].in, *bias = a[2].in;
    size_t rows = a[4].n, n = a[5].n;
    double size = 0;
    for (size_t row = 0; row < rows; row++) {
        const float *x = (const float *)a[0].in + row * n;
        float *y = (float *)a[3].out + row * n;
        double mean = 0, squares = 0;
        for (size_t i = 0; i < n; i++)
            mean += x[i] / (double)n;
        for (size_t i = 0; i < n; i++)
            squares += (x[i] - mean) * (x[i] - mean);
        double scale = 1 / sqrt(squares / (double)n + 1e-5);
        for (size_t i = 0; i < n; i++)
            y[i] = (float)((x[i] - mean) * scale * gain[i] + bias[i]);
        size = fmax(size, largest(x, n) * scale);
    }
    return bound(6 * rows * n, 2 * n + 16, size * largest(gain, n) + largest(bias, n));
}

// argmax(x, value, where, n): the largest int. Floats of 0 and more are in the order of the ints that have the same bits.
static double argmax(const Arg *a)
{
    const int *x = a[0].in;
    int *value = a[1].out, *where = a[2].out;
    *value = x[*where = 0];
    for (int i = 1; i < (int)a[3].n; i++)
        if (x[i] > *value)
            *value = x[*where = i];
    return bound(a[3].n, 0, 0);
}

// dots(A, x, y, rows, columns, stride, parts, apart): each row of A with x; part h has the rows from A + h * apart on, and its own x.
static double dots(const Arg *a)
{
    long rows = a[3].i, columns = a[4].i, stride = a[5].i, parts = a[6].i, apart = a[7].i;
    double size = 0;
    for (long i = 0; i < parts * rows; i++)
        ((float *)a[2].out)[i] =
            dot((const float *)a[0].in + i / rows * apart + i % rows * stride, 1,
                (const float *)a[1].in + i / rows * columns, 1, columns, &size);
    return bound(parts * rows * columns, columns + 1, size);
}

// sgemm(M, N, K, A, B, C): C = A B.
static double product(const Arg *a)
{
    long M = a[0].i, N = a[1].i, K = a[2].i;
    double size = 0;
    for (long i = 0; i < M * N; i++)
        ((float *)a[5].out)[i] =
            dot((const float *)a[3].in + i / N * K, 1, (const float *)a[4].in + i % N, N, K, &size);
    return bound(M * N * K, K + 1, size);
}

// scores(Q, K, S, n, d, scale, heads): S = Q K^T * scale. (The kernel knows the heads by its grid.)
static double scores(const Arg *a)
{
    long n = a[3].i, d = a[4].i, heads = a[6].i;
    double size = 0;
    for (long i = 0; i < heads * n * n; i++)
        ((float *)a[2].out)[i] =
            a[5].f * dot((const float *)a[0].in + i / n * d, 1,
                         (const float *)a[1].in + (i / (n * n) * n + i % n) * d, 1, d, &size);
    return bound(heads * n * n * d, d + 2, size * fabsf(a[5].f));
}

// weighted(P, V, O, n, d, heads): O = P V.
static double weighted(const Arg *a)
{
    long n = a[3].i, d = a[4].i, heads = a[5].i;
    double size = 0;
    for (long i = 0; i < heads * n * d; i++)
        ((float *)a[2].out)[i] =
            dot((const float *)a[0].in + i / d * n, 1,
                (const float *)a[1].in + i / (n * d) * n * d + i % d, d, n, &size);
    return bound(heads * n * n * d, n + 1, size);
}

Step steps[STEPS] = {
    [EMBED] = {"ex0-16", "embed", "ppppiii", embed},
    [RESIDUAL] = {"ex0-2", "saxpy", "fppn", residual},
    [BIAS] = {"ex1-1", "addBias", "pppnn", add_bias},
    [SPLIT] = {"ex1-17", "split", "ppppiii", split},
    [JOIN] = {"ex1-17", "join", "ppiii", join},
    [CACHE] = {"ex1-18", "remember", "ppppiiiii", remember},
    [GELU] = {"ex2-15", "gelu", "pn", gelu},
    [MASK] = {"ex2-16", "mask", "pi", mask},
    [SOFTMAX] = {"ex3-13", "softmax", "ppnn", softmax},
    [NORM] = {"ex3-16", "layerNorm", "ppppnn", norm},
    [ARGMAX] = {"ex3-3", "argmax", "pppn", argmax},
    [DOTS] = {"ex4-9", "dots", "pppiiiii", dots},
    [PRODUCT] = {"ex6-2", "sgemm", "iiippp", product},
    [SCORES] = {"ex6-8", "scores", "pppiif", scores},
    [WEIGHTED] = {"ex6-8", "weighted", "pppii", weighted},
};

// Does a step both ways on the same data, and leaves the result of plain C.
static void on_trial(Step *s, Shape shape, float *out, size_t count, const Arg *a)
{
    float *before = malloc(count * sizeof *before), *found = malloc(count * sizeof *found);
    memcpy(before, out, count * sizeof *out);
    device_launch(s, shape, a);
    device_wait();
    memcpy(found, out, count * sizeof *out);
    memcpy(out, before, count * sizeof *out);
    double most = s->cpu(a);
    for (size_t i = 0; i < count; i++) // a NaN is neither equal nor near
        s->differs |= !(found[i] == out[i] || fabsf(found[i] - out[i]) <= most);
    free(before);
    free(found);
}

void step(StepName name, Shape shape, void *out, size_t count, const Arg *a)
{
    Step *s = &steps[name];
    if (s->doer == BY_KERNEL) {
        device_launch(s, shape, a);
        return;
    }
    device_wait(); // for the kernels whose results this step takes
    if (s->doer == ON_TRIAL)
        on_trial(s, shape, out, count, a);
    else
        s->cpu(a);
}
