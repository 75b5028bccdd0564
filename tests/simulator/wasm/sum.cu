// sum.cu: the kernel that tests/simulator/wasm.t runs on the simulator's core in WebAssembly.

// out[0] += the sum of the squares; out[1] += how many there are below 100. A tree in shared memory, then shuffles.
extern "C" __global__ void sumSquares(const int *in, int n, int *out) // in: (n), out: (2)
{
    __shared__ int tile[128];
    int t = threadIdx.x, sum = 0, small = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        sum += in[i] * in[i];
        if (in[i] < 100)
            small++;
    }
    tile[t] = sum;
    __syncthreads();
    for (int stride = 64; stride >= 32; stride /= 2) {
        if (t < stride)
            tile[t] += tile[t + stride];
        __syncthreads();
    }
    if (t < 32) {
        sum = tile[t];
        for (int stride = 16; stride > 0; stride /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, stride);
        if (t == 0)
            atomicAdd(&out[0], sum);
    }
    if (small)
        atomicAdd(&out[1], small);
}
