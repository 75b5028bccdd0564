// narrow_forms.cu: what programs write with half and bfloat16: conversions without being asked, operators, unions, shared memory. Prints
// what it prints with nvcc's headers.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

enum Count { THREE = 3 };

struct Convertible {
    __host__ __device__ operator float() const
    {
        return 2.5f;
    }
};

template <class T>
static __host__ __device__ float numbers(void)
{
    T ofBool = true, ofChar = 'a', ofEnum = THREE, ofLong = 7L, ofUnsigned = 5u, ofDouble = 1.25;
    T ofShort = (short)3, ofClass(Convertible{}), zero = {}, array[4] = {1.0f, 2.0f, T(3), 4};
    T h = 3, k(2);
    h = 2.5, h = 1.5f, h = k;
    h += k, h -= 1.0f, h *= 2, h /= 4.0, h++, --h;
    float f = h;
    double g = h;
    int i = (int)h;
    bool truth = h;
    if (!zero && h && k)
        f += (float)h * 2;
    T larger = h > k ? h : k, product = -h * k + zero;
    f = fmaxf(f, product), h = f, h = g, h = static_cast<T>(i);
    T all[] = {ofBool,  ofChar,  ofEnum,   ofLong, ofUnsigned, ofDouble,
               ofShort, ofClass, array[3], h,      larger,     product};
    for (const T &one : all)
        f = f * 1.5f + (float)one;
    return f + (float)g + i + truth;
}

template <class T, class T2>
static __host__ __device__ float pairs(void)
{
    T2 v(T(1.0f), T(2.0f)), w = {T(3.0f), T(4.0f)}, zero = {}, array[2] = {v, w};
    v += w, v = v * w - zero, v++, v = -v;
    zero.x = T(1.0f), zero.y = zero.x;
    array[0] = array[1];
    return (float)v.x * 100 + (float)v.y + (float)array[0].x + (v == w) + (v != w) + (v < w) +
           (float)zero.y;
}

static __global__ void together(float *out, __half half, __half2 two, __nv_bfloat16 bfloat,
                                __nv_bfloat162 bfloats)
{
    __shared__ __half2 halves[2];
    __shared__ __half sum;
    __shared__ __nv_bfloat16 bfloatSum;
    __shared__ __nv_bfloat162 bfloatSums;
    union {
        __half2 pair;
        unsigned bits;
    } either;
    if (threadIdx.x == 0) {
        either.bits = 0x3c003800;
        halves[0] = either.pair, halves[1] = *(__half2 *)&either.bits;
        sum = 0, bfloatSum = 0, bfloatSums = {0, 1};
    }
    __syncthreads();
    atomicAdd(&halves[1], two);
    atomicAdd(&sum, half);
    atomicAdd(&bfloatSum, bfloat);
    atomicAdd(&bfloatSums, bfloats);
    __syncthreads();
    if (threadIdx.x == 0) {
        __nv_bfloat16 other = (__nv_bfloat16)half;
        __half_raw raw = (__half)other;
        raw.x++;
        volatile __half kept;
        kept = raw;
        __half_raw again = kept;
        float results[] = {halves[0].x,
                           halves[0].y,
                           halves[1].x,
                           halves[1].y,
                           sum,
                           bfloatSum,
                           bfloatSums.x,
                           bfloatSums.y,
                           other,
                           __half(again),
                           numbers<__half>(),
                           numbers<__nv_bfloat16>(),
                           pairs<__half, __half2>(),
                           pairs<__nv_bfloat16, __nv_bfloat162>()};
        for (int i = 0; i < 14; i++)
            out[i] = results[i];
    }
}

int main(void)
{
    float *out;
    cudaMallocManaged(&out, 14 * sizeof *out);
    together<<<1, 32>>>(out, 2.0f, __half2(1, 2), 3, __nv_bfloat162(1.0f, 0.5f));
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("failed\n");
    for (int i = 0; i < 14; i++)
        printf("%.9g\n", out[i]);
    printf("on the host: %.9g %.9g %.9g %.9g\n", numbers<__half>(), numbers<__nv_bfloat16>(),
           pairs<__half, __half2>(), pairs<__nv_bfloat16, __nv_bfloat162>());
    cudaFree(out);
    return 0;
}
