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
    if (((u32)(((u8a > u8a) ? (u32)255ll : u32p)) >= (u32)((u32)7ll + u32a))) {
        i32b = (i32)((((sinf(f32a) != __sinf(f32p)) != ((i128)(~i128a) > (i128)(table[(u32)63ll & 15]))) ? (i32)(__double2hiint(canon((f64a - f64a)))) : (i32)(from<i32>(((i8a < i8a) ? f64a : f64b)))));
        i32b = (i32)((i32)(i32p + (i32)(__umul24(i32p, i32a))) - (i32)(from<i32>((i16)31ll)));
    }
    else {
        table[(u32)(from<u32>(__saturatef(f32p))) & 15] = (u32)(__float2int_ru(fabsf(f32b)));
        table[(u32)(__half2int_rn(__hdiv(f16p, f16a))) & 15] = (u32)((u32)(from<u32>(u64a)) % (u32)((u32)((u32)255ll + (u32)1ll) | 1));
        const f64 f64x0 = load<f64>(in, 21) * f64p;
    }
    table[(u32)((u32)(__vavgu2(u32p, (u32)2147483647ll)) + (u32)(((i32a > i32b) ? u32p : (u32)63ll))) & 15] = (u32)(__dp2a_lo((int)(u32)((u32)(__vaddss2((u32)31ll, (u32)-1ll)) * u32a), (int)(u32)(__ffs(u32b)), (int)(u32)(((i32a < (i32)127ll) ? u32p : u32a))));
    u32a = __reduce_and_sync(0xffffffffu, (u32)(__float2int_ru(fmaxf(fmodf(3.0f, f32a), -7e-3f))));
    if (((u16)(((u128a < u128a) ? u16a : u16a)) > (u16)(u16a + (u16)128ll))) {
        table[(u32)(from<u32>((i8)(i8a & i8a))) & 15] = (u32)(__sad((u32)(((u8a > u8a) ? u32a : (u32)((u32)-128ll << 0))), (u32)((u32)1ll & u32b), (u32)((u32)100ll << 0)));
        u16a = (u16)((u16)((((u128)(table[(u32)32767ll & 15]) <= (u128)(u128a + (u128)256ll)) ? (u16)(u16a / 100) : (u16)(from<u16>(i32p)))) >> (int)((u32)(from<u32>((i32)(__clz(i32p)))) & 15));
        i32a = (i32)(table[(u32)(__uhadd((u32)(from<u32>(i8a)), (u32)((i64b == i64b)))) & 15]);
    }
    else {
        const f32 f32x1 = load<f32>(in, 12) * f32b;
        f64b = (sign_of(ceil(f64p), from<f64>((u128)(u128a >> 100))) / from<f64>(__hmul(__float2half(65536.0f), f16a)));
        if ((((u16a <= u16a) || (i64p >= i64a)) && ((u8)2147483647ll == u8a))) {
            table[(u32)(from<u32>((u32)(__vabsdiffs4(u32b, u32p)))) & 15] = (u32)(-(u32)(u32p - u32a));
            const f16 f16x2 = load<f16>(in, 22) * f16a;
            u64b = (u64)((u64)(((u8a == u8a) ? (u64)(((f32a <= 3.0f) ? (u64)255ll : u64a)) : u64p)) | (u64)(from<u64>((u8)(table[(u32)127ll & 15]))));
        }
    }
    const f32 f32x3 = load<f32>(in, 35) * f32p;
    const f16 f16x4 = load<f16>(in, 33) * f16a;
    u32a = (u32)((u32)((u32)(__float2int_ru(-7e-3f)) + (u32)(from<u32>((u32)3ll))) + (u32)(from<u32>((i128)(table[(u32)(__mul24(u32p, u32a)) & 15]))));
    u32a = __ballot_sync(0xffffffffu, ((i64b != (i64)2ll) || (i32p == i32b)));
    f32a = f32x3 - f32a;
    i64a = (i64)(from<i64>(from<f32>((u16)((u16)100ll - u16a))));
    i8a = (i8)((i8)((i8)(~(i8)(i8a % (i8)((i8)256ll | 1))) + (i8)(from<i8>(i8a))) / 10);
    switch ((u32)(__popc((u32)2ll)) & 7) {
    case 0: {
        i32a = (i32)(max((i32)((i32)((i32)(from<i32>(f16p)) & i32a) | (i32)((i32)(i32b ^ (i32)65536ll) % (i32)(i32a | 1))), (i32)((((u128)(u128a ^ u128a) < (u128)(u128a - u128a)) ? (i32)((i32)(__vaddss2(i32b, i32b)) & i32a) : (i32)(((u8a >= (u8)63ll) ? i32a : (i32)-2ll))))));
        if (((i32)(i32p - i32b) == (i32)(__uhadd(i32a, (i32)256ll)))) {
            i128a = (i128)(from<i128>((i32)(from<i32>((from<f64>(u16a) - rsqrt(f64a))))));
            const f32 f32x5 = load<f32>(in, 24) * 0.5f;
            u64a = (u64)(from<u64>((i16)((i16)255ll + i16a)));
        }
        else {
            i16a = (i16)(from<i16>((u64)(__umul64hi((u64)(__ffsll((u64)31ll)), (u64)(__double_as_longlong(canon(f64p)))))));
        }
        u32a = (u32)((u32)(((u8a <= (u8)128ll) ? (u32)(u32p & (u32)100ll) : (u32)2ll)) + (u32)((f32a == 255.0f)));
    }
    case 1: {
        table[(u32)(__vadd2((u32)1000ll, (u32)(__vabsdiffs4(u32p, (u32)0ll)))) & 15] = (u32)(__float2int_ru((f32p * f32a)));
    }
        break;
    case 2: {
        switch ((u32)(__hadd((int)(u32)(__funnelshift_l(u32a, u32p, u32p)), (int)(u32)0ll)) & 7) {
        case 0: {
            table[(u32)(u32p / 641) & 15] = (u32)((u32)(((i16a < (i16)1ll) ? u32p : u32p)) + (u32)(__half2int_rn(f16p)));
            i16a = (i16)((((i16)(i16a + (i16)(((u32)32767ll <= (u32)2147483647ll))) <= (i16)(table[(u32)((u32)7ll & u32a) & 15])) ? (i16)(i16a << 10) : (i16)(~i16a)));
        }
        case 1: {
            u64b = (u64)(__mul64hi((u64)(h4(i32a, u64p, 255.0f)), (u64)((u64)(u64a - u64b) >> 6)));
        }
        case 2: {
            const f32 f32x6 = load<f32>(in, 2) * f32p;
            u128a = (u128)(((u64)((u64)0ll - u64a) > (u64)(__brevll(u64p))));
            f32a = f32a - f32x6;
        }
            break;
        case 3: {
            f32a = f32x3 + f32b;
        }
        case 4: {
            f32b = f32b + f32x3;
        }
        case 5: {
            i64a = (i64)((((fabs(f64a) > __dmul_ru(f64b, f64b)) && ((u32)(from<u32>(f32b)) <= (u32)(__dp4a((unsigned)u32b, (unsigned)u32b, (unsigned)u32p)))) ? (i64)((i64)(i32)(i64)(i64b << 30) * (i32)(i64)(i64p + i64p)) : (i64)(__brevll((i64)(__ffsll(i64p))))));
        }
        case 6: {
            u32a = (u32)((u32)(table[(u32)(((f64p > f64b) ? u32a : u32a)) & 15]) << 31);
        }
            break;
        default: {
            f32a = floorf(__fsub_rd((((i64a >= i64b) ? f32p : f32b) + f32a), fminf(f32p, -(65536.0f))));
            table[(u32)(from<u32>((u64)(__umul64hi(u64a, (u64)65535ll)))) & 15] = (u32)(max((u32)(u32p & (u32)63ll), (u32)(from<u32>(i16a))));
            u64a = (u64)(h5((i32)(__byte_perm((i32)2ll, (i32)((i32)-1ll % (i32)(i32p | 1)), i32a)), (u64)(from<u64>((i16)((((u64)65536ll <= (u64)7ll) ? i16a : i16a)))), __fdividef(f32a, tanf(f32p))));
        }
        }
        u128a = (u128)((u128)((((u32b >= u32p) && (i16a < i16a)) ? (u128)1ll : (u128)((i64b == i64p)))) & (u128)(from<u128>((i128)(from<i128>(f32a)))));
        i64b = (i64)((i64)(__double2ull_rz(log(f64b))) >> 42);
    }
        break;
    case 3: {
        table[(u32)((u32)(from<u32>(f32p)) * (u32)((u32)128ll | u32b)) & 15] = (u32)((u32)(u32p ^ u32b) & (u32)(__rhadd((int)(u32)2147483647ll, (int)(u32)(from<u32>(f16p)))));
        switch ((u32)(min((u32)3ll, (u32)(__dp4a((int)(u32)3ll, (int)u32a, (int)u32a)))) & 7) {
        case 0: {
            u32b = (u32)((u32)((u32)(__vsub4(u32b, (u32)(((i8a > i8a) ? u32a : u32b)))) >> 21) << (int)((u32)(u32a << 29) & 31));
        }
        case 1: {
            const f64 f64x7 = load<f64>(in, 10) * f64b;
            i64b = (i64)((i64)((u64)(u32)(i64)(from<i64>(i8a)) * (u32)(i64)(h3((i32)2ll, u64a, -7e-3f))) + (i64)(i64a & (i64)(h4((i32)2147483647ll, (u64)-2ll, f32a))));
        }
            break;
        case 2: {
            u32a = (u32)(from<u32>((u8)((u8)(u8a - u8a) / (u8)((u8)(u8a & u8a) | 1))));
            const f64 f64x8 = load<f64>(in, 34) * f64b;
        }
        case 3: {
            u128a = (u128)((u128)((u128)(u128a >> (int)((u32)63ll & 127)) ^ (u128)(table[(u32)2ll & 15])) - (u128)((u128)((u128)(u128a >> 26) >> 123) | (u128)(from<u128>(f32b))));
            f64b = (((i16)(i16a / (i16)(i16a | 1)) != (i16)(i16a * (i16)(from<i16>(__float2half(0.5f))))) ? atan2(round(3.0), trunc(from<f64>(i128a))) : pow((((u32)-1ll < u32p) ? f64a : f64a), (3.0 + 255.0)));
            f64a = sqrt((from<f64>((i16)((((u64)2ll > (u64)31ll) ? i16a : i16a))) + from<f64>(i128a)));
        }
        default: {
            i64a = (i64)((i64)(max((i64)(-i64a), i64a)) * (i64)((i64)(from<i64>(u8a)) ^ (i64)((i64)(i64b ^ (i64)31ll) & i64p)));
        }
        }
        f64b = sign_of(__dadd_rz(from<f64>((u32)(__vabsdiffs4((u32)128ll, u32b))), (sign_of(f64a, 1000.0) * 0.5)), __fma_rd(from<f64>(i16a), rsqrt(f64p), erf((f64b + -1.25))));
    }
        break;
    case 4: {
        if (((u128)((((u64)32ll != (u64)127ll) ? u128a : u128a)) < (u128)(u128a + (u128)0ll))) {
            i16a = (i16)((i16)((i16)(((u8a >= u8a) ? i16a : (i16)128ll)) & (i16)(i16a + i16a)) | (i16)((i16)((i16)(i16a * i16a) % 7) | (i16)(i16a & (i16)2147483647ll)));
        }
    }
    case 5: {
        f16a = f16a + f16x4;
        if ((roundf(f32a) >= asinf(f32b))) {
            u32a = (u32)(from<u32>((u128)((u128)(u128a + u128a) ^ (u128)((u128)(u128a ^ u128a) - (u128)(from<u128>(u8a))))));
        }
    }
    default: {
        i32b ^= table[lane & 15];
        u32b = (u32)(__vadd2((u32)((u32)(__vabsdiffs4((u32)128ll, (u32)(__rhadd((int)u32p, (int)u32p)))) * (u32)((u8a == u8a))), (u32)(__fns((u32)((u32)(__dp4a((unsigned)(u32)127ll, (unsigned)u32p, (unsigned)(u32)63ll)) << 19), (u32)(u32p ^ u32a) & 31, (int)((u32)(from<u32>((i16)32ll)) & 15) - 7))));
        u16a = (u16)((u16)((u16)(u16a - (u16)256ll) * u16a) | (u16)((u16)(u16a | u16a) + (u16)(~u16a)));
    }
    }
    f32a = f32x3 + f32p;
    f32b = powf(sqrtf(logf(log2f(f32b))), truncf(f32p));
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
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)((u32)(u32a / 7) | (u32)(from<u32>(i128a))) & 1, &same); i32a ^= same; }
    u8a = (u8)((u8)(u8a << 3) | (u8)(u8a % 641));
    if (((i32)(i32b | i32p) <= (i32)(__uhadd(i32a, i32p)))) {
        const f32 f32x0 = load<f32>(in, 12) * 255.0f;
        f32b = f32b + f32x0;
    }
    u32a = __reduce_or_sync(0xffffffffu, (u32)(__float2int_ru(__fmaf_ru(-7e-3f, log2f(f32a), f32b))));
    switch ((u32)((u32)(((u16a != (u16)-1ll) ? u32b : (u32)7ll)) ^ (u32)(__funnelshift_lc(u32p, (u32)-1ll, u32b))) & 7) {
    case 0: {
        u64b = (u64)((((i128)(from<i128>(hrcp(f16p))) != (i128)(from<i128>((i8)(i8a << (int)(u32b & 7))))) ? (u64)(from<u64>((i8)(i8a * i8a))) : (u64)(__float2ll_rn(f32b))));
        if (((i32p >= i32p) != (u128a <= (u128)-1ll))) {
            u8a = (u8)((u8)(u8a ^ u8a) + (u8)(from<u8>((i128)32767ll)));
            f64b = sign_of((((i64)(h4(i32p, u64a, f32a)) < (i64)(__ffsll(i64p))) ? from<f64>((i16)(((f64b < f64b) ? i16a : i16a))) : (f64p * f64b)), cos((((u64b >= u64a) || (i32p >= i32b)) ? ((u32a > (u32)2ll) ? f64b : f64a) : f64p)));
            i64a = (i64)((((i32)(__vcmpgts2(i32a, (i32)(__hadd((int)i32p, (int)i32b)))) >= (i32)(from<i32>((i128)(i128a ^ i128a)))) ? (i64)((i64)(table[u32b & 15]) >> (int)((u32)(__half2int_rn(f16p)) & 63)) : (i64)(h0((i32)(__mul24(i32a, (i32)100ll)), u64p, f32p))));
        }
        else {
            f64a = from<f64>((u16)(((i8)(from<i8>(f64a)) != (i8)(from<i8>(u64a)))));
            const f32 f32x1 = load<f32>(in, 0) * f32p;
            f32a = f32a - f32x1;
        }
        if (((i64)(i64a >> (int)(u32b & 63)) < (i64)((i64)255ll >> (int)(u32b & 63)))) {
            table[(u32)(u32a / 10) & 15] = (u32)(__dp2a_lo((int)(u32)(__vaddss2(u32b, u32b)), (int)(u32)(from<u32>(i8a)), (int)(u32)(u32b | u32a)));
        }
        else {
            i16a = (i16)((i16)((i16)(from<i16>((u64)255ll)) ^ (i16)(((i8a < i8a) ? i16a : i16a))) - (i16)(from<i16>((u16)(u16a >> 13))));
            f16a = __hsub(from<f16>((u32)(((i32p > i32b) ? u32b : u32a))), __hmul(__hsub(f16a, f16p), __hsub(f16p, f16p)));
        }
    }
        break;
    case 1: {
        if (((u8a == u8a) || ((i64)-1ll <= i64b))) {
            table[(u32)(u32b / (u32)(u32b | 1)) & 15] = (u32)(__funnelshift_l((u32)(u32b - (u32)128ll), (u32)((u32)(__rhadd((int)u32b, (int)u32b)) >> 24), (u32)(u32p | u32a)));
            i32a = (i32)(__brev((i32)(from<i32>((u8)((((i64)31ll <= (i64)-1ll) ? (u8)-128ll : u8a))))));
            u16a = (u16)(((u8)((u8)((u8)32767ll ^ u8a) / 3) != (u8)(u8a % 7)));
        }
        const f64 f64x2 = load<f64>(in, 33) * f64b;
        if (((i64)(-i64a) != (i64)(h3(i32p, u64p, f32p)))) {
            u16a = (u16)((((i32)(__vaddss2((i32)32ll, (i32)128ll)) <= (i32)((i32)(from<i32>(f32p)) >> 28)) ? (u16)(u16a * (u16)(u16a * u16a)) : (u16)((u16)(u16a & u16a) ^ (u16)(((u16a == (u16)256ll) ? u16a : u16a)))));
            f64b = from<f64>(hexp2(f16a));
            f16a = __hmin(from<f16>((u16)(u16a ^ (u16)-1ll)), htrunc(__hadd(__float2half(255.0f), hexp(f16p))));
        }
        else {
            table[(u32)(from<u32>(hrint(__float2half(3.0f)))) & 15] = (u32)(from<u32>((u16)(~u16a)));
            i32b = (i32)(__fns((i32)((i32)((i32)32ll | i32b) & (i32)((i32)(from<i32>(i16a)) ^ i32a)), (i32)(i32p << (int)(u32p & 31)) & 31, (int)((i32)(min((i32)(i32b << 14), (i32)(~(i32)128ll))) & 15) - 7));
            i32b = (i32)(from<i32>((i64)(from<i64>((u128)(from<u128>(f32a))))));
        }
    }
    case 2: {
        i32a = (i32)(__vavgu2((i32)(__half_as_ushort(canon(from<f16>((u128)32767ll)))), (i32)(max((i32)(__brev((i32)(i32b & i32a))), (i32)(i32a >> (int)(u32b & 31))))));
    }
    case 3: {
        f32a = erff(__log2f(f32p));
    }
        break;
    default: {
        table[(u32)(-(u32)32ll) & 15] = (u32)(((((i32b < (i32)2ll) && (u8a == u8a)) || ((u64a < u64p) && (f32b > f32b))) ? (u32)((u32)(from<u32>(i128a)) << 20) : (u32)(__brev(u32p))));
    }
    }
    f32a = roundf(__uint_as_float((u32)((((u128)100ll < u128a) ? u32b : u32a))));
    const f32 f32x3 = load<f32>(in, 6) * f32a;
    u64a = (u64)((u64)((u64)(table[u32p & 15]) / (u64)((u64)(u64p - u64p) | 1)) ^ (u64)(h3((i32)(__vabsdiffs4(i32a, (i32)-2ll)), (u64)(max((u64)(u64a >> (int)(u32p & 63)), (u64)(~(u64)1ll))), ((f64a == 1000.0) ? f32p : f32b))));
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)(from<u32>((i64)((i64)(i64b | i64a) >> (int)(u32p & 63)))) & 1, &same); i32a ^= same; }
    const f64 f64x4 = load<f64>(in, 31) * f64a;
    table[(u32)((u32)(__funnelshift_lc(u32b, u32a, (u32)65536ll)) + u32b) & 15] = (u32)(__sad((u32)(u32p / 7), (u32)(u32p * u32b), (u32)(__half2int_rn(__float2half(255.0f)))));
    if (((i16a >= i16a) != (i32b < i32a))) {
        i16a = (i16)((i16)(i16a % 100) * (i16)((f64a != f64a)));
        for (int k5 = 0; k5 < 2; k5++) {
            {
                const f64 f64x6 = load<f64>(in, 9) * f64p;
                u64a = (u64)((u64)((u64)(__ffsll((u64)(llabs((long long)u64a)))) & (u64)((u64)((u64)100ll - u64p) << (int)(u32b & 63))) ^ (u64)((u64)(u64a % (u64)(u64b | 1)) & (u64)(max(u64b, u64b))));
            }
            i32a += k5;
        }
    }
    else {
        if ((((u32a == (u32)100ll) ? f64b : f64p) <= ((u8a <= u8a) ? f64a : f64b))) {
            f16a = __hneg(hrsqrt(f16a));
        }
        if ((__frcp_rn(0.5f) >= ((i8a <= i8a) ? f32b : f32b))) {
            const f64 f64x7 = load<f64>(in, 24) * 3.0;
        }
        else {
            u128a = (u128)((u128)((u128)((u128)-1ll >> (int)(u32b & 127)) / (u128)((u128)(u128a | u128a) | 1)) >> (int)((u32)(from<u32>((i32)(from<i32>(u64a)))) & 127));
        }
    }
    u32a = (u32)(__sad((u32)((u32)(__vaddss2((u32)(__uhadd(u32b, u32p)), (u32)(__vaddss2(u32b, u32b)))) * (u32)(__ffs((u32)(from<u32>(i64a))))), (u32)((u32)(u32a >> (int)((u32)63ll & 31)) / (u32)((u32)(from<u32>(u16a)) | 1)), (u32)(__popc((u32)(__vabsdiffs4(u32p, (u32)-2ll))))));
    f32a = f32a + f32x3;
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
    if (((u128)(u128a >> 25) == (u128)(u128a % (u128)((u128)-2ll | 1)))) {
        f32a = __sinf((((u128)(u128a % (u128)(u128a | 1)) < (u128)(u128a << 45)) ? from<f32>(i8a) : floorf(from<f32>(i8a))));
        const f16 f16x0 = load<f16>(in, 19) * f16a;
        const f32 f32x1 = load<f32>(in, 22) * 1000.0f;
    }
    f32b = atan2f(__uint_as_float(u32a), expf(__powf(f32p, -7e-3f)));
    if (((u8)(from<u8>(u128a)) != (u8)(u8a | u8a))) {
        if (((i128)((i128)256ll * (i128)255ll) != (i128)(i128a - i128a))) {
            f32b = __uint_as_float((u32)(from<u32>((u64)((u64)128ll ^ (u64)2ll))));
        }
        u64b = (u64)((u64)(from<u64>(1000.0f)) % 16);
        u32b = (u32)(__fns((u32)(from<u32>((u32)(u32a - u32a))), (u32)((u32)(__fns((u32)128ll, (u32)-1ll & 31, (int)((u32)1ll & 15) - 7)) >> (int)(u32a & 31)) & 31, (int)((u32)(__vmaxu4((u32)(from<u32>(3.0f)), (u32)(__clz((u32)(((f64p > f64b) ? u32b : u32a)))))) & 15) - 7));
    }
    const f32 f32x2 = load<f32>(in, 24) * f32a;
    u32a = __reduce_min_sync(0xffffffffu, (u32)(from<u32>((i8)(i8a >> (int)(u32b & 7)))));
    f32a = f32x2 - f32a;
    if (((u128)(u128a << 102) != (u128)(u128a << 90))) {
        const f16 f16x3 = load<f16>(in, 12) * f16a;
    }
    else {
        i128a = (i128)((i128)(~i128a) + (i128)(((u32p >= u32a) ? i128a : (i128)(i128a >> 52))));
        i32b = (i32)(__popc((i32)(__funnelshift_l(i32a, (i32)(__mul24((i32)-2ll, i32p)), (i32)(((f32p != f32p) ? i32a : i32b))))));
    }
    for (int k4 = 0; k4 < (int)(i32b & 7); k4++) {
        {
            if (((u64)(__ffsll(u64p)) > (u64)(u64b * u64b))) {
                f64b = from<f64>((round(f64a) * (-1.25 * ((i32a <= i32a) ? f64a : f64b))));
                f32a = __frcp_rn(from<f32>((u8)((u8)2ll & u8a)));
                i64a = (i64)((((u8)(from<u8>((u16)(u16a >> (int)(u32p & 15)))) >= (u8)((f64a > f64b))) ? (i64)(from<i64>((u16)(((f64b <= f64p) ? (u16)1000ll : u16a)))) : (i64)(i64a - (i64)(h3(i32b, u64a, f32p)))));
            }
            else {
                u32a = (u32)((u32)(__fns(u32a, u32a & 31, (int)((u32)32ll & 15) - 7)) + (u32)(__brev((u32)(u32a ^ u32b))));
            }
        }
        i32a += k4;
    }
    i32b = (i32)((i32)(max((i32)(~i32b), (i32)(((i16a > (i16)65536ll) ? i32a : i32p)))) | (i32)((i32)1000ll ^ i32a));
    u64a = (u64)(h4((i32)(__funnelshift_lc((i32)(__funnelshift_l(i32b, i32b, i32b)), (i32)(((i16a <= (i16)2ll) ? i32b : (i32)(((i32b <= (i32)2ll) ? i32a : i32a)))), (i32)(from<i32>(u32p)))), (u64)((u64)((u64)-1ll - u64a) << (int)((u32)(u32b - u32p) & 63)), ((f32b / f32b) * from<f32>((i128)31ll))));
    for (int k5 = 0; k5 < 2; k5++) {
        {
            const f64 f64x6 = load<f64>(in, 4) * 1000.0;
        }
        i32a += k5;
    }
    switch ((u32)(__half_as_ushort(canon(f16a))) & 7) {
    case 0: {
        if ((((i16a <= i16a) ? __float2half(1000.0f) : f16p) < hrint(f16a))) {
            i128a = (i128)((i128)((i128)128ll - (i128)((i128)32767ll << 108)) - (i128)((i128)(i128a + i128a) | (i128)(table[u32b & 15])));
            f64a = (__fma_rz(from<f64>((u32)(u32b + (u32)100ll)), fabs(3.0), round(255.0)) - ((from<f16>(i128a) <= __hadd(f16p, __float2half(1000.0f))) ? cos(f64a) : (f64p + f64p)));
        }
        else {
            i32a = (i32)((((u32)((u32)(-u32p) << 30) != (u32)(__half2int_rn(hcos(f16p)))) ? (i32)(from<i32>(u16a)) : (i32)(from<i32>((u64)(u64a << (int)(u32a & 63))))));
        }
        f32a = (((i8)((i8)(i8a >> (int)(u32p & 7)) << (int)((u32)1000ll & 7)) <= (i8)((i8)(from<i8>(i8a)) << (int)(u32a & 7))) ? __frcp_rn(f32p) : __fmaf_ru(erff(-7e-3f), f32b, f32p));
    }
    case 1: {
        f32a = f32b - f32x2;
        f32a = f32b - f32x2;
        if (((i64p != (i64)-2ll) != (i32b != i32a))) {
            i32a = (i32)(__rhadd((int)(i32)(__byte_perm((i32)((i32)(from<i32>(u8a)) << 13), (i32)(from<i32>(u16a)), (i32)(__dp4a((int)i32p, (int)(i32)1ll, (int)(i32)3ll)))), (int)(i32)(__vsub4((i32)((i32)-128ll ^ i32p), (i32)((i32)31ll ^ i32b)))));
            f64a = from<f64>((((u8a > u8a) && (u128a == u128a)) ? __logf(3.0f) : cosf(from<f32>(i8a))));
        }
    }
        break;
    case 2: {
        table[(u32)((u32)-128ll ^ (u32)(__funnelshift_l(u32p, u32p, u32a))) & 15] = (u32)((((i128)((i128)65536ll ^ i128a) > (i128)(i128a | i128a)) ? (u32)(u32p | (u32)(u32a / (u32)(u32p | 1))) : (u32)((((__float2half(-1.25f) == __float2half(-7e-3f)) && (i8a != i8a)) ? (u32)((u32)0ll | u32a) : (u32)(u32p % (u32)(u32b | 1))))));
        u128a = (u128)((((i128)((i128)256ll % 641) <= (i128)(((i32p >= i32b) ? (i128)(i128a - i128a) : (i128)255ll))) ? (u128)((u128)(((i16a <= i16a) != (u64b < u64p))) >> 14) : (u128)((u128)((u128)100ll + (u128)3ll) ^ u128a)));
    }
        break;
    case 3: {
        switch ((u32)((u32)(u32a << (int)(u32b & 31)) ^ (u32)1000ll) & 7) {
        case 0: {
            i32a = (i32)(__uhadd((i32)((i32)(i32p << (int)((u32)32767ll & 31)) >> (int)((u32)(__dp4a((int)u32a, (int)u32p, (int)(u32)2147483647ll)) & 31)), (i32)(from<i32>((i8)(i8a / 16)))));
            f32b = __log2f(((i128a == i128a) ? 65536.0f : f32p));
        }
            break;
        case 1: {
            i8a = (i8)((i8)((i8)((((i32)255ll <= i32a) ? i8a : i8a)) * (i8)(i8a + i8a)) << 5);
            const f32 f32x7 = load<f32>(in, 34) * f32p;
        }
        case 2: {
            table[(u32)(((i64b <= i64b) ? u32b : (u32)3ll)) & 15] = (u32)((u32)((u32)63ll + u32b) | (u32)(__vcmpgts2((u32)255ll, (u32)2147483647ll)));
            f64b = rint(erf(f64a));
            f32b = __sinf(sinf(f32b));
        }
            break;
        case 3: {
            const f16 f16x8 = load<f16>(in, 8) * __float2half(0.5f);
            i32b = (i32)(from<i32>((i64)((i64)(__mul64hi((i64)7ll, i64p)) - (i64)(h1((i32)(((u16)1ll <= u16a)), (u64)(__ffsll(u64a)), erff(f32a))))));
        }
        default: {
            i64a = (i64)((i64)(i32)(i64)(~(i64)(__double2ull_rz(-7e-3))) * (i32)(i64)((((u128)(-u128a) >= (u128)(u128a & u128a)) ? (i64)(h0(i32b, (u64)256ll, f32b)) : (i64)(max(i64b, (i64)(__mul64hi(i64b, i64b)))))));
        }
        }
        table[(u32)(from<u32>((u64)(from<u64>(i32p)))) & 15] = (u32)((((u128a == u128a) && (f16p == f16p)) ? (u32)(__usad(u32p, (u32)(__float_as_int(canon(-7e-3f))), u32b)) : (u32)(u32p << (int)(u32p & 31))));
        i32b ^= table[lane & 15];
    }
        break;
    default: {
        if (((i128a == i128a) || ((u16a <= u16a) != (i128a <= (i128)65535ll)))) {
            u128a = (u128)((u128)((u128)(u128a / (u128)(u128a | 1)) * (u128)(u128a | u128a)) * (u128)((u128)(u128a >> (int)(u32b & 127)) ^ (u128)(from<u128>(u16a))));
            table[(u32)((u32)(__dp2a_lo((int)u32p, (int)u32p, (int)(u32)65536ll)) - u32a) & 15] = (u32)(__sad((u32)(__float_as_int(canon(255.0f))), (u32)(abs((int)(u32)127ll)), (u32)(u32a & u32a)));
            table[(u32)(__float2int_ru(f32a)) & 15] = (u32)(from<u32>((i64)(__float2ll_rn(f32a))));
        }
        if ((__uint_as_float(u32p) > __fdividef(f32a, 0.5f))) {
            table[(u32)(from<u32>(i32p)) & 15] = (u32)((u32)(from<u32>(u8a)) * (u32)(__vsub4(u32a, (u32)(from<u32>(u32b)))));
            i128a = (i128)((i128)(((((u8)7ll > (u8)2147483647ll) != ((i32)-1ll < i32b)) ? i128a : i128a)) | (i128)(((i128a == i128a) ? (i128)(i128a << 34) : i128a)));
            u16a = (u16)((u16)(from<u16>((u32)(__byte_perm(u32a, u32a, u32p)))) >> (int)((u32)(__funnelshift_l((u32)(-u32a), (u32)(u32b >> 16), (u32)128ll)) & 15));
        }
        else {
            f32a = f32a - f32x2;
            f64a = sin(tanh(cos(f64a)));
        }
    }
    }
    const f64 f64x9 = load<f64>(in, 11) * 65536.0;
    i32a = (i32)(from<i32>((i8)((i8)(~i8a) << 5)));
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
    const f32 f32x0 = load<f32>(in, 11) * f32a;
    table[(u32)(__popc((u32)(u32b ^ u32a))) & 15] = (u32)((u32)(u32a ^ u32p) >> (int)((u32)(__funnelshift_r((u32)2147483647ll, u32p, u32a)) & 31));
    const f16 f16x1 = load<f16>(in, 20) * __float2half(-1.25f);
    const f32 f32x2 = load<f32>(in, 5) * f32p;
    const f16 f16x3 = load<f16>(in, 22) * __float2half(-7e-3f);
    u64b = (u64)((u64)(__float2ll_rn(sqrtf(-1.25f))) | (u64)((u64)(u32)(u64)(min(u64p, (u64)2147483647ll)) * (u32)(u64)(from<u64>((i128)32ll))));
    i32b = (i32)((i32)((i32)(i32b - (i32)(__half_as_ushort(canon(f16a)))) / (i32)((i32)(__uhadd(i32a, i32p)) | 1)) | (i32)((((i32)(abs((int)i32a)) > (i32)(__umul24((i32)3ll, i32b))) ? (i32)(i32b << 17) : (i32)(from<i32>(u64a)))));
    const f32 f32x4 = load<f32>(in, 22) * 255.0f;
    i32a = __reduce_min_sync(0xffffffffu, (i32)((((i128)(((f32a == 1000.0f) ? i128a : i128a)) != (i128)(i128a << 97)) ? (i32)((i32)(((65536.0f >= 0.5f) ? (i32)-128ll : i32b)) * (i32)(from<i32>(u32p))) : (i32)(__byte_perm(i32p, i32p, (i32)0ll)))));
    u8a = (u8)((u8)((__hmul(__float2half(0.5f), __float2half(65536.0f)) == __hsub(__float2half(1000.0f), f16a))) & (u8)((__habs(__float2half(-1.25f)) >= from<f16>(-7e-3))));
    f16a = f16x3 - f16a;
    u128a = (u128)((u128)((u128)(table[(u32)(from<u32>((i16)63ll)) & 15]) % (u128)((u128)(u128a ^ u128a) | 1)) / (u128)((u128)(((i128a == i128a) ? (u128)(((65536.0f >= -1.25f) ? u128a : (u128)2147483647ll)) : u128a)) | 1));
    f32a = f32x2 - f32a;
    f16a = f16p - f16x1;
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
    f64b = from<f64>(__hneg(from<f16>(f16p)));
    const f64 f64x0 = load<f64>(in, 12) * f64p;
    switch ((u32)(((((i32)127ll >= i32p) || (u32b > u32p)) ? (u32)100ll : u32p)) & 7) {
    case 0: {
        for (int k1 = 0; k1 < 3; k1++) {
            {
                u32b = (u32)((u32)(__float2int_ru(f32b)) % (u32)((u32)(__double2uint_rd(f64p)) | 1));
                i8a = (i8)((i8)(-(i8)((i8)2ll << 1)) ^ (i8)((i8)(i8a & i8a) * (i8)((i8)(i8a << 7) << 1)));
            }
            i32a += k1;
        }
    }
        break;
    case 1: {
        if (((u32p == u32b) && ((f16p < f16p) != (i128a == i128a)))) {
            i16a = (i16)(~(i16)(from<i16>((i64)((i64)127ll >> (int)(u32b & 63)))));
        }
        if (((((u32)63ll != (u32)-128ll) && (i64a <= i64a)) || (i64p == i64p))) {
            table[(u32)(__funnelshift_lc(u32b, (u32)63ll, (u32)(__vaddss2(u32a, u32a)))) & 15] = (u32)(table[(u32)(table[u32p & 15]) & 15]);
        }
    }
        break;
    case 2: {
        f16a = (((((u128)256ll != u128a) && ((u16a <= u16a) != ((u32)255ll >= u32a))) && ((u16)(from<u16>(i8a)) == (u16)((u16)255ll / 3))) ? htrunc(__float2half(-1.25f)) : hfloor(f16a));
        i64a = (i64)(((((i8a < (i8)31ll) && ((i64)-128ll != i64a)) != ((i128)((((i8)2147483647ll > i8a) ? i128a : (i128)3ll)) != (i128)(from<i128>(f16a)))) ? (i64)((i64)(((i128)32767ll < i128a)) << (int)((u32)(((f16a >= f16a) ? (u32)100ll : u32b)) & 63)) : (i64)(__mul64hi((i64)(min(i64a, i64p)), (i64)65535ll))));
        f64b = f64x0 + f64b;
    }
        break;
    case 3: {
        if (((i128a == i128a) != ((f32p == f32a) && ((i128)100ll == i128a)))) {
            f64b = ((f64p / f64a) * from<f64>((u16)(u16a | (u16)2ll)));
            const f32 f32x2 = load<f32>(in, 4) * f32p;
        }
        if (((u8)((u16a <= u16a)) > (u8)(u8a ^ u8a))) {
            table[(u32)(__dp2a_lo((int)u32a, (int)u32p, (int)u32b)) & 15] = (u32)(__dp4a((int)(u32)(from<u32>(i8a)), (int)(u32)(((i16)-128ll == i16a)), (int)(u32)(from<u32>((i8)2ll))));
            u32b = (u32)(__vsub4((u32)(__vadd2((u32)(__dp2a_lo((int)u32a, (int)u32b, (int)(u32)256ll)), u32p)), (u32)(__vaddss2((u32)(u32a - u32b), (u32)(__usad((u32)32ll, u32b, (u32)32767ll))))));
        }
        else {
            f32b = fabsf(sqrtf(__uint_as_float(u32a)));
            const f32 f32x3 = load<f32>(in, 29) * f32p;
            const f16 f16x4 = load<f16>(in, 4) * f16a;
        }
        f16a = __habs(from<f16>((i128)(from<i128>((u16)-1ll))));
    }
        break;
    case 4: {
        f32b = rsqrtf(((i8a >= i8a) ? f32a : f32a));
        const f16 f16x5 = load<f16>(in, 15) * __float2half(3.0f);
        u16a = (u16)((((i16)(~i16a) != (i16)(i16a << (int)(u32b & 15))) ? (u16)((u16)(from<u16>(u16a)) / 16) : (u16)(from<u16>((i128)(~i128a)))));
    }
        break;
    case 5: {
        table[(u32)((255.0 == f64a)) & 15] = (u32)((u32)(__mulhi(u32a, (u32)(from<u32>(i16a)))) >> 11);
        const f64 f64x6 = load<f64>(in, 8) * f64b;
    }
        break;
    case 6: {
        i32b ^= table[lane & 15];
        const f64 f64x7 = load<f64>(in, 18) * 1000.0;
        const f32 f32x8 = load<f32>(in, 29) * f32a;
    }
        break;
    default: {
        f32a = cbrtf(__frcp_rn(fabsf(f32b)));
    }
    }
    if (((f32a == f32b) != (u32b > u32p))) {
        for (int k9 = 0; k9 < 2; k9++) {
            {
                const f32 f32x10 = load<f32>(in, 36) * 65536.0f;
                f64b = f64b + f64x0;
                f32a = f32a - f32x10;
            }
            i32a += k9;
        }
    }
    i64b = __shfl_xor_sync(0xffffffffu, i64b, (u32)(__usad((u32)(table[(u32)100ll & 15]), (u32)((u32)0ll & u32b), (u32)(__half2int_rn(f16a)))) & 15, 16);
    i32a = __reduce_min_sync(0xffffffffu, (i32)((i32)(__vavgu2((i32)(__vabsdiffs4(i32p, i32a)), i32b)) ^ (i32)((i32)(i32b >> (int)(u32a & 31)) >> (int)(u32p & 31))));
    i16a = (i16)((i16)((i16)((u64p <= u64p)) >> 6) + (i16)((i16)(from<i16>(i128a)) | (i16)(((i64a < i64b) ? (i16)1ll : i16a))));
    u32a = __reduce_or_sync(0xffffffffu, (u32)((u32)(__vsub4(u32a, u32a)) / 7));
    const f16 f16x11 = load<f16>(in, 36) * f16a;
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)(from<u32>(__dsub_rd(65536.0, f64a))) & 1, &same); i32a ^= same; }
    i64b = (i64)((((u8)(((f32b <= 65536.0f) ? u8a : u8a)) == (u8)((u8)((u8)256ll >> (int)(u32a & 7)) >> 5)) ? (i64)(__clzll(i64a)) : (i64)((((f32a >= f32p) != (f64p > f64b)) ? (i64)(i64b + i64b) : (i64)(from<i64>(i64p))))));
    const f32 f32x12 = load<f32>(in, 10) * 255.0f;
    const f32 f32x13 = load<f32>(in, 12) * f32a;
    i32a = __reduce_min_sync(0xffffffffu, (i32)(__funnelshift_lc((i32)(__umulhi(i32p, i32b)), (i32)(__dp4a((int)i32a, (int)(i32)-2ll, (int)(i32)((i32)256ll + i32b))), (i32)(__double2uint_rd(-1.25)))));
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
    if ((__hadd(__float2half(1000.0f), f16p) == __hneg(__float2half(255.0f)))) {
        table[(u32)((u32)32767ll >> 24) & 15] = (u32)(__fns((u32)(u32b << 16), (u32)(__umul24(u32a, u32a)) & 31, (int)((u32)(((i32a != (i32)63ll) ? u32b : u32p)) & 15) - 7));
        i32b = (i32)(from<i32>(__frcp_rn((f32p - f32p))));
    }
    else {
        table[(u32)((u32)(__double2uint_rd(f64b)) ^ u32b) & 15] = (u32)(__double2hiint(canon(from<f64>(u32p))));
        if (((i16)(i16a + i16a) <= (i16)(i16a & (i16)65536ll))) {
            const f64 f64x0 = load<f64>(in, 14) * f64a;
            i16a = (i16)((i16)((((u8)(from<u8>(f32p)) <= (u8)(((i64b > i64p) ? u8a : u8a))) ? (i16)(i16a / 10) : (i16)(from<i16>(i32p)))) + (i16)((((i8)(from<i8>(1000.0f)) <= (i8)(i8a | i8a)) ? (i16)((i16)(i16a * i16a) % 641) : (i16)(i16a + i16a))));
        }
    }
    i128a = (i128)((i128)((i128)31ll | (i128)63ll) | (i128)(i128a + (i128)(i128a & i128a)));
    f64a = floor(((f16p >= __float2half(-1.25f)) ? f64b : from<f64>(i128a)));
    table[(u32)(from<u32>(i8a)) & 15] = (u32)((u32)(__rhadd((int)(u32)(u32a * u32b), (int)(u32)128ll)) + (u32)((u32)(u32a ^ u32a) >> (int)(u32p & 31)));
    u32a = __reduce_or_sync(0xffffffffu, (u32)(~(u32)(u32p & (u32)(u32a | u32b))));
    i16a = (i16)((i16)((i16)(i16a & i16a) >> 1) ^ (i16)((i16)(from<i16>((u16)32767ll)) ^ (i16)(from<i16>(i16a))));
    for (int k1 = 0; k1 < 2; k1++) {
        {
            switch ((u32)(from<u32>(i64b)) & 7) {
            case 0: {
                u32a = (u32)((u32)((u32)(__ffs((u32)65535ll)) + u32a) << (int)((u32)(__funnelshift_l((u32)((((i8)31ll > (i8)63ll) ? (u32)2147483647ll : u32p)), (u32)(u32b + u32a), (u32)(__popc(u32p)))) & 31));
                const f32 f32x2 = load<f32>(in, 26) * 255.0f;
                f32b = ((((f64b + f64p) == erf(f64p)) != (cbrt(f64b) == __dadd_rz(f64b, f64p))) ? __fadd_rz(expf(f32p), from<f32>(hcos(f16p))) : -(-1.25f));
            }
                break;
            case 1: {
                i32a = (i32)((i32)(from<i32>(f64b)) << (int)((u32)(__half2int_rn(__float2half(1000.0f))) & 31));
                u128a = (u128)((u128)((u128)(u128a + (u128)256ll) >> (int)(u32a & 127)) * (u128)(u128a << 62));
                i64a = (i64)(from<i64>(powf(cbrtf(f32b), from<f32>(f16p))));
            }
            case 2: {
                table[(u32)(from<u32>((i32)(i32b >> 24))) & 15] = (u32)((u32)(u32b ^ u32b) & (u32)(from<u32>(i64b)));
                i64b = (i64)(-(i64)(from<i64>((i128)(((u64p > (u64)65535ll) ? i128a : (i128)100ll)))));
                u128a = (u128)((u128)(u128a >> 92) << 49);
            }
            case 3: {
                const f32 f32x3 = load<f32>(in, 22) * -1.25f;
                i128a = (i128)((i128)(i128a >> 109) - (i128)(i128a ^ (i128)(i128a ^ (i128)1000ll)));
            }
            default: {
                f16a = (((u32)(u32b | u32a) <= (u32)(__dp4a((int)(u32)(__dp4a((int)u32b, (int)u32b, (int)u32b)), (int)u32b, (int)u32a))) ? __hmul(f16p, __float2half(3.0f)) : (((i128)(from<i128>((u32)0ll)) == (i128)(i128a * i128a)) ? hrsqrt(f16a) : hexp2(f16a)));
            }
            }
            switch ((u32)(((u64b < u64a) ? (u32)256ll : (u32)((f64a <= f64b)))) & 7) {
            case 0: {
                const f32 f32x4 = load<f32>(in, 23) * f32p;
            }
            case 1: {
                const f64 f64x5 = load<f64>(in, 0) * f64a;
                const f32 f32x6 = load<f32>(in, 37) * f32p;
            }
                break;
            case 2: {
                table[(u32)(__mulhi(u32a, u32p)) & 15] = (u32)((u32)((u32)127ll >> (int)(u32a & 31)) - (u32)(from<u32>(u64b)));
                f64a = (from<f64>((i64)(i64p / (i64)((i64)-2ll | 1))) - pow(f64a, (f64a + f64b)));
                const f32 f32x7 = load<f32>(in, 6) * f32b;
            }
                break;
            case 3: {
                const f32 f32x8 = load<f32>(in, 35) * f32b;
                u32a = (u32)((u32)(min((u32)((u32)(__half2int_rn(f16p)) * (u32)(from<u32>(i64a))), (u32)(from<u32>(u32p)))) >> 19);
            }
                break;
            case 4: {
                f64a = tanh(((u8a >= u8a) ? ceil(f64b) : (255.0 / f64p)));
            }
                break;
            case 5: {
                f16a = (((u16)(table[(u32)(u32b >> (int)((u32)100ll & 31)) & 15]) == (u16)((u16)(from<u16>(f16p)) * (u16)((u16)255ll ^ u16a))) ? from<f16>((u128)((i128a >= i128a))) : __hdiv(__habs(f16p), hcos(f16a)));
                u16a = (u16)(table[(u32)((u32)(from<u32>(u128a)) >> 21) & 15]);
                i16a = (i16)((i16)((i16)(i16a + (i16)(i16a << (int)(u32b & 15))) ^ (i16)(i16a * (i16)(i16a % (i16)((i16)3ll | 1)))) / (i16)((i16)((i16)63ll + i16a) | 1));
            }
            case 6: {
                u32b = (u32)(-(u32)(((u64)2147483647ll == u64a)));
                f64a = (erf(sqrt(f64b)) * (((u64)(from<u64>(i64p)) >= (u64)((u32p < u32b))) ? fmin(f64p, f64a) : sqrt(f64a)));
            }
            default: {
                i128a = (i128)((i128)(((u64p <= (u64)127ll) ? (i128)(i128a | i128a) : (i128)(from<i128>(-1.25f)))) << (int)((u32)(((f16a > f16a) ? (u32)128ll : (u32)0ll)) & 127));
            }
            }
            if (((u128)(((u16a >= u16a) ? u128a : u128a)) == (u128)((((u8)1ll != u8a) ? (u128)3ll : u128a)))) {
                const f64 f64x9 = load<f64>(in, 5) * f64b;
                i128a = (i128)((i128)(i128a >> (int)(u32p & 127)) ^ (i128)((i128)(i128a + (i128)65535ll) * (i128)((i128)128ll % 10)));
                u32b = (u32)(__vsub4((u32)((u32)(from<u32>(u128a)) * u32a), (u32)(from<u32>(__hadd(f16p, f16a)))));
            }
        }
        if ((u64b >= u64a))
            break;
        i32a += k1;
    }
    const f32 f32x10 = load<f32>(in, 20) * f32b;
    if (((i16)(i16a + i16a) == (i16)(from<i16>(f32b)))) {
        i128a = (i128)(((((i16a > (i16)7ll) != (u64p > u64a)) || ((u32)(__vadd2(u32b, u32b)) == (u32)(from<u32>(u8a)))) ? (i128)((i128)(from<i128>(0.5)) * (i128)(i128a | i128a)) : (i128)(i128a << (int)(u32p & 127))));
        const f16 f16x11 = load<f16>(in, 0) * __float2half(0.5f);
    }
    for (int k12 = 0; k12 < (int)(u32a & 3); k12++) {
        {
            u16a = (u16)((((u64)(((f64b < f64p) ? (u64)(((i64b < i64b) ? u64b : u64b)) : (u64)(__popcll(u64a)))) == (u64)(__double2ull_rz(f64b))) ? (u16)(~(u16)((u16)((u16)256ll * u16a) * (u16)(from<u16>((i64)65536ll)))) : (u16)((u16)(u16a | u16a) ^ (u16)(((u32a > u32b) ? u16a : u16a)))));
            if (((u8)(u8a << (int)((u32)65535ll & 7)) < (u8)(u8a >> (int)(u32b & 7)))) {
                i32a = (i32)((i32)((i32)(__funnelshift_l((i32)31ll, (i32)(__byte_perm(i32p, i32b, i32a)), (i32)(__fns(i32p, i32p & 31, (int)((i32)65536ll & 15) - 7)))) + (i32)(~i32a)) & (i32)((i32)(__vsub4(i32p, i32b)) | (i32)2147483647ll));
                f32b = fmodf((from<f32>(u16a) * expf(f32p)), __logf(__logf(-7e-3f)));
                f16a = htrunc(hlog(from<f16>(u128a)));
            }
            else {
                const f16 f16x13 = load<f16>(in, 15) * f16p;
                u32b = (u32)(from<u32>((i64)(__double2ull_rz(f64p))));
            }
        }
        i32a += k12;
    }
    i32b = (i32)(__hadd((int)(i32)(__byte_perm((i32)(i32a ^ i32p), (i32)((i32)(__double2hiint(canon(f64p))) - (i32)(i32p * (i32)31ll)), (i32)(i32a ^ (i32)(__vmaxu4((i32)100ll, i32p))))), (int)(i32)(abs((int)(i32)(from<i32>(f16p))))));
    u32a = __reduce_max_sync(0xffffffffu, (u32)(abs((int)(u32)(__sad((u32)(from<u32>((i32)32ll)), (u32)((u32)128ll >> (int)((u32)255ll & 31)), u32p)))));
    table[(u32)((u32)(__fns((u32)7ll, u32a & 31, (int)(u32p & 15) - 7)) | (u32)(u32a + u32a)) & 15] = (u32)((u32)(from<u32>((i8)128ll)) << 5);
    if ((hsqrt(f16p) != __hsub(f16p, f16a))) {
        f32a = f32a - f32x10;
        i128a = (i128)((i128)((i128)(i128a - i128a) | i128a) * (i128)(from<i128>((i8)(i8a >> (int)(u32p & 7)))));
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
    const f32 f32x0 = load<f32>(in, 34) * 0.5f;
    i16a = (i16)(from<i16>((i8)(~(i8)((i8)32ll - i8a))));
    i64a = (i64)((i64)(h4((i32)(__umul24(i32a, i32a)), (u64)((u64)(table[(u32)128ll & 15]) >> 17), rsqrtf(f32b))) >> (int)((u32)(from<u32>((u128)2ll)) & 63));
    if (((i128a > i128a) || ((i8a < i8a) && (u8a > u8a)))) {
        table[(u32)(from<u32>(u32a)) & 15] = (u32)(__half_as_ushort(canon(((u32a <= u32b) ? f16p : __float2half(-7e-3f)))));
    }
    table[(u32)((u32)(__mul24(u32p, u32a)) ^ (u32)(__vavgu2((u32)3ll, (u32)65535ll))) & 15] = (u32)((u32)(min((u32)3ll, (u32)(from<u32>((i8)65536ll)))) & (u32)(__byte_perm(u32p, (u32)2147483647ll, u32b)));
    f32a = fabsf((from<f32>((i128)2ll) * __fadd_rz(f32b, f32p)));
    u32a = __reduce_max_sync(0xffffffffu, (u32)(__dp4a((int)(u32)(from<u32>((i16)(i16a >> 2))), (int)(u32)(from<u32>(f64p)), (int)(u32)(u32b & u32p))));
    i128a = (i128)((i128)(table[(u32)(from<u32>(i16a)) & 15]) + (i128)((i128)((i128)3ll % 641) - i128a));
    u32a = __reduce_add_sync(0xffffffffu, (u32)((((u128)(~u128a) == (u128)(from<u128>(u16a))) ? (u32)(((u16a < u16a) ? u32p : u32p)) : (u32)(__sad(u32a, u32a, u32b)))));
    u32a = __reduce_or_sync(0xffffffffu, (u32)((u32)(u32p * (u32)31ll) - (u32)(from<u32>((i8)7ll))));
    for (int k1 = 0; k1 < 2; k1++) {
        {
            i16a = (i16)((i16)((i16)127ll ^ i16a) + (i16)((i16)(((i64b <= i64p) ? (i16)32ll : i16a)) | (i16)(i16a + i16a)));
            u32a = (u32)(__float_as_int(canon(from<f32>((u32)(__vsub4(u32a, u32a))))));
        }
        i32a += k1;
    }
    i16a = (i16)(((((i16)(i16a - (i16)7ll) < (i16)((i16)65536ll ^ i16a)) != ((i8)(i8a * i8a) > (i8)((i64a < i64b)))) ? (i16)(i16a * (i16)(i16a - i16a)) : (i16)(i16a << (int)(u32a & 15))));
    f16a = htrunc(__hneg(from<f16>((i128)-128ll)));
    i32a = __shfl_up_sync(0xffffffffu, i32a, (u32)((u32)(__rhadd((int)u32b, (int)u32a)) - (u32)(__popc((u32)(from<u32>(u32b))))) & 15, 8);
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
    i64a = (i64)((i64)(from<i64>(u128a)) + (i64)(from<i64>((i8)(~(i8)32ll))));
    u64a = (u64)((u64)(-(u64)(__clzll(u64p))) & (u64)((u64)(((f64b >= f64p) ? (u64)63ll : u64b)) * (u64)(table[u32a & 15])));
    if (((u64)(h4(i32p, u64b, f32a)) == (u64)(~u64p))) {
        if (((i8)(i8a * (i8)31ll) >= (i8)(i8a % (i8)((i8)32ll | 1)))) {
            const f64 f64x0 = load<f64>(in, 23) * f64a;
            u8a = (u8)(from<u8>((i128)((i128)(i128a >> 36) % (i128)((i128)7ll | 1))));
            u64b = (u64)(h3((i32)((((u128)255ll == u128a) ? (i32)(__umul24(i32b, i32a)) : i32p)), (u64)(__double_as_longlong(canon((f64p - 1000.0)))), __sinf(__fadd_rz(f32b, 0.5f))));
        }
    }
    if (((u16)((u16)0ll + u16a) > (u16)(from<u16>(u128a)))) {
        const f32 f32x1 = load<f32>(in, 18) * f32a;
        switch ((u32)(__usad((u32)(__vadd2(u32a, u32a)), u32a, (u32)65536ll)) & 7) {
        case 0: {
            i64b = (i64)(__clzll((i64)(__brevll((i64)100ll))));
            i16a = (i16)(~(i16)((i16)(i16a ^ i16a) * (i16)((i16)((i16)256ll << (int)(u32b & 15)) % (i16)(i16a | 1))));
            u32b = (u32)(__half_as_ushort(canon(__hneg(__float2half(-7e-3f)))));
        }
            break;
        case 1: {
            f32a = f32a - f32x1;
        }
            break;
        case 2: {
            u16a = (u16)((u16)((u16)(from<u16>(i32p)) - (u16)(u16a << (int)((u32)32767ll & 15))) * (u16)(from<u16>((u8)(((i128a != i128a) ? u8a : (u8)31ll)))));
            u32b = (u32)((((u128)(from<u128>(i64p)) > (u128)((u128)(~u128a) + (u128)((u128)63ll / (u128)(u128a | 1)))) ? (u32)(__float_as_int(canon(__sinf(f32b)))) : (u32)(from<u32>((i64)((i64)(__double2ull_rz(f64a)) ^ i64p)))));
        }
        case 3: {
            table[(u32)((u32)(from<u32>(f16a)) & u32a) & 15] = (u32)(__funnelshift_r((u32)(u32a - u32p), (u32)(__funnelshift_r(u32b, u32a, u32b)), (u32)(__funnelshift_l(u32a, u32b, u32p))));
        }
            break;
        default: {
            u64a = (u64)((u64)(u32)(u64)(((pow(1000.0, f64a) <= from<f64>((i128)32ll)) ? (u64)(table[(u32)3ll & 15]) : (u64)(from<u64>((u8)(table[u32b & 15]))))) * (u32)(u64)(__umul64hi((u64)(((i8a != i8a) ? u64p : u64b)), u64p)));
        }
        }
        const f16 f16x2 = load<f16>(in, 32) * f16p;
    }
    const f32 f32x3 = load<f32>(in, 4) * f32a;
    const f16 f16x4 = load<f16>(in, 8) * f16p;
    f32a = __shfl_up_sync(0xffffffffu, f32a, (u32)(__fns((u32)(u32b * (u32)65535ll), (u32)(from<u32>((u16)-1ll)) & 31, (int)((u32)(u32a << 26) & 15) - 7)) & 15, 16);
    i64a = (i64)(from<i64>((fmaf((f32p - f32p), f32b, f32b) * from<f32>((i8)(i8a * i8a)))));
    if ((((u16a <= u16a) != (i16a > i16a)) || (__float2half(255.0f) == f16p))) {
        i8a = (i8)(table[(u32)(-(u32)((((u16)2147483647ll <= (u16)-128ll) ? u32a : u32p))) & 15]);
        const f64 f64x5 = load<f64>(in, 2) * f64b;
        switch ((u32)(__vadd2(u32a, u32b)) & 7) {
        case 0: {
            f32b = f32x3 - f32b;
            f32a = -7e-3f - f32x3;
        }
            break;
        case 1: {
            i64b = (i64)((i64)((i64)(from<i64>((i128)(from<i128>(f64a)))) << 18) / 10);
            i128a = (i128)((i128)(((i128a > (i128)256ll) ? (i128)((f16p < __float2half(-7e-3f))) : i128a)) << (int)((u32)(__dp2a_lo((int)(u32)2147483647ll, (int)(u32)(u32p >> (int)(u32p & 31)), (int)(u32)-2ll)) & 127));
            f16a = f16x4 - f16a;
        }
        case 2: {
            table[(u32)(u32p + (u32)(__umul24((u32)127ll, u32a))) & 15] = (u32)(from<u32>((i32)(i32p >> 24)));
            table[(u32)(((u16a == (u16)-1ll) ? u32p : (u32)-128ll)) & 15] = (u32)(((sin(f64a) < (f64a - -7e-3)) ? (u32)(__vavgu2(u32p, u32p)) : (u32)(from<u32>(i64a))));
        }
            break;
        case 3: {
            f16a = hsqrt(hlog2(from<f16>((i16)(from<i16>(u16a)))));
        }
            break;
        default: {
            i8a = (i8)(from<i8>(rsqrt(255.0)));
            u8a = (u8)((u8)((u8)(from<u8>((i16)-1ll)) << 5) & (u8)(((i16a > i16a) ? u8a : (u8)(u8a & u8a))));
        }
        }
    }
    switch ((u32)(__mulhi((u32)(u32a * u32p), (u32)(__dp2a_lo((int)(u32)-128ll, (int)u32p, (int)u32p)))) & 7) {
    case 0: {
        f16a = f16a + f16x4;
        f32b = f32b - f32x3;
        if ((from<f32>(i128a) != fminf(f32b, f32a))) {
            i32b = (i32)(min((i32)((f32a == f32p)), (i32)(i32a >> (int)(u32p & 31))));
            f16a = f16a + f16x4;
        }
    }
        break;
    case 1: {
        i8a = (i8)(((hrcp(f16p) <= __hsub(f16a, f16p)) ? (i8)((i8)(((u32b == u32b) ? i8a : i8a)) * (i8)(i8a % (i8)((i8)31ll | 1))) : (i8)(((__dadd_rz(f64b, f64a) < __dmul_ru(65536.0, f64a)) ? (i8)(-(i8)2147483647ll) : (i8)(i8a - (i8)(i8a % (i8)(i8a | 1)))))));
        i16a = (i16)((i16)((i16)(i16a & (i16)(table[(u32)32767ll & 15])) | (i16)((i16)((i16)0ll * i16a) * (i16)0ll)) / 7);
    }
        break;
    case 2: {
        switch ((u32)(u32p - (u32)(-u32p)) & 7) {
        case 0: {
            f16a = __hmul(hsin(f16a), (((u8)((u8)1000ll % 16) >= (u8)(u8a | u8a)) ? ((f64p < f64b) ? f16p : from<f16>(f32b)) : hexp2(((i128a == i128a) ? __float2half(0.5f) : f16a))));
        }
        case 1: {
            f32a = f32a + f32x3;
            u64a = (u64)(h1((i32)(i32a ^ (i32)(__funnelshift_lc(i32p, i32p, i32a))), (u64)((u64)(from<u64>(u16a)) >> (int)((u32)(abs((int)u32a)) & 63)), rsqrtf(__fmaf_ru(f32a, f32p, f32p))));
        }
            break;
        case 2: {
            const f32 f32x6 = load<f32>(in, 34) * f32p;
            const f64 f64x7 = load<f64>(in, 23) * 0.5;
        }
            break;
        case 3: {
            f64b = ((((u32)100ll < u32a) ? rint(f64a) : sign_of(f64p, f64a)) - tanh(f64a));
        }
            break;
        default: {
            u32b = (u32)(from<u32>((i128)(~(i128)(from<i128>(i16a)))));
            f64a = from<f64>((i32)((((i16)-1ll < i16a) ? i32b : (i32)((i32)2ll + i32a))));
        }
        }
    }
        break;
    case 3: {
        i16a = (i16)((i16)((i16)(from<i16>((i128)256ll)) - i16a) * (i16)((i16)(from<i16>(-1.25)) / 641));
        table[(u32)(__float_as_int(canon(asinf(f32a)))) & 15] = (u32)((u32)(__umulhi((u32)256ll, (u32)(__mul24(u32p, u32a)))) % (u32)((u32)(__vmaxu4(u32p, (u32)100ll)) | 1));
    }
        break;
    case 4: {
        f32b = f32p - f32x3;
    }
        break;
    default: {
        const f16 f16x8 = load<f16>(in, 1) * __float2half(0.5f);
    }
    }
    if ((sqrt(f64p) >= __dmul_ru(f64p, f64a))) {
        const f16 f16x9 = load<f16>(in, 9) * f16p;
        i16a = (i16)(from<i16>(exp2f(rintf(__cosf(f32a)))));
    }
    f32a = __frcp_rn(atan2f(cosf(-7e-3f), sign_of(1000.0f, f32p)));
    const f64 f64x10 = load<f64>(in, 11) * f64a;
    i32a = __reduce_min_sync(0xffffffffu, (i32)((((((i8)2ll == (i8)1ll) || (__float2half(65536.0f) <= f16a)) || (u8a >= (u8)-128ll)) ? (i32)((i32)2ll >> 13) : (i32)(__mul24(i32b, i32p)))));
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
    if (((u16)(from<u16>(u32p)) != (u16)(u16a % (u16)(u16a | 1)))) {
        i32a = (i32)(__funnelshift_l((i32)(__vcmpgts2((i32)(__vaddss2((i32)(from<i32>(u16a)), (i32)(i32p + i32b))), (i32)((i32)(i32a << 7) & i32p))), (i32)((((u16)((u16)2147483647ll - u16a) == (u16)(u16a + u16a)) ? (i32)(from<i32>(i16a)) : (i32)((((u8)-2ll == u8a) ? i32b : (i32)2147483647ll)))), (i32)((i32)(__ffs(i32p)) ^ (i32)(__mulhi(i32b, (i32)128ll)))));
        if (((u128)(u128a + u128a) != (u128)(from<u128>(u32b)))) {
            f64a = -(rint(((i16a != i16a) ? 255.0 : -7e-3)));
        }
    }
    for (int k0 = 0; k0 < (int)(u32a & 3); k0++) {
        {
            switch ((u32)((u32)-128ll % 641) & 7) {
            case 0: {
                u64b = (u64)(min((u64)(__popcll((u64)(__ffsll((u64)3ll)))), (u64)(from<u64>((u16)(table[u32p & 15])))));
                const f32 f32x1 = load<f32>(in, 11) * f32a;
            }
            case 1: {
                const f64 f64x2 = load<f64>(in, 24) * -7e-3;
                i128a = (i128)((i128)((((u64b < (u64)65536ll) && (i8a >= i8a)) ? (i128)((i128)(i128a ^ i128a) << 108) : (i128)((i128)0ll * i128a))) ^ (i128)((i128)(i128a & i128a) % (i128)((i128)(i128a * i128a) | 1)));
                f64a = floor(__dmul_ru(f64b, 255.0));
            }
                break;
            case 2: {
                u32a = (u32)(__funnelshift_r((u32)(u32a - (u32)(from<u32>(f64p))), (u32)(from<u32>(-1.25)), (u32)(__rhadd((int)(u32)32ll, (int)(u32)((u32)65536ll ^ u32b)))));
                const f64 f64x3 = load<f64>(in, 3) * f64p;
            }
                break;
            case 3: {
                i64b = (i64)((i64)((i64)1ll | i64b) & (i64)(max(i64p, (i64)256ll)));
                f64b = sign_of((((u32p <= u32a) ? from<f64>(u8a) : __dsub_rd(f64p, f64a)) * from<f64>(u32b)), fma((f64a - f64p), floor(f64b), from<f64>((u8)3ll)));
                f32a = asinf(erff(3.0f));
            }
                break;
            case 4: {
                u16a = (u16)((u16)(-(u16)(((f32a < f32p) ? u16a : u16a))) | (u16)((u16)(u16a - (u16)(from<u16>(u8a))) & (u16)(u16a >> 12)));
                const f32 f32x4 = load<f32>(in, 4) * f32p;
            }
            case 5: {
                f32a = __fsub_rd(roundf(ldexpf(f32p, (int)(u32a & 63) - 32)), exp2f(__sinf(roundf(f32p))));
            }
            default: {
                u128a = (u128)((((u64)(from<u64>(i8a)) < (u64)(from<u64>(f64a))) && ((i128a <= i128a) != ((u16)100ll < u16a))));
                u32a = (u32)(from<u32>((u16)(u16a % (u16)(u16a | 1))));
                const f64 f64x5 = load<f64>(in, 20) * f64b;
            }
            }
            const f32 f32x6 = load<f32>(in, 20) * f32p;
            if (((u32)((u32)-2ll + (u32)0ll) > (u32)(__rhadd((int)u32p, (int)u32b)))) {
                f32b = f32a - f32x6;
            }
        }
        if ((f16p == __float2half(0.5f)))
            continue;
        i32a += k0;
    }
    for (int k7 = 0; k7 < (int)(i32b & 7); k7++) {
        {
            switch ((u32)(u32b & u32b) & 7) {
            case 0: {
                i64b = (i64)(__umul64hi((i64)(from<i64>((u16)(u16a % 100))), (i64)(h3((i32)(__vmaxu4(i32p, i32a)), (u64)(from<u64>(u8a)), from<f32>(i16a)))));
                u128a = (u128)((u128)((u128)32767ll >> 96) ^ (u128)((u128)(u128a - u128a) >> (int)((u32)(table[u32b & 15]) & 127)));
                i8a = (i8)((i8)((i8)((i8)(i8a >> (int)(u32p & 7)) & i8a) << (int)((u32)(__usad(u32p, u32p, u32p)) & 7)) << (int)((u32)(__float2int_ru(3.0f)) & 7));
            }
            case 1: {
                const f16 f16x8 = load<f16>(in, 2) * f16p;
            }
            case 2: {
                i16a = (i16)((i16)(from<i16>(tanh(__fma_rz(f64p, 0.5, 65536.0)))) | (i16)(i16a & (i16)(i16a * i16a)));
            }
            case 3: {
                const f16 f16x9 = load<f16>(in, 2) * f16p;
                f16a = f16x9 + f16a;
            }
            case 4: {
                const f32 f32x10 = load<f32>(in, 17) * f32a;
                f32a = fmodf(__frcp_rn(from<f32>(u128a)), sinf(__saturatef((f32a - -7e-3f))));
            }
                break;
            case 5: {
                f64a = rint(__fma_rd(f64a, -7e-3, 3.0));
            }
                break;
            case 6: {
                const f64 f64x11 = load<f64>(in, 16) * -1.25;
                u64a = (u64)((u64)(__mul64hi((u64)((u64)((u128a != u128a)) * (u64)(from<u64>(f64a))), (u64)(((i8a != i8a) ? u64b : u64p)))) * (u64)(__popcll((u64)(h1((i32)(__dp4a((unsigned)i32b, (unsigned)i32b, (unsigned)i32a)), (u64)(u64a << (int)((u32)7ll & 63)), (f32a + f32p))))));
            }
                break;
            default: {
                const f32 f32x12 = load<f32>(in, 15) * f32p;
            }
            }
            if (((i16)(i16a - i16a) > (i16)(from<i16>(f32b)))) {
                f32b = exp2f((f32b / from<f32>(255.0f)));
                const f16 f16x13 = load<f16>(in, 3) * f16p;
            }
        }
        if ((f32p < f32a))
            break;
        i32a += k7;
    }
    if ((-(f64p) < -(f64p))) {
        f32b = floorf(from<f32>((i16)((i16)(i16a % 641) % 7)));
        if (((i32p <= i32p) || (i32b != i32b))) {
            u64b = (u64)(h5((i32)((i32)(from<i32>(u16a)) / 7), (u64)((u64)(from<u64>(i8a)) % (u64)((u64)(from<u64>((u128)3ll)) | 1)), __cosf(fabsf(f32b))));
        }
        else {
            const f64 f64x14 = load<f64>(in, 16) * f64a;
            i32a = (i32)(__hadd((int)(i32)((((u16)(u16a + u16a) != (u16)(u16a ^ u16a)) ? (i32)(__mulhi(i32a, i32b)) : (i32)(i32b ^ (i32)255ll))), (int)(i32)(abs((int)(i32)-2ll))));
        }
    }
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)((u32)(from<u32>(u32p)) * (u32)(__umulhi(u32p, u32p))) & 1, &same); i32a ^= same; }
    u128a = (u128)(-(u128)(table[(u32)(__half_as_ushort(canon(f16p))) & 15]));
    i32b += __all_sync(0xffffffffu, ((u8)(u8a + u8a) > (u8)((u8)32767ll / 3))) * 2 + __any_sync(0xffffffffu, ((i16)(i16a - i16a) >= (i16)(~(i16)63ll)));
    const f64 f64x15 = load<f64>(in, 25) * f64a;
    for (int k16 = 0; k16 < (int)(u32a & 3); k16++) {
        {
            i32b ^= table[lane & 15];
            f16a = htrunc(__hmin(from<f16>(u64p), ((u16a <= u16a) ? f16p : __hdiv(__float2half(0.5f), f16a))));
        }
        i32a += k16;
    }
    f32a = __shfl_down_sync(0xffffffffu, f32a, (u32)((u32)((u32)(__half_as_ushort(canon(f16p))) + (u32)(from<u32>(i32a))) % (u32)((u32)(from<u32>(__float2half(-7e-3f))) | 1)) & 15, 32);
    const f16 f16x17 = load<f16>(in, 14) * __float2half(3.0f);
    u8a = (u8)((u8)((u8)((u8)-128ll << 1) / (u8)((u8)((u8)3ll & (u8)2ll) | 1)) & (u8)((((i8)((i8)1000ll & i8a) > (i8)(i8a % 3)) ? (u8)(u8a * (u8)(u8a + u8a)) : (u8)(((i128a != (i128)65535ll) ? (u8)((u8)63ll | (u8)-128ll) : (u8)2ll)))));
    u16a = (u16)((u16)(u16a ^ (u16)(u16a ^ u16a)) % (u16)((u16)(u16a << (int)((u32)2147483647ll & 15)) | 1));
    const f64 f64x18 = load<f64>(in, 17) * f64a;
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
    u32a = __reduce_min_sync(0xffffffffu, (u32)(from<u32>((u8)(from<u8>(u32a)))));
    if ((((i64b >= i64p) ? f32p : f32b) <= tanhf(-7e-3f))) {
        switch ((u32)(from<u32>((u8)(u8a - u8a))) & 7) {
        case 0: {
            f32b = (erff(65536.0f) + (__saturatef(0.5f) * from<f32>(f32p)));
            f64a = (((u64)(llabs((long long)(u64)(from<u64>(u8a)))) != (u64)(__umul64hi((u64)(u64p - (u64)2147483647ll), u64a))) ? cbrt(((f64b - f64a) - f64b)) : floor(sign_of(from<f64>(f16a), pow(1000.0, f64p))));
        }
            break;
        case 1: {
            f16a = hexp2((((i16a == (i16)63ll) && (u128a == (u128)63ll)) ? hcos(__float2half(-1.25f)) : __hfma(f16a, __float2half(3.0f), __float2half(-7e-3f))));
            f32b = __sinf(floorf(f32p));
        }
            break;
        case 2: {
            i64a = (i64)(h0((i32)((i32)(-(i32)63ll) << 30), (u64)(from<u64>((i32)(((u64b < u64b) ? i32b : (i32)(__funnelshift_l(i32a, i32p, i32b)))))), (__frcp_rn(floorf(f32b)) + floorf(3.0f))));
            const f64 f64x0 = load<f64>(in, 23) * -7e-3;
            const f32 f32x1 = load<f32>(in, 21) * f32p;
        }
            break;
        case 3: {
            u64b = (u64)(__clzll((u64)(__double2ull_rz(__dmul_ru(f64a, 255.0)))));
        }
        case 4: {
            table[(u32)(__double2hiint(canon(f64b))) & 15] = (u32)((u32)((u32)1ll | u32a) & (u32)(u32p * u32a));
            const f64 f64x2 = load<f64>(in, 16) * f64p;
            i32a = (i32)((i32)(__vmaxu4((i32)(__double2hiint(canon(f64p))), (i32)(__ffs(i32a)))) * (i32)(from<i32>((i8)(((u128a > u128a) ? (i8)-1ll : i8a)))));
        }
        case 5: {
            i8a = (i8)((((i16)((i16)((i16)-128ll - i16a) >> (int)((u32)255ll & 15)) < (i16)(i16a / (i16)((i16)65536ll | 1))) ? (i8)((i8)(i8a | i8a) ^ (i8)(-i8a)) : (i8)(from<i8>(exp2f(f32p)))));
        }
            break;
        case 6: {
            u32b = (u32)((u32)((u32)(from<u32>(u128a)) * (u32)((u32)-128ll | (u32)-1ll)) - (u32)(((f64p >= 65536.0) ? (u32)3ll : u32a)));
        }
        default: {
            u64a = (u64)((u64)(u32)(u64)((u64)(h0(i32b, u64p, f32a)) + (u64)((u64)(-u64b) - (u64)(min(u64b, (u64)3ll)))) * (u32)(u64)((i64)(i32)u64b * (i32)u64a));
        }
        }
        i128a = (i128)((i128)((i128)(from<i128>((u128)(u128a & u128a))) << 43) ^ (i128)((i128)(i128a / 3) | (i128)(i128a * i128a)));
        u8a = (u8)(from<u8>((i16)((i16)(i16a | (i16)32ll) << 6)));
    }
    for (int k3 = 0; k3 < (int)(i32b & 7); k3++) {
        {
            f64b = sqrt((fabs(f64b) + from<f64>((i8)(i8a - i8a))));
            const f32 f32x4 = load<f32>(in, 13) * -7e-3f;
            table[(u32)(__vaddss2((u32)(from<u32>(__float2half(-7e-3f))), (u32)(u32p % 7))) & 15] = (u32)(__rhadd((int)(u32)(from<u32>(f64b)), (int)(u32)(u32b >> (int)((u32)255ll & 31))));
        }
        if ((u8a <= u8a))
            continue;
        i32a += k3;
    }
    const f64 f64x5 = load<f64>(in, 20) * -1.25;
    if (((u128)(((i16a > i16a) ? u128a : u128a)) != (u128)(u128a / (u128)(u128a | 1)))) {
        u32a = (u32)((u32)(u32a / 3) >> 18);
        table[(u32)((u32)(u32p % 10) << (int)(u32a & 31)) & 15] = (u32)(__half_as_ushort(canon(__hmul(f16p, f16a))));
        u32b = (u32)(table[(u32)(from<u32>((i32)(from<i32>(f16a)))) & 15]);
    }
    else {
        i128a = (i128)(from<i128>((u64)(h2((i32)(i32b - i32a), (u64)(((u128a > (u128)100ll) ? u64p : (u64)(h0(i32p, u64a, f32p)))), __saturatef(f32p)))));
    }
    f64a = f64a + f64x5;
    const f16 f16x6 = load<f16>(in, 11) * f16a;
    const f64 f64x7 = load<f64>(in, 0) * -1.25;
    f16a = hexp(hfloor(__float2half(3.0f)));
    const f32 f32x8 = load<f32>(in, 25) * f32p;
    f32b = 65536.0f - f32x8;
    f32b = f32b - f32x8;
    u16a = (u16)((u16)((u16)((u16)-128ll - u16a) / 100) ^ (u16)((u16)(u16a % 100) - (u16)((u16)0ll & u16a)));
    u32a = __reduce_add_sync(0xffffffffu, (u32)(__vabsdiffs4((u32)((u32)((u32)65535ll + u32p) * u32p), (u32)(__ffs((u32)-128ll)))));
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
    f64a = ceil((erf(f64b) - fabs(f64p)));
    u32a = __ballot_sync(0xffffffffu, ((u16)((u16)128ll << (int)(u32a & 15)) != (u16)(u16a * u16a)));
    if ((((u16a >= (u16)-128ll) ? f64b : f64b) == log(0.5))) {
        u64b = (u64)((u64)(__float2ll_rn(__powf(f32a, -7e-3f))) % (u64)((u64)((u64)(h4(i32a, (u64)32767ll, f32p)) % (u64)(u64b | 1)) | 1));
    }
    table[(u32)(__umul24((u32)(u32p | (u32)127ll), (u32)((u16a < u16a)))) & 15] = (u32)(from<u32>(hlog(f16a)));
    f64a = __shfl_sync(0xffffffffu, f64a, (int)((u32)(__vaddss2((u32)(__float_as_int(canon(f32b))), (u32)((((f32p <= f32p) != (u128a != u128a)) ? u32b : (u32)(u32p >> (int)(u32p & 31)))))) & 31), 8);
    i32b = (i32)((i32)(max((i32)(from<i32>(i64b)), (i32)((((u128)2147483647ll >= u128a) ? i32p : (i32)(from<i32>(i8a)))))) * (i32)(__fns(i32b, i32p & 31, (int)((i32)31ll & 15) - 7)));
    i32b = __shfl_sync(0xffffffffu, i32b, (int)((u32)(__vsub4((u32)((u32)((u32)65536ll % (u32)(u32p | 1)) ^ u32a), (u32)(__popc((u32)(__uhadd(u32b, u32b)))))) & 31), 16);
    u64b = __shfl_sync(0xffffffffu, u64b, (int)((u32)((u32)((u32)-2ll - u32b) << 12) & 31), 8);
    table[(u32)((u32)(abs((int)(u32)2ll)) ^ u32a) & 15] = (u32)((u32)(-u32a) + (u32)(from<u32>(i64a)));
    const f32 f32x0 = load<f32>(in, 24) * -7e-3f;
    const f64 f64x1 = load<f64>(in, 18) * f64a;
    u8a = (u8)((u8)(((f32b != f32b) ? (u8)(u8a ^ u8a) : u8a)) / 10);
    u16a = (u16)(table[(u32)(__half2int_rn(__hmul(f16p, f16a))) & 15]);
    if (((((u32)1000ll > u32a) ? f64p : f64p) == rsqrt(3.0))) {
        f32a = f32x0 - f32a;
        i128a = (i128)((i128)((i128)63ll | i128a) & (i128)(from<i128>((u16)7ll)));
    }
    else {
        if ((tanh(f64b) > (((u128)63ll != u128a) ? 255.0 : f64a))) {
            const f16 f16x2 = load<f16>(in, 14) * f16a;
            f32a = (logf((f32p - 255.0f)) * powf(((u16a != (u16)32767ll) ? f32p : f32p), from<f32>(u32a)));
        }
        i16a = (i16)(from<i16>((u8)((((u128)(u128a * u128a) > (u128)(u128a >> (int)(u32p & 127))) ? (u8)(u8a - u8a) : (u8)((u8)65535ll << 4)))));
        const f16 f16x3 = load<f16>(in, 9) * __float2half(65536.0f);
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
    u32a = __reduce_and_sync(0xffffffffu, (u32)(__double2uint_rd(__dsub_rd(f64b, -1.25))));
    f64b = cos(from<f64>((u128)(u128a - (u128)100ll)));
    if (((u128a < (u128)0ll) != (i32a == (i32)2147483647ll))) {
        i16a = (i16)(from<i16>((u64)(from<u64>((i16)((i16)255ll ^ i16a)))));
        f32b = rsqrtf(from<f32>(f64p));
    }
    else {
        if (((u16)(u16a / (u16)(u16a | 1)) <= (u16)(((255.0 != f64a) ? u16a : (u16)-128ll)))) {
            table[(u32)(__dp4a((int)u32p, (int)u32b, (int)(u32)(u32p & u32b))) & 15] = (u32)(from<u32>((i32)(__vsub4((i32)0ll, i32p))));
        }
        if (((u16)(from<u16>(i8a)) > (u16)(u16a >> 4))) {
            f16a = from<f16>((i128)(from<i128>(i128a)));
            f64b = __longlong_as_double((i64)((i64)-128ll * (i64)2ll));
            const f32 f32x0 = load<f32>(in, 12) * 255.0f;
        }
        i16a = (i16)((i16)((i16)(from<i16>((u8)-2ll)) & (i16)7ll) ^ (i16)(from<i16>((i64)(from<i64>((i128)63ll)))));
    }
    const f64 f64x1 = load<f64>(in, 31) * f64p;
    if (((i64)(__ffsll(i64a)) != (i64)((u64)(u32)i64p * (u32)i64a))) {
        if (((((u16)65535ll == u16a) ? __float2half(-7e-3f) : f16a) == htrunc(f16p))) {
            f32a = __fdividef(tanf(expf(f32a)), fmodf(rsqrtf(f32p), f32p));
        }
    }
    u32a = __reduce_or_sync(0xffffffffu, (u32)((u32)(__popc(u32a)) / (u32)((u32)(__umul24(u32a, u32a)) | 1)));
    table[(u32)(__popc((u32)(__ffs(u32a)))) & 15] = (u32)((((i128)(i128a & i128a) > (i128)((((i16)256ll > (i16)1000ll) ? i128a : i128a))) ? (u32)(__sad((u32)(u32a & (u32)0ll), u32p, u32a)) : (u32)(from<u32>((u64)256ll))));
    switch ((u32)(from<u32>((u64)(__ffsll((u64)256ll)))) & 7) {
    case 0: {
        if (((u128a < (u128)32ll) || ((i16)65536ll >= i16a))) {
            i32b = (i32)(max((i32)(((i8)((((i16)65536ll >= i16a) ? (i8)127ll : i8a)) <= (i8)((i8)-2ll / (i8)((i8)3ll | 1)))), (i32)(from<i32>(from<f64>((u64)2ll)))));
            const f32 f32x2 = load<f32>(in, 23) * f32p;
            u16a = (u16)((u16)((u16)(u16a + u16a) >> (int)((u32)127ll & 15)) + (u16)(-(u16)(u16a - u16a)));
        }
        u128a = (u128)((u128)((u128)(u128a & u128a) | (u128)((u128)127ll >> 112)) - (u128)((u128)(table[(u32)(((i16a != i16a) ? u32b : u32b)) & 15]) - (u128)(((f32p <= f32p) ? (u128)(~u128a) : (u128)(from<u128>((i128)65535ll))))));
        for (int k3 = 0; k3 < (int)(i32b & 7); k3++) {
            {
                const f16 f16x4 = load<f16>(in, 37) * f16a;
                f64b = __fma_rd((from<f64>(u8a) * f64p), (rint(1000.0) + from<f64>((u16)7ll)), fmax((0.5 - f64b), f64b));
            }
            if ((u128a <= u128a))
                continue;
            i32a += k3;
        }
    }
        break;
    case 1: {
        const f32 f32x5 = load<f32>(in, 17) * -1.25f;
    }
        break;
    case 2: {
        i64a = (i64)(__double_as_longlong(canon(from<f64>(cos(f64p)))));
        f64b = f64x1 - f64b;
        u64a = (u64)((i64)(i32)(u64)(from<u64>((u16)127ll)) * (i32)(u64)((((u32a == u32b) != (65536.0 <= f64b)) ? (u64)(__clzll((u64)31ll)) : (u64)((u64)255ll * (u64)1ll))));
    }
    case 3: {
        table[(u32)(from<u32>(u64b)) & 15] = (u32)(__rhadd((int)(u32)(from<u32>((u128)(~u128a))), (int)(u32)(__vabsdiffs4(u32p, (u32)-1ll))));
        i64a = (i64)((i64)((u64)(u32)(i64)((i64)(i32)(i64)1ll * (i32)i64p) * (u32)(i64)(__ffsll((i64)(from<i64>(i16a))))) & (i64)(h0((i32)(__double2uint_rd(f64p)), (u64)(from<u64>((u64)7ll)), fabsf(f32a))));
        switch ((u32)(__vsub4(u32a, (u32)(__hadd((int)u32a, (int)u32p)))) & 7) {
        case 0: {
            const f32 f32x6 = load<f32>(in, 25) * f32b;
            i32a = (i32)(from<i32>((i16)((i16)((i16)(i16a ^ i16a) - i16a) ^ (i16)(i16a - i16a))));
            i128a = (i128)((i128)((i128)128ll | i128a) * (i128)((i128)(i128a - i128a) & (i128)((i128)(-(i128)7ll) << (int)((u32)32767ll & 127))));
        }
            break;
        case 1: {
            f32b = __powf((((i32)1000ll == i32p) ? cosf(f32a) : -1.25f), __cosf(from<f32>(fmax(-7e-3, -1.25))));
            const f64 f64x7 = load<f64>(in, 37) * f64p;
            i128a = (i128)((i128)(((((u128a == u128a) || (u16a < u16a)) || (f16p > f16p)) ? (i128)(table[u32p & 15]) : (i128)(i128a + i128a))) + (i128)(((i128a >= i128a) ? i128a : i128a)));
        }
            break;
        case 2: {
            const f32 f32x8 = load<f32>(in, 31) * 255.0f;
        }
        case 3: {
            i8a = (i8)((i8)(from<i8>(__hadd(f16a, __float2half(0.5f)))) & (i8)(from<i8>(u128a)));
            u8a = (u8)((u8)((u8)(from<u8>(__float2half(3.0f))) & (u8)(u8a & u8a)) << 6);
        }
            break;
        default: {
            i64a = (i64)(table[(u32)(from<u32>(atan2(atan2(f64a, 1000.0), from<f64>(f32b)))) & 15]);
            f32b = __fmul_ru(tanf(-(f32b)), atan2f(((u16a <= u16a) ? f32a : 0.5f), from<f32>(u16a)));
            i8a = (i8)((i8)((i8)(i8a * (i8)(i8a ^ i8a)) & (i8)((i8)(~(i8)7ll) ^ (i8)((i8)1ll * (i8)-1ll))) + (i8)((((i64)(__brevll(i64p)) > (i64)(max((i64)31ll, i64b))) ? (i8)((i8)0ll & (i8)(i8a - (i8)63ll)) : (i8)(((i16a > i16a) ? (i8)(((u8a != u8a) ? i8a : (i8)100ll)) : i8a)))));
        }
        }
    }
        break;
    case 4: {
        f64a = f64a + f64x1;
    }
    default: {
        if (((i16)(i16a | (i16)100ll) != (i16)(i16a * i16a))) {
            i128a = (i128)(-(i128)((i128)(i128a / 100) / 7));
        }
    }
    }
    i16a = (i16)(from<i16>((u16)((u16)(u16a << 8) >> (int)((u32)(u32p >> (int)((u32)1000ll & 31)) & 15))));
    f16a = hexp(__hmul(from<f16>((i16)-128ll), __hfma(__float2half(0.5f), __float2half(0.5f), __float2half(3.0f))));
    f16a = __hsub(__hadd(__float2half(-7e-3f), hsqrt(__float2half(-1.25f))), hexp2(from<f16>((i64)(__double_as_longlong(canon(-1.25))))));
    f32b = cbrtf(from<f32>((u8)(u8a << 0)));
    const f32 f32x9 = load<f32>(in, 18) * f32b;
    f64b = sign_of(sin(f64b), (((u128)7ll < u128a) ? f64b : f64a));
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
    u8a = (u8)(from<u8>((u128)(from<u128>((i8)(i8a - (i8)65536ll)))));
    for (int k0 = 0; k0 < (int)(i32b & 7); k0++) {
        {
            i128a = (i128)(~(i128)((i128)((i128)65535ll - i128a) % 641));
            f16a = __hdiv(__hfma(f16a, hexp2(__float2half(-1.25f)), from<f16>(u8a)), __hmax(hlog(from<f16>(i64b)), hexp2(f16a)));
        }
        if (((3.0f >= f32a) && (i16a < i16a)))
            break;
        i32a += k0;
    }
    switch ((u32)(__fns(u32p, (u32)(__funnelshift_r((u32)127ll, u32a, (u32)1ll)) & 31, (int)(u32p & 15) - 7)) & 7) {
    case 0: {
        u32b = (u32)(__vaddss2((u32)((u32)(u32b / 3) & (u32)(from<u32>((u16)7ll))), (u32)(__vadd2((u32)(u32b | u32a), u32a))));
        const f32 f32x1 = load<f32>(in, 12) * f32a;
    }
        break;
    case 1: {
        if ((hsin(f16p) <= __hadd(f16a, __float2half(-7e-3f)))) {
            table[(u32)(__uhadd(u32a, (u32)(((f16p <= f16p) ? (u32)0ll : u32p)))) & 15] = (u32)(__vcmpgts2((u32)(__clz(u32p)), (u32)(__vmaxu4((u32)(__byte_perm(u32b, u32a, u32p)), u32p))));
            const f32 f32x2 = load<f32>(in, 10) * f32b;
        }
        table[(u32)(__vadd2((u32)(__clz(u32a)), u32b)) & 15] = (u32)(__half2int_rn(hcos(f16a)));
        const f16 f16x3 = load<f16>(in, 10) * f16a;
    }
        break;
    case 2: {
        i32b = (i32)((i32)((i32)(from<i32>((u16)255ll)) / (i32)(i32b | 1)) ^ (i32)(from<i32>((i8)(((__float2half(3.0f) != __float2half(-1.25f)) ? i8a : i8a)))));
        const f64 f64x4 = load<f64>(in, 35) * f64b;
        u128a = (u128)((u128)(((hlog(f16p) >= __hdiv(f16a, f16a)) ? (u128)(u128a / (u128)(u128a | 1)) : (u128)(from<u128>(i16a)))) * (u128)(from<u128>((i8)(((i32a > (i32)7ll) ? (i8)-1ll : i8a)))));
    }
        break;
    case 3: {
        f64a = __longlong_as_double((i64)((i64)(i32)(i64)(i64a ^ (i64)32767ll) * (i32)(i64)(llabs((long long)i64p))));
        if (((u128a == u128a) || ((u128a < u128a) || (f16p <= f16p)))) {
            f32a = __sinf(sign_of(-7e-3f, rintf(255.0f)));
            f16a = from<f16>((i8)(((u64)(from<u64>(u128a)) <= (u64)((i64)(i32)(u64)1000ll * (i32)u64p))));
            u64a = (u64)(h3((i32)(~i32b), (u64)(__ffsll((u64)(__clzll(u64p)))), (((i32)((i32)63ll >> 16) <= (i32)(min(i32a, i32p))) ? (3.0f / f32p) : (-7e-3f * f32b))));
        }
        switch ((u32)(((i16a >= i16a) ? (u32)((u32)0ll ^ u32b) : (u32)(-u32a))) & 7) {
        case 0: {
            u32a = (u32)(((((u16a < u16a) ? atan2f(0.5f, 1000.0f) : 1000.0f) != __powf(f32a, f32a)) ? (u32)(from<u32>(i16a)) : (u32)((((f16a >= f16a) != (u16a == u16a)) ? u32a : (u32)(abs((int)(u32)63ll))))));
            i64b = (i64)(h4((i32)(__dp4a((unsigned)i32b, (unsigned)(i32)(i32p - i32b), (unsigned)(i32)(__vsub4((i32)2ll, (i32)100ll)))), (u64)((((u64)2147483647ll != u64p) ? (u64)-128ll : u64p)), atan2f(from<f32>((i16)(i16a | (i16)1000ll)), sign_of(f32p, 65536.0f))));
        }
        case 1: {
            i32b = (i32)((i32)(((i8a < i8a) ? (i32)(i32a >> 31) : i32p)) * (i32)((i32)(__brev(i32a)) / 3));
        }
            break;
        case 2: {
            f32a = rintf(from<f32>(u16a));
            u32a = (u32)(__half2int_rn(hrcp(__hfma(f16p, f16a, __float2half(1000.0f)))));
            const f64 f64x5 = load<f64>(in, 1) * 3.0;
        }
            break;
        case 3: {
            table[(u32)((u32)(u32p & u32p) % 3) & 15] = (u32)(__uhadd((u32)((((u8)2147483647ll == u8a) ? (u32)(__vmaxu4(u32p, u32b)) : (u32)(u32p - u32p))), (u32)(__dp2a_lo((int)u32a, (int)(u32)32ll, (int)u32b))));
            f32b = ceilf((sign_of(sign_of(f32a, -7e-3f), f32a) * __fmaf_ru(3.0f, f32p, f32a)));
            table[(u32)(__popc(u32b)) & 15] = (u32)(__double2hiint(canon(((u8a >= u8a) ? atan2(f64b, f64a) : f64b))));
        }
        case 4: {
            u16a = (u16)(from<u16>(__powf(from<f32>(i16a), f32a)));
            f32a = from<f32>(__hsub(hexp(__float2half(-1.25f)), from<f16>(u16a)));
        }
        case 5: {
            u16a = (u16)((u16)(u16a | (u16)((u16)63ll % 100)) << 2);
            i64a = (i64)((((u128)((u128)(((u8)63ll >= (u8)65536ll)) << (int)(u32p & 127)) <= (u128)((u128)32ll ^ (u128)(table[u32a & 15]))) ? (i64)(h2((i32)32767ll, (u64)32ll, (f32b / f32p))) : (i64)(from<i64>((i8)(i8a * i8a)))));
        }
            break;
        case 6: {
            table[(u32)(((i16a <= i16a) ? (u32)(__vabsdiffs4((u32)32767ll, u32a)) : u32a)) & 15] = (u32)(__funnelshift_lc((u32)(__dp4a((unsigned)(u32)128ll, (unsigned)(u32)0ll, (unsigned)u32b)), (u32)(u32p << (int)(u32p & 31)), (u32)(__double2uint_rd(from<f64>((u32)255ll)))));
            const f32 f32x6 = load<f32>(in, 1) * f32p;
        }
        default: {
            u16a = (u16)((((((f16p <= __float2half(-1.25f)) != (u32p <= u32a)) ? f64p : f64p) <= (1000.0 / f64a)) ? (u16)(from<u16>((i128)((u8a < u8a)))) : (u16)((u16)(u16a | u16a) & (u16)(((u8a != u8a) ? u16a : (u16)128ll)))));
        }
        }
    }
    case 4: {
        const f64 f64x7 = load<f64>(in, 35) * f64b;
        f64b = f64x7 - f64b;
        table[(u32)(__umul24((u32)(__uhadd((u32)-1ll, (u32)-1ll)), (u32)(from<u32>(u128a)))) & 15] = (u32)((u32)(from<u32>(u16a)) ^ (u32)((((i64b >= (i64)2ll) || (i128a < (i128)7ll)) ? u32p : u32p)));
    }
    case 5: {
        i32b ^= table[lane & 15];
    }
        break;
    case 6: {
        switch ((u32)(u32b % (u32)(u32b | 1)) & 7) {
        case 0: {
            i128a = (i128)((i128)(((i32)31ll < (i32)-1ll)) + (i128)((((i32)(__rhadd((int)i32b, (int)i32a)) != (i32)((i32)255ll | i32b)) ? (i128)(i128a | i128a) : (i128)(((u32p == (u32)2147483647ll) && (u64b < u64a))))));
            f32b = __fmaf_ru(__expf(truncf(__uint_as_float(u32p))), fmaf(roundf(roundf(3.0f)), from<f32>(u64b), from<f32>(u64p)), __fmaf_ru(f32b, log2f(-7e-3f), -7e-3f));
            i32b = (i32)(((((u64)(llabs((long long)u64p)) < (u64)(u64a & u64b)) || ((f16a < f16a) && (((u8)65536ll <= u8a) != ((i32)65536ll != i32a)))) ? (i32)(i32b * (i32)(__double2hiint(canon(-7e-3)))) : (i32)((i32)(~i32p) & (i32)31ll)));
        }
            break;
        case 1: {
            i8a = (i8)(from<i8>((u8)((u8)(u8a | u8a) & (u8)(u8a - u8a))));
            f32b = sinf((asinf(cosf(3.0f)) + roundf(-1.25f)));
        }
            break;
        case 2: {
            table[(u32)(((u64b >= u64b) ? u32a : u32b)) & 15] = (u32)(from<u32>((i16)(from<i16>(u8a))));
            u8a = (u8)(from<u8>((u128)((u128)(u128a * u128a) % (u128)(u128a | 1))));
            f64a = rint(((cbrt(255.0) != ((i128a >= i128a) ? -7e-3 : f64a)) ? floor(255.0) : fmax(exp(f64p), f64b)));
        }
        case 3: {
            u16a = (u16)(~(u16)((u16)(u16a & u16a) >> (int)((u32)((((u128)63ll != u128a) ? (u32)1000ll : u32a)) & 15)));
        }
        case 4: {
            const f64 f64x8 = load<f64>(in, 29) * 65536.0;
            table[(u32)(__mul24((u32)(~(u32)3ll), (u32)(from<u32>(i16a)))) & 15] = (u32)(__vavgu2((u32)(__popc((u32)(u32p | (u32)63ll))), (u32)(u32b | u32p)));
            i64b = (i64)((i64)((i64)(from<i64>(f32b)) - (i64)(((i32p == i32a) ? i64p : i64p))) >> 33);
        }
            break;
        case 5: {
            u128a = (u128)(from<u128>((i128)(i128a & (i128)(i128a | i128a))));
            f32b = expf(log2f((f32a / f32p)));
            f64b = __fma_rd(from<f64>(i128a), ((i32p != i32a) ? f64a : (f64b + f64b)), from<f64>(u64a));
        }
        case 6: {
            i32a = (i32)(__clz((i32)((((u16)(u16a + u16a) >= (u16)(u16a >> (int)(u32b & 15))) ? (i32)(from<i32>(u64p)) : (i32)(from<i32>(i128a))))));
        }
        default: {
            const f64 f64x9 = load<f64>(in, 31) * f64p;
            const f32 f32x10 = load<f32>(in, 26) * f32p;
        }
        }
        for (int k11 = 0; k11 < (int)(u32a & 3); k11++) {
            {
                u32b = (u32)(from<u32>((i16)((i16)(i16a << (int)((u32)256ll & 15)) ^ (i16)(-i16a))));
                const f16 f16x12 = load<f16>(in, 26) * f16a;
                f64a = -(-(f64b));
            }
            if ((((i32)65536ll > i32p) && (i8a > i8a)))
                break;
            i32a += k11;
        }
    }
        break;
    default: {
        f16a = hsin(hcos(hexp2(f16p)));
        u16a = (u16)((u16)((u16)(from<u16>(i16a)) - (u16)(u16a ^ (u16)-1ll)) % (u16)((u16)(~(u16)(u16a << 8)) | 1));
        table[(u32)(u32b & (u32)(__mulhi(u32p, u32b))) & 15] = (u32)(__float2int_ru(__cosf(f32b)));
    }
    }
    const f64 f64x13 = load<f64>(in, 6) * -7e-3;
    if ((((0.5 < f64a) != (f64b == f64p)) != ((-1.25 <= f64p) != (u128a != (u128)128ll)))) {
        f16a = hfloor(hrsqrt(__habs(f16p)));
    }
    const f64 f64x14 = load<f64>(in, 17) * f64p;
    i8a = (i8)((i8)((i8)(from<i8>((i128)3ll)) | i8a) / (i8)((i8)((i8)((i8)127ll | i8a) ^ (i8)1ll) | 1));
    if (((u64)(h3((i32)3ll, u64b, f32b)) >= (u64)(h3(i32b, u64b, f32a)))) {
        const f32 f32x15 = load<f32>(in, 4) * f32a;
        const f16 f16x16 = load<f16>(in, 37) * f16p;
    }
    table[(u32)((u32)((u128a >= u128a)) >> 20) & 15] = (u32)(__ffs((u32)(__funnelshift_lc((u32)(__vabsdiffs4(u32a, (u32)65535ll)), u32p, u32b))));
    for (int k17 = 0; k17 < (int)(u32a & 3); k17++) {
        {
            f32a = from<f32>((u64)(from<u64>(i64b)));
        }
        i32a += k17;
    }
    const f32 f32x18 = load<f32>(in, 37) * f32b;
    table[(u32)(u32b & (u32)(u32p % (u32)(u32b | 1))) & 15] = (u32)(__float_as_int(canon(from<f32>(i128a))));
    u32b = (u32)((u32)(__umul24((u32)(((u8a >= u8a) ? u32a : u32p)), (u32)(-(u32)((u32)65535ll << 30)))) << (int)((u32)((u32)2147483647ll / 641) & 31));
    u64a = (u64)((u64)((u64)((u64)(u32)u64b * (u32)u64a) ^ u64p) + (u64)(min((u64)(from<u64>(u16a)), (u64)(__float2ll_rn(f32b)))));
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
    for (int k0 = 0; k0 < (int)(u32a & 3); k0++) {
        {
            f64a = __fma_rz(__fma_rz(log(f64p), __fma_rd(f64b, f64b, 1000.0), atan2(f64b, f64p)), (((f16p > f16a) != (u128a >= u128a)) ? f64a : f64b), ceil(__longlong_as_double(i64a)));
            const f16 f16x1 = load<f16>(in, 23) * __float2half(255.0f);
        }
        if ((f16p > f16p))
            continue;
        i32a += k0;
    }
    if ((((i128)31ll < i128a) || (((i8)2ll >= i8a) && (i16a >= i16a)))) {
        const f64 f64x2 = load<f64>(in, 7) * f64p;
        const f32 f32x3 = load<f32>(in, 17) * f32p;
    }
    const f16 f16x4 = load<f16>(in, 11) * __float2half(0.5f);
    u32a = __reduce_xor_sync(0xffffffffu, (u32)(from<u32>((i64)(i64p >> (int)((u32)255ll & 63)))));
    u16a = (u16)((u16)(u16a * (u16)((u16)100ll >> 4)) ^ (u16)((u16)(table[u32p & 15]) % 16));
    u32a = __ballot_sync(0xffffffffu, ((u16)(u16a >> (int)(u32p & 15)) > (u16)(u16a >> 5)));
    if (((u64)((u64)7ll & u64b) >= (u64)(u64a ^ u64p))) {
        u32b = (u32)((u32)(-(u32)256ll) % (u32)((u32)(__fns(u32b, (u32)(from<u32>((u32)32ll)) & 31, (int)((u32)-128ll & 15) - 7)) | 1));
        i16a = (i16)(from<i16>(__logf((f32p * f32b))));
        switch ((u32)(__popc(u32b)) & 7) {
        case 0: {
            u32a = (u32)(((__fsqrt_rz(f32a) < floorf(f32a)) ? (u32)(__float2int_ru(fminf(f32b, f32p))) : (u32)(from<u32>(u128a))));
            u64a = (u64)((((i16)(-(i16)32ll) <= (i16)(((i16a >= i16a) && (f64b <= f64a)))) ? (u64)(llabs((long long)u64b)) : (u64)(__popcll((u64)((i64)(i32)(u64)2147483647ll * (i32)(u64)7ll)))));
            f16a = f16x4 + __float2half(3.0f);
        }
            break;
        case 1: {
            table[(u32)(__half2int_rn(__habs(f16p))) & 15] = (u32)((u32)(__double2uint_rd(f64b)) & (u32)(max(u32b, (u32)(__sad(u32p, u32p, u32p)))));
        }
            break;
        case 2: {
            i32a = (i32)(__funnelshift_lc((i32)((((i16a > i16a) || (u64p != u64b)) ? (i32)(((i32p == i32b) ? (i32)-128ll : i32b)) : (i32)(__rhadd((int)(i32)1ll, (int)i32a)))), (i32)(((((u16)255ll == u16a) || ((u128)1000ll == u128a)) ? (i32)(((i64b != (i64)-2ll) ? i32a : (i32)7ll)) : (i32)(__umulhi(i32b, i32a)))), (i32)(from<i32>((i16)(-(i16)1ll)))));
            const f16 f16x5 = load<f16>(in, 22) * f16p;
        }
            break;
        case 3: {
            const f32 f32x6 = load<f32>(in, 35) * f32p;
            i32b = (i32)(__dp4a((unsigned)(i32)(__umul24((i32)(-i32b), (i32)(i32b - i32b))), (unsigned)(i32)(i32p - i32p), (unsigned)(i32)(-(i32)(__vabsdiffs4(i32b, i32b)))));
            const f64 f64x7 = load<f64>(in, 17) * f64a;
        }
            break;
        case 4: {
            i64b = (i64)((i64)((i64)(table[(u32)(__dp2a_lo((int)u32p, (int)u32b, (int)u32p)) & 15]) | (i64)(__mul64hi((i64)3ll, i64a))) << 45);
            const f32 f32x8 = load<f32>(in, 35) * f32b;
            u8a = (u8)(from<u8>((u32)(__popc((u32)(__funnelshift_r(u32b, (u32)100ll, u32p))))));
        }
            break;
        default: {
            i64a = (i64)(__double2ull_rz(rsqrt(f64a)));
            u64b = (u64)(__double_as_longlong(canon(((f64a / f64b) * f64b))));
        }
        }
    }
    const f32 f32x9 = load<f32>(in, 29) * f32p;
    const f16 f16x10 = load<f16>(in, 13) * f16a;
    for (int k11 = 0; k11 < 2; k11++) {
        {
            if (((u32)(__vavgu2(u32a, u32a)) >= (u32)(u32a % 3))) {
                i32a = (i32)(__double2hiint(canon(ceil(f64p))));
            }
        }
        if ((u8a == u8a))
            break;
        i32a += k11;
    }
    if ((hlog(f16p) == from<f16>(i128a))) {
        u8a = (u8)((u8)((u8)(~u8a) + (u8)(u8a << (int)(u32p & 7))) + (u8)((u8)((u8)-1ll + u8a) | (u8)(u8a * u8a)));
    }
    i32a = (i32)(from<i32>(ldexpf(f32a, (int)((u32)(-u32p) & 63) - 32)));
    switch ((u32)((u32)(from<u32>(u8a)) << 9) & 7) {
    case 0: {
        f32a = __fmul_ru(fminf((f32b + f32p), (f32p * f32a)), sqrtf(log2f(f32a)));
        const f64 f64x12 = load<f64>(in, 21) * 0.5;
        u64b = (u64)((u64)(u32)(u64)((u64)(from<u64>((i64)(h1((i32)63ll, u64a, f32a)))) + (u64)((u64)(min((u64)65536ll, (u64)1ll)) ^ (u64)(u64a >> (int)(u32b & 63)))) * (u32)(u64)((u64)(((i32a >= i32p) ? u64a : u64p)) ^ (u64)256ll));
    }
    case 1: {
        i16a = (i16)((i16)(((u128)2147483647ll >= (u128)2147483647ll)) % 641);
    }
        break;
    case 2: {
        const f64 f64x13 = load<f64>(in, 15) * f64a;
    }
        break;
    case 3: {
        const f64 f64x14 = load<f64>(in, 3) * -1.25;
        f64b = round(__dadd_rz(from<f64>(u32a), tanh(f64p)));
    }
        break;
    default: {
        f32a = (__log2f(fabsf(65536.0f)) - (fminf(3.0f, f32p) / sqrtf(f32a)));
        i32b = (i32)((i32)(table[u32a & 15]) * (i32)((i32)1000ll + (i32)(i32a >> 30)));
    }
    }
    f16a = f16a + f16x4;
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
    u8a = (u8)((u8)((u8)(((f16p >= f16a) ? u8a : u8a)) * u8a) | (u8)(((u32p > u32a) ? (u8)(u8a + u8a) : u8a)));
    const f32 f32x0 = load<f32>(in, 34) * f32a;
    u32a = __reduce_xor_sync(0xffffffffu, (u32)(__dp4a((int)(u32)((u32)255ll >> 29), (int)(u32)((u32)(__ffs(u32a)) - u32a), (int)(u32)(from<u32>(u8a)))));
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)((u32)(__half2int_rn(f16a)) & (u32)(u32b & (u32)(from<u32>(u8a)))) & 1, &same); i32a ^= same; }
    f16a = from<f16>((i128)((i128)31ll - (i128)63ll));
    const f16 f16x1 = load<f16>(in, 11) * f16a;
    if (((i128)((i128)1ll + (i128)65536ll) >= (i128)(i128a * (i128)31ll))) {
        const f64 f64x2 = load<f64>(in, 34) * 0.5;
    }
    i32a = (i32)(table[(u32)(u32b ^ (u32)3ll) & 15]);
    u32a = __reduce_xor_sync(0xffffffffu, (u32)(from<u32>((u64)(h5((i32)127ll, u64a, f32b)))));
    f32a = from<f32>((i32)(-(i32)(__vaddss2((i32)63ll, (i32)(__funnelshift_l(i32a, (i32)3ll, (i32)3ll))))));
    f64b = __shfl_xor_sync(0xffffffffu, f64b, (u32)((u32)(((i128a <= i128a) ? (u32)100ll : u32p)) & (u32)(from<u32>(u32p))) & 15, 8);
    f32a = f32x0 + f32a;
    f32b = f32x0 - f32b;
    for (int k3 = 0; k3 < (int)(i32b & 7); k3++) {
        {
            i64a = (i64)(h5((i32)((i32)(from<i32>(f32a)) % 641), (u64)(h1((i32)(i32a - i32b), u64p, ((i128a > (i128)32ll) ? f32a : f32b))), from<f32>((u128)(table[u32p & 15]))));
            u32b = (u32)((u32)(__double2hiint(canon(rsqrt(-7e-3)))) ^ (u32)(from<u32>(u128a)));
            f16a = f16x1 + __float2half(255.0f);
        }
        if (((i8)-1ll < i8a))
            continue;
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
    i64a = __shfl_sync(0xffffffffu, i64a, (int)((u32)((u32)(u32p << (int)(u32p & 31)) ^ (u32)(from<u32>((i16)((i16)7ll + i16a)))) & 31), 8);
    for (int k0 = 0; k0 < 2; k0++) {
        {
            const f32 f32x1 = load<f32>(in, 20) * f32b;
        }
        i32a += k0;
    }
    if (((i16)((i8a < (i8)32767ll)) != (i16)(i16a | (i16)100ll))) {
        f64b = __fma_rz(fmin(sign_of(f64a, f64p), fma((f64b * f64p), f64b, 255.0)), -(log(3.0)), -(255.0));
        const f16 f16x2 = load<f16>(in, 18) * f16p;
    }
    const f16 f16x3 = load<f16>(in, 22) * __float2half(0.5f);
    const f32 f32x4 = load<f32>(in, 12) * f32p;
    const f64 f64x5 = load<f64>(in, 26) * f64p;
    u64a = __shfl_up_sync(0xffffffffu, u64a, (u32)(__vmaxu4((u32)(from<u32>(u64b)), (u32)(u32a << 8))) & 15, 32);
    switch ((u32)(u32a / 16) & 7) {
    case 0: {
        f16a = f16a + f16x3;
        f64b = f64b - f64x5;
        for (int k6 = 0; k6 < (int)(u32a & 3); k6++) {
            {
                const f32 f32x7 = load<f32>(in, 4) * 1000.0f;
                f32b = from<f32>((i16)((((u16)((u16)0ll & (u16)1ll) >= (u16)(u16a ^ u16a)) ? (i16)((i16)(i16a * (i16)65536ll) + i16a) : (i16)((i16)((i16)2147483647ll % 3) - i16a))));
            }
            i32a += k6;
        }
    }
    case 1: {
        for (int k8 = 0; k8 < (int)(u32a & 3); k8++) {
            {
                f32b = f32x4 - f32b;
            }
            if ((u8a == u8a))
                break;
            i32a += k8;
        }
        f16a = f16a + f16x3;
        f16a = from<f16>(__habs(hrint(f16p)));
    }
    case 2: {
        const f64 f64x9 = load<f64>(in, 2) * 0.5;
        u32b = (u32)(__sad((u32)(-(u32)(u32p << (int)(u32p & 31))), (u32)(__ffs((u32)(table[u32a & 15]))), (u32)(__umul24((u32)(__hadd((int)u32a, (int)(u32)128ll)), (u32)(from<u32>((i32)-1ll))))));
        i32b ^= table[lane & 15];
    }
    case 3: {
        switch ((u32)(__rhadd((int)(u32)(from<u32>(u16a)), (int)(u32)(u32a | u32p))) & 7) {
        case 0: {
            f64b = f64x5 + f64a;
            f64b = cbrt(__fma_rz(((i32p >= i32b) ? f64a : -1.25), round(f64p), cos(sqrt(f64b))));
        }
            break;
        case 1: {
            f64b = fabs((((u16)(u16a / (u16)((u16)65535ll | 1)) >= (u16)((u16)-1ll - (u16)2ll)) ? from<f64>(u8a) : rint(65536.0)));
        }
            break;
        case 2: {
            f32a = f32a - f32x4;
        }
            break;
        case 3: {
            f32a = f32p - f32x4;
            u32a = (u32)((((i32)(i32b * (i32)(from<i32>(f64p))) == (i32)((i32)-128ll - (i32)31ll)) ? (u32)(__vavgu2((u32)(u32a | u32b), u32b)) : (u32)((u32)(__vsub4((u32)(((i32b >= i32a) ? u32b : u32a)), (u32)((((u32)31ll > u32a) ? u32p : u32b)))) & (u32)(__dp4a((int)(u32)(__hadd((int)u32p, (int)u32b)), (int)(u32)(__half_as_ushort(canon(f16a))), (int)(u32)(from<u32>((i64)256ll)))))));
            i64b = (i64)((u64)(u32)(i64)(h1((i32)(__brev(i32a)), (u64)(((u8a > u8a) ? u64p : u64b)), erff(((u64b == u64a) ? -7e-3f : f32a)))) * (u32)(i64)(((i32p >= i32b) ? i64b : (i64)(i64a - i64p))));
        }
            break;
        case 4: {
            table[(u32)((u32)256ll - (u32)(((__float2half(3.0f) > __float2half(0.5f)) ? u32p : u32a))) & 15] = (u32)(__sad((u32)(abs((int)u32p)), (u32)(__ffs(u32a)), (u32)(((u128a != u128a) ? (u32)100ll : u32p))));
            i16a = (i16)((i16)((i16)((i16a >= i16a)) + i16a) ^ (i16)(table[(u32)((u32)-1ll & u32b) & 15]));
        }
            break;
        default: {
            const f32 f32x10 = load<f32>(in, 2) * f32b;
        }
        }
    }
        break;
    default: {
        const f32 f32x11 = load<f32>(in, 13) * f32b;
        f64a = f64x5 + f64a;
        const f32 f32x12 = load<f32>(in, 7) * f32p;
    }
    }
    u128a = (u128)(from<u128>((i128)(-i128a)));
    f32b = f32b - f32x4;
    switch ((u32)(__fns(u32a, (u32)((u32)100ll & u32p) & 31, (int)(u32p & 15) - 7)) & 7) {
    case 0: {
        f64b = exp(__fma_rz(f64a, f64p, f64a));
        f64a = f64a - f64x5;
        f64a = f64x5 + f64p;
    }
        break;
    case 1: {
        const f64 f64x13 = load<f64>(in, 13) * f64b;
    }
        break;
    case 2: {
        switch ((u32)(__float2int_ru((f32p - -1.25f))) & 7) {
        case 0: {
            i64a = (i64)((((i64)((u64)(u32)(i64)(min(i64a, (i64)1000ll)) * (u32)(i64)(h2(i32a, u64p, f32a))) <= (i64)((((f16a >= __float2half(-7e-3f)) || (f64a < f64b)) ? (i64)(table[u32p & 15]) : (i64)(max(i64a, i64a))))) ? (i64)(min(i64p, i64p)) : (i64)((i64)(h1((i32)(__vadd2(i32p, (i32)7ll)), u64b, f32a)) * (i64)((i64)(h5((i32)63ll, u64a, f32a)) >> 22))));
        }
            break;
        case 1: {
            const f64 f64x14 = load<f64>(in, 13) * f64a;
            u8a = (u8)(from<u8>((u32)((((u16a <= (u16)255ll) || (((i32)2ll >= i32a) || ((i8)32767ll <= (i8)255ll))) ? (u32)(u32b & u32p) : (u32)(__uhadd((u32)((u32)128ll & u32a), (u32)(((f64a < f64a) ? u32p : (u32)32ll))))))));
            f32b = erff(fmaf(((u128a != u128a) ? f32p : f32a), rsqrtf(-1.25f), fdimf(f32b, f32p)));
        }
            break;
        case 2: {
            u32b = (u32)((u32)(u32p * u32a) + (u32)(from<u32>((i32)((i32)32767ll / 100))));
        }
            break;
        case 3: {
            const f64 f64x15 = load<f64>(in, 1) * f64a;
            i64a = (i64)(__brevll((i64)((i64)(i64b | i64b) << (int)(u32p & 63))));
        }
            break;
        case 4: {
            const f16 f16x16 = load<f16>(in, 19) * f16p;
            i32b = (i32)((i32)(i32b & i32b) >> 18);
        }
            break;
        case 5: {
            table[(u32)(__usad((u32)(__brev(u32b)), (u32)256ll, u32b)) & 15] = (u32)((u32)(__vcmpgts2(u32b, u32b)) - (u32)(__mulhi(u32a, u32p)));
            table[(u32)(__dp4a((unsigned)(u32)128ll, (unsigned)(u32)(u32p - (u32)0ll), (unsigned)(u32)(__mul24(u32b, (u32)65535ll)))) & 15] = (u32)(__dp2a_lo((int)(u32)((u32)(table[u32a & 15]) % 3), (int)(u32)((u32)(__dp4a((int)u32b, (int)u32a, (int)u32p)) * u32p), (int)(u32)((u32)1ll >> (int)(u32b & 31))));
        }
        default: {
            i8a = (i8)((i8)(from<i8>((u32)(__umul24((u32)((u32)0ll << (int)((u32)127ll & 31)), (u32)63ll)))) & (i8)((i8)(((u32p != (u32)2ll) ? i8a : i8a)) % 16));
            table[(u32)((u32)((u32)0ll + u32b) >> (int)((u32)1ll & 31)) & 15] = (u32)(__popc((u32)(u32b >> 14)));
            table[(u32)((u32)((((i16)2ll >= i16a) ? u32b : (u32)2ll)) * (u32)(__vavgu2(u32p, (u32)100ll))) & 15] = (u32)(min((u32)(__brev((u32)(from<u32>((i128)63ll)))), (u32)(__float2int_ru(65536.0f))));
        }
        }
    }
        break;
    case 3: {
        i32b ^= table[lane & 15];
    }
        break;
    case 4: {
        i32b ^= table[lane & 15];
    }
        break;
    case 5: {
        f16a = f16x3 - f16a;
        f32a = f32a - f32x4;
        i32b ^= table[lane & 15];
    }
        break;
    default: {
        table[(u32)(u32b ^ (u32)(from<u32>(i128a))) & 15] = (u32)((u32)(u32p / (u32)(u32b | 1)) + (u32)(u32b & u32a));
    }
    }
    f32b = f32b + f32x4;
    f64a = f64x5 + f64b;
    f16a = hlog(from<f16>(f64p));
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
    const f32 f32x0 = load<f32>(in, 19) * 255.0f;
    u32b = (u32)(__clz((u32)((u32)(min((u32)3ll, u32p)) / (u32)((u32)-2ll | 1))));
    u32b = (u32)(from<u32>((u8)(from<u8>((i64)(max((i64)32767ll, i64b))))));
    f16a = __shfl_down_sync(0xffffffffu, f16a, 3);
    u32a = __reduce_and_sync(0xffffffffu, (u32)((u32)(u32p + (u32)(~u32a)) ^ (u32)(max(u32a, u32a))));
    f32a = (((u32)(__uhadd(u32p, (u32)(__umulhi(u32b, u32p)))) < (u32)((u32)(__dp2a_lo((int)(u32)7ll, (int)(u32)65535ll, (int)u32a)) >> 30)) ? (((u64)(u64a % 3) > (u64)(((i128)32767ll == i128a))) ? from<f32>(f32p) : (from<f32>((u64)3ll) + f32b)) : exp2f(sinf(f32p)));
    const f64 f64x1 = load<f64>(in, 27) * 0.5;
    if (((i64)(((i32a <= (i32)32767ll) ? i64b : (i64)2147483647ll)) == (i64)(i64p << 62))) {
        f32a = fminf(floorf(-7e-3f), __cosf(__powf(f32b, f32a)));
        u64a = (u64)(from<u64>((u32)(min((u32)(u32b >> (int)(u32a & 31)), (u32)(from<u32>(u128a))))));
        u32a = (u32)(max((u32)(((u8)(from<u8>(i32p)) > (u8)(table[u32a & 15]))), (u32)(__dp4a((unsigned)u32a, (unsigned)(u32)(from<u32>((i128)-1ll)), (unsigned)(u32)(~u32b)))));
    }
    for (int k2 = 0; k2 < (int)(u32a & 3); k2++) {
        {
            const f64 f64x3 = load<f64>(in, 9) * 1000.0;
            i32b = (i32)((i32)(__float2int_ru((((u128a >= u128a) || (1000.0 < 65536.0)) ? f32b : -7e-3f))) & (i32)(from<i32>(65536.0f)));
        }
        if ((f64p < 65536.0))
            continue;
        i32a += k2;
    }
    table[(u32)(u32b | u32p) & 15] = (u32)((u32)(__rhadd((int)u32b, (int)(u32)1ll)) * (u32)(from<u32>(u8a)));
    const f32 f32x4 = load<f32>(in, 6) * f32b;
    u32b = (u32)(__clz((u32)(max((u32)(from<u32>(u32a)), u32p))));
    i32a = (i32)(__mul24((i32)(i32a ^ (i32)(__ffs((i32)0ll))), (i32)((i32)(i32b | i32b) | (i32)(__ffs((i32)(__uhadd(i32b, i32b)))))));
    const f32 f32x5 = load<f32>(in, 32) * f32a;
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
    u32b = (u32)(__vavgu2((u32)((u32)(__funnelshift_l(u32b, u32b, u32a)) << 18), (u32)(u32a + (u32)(u32b - u32p))));
    const f16 f16x0 = load<f16>(in, 16) * f16a;
    const f32 f32x1 = load<f32>(in, 8) * -7e-3f;
    f32b = f32b - f32x1;
    { int same; u32a = __match_all_sync(0xffffffffu, (u32)(max((u32)(__usad(u32p, (u32)255ll, (u32)256ll)), (u32)(((f16a != f16a) ? u32b : u32a)))) & 1, &same); i32a ^= same; }
    i64a = __shfl_down_sync(0xffffffffu, i64a, (u32)((((f64b >= 65536.0) || (i64b < i64p)) ? (u32)(from<u32>(i32p)) : (u32)(u32p % (u32)(u32p | 1)))) & 15, 16);
    if (((i32)(((f16p > __float2half(-1.25f)) ? i32b : i32p)) > (i32)(__vadd2(i32p, i32a)))) {
        switch ((u32)((u32)(u32a << (int)(u32b & 31)) % 10) & 7) {
        case 0: {
            f16a = f16a - f16x0;
        }
            break;
        case 1: {
            u64b = (u64)(__double_as_longlong(canon(((erf(f64p) > sign_of(f64p, f64a)) ? -(fma(f64b, f64b, f64a)) : ((255.0f == f32b) ? f64b : f64b)))));
        }
            break;
        case 2: {
            u64a = (u64)(((from<f16>(i64b) != __hsub(hrcp(__float2half(65536.0f)), f16a)) ? (u64)((((f32a == 3.0f) != ((i8)-1ll > i8a)) ? (u64)((u64)7ll << 30) : (u64)(u64a - (u64)3ll))) : (u64)(from<u64>(from<f32>(from<f32>(u64p))))));
            u16a = (u16)(from<u16>((i16)(-(i16)((i16)((i16)1ll + i16a) << 8))));
            u32a = (u32)(__funnelshift_l((u32)((u32)(u32b / 10) % (u32)((u32)(((i8a != i8a) ? u32p : (u32)256ll)) | 1)), (u32)((u32)(u32p | u32a) * (u32)((u32)-1ll >> 15)), (u32)(from<u32>(f64a))));
        }
            break;
        case 3: {
            f64b = (cos(tanh(f64p)) / from<f64>((u32)(__umulhi(u32a, (u32)1ll))));
            i64b = (i64)(__popcll((i64)(__ffsll((i64)(__mul64hi((i64)127ll, i64b))))));
            f16a = __hfma(hsin(__hmul(hexp(f16p), __hmax(f16p, f16p))), __habs(hsin(__float2half(3.0f))), __hfma(htrunc(__float2half(0.5f)), __hsub(f16a, f16p), __hsub(f16a, f16p)));
        }
            break;
        case 4: {
            f32b = logf((f32a + ((i16a >= (i16)32767ll) ? f32b : f32p)));
        }
            break;
        default: {
            f64b = (fma((f64a + 0.5), -(1000.0), __fma_rz(f64a, 255.0, 255.0)) - cbrt(f64p));
        }
        }
        const f64 f64x2 = load<f64>(in, 5) * f64a;
    }
    i32a = (i32)((i32)((i32p >= i32a)) % (i32)((i32)(from<i32>((u16)(u16a * u16a))) | 1));
    f32a = f32x1 + f32b;
    for (int k3 = 0; k3 < (int)(i32b & 7); k3++) {
        {
            u32b = (u32)(from<u32>(cos(f64b)));
            const f32 f32x4 = load<f32>(in, 27) * f32b;
        }
        i32a += k3;
    }
    { bool c = ((u64)(u64a ^ u64b) != (u64)(u64a * u64b)); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)((u32)(((i32b < i32p) ? u32a : u32p)) >> 14)); else u64b = __match_any_sync(~m, (u64)(llabs((long long)(u64)(from<u64>(f32p)))) & 7); }
    f32b = sqrtf(from<f32>((i128)(from<i128>(u32p))));
    u8a = (u8)((u8)(u8a & (u8)((u8)32767ll & (u8)1ll)) | (u8)((u8)(from<u8>(i32a)) | (u8)((u8)7ll | u8a)));
    if (((i128a < i128a) != ((i16a <= i16a) && (i32b != i32b)))) {
        f64b = __fma_rz(from<f64>(__fma_rz(f64b, (f64a * f64b), f64b)), atan2(fmin(((i16a != i16a) ? f64p : f64b), trunc(f64a)), ((f64a - f64p) * __fma_rd(3.0, 255.0, f64b))), from<f64>(u128a));
        if ((from<f32>(u128a) == from<f32>(f16a))) {
            f16a = __hmul(hrsqrt(__hmin(hfloor(f16p), __float2half(255.0f))), __hfma(f16p, __hdiv(f16a, f16p), f16a));
        }
        else {
            table[(u32)(__usad(u32b, (u32)(from<u32>((i64)7ll)), (u32)(u32a | u32p))) & 15] = (u32)(from<u32>(fmodf(65536.0f, floorf(f32b))));
            f32b = f32b - f32x1;
            u128a = (u128)((((i16)(i16a - (i16)(i16a >> (int)((u32)32ll & 15))) < (i16)((i16)(from<i16>(i128a)) << (int)((u32)128ll & 15))) ? (u128)(~(u128)(u128a % (u128)(u128a | 1))) : (u128)(~(u128)(~u128a))));
        }
        u32a = (u32)(__float_as_int(canon(logf(__fmaf_ru(f32p, -7e-3f, f32a)))));
    }
    else {
        if (((i128)(i128a >> 51) <= (i128)(i128a % 7))) {
            i64a = (i64)(h4((i32)(from<i32>(logf(f32a))), (u64)((((i128)(((u128a > u128a) ? i128a : (i128)0ll)) < (i128)(i128a & i128a)) ? (u64)(from<u64>(i64p)) : (u64)(max(u64p, u64b)))), ((i64a != i64b) ? f32b : f32b)));
            u8a = (u8)((u8)((u8)(from<u8>(u8a)) ^ (u8)(from<u8>(f64a))) << (int)((u32)((u32)(((i32p == i32a) ? (u32)-1ll : u32p)) >> (int)((u32)128ll & 31)) & 7));
        }
        const f64 f64x5 = load<f64>(in, 36) * f64a;
        f64a = f64x5 + f64a;
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
    u32a = __reduce_or_sync(0xffffffffu, (u32)(((floor(f64a) == from<f64>(f16a)) ? (u32)(__funnelshift_r((u32)63ll, u32a, u32p)) : (u32)((u32)(__umul24(u32b, (u32)3ll)) ^ (u32)-128ll))));
    i64b = (i64)(__umul64hi((i64)(from<i64>(f32p)), (i64)((i64)(from<i64>(u32b)) - (i64)(((f32p <= f32b) ? i64a : i64a)))));
    const f64 f64x0 = load<f64>(in, 11) * f64a;
    if (((i128)(((f16p < f16p) ? i128a : i128a)) != (i128)(((f64b != f64b) ? (i128)31ll : i128a)))) {
        const f16 f16x1 = load<f16>(in, 35) * f16a;
        if (((i8)(i8a >> (int)((u32)7ll & 7)) > (i8)(~i8a))) {
            u128a = (u128)(-(u128)(from<u128>((i128)(from<i128>(-7e-3f)))));
            u64a = (u64)((u64)((u64)(from<u64>((u128)2147483647ll)) | (u64)(h5(i32b, (u64)(h5(i32p, (u64)32767ll, f32p)), f32a))) % 16);
        }
    }
    else {
        f32a = sinf(erff(f32a));
    }
    const f32 f32x2 = load<f32>(in, 32) * f32p;
    u32a = __reduce_add_sync(0xffffffffu, (u32)(__vcmpgts2((u32)(__sad(u32b, u32a, (u32)31ll)), (u32)(min((u32)(((f16a >= f16a) ? u32p : (u32)2ll)), u32a)))));
    { bool c = ((u16)((u16)1000ll | (u16)1ll) <= (u16)(~u16a)); u32 m = __ballot_sync(0xffffffffu, c); if (c) u32a = __reduce_xor_sync(m, (u32)((u32)((u32)(((i8a < i8a) ? (u32)255ll : (u32)-2ll)) >> (int)(u32b & 31)) * (u32)(__vavgu2(u32b, (u32)(u32p ^ (u32)65536ll))))); else u64b = __match_any_sync(~m, (u64)(__popcll((u64)(u64b % (u64)(u64a | 1)))) & 7); }
    table[(u32)(__vadd2(u32a, (u32)(u32p * u32p))) & 15] = (u32)(-(u32)(u32b | u32p));
    f32a = f32b - f32x2;
    i32a = (i32)((i32)(__dp4a((unsigned)(i32)((i32)(i32a - i32b) | i32p), (unsigned)(i32)((i32)7ll >> (int)((u32)1ll & 31)), (unsigned)(i32)(__sad((i32)(__funnelshift_l(i32b, i32b, i32p)), (i32)(i32a ^ (i32)63ll), (i32)(~i32a))))) | (i32)(__vsub4((i32)(__brev(i32p)), (i32)((i32)31ll << 12))));
    switch ((u32)(((f16a < f16p) ? (u32)(__float_as_int(canon(f32b))) : u32b)) & 7) {
    case 0: {
        i32b ^= table[lane & 15];
        i32b = (i32)((i32)(__dp2a_lo((int)i32p, (int)i32b, (int)(i32)(from<i32>((u32)2ll)))) >> (int)((u32)(~(u32)(__funnelshift_lc((u32)128ll, u32p, u32b))) & 31));
        if (((i64)(h5((i32)-2ll, (u64)7ll, f32b)) <= (i64)(__ffsll(i64b)))) {
            i32b = (i32)(max((i32)(from<i32>(f64b)), (i32)((i32)(from<i32>(f32a)) & (i32)(__dp4a((unsigned)i32a, (unsigned)(i32)(((u64b >= (u64)100ll) ? i32a : i32b)), (unsigned)(i32)(from<i32>(u8a)))))));
            f32b = f32b + f32x2;
            u128a = (u128)((u128)(from<u128>(from<f16>(cosf(f32p)))) << (int)((u32)((u32)(__ffs(u32p)) ^ (u32)(__popc(u32a))) & 127));
        }
        else {
            i32a = (i32)(((i32)((i32)(i32p + i32p) * i32a) == (i32)(table[u32p & 15])));
            u8a = (u8)((((i8)((i8)(((i128a <= i128a) ? i8a : i8a)) ^ i8a) == (i8)((i8)2ll - (i8)(-i8a))) ? (u8)((u8)256ll << 5) : (u8)(((i16)(i16a & i16a) != (i16)(i16a + i16a)))));
        }
    }
        break;
    case 1: {
        u64a = (u64)((((u8)(u8a / 100) < (u8)(from<u8>(pow(f64b, f64a)))) ? (u64)(((u8a < (u8)100ll) ? (u64)(h5(i32a, u64p, f32p)) : (u64)(from<u64>(i64p)))) : (u64)((u64)(h1((i32)-1ll, u64p, f32a)) & (u64)(from<u64>(fabsf(f32a))))));
        const f64 f64x3 = load<f64>(in, 29) * f64a;
    }
        break;
    case 2: {
        u64a = (u64)((((u64)(h2((i32)(((u8a > u8a) ? (i32)0ll : i32p)), (u64)(u64a & (u64)7ll), log2f(f32p))) > (u64)(h1((i32)(((u64b >= u64p) ? (i32)-128ll : i32p)), (u64)(max((u64)1ll, (u64)256ll)), f32p))) ? (u64)(h0((i32)(max(i32b, i32p)), (u64)1ll, ((u32a != (u32)31ll) ? f32b : f32p))) : (u64)(from<u64>((u8)(u8a % 3)))));
        if ((floor(0.5) == ((65536.0f > 255.0f) ? f64a : f64a))) {
            table[(u32)(from<u32>((u16)(u16a % 641))) & 15] = (u32)((u32)(from<u32>(f16a)) + (u32)(u32a << 21));
            i64b = (i64)((((i64)((i64)(((i32b >= i32p) ? (i64)1000ll : (i64)1ll)) / 10) > (i64)(__mul64hi((i64)(max(i64p, i64p)), (i64)7ll))) ? (i64)(__umul64hi((i64)(h2(i32a, u64a, f32p)), (i64)((i64)(from<i64>(f16p)) * i64b))) : (i64)(i64b ^ (i64)((((u128)255ll >= u128a) ? i64p : i64a)))));
            i16a = (i16)((i16)((i16)((i32p >= i32b)) & (i16)(i16a / 10)) ^ (i16)((i16)(i16a >> 5) & (i16)(i16a | (i16)(i16a & i16a))));
        }
    }
    case 3: {
        const f32 f32x4 = load<f32>(in, 3) * 0.5f;
    }
    default: {
        if (((i8)(i8a & i8a) < (i8)((i8)100ll - i8a))) {
            f16a = from<f16>(hrint(hrcp(f16p)));
        }
    }
    }
    f32a = f32a - f32x2;
    const f16 f16x5 = load<f16>(in, 21) * f16p;
    i32b = __shfl_down_sync(0xffffffffu, i32b, (u32)((u32)(u32p * u32p) >> 7) & 15, 8);
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
    u64b = (u64)(((i64)(((u64a >= u64p) ? (i64)(from<i64>(i8a)) : (i64)256ll)) == (i64)((i64)(i64a + i64a) % (i64)((i64)-128ll | 1))));
    const f16 f16x0 = load<f16>(in, 28) * f16p;
    const f32 f32x1 = load<f32>(in, 6) * f32b;
    if (((u128)(from<u128>(u8a)) <= (u128)(u128a >> (int)(u32b & 127)))) {
        u32a = (u32)(~(u32)(__funnelshift_l(u32a, u32b, (u32)(from<u32>(f32b)))));
        i16a = (i16)((i16)(from<i16>((u8)(u8a - u8a))) >> 7);
        f32a = f32x1 + 65536.0f;
    }
    f16a = __shfl_down_sync(0xffffffffu, f16a, 3);
    table[(u32)((((f64b <= f64b) || (i8a == i8a)) ? (u32)(from<u32>((i8)3ll)) : (u32)(u32b - u32b))) & 15] = (u32)(from<u32>((u8)(-(u8)(((i16a <= i16a) ? u8a : u8a)))));
    u32a = __ballot_sync(0xffffffffu, ((u32)((((i32)1ll == (i32)2ll) ? u32p : u32p)) < (u32)(table[u32a & 15])));
    const f64 f64x2 = load<f64>(in, 14) * 255.0;
    i32a = __reduce_min_sync(0xffffffffu, (i32)(__sad((i32)(__half2int_rn(from<f16>(i128a))), (i32)(__popc(i32p)), (i32)(__float2int_ru(3.0f)))));
    i8a = (i8)((i8)(i8a << (int)(u32p & 7)) >> (int)((u32)(((i64a != i64a) ? u32a : (u32)(min((u32)-1ll, (u32)256ll)))) & 7));
    table[(u32)(from<u32>((u128)((i32b < i32b)))) & 15] = (u32)(-(u32)(((u32b == u32a) ? u32p : u32p)));
    f64a = f64x2 - f64a;
    f64b = cos((cbrt(-1.25) + (f64b * -1.25)));
    u64a = (u64)(table[(u32)((u32)(((i32p != i32b) ? u32a : (u32)0ll)) >> 10) & 15]);
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
    static u64 state = 14 * 2654435761ull + 12345;
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
