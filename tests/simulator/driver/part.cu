// part.cu: a kernel whose function is in whole.cu: they are linked at run time.

extern __device__ int twice(int x);

extern "C" __global__ void both(int *out)
{
    out[threadIdx.x] = twice(threadIdx.x);
}
