// How a float sum's error depends on the order.
//
// Every addition rounds. If the same numbers are added in another order, other sums are rounded, and some
// orders lose far less. All of it runs on the CPU, because this is about arithmetic on any machine.
//
//     sum_sequential     from left to right
//     sum_pairwise       as a tree, like the reductions of this chapter
//     sum_kahan          from left to right, keeping what each addition rounds away
//
//     make ch3-accuracy && ./ch3-accuracy -n 2^22

#include "program.h"

#include <math.h>

// [begin accuracy]
// From left to right: an element passes through up to n - 1 roundings.
static float sum_sequential(const float *x, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// As a tree: log2(n) roundings.
static float sum_pairwise(const float *x, size_t n)
{
    if (n <= 1)
        return n == 1 ? x[0] : 0;
    return sum_pairwise(x, n / 2) + sum_pairwise(x + n / 2, n - n / 2);
}

// Kahan's: what an addition rounds away is kept and added to the next element.
static float sum_kahan(const float *x, size_t n)
{
    float sum = 0, lost = 0;
    for (size_t i = 0; i < n; i++) {
        float y = x[i] - lost, next = sum + y;
        lost = (next - sum) - y; // 0 if float addition were exact
        sum = next;
    }
    return sum;
}
// [end accuracy]

static const struct {
    const char *name;
    float (*sum)(const float *x, size_t n);
} sums[] = {
    {"sum_sequential", sum_sequential},
    {"sum_pairwise", sum_pairwise},
    {"sum_kahan", sum_kahan},
};
enum { SUMS = sizeof sums / sizeof *sums };

// Higham's bound on the relative error of sum i over n numbers of one sign, chapter 4.
static double sumBound(int i, size_t n)
{
    double k = n > 1 ? (double)n : 2;
    return i == 0   ? float_gamma(k - 1)
           : i == 1 ? float_gamma(ceil(log2(k)))
                    : 2 * 0x1p-24 + k * 0x1p-47;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Sums n random floats from 0 to 1 on the CPU; the exact sum is known.", "nsrk");
    options.n = default_size(1 << 22, 1 << 19);
    options.n_max = 1 << 30;
    options.repeats = 1;
    options_kernels(&options, sums);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(float);
    deviceRequire(&options, 0, bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", 0);
    float *x = host_array(float, n);
    double exact = 0, error[SUMS] = {};
    fill_floats(x, n, options.seed);
    for (size_t i = 0; i < n;
         i++) // of one sign, so that the sum is large and its roundings are too
        exact += x[i] = fabsf(x[i]);

    for (int i = 0; i < SUMS; i++) {
        if (!options_want(&options, sums[i].name))
            continue;
        double got = 0, *ms = host_array(double, options.repeats);
        for (size_t r = 0; r < options.repeats; r++) {
            double start = cpu_ms();
            got = sums[i].sum(x, n);
            ms[r] = cpu_ms() - start;
        }
        error[i] = exact > 0 ? fabs(got - exact) / exact : 0;
        rowsCpu(&rows, sums[i].name, n, median(ms, options.repeats), (double)bytes,
                verify_float(sums[i].name, got, exact, sumBound(i, n) * exact));
        free(ms);
    }
    for (int i = 0; i < SUMS && !options.csv; i++)
        if (options_want(&options, sums[i].name))
            printf("%s%-15s relative error %.1e, at most %.1e\n", i == 0 ? "\n" : "", sums[i].name,
                   error[i], sumBound(i, n));
    free(x);
    return rowsEnd(&rows);
}
