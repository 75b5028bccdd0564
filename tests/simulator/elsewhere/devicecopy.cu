// devicecopy.cu: kernels call cudaMalloc and cudaFree, and copy and fill memory; copies and fills keep their order with launches.

#include <cuda_runtime.h>
#include <stdio.h>

__global__ void addTo(int *x, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += by;
}

__device__ int errors[16];

enum { N = 1000 };

__global__ void parent(int *a, int *b, char *plane, bool freesHosts)
{
    int k = 0, *own = NULL;
    errors[k++] = cudaMalloc(&own, N * sizeof *own);
    for (int i = 0; i < N; i++)
        own[i] = i;
    errors[k++] = cudaMemcpyAsync(a, own, N * sizeof *own, cudaMemcpyDeviceToDevice, 0);
    addTo<<<4, 256>>>(a, N, 5);                                               // after the copy,
    errors[k++] = cudaMemcpyAsync(b, a, N * sizeof *b, cudaMemcpyDefault, 0); // and before this one
    errors[k++] = cudaMemsetAsync(a, 0xff, 10 * sizeof *a, 0);
    errors[k++] = cudaMemset2DAsync(plane, 16, 'x', 3, 4, 0);
    errors[k++] = cudaMemcpy2DAsync(plane + 64, 8, plane, 16, 4, 4, cudaMemcpyDeviceToDevice, 0);
    errors[k++] = cudaMemcpyAsync(b, a, 0, cudaMemcpyDeviceToDevice, 0);
    // these calls fail
    errors[k++] = cudaMemcpyAsync(b, a, 4, cudaMemcpyHostToDevice, 0);
    errors[k++] = cudaMemset2DAsync(plane, 2, 'x', 3, 4, 0);
    errors[k++] = freesHosts ? cudaFree(a) : cudaSuccess; // a GPU faults
    int *most = NULL, *passing;
    errors[k++] = cudaMalloc(&most, (size_t)1 << 40);
    errors[k++] = cudaMalloc(&passing, 64);
    errors[k++] = cudaFree(passing);
    errors[k++] = most != NULL;
}

int main(int argc, char **)
{
    static int a[N], b[N], got[16];
    static char plane[97];
    int *deviceA, *deviceB;
    char *devicePlane;
    cudaMalloc(&deviceA, sizeof a);
    cudaMalloc(&deviceB, sizeof b);
    cudaMalloc(&devicePlane, 96);
    cudaMemset(devicePlane, '.', 96);
    parent<<<1, 1>>>(deviceA, deviceB, devicePlane, argc > 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpyFromSymbol(got, errors, sizeof got);
    for (int i = 0; i < 14; i++)
        printf("%d ", got[i]);
    cudaMemcpy(a, deviceA, sizeof a, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, deviceB, sizeof b, cudaMemcpyDeviceToHost);
    cudaMemcpy(plane, devicePlane, 96, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += (a[i] != (i < 10 ? -1 : i + 5)) + (b[i] != i + 5);
    printf("\n%d wrong\n%s\n", wrong, plane);
}
