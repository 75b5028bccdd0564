// Who waits at an mbarrier follows what came before the arrivals of a phase that is over, and not what came before those in the phase that is
// still open (PTX ISA, mbarrier.test_wait). A producer's first wait, with parity 1, is for the phase before the first and returns at once.
// device: h200
// build: -arch=sm_90
// compiler: nvcc
// status: 4
// err: Race reported between Read access at [^ ]* in @r by thread \(0,0,0\) in block \(0,0,0\) and Write access at [^ ]* in @w by thread \(32,0,0\)
// err: Race reported between Read access at [^ ]* in @q by thread \(32,0,0\) in block \(0,0,0\) and Write access at [^ ]* in @v by thread \(0,0,0\)
// err: Race reported between Read access at [^ ]* in @s by thread \(0,0,0\) in block \(0,0,0\) and Write access at [^ ]* in @a by thread \(32,0,0\)
// err: ERROR SUMMARY: 3 errors$
#include <cstdio>

static __device__ unsigned place(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ void begin(unsigned long long *barrier, int arrivals)
{
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place(barrier)), "r"(arrivals));
    __syncthreads();
}

static __device__ void arrive(unsigned long long *barrier)
{
    asm volatile(
        "{ .reg .b64 token; mbarrier.arrive.shared.b64 token, [%0]; }" ::"r"(place(barrier))
        : "memory");
}

static __device__ void wait(unsigned long long *barrier, int parity)
{
    asm volatile("{\n .reg .pred over;\n"
                 "again: mbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n"
                 "@!over bra again;\n}" ::"r"(place(barrier)),
                 "r"(parity)
                 : "memory");
}

// The phase before the first.
__global__ void phaseBefore(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int data[32];
    int t = threadIdx.x;
    begin(&barrier, 64);
    if (t >= 32) {
        data[t - 32] = t; // @w
        arrive(&barrier);
    } else {
        wait(&barrier, 1);
        out[t] = data[t]; // @r
        arrive(&barrier);
    }
}

// A phase that has long been over.
__global__ void phaseTwice(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int data[64];
    int t = threadIdx.x;
    begin(&barrier, 32);
    if (t < 32) {
        data[t] = t;
        arrive(&barrier);
        data[32 + t] = t; // @v
        if (t)
            arrive(&barrier);
    } else {
        wait(&barrier, 0);
        out[t - 32] = data[t - 32];
        wait(&barrier, 0);
        out[t - 32] = data[t]; // @q
    }
}

// To arrive is not to wait.
__global__ void arrivesOnly(int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int data[32];
    int t = threadIdx.x;
    begin(&barrier, 64);
    if (t >= 32) {
        data[t - 32] = t; // @a
        arrive(&barrier);
    } else {
        arrive(&barrier);
        out[t] = data[t]; // @s
    }
}

// A ring of two slots, which is right.
__global__ void ring(int *out)
{
    __shared__ unsigned long long full[2], empty[2];
    __shared__ int data[2][32];
    int t = threadIdx.x, lane = t % 32;
    for (int i = 0; i < 2; i++) {
        begin(&full[i], 32);
        begin(&empty[i], 32);
    }
    for (int i = 0; i < 8; i++) {
        int slot = i % 2, parity = i / 2 % 2;
        if (t < 32) {
            wait(&empty[slot], parity ^ 1);
            data[slot][lane] = i + lane;
            arrive(&full[slot]);
        } else {
            wait(&full[slot], parity);
            out[i * 32 + lane] = data[slot][31 - lane];
            arrive(&empty[slot]);
        }
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 256 * sizeof *out);
    phaseBefore<<<1, 64>>>(out);
    phaseTwice<<<1, 64>>>(out);
    arrivesOnly<<<1, 64>>>(out);
    ring<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
