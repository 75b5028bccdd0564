// kernelcalls.cu: cudaGetErrorString and cudaGetErrorName in kernels, and vabsdiff4 with its accumulator.

#include <cuda_runtime.h>
#include <stdio.h>

__global__ void child() {}

__global__ void tell(int most)
{
    printf("%s, %s\n", cudaGetErrorName(cudaGetLastError()),
           cudaGetErrorString(cudaPeekAtLastError()));
    child<<<1, most + 1>>>();
    cudaError_t e = cudaGetLastError();
    printf("%s, %s\n", cudaGetErrorName(e), cudaGetErrorString(e));
    printf("%s, %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)-3));
}

// out: (3, n): the sum of the distances of four bytes, without a sign and with one, and the four alone
__global__ void distances(unsigned *out, const unsigned *in, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned a = in[i], b = in[n - 1 - i], c = 7 * i;
        asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[i]) : "r"(a), "r"(b), "r"(c));
        asm("vabsdiff4.u32.s32.s32.add %0, %1, %2, %3;"
            : "=r"(out[n + i])
            : "r"(a), "r"(b), "r"(c));
        asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;"
            : "=r"(out[2 * n + i])
            : "r"(a), "r"(b), "r"(c));
    }
}

int main(void)
{
    enum { N = 1000 };
    static unsigned in[N], got[3][N];
    unsigned *deviceIn, *deviceOut, x = 1, wrong = 0;
    tell<<<1, 1>>>(1024);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        in[i] = x = x * 1664525u + 1013904223u;
    cudaMalloc(&deviceIn, sizeof in);
    cudaMalloc(&deviceOut, sizeof got);
    cudaMemcpy(deviceIn, in, sizeof in, cudaMemcpyHostToDevice);
    distances<<<1, 64>>>(deviceOut, deviceIn, N);
    cudaMemcpy(got, deviceOut, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        unsigned without = 7 * i, with = 7 * i, bytes = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            unsigned char a = in[i] >> shift, b = in[N - 1 - i] >> shift;
            int d = (signed char)a - (signed char)b;
            without += a < b ? b - a : a - b;
            with += d < 0 ? -d : d;
            bytes |= (unsigned)(a < b ? b - a : a - b) << shift;
        }
        wrong += (got[0][i] != without) + (got[1][i] != with) + (got[2][i] != bytes);
    }
    printf("%u wrong\n", wrong);
    cudaFree(deviceIn);
    cudaFree(deviceOut);
}
