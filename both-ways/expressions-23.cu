#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>

typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16; typedef int i32; typedef unsigned u32;
typedef long long i64; typedef unsigned long long u64; typedef __int128 i128; typedef unsigned __int128 u128;
typedef float f32; typedef double f64; typedef __half f16;

enum { THREADS = 64, MOST_VARS = 32 };

// One NaN for all: which one an operation gives is not specified.
template <class T> __device__ T canon(T x) { return x; }
template <> __device__ f32 canon(f32 x) { return x != x ? __int_as_float(0x7fffffff) : x; }
template <> __device__ f64 canon(f64 x) { return x != x ? __longlong_as_double(0x7ff8000000000000) : x; }
template <> __device__ f16 canon(f16 x) { return __hisnan(x) ? __ushort_as_half(0x7fff) : x; }
__device__ f32 sign_of(f32 x, f32 y) { return copysignf(x, canon(y)); }
__device__ f64 sign_of(f64 x, f64 y) { return copysign(x, canon(y)); }

template <class To, class From> __device__ To from(From x) { return (To)x; }
template <> __device__ i8 from(f16 x) { return (i8)__half2short_rz(x); }
template <> __device__ f16 from(i8 x) { return __short2half_rn((i8)x); }
template <> __device__ u8 from(f16 x) { return (u8)__half2ushort_rz(x); }
template <> __device__ f16 from(u8 x) { return __ushort2half_rn((u8)x); }
template <> __device__ i16 from(f16 x) { return (i16)__half2short_rz(x); }
template <> __device__ f16 from(i16 x) { return __short2half_rn((i16)x); }
template <> __device__ u16 from(f16 x) { return (u16)__half2ushort_rz(x); }
template <> __device__ f16 from(u16 x) { return __ushort2half_rn((u16)x); }
template <> __device__ i32 from(f16 x) { return (i32)__half2int_rz(x); }
template <> __device__ f16 from(i32 x) { return __int2half_rn((i32)x); }
template <> __device__ u32 from(f16 x) { return (u32)__half2uint_rz(x); }
template <> __device__ f16 from(u32 x) { return __uint2half_rn((u32)x); }
template <> __device__ i64 from(f16 x) { return (i64)__half2ll_rz(x); }
template <> __device__ f16 from(i64 x) { return __ll2half_rn((i64)x); }
template <> __device__ u64 from(f16 x) { return (u64)__half2ull_rz(x); }
template <> __device__ f16 from(u64 x) { return __ull2half_rn((u64)x); }
template <> __device__ i128 from(f16 x) { return (i128)__half2ll_rz(x); }
template <> __device__ f16 from(i128 x) { return __ll2half_rn((i64)x); }
template <> __device__ u128 from(f16 x) { return (u128)__half2ull_rz(x); }
template <> __device__ f16 from(u128 x) { return __ull2half_rn((u64)x); }
template <> __device__ i128 from(f32 x) { return (i128)__float2ll_rz(x); }
template <> __device__ i128 from(f64 x) { return (i128)__double2ll_rz(x); }
template <> __device__ i16 from(f32 x) { return (i16)__float2int_rn(x); }
template <> __device__ i16 from(f64 x) { return (i16)__double2int_rn(x); }
template <> __device__ i8 from(f32 x) { return (i8)__float2int_rz(x); }
template <> __device__ i8 from(f64 x) { return (i8)__double2int_rz(x); }
template <> __device__ u128 from(f32 x) { return (u128)__float2ull_rz(x); }
template <> __device__ u128 from(f64 x) { return (u128)__double2ull_rz(x); }
template <> __device__ u16 from(f32 x) { return (u16)__float2uint_rn(x); }
template <> __device__ u16 from(f64 x) { return (u16)__double2uint_rn(x); }
template <> __device__ u8 from(f32 x) { return (u8)__float2uint_rz(x); }
template <> __device__ u8 from(f64 x) { return (u8)__double2uint_rz(x); }
template <> __device__ f32 from(i128 x) { return (f32)(i64)x; }
template <> __device__ f32 from(u128 x) { return (f32)(u64)(x >> 3); }
template <> __device__ f64 from(i128 x) { return (f64)(i64)(x >> 5); }
template <> __device__ f64 from(u128 x) { return (f64)(u64)x; }
template <> __device__ f32 from(f16 x) { return __half2float(x); }
template <> __device__ f64 from(f16 x) { return __half2float(x); }
template <> __device__ f16 from(f32 x) { return __float2half(x); }
template <> __device__ f16 from(f64 x) { return __double2half(x); }

struct Three { i32 a; f32 b; u64 c; };
__device__ __noinline__ i64 h0(i32 a, u64 b, f32 c) { return a + (i64)(b >> 3) - __float_as_int(canon(c)); }
__device__ __noinline__ i64 h1(i32 a, u64 b, f32 c) { i64 s = 0; for (int k = 0; k < (a & 7); k++) s = s * 31 + (i64)(b >> k) + (c > k); return s; }
__device__ __noinline__ Three make(i32 a, u64 b, f32 c) { Three t = {a ^ 5, c * 0.5f, b * 3}; return t; }
__device__ __noinline__ i64 h2(i32 a, u64 b, f32 c) { Three t = make(a, b, c); return t.a + (i64)t.c + __float_as_int(canon(t.b)); }
__device__ __noinline__ i64 h3(i32 a, u64 b, f32 c) { return (a & 3) == 0 ? (i64)b : h3((a & 3) - 1, b * 7 + 1, c) ^ a; }
__device__ __noinline__ i64 h4(i32 a, u64 b, f32 c) { u16 small[8]; for (int k = 0; k < 8; k++) small[k] = (u16)(b >> k * 7); return small[a & 7] * (i64)small[(a >> 3) & 7] + (c < 0); }
__device__ i64 (*const pointers[3])(i32, u64, f32) = {h0, h1, h4};
__device__ __noinline__ i64 h5(i32 a, u64 b, f32 c) { return pointers[(u32)a % 3](a, b + 1, c); }

template <class T> __device__ u64 bits(T x) { x = canon(x); u64 r[2] = {0, 0}; memcpy(r, &x, sizeof x); return r[0] + r[1] * 31; }

template <class T> __device__ T load(const u64 *in, int i)
{
    u64 b[2] = {in[i], in[i + 1]};
    T x;
    memcpy(&x, b, sizeof x);
    return x;
}

__global__ void k0(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f16 f16x0 = load<f16>(in, 3) * f16a;
    i128a = (i128)(from<i128>((i8)((i8)(i8a + (i8)(from<i8>(u64b))) << 7)));
    for (int k1 = 0; k1 < 2; k1++) {
        {
            const f32 f32x2 = load<f32>(in, 8) * f32p;
            for (int k3 = 0; k3 < (int)(i32b & 7); k3++) {
                {
                    table[(u32)((((__float2half(-7e-3f) > __float2half(3.0f)) && (u64p >= (u64)2ll)) ? (u32)(u32b * u32a) : (u32)3ll)) & 15] = (u32)(__mul24((u32)(from<u32>(u8a)), (u32)(u32b ^ u32p)));
                    const f32 f32x4 = load<f32>(in, 10) * f32b;
                }
                i32a += k3;
            }
            f16a = hexp((((i64)(__clzll(i64p)) < (i64)(from<i64>(f16a))) ? __hdiv(__hmax(f16a, f16p), f16a) : hexp2(f16a)));
        }
        if ((u128a != u128a))
            break;
        i32a += k1;
    }
    f64a = cbrt((floor(-1.25) * 3.0));
    u32a = __reduce_and_sync(0xffffffffu, (u32)((u32)(__umul24((u32)65535ll, u32a)) % (u32)((u32)(u32a * (u32)-1ll) | 1)));
    table[(u32)(((((i8)-128ll == (i8)2ll) != (u64p > (u64)2147483647ll)) ? (u32)100ll : (u32)(from<u32>(u8a)))) & 15] = (u32)(__vavgu2((u32)(from<u32>((u32)(u32p * (u32)255ll))), (u32)(min(u32b, (u32)-128ll))));
    i64b = __shfl_down_sync(0xffffffffu, i64b, (u32)((u32)(__half2int_rn(f16p)) + (u32)(u32a / (u32)((u32)128ll | 1))) & 15, 16);
    const f64 f64x5 = load<f64>(in, 1) * f64a;
    i64b = (i64)(from<i64>((u128)(((i64b > i64b) != (f32a != f32p)))));
    u16a = (u16)((u16)(u16a >> 10) % (u16)((u16)((u16)(from<u16>(u16a)) / (u16)(u16a | 1)) | 1));
    if ((((u16a >= u16a) || (__float2half(255.0f) > f16p)) != ((i32p != i32b) != ((i16)7ll >= i16a)))) {
        u64b = (u64)(h2((i32)((i32)(from<i32>(u128a)) - (i32)(from<i32>(i8a))), (u64)(h4((i32)(__ffs(i32b)), (u64)(u64p * u64p), (f32b * 1000.0f))), tanhf(__expf(-7e-3f))));
        table[(u32)((u32)(__funnelshift_l(u32a, u32a, u32a)) << 21) & 15] = (u32)(__float_as_int(canon(-(-7e-3f))));
        i32b ^= table[lane & 15];
    }
    else {
        i64b = (i64)(from<i64>((u16)((u16)(u16a >> (int)((u32)65535ll & 15)) | u16a)));
        u8a = (u8)((u8)(-(u8)(u8a & (u8)256ll)) - (u8)((u8)((u8)63ll * u8a) * (u8)((((u128)-128ll > u128a) || (i128a >= i128a)))));
    }
    i32b += __all_sync(0xffffffffu, ((i64)(llabs((long long)(i64)7ll)) == (i64)(__brevll(i64a)))) * 2 + __any_sync(0xffffffffu, ((u8)(u8a & u8a) != (u8)((u8)32767ll * u8a)));
    if (((f32a > f32p) && (i128a == i128a))) {
        u32a = (u32)((u32)(__dp4a((int)(u32)(u32p | (u32)32ll), (int)(u32)(table[u32p & 15]), (int)(u32)(from<u32>((i32)(__half2int_rn(f16p)))))) & (u32)(__double2uint_rd(sin(f64p))));
    }
    if (((u16)(from<u16>(u64a)) == (u16)(from<u16>(u128a)))) {
        if (((u16)((u8a == (u8)32ll)) == (u16)(~(u16)255ll))) {
            u8a = (u8)((u8)((u8)(u8a - u8a) << 6) | (u8)(from<u8>((i128)(i128a * i128a))));
            i32b = (i32)(table[(u32)(__vabsdiffs4((u32)(max((u32)127ll, u32p)), (u32)(__byte_perm((u32)(__float2int_ru(f32a)), u32p, (u32)(u32p | u32p))))) & 15]);
            f64a = sin(log(f64b));
        }
        if (((u32)(from<u32>(i16a)) > (u32)((u32)127ll + u32p))) {
            f16a = f16x0 + f16p;
            u64a = (u64)(min((u64)(max((u64)(h3((i32)63ll, (u64)(from<u64>(f64p)), f32p)), (u64)(h2((i32)(__mulhi((i32)32767ll, i32b)), (u64)63ll, from<f32>(u128a))))), (u64)((u64)(u64a & u64b) / (u64)(u64a | 1))));
        }
        else {
            table[(u32)(__funnelshift_lc((u32)2ll, u32a, (u32)(__float2int_ru(f32b)))) & 15] = (u32)((u32)(from<u32>((u32)(table[u32a & 15]))) & (u32)((u32)3ll >> (int)(u32a & 31)));
        }
        switch ((u32)(__umulhi((u32)(__dp4a((int)u32p, (int)u32p, (int)u32p)), (u32)(((f32a == f32b) ? u32p : u32a)))) & 7) {
        case 0: {
            u64a = (u64)(min((u64)(min((u64)(__brevll(u64p)), (u64)(h1(i32b, (u64)32767ll, f32a)))), (u64)(~(u64)((f64a >= f64a)))));
            i8a = (i8)(-(i8)((i8)(i8a + (i8)1ll) << (int)(u32p & 7)));
            f16a = f16x0 + f16a;
        }
        case 1: {
            u64a = (u64)((u64)((u64)(u64p >> 26) & (u64)((((u8a == (u8)31ll) != (i16a > (i16)7ll)) ? u64p : (u64)(__popcll(u64a))))) % (u64)((u64)(__double_as_longlong(canon(f64a))) | 1));
            i32b = (i32)(((from<f32>((i128)(i128a | i128a)) < from<f32>(u32p)) ? (i32)(__hadd((int)(i32)(__funnelshift_l(i32b, i32p, i32p)), (int)(i32)(__uhadd(i32b, i32b)))) : (i32)(from<i32>((i8)(from<i8>(i8a))))));
            f16a = f16a - f16x0;
        }
            break;
        case 2: {
            const f64 f64x6 = load<f64>(in, 16) * 65536.0;
            const f16 f16x7 = load<f16>(in, 27) * __float2half(0.5f);
        }
            break;
        case 3: {
            table[(u32)(from<u32>(f16p)) & 15] = (u32)(__float2int_ru(expf(f32a)));
            f32b = fmaf(sqrtf(__log2f(f32p)), __cosf(((i128a <= i128a) ? f32a : f32b)), from<f32>(((u64a >= (u64)128ll) ? f16a : f16a)));
            const f32 f32x8 = load<f32>(in, 15) * 65536.0f;
        }
            break;
        case 4: {
            i8a = (i8)((i8)((i8)(((i16)3ll >= i16a)) % 3) | (i8)((i8)((i8)(i8a >> 2) >> 0) * (i8)(i8a & i8a)));
        }
            break;
        case 5: {
            f64b = f64b + f64x5;
            f16a = __float2half(0.5f) - f16x0;
        }
            break;
        default: {
            f16a = from<f16>((i8)((i8)(i8a * i8a) * (i8)((i8)((i8)255ll - i8a) + i8a)));
            u32b = (u32)((u32)(from<u32>((u16)63ll)) + (u32)(from<u32>(u16a)));
            const f16 f16x9 = load<f16>(in, 21) * f16p;
        }
        }
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k1(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    i32b = __shfl_sync(0xffffffffu, i32b, (int)((u32)(__umulhi((u32)(__double2uint_rd(f64b)), (u32)((u32)2147483647ll >> 24))) & 31), 8);
    u32a = __reduce_max_sync(0xffffffffu, (u32)((u32)((u32)(u32b | u32a) - (u32)(-u32b)) & (u32)((u32)128ll * u32b)));
    f64a = (((u16)((u16)(from<u16>(3.0)) + (u16)((u16)256ll * u16a)) < (u16)(((i32)-2ll > i32b))) ? from<f64>(u16a) : from<f64>((u64)(u64a | (u64)3ll)));
    u64b = __shfl_sync(0xffffffffu, u64b, (int)((u32)(table[(u32)(u32a * (u32)65535ll) & 15]) & 31), 16);
    if (((u128)((u128)-2ll << (int)(u32p & 127)) != (u128)(u128a << 72))) {
        const f16 f16x0 = load<f16>(in, 9) * f16a;
        if (((u64)(u64b & (u64)0ll) > (u64)(u64p / 16))) {
            u16a = (u16)((u16)((u16)((((u8)65535ll <= u8a) ? (u16)(table[(u32)1000ll & 15]) : u16a)) & (u16)(u16a ^ (u16)256ll)) * (u16)((u16)(u16a >> (int)(u32p & 15)) & (u16)((u16)32767ll | u16a)));
        }
        i128a = (i128)((i128)(i128a ^ (i128)(((u16)-2ll <= u16a))) * (i128)((i128)(from<i128>((i64)(h1((i32)2147483647ll, u64b, f32b)))) >> (int)((u32)(__brev(u32b)) & 127)));
    }
    else {
        u64a = (u64)((u64)(~(u64)(from<u64>(i64p))) << 17);
        if (((i16)(i16a | i16a) >= (i16)(i16a >> 13))) {
            u128a = (u128)((u128)((u128)((u128)((u128)1ll / 3) | (u128)(u128a - u128a)) + (u128)((u128)-1ll >> 121)) + (u128)((u128)(u128a | u128a) / (u128)(u128a | 1)));
            i16a = (i16)(from<i16>((i32)((i32)(i32b & i32b) - (i32)(__dp4a((unsigned)i32a, (unsigned)(i32)1ll, (unsigned)(i32)(__hadd((int)i32p, (int)(i32)-1ll)))))));
        }
        else {
            u128a = (u128)((u128)((u128)(from<u128>((u64)2ll)) ^ (u128)(u128a % 10)) >> (int)((u32)(((i64a <= (i64)255ll) && (u32p > u32b))) & 127));
            const f16 f16x1 = load<f16>(in, 34) * f16p;
            const f64 f64x2 = load<f64>(in, 16) * f64p;
        }
        if (((i16)(i16a + i16a) >= (i16)(from<i16>(u32a)))) {
            const f16 f16x3 = load<f16>(in, 14) * __float2half(3.0f);
        }
    }
    const f32 f32x4 = load<f32>(in, 12) * f32a;
    u64a = (u64)(from<u64>(hsin(hrcp(f16a))));
    u32a = __ballot_sync(0xffffffffu, (from<f64>(f32p) == from<f64>(u16a)));
    table[(u32)(__mulhi((u32)(max(u32p, u32p)), (u32)(__brev(u32a)))) & 15] = (u32)(__vavgu2((u32)((u32)(from<u32>(i64p)) & (u32)(from<u32>((i64)100ll))), (u32)(from<u32>(u8a))));
    const f16 f16x5 = load<f16>(in, 2) * f16a;
    if (((u32)(table[u32b & 15]) >= (u32)(__uhadd(u32p, u32a)))) {
        f64a = atan2(-((f64p / -1.25)), from<f64>(__fmaf_ru(f32a, f32p, f32p)));
    }
    u64a = (u64)(from<u64>((u32)(u32p >> (int)(u32a & 31))));
    f64a = from<f64>((i128)(((exp(f64p) < exp(f64a)) ? (i128)(i128a - i128a) : (i128)(from<i128>(i8a)))));
    const f32 f32x6 = load<f32>(in, 36) * f32b;
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k2(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    for (int k0 = 0; k0 < 2; k0++) {
        {
            const f32 f32x1 = load<f32>(in, 4) * f32p;
            const f32 f32x2 = load<f32>(in, 21) * f32a;
        }
        i32a += k0;
    }
    const f32 f32x3 = load<f32>(in, 16) * 3.0f;
    i16a = (i16)((i16)(~(i16)(from<i16>((i64)1000ll))) - (i16)((i16)(table[u32b & 15]) | (i16)(~i16a)));
    switch ((u32)(__double2uint_rd((f64b * -1.25))) & 7) {
    case 0: {
        if ((((u8)256ll <= u8a) || (((u16)100ll <= u16a) && (u16a == u16a)))) {
            u64a = (u64)((u64)((u64)(max((u64)(__popcll(u64p)), (u64)(from<u64>(i64b)))) + (u64)((u64)(u64a + (u64)65535ll) % (u64)((u64)128ll | 1))) - (u64)(llabs((long long)(u64)(u64a ^ (u64)(u64b ^ u64a)))));
            f32b = f32x3 - f32b;
        }
        if (((f32p + 3.0f) != from<f32>(f16a))) {
            i32a = (i32)(from<i32>(hlog(hrcp(f16a))));
        }
        u64a = (u64)(from<u64>((u128)(table[(u32)(u32b + u32p) & 15])));
    }
    case 1: {
        const f64 f64x4 = load<f64>(in, 13) * f64b;
        u8a = (u8)((((i128)(from<i128>(i32a)) < (i128)((i128)-2ll ^ (i128)1000ll)) ? (u8)((u8)(u8a / (u8)(u8a | 1)) + (u8)(from<u8>((u16)((u128a == u128a))))) : (u8)(u8a - u8a)));
    }
    case 2: {
        if (((u16)(((u128a == u128a) ? u16a : u16a)) >= (u16)(u16a / 641))) {
            f32a = f32x3 - f32a;
        }
        else {
            u64b = (u64)((u64)((u64)((u64)(__double_as_longlong(canon(f64a))) << 62) % 7) & (u64)(max((u64)(from<u64>(u8a)), (u64)(u64a | u64a))));
        }
        u64a = (u64)(from<u64>((i16)((i16)(i16a * i16a) ^ (i16)((i16)(from<i16>(u32a)) / 10))));
        switch ((u32)(__mul24((u32)(((u64a < u64b) ? u32b : u32b)), (u32)32ll)) & 7) {
        case 0: {
            u8a = (u8)((u8)((u8)(from<u8>(u8a)) >> (int)(u32b & 7)) / 3);
            f32b = roundf(__fmaf_rz((f32a + f32b), __fsqrt_rz(-7e-3f), __fmul_ru(fmodf(f32p, f32p), expf(f32p))));
        }
            break;
        case 1: {
            const f16 f16x5 = load<f16>(in, 24) * __float2half(-1.25f);
        }
            break;
        case 2: {
            table[(u32)((((f64p > 1000.0) || (f64p != 65536.0)) ? u32b : u32a)) & 15] = (u32)(__umul24((u32)(((f16p < f16p) ? u32b : u32a)), (u32)(__umul24((u32)63ll, u32b))));
        }
        case 3: {
            i16a = (i16)((i16)(table[(u32)(__vsub4(u32b, u32b)) & 15]) ^ (i16)(from<i16>((u8)(((f64a == 1000.0) ? u8a : u8a)))));
            u64a = (u64)(__popcll((u64)((u64)(llabs((long long)(u64)65536ll)) ^ (u64)(from<u64>(f64b)))));
            i64b = (i64)(__double2ull_rz(tanh(rint(255.0))));
        }
            break;
        case 4: {
            f64b = round(((i16a < (i16)3ll) ? cbrt(f64b) : f64b));
        }
            break;
        case 5: {
            f32a = f32a - f32x3;
            const f32 f32x6 = load<f32>(in, 8) * f32a;
            table[(u32)(u32b ^ (u32)32ll) & 15] = (u32)((u32)(u32b % 16) + (u32)(((((u32)0ll == u32b) != (u64a <= u64b)) ? (u32)(from<u32>(f64b)) : u32b)));
        }
        default: {
            f32b = f32x3 - f32b;
        }
        }
    }
    case 3: {
        table[(u32)((u32)(from<u32>(f16p)) - (u32)(__dp2a_lo((int)u32a, (int)u32a, (int)u32p))) & 15] = (u32)((u32)(from<u32>(u64b)) | (u32)(__float_as_int(canon(f32b))));
        i64b = (i64)(__double_as_longlong(canon(fmin(f64p, 3.0))));
        i64a = (i64)(llabs((long long)(i64)(from<i64>((u16)(u16a & u16a)))));
    }
        break;
    case 4: {
        switch ((u32)(__vaddss2((u32)1000ll, (u32)((((u64)256ll >= u64a) ? u32b : u32b)))) & 7) {
        case 0: {
            const f64 f64x7 = load<f64>(in, 23) * f64b;
        }
            break;
        case 1: {
            f64a = cos(ceil(fmin(ceil(f64b), __fma_rz(f64a, f64a, f64a))));
            table[(u32)(__popc((u32)(__vsub4((u32)256ll, u32b)))) & 15] = (u32)(((u8)(u8a - u8a) != (u8)(u8a >> 7)));
            table[(u32)(table[(u32)(u32b | u32p) & 15]) & 15] = (u32)(__vabsdiffs4((u32)(from<u32>((i16)(i16a % (i16)(i16a | 1)))), (u32)(__double2hiint(canon(3.0)))));
        }
            break;
        case 2: {
            i16a = (i16)(from<i16>((u32)((u32)(__double2hiint(canon(from<f64>((u128)2147483647ll)))) - (u32)(table[(u32)255ll & 15]))));
            f32b = sqrtf(from<f32>(i64p));
        }
        case 3: {
            f32b = f32b + f32x3;
            u64a = (u64)(__float2ll_rn(__frcp_rn((((i8)2ll != i8a) ? -1.25f : f32p))));
            f32a = f32p - f32x3;
        }
        case 4: {
            table[(u32)(u32a | (u32)(u32p | u32b)) & 15] = (u32)(from<u32>((i8)(-i8a)));
            const f16 f16x8 = load<f16>(in, 2) * f16p;
            u32b = (u32)(table[(u32)((u32)(u32b | u32b) / (u32)((u32)(-u32p) | 1)) & 15]);
        }
        default: {
            f32a = f32a - f32x3;
        }
        }
    }
        break;
    case 5: {
        f32b = sqrtf((((u8)65536ll >= u8a) ? (f32p * f32p) : __fmaf_ru(f32b, f32p, f32b)));
    }
        break;
    case 6: {
        table[(u32)((u32)(__funnelshift_l(u32a, u32b, u32a)) ^ u32a) & 15] = (u32)(__clz((u32)(__vmaxu4((u32)(__umulhi((u32)32767ll, (u32)128ll)), (u32)(__usad(u32p, u32a, (u32)65536ll))))));
        f64b = from<f64>(__powf(-1.25f, 255.0f));
        for (int k9 = 0; k9 < (int)(u32a & 3); k9++) {
            {
                i8a = (i8)((i8)((i8)(i8a * (i8)32767ll) >> 6) ^ (i8)((i8)(i8a & (i8)2147483647ll) << 1));
                f32a = fmodf(asinf(((f32a > f32a) ? f32b : f32b)), tanhf(fminf(f32b, f32a)));
            }
            i32a += k9;
        }
    }
        break;
    default: {
        f32b = __sinf(fminf(rintf(f32p), __fmaf_ru(f32a, f32p, f32p)));
        const f16 f16x10 = load<f16>(in, 37) * f16p;
    }
    }
    i32a = (i32)(max((i32)(table[u32p & 15]), (i32)((i32)(i32p ^ i32p) - (i32)(i32b * i32p))));
    table[(u32)(from<u32>((u128)-128ll)) & 15] = (u32)(((from<f16>(i8a) < hfloor(f16p)) ? (u32)(__vavgu2(u32a, u32p)) : (u32)(min(u32p, u32a))));
    i16a = (i16)((i16)((i16)(table[u32b & 15]) + (i16)127ll) ^ (i16)((i16)((i128a != i128a)) + (i16)100ll));
    u32a = (u32)((u32)(__mulhi(u32b, u32p)) & (u32)((u32)((u32)1ll + (u32)((u32)2147483647ll / 7)) - (u32)(u32a ^ (u32)(u32p >> 15))));
    u128a = (u128)((u128)(~(u128)65535ll) | (u128)((u128)(((u32a != u32p) ? u128a : u128a)) >> 114));
    if ((ceilf(f32a) != sqrtf(f32a))) {
        u32b = (u32)(__vsub4((u32)(__funnelshift_r((u32)(from<u32>(u16a)), (u32)(u32a | u32p), (u32)(u32p + u32a))), (u32)((((u128)(u128a - u128a) != (u128)(u128a ^ u128a)) ? (u32)(u32b * (u32)(from<u32>(i64b))) : (u32)(__vabsdiffs4((u32)63ll, u32a))))));
        for (int k11 = 0; k11 < (int)(u32a & 3); k11++) {
            {
                i32b = (i32)(__popc((i32)((i32)(__umulhi((i32)(__byte_perm((i32)-128ll, i32a, (i32)3ll)), (i32)(from<i32>((u16)32ll)))) | (i32)(from<i32>(u32a)))));
                i8a = (i8)((i8)((i8)(from<i8>(i128a)) * (i8)(from<i8>(f64p))) | (i8)(from<i8>((i8)100ll)));
                f32b = f32x3 - f32b;
            }
            if ((255.0 == f64p))
                continue;
            i32a += k11;
        }
    }
    else {
        i64b = (i64)((u64)(u32)(i64)(h2((i32)-128ll, (u64)(u64a % 7), f32p)) * (u32)(i64)(__clzll((i64)(min((i64)(h5(i32p, u64a, -1.25f)), (i64)32ll)))));
        switch ((u32)(((i16a == i16a) ? u32b : (u32)32767ll)) & 7) {
        case 0: {
            u128a = (u128)((u128)(-(u128)(from<u128>((i8)100ll))) | (u128)(~u128a));
            u16a = (u16)((u16)(from<u16>((u64)(from<u64>(u16a)))) & (u16)(from<u16>((u16)((u16)(u16a & u16a) + u16a))));
            u64b = (u64)(__clzll((u64)(__popcll((u64)(max((u64)(u64p >> (int)((u32)-1ll & 63)), (u64)(llabs((long long)u64a))))))));
        }
            break;
        case 1: {
            u16a = (u16)((u16)((u16)(u16a & u16a) % 7) * (u16)((u16)(u16a + (u16)65536ll) % 16));
            table[(u32)(__brev((u32)0ll)) & 15] = (u32)((u32)(-u32b) >> 18);
        }
        case 2: {
            u32b = (u32)(max((u32)((u32)(u32a | u32p) * u32a), (u32)(__clz((u32)(from<u32>((i16)1000ll))))));
            u64b = (u64)((u64)((u64)(u64p >> (int)(u32b & 63)) & (u64)(((u32a == u32a) ? u64b : u64b))) % 16);
            f32b = f32x3 + 1000.0f;
        }
        case 3: {
            f64a = round(from<f64>(from<f64>(__hfma(__float2half(-7e-3f), f16a, __float2half(3.0f)))));
        }
            break;
        case 4: {
            u32b = (u32)(__half2int_rn(__habs(hrint(f16a))));
            const f16 f16x12 = load<f16>(in, 18) * __float2half(1000.0f);
            u8a = (u8)((u8)((u8)(u8a << 6) | (u8)(u8a << 7)) >> 7);
        }
            break;
        default: {
            u128a = (u128)((u128)((u128)(from<u128>(u128a)) * (u128)(u128a << 51)) << 97);
        }
        }
        u32b = (u32)(((sinf(0.5f) > from<f32>((i128)((i128)7ll / 3))) ? (u32)(__umul24((u32)(__hadd((int)u32a, (int)u32p)), u32p)) : (u32)(u32b >> 26)));
    }
    f64b = floor(cbrt(__fma_rz(f64b, -1.25, f64a)));
    i128a = (i128)((i128)(from<i128>(u128a)) >> 15);
    const f16 f16x13 = load<f16>(in, 25) * f16a;
    f32b = tanhf(__fmaf_ru(erff(f32p), __fsub_rd(floorf(f32p), f32b), cbrtf(tanhf(f32b))));
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k3(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    u16a = (u16)((u16)(u16a | (u16)(((u16a <= u16a) ? (u16)255ll : u16a))) - (u16)(u16a & (u16)-1ll));
    f32a = (((u64)((u64)((u64)255ll << 59) + u64p) != (u64)(__mul64hi((u64)(u64b & u64a), (u64)(__double2ull_rz(f64b))))) ? __powf(f32b, from<f32>(u64a)) : __uint_as_float((u32)(((__float2half(255.0f) == f16a) ? u32p : u32b))));
    i16a = (i16)((i16)((i16)(from<i16>(u128a)) << (int)(u32p & 15)) - (i16)(~(i16)(i16a | i16a)));
    const f64 f64x0 = load<f64>(in, 17) * 1000.0;
    if ((hsqrt(f16a) != __hsub(f16p, f16a))) {
        i32b ^= table[lane & 15];
        f16a = hsin(from<f16>(fma(65536.0, 255.0, round(255.0))));
    }
    if (((u8a > u8a) || (f64p >= f64p))) {
        f64a = f64a + f64x0;
    }
    else {
        i64b = (i64)((((f32a != f32p) ? f64a : (f64b + 1000.0)) != pow(f64b, rint(f64a))));
        switch ((u32)(-u32b) & 7) {
        case 0: {
            const f32 f32x1 = load<f32>(in, 33) * f32p;
            i64a = (i64)((u64)(u32)(i64)(h5((i32)(from<i32>(-1.25f)), (u64)(u64b << (int)(u32b & 63)), cosf(f32p))) * (u32)(i64)(((-7e-3 < f64b) ? (i64)65535ll : i64b)));
        }
            break;
        case 1: {
            i8a = (i8)(~(i8)(~(i8)(i8a - i8a)));
        }
            break;
        case 2: {
            const f16 f16x2 = load<f16>(in, 27) * f16p;
            u8a = (u8)(from<u8>((i16)((i16)(-i16a) | (i16)(((u8a > u8a) ? (i16)((i16)63ll + i16a) : i16a)))));
        }
            break;
        case 3: {
            i32a = (i32)((i32)((i32)(((u16a != u16a) ? i32p : (i32)31ll)) | (i32)(i32b + (i32)(-(i32)127ll))) - (i32)((i32)(from<i32>(f16p)) / 3));
            f64a = f64x0 + 3.0;
            f64b = __dadd_rz(exp(sqrt(rint(f64p))), rint((f64a + f64b)));
        }
        case 4: {
            i64a = (i64)((i64)((i64)(__double2ull_rz(1000.0)) * (i64)((i64)255ll * i64b)) & (i64)(from<i64>(-7e-3f)));
            u8a = (u8)((u8)((u8)((u8)(from<u8>(f64p)) + u8a) & (u8)(u8a >> (int)(u32a & 7))) % (u8)((u8)((u8)255ll << 3) | 1));
            f16a = ((ldexpf(f32b, (int)((u32)(from<u32>(u64p)) & 63) - 32) != __log2f(__frcp_rn(f32a))) ? __hmul(hlog(f16a), ((u64b < u64b) ? f16a : f16a)) : hsqrt(__hfma(hsin(f16p), __hsub(__float2half(255.0f), f16a), f16a)));
        }
            break;
        case 5: {
            i64a = (i64)((((i128)((i128)(i128a + (i128)31ll) + (i128)32ll) == (i128)(i128a - i128a)) ? (i64)(i64p + i64b) : (i64)((i64)(__clzll(i64b)) / 100)));
            const f32 f32x3 = load<f32>(in, 36) * f32b;
            f32a = -((sqrtf(f32b) + f32a));
        }
            break;
        default: {
            u32a = (u32)((u32)((u32)-1ll % (u32)(u32p | 1)) ^ (u32)(from<u32>((u16)((u16)0ll * u16a))));
            const f16 f16x4 = load<f16>(in, 2) * f16p;
            f16a = __float2half(-7e-3f) - f16x4;
        }
        }
        const f16 f16x5 = load<f16>(in, 22) * f16p;
    }
    if (((u32)((u32)-2ll - u32p) != (u32)(__rhadd((int)u32p, (int)(u32)2147483647ll)))) {
        f64b = 255.0 - f64x0;
        u16a = (u16)((u16)((u16)(u16a * u16a) + (u16)(from<u16>((u128)127ll))) + (u16)((u16)((u16)1ll % (u16)(u16a | 1)) + (u16)(~u16a)));
        const f32 f32x6 = load<f32>(in, 18) * f32a;
    }
    if (((i64b != i64p) != (u16a <= u16a))) {
        if (((i64)(from<i64>(u32p)) <= (i64)((i64)3ll + i64p))) {
            table[(u32)(__umul24(u32a, (u32)32767ll)) & 15] = (u32)(table[(u32)(__vabsdiffs4(u32b, u32a)) & 15]);
            u64a = (u64)(__mul64hi((u64)((u64)(from<u64>(u128a)) ^ (u64)(min((u64)(from<u64>(u8a)), u64p))), (u64)(u64b >> (int)(u32p & 63))));
            i64a = (i64)(from<i64>((u32)(__vabsdiffs4((u32)(__usad(u32p, u32a, (u32)2ll)), (u32)(u32p ^ u32a)))));
        }
    }
    table[(u32)(__vcmpgts2(u32b, u32b)) & 15] = (u32)(from<u32>((i32)((i32)(((65536.0f != f32a) ? i32b : (i32)3ll)) & (i32)128ll)));
    i32b += __all_sync(0xffffffffu, (((u8a != u8a) || (255.0f > f32p)) || ((u8)63ll >= u8a))) * 2 + __any_sync(0xffffffffu, ((i8)(i8a | (i8)100ll) == (i8)(i8a - i8a)));
    const f16 f16x7 = load<f16>(in, 25) * __float2half(3.0f);
    u32a = __reduce_xor_sync(0xffffffffu, (u32)(((__logf(3.0f) <= -(f32p)) ? (u32)(from<u32>(u8a)) : (u32)(__mulhi(u32a, (u32)32767ll)))));
    i32b += __all_sync(0xffffffffu, ((u64)(u64a + u64a) > (u64)(u64b << (int)(u32b & 63)))) * 2 + __any_sync(0xffffffffu, (-(-1.25) == trunc(f64b)));
    const f32 f32x8 = load<f32>(in, 14) * f32p;
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k4(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    if (((u8)(~u8a) > (u8)((u8)100ll / (u8)(u8a | 1)))) {
        if (((i32)(i32p << 18) > (i32)(i32b + i32a))) {
            f64a = from<f64>((i128)(from<i128>((u8)(u8a & u8a))));
            i64a = (i64)(from<i64>((u16)(~u16a)));
            const f64 f64x0 = load<f64>(in, 34) * f64b;
        }
    }
    u32a = __reduce_and_sync(0xffffffffu, (u32)(-(u32)(((f16p > __float2half(3.0f)) ? (u32)(__mul24(u32b, u32p)) : u32b))));
    const f32 f32x1 = load<f32>(in, 30) * f32p;
    f32a = f32x1 - f32a;
    u64b = (u64)(~(u64)((u64)(from<u64>(f16a)) / (u64)((u64)(u64b << 63) | 1)));
    u32a = __reduce_min_sync(0xffffffffu, (u32)(__funnelshift_r((u32)((((i128a < (i128)65536ll) && (u64a < u64p)) ? u32b : u32b)), (u32)(~u32p), (u32)(((__float2half(-7e-3f) != f16a) ? (u32)(u32a | (u32)3ll) : u32a)))));
    f32a = f32a - f32x1;
    switch ((u32)(min((u32)(-(u32)100ll), (u32)(u32a + (u32)-128ll))) & 7) {
    case 0: {
        table[(u32)((((u8a <= u8a) && ((i64)2147483647ll <= i64p)) ? (u32)(__vmaxu4(u32a, u32a)) : u32p)) & 15] = (u32)(__vmaxu4((u32)(from<u32>(u64a)), (u32)((u32)(__rhadd((int)u32b, (int)(u32)2ll)) % (u32)(u32b | 1))));
    }
        break;
    case 1: {
        if (((f16a != f16p) != ((u8a > u8a) != (-7e-3f >= f32p)))) {
            u64b = (u64)(from<u64>((i16)((i16)(i16a & i16a) << (int)((u32)(u32p << (int)((u32)127ll & 31)) & 15))));
            const f64 f64x2 = load<f64>(in, 15) * f64p;
        }
    }
        break;
    case 2: {
        i128a = (i128)(((((i32b < i32a) && (f64a != f64a)) && ((i64)((((u64)-1ll != (u64)2ll) ? i64b : i64p)) == (i64)(from<i64>(f32a)))) ? (i128)((i128)(i128a * i128a) << 85) : (i128)(table[(u32)((u32)(abs((int)u32a)) * (u32)(from<u32>(f64a))) & 15])));
        for (int k3 = 0; k3 < 2; k3++) {
            {
                i32a = (i32)((i32)((i32)(__vcmpgts2(i32p, (i32)(table[(u32)31ll & 15]))) | (i32)((i32)(__dp4a((int)i32a, (int)i32a, (int)(i32)1ll)) << (int)(u32p & 31))) << 13);
                u64a = (u64)(from<u64>((u64)(llabs((long long)(u64)(u64p >> (int)(u32b & 63))))));
            }
            i32a += k3;
        }
        const f64 f64x4 = load<f64>(in, 28) * 255.0;
    }
    case 3: {
        switch ((u32)(u32p * (u32)(u32a | u32p)) & 7) {
        case 0: {
            const f32 f32x5 = load<f32>(in, 28) * f32p;
            u64a = (u64)((u64)((u64)(__umul64hi(u64p, u64b)) ^ u64a) & (u64)((u64)(u32)(u64)(__clzll(u64a)) * (u32)(u64)(from<u64>(i8a))));
        }
        case 1: {
            table[(u32)(min((u32)(((i128a >= (i128)0ll) ? (u32)2ll : (u32)1000ll)), u32b)) & 15] = (u32)((u32)(from<u32>(u16a)) * (u32)(__umulhi(u32b, (u32)-2ll)));
            u64a = (u64)(__mul64hi((u64)(from<u64>((u16)((u16)7ll * u16a))), (u64)(u64b + (u64)(__double_as_longlong(canon(3.0))))));
        }
            break;
        case 2: {
            u32b = (u32)((u32)((u32)(from<u32>(i128a)) + u32b) << 10);
        }
            break;
        case 3: {
            i64a = (i64)((i64)(__umul64hi((i64)(from<i64>((i16)65536ll)), (i64)((i64)255ll + i64p))) - (i64)((i64)((i64b >= i64p)) - (i64)(~(i64)(max(i64b, i64b)))));
            f64a = (sqrt(__dsub_rd(f64a, f64b)) * from<f64>((u64)(((i32b == i32a) ? (u64)(((f16a == f16a) ? u64b : u64p)) : (u64)((u64)0ll / (u64)((u64)31ll | 1))))));
        }
        case 4: {
            i64b = (i64)((i64)(from<i64>(tanf(f32b))) | (i64)(from<i64>((i16)(i16a | i16a))));
            i32a = (i32)(from<i32>((i64)(h3((i32)255ll, (u64)(u64b ^ u64b), f32p))));
        }
        default: {
            const f64 f64x6 = load<f64>(in, 10) * f64b;
            u64a = (u64)((u64)((u64)(((255.0 == 3.0) ? (u64)-128ll : u64p)) % (u64)(u64p | 1)) % 10);
            u64a = (u64)(__double2ull_rz(cos((f64a - 65536.0))));
        }
        }
    }
    case 4: {
        if (((u8)(u8a * u8a) < (u8)((i16a < (i16)65536ll)))) {
            u128a = (u128)(from<u128>((i16)(-(i16)(i16a ^ i16a))));
            i128a = (i128)((((u128)(table[u32b & 15]) != (u128)(((i8a <= i8a) ? u128a : (u128)(u128a | u128a)))) ? (i128)((((u8)(from<u8>(i128a)) <= (u8)((u8)256ll - (u8)65536ll)) ? (i128)(i128a >> (int)(u32a & 127)) : (i128)(((u64a == (u64)255ll) ? (i128)(i128a | i128a) : (i128)31ll)))) : (i128)(i128a | i128a)));
        }
        else {
            f32a = (((i16)(from<i16>(u64b)) < (i16)(i16a | i16a)) ? atan2f(from<f32>(u64b), __fmaf_ru(f32p, 1000.0f, f32b)) : from<f32>(__hneg(f16p)));
            f32a = cbrtf(__uint_as_float((u32)((((i16)0ll > i16a) ? u32p : (u32)1000ll))));
            u8a = (u8)(from<u8>((u16)((((i8)128ll != (i8)1000ll) ? (u16)(u16a % (u16)((u16)127ll | 1)) : u16a))));
        }
        const f64 f64x7 = load<f64>(in, 33) * f64p;
    }
        break;
    case 5: {
        const f64 f64x8 = load<f64>(in, 2) * f64b;
        f32a = f32x1 - f32a;
        i32b ^= table[lane & 15];
    }
    case 6: {
        i64a = (i64)((i64)((i64)(i64b / 3) - (i64)(~(i64)0ll)) << 52);
        u64a = (u64)(from<u64>((i16)(from<i16>((i8)1ll))));
    }
        break;
    default: {
        const f32 f32x9 = load<f32>(in, 36) * 1000.0f;
    }
    }
    if (((u128)(table[u32b & 15]) == (u128)(u128a + u128a))) {
        switch ((u32)((u32)7ll | u32b) & 7) {
        case 0: {
            f64a = ((from<f64>((u8)((u32a < u32b))) >= __dmul_ru(from<f64>(i16a), f64p)) ? fmax(from<f64>((u8)(((u64b < u64a) ? u8a : u8a))), __dadd_rz(f64b, f64b)) : trunc(__longlong_as_double((i64)(i64p ^ i64b))));
        }
            break;
        case 1: {
            table[(u32)(__mulhi((u32)(__popc(u32b)), (u32)(__vaddss2(u32b, (u32)256ll)))) & 15] = (u32)(__vcmpgts2((u32)(__fns(u32b, u32p & 31, (int)(u32a & 15) - 7)), (u32)(-u32a)));
        }
        case 2: {
            const f16 f16x10 = load<f16>(in, 32) * f16a;
            const f16 f16x11 = load<f16>(in, 23) * __float2half(3.0f);
        }
            break;
        case 3: {
            u64a = (u64)((u64)(__double_as_longlong(canon(from<f64>(u8a)))) << 18);
            u16a = (u16)(~(u16)((((u128a > u128a) || (u64p > (u64)65535ll)) ? u16a : (u16)((((u32)2ll <= u32b) ? (u16)2147483647ll : u16a)))));
        }
            break;
        default: {
            const f16 f16x12 = load<f16>(in, 7) * f16a;
            u64a = (u64)((u64)(__brevll((u64)(((i64b <= i64p) ? u64a : u64a)))) - (u64)(h5((i32)(__fns((i32)(__float_as_int(canon(-7e-3f))), (i32)(i32a * (i32)1ll) & 31, (int)(i32b & 15) - 7)), (u64)(((f16a == f16p) ? u64a : (u64)255ll)), (f32a / f32p))));
            f16a = f16x12 - f16a;
        }
        }
        if ((__dsub_rd(f64b, f64p) == from<f64>(u16a))) {
            f32a = __frcp_rn(from<f32>(from<f32>(i8a)));
        }
    }
    else {
        const f16 f16x13 = load<f16>(in, 3) * __float2half(3.0f);
    }
    switch ((u32)(__vcmpgts2((u32)(__hadd((int)u32p, (int)u32a)), (u32)(u32b + u32p))) & 7) {
    case 0: {
        i32b ^= table[lane & 15];
        switch ((u32)(from<u32>(i8a)) & 7) {
        case 0: {
            i64a = (i64)((i64)(from<i64>(sqrt(f64p))) + (i64)((((u16)-128ll >= u16a) ? (i64)(((f32p > f32p) ? i64p : (i64)7ll)) : (i64)(i64a & i64b))));
            f32a = f32x1 - f32a;
        }
        case 1: {
            i64a = (i64)(__brevll((i64)(h1((i32)(((i8a == (i8)-128ll) ? i32p : i32p)), (u64)127ll, f32b))));
            table[(u32)(from<u32>(u128a)) & 15] = (u32)(__vaddss2((u32)(__vaddss2((u32)128ll, u32b)), (u32)(((i128a == (i128)-2ll) ? (u32)(u32a % (u32)((u32)0ll | 1)) : (u32)(u32p ^ (u32)2147483647ll)))));
            const f32 f32x14 = load<f32>(in, 37) * f32a;
        }
            break;
        case 2: {
            i32a = (i32)((i32)(((__fsqrt_rz(f32b) == __fmaf_rz(f32p, f32a, 255.0f)) ? (i32)((i32)(i32b + i32b) / (i32)((i32)7ll | 1)) : (i32)(i32b - i32p))) & (i32)(((i8a >= (i8)-128ll) || (i16a <= (i16)2ll))));
        }
            break;
        case 3: {
            i64a = (i64)((i64)(h0((i32)((i32)(__mul24((i32)65536ll, i32a)) / 16), (u64)((u32p != u32p)), from<f32>(u64b))) - (i64)((i64)((((u128)32767ll <= u128a) ? (i64)31ll : i64p)) >> (int)((u32)(__umul24(u32p, u32b)) & 63)));
            f32a = sqrtf(sign_of(f32a, __sinf(f32p)));
            f32a = f32x1 + 0.5f;
        }
            break;
        default: {
            i64a = (i64)((i64)(__double2ull_rz(-(f64a))) % 100);
            i32b = (i32)(from<i32>((from<f64>(u128a) / sqrt(f64a))));
            f64a = atan2(from<f64>(hrsqrt(__hsub(__float2half(0.5f), f16p))), cos(ceil(f64b)));
        }
        }
    }
    case 1: {
        table[(u32)(__vadd2(u32b, u32p)) & 15] = (u32)(from<u32>(log2f(f32a)));
        f32b = f32b - f32x1;
    }
        break;
    case 2: {
        table[(u32)(__clz(u32b)) & 15] = (u32)((u32)(((i16a > i16a) ? u32b : u32b)) << (int)((u32)(u32p & u32p) & 31));
        u64b = (u64)((u64)(table[(u32)(from<u32>(i128a)) & 15]) - (u64)((u64)(llabs((long long)u64b)) - (u64)(u64a << 30)));
        i16a = (i16)((i16)((i16)128ll ^ i16a) & (i16)((i16)(from<i16>((i64)63ll)) % (i16)(i16a | 1)));
    }
    case 3: {
        f32a = f32a - f32x1;
    }
        break;
    case 4: {
        u64a = (u64)((u64)((u64)(((i8a == i8a) ? (u64)63ll : u64b)) / (u64)((u64)(from<u64>(i32p)) | 1)) >> (int)((u32)(__sad((u32)(__dp4a((int)u32b, (int)u32p, (int)u32p)), u32p, u32b)) & 63));
        i128a = (i128)((i128)((i128)(i128a >> 53) + (i128)(i128a + i128a)) << (int)((u32)((u32)(from<u32>(f32b)) % 10) & 127));
    }
        break;
    default: {
        if (((u32)(from<u32>(u16a)) <= (u32)(__uhadd(u32p, (u32)255ll)))) {
            i8a = (i8)(~(i8)((i8)(from<i8>(i16a)) << (int)((u32)(((f32a != f32b) ? u32a : u32b)) & 7)));
            const f32 f32x15 = load<f32>(in, 31) * f32a;
            f16a = from<f16>((i16)(i16a * (i16)-1ll));
        }
        else {
            u128a = (u128)((u128)(((i8a != i8a) ? u128a : (u128)(u128a + u128a))) * (u128)((u128)(u128a << 99) & (u128)(u128a * (u128)3ll)));
            f64b = ((cbrt((3.0 + 1000.0)) != __dadd_rz(f64p, __fma_rd(f64p, f64p, f64b))) ? exp((f64p * 1000.0)) : (f64b * 1000.0));
            f64b = (((u64)(from<u64>((i64)(i64b % 16))) < (u64)(table[(u32)(__vaddss2(u32p, u32a)) & 15])) ? pow((((u16a == u16a) || (f64b >= f64b)) ? f64p : f64b), round(__dadd_rz(f64b, f64b))) : (((u64)-128ll <= u64p) ? exp(3.0) : f64b));
        }
        u64b = (u64)(from<u64>((i8)((i8)(from<i8>((i64)32ll)) + (i8)((i8)65536ll / 10))));
        i32a = (i32)(__umul24((i32)(from<i32>(u32a)), (i32)(__vabsdiffs4((i32)(from<i32>(i8a)), (i32)(from<i32>((i8)(i8a & i8a)))))));
    }
    }
    if ((((f16p != f16p) != (i128a != (i128)1000ll)) != (i16a > i16a))) {
        f64a = rint(floor(__fma_rd(f64a, f64p, f64a)));
    }
    table[(u32)(u32b ^ (u32)(__mul24(u32a, (u32)255ll))) & 15] = (u32)(from<u32>((f64b / -1.25)));
    const f64 f64x16 = load<f64>(in, 24) * 0.5;
    u64a = (u64)(__mul64hi((u64)(h5((i32)((u64p != u64b)), (u64)(from<u64>(f64p)), -7e-3f)), (u64)(from<u64>((u8)(~u8a)))));
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k5(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    f32b = -(__fmaf_ru((f32p / f32b), __fsqrt_rz(f32b), tanhf(f32b)));
    if ((from<f16>(i16a) != from<f16>(u16a))) {
        const f32 f32x0 = load<f32>(in, 26) * f32a;
    }
    const f16 f16x1 = load<f16>(in, 2) * f16p;
    i64b = (i64)(__double2ull_rz(__fma_rd(f64b, f64p, ceil(f64b))));
    const f64 f64x2 = load<f64>(in, 16) * 1000.0;
    u16a = (u16)((u16)((u16)((u16)((u16)31ll ^ u16a) - u16a) + (u16)((u16)32767ll * u16a)) + (u16)((u16)(from<u16>(i8a)) - (u16)(from<u16>(i8a))));
    if (((i128)((((u16)32767ll > (u16)127ll) ? (i128)32767ll : (i128)100ll)) != (i128)(i128a % 7))) {
        switch ((u32)(from<u32>((i128)128ll)) & 7) {
        case 0: {
            u64a = (u64)(__float2ll_rn(__powf(from<f32>((i128)63ll), from<f32>((i128)(i128a * i128a)))));
            f32b = fabsf(__fsub_rd((__frcp_rn(f32a) - f32p), __fdividef((f32a + f32b), (f32a / 0.5f))));
            i32a = (i32)(((u64)((u64)(-u64p) - (u64)(from<u64>(f16a))) < (u64)((u64)(from<u64>(u16a)) / 7)));
        }
            break;
        case 1: {
            f64a = (((f64p * f64a) + (f64p - f64a)) - sign_of(f64p, fmax(f64a, 0.5)));
            const f16 f16x3 = load<f16>(in, 29) * f16p;
            f64a = sin(((u32p == u32a) ? from<f64>((i16)3ll) : (f64p - f64a)));
        }
            break;
        case 2: {
            u64b = (u64)(__mul64hi((u64)((u64)(h0(i32b, (u64)128ll, f32b)) | (u64)(__ffsll(u64p))), (u64)((hlog(f16p) < hrcp(f16a)))));
        }
        case 3: {
            table[(u32)(from<u32>((u128)((((i8)2ll == i8a) ? u128a : u128a)))) & 15] = (u32)((((u16)(from<u16>((u8)2147483647ll)) >= (u16)(-(u16)32ll)) ? (u32)(__float_as_int(canon(((i32a <= i32p) ? f32p : f32p)))) : (u32)((u32)128ll ^ u32b)));
        }
            break;
        case 4: {
            i128a = (i128)((i128)(from<i128>((u128)(from<u128>(u16a)))) + (i128)((i128)((i128)-2ll - (i128)32ll) ^ i128a));
        }
            break;
        case 5: {
            i32b = (i32)(from<i32>(__powf(ldexpf(f32p, (int)(u32a & 63) - 32), __fmaf_rz(f32a, f32b, f32p))));
        }
        case 6: {
            i8a = (i8)((i8)(-(i8)(i8a | i8a)) / (i8)((i8)((i8)(i8a | i8a) ^ i8a) | 1));
            table[(u32)((u32)(__uhadd(u32a, u32b)) << 30) & 15] = (u32)(-(u32)(min(u32a, u32p)));
            u128a = (u128)((u128)(from<u128>(i16a)) + (u128)(-(u128)(((i8a != (i8)32767ll) ? (u128)127ll : (u128)3ll))));
        }
        default: {
            f16a = f16a - f16x1;
        }
        }
        i32b = (i32)(from<i32>(__fsqrt_rz(tanhf(__fadd_rz(f32b, f32p)))));
    }
    else {
        u128a = (u128)((u128)(~(u128)((u128)(u128a ^ (u128)-128ll) ^ u128a)) * (u128)(from<u128>((i64)-1ll)));
        u16a = (u16)((u16)(from<u16>((u128)(from<u128>(i64p)))) | (u16)((u16)((u16)(u16a + (u16)-2ll) | (u16)(((u8a >= u8a) ? u16a : u16a))) >> 10));
    }
    u16a = (u16)(~(u16)((u16)((u16)1000ll ^ u16a) - (u16)(~(u16)32767ll)));
    f32a = (rsqrtf(__fadd_rz(f32b, f32b)) * from<f32>((i16)((i16)65536ll ^ (i16)65536ll)));
    i64b = (i64)(-(i64)(((i8)((i8)3ll * i8a) < (i8)(((i128a >= (i128)255ll) ? i8a : i8a)))));
    f16a = (((u8)((u8)(from<u8>(i32b)) * u8a) <= (u8)(from<u8>((u8)-128ll))) ? (((u64)-2ll >= u64b) ? __hmin(f16a, f16p) : hrsqrt(f16p)) : hexp(hsqrt(__float2half(255.0f))));
    const f32 f32x4 = load<f32>(in, 24) * f32p;
    const f16 f16x5 = load<f16>(in, 12) * f16a;
    f16a = f16a - f16x1;
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k6(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    f32b = __cosf(fminf((3.0f - from<f32>((u64)127ll)), __logf(sinf(f32a))));
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)(from<u32>((u16)(~u16a))) & 1, &same); i32a ^= same; }
    const f32 f32x0 = load<f32>(in, 23) * f32p;
    switch ((u32)((u32)(__vabsdiffs4(u32b, u32p)) + u32a) & 7) {
    case 0: {
        u128a = (u128)(~(u128)((u128)((u128)32767ll / 7) >> 44));
        const f16 f16x1 = load<f16>(in, 4) * f16p;
        u32b = (u32)(-(u32)(__umulhi((u32)127ll, u32b)));
    }
        break;
    case 1: {
        i8a = (i8)((i8)(table[(u32)(from<u32>(__float2half(-1.25f))) & 15]) ^ (i8)(-i8a));
    }
        break;
    case 2: {
        i32a = (i32)((i32)((i32)(i32b | (i32)((i32)32767ll | i32b)) << 10) << (int)((u32)(from<u32>(i16a)) & 31));
    }
        break;
    case 3: {
        switch ((u32)(from<u32>(i128a)) & 7) {
        case 0: {
            table[(u32)((u32)7ll & (u32)32ll) & 15] = (u32)(__vsub4((u32)(__popc(u32a)), (u32)(__float_as_int(canon(cosf(f32p))))));
            const f64 f64x2 = load<f64>(in, 12) * f64b;
            const f32 f32x3 = load<f32>(in, 30) * f32p;
        }
            break;
        case 1: {
            f32b = f32x0 + f32b;
            f16a = hsin(hcos(__hneg(f16p)));
            table[(u32)(__funnelshift_lc((u32)(__float2int_ru(65536.0f)), (u32)(from<u32>(u64a)), u32a)) & 15] = (u32)((u32)(~u32p) / (u32)((u32)(__dp4a((unsigned)(u32)255ll, (unsigned)u32p, (unsigned)u32p)) | 1));
        }
            break;
        case 2: {
            const f64 f64x4 = load<f64>(in, 30) * f64p;
            f64b = from<f64>((u8)(from<u8>((u8)((u8)100ll | (u8)(u8a - u8a)))));
            f32a = f32a - f32x0;
        }
        case 3: {
            table[(u32)(((f32a <= f32a) ? (u32)(table[u32a & 15]) : (u32)-128ll)) & 15] = (u32)(__umulhi((u32)(__half2int_rn(f16p)), (u32)((u32)1ll << 9)));
            u128a = (u128)((u128)(from<u128>((i128)(i128a | i128a))) + (u128)((u128)(-u128a) * (u128)(-u128a)));
        }
            break;
        case 4: {
            table[(u32)(__clz((u32)(__vadd2(u32p, u32b)))) & 15] = (u32)(__umulhi((u32)(table[u32b & 15]), (u32)(from<u32>(u16a))));
            u128a = (u128)((u128)((u128)((u128)2147483647ll % 100) + (u128)(from<u128>(u32p))) | (u128)((u128)(u128a & u128a) % 3));
            i64a = (i64)(h3((i32)(from<i32>(i64p)), (u64)(table[(u32)(from<u32>(u64p)) & 15]), __uint_as_float((u32)(from<u32>((i64)-128ll)))));
        }
        case 5: {
            f16a = __hmax((((i8)(i8a * (i8)2147483647ll) > (i8)((((u8)127ll < u8a) ? i8a : i8a))) ? ((f16a != f16p) ? f16p : f16p) : __hmul(f16a, f16a)), hrsqrt(__hmul(f16p, f16a)));
            i16a = (i16)((i16)((((u128)(from<u128>(u32p)) != (u128)(u128a | u128a)) ? (i16)(i16a >> 6) : (i16)(((u64a >= u64p) ? i16a : (i16)3ll)))) | (i16)((i16)(from<i16>(u32p)) << 12));
            const f32 f32x5 = load<f32>(in, 3) * f32p;
        }
            break;
        default: {
            u64b = (u64)((u64)(from<u64>((i128)((i128)65535ll << 103))) >> 37);
        }
        }
        f64a = sqrt(((i32a <= i32b) ? 255.0 : f64a));
    }
        break;
    case 4: {
        i16a = (i16)(table[(u32)((u32)(((i32b <= (i32)65536ll) ? u32a : u32a)) + (u32)(__dp2a_lo((int)u32p, (int)u32p, (int)(u32)32ll))) & 15]);
        const f16 f16x6 = load<f16>(in, 11) * f16a;
    }
    case 5: {
        if (((u32)(-u32b) == (u32)(table[u32a & 15]))) {
            u8a = (u8)(-(u8)(u8a + (u8)31ll));
        }
        i32b ^= table[lane & 15];
    }
        break;
    default: {
        table[(u32)(__popc((u32)(__vavgu2((u32)32ll, u32b)))) & 15] = (u32)(__vadd2((u32)(__double2hiint(canon(f64b))), (u32)(from<u32>((u32)1ll))));
        if (((i16)(i16a << 12) < (i16)(((u128a >= u128a) ? i16a : i16a)))) {
            f32b = f32b + f32x0;
            f64b = pow(__dadd_rz(from<f64>(i32a), exp(f64a)), ((u8a == u8a) ? f64a : from<f64>(u16a)));
            u16a = (u16)((((u64)((u64)256ll / (u64)(u64a | 1)) <= (u64)(from<u64>((i16)(i16a + (i16)3ll)))) ? (u16)(from<u16>((u8)(u8a >> (int)(u32b & 7)))) : (u16)((u16)((u16)7ll * u16a) | (u16)(u16a << (int)(u32p & 15)))));
        }
        else {
            i64a = (i64)(-(i64)(from<i64>(fmaf(((i8a <= (i8)-128ll) ? f32a : f32a), 0.5f, __powf(f32a, f32a)))));
        }
        for (int k7 = 0; k7 < (int)(u32a & 3); k7++) {
            {
                u64a = (u64)(h5((i32)(__double2uint_rd(f64p)), (u64)((u64)(u64a >> (int)(u32b & 63)) * (u64)-128ll), (from<f32>((u64)-128ll) / f32b)));
            }
            i32a += k7;
        }
    }
    }
    u64a = (u64)(from<u64>((u16)((u16)(u16a % (u16)(u16a | 1)) >> (int)((u32)128ll & 15))));
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)(((__hadd(f16a, f16p) != __hsub(f16p, __float2half(-1.25f))) ? (u32)(from<u32>(i64a)) : (u32)(__uhadd(u32a, u32b)))) & 1, &same); i32a ^= same; }
    u64b = (u64)((u64)((u64)(from<u64>(u64b)) | (u64)(u64b | u64b)) % (u64)((u64)(from<u64>((i16)(i16a % (i16)(i16a | 1)))) | 1));
    const f32 f32x8 = load<f32>(in, 25) * f32b;
    u32a = __reduce_max_sync(0xffffffffu, (u32)(min((u32)(__rhadd((int)(u32)((u32)65536ll & u32a), (int)(u32)(abs((int)(u32)127ll)))), (u32)(__vsub4(u32b, (u32)32767ll)))));
    i32a = (i32)(__popc((i32)(i32a >> 4)));
    i128a = (i128)(~(i128)((i128)(from<i128>(u32p)) | (i128)(i128a + i128a)));
    const f32 f32x9 = load<f32>(in, 35) * f32p;
    u32a = __reduce_xor_sync(0xffffffffu, (u32)(__vabsdiffs4((u32)(u32p << 5), (u32)(__double2uint_rd(f64b)))));
    for (int k10 = 0; k10 < 2; k10++) {
        {
            u16a = (u16)((u16)(from<u16>(rint(f64b))) * (u16)((u16)(u16a * u16a) - (u16)(((f64p != 3.0) ? (u16)(-(u16)65536ll) : u16a))));
        }
        if ((u64p < u64b))
            continue;
        i32a += k10;
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k7(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f16 f16x0 = load<f16>(in, 10) * f16a;
    const f16 f16x1 = load<f16>(in, 12) * __float2half(3.0f);
    u32a = __reduce_add_sync(0xffffffffu, (u32)(__funnelshift_lc((u32)(__vmaxu4(u32a, u32p)), (u32)((u32)(__hadd((int)u32b, (int)u32b)) ^ u32a), (u32)((u32)127ll << (int)(u32p & 31)))));
    if (((u8)(u8a | (u8)128ll) <= (u8)(u8a & (u8)-1ll))) {
        const f16 f16x2 = load<f16>(in, 28) * __float2half(-1.25f);
    }
    else {
        f16a = hrcp(hfloor(((u64a < u64a) ? __float2half(3.0f) : f16p)));
        if ((((u32)31ll <= u32p) || ((i8)128ll > i8a))) {
            const f32 f32x3 = load<f32>(in, 24) * f32p;
        }
    }
    u32a = __reduce_max_sync(0xffffffffu, (u32)((__hmax(f16p, f16a) != from<f16>((i16)63ll))));
    const f32 f32x4 = load<f32>(in, 19) * f32a;
    f32a = f32p - f32x4;
    u32b = (u32)(__half_as_ushort(canon(__hmul(f16a, f16p))));
    if (((u32b == u32p) && (3.0 != -7e-3))) {
        f32b = f32x4 - f32b;
        f64b = from<f64>((u16)((u16)1000ll | u16a));
    }
    f64a = exp(rsqrt((f64a - f64b)));
    u128a = (u128)(((sqrt(-7e-3) == __fma_rz(f64a, f64a, 3.0)) && (((i64)2147483647ll <= i64b) || (f16a >= f16p))));
    const f16 f16x5 = load<f16>(in, 22) * f16a;
    const f64 f64x6 = load<f64>(in, 6) * f64p;
    switch ((u32)(__vmaxu4((u32)(u32b + u32a), (u32)(from<u32>(i8a)))) & 7) {
    case 0: {
        const f64 f64x7 = load<f64>(in, 5) * f64a;
    }
    case 1: {
        i32b = (i32)((i32)(__double2uint_rd(__fma_rd(65536.0, f64p, f64b))) % 7);
        i32b ^= table[lane & 15];
        if (((u32)(u32p >> (int)(u32p & 31)) >= (u32)(((i8a > (i8)100ll) ? u32p : u32b)))) {
            const f32 f32x8 = load<f32>(in, 26) * f32b;
            f64a = __fma_rd((f64a + f64b), (cbrt(f64p) + (65536.0 - f64b)), __longlong_as_double((i64)(i64p << (int)(u32a & 63))));
            f64a = f64x6 - f64a;
        }
    }
    case 2: {
        i32b ^= table[lane & 15];
        for (int k9 = 0; k9 < 3; k9++) {
            {
                f64a = sign_of(__fma_rd(from<f64>((i64)(min(i64a, i64a))), floor(f64a), (f64b + f64p)), (__dmul_ru(3.0, f64p) / cbrt(erf(1000.0))));
                f64b = atan2((((u64p < u64b) && (u8a != u8a)) ? __dmul_ru(-7e-3, fma(f64b, f64p, 0.5)) : from<f64>((i8)256ll)), log(ceil(f64a)));
                u64a = (u64)((u64)(h0((i32)(i32b ^ i32b), (u64)((u64)(min(u64p, u64b)) & (u64)(__float2ll_rn(f32p))), fmodf(f32b, -7e-3f))) + (u64)(h5((i32)(i32p >> 25), (u64)(h0((i32)2ll, (u64)2ll, f32a)), f32b)));
            }
            i32a += k9;
        }
    }
        break;
    case 3: {
        f64a = __dmul_ru((tanh(f64a) * erf(f64a)), rsqrt(__dsub_rd(-1.25, f64a)));
        f16a = f16x5 - f16a;
        i128a = (i128)((i128)((i128)(i128a % 3) << (int)((u32)(from<u32>((i128)32ll)) & 127)) - (i128)(~(i128)(from<i128>(i16a))));
    }
        break;
    default: {
        if (((i16a >= i16a) != (i32p <= (i32)2ll))) {
            f16a = f16x5 - f16a;
        }
        f32a = f32x4 - f32a;
        i64a = (i64)(h2((i32)((i32)(__sad(i32b, (i32)0ll, (i32)100ll)) * (i32)(i32p & i32p)), (u64)(u64p ^ (u64)(llabs((long long)u64p))), from<f32>((u16)(from<u16>(f64a)))));
    }
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k8(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    { bool c = ((i64)(__ffsll(i64a)) == (i64)(__ffsll(i64b))); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)(__double2uint_rd(__dsub_rd(from<f64>(i128a), from<f64>(i32a))))); else u64b = __match_any_sync(~m, (u64)(__mul64hi((u64)(h3((i32)(i32a / (i32)(i32a | 1)), (u64)(u64b - u64p), ldexpf(f32p, (int)((u32)-128ll & 63) - 32))), (u64)(h2((i32)(__sad(i32b, i32b, i32p)), (u64)((u64)7ll | u64a), f32b)))) & 7); }
    u64a = (u64)(from<u64>((u8)((u8)((u8)(from<u8>(i8a)) << 5) - (u8)(((u32b < u32b) || (f16p > f16a))))));
    table[(u32)((u32)(u32b >> 1) | (u32)((u64p >= u64p))) & 15] = (u32)(from<u32>((u8)(u8a - u8a)));
    const f16 f16x0 = load<f16>(in, 31) * f16a;
    i32a = (i32)(__vavgu2((i32)((f16a > __float2half(3.0f))), (i32)((i32)-1ll >> 25)));
    i8a = (i8)((((i128)((i128)(i128a + i128a) >> 62) != (i128)(i128a >> (int)((u32)1000ll & 127))) ? (i8)(from<i8>((i64)(h0(i32a, (u64)-1ll, f32b)))) : (i8)(from<i8>((u128)(u128a - u128a)))));
    f64a = (((u8)(~(u8)(u8a ^ u8a)) > (u8)(from<u8>(roundf(f32p)))) ? fmax((f64a + (f64b - f64p)), (f64p - f64b)) : fma((__fma_rz(f64a, f64p, 65536.0) + f64p), sqrt(trunc(f64b)), from<f64>(i16a)));
    const f32 f32x1 = load<f32>(in, 2) * -1.25f;
    if ((((f64a < f64b) || (i8a >= i8a)) != (i16a > i16a))) {
        if (((u128)(((f32a <= f32p) ? u128a : u128a)) > (u128)(from<u128>(u32b)))) {
            f16a = f16a - f16x0;
            const f32 f32x2 = load<f32>(in, 19) * f32b;
            u8a = (u8)((u8)((u8)(u8a | u8a) << (int)((u32)(__sad(u32a, u32b, u32p)) & 7)) * (u8)(((u8)(u8a | (u8)65536ll) != (u8)(u8a % (u8)((u8)2ll | 1)))));
        }
        u8a = (u8)((u8)(from<u8>(__hsub(f16a, __float2half(1000.0f)))) * (u8)(((i16a >= i16a) ? u8a : (u8)-1ll)));
        if ((tanf(3.0f) < tanf(0.5f))) {
            i64a = (i64)(((from<f64>(f16a) < (3.0 - f64a)) ? (i64)(__umul64hi(i64a, (i64)((i64)-2ll >> 38))) : (i64)((u64)(u32)(i64)(h4(i32a, u64a, f32b)) * (u32)i64p)));
            i32a = (i32)((i32)(((f32b != f32a) ? (i32)(from<i32>(i64a)) : (i32)(((u32b >= u32b) ? i32b : i32b)))) ^ (i32)(__double2hiint(canon(trunc(rsqrt(3.0))))));
        }
    }
    u16a = (u16)((u16)((u16)((u16)65535ll - u16a) + u16a) ^ (u16)(u16a << 10));
    u32b = (u32)((u32)(from<u32>(-1.25)) | (u32)(from<u32>(from<f32>(i64p))));
    i32a = (i32)((i32)(from<i32>(f16p)) ^ (i32)((i32)((i32)(from<i32>(i16a)) - (i32)100ll) * (i32)(from<i32>((i8)256ll))));
    i32a = __reduce_min_sync(0xffffffffu, (i32)(__vabsdiffs4((i32)(__funnelshift_l(i32b, i32b, (i32)255ll)), (i32)(max((i32)(__umulhi((i32)31ll, i32p)), (i32)(from<i32>(__float2half(-7e-3f))))))));
    if (((u32)(from<u32>(i8a)) >= (u32)(((f64a == -1.25) ? (u32)32ll : u32b)))) {
        f32b = f32b + f32x1;
        switch ((u32)(abs((int)u32a)) & 7) {
        case 0: {
            i8a = (i8)(((((u128)(u128a - u128a) > (u128)(u128a - u128a)) || ((u32)(__double2hiint(canon(f64b))) != (u32)(u32b ^ u32b))) ? (i8)((i8)(i8a + (i8)65535ll) << (int)(u32a & 7)) : (i8)(((from<f16>((u16)127ll) == __hdiv(f16p, f16a)) ? (i8)(i8a >> 0) : (i8)(from<i8>(f16a))))));
            u32a = (u32)(__vabsdiffs4((u32)(from<u32>((u128)(u128a * u128a))), (u32)(from<u32>((i64)(((u32a == u32p) ? i64b : (i64)(from<i64>(u64a))))))));
        }
        case 1: {
            i32a = (i32)((i32)(max((i32)(from<i32>((u16)31ll)), (i32)(i32p << 18))) % (i32)((i32)(from<i32>(f16p)) | 1));
            f64b = ((rint(from<f64>(f32a)) > from<f64>((u128)(u128a * (u128)32767ll))) ? sin(ceil((f64p + 3.0))) : round(f64b));
        }
            break;
        case 2: {
            f32b = atan2f(atan2f(ceilf(f32b), tanf(f32b)), expf(erff(f32a)));
        }
            break;
        case 3: {
            const f64 f64x3 = load<f64>(in, 35) * -7e-3;
            f64a = rsqrt(exp((f64a - f64a)));
            u32a = (u32)((u32)(__vcmpgts2(u32a, u32p)) >> (int)((u32)(__funnelshift_lc(u32b, (u32)(__vcmpgts2(u32p, u32b)), u32b)) & 31));
        }
        default: {
            f16a = f16x0 + __float2half(255.0f);
            i64b = (i64)(h5((i32)(__funnelshift_r(i32p, (i32)(__half_as_ushort(canon(f16p))), i32b)), (u64)((u64)(min(u64b, u64a)) >> (int)((u32)(from<u32>(f64p)) & 63)), ((i128a > i128a) ? f32a : f32p)));
            u32b = (u32)(__vavgu2((u32)(__float2int_ru(tanf(fmaxf(-1.25f, 0.5f)))), (u32)(__vcmpgts2(u32b, (u32)(__dp4a((unsigned)u32p, (unsigned)u32a, (unsigned)u32a))))));
        }
        }
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k9(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f64 f64x0 = load<f64>(in, 26) * f64a;
    f16a = hsqrt(__hmul(f16p, from<f16>(u64b)));
    const f16 f16x1 = load<f16>(in, 32) * __float2half(0.5f);
    const f32 f32x2 = load<f32>(in, 23) * f32p;
    u16a = (u16)(table[(u32)((u32)(u32a >> 23) / 10) & 15]);
    f16a = f16a - f16x1;
    u64a = (u64)((u64)(u64p * (u64)(__ffsll(u64p))) >> 37);
    i32a = (i32)((i32)((i32)(((i32b == i32p) ? (i32)-1ll : (i32)2ll)) & (i32)(((i8a != (i8)2147483647ll) ? (i32)128ll : i32a))) % (i32)((i32)((((f64p > f64p) != (u64p == u64a)) ? (i32)(__funnelshift_r(i32a, (i32)-1ll, (i32)100ll)) : (i32)(__vabsdiffs4(i32a, i32b)))) | 1));
    f64a = __shfl_up_sync(0xffffffffu, f64a, (u32)((u32)(min((u32)2ll, u32a)) / 641) & 15, 16);
    f32a = f32a + f32x2;
    f32b = f32x2 - f32b;
    f32b = 255.0f - f32x2;
    i8a = (i8)((i8)(-i8a) & (i8)((i8)2147483647ll ^ (i8)2ll));
    const f32 f32x3 = load<f32>(in, 36) * f32b;
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k10(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f32 f32x0 = load<f32>(in, 17) * 65536.0f;
    u32b = __match_any_sync(0xffffffffu, (u64)((u64)(u32)(u64)(from<u64>(i16a)) * (u32)(u64)(__mul64hi((u64)32767ll, u64a))) & 3);
    if (((u64)(u64p - u64b) > (u64)(u64a >> (int)(u32a & 63)))) {
        const f64 f64x1 = load<f64>(in, 35) * f64b;
        f16a = __hmul(from<f16>((u128)(u128a + (u128)0ll)), from<f16>(u8a));
        if (((u128)((u128)-1ll | u128a) != (u128)((u128)7ll | (u128)-128ll))) {
            u16a = (u16)((u16)((u16)(u16a * (u16)(from<u16>(i128a))) ^ (u16)((u16)(u16a & u16a) >> 13)) << 5);
        }
    }
    else {
        f32a = f32x0 - f32a;
        const f16 f16x2 = load<f16>(in, 0) * f16a;
    }
    if ((((i128)255ll >= i128a) != ((f32a > f32a) != ((i8)1000ll != i8a)))) {
        if (((u8)(from<u8>(i128a)) > (u8)(u8a + (u8)65536ll))) {
            f32a = f32x0 - f32a;
        }
    }
    u64b = (u64)((u64)(llabs((long long)(u64)(from<u64>(f16a)))) & (u64)((u64)((u64)32767ll >> (int)(u32p & 63)) | (u64)(h1(i32a, u64p, f32p))));
    table[(u32)(__sad((u32)(__double2hiint(canon(f64a))), (u32)((u32)2147483647ll & u32p), u32p)) & 15] = (u32)(__vaddss2((u32)((u32)-2ll - u32p), (u32)(__dp4a((unsigned)(u32)(u32a >> 30), (unsigned)u32p, (unsigned)(u32)(__popc((u32)2ll))))));
    f64b = fabs((__longlong_as_double(i64p) / f64b));
    f64b = __shfl_sync(0xffffffffu, f64b, (int)((u32)((u32)(from<u32>(hsqrt(f16a))) << (int)((u32)(u32p & (u32)32767ll) & 31)) & 31), 8);
    if ((((i16a != i16a) != (i8a <= (i8)-1ll)) || (f16p >= f16p))) {
        i64b = (i64)(from<i64>((i32)(__funnelshift_lc((i32)(i32a >> (int)((u32)65535ll & 31)), (i32)(i32p | i32b), (i32)(__hadd((int)(i32)-1ll, (int)i32p))))));
        i8a = (i8)(from<i8>((i128)((i128)(from<i128>(i8a)) ^ (i128)(i128a * (i128)2147483647ll))));
        f64b = ceil(log(__fma_rd(f64b, 65536.0, f64p)));
    }
    u32a = __ballot_sync(0xffffffffu, ((i16)(i16a + i16a) >= (i16)((i16)127ll ^ i16a)));
    table[(u32)(from<u32>((f64p * 3.0))) & 15] = (u32)((u32)(from<u32>(i32a)) + (u32)((u32)2147483647ll << (int)(u32p & 31)));
    i64a = (i64)(from<i64>((u16)((u16)2ll + u16a)));
    { bool c = ((u32)(__brev((u32)-2ll)) <= (u32)(max(u32a, u32a))); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)(((sinf(f32a) <= (f32p * 65536.0f)) ? (u32)(from<u32>(i8a)) : (u32)(u32b & u32a)))); else u64b = __match_any_sync(~m, (u64)((u64)((u64)65536ll | u64p) * (u64)(__popcll(u64a))) & 7); }
    for (int k3 = 0; k3 < 3; k3++) {
        {
            f32b = floorf(floorf(atan2f(f32a, f32p)));
        }
        i32a += k3;
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k11(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    { bool c = ((u64b != u64b) != (3.0f <= f32p)); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)(__dp2a_lo((int)(u32)(from<u32>(i8a)), (int)(u32)(u32a ^ u32p), (int)(u32)(__usad((u32)(__dp4a((int)u32p, (int)u32b, (int)u32b)), (u32)(__fns((u32)127ll, u32p & 31, (int)(u32a & 15) - 7)), (u32)(from<u32>((u128)-1ll))))))); else u64b = __match_any_sync(~m, (u64)(h4((i32)((i32)-128ll + (i32)128ll), (u64)(((i128a == i128a) ? u64p : u64p)), from<f32>(i16a))) & 7); }
    const f32 f32x0 = load<f32>(in, 21) * f32a;
    const f64 f64x1 = load<f64>(in, 27) * f64a;
    u32a = __reduce_xor_sync(0xffffffffu, (u32)((u32)((u32)0ll | (u32)-1ll) * (u32)(((f16p == f16a) ? u32b : u32p))));
    f32b = f32b - f32x0;
    u32a = __shfl_xor_sync(0xffffffffu, u32a, (u32)(__funnelshift_r((u32)(((u32a == (u32)1000ll) ? u32p : (u32)65535ll)), (u32)(u32a | u32a), (u32)(__sad(u32p, u32b, u32p)))) & 15, 32);
    for (int k2 = 0; k2 < 2; k2++) {
        {
            const f32 f32x3 = load<f32>(in, 29) * f32b;
            i64a = (i64)(h2((i32)(min(i32p, (i32)(i32p * (i32)3ll))), (u64)(h2((i32)(min((i32)3ll, i32a)), (u64)(((f64p != f64p) ? u64p : u64a)), fmaf(tanf(f32p), f32p, powf(255.0f, 3.0f)))), __cosf(((f32a == -7e-3f) ? f32p : f32b))));
        }
        i32a += k2;
    }
    u32a = (u32)((u32)(__vmaxu4((u32)(u32p + (u32)7ll), (u32)(((u8a == (u8)1000ll) ? (u32)(~u32a) : (u32)(u32b * u32p))))) ^ (u32)(__fns((u32)(u32p / 3), (u32)(__popc(u32a)) & 31, (int)((u32)(__vmaxu4((u32)7ll, u32p)) & 15) - 7)));
    const f16 f16x4 = load<f16>(in, 32) * __float2half(0.5f);
    i16a = (i16)((i16)((i16)(i16a | i16a) ^ (i16)((i16)(i16a << 10) % 3)) | (i16)((i16)(from<i16>(u16a)) - (i16)((i16)(from<i16>(i64p)) % 10)));
    f32a = f32a + f32x0;
    u32a = __shfl_xor_sync(0xffffffffu, u32a, (u32)(__vabsdiffs4((u32)((u32)(u32p % (u32)(u32b | 1)) ^ (u32)(from<u32>(i128a))), (u32)(__umulhi((u32)(from<u32>((u8)1000ll)), (u32)1000ll)))) & 15, 32);
    u32a = (u32)(min((u32)(from<u32>((i8)(-(i8)(i8a ^ i8a)))), (u32)(__funnelshift_l((u32)1000ll, (u32)256ll, u32b))));
    f32b = 0.5f - f32x0;
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k12(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    for (int k0 = 0; k0 < 3; k0++) {
        {
            const f32 f32x1 = load<f32>(in, 34) * f32p;
        }
        if ((u64p <= u64a))
            break;
        i32a += k0;
    }
    i32a = __reduce_min_sync(0xffffffffu, (i32)(((((u128a <= u128a) || (u128a > (u128)32ll)) != ((i32)31ll == (i32)31ll)) ? (i32)(__uhadd((i32)255ll, i32a)) : (i32)(from<i32>(i32b)))));
    if ((__cosf(f32a) < -(f32p))) {
        const f32 f32x2 = load<f32>(in, 4) * f32p;
    }
    if ((hlog2(f16a) >= ((i8a <= (i8)63ll) ? f16p : f16p))) {
        i128a = (i128)(from<i128>(atan2(from<f64>((i32)(from<i32>(u64b))), cos(f64b))));
        if (((i16a <= i16a) != (u128a != (u128)-2ll))) {
            u8a = (u8)((u8)((((u32)((u32)255ll - u32b) != (u32)(__uhadd((u32)3ll, u32a))) ? (u8)(u8a | (u8)(from<u8>(i128a))) : (u8)(u8a / 100))) + (u8)(((f32b > f32a) ? (u8)(u8a + (u8)128ll) : u8a)));
            const f32 f32x3 = load<f32>(in, 35) * -7e-3f;
            u32a = (u32)((u32)(from<u32>((i8)((i8)1ll / 16))) * (u32)(__vabsdiffs4((u32)(from<u32>(u128a)), (u32)(__fns((u32)(u32b + u32p), u32a & 31, (int)((u32)(from<u32>((i128)0ll)) & 15) - 7)))));
        }
    }
    else {
        u8a = (u8)((u8)(u8a * (u8)255ll) * (u8)((((u8)(from<u8>(1000.0)) > (u8)((((i16)32767ll >= i16a) ? (u8)65536ll : u8a))) ? (u8)(u8a - (u8)((u8)-128ll ^ u8a)) : (u8)((u8)-2ll * (u8)31ll))));
        switch ((u32)(__vavgu2((u32)(((u128a >= (u128)65536ll) ? (u32)3ll : u32b)), (u32)((u32)65535ll & u32a))) & 7) {
        case 0: {
            u16a = (u16)(~(u16)(from<u16>(from<f16>((i32)32767ll))));
        }
            break;
        case 1: {
            f64b = (fmax(tanh((3.0 + 65536.0)), cos(trunc(f64a))) + sin((f64p + f64p)));
            const f64 f64x4 = load<f64>(in, 5) * f64b;
            f16a = hexp2(__hadd(from<f16>(u128a), __hneg(__float2half(65536.0f))));
        }
        case 2: {
            const f32 f32x5 = load<f32>(in, 23) * 3.0f;
        }
        case 3: {
            const f64 f64x6 = load<f64>(in, 13) * f64b;
            const f32 f32x7 = load<f32>(in, 2) * f32p;
        }
            break;
        case 4: {
            f32b = powf(roundf(-1.25f), sinf(rsqrtf(0.5f)));
        }
        case 5: {
            i16a = (i16)((i16)(-(i16)(i16a | (i16)65535ll)) | (i16)((i16)(from<i16>(f16p)) + (i16)-128ll));
            const f16 f16x8 = load<f16>(in, 12) * f16a;
        }
            break;
        case 6: {
            i64b = (i64)(from<i64>((i128)(i128a * (i128)((i128)-2ll | i128a))));
            const f32 f32x9 = load<f32>(in, 36) * f32b;
        }
        default: {
            table[(u32)(u32p + u32a) & 15] = (u32)(__vmaxu4((u32)(u32p | (u32)(__rhadd((int)u32p, (int)u32p))), (u32)(((i32p != i32a) ? (u32)0ll : (u32)((u32)-128ll * u32a)))));
            f64b = -(cos(sqrt(f64b)));
        }
        }
    }
    if (((f16p > f16a) != (u8a <= u8a))) {
        const f32 f32x10 = load<f32>(in, 36) * f32b;
        i128a = (i128)((i128)((i128)((i128)(from<i128>(i32b)) % 641) >> 68) - (i128)((i128)(~i128a) + (i128)((i8a == (i8)-128ll))));
    }
    else {
        u64a = (u64)((((i16)((i16)(i16a & i16a) + i16a) >= (i16)((i16)(i16a * (i16)2147483647ll) | i16a)) ? (u64)(from<u64>(__hmul(f16a, f16p))) : (u64)(u64a + (u64)(((u64a == u64b) ? (u64)32767ll : u64b)))));
    }
    if (((u64)(__umul64hi((u64)127ll, u64a)) < (u64)((u64)-128ll << (int)(u32b & 63)))) {
        i64b = (i64)(from<i64>(sin(f64a)));
    }
    i32a = __reduce_min_sync(0xffffffffu, (i32)((i32)((i32)(__vmaxu4(i32a, (i32)65536ll)) * (i32)(__funnelshift_l(i32a, i32p, i32b))) + (i32)(i32p & i32b)));
    f16a = __shfl_down_sync(0xffffffffu, f16a, 3);
    table[(u32)(__vabsdiffs4(u32p, (u32)(u32p * u32b))) & 15] = (u32)((u32)((i64p < i64b)) ^ (u32)(__byte_perm((u32)3ll, u32b, (u32)0ll)));
    const f32 f32x11 = load<f32>(in, 11) * f32a;
    const f64 f64x12 = load<f64>(in, 6) * 255.0;
    const f16 f16x13 = load<f16>(in, 28) * f16p;
    f16a = from<f16>(from<f32>((u32)(((f32b != f32b) ? u32p : (u32)1ll))));
    u32a = __reduce_max_sync(0xffffffffu, (u32)((((i8)(~(i8)-1ll) >= (i8)(i8a | i8a)) ? (u32)(from<u32>(f16a)) : (u32)(__dp4a((int)u32b, (int)u32a, (int)u32p)))));
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k13(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f64 f64x0 = load<f64>(in, 35) * f64a;
    i32a = __reduce_min_sync(0xffffffffu, (i32)(__half_as_ushort(canon(__hadd(__float2half(3.0f), hsqrt(f16p))))));
    u32b = (u32)(__vcmpgts2((u32)(__rhadd((int)(u32)(__half2int_rn(from<f16>((u8)3ll))), (int)(u32)(((i64b > i64b) ? (u32)(from<u32>(u8a)) : (u32)0ll)))), (u32)(__vmaxu4((u32)(~u32p), (u32)(u32a >> 26)))));
    if (((i16)(i16a & i16a) >= (i16)(~i16a))) {
        const f16 f16x1 = load<f16>(in, 18) * f16a;
    }
    if ((((3.0f == f32b) ? f64p : 255.0) <= trunc(1000.0))) {
        const f32 f32x2 = load<f32>(in, 32) * f32b;
    }
    u32a = __reduce_max_sync(0xffffffffu, (u32)((u32)(__hadd((int)(u32)65535ll, (int)(u32)1000ll)) / (u32)((u32)(__funnelshift_lc(u32p, u32p, u32b)) | 1)));
    const f64 f64x3 = load<f64>(in, 25) * f64a;
    switch ((u32)((u32)(u32a >> 13) / (u32)(u32b | 1)) & 7) {
    case 0: {
        f64a = f64x0 + f64p;
        u64b = (u64)(from<u64>((u128)((u128)(table[u32a & 15]) & (u128)((u128)7ll % 7))));
        for (int k4 = 0; k4 < (int)(u32a & 3); k4++) {
            {
                f64b = f64x0 - f64b;
                const f32 f32x5 = load<f32>(in, 16) * f32p;
            }
            if (((i64p != i64p) || (i128a >= i128a)))
                break;
            i32a += k4;
        }
    }
    case 1: {
        const f64 f64x6 = load<f64>(in, 32) * f64b;
        i32b ^= table[lane & 15];
    }
    case 2: {
        if (((65536.0f == f32b) != (i128a < (i128)-2ll))) {
            f64b = ((__longlong_as_double((i64)(max(i64p, i64b))) * fmax(exp(3.0), 1000.0)) / log(f64a));
        }
        else {
            i64b = (i64)((i64)(max((i64)100ll, (i64)256ll)) % (i64)((i64)((i64)(__popcll(i64p)) | (i64)(table[(u32)2147483647ll & 15])) | 1));
        }
        u128a = (u128)(from<u128>(rintf(from<f32>(f32a))));
    }
    case 3: {
        i32b ^= table[lane & 15];
        f64a = from<f64>((i8)((i8)((i8)((i8)128ll >> 2) - (i8)-128ll) * (i8)(-(i8)100ll)));
        const f64 f64x7 = load<f64>(in, 14) * f64a;
    }
    case 4: {
        i64a = (i64)((i64)(from<i64>((i64)(__mul64hi(i64p, i64a)))) % 100);
    }
        break;
    case 5: {
        i32a = (i32)((i32)(from<i32>((u128)((((u8a < u8a) && (u8a == u8a)) ? (u128)100ll : u128a)))) * (i32)(__vaddss2(i32b, i32p)));
    }
        break;
    case 6: {
        i64b = (i64)(from<i64>((u128)(table[(u32)(max((u32)-1ll, u32p)) & 15])));
        u32a = (u32)(__sad((u32)(__dp4a((unsigned)(u32)(from<u32>((f32p - f32p))), (unsigned)(u32)(__vmaxu4(u32p, u32b)), (unsigned)(u32)(__dp4a((unsigned)u32a, (unsigned)(u32)(((i16a <= (i16)128ll) ? u32p : u32a)), (unsigned)(u32)(u32p << 21))))), (u32)(__usad((u32)(u32b * (u32)((u32)128ll << (int)(u32a & 31))), (u32)(__dp4a((unsigned)u32p, (unsigned)u32a, (unsigned)(u32)65536ll)), (u32)(__ffs((u32)(((i16a != i16a) ? u32p : u32b)))))), (u32)(((((u8a != u8a) ? __float2half(3.0f) : f16p) > from<f16>(u128a)) ? (u32)((((i16)32767ll <= i16a) ? u32b : (u32)31ll)) : (u32)(__double2uint_rd(((u16a == (u16)2ll) ? f64p : f64b)))))));
    }
        break;
    default: {
        i32b ^= table[lane & 15];
        f32a = cosf(powf(sign_of(3.0f, f32a), fmaxf(f32b, f32p)));
    }
    }
    const f32 f32x8 = load<f32>(in, 17) * f32b;
    i16a = (i16)(table[(u32)(__popc((u32)(__funnelshift_lc(u32a, u32a, u32b)))) & 15]);
    const f16 f16x9 = load<f16>(in, 20) * f16a;
    f32b = f32b + f32x8;
    i8a = (i8)((i8)(from<i8>(((f32b < f32a) ? f32a : -1.25f))) + (i8)(table[(u32)((u32)-128ll / 7) & 15]));
    switch ((u32)(((u64b == u64a) ? u32p : (u32)(__hadd((int)u32a, (int)(u32)256ll)))) & 7) {
    case 0: {
        i16a = (i16)((((u128)(~u128a) >= (u128)(u128a % 3)) ? (i16)((i16)(i16a | i16a) | (i16)((i16)(i16a % (i16)(i16a | 1)) << (int)(u32p & 15))) : (i16)((i16)(from<i16>((i8)0ll)) >> (int)(u32b & 15))));
        f32a = f32x8 + -7e-3f;
        switch ((u32)(__vsub4(u32p, u32a)) & 7) {
        case 0: {
            const f16 f16x10 = load<f16>(in, 24) * f16p;
            u64b = (u64)((u64)(h1((i32)(from<i32>(f32b)), (u64)(u64p ^ u64b), tanhf(from<f32>(i128a)))) << 29);
            i64b = (i64)(__double_as_longlong(canon(floor(f64b))));
        }
            break;
        case 1: {
            f64b = f64x3 - f64b;
            table[(u32)(-(u32)(__fns(u32p, u32a & 31, (int)(u32b & 15) - 7))) & 15] = (u32)((u32)(u32b << (int)(u32a & 31)) << (int)((u32)(-u32a) & 31));
        }
            break;
        case 2: {
            i16a = (i16)((i16)((i16)(from<i16>(1000.0f)) | (i16)255ll) & (i16)(((-7e-3 >= f64b) && (i8a != i8a))));
        }
        case 3: {
            f32a = f32x8 + -7e-3f;
            table[(u32)(__usad((u32)(__double2hiint(canon(f64b))), (u32)(__umul24((u32)-2ll, u32p)), (u32)((u32)2ll * u32p))) & 15] = (u32)(__vadd2((u32)(__double2uint_rd(f64b)), (u32)(from<u32>((u64)(from<u64>(i64b))))));
            i64a = (i64)(__double2ull_rz(fabs(from<f64>((i64)255ll))));
        }
            break;
        case 4: {
            table[(u32)(from<u32>(i8a)) & 15] = (u32)(((htrunc(f16a) != from<f16>((u8)-2ll)) ? (u32)(from<u32>((i16)((i128a < i128a)))) : (u32)(u32a + u32b)));
            table[(u32)(u32a >> (int)(u32p & 31)) & 15] = (u32)(__ffs((u32)(from<u32>(i8a))));
            u16a = (u16)((u16)((u16)(((i32)100ll >= i32a)) % (u16)((u16)(u16a % 641) | 1)) | (u16)((u16)((u16)(u16a - (u16)255ll) + (u16)(-u16a)) >> 10));
        }
            break;
        default: {
            table[(u32)(u32a & (u32)(((u16a <= (u16)-128ll) ? u32b : (u32)128ll))) & 15] = (u32)(__uhadd((u32)(__double2uint_rd(f64p)), (u32)(__umul24((u32)1ll, (u32)(from<u32>(f32b))))));
        }
        }
    }
        break;
    case 1: {
        table[(u32)(__fns(u32p, u32b & 31, (int)(u32p & 15) - 7)) & 15] = (u32)(from<u32>(ldexpf(from<f32>(__float2half(-1.25f)), (int)((u32)(__double2uint_rd(0.5)) & 63) - 32)));
    }
    case 2: {
        table[(u32)(from<u32>(((u128a != (u128)0ll) ? f32p : 3.0f))) & 15] = (u32)(((((u128)2147483647ll == u128a) != ((u32)1ll == u32b)) ? (u32)(u32p % (u32)(u32a | 1)) : (u32)(__vavgu2(u32b, u32a))));
        const f64 f64x11 = load<f64>(in, 1) * f64a;
        f16a = from<f16>((((i128)127ll < (i128)0ll) ? f16a : f16p));
    }
        break;
    case 3: {
        if ((from<f32>(f64p) <= asinf(f32b))) {
            i64b = (i64)((i64)((i64)(i64p - (i64)-1ll) << (int)((u32)(__vadd2(u32b, (u32)100ll)) & 63)) << 39);
            i64b = (i64)(__umul64hi((i64)((i64)(__umul64hi(i64b, i64p)) >> 39), (i64)(from<i64>((u128)(u128a >> (int)(u32b & 127))))));
        }
        for (int k12 = 0; k12 < 2; k12++) {
            {
                i128a = (i128)((i128)((i128)(from<i128>((u32)2ll)) & i128a) ^ (i128)(-(i128)(i128a + (i128)1ll)));
                i128a = (i128)((((u64)(max((u64)7ll, (u64)-128ll)) != (u64)((u64)1000ll ^ (u64)65535ll)) && ((i64)(i64b >> (int)(u32p & 63)) == (i64)(((i8a < (i8)31ll) ? i64b : i64b)))));
            }
            if (((u32)32767ll <= u32a))
                break;
            i32a += k12;
        }
        const f32 f32x13 = load<f32>(in, 7) * f32b;
    }
    case 4: {
        switch ((u32)(__mul24(u32b, (u32)(__vcmpgts2(u32a, u32a)))) & 7) {
        case 0: {
            f32a = f32a - f32x8;
            f16a = hlog(__hmax(__habs(__float2half(0.5f)), hlog(f16p)));
        }
            break;
        case 1: {
            table[(u32)(from<u32>(u64p)) & 15] = (u32)(__vcmpgts2((u32)((u32)((((i8)65536ll != i8a) ? (u32)-1ll : (u32)255ll)) | (u32)-1ll), (u32)(-(u32)1ll)));
            f64b = round(cos(round(f64p)));
        }
            break;
        case 2: {
            u16a = (u16)((u16)(from<u16>((i32)(__funnelshift_r((i32)(i32b >> 11), (i32)1000ll, i32a)))) + (u16)((u16)(u16a - u16a) | (u16)((u16)255ll | u16a)));
            f64b = f64x0 - f64b;
            i32a = (i32)((i32)(i32b + i32p) / 10);
        }
            break;
        case 3: {
            i64b = (i64)(min((i64)((i64)(from<i64>((u32)-128ll)) ^ (i64)(((u8)-1ll > u8a))), (i64)(h2((i32)((((u32)65535ll >= (u32)127ll) ? i32b : i32a)), (u64)(h2(i32a, u64b, f32b)), f32b))));
            u64a = (u64)(from<u64>((u8)((u8)(u8a & u8a) + (u8)(from<u8>(u8a)))));
            u8a = (u8)(from<u8>(hexp2(__hsub(f16p, f16p))));
        }
            break;
        case 4: {
            i32a = (i32)(__dp2a_lo((int)(i32)(((f64a <= f64a) ? i32p : i32p)), (int)(i32)(~(i32)(i32b % (i32)((i32)31ll | 1))), (int)(i32)((((u8)(from<u8>((i16)256ll)) == (u8)(u8a ^ u8a)) ? (i32)((i32)31ll % (i32)(i32a | 1)) : (i32)(table[u32b & 15])))));
            f16a = f16x9 + __float2half(0.5f);
            f64a = f64a + f64x0;
        }
        default: {
            u64b = (u64)(min((u64)((u64)(h4(i32b, u64p, f32a)) | (u64)(u64b + u64p)), (u64)(__clzll((u64)(u64p << (int)(u32p & 63))))));
        }
        }
        f32b = f32b - f32x8;
    }
        break;
    case 5: {
        const f32 f32x14 = load<f32>(in, 25) * f32a;
    }
        break;
    default: {
        u128a = (u128)(from<u128>((i8)((((i8)65536ll >= i8a) ? i8a : (i8)31ll))));
        if ((sign_of(f32p, f32p) > from<f32>(u128a))) {
            f32b = log2f((atan2f(f32b, -1.25f) - (1000.0f * f32b)));
        }
    }
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k14(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    f64a = __dadd_rz(erf(cos(f64p)), (floor(f64a) * floor((f64b + 1000.0))));
    u32a = __reduce_or_sync(0xffffffffu, (u32)(from<u32>(trunc(f64b))));
    const f32 f32x0 = load<f32>(in, 34) * f32p;
    for (int k1 = 0; k1 < (int)(u32a & 3); k1++) {
        {
            f64a = fmin(pow(f64p, rint(f64a)), ((f64p > f64b) ? f64p : __dadd_rz(3.0, f64b)));
            switch ((u32)(__double2hiint(canon(f64b))) & 7) {
            case 0: {
                table[(u32)(__usad((u32)((u32)256ll + u32a), (u32)((f64b > f64a)), u32b)) & 15] = (u32)((u32)((u32)(__mulhi((u32)2147483647ll, u32a)) ^ (u32)(from<u32>((i64)31ll))) / 3);
                u64a = (u64)(from<u64>(((i32a <= (i32)0ll) ? hexp(f16a) : __hmul(f16a, __float2half(65536.0f)))));
                f32b = 3.0f - f32x0;
            }
            case 1: {
                f32a = f32a + f32x0;
                f32b = log2f(erff((255.0f * 3.0f)));
            }
            case 2: {
                f64a = ceil(from<f64>((u16)(((f16p == f16p) ? u16a : (u16)(u16a >> 4)))));
                f64a = (((u32)((u32)-1ll - (u32)(from<u32>(f16p))) <= (u32)((u32)(__vcmpgts2(u32a, u32a)) & (u32)32767ll)) ? -(fabs(f64p)) : pow(rint(3.0), cos(__longlong_as_double((i64)-2ll))));
                f16a = __hadd(hlog(f16p), hrint(hfloor(f16a)));
            }
                break;
            case 3: {
                const f32 f32x2 = load<f32>(in, 34) * f32b;
                f32b = f32b + f32x0;
            }
            case 4: {
                i32b = (i32)(from<i32>((u16)((u16)((u16)(u16a + u16a) * (u16)(u16a | u16a)) / (u16)((u16)(u16a * (u16)32767ll) | 1))));
                const f16 f16x3 = load<f16>(in, 23) * f16p;
            }
                break;
            case 5: {
                i8a = (i8)((i8)((i8)(i8a << (int)(u32p & 7)) + (i8)((i8)1000ll / (i8)((i8)100ll | 1))) | (i8)(table[(u32)(__usad(u32a, (u32)127ll, u32p)) & 15]));
                u128a = (u128)(((i8)(i8a * (i8)(i8a - (i8)63ll)) == (i8)(((f64p >= 1000.0) ? (i8)((i8)7ll & i8a) : (i8)-1ll))));
                f32b = ((((u16)(((u32b >= u32b) ? u16a : u16a)) >= (u16)((u16)32ll - u16a)) || (((f32p != f32a) ? f32a : f32b) == fmaxf(f32a, -1.25f))) ? fabsf(-1.25f) : tanf(from<f32>(__frcp_rn(3.0f))));
            }
                break;
            default: {
                i32b = (i32)(__mulhi((i32)(from<i32>((u16)((u16a == (u16)-128ll)))), (i32)((i32)(~i32p) | (i32)((i32)(i32p << (int)(u32a & 31)) | (i32)(__vaddss2(i32a, i32a))))));
                f32a = f32x0 + f32p;
                f32a = f32x0 + f32b;
            }
            }
        }
        if ((u16a > u16a))
            continue;
        i32a += k1;
    }
    f32a = f32a - f32x0;
    for (int k4 = 0; k4 < 2; k4++) {
        {
            const f64 f64x5 = load<f64>(in, 18) * f64p;
            f32b = f32x0 + f32a;
            i32b ^= table[lane & 15];
        }
        if ((u128a == (u128)63ll))
            continue;
        i32a += k4;
    }
    i64b = (i64)(from<i64>(from<f32>(u16a)));
    f32a = f32a + f32x0;
    const f64 f64x6 = load<f64>(in, 21) * f64b;
    f32a = f32x0 - f32a;
    switch ((u32)(__vsub4((u32)(((i64p == i64b) ? u32a : (u32)65536ll)), (u32)(u32a & u32p))) & 7) {
    case 0: {
        f64b = f64b + f64x6;
        for (int k7 = 0; k7 < 3; k7++) {
            {
                u64b = (u64)(h4((i32)(__mulhi(i32b, i32b)), (u64)(h5((i32)(i32a + i32a), (u64)(((u8a >= u8a) ? u64p : u64b)), f32b)), logf(sinf(f32p))));
                i8a = (i8)((i8)((i8)((i8)-128ll | (i8)(i8a * i8a)) & (i8)((i8)(i8a % (i8)((i8)-2ll | 1)) ^ (i8)(from<i8>(i8a)))) | (i8)(((i128a < i128a) ? (i8)((i8)255ll << (int)(u32b & 7)) : (i8)63ll)));
            }
            if ((3.0 != f64a))
                continue;
            i32a += k7;
        }
        u16a = (u16)((u16)(-u16a) + (u16)((u16)(-u16a) + (u16)((u16)(u16a | (u16)-1ll) & (u16)(u16a ^ u16a))));
    }
    case 1: {
        i32b = (i32)((i32)(table[(u32)(((u8)128ll == u8a)) & 15]) - (i32)(i32b * (i32)(from<i32>(i8a))));
    }
        break;
    case 2: {
        const f64 f64x8 = load<f64>(in, 3) * f64p;
        i64b = (i64)(h5((i32)(__half2int_rn(__hmin(hcos(__float2half(3.0f)), ((i64p < i64b) ? f16a : __float2half(65536.0f))))), (u64)((u64)(from<u64>(u32a)) ^ u64b), rsqrtf(from<f32>((i8)32767ll))));
        f64b = (((u128)(table[(u32)(((1000.0 != f64p) ? u32a : u32a)) & 15]) != (u128)(-u128a)) ? (f64a - -7e-3) : erf(__dmul_ru(from<f64>(i8a), f64p)));
    }
        break;
    case 3: {
        u128a = (u128)((u128)((u128)((u128)0ll / (u128)(u128a | 1)) % 16) / (u128)((u128)((u128)(u128a * u128a) | (u128)(u128a ^ u128a)) | 1));
    }
    default: {
        f32a = f32a + f32x0;
        const f16 f16x9 = load<f16>(in, 11) * f16a;
        const f64 f64x10 = load<f64>(in, 36) * f64p;
    }
    }
    f64b = __shfl_down_sync(0xffffffffu, f64b, (u32)(__sad((u32)((u32)65536ll + u32p), (u32)(__double2hiint(canon(f64b))), (u32)(__byte_perm((u32)-128ll, u32p, u32p)))) & 15, 8);
    const f16 f16x11 = load<f16>(in, 34) * __float2half(65536.0f);
    u32a = __reduce_and_sync(0xffffffffu, (u32)(from<u32>((i128)((u64a > (u64)-2ll)))));
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k15(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f16 f16x0 = load<f16>(in, 5) * f16p;
    u128a = (u128)(from<u128>(fdimf(__fmaf_ru(f32p, f32a, f32p), (__uint_as_float(u32a) - f32p))));
    i32a = (i32)(__mul24((i32)(__vadd2((i32)(__fns((i32)1ll, i32p & 31, (int)((i32)1ll & 15) - 7)), (i32)(__clz(i32b)))), (i32)((i32)(min((i32)63ll, i32a)) + i32p)));
    if ((from<f16>(i8a) < ((i32a == i32p) ? f16a : f16p))) {
        table[(u32)(__umul24((u32)(u32p >> 27), (u32)(__vavgu2(u32p, u32b)))) & 15] = (u32)(__double2hiint(canon(fmin(f64a, f64b))));
        const f32 f32x1 = load<f32>(in, 4) * -7e-3f;
        table[(u32)(min(u32b, (u32)(u32b - u32b))) & 15] = (u32)(from<u32>(__hadd(f16a, __hmul(f16p, f16a))));
    }
    if (((u128a != u128a) != ((u64)-1ll <= (u64)65536ll))) {
        if (((u8)(from<u8>(i128a)) == (u8)(from<u8>(i128a)))) {
            u8a = (u8)(from<u8>((i128)((i128)((i128)31ll >> (int)(u32b & 127)) << 45)));
            i64a = (i64)((i64)(from<i64>((u16)(~u16a))) - (i64)((i64)(i64b % (i64)(i64a | 1)) * (i64)((i64)-128ll - (i64)(i64a % 641))));
        }
    }
    table[(u32)(__double2uint_rd(sign_of(65536.0, 3.0))) & 15] = (u32)(__umul24((u32)(((f16a < f16p) ? u32a : (u32)100ll)), (u32)(u32a - u32a)));
    u32b = __match_any_sync(0xffffffffu, (u64)(table[(u32)(__mulhi(u32a, (u32)128ll)) & 15]) & 3);
    const f32 f32x2 = load<f32>(in, 32) * f32a;
    f16a = f16x0 - f16a;
    f32a = from<f32>((u32)((u32)(u32p & u32a) | u32p));
    f32a = powf(((i128a == i128a) ? -7e-3f : cosf(f32p)), from<f32>(-7e-3f));
    u32a = __reduce_add_sync(0xffffffffu, (u32)(__dp4a((unsigned)(u32)((u32)(__vmaxu4(u32a, (u32)-1ll)) % 641), (unsigned)(u32)(from<u32>(u32a)), (unsigned)(u32)(__half_as_ushort(canon(from<f16>(f16a)))))));
    if ((sinf(f32b) <= cosf(f32p))) {
        u128a = (u128)((u128)(from<u128>(-7e-3f)) - (u128)((u128)(u128a ^ u128a) << (int)((u32)(u32p - u32b) & 127)));
    }
    else {
        f32a = f32a + f32x2;
        if (((i128)(table[(u32)127ll & 15]) > (i128)((i128)-2ll << 9))) {
            table[(u32)(__mulhi((u32)(__vcmpgts2(u32p, u32b)), u32p)) & 15] = (u32)(__brev((u32)(from<u32>(i16a))));
            f32b = (cbrtf(f32p) * rintf(((u8a != u8a) ? 3.0f : 3.0f)));
            i32a = (i32)((((i128)(~i128a) >= (i128)(table[u32p & 15])) ? (i32)((((u64a < (u64)-2ll) != (i16a != i16a)) ? (i32)127ll : (i32)(__fns((i32)63ll, i32b & 31, (int)(i32b & 15) - 7)))) : (i32)((i32)(__half_as_ushort(canon(__float2half(3.0f)))) << (int)((u32)(~u32a) & 31))));
        }
        u32b = (u32)((u32)((u32)(__usad(u32p, u32p, u32b)) | (u32)256ll) / (u32)((u32)(~(u32)(u32p | u32p)) | 1));
    }
    i32b = __shfl_xor_sync(0xffffffffu, i32b, (u32)((u32)(__vsub4((u32)(u32a << (int)(u32p & 31)), (u32)(from<u32>(u32a)))) % 100) & 15, 16);
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k16(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    i64a = __shfl_sync(0xffffffffu, i64a, (int)((u32)((u32)((u32)1000ll >> 24) >> (int)((u32)(from<u32>((u16)2ll)) & 31)) & 31), 32);
    u64a = __shfl_down_sync(0xffffffffu, u64a, (u32)(from<u32>((i16)(i16a >> (int)(u32b & 15)))) & 15, 32);
    switch ((u32)(__clz(u32a)) & 7) {
    case 0: {
        f32b = cbrtf(from<f32>((i32)(i32a % (i32)(i32p | 1))));
        const f64 f64x0 = load<f64>(in, 22) * 255.0;
    }
        break;
    case 1: {
        const f64 f64x1 = load<f64>(in, 2) * f64b;
    }
        break;
    case 2: {
        const f16 f16x2 = load<f16>(in, 0) * __float2half(-1.25f);
        i64b = (i64)((i64)(((((i32)32767ll < i32a) && (i64b <= i64b)) ? (i64)(i64a + i64p) : (i64)255ll)) * (i64)(__double_as_longlong(canon(ceil(((i32p <= (i32)32ll) ? 3.0 : f64p))))));
        const f32 f32x3 = load<f32>(in, 34) * f32b;
    }
        break;
    case 3: {
        const f16 f16x4 = load<f16>(in, 31) * __float2half(255.0f);
        if ((pow(-7e-3, f64p) > trunc(3.0))) {
            i32b = (i32)(__usad((i32)(((i128)((i128a > i128a)) <= (i128)(from<i128>(i128a)))), (i32)(__funnelshift_r(i32a, (i32)1000ll, (i32)(((f64a < f64b) ? i32b : i32a)))), (i32)(((((i8a > (i8)1000ll) || (i32a >= (i32)1ll)) != (i64a <= i64b)) ? (i32)(__vmaxu4((i32)7ll, (i32)2147483647ll)) : (i32)(i32b / (i32)(i32a | 1))))));
        }
        u64a = (u64)((u64)(__clzll(u64p)) * (u64)(__double_as_longlong(canon(cbrt(f64p)))));
    }
    case 4: {
        switch ((u32)(((i32a == i32b) ? (u32)(__clz(u32p)) : u32b)) & 7) {
        case 0: {
            const f32 f32x5 = load<f32>(in, 28) * f32b;
            const f16 f16x6 = load<f16>(in, 35) * __float2half(-7e-3f);
            f32b = from<f32>((i64)((i64)(((f32p == f32p) ? i64a : i64a)) >> 48));
        }
        case 1: {
            const f64 f64x7 = load<f64>(in, 16) * 3.0;
        }
        case 2: {
            u128a = (u128)((u128)((u128)(~(u128)-1ll) >> (int)(u32b & 127)) * (u128)(u128a >> (int)(u32a & 127)));
            u8a = (u8)((u8)((u8)(u8a | u8a) << 2) + (u8)((((((u16)100ll != u16a) != (3.0 > f64b)) || ((u128)-1ll < u128a)) ? (u8)(u8a | u8a) : (u8)(u8a & (u8)(~u8a)))));
            u64b = (u64)((u64)(min((u64)((u64)255ll ^ u64b), u64p)) - (u64)((((i128a >= i128a) || (u64b != u64p)) ? (u64)(u64p << 30) : (u64)(__brevll((u64)(from<u64>(i64b)))))));
        }
        case 3: {
            f32b = __saturatef(__uint_as_float(u32p));
        }
            break;
        default: {
            table[(u32)(__half2int_rn(f16p)) & 15] = (u32)(__clz((u32)(abs((int)u32p))));
        }
        }
    }
        break;
    case 5: {
        if (((i8)(i8a % 16) >= (i8)((i8)1ll * (i8)1ll))) {
            f32a = erff((f32b * f32a));
            i32b = (i32)(from<i32>((i32)(((1000.0 >= f64p) ? (i32)(__vaddss2(i32b, (i32)0ll)) : (i32)((i32)255ll & i32b)))));
        }
        else {
            f64a = log(erf(-(1000.0)));
        }
        u32a = (u32)(from<u32>(sign_of(__cosf(from<f32>(u8a)), (-7e-3f - f32p))));
    }
        break;
    default: {
        switch ((u32)(from<u32>(u32a)) & 7) {
        case 0: {
            i32a = (i32)((i32)(__vabsdiffs4((i32)(__vadd2(i32a, i32p)), (i32)(__brev((i32)1ll)))) << (int)((u32)(__ffs(u32a)) & 31));
        }
            break;
        case 1: {
            i64a = (i64)(h4((i32)((((i128a < i128a) != (i64a >= i64p)) && ((u8a > (u8)63ll) && (i16a != (i16)-2ll)))), (u64)(h4((i32)((i32)32ll + (i32)63ll), (u64)(llabs((long long)u64a)), from<f32>((i16)(i16a + i16a)))), tanf(f32p)));
        }
            break;
        case 2: {
            table[(u32)((u32)63ll << (int)((u32)7ll & 31)) & 15] = (u32)((u32)(from<u32>((u8)-2ll)) * (u32)(from<u32>((u16)((u16)-1ll << 10))));
            const f32 f32x8 = load<f32>(in, 10) * f32b;
            u32b = (u32)(__fns((u32)((u32)(__umul24(u32p, (u32)(__funnelshift_r((u32)-128ll, (u32)31ll, u32b)))) & (u32)(from<u32>(htrunc(__float2half(0.5f))))), (u32)(u32a - (u32)(u32b + u32a)) & 31, (int)((u32)(u32a - u32p) & 15) - 7));
        }
            break;
        case 3: {
            f32a = rsqrtf((((i64p != (i64)-128ll) && (f32a == f32a)) ? __fsub_rd(f32b, f32p) : 255.0f));
            const f32 f32x9 = load<f32>(in, 37) * 3.0f;
            f64b = __dadd_rz(rint(from<f64>(floorf(f32p))), atan2(f64b, fmin(f64p, f64b)));
        }
            break;
        case 4: {
            const f32 f32x10 = load<f32>(in, 11) * f32b;
            i32a = (i32)(__funnelshift_r((i32)(((((i64)31ll > i64b) != ((i32)256ll < i32a)) ? (i32)(__vadd2(i32a, (i32)1000ll)) : (i32)(__vmaxu4(i32p, (i32)(i32p * i32a))))), (i32)(__vmaxu4((i32)(__umulhi((i32)(from<i32>(u8a)), i32b)), (i32)(__clz((i32)(~i32b))))), (i32)((i32)((u8a > u8a)) * (i32)((i32)(__dp2a_lo((int)i32b, (int)i32a, (int)i32b)) % (i32)((i32)-128ll | 1)))));
            i64b = (i64)(from<i64>((i128)(((f64a == f64a) ? (i128)(i128a | i128a) : (i128)((i128)100ll << 94)))));
        }
            break;
        case 5: {
            f32a = __fmaf_rz(tanf((f32a / f32p)), log2f(__fdividef(rintf(f32a), f32a)), fminf(__fdividef(f32p, f32b), atan2f(f32a, f32a)));
            f64a = from<f64>(__hmax(__hfma(f16p, f16a, f16a), f16p));
        }
            break;
        case 6: {
            const f64 f64x11 = load<f64>(in, 7) * f64b;
            i32a = (i32)((i32)((((i128)(i128a / 100) == (i128)((i8a <= i8a))) ? (i32)(__clz(i32p)) : (i32)(abs((int)i32a)))) & (i32)(__vavgu2((i32)31ll, i32b)));
        }
            break;
        default: {
            const f16 f16x12 = load<f16>(in, 36) * f16a;
            const f32 f32x13 = load<f32>(in, 18) * f32a;
        }
        }
        for (int k14 = 0; k14 < 2; k14++) {
            {
                const f16 f16x15 = load<f16>(in, 19) * f16p;
                f16a = f16x15 + f16p;
                u16a = (u16)(((((f16p != f16a) != ((u32)7ll == (u32)-128ll)) || ((u128)((u128)-1ll << (int)((u32)255ll & 127)) > (u128)(u128a * u128a))) ? (u16)((u16)(u16a >> 14) & (u16)(from<u16>((i32)(i32p << 7)))) : (u16)(from<u16>(f32a))));
            }
            if (((u64b == u64a) != (i64a == i64b)))
                break;
            i32a += k14;
        }
        const f32 f32x16 = load<f32>(in, 5) * -7e-3f;
    }
    }
    table[(u32)(u32a | (u32)65536ll) & 15] = (u32)((u32)(__rhadd((int)u32b, (int)u32a)) | (u32)(__float_as_int(canon(f32p))));
    i8a = (i8)((i8)(-i8a) | (i8)(from<i8>(f32p)));
    u32a = __reduce_and_sync(0xffffffffu, (u32)(from<u32>((u16)(u16a ^ u16a))));
    i32a = (i32)((i32)((i32)(__rhadd((int)i32a, (int)(i32)31ll)) / (i32)((i32)(__dp4a((int)i32b, (int)i32b, (int)i32b)) | 1)) << (int)((u32)((u32)-2ll - (u32)(from<u32>((u8)-2ll))) & 31));
    if (((__float2half(-7e-3f) < f16p) != ((u8)2ll != u8a))) {
        i64b = (i64)((i64)((i64)(min((i64)100ll, i64p)) % 7) & (i64)(max(i64a, (i64)(h4((i32)127ll, u64p, f32p)))));
        const f32 f32x17 = load<f32>(in, 15) * 65536.0f;
    }
    else {
        i16a = (i16)((i16)(i16a + i16a) | (i16)(~(i16)(((i32p > i32a) ? (i16)(((0.5 <= f64a) ? i16a : i16a)) : i16a))));
        const f64 f64x18 = load<f64>(in, 25) * f64p;
        table[(u32)(__float2int_ru((-7e-3f + f32a))) & 15] = (u32)((u32)(u32b >> 25) * (u32)(~u32b));
    }
    u128a = (u128)((u128)(u128a | u128a) + (u128)((u128)(u128a >> 61) >> 32));
    if (((u32)(u32p << 25) >= (u32)(u32b | u32b))) {
        const f32 f32x19 = load<f32>(in, 0) * f32b;
    }
    else {
        if ((((u64p <= u64p) || (3.0 <= f64p)) || (u16a < u16a))) {
            f64a = (((fabs(f64a) != ceil(0.5)) || ((i64)(i64a * i64a) <= (i64)((i64)7ll - i64a))) ? (fmax((((u16)31ll <= u16a) ? f64b : 1000.0), f64a) + round((f64p * f64a))) : (fmin(rsqrt(-1.25), 1000.0) + (((i32b == i32p) || (u128a >= u128a)) ? f64a : f64p)));
        }
        for (int k20 = 0; k20 < (int)(i32b & 7); k20++) {
            {
                const f16 f16x21 = load<f16>(in, 24) * f16p;
                const f32 f32x22 = load<f32>(in, 10) * f32p;
                table[(u32)(from<u32>(((i8a != i8a) ? f16a : f16a))) & 15] = (u32)(((u32)(u32p * u32p) != (u32)(__half2int_rn(f16a))));
            }
            i32a += k20;
        }
        u64b = (u64)(h0((i32)((((i8)0ll < i8a) && (f16a <= f16a))), (u64)((u64)((u64)(from<u64>(u64b)) % (u64)(u64p | 1)) / 10), asinf(from<f32>(i8a))));
    }
    table[(u32)(__umulhi((u32)((u32)256ll / 100), (u32)(__brev(u32a)))) & 15] = (u32)((u32)(__half2int_rn(((3.0 > f64a) ? f16p : f16p))) & (u32)(from<u32>((u16)((u16)31ll / (u16)(u16a | 1)))));
    u32a = __reduce_add_sync(0xffffffffu, (u32)(table[(u32)(__float_as_int(canon(f32a))) & 15]));
    const f64 f64x23 = load<f64>(in, 30) * 255.0;
    i32a = __shfl_up_sync(0xffffffffu, i32a, (u32)((u32)(from<u32>(f64b)) % (u32)((u32)(from<u32>(0.5)) | 1)) & 15, 32);
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k17(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    table[(u32)(((f32b > 3.0f) ? (u32)((u32)7ll << (int)(u32b & 31)) : (u32)(from<u32>(i16a)))) & 15] = (u32)((((u128)(u128a & (u128)63ll) <= (u128)(-u128a)) ? (u32)(u32p | u32a) : (u32)((u32)1000ll >> 9)));
    i32a = __reduce_min_sync(0xffffffffu, (i32)(__vabsdiffs4((i32)(from<i32>((u32)7ll)), (i32)(from<i32>((i8)((i8)63ll | (i8)65536ll))))));
    u64b = (u64)(__umul64hi((u64)(__ffsll((u64)(h1(i32b, (u64)((u64)(u32)u64b * (u32)u64a), __fmul_ru(f32b, -7e-3f))))), (u64)(from<u64>((i64)(i64a << 13)))));
    u64a = __shfl_xor_sync(0xffffffffu, u64a, (u32)((u32)(u32p - u32p) | (u32)(u32p ^ (u32)(__half2int_rn(f16p)))) & 15, 8);
    u32a = __reduce_max_sync(0xffffffffu, (u32)((u32)((u32)3ll << (int)(u32p & 31)) | (u32)((u32)(__vadd2((u32)127ll, (u32)0ll)) + u32a)));
    if (((u32)(__clz(u32a)) >= (u32)(__vsub4(u32b, (u32)65536ll)))) {
        for (int k0 = 0; k0 < 3; k0++) {
            {
                u32a = (u32)((u32)(__fns((u32)(__usad((u32)(u32p % (u32)(u32a | 1)), u32p, (u32)2147483647ll)), (u32)(((u64p < u64b) ? u32p : (u32)2ll)) & 31, (int)((u32)(((u128a != (u128)-1ll) ? (u32)2147483647ll : u32p)) & 15) - 7)) - (u32)(__vsub4((u32)((u128a <= (u128)-128ll)), (u32)(from<u32>(i128a)))));
                f16a = hsqrt(hsin(from<f16>(u64a)));
                i32a = (i32)((i32)(min((i32)32ll, i32p)) | (i32)(__ffs((i32)(((i64b <= i64a) ? (i32)(__umul24(i32a, i32p)) : i32p)))));
            }
            if ((i8a != (i8)63ll))
                continue;
            i32a += k0;
        }
    }
    const f32 f32x1 = load<f32>(in, 25) * f32a;
    i64a = (i64)(from<i64>((i64)(__double_as_longlong(canon((((u8a < (u8)63ll) != (i64p >= (i64)0ll)) ? tanh(f64p) : f64b))))));
    i32a = __shfl_down_sync(0xffffffffu, i32a, (u32)((u32)(__float_as_int(canon(f32p))) - (u32)((u32)(u32a | (u32)127ll) >> 26)) & 15, 16);
    if (((u64)(u64b | u64b) > (u64)(h0((i32)-128ll, u64b, 255.0f)))) {
        i64a = (i64)(__umul64hi((i64)((f64p >= f64b)), (i64)(from<i64>((u8)(u8a - u8a)))));
        i32a = (i32)(from<i32>((i128)((i128)((f16p == f16a)) | (i128)-128ll)));
    }
    f64b = (round(255.0) * ceil(log(f64b)));
    u32a = __reduce_add_sync(0xffffffffu, (u32)(from<u32>((u32)((u32)32ll ^ u32b))));
    if (((u32)(u32b | u32b) != (u32)(((i64p >= i64p) ? u32p : u32b)))) {
        u64a = (u64)(__umul64hi((u64)(table[(u32)256ll & 15]), (u64)(from<u64>((u16)(u16a / (u16)(u16a | 1))))));
    }
    else {
        f32b = from<f32>(from<f32>((u32)(__uhadd(u32a, u32p))));
    }
    f32a = fminf(fmodf(from<f32>(u128a), __powf(__powf(f32b, 3.0f), f32p)), sinf(powf(f32b, f32a)));
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k18(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    for (int k0 = 0; k0 < (int)(u32a & 3); k0++) {
        {
            const f32 f32x1 = load<f32>(in, 17) * f32b;
            i32a = (i32)((i32)(__fns((i32)(table[u32a & 15]), (i32)(from<i32>(f32p)) & 31, (int)((i32)(__popc(i32a)) & 15) - 7)) + (i32)((((u8)(table[(u32)65536ll & 15]) < (u8)((i64p <= i64p))) ? (i32)(__dp2a_lo((int)(i32)(from<i32>(f64b)), (int)(i32)(-i32b), (int)(i32)1ll)) : (i32)(__fns(i32p, i32b & 31, (int)(i32p & 15) - 7)))));
            f32a = f32a - f32x1;
        }
        i32a += k0;
    }
    table[(u32)(__umul24((u32)(__funnelshift_r((u32)3ll, u32b, u32b)), u32b)) & 15] = (u32)((u32)(__usad(u32a, u32a, u32a)) + (u32)(u32a / (u32)(u32p | 1)));
    if (((u8)((u8)-128ll * u8a) <= (u8)(u8a >> 3))) {
        if ((from<f16>(i16a) <= hlog2(__float2half(-7e-3f)))) {
            i64b = (i64)((i64)((i64)(h5(i32b, u64a, -7e-3f)) / 7) >> (int)((u32)((i8a <= i8a)) & 63));
            table[(u32)(u32a >> 15) & 15] = (u32)((((f16a < __float2half(0.5f)) || (u32a <= u32a)) ? (u32)(__float2int_ru(__cosf(-7e-3f))) : (u32)(u32a | (u32)31ll)));
            u8a = (u8)((u8)(from<u8>((u128)(u128a + u128a))) / (u8)((u8)(from<u8>((u16)((u16)1000ll + (u16)128ll))) | 1));
        }
        u64a = (u64)((((i16)((i16)(from<i16>(i8a)) & (i16)(-i16a)) >= (i16)(i16a >> 4)) ? (u64)(__popcll((u64)((u64)1000ll * u64p))) : (u64)(table[(u32)(__mul24(u32p, u32p)) & 15])));
        i64a = (i64)(__double2ull_rz(from<f64>((i64)(__popcll((i64)(from<i64>(f32p)))))));
    }
    u16a = (u16)((u16)((u16)(((u32b != (u32)256ll) ? u16a : u16a)) >> 13) & (u16)((u16)((u16)32767ll >> 5) & (u16)(u16a * (u16)31ll)));
    for (int k2 = 0; k2 < (int)(i32b & 7); k2++) {
        {
            i8a = (i8)((i8)((i8)((i8)(i8a & i8a) | i8a) << (int)((u32)(__uhadd(u32p, u32b)) & 7)) >> (int)((u32)(__clz((u32)(-u32a))) & 7));
            i16a = (i16)(from<i16>((i128)((i128)(i128a & (i128)0ll) / 100)));
            if (((f64b + 255.0) < from<f64>(65536.0))) {
                i64b = (i64)((i64)(llabs((long long)(i64)(h3(i32p, u64b, 65536.0f)))) * (i64)((((i32)((i8a < (i8)7ll)) >= (i32)(__hadd((int)i32b, (int)i32p))) ? (i64)(h1(i32b, (u64)65536ll, f32a)) : (i64)(from<i64>((u8)(from<u8>(f64b)))))));
                const f32 f32x3 = load<f32>(in, 31) * f32b;
            }
            else {
                const f32 f32x4 = load<f32>(in, 37) * 0.5f;
                f32b = atan2f(from<f32>((i32)(__vcmpgts2(i32p, i32b))), asinf(from<f32>(f32b)));
                table[(u32)(__byte_perm((u32)(u32b - u32a), (u32)(__funnelshift_lc(u32a, u32a, (u32)7ll)), (u32)(u32p % (u32)((u32)65536ll | 1)))) & 15] = (u32)(from<u32>((i128)(from<i128>((u64)(h5(i32p, (u64)31ll, f32a))))));
            }
        }
        i32a += k2;
    }
    u32a = __reduce_or_sync(0xffffffffu, (u32)((u32)((f16p < f16a)) * (u32)(from<u32>(i16a))));
    const f64 f64x5 = load<f64>(in, 16) * f64p;
    u32b = __match_any_sync(0xffffffffu, (u64)((((i64)(i64b | (i64)128ll) < (i64)(from<i64>(u16a))) ? (u64)(-(u64)(u64a >> 56)) : (u64)(from<u64>(f32p)))) & 3);
    u32a = __reduce_and_sync(0xffffffffu, (u32)((u32)(u32p / 10) % (u32)((u32)(__hadd((int)u32b, (int)u32p)) | 1)));
    const f16 f16x6 = load<f16>(in, 10) * __float2half(255.0f);
    for (int k7 = 0; k7 < (int)(i32b & 7); k7++) {
        {
            u32b = (u32)(__vcmpgts2((u32)(table[(u32)(((f16a < f16p) ? (u32)31ll : u32p)) & 15]), (u32)(__fns((u32)(__sad((u32)128ll, u32b, (u32)65536ll)), (u32)(__vabsdiffs4(u32b, (u32)2147483647ll)) & 31, (int)((u32)(__byte_perm(u32p, u32b, u32b)) & 15) - 7))));
        }
        i32a += k7;
    }
    const f64 f64x8 = load<f64>(in, 19) * f64b;
    i32b = (i32)((i32)(__mulhi((i32)(__vadd2((i32)65535ll, (i32)(from<i32>(f16p)))), (i32)((i32)63ll * (i32)2ll))) & (i32)(__half2int_rn(((f64a != f64a) ? f16p : __float2half(1000.0f)))));
    switch ((u32)(u32a - u32b) & 7) {
    case 0: {
        if (((f64p - f64a) <= (f64a + f64a))) {
            f16a = f16a - f16x6;
            i128a = (i128)((i128)(from<i128>(u32b)) - (i128)((i128)((i16a == (i16)65535ll)) - (i128)(((__float2half(-7e-3f) > __float2half(65536.0f)) ? i128a : (i128)3ll))));
            const f16 f16x9 = load<f16>(in, 12) * __float2half(0.5f);
        }
        else {
            f16a = f16a - f16x6;
        }
        i32b ^= table[lane & 15];
        f16a = hsin(hexp2(((i64b > i64p) ? f16a : f16a)));
    }
        break;
    case 1: {
        if (((i16a != (i16)1000ll) && (i16a > i16a))) {
            table[(u32)(((i16a <= (i16)128ll) ? (u32)(from<u32>(u128a)) : u32b)) & 15] = (u32)((((u128)(from<u128>(i16a)) < (u128)(from<u128>(u8a))) ? (u32)(__mul24(u32p, (u32)63ll)) : (u32)(u32b % 641)));
            table[(u32)((u32)(u32b << 4) % (u32)((u32)63ll | 1)) & 15] = (u32)((u32)(__byte_perm(u32b, (u32)31ll, u32a)) * (u32)(from<u32>((u128)32ll)));
        }
    }
        break;
    case 2: {
        i32b ^= table[lane & 15];
        i64a = (i64)((i64)(max((i64)((u64)(u32)i64a * (u32)i64b), (i64)((i64)(i64b | i64a) >> (int)(u32a & 63)))) << 63);
    }
    case 3: {
        for (int k10 = 0; k10 < (int)(i32b & 7); k10++) {
            {
                u64b = (u64)(__umul64hi((u64)(__double2ull_rz(__fma_rd(f64p, f64b, 255.0))), (u64)(min((u64)(-u64p), (u64)(u64a & u64p)))));
            }
            i32a += k10;
        }
    }
        break;
    default: {
        switch ((u32)(__half_as_ushort(canon(__float2half(255.0f)))) & 7) {
        case 0: {
            const f32 f32x11 = load<f32>(in, 4) * 0.5f;
            i16a = (i16)(-(i16)(-(i16)(i16a << (int)((u32)0ll & 15))));
            table[(u32)(__vcmpgts2((u32)(__funnelshift_r(u32p, (u32)255ll, u32p)), (u32)(u32b % 641))) & 15] = (u32)((u32)(from<u32>(u8a)) & (u32)(((i64b != i64p) ? u32b : (u32)31ll)));
        }
            break;
        case 1: {
            const f32 f32x12 = load<f32>(in, 18) * f32a;
            table[(u32)((u32)(from<u32>(i128a)) % 100) & 15] = (u32)(__mul24((u32)(__double2hiint(canon(f64b))), (u32)(min(u32b, u32p))));
        }
            break;
        case 2: {
            table[(u32)(__popc(u32a)) & 15] = (u32)(((u32p < (u32)31ll) && ((__float2half(-1.25f) < f16p) || (f16p < f16a))));
        }
        case 3: {
            table[(u32)((((u128)2147483647ll != u128a) ? u32p : (u32)(from<u32>(f64a)))) & 15] = (u32)(__vadd2((u32)(__half2int_rn(__float2half(-1.25f))), (u32)(__ffs((u32)((u32)-2ll + u32a)))));
            const f32 f32x13 = load<f32>(in, 21) * 65536.0f;
        }
        case 4: {
            u64b = (u64)(h0((i32)(-(i32)(i32p >> 15)), (u64)((u64)(h1((i32)0ll, u64b, f32b)) >> (int)((u32)1ll & 63)), rsqrtf(truncf(f32p))));
        }
        case 5: {
            const f64 f64x14 = load<f64>(in, 15) * -7e-3;
            f16a = f16a + f16x6;
        }
        case 6: {
            u8a = (u8)(table[(u32)(__usad(u32a, u32b, (u32)2ll)) & 15]);
        }
            break;
        default: {
            u128a = (u128)((u128)((((u8)-128ll == u8a) ? (u128)((u128)255ll >> 0) : u128a)) | (u128)((u128)((u128)(u128a * u128a) - (u128)(u128a - (u128)65536ll)) + (u128)((((u32)3ll > u32p) ? (u128)(((f64p < f64a) ? (u128)-128ll : u128a)) : (u128)32767ll))));
            u8a = (u8)((u8)((u8)(from<u8>(i64a)) >> (int)(u32b & 7)) * (u8)(-(u8)((u8)3ll % (u8)((u8)0ll | 1))));
            f16a = f16a + f16x6;
        }
        }
        for (int k15 = 0; k15 < (int)(i32b & 7); k15++) {
            {
                i64a = (i64)((i64)((i64)65535ll - (i64)(__mul64hi((i64)32ll, i64p))) << (int)((u32)(__dp4a((unsigned)u32p, (unsigned)(u32)(u32a % 16), (unsigned)u32a)) & 63));
            }
            i32a += k15;
        }
        i32b ^= table[lane & 15];
    }
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

__global__ void k19(const u64 *in, u64 *out, i32 i32p, u32 u32p, i64 i64p, u64 u64p, f32 f32p, f64 f64p, f16 f16p)
{
    int lane = threadIdx.x % 32;
    in += threadIdx.x * 2 * MOST_VARS;
    u32 table[16];
    for (int k = 0; k < 16; k++)
        table[k] = (u32)in[k] + k;
    i8 i8a = load<i8>(in, 0);
    u8 u8a = load<u8>(in, 2);
    i16 i16a = load<i16>(in, 4);
    u16 u16a = load<u16>(in, 6);
    i32 i32a = load<i32>(in, 8);
    i32 i32b = load<i32>(in, 10);
    u32 u32a = load<u32>(in, 12);
    u32 u32b = load<u32>(in, 14);
    i64 i64a = load<i64>(in, 16);
    i64 i64b = load<i64>(in, 18);
    u64 u64a = load<u64>(in, 20);
    u64 u64b = load<u64>(in, 22);
    i128 i128a = load<i128>(in, 24);
    u128 u128a = load<u128>(in, 26);
    f32 f32a = load<f32>(in, 28);
    f32 f32b = load<f32>(in, 30);
    f64 f64a = load<f64>(in, 32);
    f64 f64b = load<f64>(in, 34);
    f16 f16a = load<f16>(in, 36);
    const f32 f32x0 = load<f32>(in, 27) * -1.25f;
    { bool c = ((f64a <= f64a) || (i64a <= i64a)); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)(from<u32>((i64)((i64)(llabs((long long)i64b)) & (i64)(i64b ^ (i64)32ll))))); else u64b = __match_any_sync(~m, (u64)(from<u64>((i16)(~(i16)(i16a + i16a)))) & 7); }
    f32b = ((__uint_as_float((u32)(u32b & (u32)2147483647ll)) - (f32b + from<f32>((i8)32767ll))) - -(fmodf(-1.25f, f32p)));
    if ((((u128a > u128a) || (f32b < f32b)) && (i16a != i16a))) {
        const f32 f32x1 = load<f32>(in, 13) * f32p;
        u32b = (u32)(__dp2a_lo((int)(u32)(from<u32>((i16)((i16)((i16)65536ll - i16a) ^ i16a))), (int)(u32)(__mul24(u32b, u32p)), (int)(u32)(from<u32>((i64)(__brevll(i64b))))));
    }
    else {
        if (((0.5 == 65536.0) && ((i64)31ll >= (i64)0ll))) {
            f64a = fmin((((i8)31ll == (i8)1ll) ? f64b : f64a), cos(__dsub_rd(1000.0, f64b)));
            u16a = (u16)(-(u16)(table[(u32)(from<u32>((u16)(from<u16>(u128a)))) & 15]));
        }
        else {
            u32b = (u32)(__vabsdiffs4((u32)((((i32)(table[(u32)-2ll & 15]) > (i32)(__float2int_ru(f32p))) ? (u32)(__popc((u32)(min(u32b, u32a)))) : (u32)(u32a << (int)(u32b & 31)))), (u32)(u32b >> (int)(u32p & 31))));
        }
        const f16 f16x2 = load<f16>(in, 32) * f16a;
    }
    if (((i32)((f32a == f32b)) < (i32)(__vsub4(i32p, i32a)))) {
        switch ((u32)((u32)(__ffs((u32)256ll)) - u32b) & 7) {
        case 0: {
            i16a = (i16)(~(i16)((((f32b >= f32a) || ((i64p != i64p) || ((i16)256ll == i16a))) ? (i16)(from<i16>((i128)(i128a * i128a))) : (i16)(((u128a != u128a) != ((u16)128ll <= u16a))))));
        }
            break;
        case 1: {
            i32b = (i32)(((((u16)((u32a < u32p)) >= (u16)(u16a - u16a)) != ((i32)(__umul24((i32)128ll, (i32)63ll)) < (i32)(i32b + i32p))) ? (i32)((((u16)(u16a / 100) >= (u16)((u16)65535ll >> 5)) ? (i32)((i32)1ll ^ i32p) : (i32)(min(i32a, (i32)(__vavgu2(i32b, i32p)))))) : (i32)(__usad((i32)(from<i32>((i64)(__brevll((i64)100ll)))), (i32)(__dp2a_lo((int)(i32)(i32p * i32b), (int)i32a, (int)(i32)255ll)), (i32)(__vavgu2(i32b, i32a))))));
        }
            break;
        case 2: {
            i16a = (i16)((i16)((i16)((i32a != i32b)) | (i16)(i16a >> (int)((u32)32ll & 15))) & (i16)(from<i16>((u16)(u16a + u16a))));
        }
            break;
        case 3: {
            u8a = (u8)((u8)((u8)(u8a / (u8)(u8a | 1)) - (u8)(u8a & u8a)) & (u8)(((i16a >= i16a) ? (u8)((u8)255ll >> 6) : u8a)));
            f32b = f32x0 - f32b;
            f32b = f32b - f32x0;
        }
        case 4: {
            i64b = (i64)(__umul64hi((i64)(__popcll((i64)(h0(i32p, u64a, f32a)))), (i64)(from<i64>((u16)(u16a - (u16)1ll)))));
            f64a = sqrt(sign_of(fma(0.5, f64p, f64a), fabs(65536.0)));
        }
            break;
        case 5: {
            u16a = (u16)(((log2f((f32p - f32p)) > ceilf(cosf(f32a))) ? (u16)(from<u16>((u8)(u8a & u8a))) : (u16)((u16)((u16)(u16a & u16a) + (u16)65535ll) - (u16)((u16)255ll % (u16)(u16a | 1)))));
        }
            break;
        default: {
            f32a = f32x0 + f32a;
        }
        }
        for (int k3 = 0; k3 < (int)(u32a & 3); k3++) {
            {
                f32b = (logf(__expf(f32b)) - powf(f32b, log2f(f32a)));
            }
            i32a += k3;
        }
    }
    else {
        const f16 f16x4 = load<f16>(in, 14) * f16a;
        f64a = (((u8)((u8)(u8a ^ u8a) / 10) > (u8)(((u8a >= u8a) || (i128a >= i128a)))) ? __fma_rd(0.5, from<f64>(f32p), cos(f64a)) : from<f64>((u16)(u16a << (int)(u32b & 15))));
    }
    const f64 f64x5 = load<f64>(in, 21) * f64b;
    f64a = exp(__fma_rz(rsqrt(255.0), erf(255.0), (__dadd_rz(f64a, f64b) * f64a)));
    if (((u32a != u32b) && ((i32p > i32p) != (u32b < u32b)))) {
        f32b = ldexpf(ceilf(((i16a > (i16)128ll) ? f32a : f32b)), (int)((u32)(from<u32>((u128)((u128)65535ll + u128a))) & 63) - 32);
        i64a = (i64)(from<i64>((u64)(from<u64>(f16p))));
        u64a = (u64)(h5((i32)((i32)(from<i32>(-7e-3f)) % (i32)((i32)(i32a * i32b) | 1)), (u64)(llabs((long long)(u64)(u64a >> 31))), log2f(from<f32>((u32)(__popc(u32a))))));
    }
    f64a = f64p - f64x5;
    i64b = (i64)(__double2ull_rz(fmin(fabs(f64a), -1.25)));
    switch ((u32)(from<u32>((i32)63ll)) & 7) {
    case 0: {
        const f16 f16x6 = load<f16>(in, 12) * __float2half(65536.0f);
    }
    case 1: {
        u8a = (u8)((u8)((u8)((u8)32767ll ^ u8a) * u8a) * (u8)((((u32)(u32b * u32p) <= (u32)(u32p * (u32)32ll)) ? (u8)(from<u8>((i128)(i128a / (i128)(i128a | 1)))) : (u8)(~u8a))));
        if ((hlog2(f16p) != __hmul(f16p, f16p))) {
            const f16 f16x7 = load<f16>(in, 0) * __float2half(-7e-3f);
        }
    }
        break;
    case 2: {
        f64b = floor((__fma_rz(__longlong_as_double(i64p), f64p, 255.0) * tanh(1000.0)));
        i32b ^= table[lane & 15];
    }
        break;
    case 3: {
        if (((i16)((i16)256ll | i16a) >= (i16)(i16a | i16a))) {
            f32b = atan2f((((i64)0ll <= (i64)7ll) ? f32a : f32a), rsqrtf(fmodf(f32b, f32p)));
            i64b = (i64)((i64)((i64)(from<i64>(u32a)) >> (int)((u32)(u32p + (u32)3ll) & 63)) - (i64)(i64b % 100));
            i8a = (i8)((i8)((i8)((i8)-1ll | i8a) + (i8)((i8)32ll - i8a)) + (i8)(~(i8)(table[u32p & 15])));
        }
    }
        break;
    case 4: {
        f32b = f32x0 + f32b;
        table[(u32)(from<u32>(u8a)) & 15] = (u32)((u32)(u32b & (u32)(from<u32>(u32b))) ^ (u32)(from<u32>(from<f16>(i8a))));
    }
        break;
    default: {
        f32b = rsqrtf(__cosf(f32a));
        f64b = f64x5 + f64a;
    }
    }
    i32a = (i32)((i32)(__dp4a((unsigned)i32b, (unsigned)i32p, (unsigned)i32p)) / (i32)((i32)(from<i32>((u8)(((f16p <= __float2half(1000.0f)) ? u8a : u8a)))) | 1));
    if ((__dmul_ru(f64a, -1.25) <= __dmul_ru(f64p, f64p))) {
        u8a = (u8)((u8)((u8)(u8a + u8a) | (u8)(u8a | u8a)) * (u8)(u8a ^ (u8)(u8a << (int)(u32b & 7))));
        const f64 f64x8 = load<f64>(in, 28) * f64p;
    }
    if (((i8)(i8a & (i8)2147483647ll) > (i8)(-i8a))) {
        const f64 f64x9 = load<f64>(in, 25) * 65536.0;
    }
    else {
        u16a = (u16)((u16)(u16a << (int)(u32a & 15)) - (u16)((u16)(from<u16>(u8a)) & (u16)(u16a ^ (u16)7ll)));
    }
    out[threadIdx.x + THREADS * 0] = bits(i8a);
    out[threadIdx.x + THREADS * 1] = bits(u8a);
    out[threadIdx.x + THREADS * 2] = bits(i16a);
    out[threadIdx.x + THREADS * 3] = bits(u16a);
    out[threadIdx.x + THREADS * 4] = bits(i32a);
    out[threadIdx.x + THREADS * 5] = bits(i32b);
    out[threadIdx.x + THREADS * 6] = bits(u32a);
    out[threadIdx.x + THREADS * 7] = bits(u32b);
    out[threadIdx.x + THREADS * 8] = bits(i64a);
    out[threadIdx.x + THREADS * 9] = bits(i64b);
    out[threadIdx.x + THREADS * 10] = bits(u64a);
    out[threadIdx.x + THREADS * 11] = bits(u64b);
    out[threadIdx.x + THREADS * 12] = bits(i128a);
    out[threadIdx.x + THREADS * 13] = bits(u128a);
    out[threadIdx.x + THREADS * 14] = bits(f32a);
    out[threadIdx.x + THREADS * 15] = bits(f32b);
    out[threadIdx.x + THREADS * 16] = bits(f64a);
    out[threadIdx.x + THREADS * 17] = bits(f64b);
    out[threadIdx.x + THREADS * 18] = bits(f16a);
    for (int k = 0; k < 16; k++)
        out[threadIdx.x + THREADS * 19] = out[threadIdx.x + THREADS * 19] * 31 + table[k];
}

static u64 random_bits(void)
{
    static u64 state = 23 * 2654435761ull + 12345;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
}

int main(int argc, char **argv)
{
    static void (*const kernels[])(const u64 *, u64 *, i32, u32, i64, u64, f32, f64, f16) = {k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19};
    static const char *const names[] = {"i8a", "u8a", "i16a", "u16a", "i32a", "i32b", "u32a", "u32b", "i64a", "i64b", "u64a", "u64b", "i128a", "u128a", "f32a", "f32b", "f64a", "f64b", "f16a", "table"};
    static u64 in[THREADS * 2 * MOST_VARS], out[THREADS * MOST_VARS];
    u64 *device_in, *device_out;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof out);
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < THREADS * 2 * MOST_VARS; i++) {
            u64 r = random_bits(), how = random_bits() >> 61;
            f32 f = (i32)r / 65536.0f;
            f64 d = (i32)r / 1024.0;
            if (how == 0) r &= 255; else if (how == 1) r = 0 - (r & 15); else if (how == 2) memcpy(&r, &f, sizeof f); else if (how == 3) memcpy(&r, &d, sizeof d);
            in[i] = r;
        }
        cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
        cudaMemset(device_out, 0, sizeof out);
        kernels[k]<<<1, THREADS>>>(device_in, device_out, (i32)in[0], (u32)in[1], in[2], in[3] >> 5, (i32)in[4] / 256.0f, (i32)in[5] / 64.0, __float2half((short)in[6] / 16.0f));
        cudaError_t e = cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
        if (e) {
            printf("k%d %s\n", k, cudaGetErrorString(e));
            return 1;
        }
        for (int v = 0; v < 20; v++) {
            u64 hash = 0;
            for (int t = 0; t < THREADS; t++)
                hash = (hash ^ out[v * THREADS + t]) * 1099511628211ull;
            printf("k%d %s %016llx\n", k, names[v], hash);
            for (int t = 0; t < THREADS && argc > 1; t++)
                printf("k%d %s %d %016llx\n", k, names[v], t, out[v * THREADS + t]);
        }
    }
    return 0;
}
