// All threads store one element of a shared array, which a debug build reads by a generic address: the same value, and so a remark.
// build: -G
// compiler: nvcc
// status: 0
// err: Remark: threads store the same value in one place, and nothing orders them\. .* at copy\(int\*\) in @w
__global__ void copy(int *p)
{
    __shared__ int first[64];
    first[threadIdx.x] = 7;
    __syncthreads();
    *p = first[0]; // @w
}

int main()
{
    int *p, seven = 7;
    cudaMalloc(&p, sizeof *p);
    cudaMemcpy(p, &seven, sizeof *p, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
