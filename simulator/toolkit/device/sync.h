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

// Defines name(mask, value parameters) for each type that a warp's functions take, with the two functions that take bits.
#define EACH_TYPE(DEFINE)          \
    DEFINE(int, 32)                \
    DEFINE(unsigned int, 32)       \
    DEFINE(float, 32)              \
    DEFINE(long, 64)               \
    DEFINE(unsigned long, 64)      \
    DEFINE(long long, 64)          \
    DEFINE(unsigned long long, 64) \
    DEFINE(double, 64)

// Returns the same bits as a value of another type.
template <class To, class From>
DEVICE_FUNCTION To warp_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

// ---- Shuffles ------------------------------------------------------------------------------------------------

// Returns the instruction's last operand: the low bits are the last lane of a segment of `width` lanes, the high bits tell which
// bits of a lane's number name its segment.
DEVICE_FUNCTION int warp_segment(int width, int last) WARP_RETURNS(((32 - width) << 8) | last);

#define SHUFFLE(name, instruction, last)                                                         \
    DEVICE_FUNCTION int name##32(unsigned int mask, int value, int lane, int width)WARP_RETURNS( \
        instruction(mask, value, lane, warp_segment(width, last)));                              \
    DEVICE_FUNCTION long long name##64(unsigned int mask, long long value, int lane, int width)  \
    {                                                                                            \
        int low = name##32(mask, (int)value, lane, width);                                       \
        int high = name##32(mask, (int)(value >> 32), lane, width);                              \
        return (long long)high << 32 | (unsigned int)low;                                        \
    }

SHUFFLE(warp_shuffle_index, __nvvm_shfl_sync_idx_i32, 31)
SHUFFLE(warp_shuffle_up, __nvvm_shfl_sync_up_i32, 0)
SHUFFLE(warp_shuffle_down, __nvvm_shfl_sync_down_i32, 31)
SHUFFLE(warp_shuffle_xor, __nvvm_shfl_sync_bfly_i32, 31)
#undef SHUFFLE

#define SHUFFLES(type, bits)                                                                    \
    DEVICE_FUNCTION type __shfl_sync(unsigned int mask, type value, int lane, int width = 32)   \
        WARP_RETURNS(warp_as<type>(                                                             \
            warp_shuffle_index##bits(mask, warp_as<warp_int##bits>(value), lane, width)));      \
    DEVICE_FUNCTION type __shfl_up_sync(unsigned int mask, type value, unsigned int delta,      \
                                        int width = 32)                                         \
        WARP_RETURNS(warp_as<type>(                                                             \
            warp_shuffle_up##bits(mask, warp_as<warp_int##bits>(value), (int)delta, width)));   \
    DEVICE_FUNCTION type __shfl_down_sync(unsigned int mask, type value, unsigned int delta,    \
                                          int width = 32)                                       \
        WARP_RETURNS(warp_as<type>(                                                             \
            warp_shuffle_down##bits(mask, warp_as<warp_int##bits>(value), (int)delta, width))); \
    DEVICE_FUNCTION type __shfl_xor_sync(unsigned int mask, type value, int bits_of_lane,       \
                                         int width = 32)                                        \
        WARP_RETURNS(warp_as<type>(                                                             \
            warp_shuffle_xor##bits(mask, warp_as<warp_int##bits>(value), bits_of_lane, width)));

typedef int warp_int32;
typedef long long warp_int64;
EACH_TYPE(SHUFFLES)
#undef SHUFFLES

// ---- Lanes that hold the same value ------------------------------------------------------------------------------

#define MATCH(bits, type, letter)                                                              \
    DEVICE_FUNCTION unsigned int warp_match_any##bits(unsigned int mask, type value)           \
    {                                                                                          \
        unsigned int lanes;                                                                    \
        asm volatile("match.any.sync.b" #bits " %0, %1, %2;"                                   \
                     : "=r"(lanes)                                                             \
                     : letter(value), "r"(mask));                                              \
        return lanes;                                                                          \
    }                                                                                          \
    DEVICE_FUNCTION unsigned int warp_match_all##bits(unsigned int mask, type value, int *all) \
    {                                                                                          \
        unsigned int lanes;                                                                    \
        asm volatile("{ .reg .pred p; match.all.sync.b" #bits                                  \
                     " %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"                                  \
                     : "=r"(lanes), "=r"(*all)                                                 \
                     : letter(value), "r"(mask));                                              \
        return lanes;                                                                          \
    }
MATCH(32, int, "r")
MATCH(64, long long, "l")
#undef MATCH

#define MATCHES(type, bits)                                                                \
    DEVICE_FUNCTION unsigned int __match_any_sync(unsigned int mask, type value)           \
        WARP_RETURNS(warp_match_any##bits(mask, warp_as<warp_int##bits>(value)));          \
    DEVICE_FUNCTION unsigned int __match_all_sync(unsigned int mask, type value, int *all) \
        WARP_RETURNS(warp_match_all##bits(mask, warp_as<warp_int##bits>(value), all));
EACH_TYPE(MATCHES)
#undef MATCHES

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

DEVICE_FUNCTION long long int clock64(void) WARP_RETURNS(__nvvm_read_ptx_sreg_clock64());

#endif
