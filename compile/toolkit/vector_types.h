// vector_types.h: int4, float2 and the like, and dim3. CUDA Programming Guide, "Built-in Vector Types".
//
// By its alignment a vector is one access to memory: 16 bytes, all four elements at once.

#ifndef WARP_VECTOR_TYPES_H
#define WARP_VECTOR_TYPES_H

// The body of a function that only returns something.
#define WARP_RETURNS(...)   \
    {                       \
        return __VA_ARGS__; \
    }

#ifdef __CUDA__
#define __host__     __attribute__((host))
#define __device__   __attribute__((device))
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))
// A managed variable is where the host has it. The section says so to the runtime (register.c).
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("warp_managed")))
#endif
#define __forceinline__        __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__      // a parameter whose address is taken is copied
#define __cluster_dims__(...) \
    _Pragma(                  \
        "GCC error \"clang has no __cluster_dims__: launch by cudaLaunchKernelEx, with cudaLaunchAttributeClusterDimension\"")
#else
#define __host__
#define __device__
#endif
#define __align__(bytes) __attribute__((aligned(bytes)))

// nvcc takes `__shared__ alignas(16) double v[16]`, as libcu++ writes it, but clang wants no standard attribute behind one of its own. So
// alignas is one of its own, too; its argument may be a number or types.
#if defined __CUDA__ && defined __cplusplus
template <unsigned long bytes>
constexpr unsigned long warp_alignment()
{
    return bytes;
}
template <class type, class... types>
constexpr unsigned long warp_alignment()
{
    unsigned long most = alignof(type), each[] = {alignof(type), alignof(types)...};
    for (unsigned long bytes : each)
        most = bytes > most ? bytes : most;
    return most;
}
#define alignas(...) __attribute__((aligned(::warp_alignment<__VA_ARGS__>())))
#endif

// clang copies a structure in words of 8 bytes, each with an access of its own. These assign a vector by elements, and read all
// before they write one: so it is one access, as with nvcc. It counts for the line that assigns.
#if defined __CUDA__ && defined __cplusplus
#define ASSIGN2(type, name)                                                     \
    __attribute__((nodebug)) __host__ __device__ name &operator=(const name &v) \
    {                                                                           \
        type v_x = v.x, v_y = v.y;                                              \
        x = v_x, y = v_y;                                                       \
        return *this;                                                           \
    }
#define ASSIGN4(type, name)                                                     \
    __attribute__((nodebug)) __host__ __device__ name &operator=(const name &v) \
    {                                                                           \
        type v_x = v.x, v_y = v.y, v_z = v.z, v_w = v.w;                        \
        x = v_x, y = v_y, z = v_z, w = v_w;                                     \
        return *this;                                                           \
    }
#else
#define ASSIGN2(type, name)
#define ASSIGN4(type, name)
#endif

// The types of elements, with a vector's name, and the alignments of vectors of 1, 2 and 4 elements, in bytes. Three elements are
// aligned like one, as in an array.
#define WARP_EACH_VECTOR(DEFINE)                     \
    DEFINE(signed char, char, 1, 2, 4)               \
    DEFINE(unsigned char, uchar, 1, 2, 4)            \
    DEFINE(short, short, 2, 4, 8)                    \
    DEFINE(unsigned short, ushort, 2, 4, 8)          \
    DEFINE(int, int, 4, 8, 16)                       \
    DEFINE(unsigned int, uint, 4, 8, 16)             \
    DEFINE(long, long, 8, 16, 16)                    \
    DEFINE(unsigned long, ulong, 8, 16, 16)          \
    DEFINE(long long, longlong, 8, 16, 16)           \
    DEFINE(unsigned long long, ulonglong, 8, 16, 16) \
    DEFINE(float, float, 4, 8, 16)                   \
    DEFINE(double, double, 8, 16, 16)

// Defines int1 to int4.
#define VECTORS(type, name, one, two, four) \
    struct __align__(one) name##1           \
    {                                       \
        type x;                             \
    };                                      \
    struct __align__(two) name##2           \
    {                                       \
        type x, y;                          \
        ASSIGN2(type, name##2)              \
    };                                      \
    struct name##3                          \
    {                                       \
        type x, y, z;                       \
    };                                      \
    struct __align__(four) name##4          \
    {                                       \
        type x, y, z, w;                    \
        ASSIGN4(type, name##4)              \
    };                                      \
    typedef struct name##1 name##1;         \
    typedef struct name##2 name##2;         \
    typedef struct name##3 name##3;         \
    typedef struct name##4 name##4;
WARP_EACH_VECTOR(VECTORS)
#undef VECTORS
#undef ASSIGN2
#undef ASSIGN4

// The shape of a grid or of a block; sizes that are left out are 1.
struct dim3 {
    unsigned int x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        : x(x), y(y), z(z)
    {
    }
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const WARP_RETURNS(uint3{x, y, z});
#endif
};
typedef struct dim3 dim3;

#endif
