// Random tensors and boxes, loaded, stored and reduced by bulk copies: a line for each case, with a hash of what came, which is
// compared with what an H200 printed (h200-tensors.txt), and how many bytes differ from plain C's. tensors [first [count]]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>

typedef unsigned long long u64;
typedef unsigned char u8;
typedef CUresult (*EncodeTiled)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                                const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
typedef CUresult (*EncodeIm2col)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                 const cuuint64_t *, const cuuint64_t *, const int *, const int *,
                                 cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
                                 CUtensorMapSwizzle, CUtensorMapL2promotion,
                                 CUtensorMapFloatOOBfill);

struct Place {
    int at[5];
    unsigned short offset[3];
};
enum { LOAD, STORE, ADD, MIN, MAX, INC, DEC, AND, OR, XOR, LOAD_IM2COL, ACTIONS };
enum { MOST_SHARED = 64 << 10 };

__device__ unsigned address_of(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load(unsigned to, const CUtensorMap *map, int rank, Place p, unsigned bar)
{
#define LOADS(n, places, ...)                                                               \
    asm volatile("cp.async.bulk.tensor." #n                                                 \
                 "d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, " places \
                 "], [%2];"                                                                 \
                 :                                                                          \
                 : "r"(to), "l"(map), "r"(bar), __VA_ARGS__                                 \
                 : "memory")
    if (rank == 1)
        LOADS(1, "{%3}", "r"(p.at[0]));
    else if (rank == 2)
        LOADS(2, "{%3, %4}", "r"(p.at[0]), "r"(p.at[1]));
    else if (rank == 3)
        LOADS(3, "{%3, %4, %5}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]));
    else if (rank == 4)
        LOADS(4, "{%3, %4, %5, %6}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]));
    else
        LOADS(5, "{%3, %4, %5, %6, %7}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]),
              "r"(p.at[4]));
}

__device__ void load_im2col(unsigned to, const CUtensorMap *map, int rank, Place p, unsigned bar)
{
#define IM2COL(n, places, offsets, ...)                                                            \
    asm volatile("cp.async.bulk.tensor." #n                                                        \
                 "d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, " places \
                 "], [%2], " offsets ";"                                                           \
                 :                                                                                 \
                 : "r"(to), "l"(map), "r"(bar), __VA_ARGS__                                        \
                 : "memory")
    if (rank == 3)
        IM2COL(3, "{%3, %4, %5}", "{%6}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),
               "h"(p.offset[0]));
    else if (rank == 4)
        IM2COL(4, "{%3, %4, %5, %6}", "{%7, %8}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),
               "r"(p.at[3]), "h"(p.offset[0]), "h"(p.offset[1]));
    else
        IM2COL(5, "{%3, %4, %5, %6, %7}", "{%8, %9, %10}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),
               "r"(p.at[3]), "r"(p.at[4]), "h"(p.offset[0]), "h"(p.offset[1]), "h"(p.offset[2]));
}

__device__ void store(unsigned from, const CUtensorMap *map, int rank, int action, Place p)
{
#define STORE_AS(how, n, places, ...)                                \
    asm volatile("cp" how ".tile.bulk_group [%0, " places "], [%1];" \
                 :                                                   \
                 : "l"(map), "r"(from), __VA_ARGS__                  \
                 : "memory")
#define STORES(how)                                                                             \
    if (rank == 1)                                                                              \
        STORE_AS(how("1"), 1, "{%2}", "r"(p.at[0]));                                            \
    else if (rank == 2)                                                                         \
        STORE_AS(how("2"), 2, "{%2, %3}", "r"(p.at[0]), "r"(p.at[1]));                          \
    else if (rank == 3)                                                                         \
        STORE_AS(how("3"), 3, "{%2, %3, %4}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]));        \
    else if (rank == 4)                                                                         \
        STORE_AS(how("4"), 4, "{%2, %3, %4, %5}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]),     \
                 "r"(p.at[3]));                                                                 \
    else                                                                                        \
        STORE_AS(how("5"), 5, "{%2, %3, %4, %5, %6}", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), \
                 "r"(p.at[3]), "r"(p.at[4]));
#define PLAIN(n)      ".async.bulk.tensor." n "d.global.shared::cta"
#define REDUCE(op, n) ".reduce.async.bulk.tensor." n "d.global.shared::cta." op
#define BY_ADD(n)     REDUCE("add", n)
#define BY_MIN(n)     REDUCE("min", n)
#define BY_MAX(n)     REDUCE("max", n)
#define BY_INC(n)     REDUCE("inc", n)
#define BY_DEC(n)     REDUCE("dec", n)
#define BY_AND(n)     REDUCE("and", n)
#define BY_OR(n)      REDUCE("or", n)
#define BY_XOR(n)     REDUCE("xor", n)
    switch (action) {
    case STORE: STORES(PLAIN) break;
    case ADD: STORES(BY_ADD) break;
    case MIN: STORES(BY_MIN) break;
    case MAX: STORES(BY_MAX) break;
    case INC: STORES(BY_INC) break;
    case DEC: STORES(BY_DEC) break;
    case AND: STORES(BY_AND) break;
    case OR: STORES(BY_OR) break;
    case XOR: STORES(BY_XOR) break;
    }
}

// Loads a box, and writes what came to `box`; or stores what `box` has.
__global__ void copies(const __grid_constant__ CUtensorMap map, int action, int rank, Place p,
                       u8 *box, unsigned bytes, unsigned room)
{
    extern __shared__ __align__(1024) u8 shared[];
    __shared__ u64 bar;
    unsigned at = address_of(shared), barrier = address_of(&bar);
    if (action == LOAD || action == LOAD_IM2COL) {
        for (unsigned i = threadIdx.x; i < room; i += blockDim.x)
            shared[i] = 0xa5;
        if (threadIdx.x == 0)
            asm volatile("mbarrier.init.shared.b64 [%0], 1;" : : "r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" : : : "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                         :
                         : "r"(barrier), "r"(bytes)
                         : "memory");
            if (action == LOAD)
                load(at, &map, rank, p, barrier);
            else
                load_im2col(at, &map, rank, p, barrier);
        }
        asm volatile(
            "{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared.b64 p, [%0], 0;\n@!p bra again; }"
            :
            : "r"(barrier)
            : "memory");
        for (unsigned i = threadIdx.x; i < room; i += blockDim.x)
            box[i] = shared[i];
    } else {
        for (unsigned i = threadIdx.x; i < room; i += blockDim.x)
            shared[i] = box[i];
        asm volatile("fence.proxy.async;" : : : "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            store(at, &map, rank, action, p);
            asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" : : : "memory");
        }
    }
}

// ---- Plain C -----------------------------------------------------------------------------------------------------------

static u64 state = 1;
static unsigned random_to(unsigned n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

static const int BYTES[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

struct Case {
    int action, type, rank, swizzle, nan;
    cuuint64_t size[5], stride[4];
    cuuint32_t box[5], step[5];
    int lower[3], upper[3];
    Place p;
};

static float float_of(unsigned v)
{
    float f;
    memcpy(&f, &v, 4);
    return f;
}

static unsigned bits_of(float f)
{
    unsigned v;
    memcpy(&v, &f, 4);
    return v;
}

static unsigned flushed(unsigned v)
{
    return (v & 0x7f800000) ? v : v & 0x80000000;
}

// What a load makes of a 32-bit element.
static unsigned converted(int type, unsigned v)
{
    bool tf32 =
        type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    return tf32 && (v & 0x7f800000) != 0x7f800000 ? (v + 0xfff + (v >> 13 & 1)) & ~0x1fffu : v;
}

static u64 combined(int action, int type, u64 a, u64 b)
{
    int bytes = BYTES[type];
    if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16) {
        bool half = type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
        float x, y, z;
        __half_raw hx = {(unsigned short)a}, hy = {(unsigned short)b};
        x = half ? __half2float(__half(hx)) : float_of((unsigned)a << 16);
        y = half ? __half2float(__half(hy)) : float_of((unsigned)b << 16);
        z = action == ADD ? x + y : action == MIN ? (x < y ? x : y) : (x > y ? x : y);
        if (half)
            return __half_raw(__float2half_rn(z)).x;
        return __nv_bfloat16_raw(__float2bfloat16_rn(z)).x;
    }
    if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32 || type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ)
        return flushed(bits_of(float_of(flushed((unsigned)a)) + float_of(flushed((unsigned)b))));
    if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64) {
        double x, y;
        memcpy(&x, &a, 8), memcpy(&y, &b, 8);
        x += y;
        memcpy(&a, &x, 8);
        return a;
    }
    bool is_signed = type == CU_TENSOR_MAP_DATA_TYPE_INT32 || type == CU_TENSOR_MAP_DATA_TYPE_INT64;
    long long sa = bytes == 4 ? (int)a : (long long)a, sb = bytes == 4 ? (int)b : (long long)b;
    bool less = is_signed ? sa < sb : a < b;
    switch (action) {
    case ADD: return a + b;
    case MIN: return less ? a : b;
    case MAX: return less ? b : a;
    case INC: return a >= b ? 0 : a + 1;
    case DEC: return a == 0 || a > b ? b : a - 1;
    case AND: return a & b;
    case OR: return a | b;
    default: return a ^ b;
    }
}

// Calls visit(byte of the box in shared memory, byte of the tensor or -1) for each element.
template <class Visit>
static void each(const Case &c, Visit visit)
{
    int bytes = BYTES[c.type];
    u64 count[5], all = 1;
    for (int i = 0; i < c.rank; i++)
        all *= count[i] = i ? (c.box[i] + c.step[i] - 1) / c.step[i] : c.box[0];
    if (c.action == LOAD_IM2COL)
        all = (u64)c.box[0] * c.box[1];
    int pixel[5];
    for (int i = 0; i < c.rank; i++)
        pixel[i] = c.p.at[i];
    for (u64 e = 0; e < all; e++) {
        long long at = 0;
        bool inside = true, outside_others = true;
        u64 rest = e;
        for (int i = 0; i < c.rank; i++) {
            long long x;
            if (c.action == LOAD_IM2COL)
                x = i == 0            ? c.p.at[0] + (long long)(e % c.box[0])
                    : i == c.rank - 1 ? pixel[i]
                                      : pixel[i] + c.p.offset[i - 1];
            else
                x = c.p.at[i] + (long long)(rest % count[i]) * (i ? (long long)c.step[i] : 1),
                rest /= count[i];
            inside = inside && x >= 0 && x < (long long)c.size[i];
            outside_others = outside_others && (i == 0 || (x >= 0 && x < (long long)c.size[i]));
            at += x * (i ? (long long)c.stride[i - 1] : bytes);
        }
        if (c.action == LOAD_IM2COL && e % c.box[0] == c.box[0] - 1) { // the next pixel
            for (int i = 1; i < c.rank; i++) {
                pixel[i] += c.step[i];
                if (i == c.rank - 1 || pixel[i] < (long long)c.size[i] + c.upper[i - 1])
                    break;
                pixel[i] = c.lower[i - 1];
            }
        }
        u64 row = c.box[0] * bytes, pitch = c.swizzle ? 16 << c.swizzle : row;
        u64 shared = e * bytes / row * pitch + e * bytes % row;
        shared ^= (shared >> 7 & ((1 << c.swizzle) - 1)) << 4;
        // a store writes whole pieces of 16 bytes at the end of dimension 0
        bool stores = c.action != LOAD && c.action != LOAD_IM2COL;
        u64 x = c.p.at[0] + e % c.box[0], last = (c.size[0] * bytes + 15) / 16 * 16;
        if (stores && x >= c.size[0] && x * bytes < last)
            inside = outside_others;
        visit(shared, inside ? at : -1);
    }
}

static Case random_case(int number)
{
    Case c = {};
    state = 12345 + 77 * (u64)number;
    for (int i = 0; i < 10; i++)
        random_to(2);
    static const int actions[] = {LOAD, LOAD, LOAD,        LOAD,        STORE,      STORE,
                                  ADD,  MIN,  MAX,         INC,         DEC,        AND,
                                  OR,   XOR,  LOAD_IM2COL, LOAD_IM2COL, LOAD_IM2COL};
    c.action = actions[random_to(sizeof actions / sizeof *actions)];
    static const int wide[] = {2, 3, 4, 5}, words[] = {2, 3, 4, 5, 6, 9},
                     sums[] = {2, 3, 4, 6, 7, 8, 9};
    c.type = c.action >= AND && c.action <= XOR   ? (random_to(2) ? 2 : 4)
             : c.action == INC || c.action == DEC ? 2
             : c.action == MIN || c.action == MAX ? words[random_to(6)]
             : c.action == ADD                    ? sums[random_to(7)]
                                                  : (int)random_to(13);
    (void)wide;
    c.rank = c.action == LOAD_IM2COL ? 3 + random_to(3) : 1 + random_to(5);
    int bytes = BYTES[c.type];
    c.swizzle = random_to(4);
    c.nan = (c.action == LOAD || c.action == LOAD_IM2COL) &&
            c.type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && random_to(2);
    int inner = 16 * (1 + random_to(c.swizzle ? 1 << c.swizzle : 12)); // bytes
    while (inner / bytes > 256)
        inner /= 2;
    inner = inner / 16 * 16;
    c.box[0] = inner / bytes;
    u64 shared = inner;
    for (int i = 0; i < c.rank; i++) {
        c.step[i] = i && random_to(3) == 0 ? 1 + random_to(3) : 1;
        if (i) {
            c.box[i] = 1 + random_to(c.rank == 2 ? 40 : c.rank == 3 ? 9 : 4);
            shared *= c.box[i];
        }
        c.size[i] = 1 + random_to(i ? (c.rank == 2 ? 50 : 12) : 2 * c.box[0] + 3);
    }
    u64 pitch = c.size[0] * bytes;
    for (int i = 0; i + 1 < c.rank; i++) {
        pitch = (pitch + 15) / 16 * 16 + 16 * random_to(2);
        c.stride[i] = pitch;
        pitch *= c.size[i + 1];
    }
    // dimension 0 begins at a multiple of 16 bytes, and stores have no coordinate below 0
    bool loads = c.action == LOAD || c.action == LOAD_IM2COL;
    for (int i = 0; i < c.rank; i++)
        c.p.at[i] = (int)random_to((unsigned)c.size[i] + 8) - (loads ? 4 : 0);
    int pieces = bytes < 16 ? 16 / bytes : 1;
    c.p.at[0] = c.p.at[0] / pieces * pieces;
    if (c.action == LOAD_IM2COL) {
        c.box[1] = 1 + random_to(60); // pixels
        for (int i = 1; i < c.rank - 1; i++) {
            c.size[i] = 4 + random_to(9);
            c.lower[i - 1] = -(int)random_to(3);
            c.upper[i - 1] = -(int)random_to(3);
            c.p.offset[i - 1] = (unsigned short)random_to(3);
            c.p.at[i] =
                c.lower[i - 1] +
                (int)random_to((unsigned)((long long)c.size[i] + c.upper[i - 1] - c.lower[i - 1]));
        }
        c.p.at[c.rank - 1] = (int)random_to((unsigned)c.size[c.rank - 1]);
        pitch = c.size[0] * bytes;
        for (int i = 0; i + 1 < c.rank; i++) {
            pitch = (pitch + 15) / 16 * 16;
            c.stride[i] = pitch;
            pitch *= c.size[i + 1];
        }
    }
    return c;
}

// Bytes whose floats are of all kinds but NaN.
static void fill(std::vector<u8> &v, int type)
{
    for (size_t i = 0; i < v.size(); i++)
        v[i] = (u8)random_to(256);
    int bytes = BYTES[type];
    for (size_t i = 0; i + bytes <= v.size(); i += bytes) {
        if (random_to(4) == 0 && bytes == 4) // subnormal
            v[i + 3] &= 0x80, v[i + 2] &= 0x7f;
        if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16)
            v[i + 1] &= 0xbb;
        else if (type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16)
            v[i + bytes - 1] &= 0xbf;
    }
}

static unsigned hash(const std::vector<u8> &v)
{
    unsigned h = 2166136261u;
    for (u8 b : v)
        h = (h ^ b) * 16777619u;
    return h;
}

int main(int n, char **args)
{
    int first = n > 1 ? atoi(args[1]) : 0, count = n > 2 ? atoi(args[2]) : 200;
    void *tiled, *im2col;
    cudaDriverEntryPointQueryResult found;
    cudaFree(0);
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &tiled, 12000, cudaEnableDefault,
                                     &found);
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &im2col, 12000, cudaEnableDefault,
                                     &found);
    cudaFuncSetAttribute(copies, cudaFuncAttributeMaxDynamicSharedMemorySize, MOST_SHARED);
    for (int number = first; number < first + count; number++) {
        Case c = random_case(number);
        u64 all = c.rank > 1 ? c.stride[c.rank - 2] * c.size[c.rank - 1]
                             : (c.size[0] * BYTES[c.type] + 15) / 16 * 16;
        u64 bytes = c.box[0] * BYTES[c.type];
        if (c.action == LOAD_IM2COL)
            bytes *= c.box[1];
        else
            for (int i = 1; i < c.rank; i++)
                bytes *= (c.box[i] + c.step[i] - 1) / c.step[i];
        u64 row = c.box[0] * BYTES[c.type], pitch = c.swizzle ? 16 << c.swizzle : row;
        u64 room = (bytes / row * pitch + 1023) / 1024 * 1024; // a swizzle may leave the box
        if (room > MOST_SHARED)
            continue;
        std::vector<u8> tensor(all), box(room);
        fill(tensor, c.type);
        fill(box, c.type);
        u8 *t, *b;
        cudaMalloc(&t, all);
        cudaMalloc(&b, room);
        cudaMemcpy(t, tensor.data(), all, cudaMemcpyHostToDevice);
        cudaMemcpy(b, box.data(), room, cudaMemcpyHostToDevice);
        CUtensorMap map;
        auto fill_with = c.nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                               : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
        CUresult made =
            c.action == LOAD_IM2COL
                ? ((EncodeIm2col)im2col)(
                      &map, (CUtensorMapDataType)c.type, c.rank, t, c.size, c.stride, c.lower,
                      c.upper, c.box[0], c.box[1], c.step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                      (CUtensorMapSwizzle)c.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill_with)
                : ((EncodeTiled)tiled)(&map, (CUtensorMapDataType)c.type, c.rank, t, c.size,
                                       c.stride, c.box, c.step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                       (CUtensorMapSwizzle)c.swizzle,
                                       CU_TENSOR_MAP_L2_PROMOTION_NONE, fill_with);
        printf("%d: action %d type %d rank %d swizzle %d nan %d: ", number, c.action, c.type,
               c.rank, c.swizzle, c.nan);
        if (made) {
            printf("error %d\n", made);
            continue;
        }
        copies<<<1, 128, MOST_SHARED>>>(map, c.action, c.rank, c.p, b, (unsigned)bytes,
                                        (unsigned)room);
        cudaError_t e = cudaDeviceSynchronize();
        if (e) {
            printf("%s\n", cudaGetErrorName(e));
            return 1;
        }
        bool loads = c.action == LOAD || c.action == LOAD_IM2COL;
        std::vector<u8> want = loads ? std::vector<u8>(room, 0xa5) : tensor, got(want.size());
        int size = BYTES[c.type];
        each(c, [&](u64 shared, long long at) {
            u64 a = 0, s = 0;
            if (loads) {
                if (at >= 0)
                    memcpy(&a, &tensor[at], size);
                else if (c.nan)
                    a = 0x7ff77ff77ff77ff7;
                if (at >= 0 && size == 4)
                    a = converted(c.type, (unsigned)a);
                memcpy(&want[shared], &a, size);
            } else if (at >= 0) {
                memcpy(&s, &box[shared], size);
                memcpy(&a, &want[at], size);
                a = c.action == STORE ? s : combined(c.action, c.type, a, s);
                memcpy(&want[at], &a, size);
            }
        });
        cudaMemcpy(got.data(), loads ? b : t, got.size(), cudaMemcpyDeviceToHost);
        size_t differ = 0, where = 0;
        for (size_t i = 0; i < got.size(); i++)
            if (got[i] != want[i])
                where = differ++ ? where : i;
        printf("%08x, %zu of %zu differ", hash(got), differ, got.size());
        if (differ) {
            u64 g = 0, w = 0, size_of = (u64)size, start = where / size_of * size_of;
            memcpy(&g, &got[start], size), memcpy(&w, &want[start], size);
            printf(": byte %zu is %llx, not %llx", start, g, w);
        }
        puts("");
        cudaFree(t);
        cudaFree(b);
    }
}
