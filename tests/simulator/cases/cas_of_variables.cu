// A loop of atomicCAS begins with a plain read, which is a guess: a value that is too old makes the atomicCAS fail. So it is a remark on a
// variable that has a name just as on a pointer, although the compiler puts the name into the read and a register into the atomic.
// device: h200
// status: 0
// out: ^128 128 7 128$
// err: Remark: a plain read races with atomics[^.]*\. The read at countUp\(\) in @r
// err: Remark: a plain read races with atomics[^.]*\. The read at countMember\(\) in @m
// err: Remark: a plain read races with atomics[^.]*\. The read at countShared\([^)]*\) in @s
// err: Remark: a plain read races with atomics[^.]*\. The read at insert\(int\) in @i
// err: ERROR SUMMARY: 0 errors, 4 remarks$
#include <cstdio>

struct Sums {
    int unused;
    unsigned long long sum;
};
__device__ unsigned long long total;
__device__ Sums sums;
__device__ int slot;

__global__ void countUp()
{
    unsigned long long old = total, assumed; // @r
    do {
        assumed = old;
        old = atomicCAS(&total, assumed, assumed + 1);
    } while (old != assumed);
}

__global__ void countMember()
{
    unsigned long long old = sums.sum, assumed; // @m
    do {
        assumed = old;
        old = atomicCAS(&sums.sum, assumed, assumed + 1);
    } while (old != assumed);
}

__global__ void countShared(int *out)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    int old = count, assumed; // @s
    do {
        assumed = old;
        old = atomicCAS(&count, assumed, assumed + 1);
    } while (old != assumed);
    __syncthreads();
    out[threadIdx.x] = count;
}

// The read only spares most threads the atomic.
__global__ void insert(int key)
{
    if (slot == 0) // @i
        atomicCAS(&slot, 0, key);
}

int main()
{
    int *out, shared, put;
    unsigned long long sum;
    Sums s;
    cudaMalloc(&out, 128 * sizeof *out);
    countUp<<<2, 64>>>();
    countMember<<<2, 64>>>();
    countShared<<<1, 128>>>(out);
    insert<<<2, 64>>>(7);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaMemcpyFromSymbol(&s, sums, sizeof s);
    cudaMemcpyFromSymbol(&put, slot, sizeof put);
    cudaMemcpy(&shared, out, sizeof shared, cudaMemcpyDeviceToHost);
    printf("%llu %llu %d %d\n", sum, s.sum, put, shared);
    cudaFree(out);
}
