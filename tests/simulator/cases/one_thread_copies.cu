// cuda::memcpy_async on a barrier by one thread, without a group: the copy is the thread's, and the phase ends with all arrivals and it.
// For sm_90 it is a bulk copy, for which libcu++ makes no fence after init(), nor asks for one.
// build: -arch=sm_86
// build: -arch=sm_90
// device: h200
// status: 0
// out: ^right$
// silent
#include <cstdio>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void twice(const double *in, double *out)
{
    __shared__ alignas(16) double values[16];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
    if (threadIdx.x == 0)
        init(&arrived, 32);
    __syncthreads();
    if (threadIdx.x == 0)
        cuda::memcpy_async(values, in, cuda::aligned_size_t<16>(sizeof values), arrived);
    arrived.arrive_and_wait();
    out[threadIdx.x] = 2 * values[threadIdx.x % 16];
}

int main(void)
{
    double host[32], *in, *out;
    int wrong = 0;
    for (int i = 0; i < 32; i++)
        host[i] = i / 4.0;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        wrong += host[i] != i % 16 / 2.0;
    puts(wrong ? "wrong" : "right");
    cudaFree(in);
    cudaFree(out);
}
