// hostrandom.cu: random numbers of cuRAND's host API, as nvcc's and our own headers have it (-lcurand): a hash of bits and of uniform
// numbers, and some digits of normal ones, whose last bits may differ.

#include <curand.h>
#include <stdio.h>
#include <string.h>

enum { N = 100000 };

static unsigned long long hash_of(const void *p, size_t size)
{
    unsigned long long h = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211u;
    return h;
}

static unsigned long long device_hash(const void *device, size_t size)
{
    static double host[N];
    cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost);
    return hash_of(host, size);
}

static void print_normal(const char *name, const double *x)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++)
        sum += x[i], squares += x[i] * x[i];
    printf(" %s %.4f %.4f, mean %.3f, square %.3f;", name, x[0], x[N - 1], sum / N, squares / N);
}

static void show(const char *name, curandRngType_t type)
{
    static double host[N];
    static float floats[N];
    void *device;
    curandGenerator_t g;
    cudaMalloc(&device, sizeof host);
    curandCreateGenerator(&g, type);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    curandGenerate(g, (unsigned *)device, N);
    printf("%s: bits %016llx", name, device_hash(device, N * sizeof(unsigned)));
    curandSetGeneratorOffset(g, 100);
    curandGenerateUniform(g, (float *)device, N);
    printf(", uniform %016llx", device_hash(device, N * sizeof(float)));
    curandSetGeneratorOffset(g, 0);
    curandGenerateUniformDouble(g, (double *)device, N);
    printf(" %016llx,", device_hash(device, N * sizeof(double)));
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, type);
    curandGenerateNormal(g, floats, N, 1, 2);
    for (int i = 0; i < N; i++)
        host[i] = floats[i];
    print_normal("normal", host);
    curandSetGeneratorOffset(g, 0);
    curandGenerateLogNormalDouble(g, host, N, 0, 0.5);
    print_normal("log-normal", host);
    printf(" odd: %d\n", curandGenerateNormal(g, floats, 3, 0, 1));
    curandDestroyGenerator(g);
    cudaFree(device);
}

int main(void)
{
    show("XORWOW", CURAND_RNG_PSEUDO_DEFAULT);
    show("Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10);
    return 0;
}
