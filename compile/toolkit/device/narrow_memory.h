// narrow_memory.h: loads, stores, atomics and shuffles of half or bfloat16 (narrow.h says which). CUDA Math API, "Half Precision
// Conversion and Data Movement", "Bfloat16 Precision Conversion and Data Movement"; CUDA C++ Programming Guide, "atomicAdd()".
//
// They are those of integers with the same bits.

#define LOAD(name)                                                      \
    DEVICE_FUNCTION WARP_T name(const WARP_T *address)                  \
        WARP_RETURNS(WARP_BITS(name((const unsigned short *)address))); \
    DEVICE_FUNCTION WARP_T2 name(const WARP_T2 *address)                \
        WARP_RETURNS(__builtin_bit_cast(WARP_T2, name((const unsigned int *)address)));
LOAD(__ldg)
LOAD(__ldca)
LOAD(__ldcg)
LOAD(__ldcs)
LOAD(__ldlu)
LOAD(__ldcv)
#undef LOAD

#define STORE(name)                                                \
    DEVICE_FUNCTION void name(WARP_T *address, WARP_T value)       \
        WARP_RETURNS(name((unsigned short *)address, value.bits)); \
    DEVICE_FUNCTION void name(WARP_T2 *address, WARP_T2 value)     \
        WARP_RETURNS(name((unsigned int *)address, __builtin_bit_cast(unsigned int, value)));
STORE(__stwb)
STORE(__stcg)
STORE(__stcs)
STORE(__stwt)
#undef STORE

#define SHUFFLE(name, Lane)                                                                   \
    DEVICE_FUNCTION WARP_T name(unsigned int mask, WARP_T value, Lane lane, int width = 32)   \
        WARP_RETURNS(WARP_BITS(name(mask, (unsigned int)value.bits, lane, width)));           \
    DEVICE_FUNCTION WARP_T2 name(unsigned int mask, WARP_T2 value, Lane lane, int width = 32) \
        WARP_RETURNS(__builtin_bit_cast(                                                      \
            WARP_T2, name(mask, __builtin_bit_cast(unsigned int, value), lane, width)));
SHUFFLE(__shfl_sync, int)
SHUFFLE(__shfl_up_sync, unsigned int)
SHUFFLE(__shfl_down_sync, unsigned int)
SHUFFLE(__shfl_xor_sync, int)
#undef SHUFFLE

// Each number of a pair is added in one step, but not both in the same. Before compute capability 9.0 there is no addition of bfloat16
// in memory: a thread replaces what it has read until nobody comes between.
#define ADDITION(T, Bits, letter, type, function)      \
    DEVICE_FUNCTION T atomicAdd(T *address, T value)   \
    {                                                  \
        ADD_IN_MEMORY(T, Bits, letter, type, function) \
    }
#ifdef WARP_HAS_SUMS
#define ADD_IN_MEMORY(T, Bits, letter, type, function)                   \
    Bits old;                                                            \
    asm volatile("atom.add.noftz." type " %0, [%1], %2;"                 \
                 : "=" letter(old)                                       \
                 : "l"(address), letter(__builtin_bit_cast(Bits, value)) \
                 : "memory");                                            \
    return __builtin_bit_cast(T, old);
#else
#define ADD_IN_MEMORY(T, Bits, letter, type, function)                              \
    Bits read = *(volatile Bits *)address, expected;                                \
    do {                                                                            \
        expected = read;                                                            \
        T sum = function(__builtin_bit_cast(T, expected), value);                   \
        read = atomicCAS((Bits *)address, expected, __builtin_bit_cast(Bits, sum)); \
    } while (read != expected);                                                     \
    return __builtin_bit_cast(T, read);
#endif
ADDITION(WARP_T, unsigned short, "h", WARP_PTX, __hadd)
ADDITION(WARP_T2, unsigned int, "r", WARP_PTX "x2", __hadd2)
#undef ADDITION
#undef ADD_IN_MEMORY
