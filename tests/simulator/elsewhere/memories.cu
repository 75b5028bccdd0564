// memories.cu: the same kernel on memory of the device, on managed and on mapped memory. The sizes of the blocks tell the launches apart.
__device__ __managed__ float variable[1 << 16];

__global__ void twice(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

int main(void)
{
    float *in, *out;
    int n = 1 << 16, bytes = n * sizeof *in;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    twice<<<n / 64, 64>>>(in, out);
    cudaMallocManaged(&in, bytes);
    cudaMallocManaged(&out, bytes);
    twice<<<n / 128, 128>>>(in, out);
    twice<<<n / 256, 256>>>(variable, out);
    cudaMallocHost(&in, bytes);
    cudaMallocHost(&out, bytes);
    twice<<<n / 512, 512>>>(in, out);
    return cudaDeviceSynchronize();
}
