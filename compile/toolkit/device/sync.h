// sync.h: threads that wait for each other, and lanes of a warp that exchange values.
// CUDA C++ Programming Guide: synchronization, memory fence, warp vote, match, reduce and shuffle functions.

#ifndef WARP_DEVICE_SYNC_H
#define WARP_DEVICE_SYNC_H

// clang moves loads of shared variables across its builtins for barriers and fences, but never across these.

DEVICE_FUNCTION void warp_syncthreads(void)
{
    asm volatile("bar.sync 0;" ::: "memory");
}
#define __syncthreads() warp_syncthreads()

DEVICE_FUNCTION int __syncthreads_count(int predicate)
{
    int count;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }"
                 : "=r"(count)
                 : "r"(predicate)
                 : "memory");
    return count;
}

#define SYNCTHREADS(name, operation)                                               \
    DEVICE_FUNCTION int name(int predicate)                                        \
    {                                                                              \
        int result;                                                                \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." operation \
                     ".pred q, 0, p; selp.s32 %0, 1, 0, q; }"                      \
                     : "=r"(result)                                                \
                     : "r"(predicate)                                              \
                     : "memory");                                                  \
        return result;                                                             \
    }
SYNCTHREADS(__syncthreads_and, "and")
SYNCTHREADS(__syncthreads_or, "or")
#undef SYNCTHREADS

DEVICE_FUNCTION void __syncwarp(unsigned int mask = 0xffffffff)
{
    asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory");
}

#define FENCE(name, scope)                              \
    DEVICE_FUNCTION void name(void)                     \
    {                                                   \
        asm volatile("membar." scope ";" ::: "memory"); \
    }
FENCE(__threadfence_block, "cta")
FENCE(__threadfence, "gl")
FENCE(__threadfence_system, "sys")
#undef FENCE

// ---- Votes ---------------------------------------------------------------------------------------------------

DEVICE_FUNCTION unsigned int __activemask(void)
{
    unsigned int mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

DEVICE_FUNCTION int __all_sync(unsigned int mask, int predicate)
    WARP_RETURNS(__nvvm_vote_all_sync(mask, predicate));
DEVICE_FUNCTION int __any_sync(unsigned int mask, int predicate)
    WARP_RETURNS(__nvvm_vote_any_sync(mask, predicate));
DEVICE_FUNCTION unsigned int __ballot_sync(unsigned int mask, int predicate)
    WARP_RETURNS(__nvvm_vote_ballot_sync(mask, predicate));

// ---- Values of 4 and of 8 bytes ----------------------------------------------------------------------------------

// Defines a function for each type that a warp's functions take, with the integer that has a value's bits.
#define EACH_TYPE(DEFINE, ...)                         \
    DEFINE(int, int, __VA_ARGS__)                      \
    DEFINE(unsigned int, int, __VA_ARGS__)             \
    DEFINE(float, int, __VA_ARGS__)                    \
    DEFINE(long, long long, __VA_ARGS__)               \
    DEFINE(unsigned long, long long, __VA_ARGS__)      \
    DEFINE(long long, long long, __VA_ARGS__)          \
    DEFINE(unsigned long long, long long, __VA_ARGS__) \
    DEFINE(double, long long, __VA_ARGS__)

// ---- Shuffles ------------------------------------------------------------------------------------------------

// Returns the instruction's last operand: the low bits are the last lane of a segment of `width` lanes, the high bits tell which
// bits of a lane's number name its segment.
DEVICE_FUNCTION int warp_segment(int width, int last) WARP_RETURNS(((32 - width) << 8) | last);

#define SHUFFLE(name, instruction, last)                                                    \
    DEVICE_FUNCTION int name(unsigned int mask, int value, int lane, int width)             \
        WARP_RETURNS(instruction(mask, value, lane, warp_segment(width, last)));            \
    DEVICE_FUNCTION long long name(unsigned int mask, long long value, int lane, int width) \
    {                                                                                       \
        int low = name(mask, (int)value, lane, width);                                      \
        int high = name(mask, (int)(value >> 32), lane, width);                             \
        return (long long)high << 32 | (unsigned int)low;                                   \
    }

SHUFFLE(warp_shuffle_index, __nvvm_shfl_sync_idx_i32, 31)
SHUFFLE(warp_shuffle_up, __nvvm_shfl_sync_up_i32, 0)
SHUFFLE(warp_shuffle_down, __nvvm_shfl_sync_down_i32, 31)
SHUFFLE(warp_shuffle_xor, __nvvm_shfl_sync_bfly_i32, 31)
#undef SHUFFLE

#define SHUFFLES(type, Bits, name, shuffle, Lane)                                       \
    DEVICE_FUNCTION type name(unsigned int mask, type value, Lane lane, int width = 32) \
        WARP_RETURNS(__builtin_bit_cast(                                                \
            type, shuffle(mask, __builtin_bit_cast(Bits, value), (int)lane, width)));
EACH_TYPE(SHUFFLES, __shfl_sync, warp_shuffle_index, int)
EACH_TYPE(SHUFFLES, __shfl_up_sync, warp_shuffle_up, unsigned int)
EACH_TYPE(SHUFFLES, __shfl_down_sync, warp_shuffle_down, unsigned int)
EACH_TYPE(SHUFFLES, __shfl_xor_sync, warp_shuffle_xor, int)
#undef SHUFFLES

// Returns another lane's value of any type: `shuffle` gets it word by word.
template <class T, class Shuffle>
DEVICE_FUNCTION T warp_by_words(T value, Shuffle shuffle)
{
    unsigned int words[(sizeof(T) + 3) / 4] = {0};
    __builtin_memcpy(words, &value, sizeof value);
#pragma unroll
    for (unsigned int &word : words)
        word = shuffle(word);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}

// ---- Lanes that hold the same value ------------------------------------------------------------------------------

#define MATCH(type, word, letter)                                                        \
    DEVICE_FUNCTION unsigned int warp_match_any(unsigned int mask, type value)           \
    {                                                                                    \
        unsigned int lanes;                                                              \
        asm volatile("match.any.sync." word " %0, %1, %2;"                               \
                     : "=r"(lanes)                                                       \
                     : letter(value), "r"(mask));                                        \
        return lanes;                                                                    \
    }                                                                                    \
    DEVICE_FUNCTION unsigned int warp_match_all(unsigned int mask, type value, int *all) \
    {                                                                                    \
        unsigned int lanes;                                                              \
        asm volatile("{ .reg .pred p; match.all.sync." word                              \
                     " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"                            \
                     : "=r"(lanes), "=r"(*all)                                           \
                     : letter(value), "r"(mask));                                        \
        return lanes;                                                                    \
    }
MATCH(int, "b32", "r")
MATCH(long long, "b64", "l")
#undef MATCH

#define MATCHES(type, Bits, ...)                                                           \
    DEVICE_FUNCTION unsigned int __match_any_sync(unsigned int mask, type value)           \
        WARP_RETURNS(warp_match_any(mask, __builtin_bit_cast(Bits, value)));               \
    DEVICE_FUNCTION unsigned int __match_all_sync(unsigned int mask, type value, int *all) \
        WARP_RETURNS(warp_match_all(mask, __builtin_bit_cast(Bits, value), all));
EACH_TYPE(MATCHES)
#undef MATCHES
#undef EACH_TYPE

// ---- Reductions (compute capability 8.0) -------------------------------------------------------------------------

#define REDUCTION(name, type, instruction)                    \
    DEVICE_FUNCTION type name(unsigned int mask, type value)  \
    {                                                         \
        type result;                                          \
        asm volatile("redux.sync." instruction " %0, %1, %2;" \
                     : "=r"(result)                           \
                     : "r"(value), "r"(mask));                \
        return result;                                        \
    }

REDUCTION(__reduce_add_sync, int, "add.s32")
REDUCTION(__reduce_add_sync, unsigned int, "add.u32")
REDUCTION(__reduce_min_sync, int, "min.s32")
REDUCTION(__reduce_min_sync, unsigned int, "min.u32")
REDUCTION(__reduce_max_sync, int, "max.s32")
REDUCTION(__reduce_max_sync, unsigned int, "max.u32")
REDUCTION(__reduce_and_sync, unsigned int, "and.b32")
REDUCTION(__reduce_or_sync, unsigned int, "or.b32")
REDUCTION(__reduce_xor_sync, unsigned int, "xor.b32")
#undef REDUCTION

// ---- Time ----------------------------------------------------------------------------------------------------

DEVICE_FUNCTION void __nanosleep(unsigned int ns)
{
    asm volatile("nanosleep.u32 %0;" : : "r"(ns));
}

DEVICE_FUNCTION long clock(void) WARP_RETURNS(__nvvm_read_ptx_sreg_clock());
DEVICE_FUNCTION long long int clock64(void) WARP_RETURNS(__nvvm_read_ptx_sreg_clock64());

#endif
