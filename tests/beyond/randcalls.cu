// randcalls.cu SEED: calls cuRAND's host generators at random, of every order, with changing kinds and counts, and prints what they give.
// NVIDIA's library and ours must print the same.

#include <curand.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20000, TYPES = 5, GENERATORS = 4, CALLS = 8 };

static unsigned state;

static unsigned below(unsigned n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static void print(int status, double first, double middle, double last)
{
    printf("%d", status);
    if (status == 0)
        printf(" %.4f %.4f %.4f", first, middle, last);
    printf("\n");
}

// One call; half of the counts are small.
static void call(curandGenerator_t g)
{
    static unsigned u[MOST];
    static float f[MOST];
    static double d[MOST];
    unsigned n = (below(2) ? below(20) : below(MOST)) + 1, kind = below(7);
    unsigned mean = below(3), deviation = 1 + below(2);
    int e;
    printf("  kind %u, %u: ", kind, n);
    switch (kind) {
    case 0: e = curandGenerate(g, u, n); break;
    case 1: e = curandGenerateUniform(g, f, n); break;
    case 2: e = curandGenerateUniformDouble(g, d, n); break;
    case 3: e = curandGenerateNormal(g, f, n, (float)mean, (float)deviation); break;
    case 4: e = curandGenerateNormalDouble(g, d, n, mean, deviation); break;
    case 5: e = curandGenerateLogNormal(g, f, n, 0, (float)deviation); break;
    default: e = curandGenerateLogNormalDouble(g, d, n, 0, deviation); break;
    }
    if (kind == 0)
        print(e, u[0], u[n / 2], u[n - 1]);
    else if (kind % 2)
        print(e, f[0], f[n / 2], f[n - 1]);
    else
        print(e, d[0], d[n / 2], d[n - 1]);
}

int main(int argc, char **argv)
{
    static const curandRngType_t types[TYPES] = {
        CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10,
        CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_QUASI_SOBOL32};
    state = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    for (int i = 0; i < TYPES * GENERATORS; i++) {
        curandRngType_t type = types[i % TYPES];
        bool quasi = type == CURAND_RNG_QUASI_SOBOL32, twister = type == CURAND_RNG_PSEUDO_MTGP32;
        unsigned order = quasi ? 201 : 100 + below(5), seed = below(1000), offset = below(100000);
        curandGenerator_t g;
        curandCreateGeneratorHost(&g, type);
        if (!quasi)
            curandSetPseudoRandomGeneratorSeed(g, seed);
        printf("type %d, order %u: %d\n", type, order,
               curandSetGeneratorOrdering(g, (curandOrdering_t)order));
        if (!twister && below(2))
            curandSetGeneratorOffset(g, offset);
        for (int c = 0; c < CALLS; c++)
            call(g);
        curandDestroyGenerator(g);
    }
    return 0;
}
