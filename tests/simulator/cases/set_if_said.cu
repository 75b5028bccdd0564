// The same function says that it has found some numbers although it has not: then the caller does use a variable that was never set.
// status: 4
// err: Uninitialized __local__ memory read of size 4 bytes at search\(.* @r by thread \(8,0,0\) in block \(0,0,0\) .* \[2 hazards\]
__device__ __noinline__ bool find(const int *a, int wanted, int *place)
{
    for (int i = 0; i < 8; i++)
        if (a[i] == wanted) {
            *place = i;
            return true;
        }
    return wanted < 10;
}

__global__ void search(const int *a, int *out)
{
    int place;
    if (find(a, threadIdx.x, &place))
        out[threadIdx.x] = place; // @r
    else
        out[threadIdx.x] = -1;
}

int main(void)
{
    int *a, *out, host[8] = {7, 6, 5, 4, 3, 2, 1, 0};
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    search<<<1, 32>>>(a, out);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(out);
}
