// A read of what another thread writes is a race although nobody uses its value. Only a debug build keeps such a read.
// build: -G
// compiler: nvcc
// status: 4
// err: Race reported between (Read access at mark\(int\*\) in @r .* and Write access at mark\(int\*\) in @w |Write access at mark\(int\*\) in @w .* and Read access at mark\(int\*\) in @r )
__global__ void mark(int *a)
{
    int i = threadIdx.x, next;
    a[i] = 10;       // @w
    next = a[i + 1]; // @r
}

int main()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof *a);
    cudaMemset(a, 0, 64 * sizeof *a);
    mark<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
