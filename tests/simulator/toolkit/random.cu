// random.cu: draws numbers by curand_kernel.h, and prints a hash of the bits and uniform numbers, and a sum of the normal ones. NVIDIA's
// header and that of compile/toolkit give the same bits, and normal numbers that are the same but for their last bits.

#include <curand_kernel.h>
#include <stdio.h>

enum { THREADS = 64, NUMBERS = 40 };

// Fills a thread's row: bits, then uniform numbers, then normal ones; some calls in between, so that their order counts.
template <class State>
static __global__ void draw(unsigned long long seed, unsigned long long apart, double *bits,
                            double *normal)
{
    int thread = (int)threadIdx.x;
    State state;
    curand_init(seed, thread * apart, thread % 5 * 1234567ull * (thread % 7), &state);
    double *to = bits + thread * NUMBERS;
    for (int i = 0; i < 10; i++)
        *to++ = curand(&state);
    for (int i = 0; i < 10; i++)
        *to++ = curand_uniform(&state);
    for (int i = 0; i < 9; i++)
        *to++ = curand_uniform_double(&state);
    skipahead(1000 + thread, &state);
    *to++ = curand(&state);
    skipahead_sequence(3, &state);
    for (int i = 0; i < 10; i++)
        *to++ = curand(&state);
    to = normal + thread * NUMBERS;
    for (int i = 0; i < 11; i++)
        *to++ = curand_normal(&state);
    for (int i = 0; i < 11; i++)
        *to++ = curand_normal_double(&state);
    for (int i = 0; i < 9; i++) {
        float2 pair = curand_normal2(&state);
        *to++ = pair.x + 2 * pair.y;
    }
    for (int i = 0; i < 5; i++)
        *to++ = curand_log_normal(&state, 0.5f, 0.25f);
    for (int i = 0; i < 4; i++)
        *to++ = curand_log_normal_double(&state, 0.5, 0.25);
}

static __global__ void drawFours(double *bits, double *normal)
{
    int thread = (int)threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(99, 1, thread, &state);
    uint4 a = curand4(&state);
    float4 b = curand_uniform4(&state);
    double2 c = curand_uniform2_double(&state);
    float4 d = curand_normal4(&state);
    double row[] = {(double)a.x, (double)a.y, (double)a.z, (double)a.w, b.x,
                    b.y,         b.z,         b.w,         c.x,         c.y};
    for (int i = 0; i < 10; i++)
        bits[thread * NUMBERS + i] = row[i];
    normal[thread * NUMBERS] = d.x + 2 * d.y + 3 * d.z + 4 * d.w;
}

static void print(const char *name, const double *bits, const double *normal)
{
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("the kernel failed\n");
    unsigned long long hash = 0xcbf29ce484222325; // FNV-1a
    const unsigned char *bytes = (const unsigned char *)bits;
    double sum = 0;
    for (size_t i = 0; i < THREADS * NUMBERS * sizeof *bits; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    for (int i = 0; i < THREADS * NUMBERS; i++)
        sum += normal[i] * (1 + i % 10);
    printf("%s: %016llx, %.1f\n", name, hash, sum);
}

int main(void)
{
    double *bits, *normal;
    cudaMallocManaged(&bits, THREADS * NUMBERS * sizeof *bits);
    cudaMallocManaged(&normal, THREADS * NUMBERS * sizeof *normal);
    draw<curandState><<<1, THREADS>>>(1234, 1, bits, normal);
    print("XORWOW", bits, normal);
    draw<curandState><<<1, THREADS>>>(0xfedcba9876543210, 0x123456789, bits, normal);
    print("XORWOW far", bits, normal);
    draw<curandStatePhilox4_32_10_t><<<1, THREADS>>>(1234, 1, bits, normal);
    print("Philox", bits, normal);
    draw<curandStatePhilox4_32_10_t>
        <<<1, THREADS>>>(0xfedcba9876543210, 0x1234567890123, bits, normal);
    print("Philox far", bits, normal);
    drawFours<<<1, THREADS>>>(bits, normal);
    print("fours", bits, normal);
    cudaFree(bits);
    cudaFree(normal);
    return 0;
}
