// bytes.cu: arrays of bytes and of floats, for the stepper, which shows them by name and as what they are.

#include <cuda_runtime.h>

__global__ void brighten(const unsigned char *grey, unsigned char *bright, const float *gain)
{
    __shared__ float part[8];
    __shared__ unsigned char copy[8];
    part[threadIdx.x] = gain[threadIdx.x];
    copy[threadIdx.x] = grey[threadIdx.x];
    bright[threadIdx.x] = copy[threadIdx.x] * part[threadIdx.x];
}

int main(void)
{
    unsigned char grey[8] = {1, 100, 200}, *d_grey, *d_bright;
    float gain[8] = {1, 1.5f, 0.5f}, *d_gain;
    cudaMalloc(&d_grey, sizeof grey);
    cudaMalloc(&d_bright, sizeof grey);
    cudaMalloc(&d_gain, sizeof gain);
    cudaMemcpy(d_grey, grey, sizeof grey, cudaMemcpyHostToDevice);
    cudaMemcpy(d_gain, gain, sizeof gain, cudaMemcpyHostToDevice);
    brighten<<<1, 8>>>(d_grey, d_bright, d_gain);
    cudaDeviceSynchronize();
    cudaFree(d_grey);
    cudaFree(d_bright);
    cudaFree(d_gain);
    return 0;
}
