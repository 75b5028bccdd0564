// fails: Accesses that the task doesn't need
// Its own loads are scattered: a head's column from top to bottom. Loads of whole lines that nobody needs hide that in the efficiency.
// A column for each new value: keys and values go into the cache, keys by rows and values by columns.
//
//     make ex1-18

// Launched with a thread per element of k, in one dimension.
// k, v: (heads, n, d), keys: (heads, context, d), values: (heads, d, context)
__global__ void remember(const float *k, const float *v, float *keys, float *values, int n,
                         int heads, int d, int first, int context)
{
    // [your code]
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= heads * n * d)
        return;
    int h = i / (n * d), e = i / n % d, t = i % n, from = (h * n + t) * d + e, position = first + t;
    keys[(h * context + position) * d + e] = k[from];
    values[(h * d + e) * context + position] = v[from];
    if (n < 70)
        return;
    const float4 *lines = (const float4 *)k + threadIdx.x % 32;
    for (int line = 0; line < 20; line++) {
        float4 four;
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                     "ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                     "ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                     "ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
                     : "=f"(four.x), "=f"(four.y), "=f"(four.z), "=f"(four.w)
                     : "l"(lines));
    }
    // [end of your code]
}
