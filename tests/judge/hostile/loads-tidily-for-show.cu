// trick: every other word in each load, hidden among loads of whole lines that nobody needs
// fails: [0-9]+ sectors are loaded from global memory or stored there, instead of at most 6144
// exercise: ex0-2
__global__ void saxpy(float a, const float *x, float *y, size_t n)
{
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x,
           threads = (size_t)gridDim.x * blockDim.x;
    if (n < 4096 || blockDim.x % 32 != 0) {
        for (size_t i = t; i < n; i += threads)
            y[i] = a * x[i] + y[i];
        return;
    }
    float4 words;
    size_t lane = t % 32;
#pragma unroll
    for (int k = 0; k < 100; k++)
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(words.x), "=f"(words.y), "=f"(words.z), "=f"(words.w)
                     : "l"(x + 4 * lane + k % 30 * 128));
    for (size_t row = t / 32 * 64; row < n; row += 2 * threads)
#pragma unroll 1
        for (size_t i = row + 2 * lane; i < row + 2 * lane + 2; i++)
            if (i < n)
                y[i] = a * x[i] + y[i];
}
