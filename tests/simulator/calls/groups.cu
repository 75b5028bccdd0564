// groups.cu: cooperative launches, and the headers of cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>
namespace cg = cooperative_groups;

__global__ void rotate(int *a, int n, int *out)
{
    cg::grid_group g = cg::this_grid();
    int i = (int)g.thread_rank();
    a[i] = i + 1;
    g.sync();
    out[i] = a[(i + 3 * blockDim.x + 7) % n];
    g.sync();
    a[i] = out[(i + 1) % n];
}

__global__ void tiles(int *wrong)
{
    cg::thread_block b = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(b);
    auto t = cg::tiled_partition<8>(b);
    int x = threadIdx.x, first = x / 8 * 8, bad = 0;
    bad += cg::reduce(t, x, cg::plus<int>()) != 8 * first + 28;
    bad += cg::reduce(t, 1.5 * x, cg::greater<double>()) != 1.5 * (first + 7);
    bad += cg::reduce(t, (unsigned)x, cg::bit_xor<unsigned>()) != 0;
    bad += cg::inclusive_scan(t, 1) != x % 8 + 1;
    bad += cg::exclusive_scan(t, x) != (x % 8) * first + (x % 8) * (x % 8 - 1) / 2;
    auto label = cg::labeled_partition(warp, x % 3);
    bad += cg::reduce(label, 1, cg::plus<int>()) != (int)label.size();
    auto half = cg::binary_partition(warp, x & 1);
    bad += half.size() != 16 || (int)half.thread_rank() != x % 32 / 2;
    bad += warp.shfl(x, 3) != x / 32 * 32 + 3 || warp.any(x % 32 == 5) != 1;
    if (x % 5 < 2) {
        cg::coalesced_group c = cg::coalesced_threads();
        bad += cg::inclusive_scan(c, 1) != (int)c.thread_rank() + 1;
        bad += cg::reduce(c, 1, cg::plus<int>()) != (int)c.size();
    }
    atomicAdd(wrong, bad);
}

__global__ void copied(const float *in, float *out, int n)
{
    __shared__ float s[256];
    cg::thread_block b = cg::this_thread_block();
    cg::memcpy_async(b, s, in, sizeof(float) * n);
    cg::wait(b);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = s[n - 1 - i];
}

static void checkRotate(const char *how, cudaError_t launched, const int *out, int n)
{
    cudaError_t e = cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < n && launched == cudaSuccess; i++)
        bad += out[i] != (i + 3 * 128 + 7) % n + 1;
    printf("%s: %s %s, %d wrong\n", how, cudaGetErrorName(launched), cudaGetErrorName(e), bad);
    cudaGetLastError();
}

int main(void)
{
    int can, sms, blocks;
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rotate, 128, 0);
    int n = 40 * 128, *a, *out;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    void *args[] = {&a, &n, &out};
    checkRotate("cooperative", cudaLaunchCooperativeKernel((void *)rotate, 40, 128, args, 0, 0),
                out, n);
    checkRotate("too large",
                cudaLaunchCooperativeKernel((void *)rotate, sms * blocks + 1, 128, args, 0, 0), out,
                n);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config = {dim3(8), dim3(128), 0, 0, &attribute, 1};
    checkRotate("attribute", cudaLaunchKernelEx(&config, rotate, a, 8 * 128, out), out, 8 * 128);

    *out = 0;
    tiles<<<2, 96>>>(out);
    cudaDeviceSynchronize();
    printf("tiles: %d wrong\n", *out);
    float *in = (float *)a, *reversed = (float *)out;
    int sizes[] = {256, 255, 130, 1}, bad = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < sizes[k]; i++)
            in[i] = i;
        copied<<<1, 64>>>(in, reversed, sizes[k]);
        cudaDeviceSynchronize();
        for (int i = 0; i < sizes[k]; i++)
            bad += reversed[i] != sizes[k] - 1 - i;
    }
    printf("copied: %d wrong, device can: %d\n", bad, can);
    cudaFree(a);
    cudaFree(out);
    return 0;
}
