// memory.h: loads and stores that say how they use the caches; functions of the C library in kernels.
// CUDA C++ Programming Guide: read-only data cache load function, load and store functions using cache hints, address space
// predicate functions, assertion, trap, formatted output, dynamic global memory allocation.

#ifndef WARP_DEVICE_MEMORY_H
#define WARP_DEVICE_MEMORY_H

// ---- One element or one vector ---------------------------------------------------------------------------------

// Defines the function for each type, with macros for one element and for vectors of two and four. Narrow types use a wider
// register.
#define EACH_ELEMENT(ONE, TWO, FOUR, name, instruction)                        \
    ONE(name, instruction, char, int, "s8", "r")                               \
    ONE(name, instruction, signed char, int, "s8", "r")                        \
    ONE(name, instruction, unsigned char, unsigned int, "u8", "r")             \
    ONE(name, instruction, short, short, "s16", "h")                           \
    ONE(name, instruction, unsigned short, unsigned short, "u16", "h")         \
    ONE(name, instruction, int, int, "s32", "r")                               \
    ONE(name, instruction, unsigned int, unsigned int, "u32", "r")             \
    ONE(name, instruction, long, long, "s64", "l")                             \
    ONE(name, instruction, unsigned long, unsigned long, "u64", "l")           \
    ONE(name, instruction, long long, long long, "s64", "l")                   \
    ONE(name, instruction, unsigned long long, unsigned long long, "u64", "l") \
    ONE(name, instruction, float, float, "f32", "f")                           \
    ONE(name, instruction, double, double, "f64", "d")                         \
    TWO(name, instruction, char2, int, "s8", "r")                              \
    TWO(name, instruction, uchar2, unsigned int, "u8", "r")                    \
    TWO(name, instruction, short2, short, "s16", "h")                          \
    TWO(name, instruction, ushort2, unsigned short, "u16", "h")                \
    TWO(name, instruction, int2, int, "s32", "r")                              \
    TWO(name, instruction, uint2, unsigned int, "u32", "r")                    \
    TWO(name, instruction, float2, float, "f32", "f")                          \
    TWO(name, instruction, longlong2, long long, "s64", "l")                   \
    TWO(name, instruction, ulonglong2, unsigned long long, "u64", "l")         \
    TWO(name, instruction, double2, double, "f64", "d")                        \
    FOUR(name, instruction, char4, int, "s8", "r")                             \
    FOUR(name, instruction, uchar4, unsigned int, "u8", "r")                   \
    FOUR(name, instruction, short4, short, "s16", "h")                         \
    FOUR(name, instruction, ushort4, unsigned short, "u16", "h")               \
    FOUR(name, instruction, int4, int, "s32", "r")                             \
    FOUR(name, instruction, uint4, unsigned int, "u32", "r")                   \
    FOUR(name, instruction, float4, float, "f32", "f")

#define LOAD1(name, instruction, type, wide, word, letter) \
    DEVICE_FUNCTION type name(const type *address)         \
    {                                                      \
        wide value;                                        \
        asm volatile(instruction "." word " %0, [%1];"     \
                     : "=" letter(value)                   \
                     : "l"(address)                        \
                     : "memory");                          \
        return (type)value;                                \
    }
#define LOAD2(name, instruction, type, wide, word, letter)      \
    DEVICE_FUNCTION type name(const type *address)              \
    {                                                           \
        type v;                                                 \
        wide x, y;                                              \
        asm volatile(instruction ".v2." word " {%0, %1}, [%2];" \
                     : "=" letter(x), "=" letter(y)             \
                     : "l"(address)                             \
                     : "memory");                               \
        v.x = (decltype(v.x))x, v.y = (decltype(v.x))y;         \
        return v;                                               \
    }
#define LOAD4(name, instruction, type, wide, word, letter)                        \
    DEVICE_FUNCTION type name(const type *address)                                \
    {                                                                             \
        type v;                                                                   \
        wide x, y, z, w;                                                          \
        asm volatile(instruction ".v4." word " {%0, %1, %2, %3}, [%4];"           \
                     : "=" letter(x), "=" letter(y), "=" letter(z), "=" letter(w) \
                     : "l"(address)                                               \
                     : "memory");                                                 \
        v.x = (decltype(v.x))x, v.y = (decltype(v.x))y;                           \
        v.z = (decltype(v.x))z, v.w = (decltype(v.x))w;                           \
        return v;                                                                 \
    }

#define LOAD(name, instruction) EACH_ELEMENT(LOAD1, LOAD2, LOAD4, name, instruction)
LOAD(__ldg, "ld.global.nc")
LOAD(__ldca, "ld.global.ca")
LOAD(__ldcg, "ld.global.cg")
LOAD(__ldcs, "ld.global.cs")
LOAD(__ldlu, "ld.global.lu")
LOAD(__ldcv, "ld.global.cv")
#undef LOAD
#undef LOAD1
#undef LOAD2
#undef LOAD4

#define STORE1(name, instruction, type, wide, word, letter) \
    DEVICE_FUNCTION void name(type *address, type value)    \
    {                                                       \
        asm volatile(instruction "." word " [%0], %1;"      \
                     :                                      \
                     : "l"(address), letter(value)          \
                     : "memory");                           \
    }
#define STORE2(name, instruction, type, wide, word, letter)               \
    DEVICE_FUNCTION void name(type *address, type v)                      \
    {                                                                     \
        asm volatile(instruction ".v2." word " [%0], {%1, %2};"           \
                     :                                                    \
                     : "l"(address), letter((wide)v.x), letter((wide)v.y) \
                     : "memory");                                         \
    }
#define STORE4(name, instruction, type, wide, word, letter)                                   \
    DEVICE_FUNCTION void name(type *address, type v)                                          \
    {                                                                                         \
        asm volatile(instruction ".v4." word " [%0], {%1, %2, %3, %4};"                       \
                     :                                                                        \
                     : "l"(address), letter((wide)v.x), letter((wide)v.y), letter((wide)v.z), \
                       letter((wide)v.w)                                                      \
                     : "memory");                                                             \
    }

#define STORE(name, instruction) EACH_ELEMENT(STORE1, STORE2, STORE4, name, instruction)
STORE(__stwb, "st.global.wb")
STORE(__stcg, "st.global.cg")
STORE(__stcs, "st.global.cs")
STORE(__stwt, "st.global.wt")
#undef STORE
#undef STORE1
#undef STORE2
#undef STORE4
#undef EACH_ELEMENT

// ---- Which memory a pointer is to ------------------------------------------------------------------------------

#define IS_SPACE(name, space)                                                   \
    DEVICE_FUNCTION unsigned int name(const void *pointer)                      \
    {                                                                           \
        unsigned int is;                                                        \
        asm("{ .reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p; }" \
            : "=r"(is)                                                          \
            : "l"(pointer));                                                    \
        return is;                                                              \
    }
IS_SPACE(__isGlobal, "global")
IS_SPACE(__isShared, "shared")
IS_SPACE(__isConstant, "const")
IS_SPACE(__isLocal, "local")
#undef IS_SPACE

#define TO_SPACE(name, space)                                                \
    DEVICE_FUNCTION size_t name(const void *pointer)                         \
    {                                                                        \
        size_t address;                                                      \
        asm("cvta.to." space ".u64 %0, %1;" : "=l"(address) : "l"(pointer)); \
        return address;                                                      \
    }
TO_SPACE(__cvta_generic_to_global, "global")
TO_SPACE(__cvta_generic_to_shared, "shared")
TO_SPACE(__cvta_generic_to_constant, "const")
TO_SPACE(__cvta_generic_to_local, "local")
#undef TO_SPACE

// ---- Functions of the C library --------------------------------------------------------------------------------

// These are the device's functions: clang calls them in kernels, and the host's functions elsewhere.
extern "C" {
__device__ int printf(const char *format, ...);
__device__ int vprintf(const char *format, const char *arguments);
__device__ void *malloc(size_t bytes);
__device__ void free(void *pointer);
__device__ void *__cuda_syscall_aligned_malloc(size_t bytes, size_t alignment);
__device__ void __assertfail(const char *condition, const char *file, unsigned int line,
                             const char *function, size_t size) __attribute__((noreturn));
}

DEVICE_FUNCTION void *__nv_aligned_device_malloc(size_t bytes, size_t alignment)
    WARP_RETURNS(__cuda_syscall_aligned_malloc(bytes, alignment));
DEVICE_FUNCTION void *memcpy(void *to, const void *from, size_t bytes)
    WARP_RETURNS(__builtin_memcpy(to, from, bytes));
DEVICE_FUNCTION void *memset(void *to, int byte, size_t bytes)
    WARP_RETURNS(__builtin_memset(to, byte, bytes));

// <assert.h> calls this when an assertion fails.
extern "C" __device__ inline void __assert_fail(const char *condition, const char *file,
                                                unsigned int line, const char *function)
{
    __assertfail(condition, file, line, function, 1);
}

DEVICE_FUNCTION void __trap(void)
{
    asm volatile("trap;");
}

DEVICE_FUNCTION void __brkpt(void)
{
    asm volatile("brkpt;");
}

#endif
