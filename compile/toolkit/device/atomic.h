// atomic.h: read, change and write in one step. CUDA C++ Programming Guide, "Atomic Functions".
//
// All are relaxed: they order nothing but their own word. clang's builtins become LLVM's atomicrmw, which finds out by
// itself whether a pointer is to shared or to global memory.

#ifndef WARP_DEVICE_ATOMIC_H
#define WARP_DEVICE_ATOMIC_H

// ---- Atomic for all threads of the device; _block: of the block; _system: of the host, too -----------------------

#define ATOMIC(name, builtin, type)                      \
    DEVICE_FUNCTION type name(type *address, type value) \
        WARP_RETURNS(builtin(address, value, __ATOMIC_RELAXED));
#define ATOMICS(name, builtin)          \
    ATOMIC(name, builtin, int)          \
    ATOMIC(name, builtin, unsigned int) \
    ATOMIC(name, builtin, unsigned long long int)

// LLVM turns an atomic that changes nothing, such as atomicAdd(p, 0), into a volatile load, and an exchange whose result isn't
// used into a volatile store. nvcc doesn't, and the checks would see a lock that is never given back. So such a value is hidden from LLVM,
// and the result is used.
#define KEPT_ATOMIC(name, builtin, type, letter, idle)          \
    DEVICE_FUNCTION type name(type *address, type value)        \
    {                                                           \
        if (__builtin_constant_p(value) && value == (type)idle) \
            asm("" : "+" letter(value));                        \
        return builtin(address, value, __ATOMIC_RELAXED);       \
    }
#define KEPT_ATOMICS(name, builtin, idle)               \
    KEPT_ATOMIC(name, builtin, int, "r", idle)          \
    KEPT_ATOMIC(name, builtin, unsigned int, "r", idle) \
    KEPT_ATOMIC(name, builtin, unsigned long long int, "l", idle)

#define EXCHANGE(type, word, letter)                                                     \
    DEVICE_FUNCTION type atomicExch(type *address, type value)                           \
    {                                                                                    \
        word old = __atomic_exchange_n((word *)address, __builtin_bit_cast(word, value), \
                                       __ATOMIC_RELAXED);                                \
        asm volatile("" : : letter(old));                                                \
        return __builtin_bit_cast(type, old);                                            \
    }

KEPT_ATOMICS(atomicAdd, __atomic_fetch_add, 0)
ATOMIC(atomicAdd, __atomic_fetch_add, float)
ATOMIC(atomicAdd, __atomic_fetch_add, double)
ATOMICS(atomicMin, __atomic_fetch_min)
ATOMIC(atomicMin, __atomic_fetch_min, long long int)
ATOMICS(atomicMax, __atomic_fetch_max)
ATOMIC(atomicMax, __atomic_fetch_max, long long int)
KEPT_ATOMICS(atomicAnd, __atomic_fetch_and, ~0)
KEPT_ATOMICS(atomicOr, __atomic_fetch_or, 0)
KEPT_ATOMICS(atomicXor, __atomic_fetch_xor, 0)
EXCHANGE(int, int, "r")
EXCHANGE(unsigned int, int, "r")
EXCHANGE(unsigned long long int, unsigned long long int, "l")
EXCHANGE(float, int, "r")

DEVICE_FUNCTION int atomicSub(int *address, int value) WARP_RETURNS(atomicAdd(address, -value));
DEVICE_FUNCTION unsigned int atomicSub(unsigned int *address, unsigned int value)
    WARP_RETURNS(atomicAdd(address, 0u - value));

#define SWAP(type)                                                                     \
    DEVICE_FUNCTION type atomicCAS(type *address, type compare, type value)            \
    {                                                                                  \
        __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, \
                                    __ATOMIC_RELAXED);                                 \
        return compare;                                                                \
    }
SWAP(int)
SWAP(unsigned int)
SWAP(unsigned long long int)
#undef SWAP

DEVICE_FUNCTION unsigned short int atomicCAS(unsigned short int *address,
                                             unsigned short int compare, unsigned short int value)
{
    unsigned short int old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;"
                 : "=h"(old)
                 : "l"(address), "h"(compare), "h"(value)
                 : "memory");
    return old;
}

DEVICE_FUNCTION unsigned int atomicInc(unsigned int *address, unsigned int last)
    WARP_RETURNS(__nvvm_atom_inc_gen_ui(address, last));

DEVICE_FUNCTION unsigned int atomicDec(unsigned int *address, unsigned int last)
    WARP_RETURNS(__nvvm_atom_dec_gen_ui(address, last));
#undef EXCHANGE
#undef KEPT_ATOMICS
#undef KEPT_ATOMIC
#undef ATOMICS
#undef ATOMIC

// ---- With a scope ------------------------------------------------------------------------------------------------

#define SCOPED(name, type, instruction, letter)                    \
    SCOPED_AS(name##_block, "atom.cta." instruction, type, letter) \
    SCOPED_AS(name##_system, "atom.sys." instruction, type, letter)
#define SCOPED_AS(name, instruction, type, letter)       \
    DEVICE_FUNCTION type name(type *address, type value) \
    {                                                    \
        type old;                                        \
        asm volatile(instruction " %0, [%1], %2;"        \
                     : "=" letter(old)                   \
                     : "l"(address), letter(value)       \
                     : "memory");                        \
        return old;                                      \
    }
#define SCOPED_INTEGERS(name, operation, signed32, unsigned32, unsigned64) \
    SCOPED(name, int, operation signed32, "r")                             \
    SCOPED(name, unsigned int, operation unsigned32, "r")                  \
    SCOPED(name, unsigned long long int, operation unsigned64, "l")

// PTX has signed additions of 32 bits, but only unsigned ones of 64.
SCOPED_INTEGERS(atomicAdd, "add", ".u32", ".u32", ".u64")
SCOPED(atomicAdd, float, "add.f32", "f")
SCOPED(atomicAdd, double, "add.f64", "d")
SCOPED_INTEGERS(atomicMin, "min", ".s32", ".u32", ".u64")
SCOPED_INTEGERS(atomicMax, "max", ".s32", ".u32", ".u64")
SCOPED(atomicMin, long long int, "min.s64", "l")
SCOPED(atomicMax, long long int, "max.s64", "l")
SCOPED_INTEGERS(atomicAnd, "and", ".b32", ".b32", ".b64")
SCOPED_INTEGERS(atomicOr, "or", ".b32", ".b32", ".b64")
SCOPED_INTEGERS(atomicXor, "xor", ".b32", ".b32", ".b64")
SCOPED_INTEGERS(atomicExch, "exch", ".b32", ".b32", ".b64")
SCOPED(atomicExch, float, "exch.b32", "f")
#undef SCOPED_INTEGERS
#undef SCOPED
#undef SCOPED_AS

#define SCOPED_SWAP(name, instruction, type, letter)                   \
    DEVICE_FUNCTION type name(type *address, type compare, type value) \
    {                                                                  \
        type old;                                                      \
        asm volatile(instruction " %0, [%1], %2, %3;"                  \
                     : "=" letter(old)                                 \
                     : "l"(address), letter(compare), letter(value)    \
                     : "memory");                                      \
        return old;                                                    \
    }
#define SCOPED_SWAPS(type, word, letter)                             \
    SCOPED_SWAP(atomicCAS_block, "atom.cta.cas." word, type, letter) \
    SCOPED_SWAP(atomicCAS_system, "atom.sys.cas." word, type, letter)
SCOPED_SWAPS(int, "b32", "r")
SCOPED_SWAPS(unsigned int, "b32", "r")
SCOPED_SWAPS(unsigned long long int, "b64", "l")
#undef SCOPED_SWAPS
#undef SCOPED_SWAP

#endif
