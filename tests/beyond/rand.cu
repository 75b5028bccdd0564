// rand.cu: tests cuRAND's host API.
//   rand moments      checks the mean, variance and range of each generator's numbers on the device
//   rand errors       prints how calls fail that must fail
//   rand write FILE   writes numbers of each host generator, as doubles; it asks for them in parts, as programs do
//   rand compare FILE compares the same numbers with the file's, which NVIDIA's library wrote: prints how many differ
#include <curand.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 6, KINDS = 8, N = 400000 };

static const curandRngType_t types[TYPES] = {
    CURAND_RNG_PSEUDO_XORWOW,        CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32,
    CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32,   CURAND_RNG_QUASI_SOBOL64};
static const char *const kinds[KINDS] = {
    "bits",          "uniform",    "uniform double",    "normal",
    "normal double", "log-normal", "log-normal double", "Poisson"};

// Generates numbers of a kind at `out`, on the generator's side. Normal numbers have mean 2 and deviation 3, log-normal ones 0 and
// 1/2, Poisson numbers mean 5.
static curandStatus_t generate(curandGenerator_t g, int kind, void *out, size_t n, bool wide)
{
    switch (kind) {
    case 0:
        return wide ? curandGenerateLongLong(g, (unsigned long long *)out, n)
                    : curandGenerate(g, (unsigned *)out, n);
    case 1: return curandGenerateUniform(g, (float *)out, n);
    case 2: return curandGenerateUniformDouble(g, (double *)out, n);
    case 3: return curandGenerateNormal(g, (float *)out, n, 2, 3);
    case 4: return curandGenerateNormalDouble(g, (double *)out, n, 2, 3);
    case 5: return curandGenerateLogNormal(g, (float *)out, n, 0, 0.5f);
    case 6: return curandGenerateLogNormalDouble(g, (double *)out, n, 0, 0.5);
    default: return curandGeneratePoisson(g, (unsigned *)out, n, 5);
    }
}

static double element(const void *p, int kind, size_t i, bool wide)
{
    if (kind == 0 && wide)
        return (double)((const unsigned long long *)p)[i] / 18446744073709551616.;
    if (kind == 0)
        return ((const unsigned *)p)[i] / 4294967296.;
    if (kind == 7)
        return ((const unsigned *)p)[i];
    return kind % 2 ? ((const float *)p)[i] : ((const double *)p)[i];
}

static void moments(void)
{
    static const double mean[KINDS] = {0.5, 0.5, 0.5, 2, 2, 1.1331484530668263, 1.1331484530668263,
                                       5};
    static const double variance[KINDS] = {1 / 12., 1 / 12., 1 / 12., 9, 9, 0.36469, 0.36469, 5};
    void *device, *host = malloc(8 * N);
    cudaMalloc(&device, 8 * N);
    for (int t = 0; t < TYPES; t++) {
        bool wide = types[t] == CURAND_RNG_QUASI_SOBOL64;
        for (int kind = 0; kind < KINDS; kind++) {
            curandGenerator_t g;
            curandCreateGenerator(&g, types[t]);
            if (types[t] < CURAND_RNG_QUASI_DEFAULT)
                curandSetPseudoRandomGeneratorSeed(g, 42);
            curandStatus_t s = generate(g, kind, device, N, wide);
            cudaMemcpy(host, device, 8 * N, cudaMemcpyDeviceToHost);
            double sum = 0, square = 0, low = 1e9, high = -1e9, along = 0;
            for (size_t i = 0; i < N; i++) {
                double v = element(host, kind, i, wide);
                sum += v, square += v * v, low = fmin(low, v), high = fmax(high, v);
                along += i ? (v - mean[kind]) * (element(host, kind, i - 1, wide) - mean[kind]) : 0;
            }
            double m = sum / N, v = square / N - m * m, deviation = sqrt(variance[kind] / N);
            bool quasi = types[t] >= CURAND_RNG_QUASI_DEFAULT;
            bool range = kind == 0   ? low >= 0 && high < 1
                         : kind <= 2 ? low > 0 && high <= 1
                         : kind <= 4 ? low < -9 && high > 13
                                     : low >= 0 && low < (kind == 7 ? 1 : 0.2);
            // 5 standard deviations; neighbours of pseudorandom numbers have nothing to do with each other
            if (s || fabs(m - mean[kind]) > 5 * deviation || fabs(v / variance[kind] - 1) > 0.03 ||
                !range || (!quasi && fabs(along / N / variance[kind]) > 5 / sqrt((double)N)))
                printf("type %d, %s: status %d mean %g variance %g from %g to %g, neighbours %g\n",
                       types[t], kinds[kind], s, m, v, low, high, along / N / variance[kind]);
            curandDestroyGenerator(g);
        }
    }
    puts("moments are done");
}

static void errors(void)
{
    curandGenerator_t g, q;
    float *d;
    cudaMalloc(&d, 4096);
    printf("%d unknown type\n", curandCreateGenerator(&g, (curandRngType_t)7));
    curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW);
    curandCreateGenerator(&q, CURAND_RNG_QUASI_SOBOL32);
    printf("%d odd\n", curandGenerateNormal(g, d, 3, 0, 1));
    printf("%d dimensions of pseudorandom numbers\n",
           curandSetQuasiRandomGeneratorDimensions(g, 2));
    printf("%d seed of quasirandom numbers\n", curandSetPseudoRandomGeneratorSeed(q, 2));
    curandSetQuasiRandomGeneratorDimensions(q, 3);
    printf("%d no multiple of the dimensions\n", curandGenerateUniform(q, d, 4));
    printf("%d 64 bits\n", curandGenerateLongLong(g, (unsigned long long *)d, 4));
    printf("%d no generator\n", curandGenerateUniform(NULL, d, 4));
    printf("%d nothing\n", curandGenerateUniform(g, d, 0));
    printf("%d outside: ", curandGenerateUniform(g, d, 2000));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// Writes or compares all numbers but Poisson's: of those only the distribution is cuRAND's. Returns how many differ.
static size_t sequences(FILE *from, FILE *to)
{
    static const size_t parts[] = {1000, 20000, 8, 100000, 4};
    static double buffer[100000];
    size_t differ = 0;
    for (int t = 0; t < TYPES; t++)
        for (int kind = 0; kind < KINDS - 1; kind++)
            for (unsigned long long offset = 0; offset < 2000000; offset += 1234567) {
                bool wide = types[t] == CURAND_RNG_QUASI_SOBOL64,
                     quasi = types[t] >= CURAND_RNG_QUASI_DEFAULT;
                curandGenerator_t g;
                curandCreateGeneratorHost(&g, types[t]);
                if (quasi)
                    curandSetQuasiRandomGeneratorDimensions(g, 4);
                else
                    curandSetPseudoRandomGeneratorSeed(g, 1234567890123ull);
                // where normal numbers go on after an offset is not documented
                if (offset &&
                    (kind > 2 || curandSetGeneratorOffset(g, offset) != CURAND_STATUS_SUCCESS)) {
                    curandDestroyGenerator(g);
                    continue;
                }
                for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
                    generate(g, kind, buffer, parts[p], wide);
                    for (size_t i = 0; i < parts[p]; i++) {
                        double v = element(buffer, kind, i, wide), theirs = 0;
                        if (to)
                            fwrite(&v, sizeof v, 1, to);
                        else
                            differ += fread(&theirs, sizeof theirs, 1, from) != 1 ||
                                      fabs(v - theirs) > (kind < 3 ? 0 : 2e-6 * (fabs(theirs) + 1));
                    }
                }
                curandDestroyGenerator(g);
            }
    return differ;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        strcmp(argv[1], "errors") == 0 ? errors() : moments();
    FILE *f = argc == 3 ? fopen(argv[2], strcmp(argv[1], "write") == 0 ? "wb" : "rb") : NULL;
    if (f && strcmp(argv[1], "write") == 0)
        sequences(NULL, f);
    else if (f)
        printf("%zu differ\n", sequences(f, NULL));
    if (f)
        fclose(f);
    return 0;
}
