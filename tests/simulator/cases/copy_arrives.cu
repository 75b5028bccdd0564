// cp.async.mbarrier.arrive waits for nothing: the mbarrier's phase ends when the copies are complete, and who uses their bytes must wait for it
// (PTX ISA, cp.async.mbarrier.arrive). A barrier, or to be the thread that copied, is not enough.
// device: h200
// build: -arch=sm_90
// compiler: nvcc
// status: 4
// err: An asynchronous copy is not complete yet when its bytes are used\. Read in the shared variable .* in @o by thread .* It arrives at an mbarrier
// err: An asynchronous copy is not complete yet when its bytes are used\. Read in the shared variable .* in @a by thread .* It arrives at an mbarrier
// err: ERROR SUMMARY: 2 errors$
#include <cstdio>

static __device__ unsigned place(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

template <int WAY>
__global__ void copy(const int *in, int *out)
{
    __shared__ unsigned long long barrier;
    __shared__ int data[64];
    int t = threadIdx.x;
    if (t == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(place(&barrier)));
    __syncthreads();
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place(data + t)), "l"(in + t)
                 : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(place(&barrier))
                 : "memory");
    if (WAY == 0) {
        out[t] = data[t]; // @o
    } else if (WAY == 1) {
        __syncthreads();
        out[t] = data[63 - t]; // @a
    } else if (WAY == 2) {     // right
        asm volatile("{\n .reg .pred over;\n"
                     "again: mbarrier.try_wait.parity.shared.b64 over, [%0], 0;\n"
                     "@!over bra again;\n}" ::"r"(place(&barrier))
                     : "memory");
        out[t] = data[63 - t];
    } else if (WAY == 3) { // right: one thread waits for all
        if (t == 0)
            asm volatile("{\n .reg .pred over;\n"
                         "again: mbarrier.try_wait.parity.shared.b64 over, [%0], 0;\n"
                         "@!over bra again;\n}" ::"r"(place(&barrier))
                         : "memory");
        __syncthreads();
        out[t] = data[63 - t];
    } else { // right: each waits for its own copies
        asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        out[t] = data[63 - t];
    }
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(in, 0, 64 * sizeof *in);
    copy<0><<<1, 64>>>(in, out);
    copy<1><<<1, 64>>>(in, out);
    copy<2><<<1, 64>>>(in, out);
    copy<3><<<1, 64>>>(in, out);
    copy<4><<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
