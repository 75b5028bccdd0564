// Unrolling on the CPU, by hand or by the compiler.
//
// A sum of n elements:
//
//     float_plain       one accumulator; each addition waits for the one before it
//     float_unrolled    four additions per round, still one accumulator: the wait stays
//     float_four        four accumulators: four additions in flight. It's rounded differently,
//                       so no compiler does this to floats without being told to
//     int_plain         the same loop on ints: the compiler unrolls it, and uses vectors
//
//     make ch4-cpu && ./ch4-cpu -n 2^13
//
// build: -O3

#include "program.h"

enum { RUNS = 3 }; // timed runs, after one that is not timed

// [begin cpu]
static float float_plain(const float *x, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static float float_unrolled(const float *x, size_t n)
{
    float sum = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        sum += x[i];
        sum += x[i + 1];
        sum += x[i + 2];
        sum += x[i + 3];
    }
    for (; i < n; i++) // fewer than four are left
        sum += x[i];
    return sum;
}

static float float_four(const float *x, size_t n)
{
    float a = 0, b = 0, c = 0, d = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += x[i];
        b += x[i + 1];
        c += x[i + 2];
        d += x[i + 3];
    }
    for (; i < n; i++)
        a += x[i];
    return (a + b) + (c + d);
}

static int int_plain(const int *x, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
// [end cpu]

static const char *const sums[] = {"float_plain", "float_unrolled", "float_four", "int_plain"};
enum { SUMS = sizeof sums / sizeof *sums };

int main(int argc, char **argv)
{
    float (*const floats[])(const float *x, size_t n) = {float_plain, float_unrolled, float_four};
    Options options =
        options_for("Sums n small whole numbers on the CPU, in loops unrolled or not.", "nsk");
    options.n = default_size(1 << 24, 1 << 20);
    options.n_max = (size_t)1 << 32;
    options.repeats = RUNS;
    options_kernels(&options, sums);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n;
    deviceRequire(&options, 0, 2 * n * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "Gop/s", 0);
    float *x = host_array(float, n);
    int *whole = host_array(int, n);
    int64_t want = 0;
    for (size_t i = 0; i < n; i++) { // from -7 to 7: their float sums are exact, in any order
        whole[i] = (int)(random_bits(options.seed, i) % 15) - 7;
        x[i] = (float)whole[i];
        want += whole[i];
    }

    for (int i = 0; i < SUMS; i++) {
        if (!options_want(&options, sums[i]))
            continue;
        double times[RUNS], got = 0;
        for (int run = -1; run < RUNS; run++) {
            double start = cpu_ms();
            got = i < 3 ? floats[i](x, n) : int_plain(whole, n);
            times[run < 0 ? 0 : run] = cpu_ms() - start;
        }
        bool right = verify_float(sums[i], got, (double)want, 0);
        rowsCpu(&rows, sums[i], n, median(times, RUNS), (double)n, right);
    }
    host_free(x, whole);
    return rowsEnd(&rows);
}
