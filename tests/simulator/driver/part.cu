// part.cu: a kernel that calls a function of whole.cu. driver.cu links them at run time.

extern __device__ int twice(int x);

extern "C" __global__ void both(int *out)
{
    out[threadIdx.x] = twice(threadIdx.x);
}
