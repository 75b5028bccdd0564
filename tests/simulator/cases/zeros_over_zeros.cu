// A barrier is missing before a sum. With few elements the second warp stores zeros where zeros are, and the sum is right.
// status: 4
// out: ^20$
// err: Race reported between Read access at sum.* by thread \(0,0,0\) .*and Write access at sum.* by thread \(32,0,0\) .*__syncthreads\(\) is missing between
#include <cstdio>

__global__ void sum(const int *in, int n, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = t < n ? in[t] : 0;
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

int main(void)
{
    int ones[64], *in, *out, result;
    for (int i = 0; i < 64; i++)
        ones[i] = 1;
    cudaMalloc(&in, sizeof ones);
    cudaMalloc(&out, sizeof *out);
    cudaMemcpy(in, ones, sizeof ones, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, 20, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(in);
    cudaFree(out);
}
