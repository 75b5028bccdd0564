// memory.h: loads and stores that say how they use the caches; functions of the C library in kernels.
// CUDA C++ Programming Guide: read-only data cache load function, load and store functions using cache hints, address space
// predicate functions, assertion, trap, formatted output, dynamic global memory allocation.

#ifndef WARP_DEVICE_MEMORY_H
#define WARP_DEVICE_MEMORY_H

// ---- One element or one vector ---------------------------------------------------------------------------------

// LOAD(__ldcg, "ld.global.cg") defines the function for each type. Narrow types use a wider register.
#define LOAD(name, instruction)                                                  \
    LOAD1(name, instruction, char, int, "s8", "r")                               \
    LOAD1(name, instruction, signed char, int, "s8", "r")                        \
    LOAD1(name, instruction, unsigned char, unsigned int, "u8", "r")             \
    LOAD1(name, instruction, short, short, "s16", "h")                           \
    LOAD1(name, instruction, unsigned short, unsigned short, "u16", "h")         \
    LOAD1(name, instruction, int, int, "s32", "r")                               \
    LOAD1(name, instruction, unsigned int, unsigned int, "u32", "r")             \
    LOAD1(name, instruction, long, long, "s64", "l")                             \
    LOAD1(name, instruction, unsigned long, unsigned long, "u64", "l")           \
    LOAD1(name, instruction, long long, long long, "s64", "l")                   \
    LOAD1(name, instruction, unsigned long long, unsigned long long, "u64", "l") \
    LOAD1(name, instruction, float, float, "f32", "f")                           \
    LOAD1(name, instruction, double, double, "f64", "d")                         \
    LOAD2(name, instruction, int2, "s32", "r")                                   \
    LOAD2(name, instruction, uint2, "u32", "r")                                  \
    LOAD2(name, instruction, float2, "f32", "f")                                 \
    LOAD2(name, instruction, longlong2, "s64", "l")                              \
    LOAD2(name, instruction, ulonglong2, "u64", "l")                             \
    LOAD2(name, instruction, double2, "f64", "d")                                \
    LOAD4(name, instruction, int4, "s32", "r")                                   \
    LOAD4(name, instruction, uint4, "u32", "r")                                  \
    LOAD4(name, instruction, float4, "f32", "f")

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
#define LOAD2(name, instruction, type, word, letter)            \
    DEVICE_FUNCTION type name(const type *address)              \
    {                                                           \
        type v;                                                 \
        asm volatile(instruction ".v2." word " {%0, %1}, [%2];" \
                     : "=" letter(v.x), "=" letter(v.y)         \
                     : "l"(address)                             \
                     : "memory");                               \
        return v;                                               \
    }
#define LOAD4(name, instruction, type, word, letter)                                      \
    DEVICE_FUNCTION type name(const type *address)                                        \
    {                                                                                     \
        type v;                                                                           \
        asm volatile(instruction ".v4." word " {%0, %1, %2, %3}, [%4];"                   \
                     : "=" letter(v.x), "=" letter(v.y), "=" letter(v.z), "=" letter(v.w) \
                     : "l"(address)                                                       \
                     : "memory");                                                         \
        return v;                                                                         \
    }

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

#define STORE(name, instruction)                              \
    STORE1(name, instruction, char, "s8", "r")                \
    STORE1(name, instruction, signed char, "s8", "r")         \
    STORE1(name, instruction, unsigned char, "u8", "r")       \
    STORE1(name, instruction, short, "s16", "h")              \
    STORE1(name, instruction, unsigned short, "u16", "h")     \
    STORE1(name, instruction, int, "s32", "r")                \
    STORE1(name, instruction, unsigned int, "u32", "r")       \
    STORE1(name, instruction, long, "s64", "l")               \
    STORE1(name, instruction, unsigned long, "u64", "l")      \
    STORE1(name, instruction, long long, "s64", "l")          \
    STORE1(name, instruction, unsigned long long, "u64", "l") \
    STORE1(name, instruction, float, "f32", "f")              \
    STORE1(name, instruction, double, "f64", "d")             \
    STORE2(name, instruction, int2, "s32", "r")               \
    STORE2(name, instruction, uint2, "u32", "r")              \
    STORE2(name, instruction, float2, "f32", "f")             \
    STORE2(name, instruction, longlong2, "s64", "l")          \
    STORE2(name, instruction, ulonglong2, "u64", "l")         \
    STORE2(name, instruction, double2, "f64", "d")            \
    STORE4(name, instruction, int4, "s32", "r")               \
    STORE4(name, instruction, uint4, "u32", "r")              \
    STORE4(name, instruction, float4, "f32", "f")

#define STORE1(name, instruction, type, word, letter)    \
    DEVICE_FUNCTION void name(type *address, type value) \
    {                                                    \
        asm volatile(instruction "." word " [%0], %1;"   \
                     :                                   \
                     : "l"(address), letter(value)       \
                     : "memory");                        \
    }
#define STORE2(name, instruction, type, word, letter)           \
    DEVICE_FUNCTION void name(type *address, type v)            \
    {                                                           \
        asm volatile(instruction ".v2." word " [%0], {%1, %2};" \
                     :                                          \
                     : "l"(address), letter(v.x), letter(v.y)   \
                     : "memory");                               \
    }
#define STORE4(name, instruction, type, word, letter)                                   \
    DEVICE_FUNCTION void name(type *address, type v)                                    \
    {                                                                                   \
        asm volatile(instruction ".v4." word " [%0], {%1, %2, %3, %4};"                 \
                     :                                                                  \
                     : "l"(address), letter(v.x), letter(v.y), letter(v.z), letter(v.w) \
                     : "memory");                                                       \
    }

STORE(__stwb, "st.global.wb")
STORE(__stcg, "st.global.cg")
STORE(__stcs, "st.global.cs")
STORE(__stwt, "st.global.wt")
#undef STORE
#undef STORE1
#undef STORE2
#undef STORE4

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
__device__ void __assertfail(const char *condition, const char *file, unsigned int line,
                             const char *function, size_t size) __attribute__((noreturn));
}

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
