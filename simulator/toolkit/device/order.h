// order.h: atomics that order other accesses, for a scope of threads. CUDA C++ Programming Guide, "Built-in atomic functions".
//
// The word itself is read or written relaxed, with fences around it: a release has a fence before it, an acquire has a fence
// after it. The PTX memory model allows this construction.

#ifndef WARP_DEVICE_ORDER_H
#define WARP_DEVICE_ORDER_H

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};

enum {
    __NV_THREAD_SCOPE_SYSTEM,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_THREAD
};

// Order and scope are constants in all calls, so that one case of each switch is left.

DEVICE_FUNCTION void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
    bool total = order == __NV_ATOMIC_SEQ_CST;
    switch (scope) {
    case __NV_THREAD_SCOPE_BLOCK:
        if (total)
            asm volatile("fence.sc.cta;" ::: "memory");
        else
            asm volatile("fence.acq_rel.cta;" ::: "memory");
        break;
    case __NV_THREAD_SCOPE_SYSTEM:
        if (total)
            asm volatile("fence.sc.sys;" ::: "memory");
        else
            asm volatile("fence.acq_rel.sys;" ::: "memory");
        break;
    default:
        if (total)
            asm volatile("fence.sc.gpu;" ::: "memory");
        else
            asm volatile("fence.acq_rel.gpu;" ::: "memory");
    }
}

DEVICE_FUNCTION void warp_fence_before(int order, int scope)
{
    if (order >= __NV_ATOMIC_RELEASE)
        __nv_atomic_thread_fence(order, scope);
}

DEVICE_FUNCTION void warp_fence_after(int order, int scope)
{
    if (order != __NV_ATOMIC_RELEASE)
        __nv_atomic_thread_fence(order == __NV_ATOMIC_SEQ_CST ? __NV_ATOMIC_ACQ_REL : order, scope);
}

// ---- The word itself, relaxed ------------------------------------------------------------------------------------

#define RELAXED(bits, type, letter)                                             \
    DEVICE_FUNCTION type warp_load##bits(const void *address, int scope)        \
    {                                                                           \
        type value;                                                             \
        if (scope == __NV_THREAD_SCOPE_BLOCK)                                   \
            asm volatile("ld.relaxed.cta.b" #bits " %0, [%1];"                  \
                         : "=" letter(value)                                    \
                         : "l"(address)                                         \
                         : "memory");                                           \
        else if (scope == __NV_THREAD_SCOPE_SYSTEM)                             \
            asm volatile("ld.relaxed.sys.b" #bits " %0, [%1];"                  \
                         : "=" letter(value)                                    \
                         : "l"(address)                                         \
                         : "memory");                                           \
        else                                                                    \
            asm volatile("ld.relaxed.gpu.b" #bits " %0, [%1];"                  \
                         : "=" letter(value)                                    \
                         : "l"(address)                                         \
                         : "memory");                                           \
        return value;                                                           \
    }                                                                           \
    DEVICE_FUNCTION void warp_store##bits(void *address, type value, int scope) \
    {                                                                           \
        if (scope == __NV_THREAD_SCOPE_BLOCK)                                   \
            asm volatile("st.relaxed.cta.b" #bits " [%0], %1;"                  \
                         :                                                      \
                         : "l"(address), letter(value)                          \
                         : "memory");                                           \
        else if (scope == __NV_THREAD_SCOPE_SYSTEM)                             \
            asm volatile("st.relaxed.sys.b" #bits " [%0], %1;"                  \
                         :                                                      \
                         : "l"(address), letter(value)                          \
                         : "memory");                                           \
        else                                                                    \
            asm volatile("st.relaxed.gpu.b" #bits " [%0], %1;"                  \
                         :                                                      \
                         : "l"(address), letter(value)                          \
                         : "memory");                                           \
    }
RELAXED(32, unsigned int, "r")
RELAXED(64, unsigned long long, "l")
#undef RELAXED

template <class T>
DEVICE_FUNCTION T __nv_atomic_load_n(const T *address, int order,
                                     int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomics are on 4 or 8 bytes");
    T value;
    warp_fence_before(order == __NV_ATOMIC_SEQ_CST ? order : __NV_ATOMIC_RELAXED, scope);
    if constexpr (sizeof(T) == 4)
        value = __builtin_bit_cast(T, warp_load32(address, scope));
    else
        value = __builtin_bit_cast(T, warp_load64(address, scope));
    warp_fence_after(order, scope);
    return value;
}

template <class T>
DEVICE_FUNCTION void __nv_atomic_store_n(T *address, T value, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomics are on 4 or 8 bytes");
    warp_fence_before(order, scope);
    if constexpr (sizeof(T) == 4)
        warp_store32(address, __builtin_bit_cast(unsigned int, value), scope);
    else
        warp_store64(address, __builtin_bit_cast(unsigned long long, value), scope);
}

// The types of atomicAdd's and atomicMin's overloads to use for T: there are none for long, and none of atomicAdd for long long.
template <class T>
struct WarpSum {
    typedef T Type;
};
template <>
struct WarpSum<long> {
    typedef unsigned long long Type;
};
template <>
struct WarpSum<unsigned long> {
    typedef unsigned long long Type;
};
template <>
struct WarpSum<long long> {
    typedef unsigned long long Type;
};
template <class T>
struct WarpExtreme {
    typedef T Type;
};
template <>
struct WarpExtreme<long> {
    typedef long long Type;
};
template <>
struct WarpExtreme<unsigned long> {
    typedef unsigned long long Type;
};

#define ORDERED(name, function, As)                                                              \
    template <class T>                                                                           \
    DEVICE_FUNCTION T name(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) \
    {                                                                                            \
        typedef typename As<T>::Type Word;                                                       \
        Word *word = (Word *)address, old;                                                       \
        warp_fence_before(order, scope);                                                         \
        if (scope == __NV_THREAD_SCOPE_BLOCK)                                                    \
            old = function##_block(word, (Word)value);                                           \
        else if (scope == __NV_THREAD_SCOPE_SYSTEM)                                              \
            old = function##_system(word, (Word)value);                                          \
        else                                                                                     \
            old = function(word, (Word)value);                                                   \
        warp_fence_after(order, scope);                                                          \
        return (T)old;                                                                           \
    }
ORDERED(__nv_atomic_fetch_add, atomicAdd, WarpSum)
ORDERED(__nv_atomic_fetch_and, atomicAnd, WarpSum)
ORDERED(__nv_atomic_fetch_or, atomicOr, WarpSum)
ORDERED(__nv_atomic_fetch_xor, atomicXor, WarpSum)
ORDERED(__nv_atomic_fetch_min, atomicMin, WarpExtreme)
ORDERED(__nv_atomic_fetch_max, atomicMax, WarpExtreme)
ORDERED(__nv_atomic_exchange_n, atomicExch, WarpSum)
#undef ORDERED

template <class T>
DEVICE_FUNCTION T __nv_atomic_fetch_sub(T *address, T value, int order,
                                        int scope = __NV_THREAD_SCOPE_SYSTEM)
    WARP_RETURNS(__nv_atomic_fetch_add(address, (T)-value, order, scope));

// The unsigned integer as wide as T.
template <class T>
DEVICE_FUNCTION auto warp_word()
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomics are on 4 or 8 bytes");
    if constexpr (sizeof(T) == 4)
        return 0u;
    else
        return 0ull;
}

// Returns true if *address was *expected, and sets it to `desired`; else *expected becomes its value. It never fails spuriously.
template <class T>
DEVICE_FUNCTION bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool weak,
                                                    int success, int failure,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    typedef decltype(warp_word<T>()) Word;
    Word old, compare = __builtin_bit_cast(Word, *expected),
              value = __builtin_bit_cast(Word, desired);
    int order = success > failure ? success : failure;
    (void)weak;
    warp_fence_before(order, scope);
    if (scope == __NV_THREAD_SCOPE_BLOCK)
        old = atomicCAS_block((Word *)address, compare, value);
    else if (scope == __NV_THREAD_SCOPE_SYSTEM)
        old = atomicCAS_system((Word *)address, compare, value);
    else
        old = atomicCAS((Word *)address, compare, value);
    warp_fence_after(order, scope);
    *expected = __builtin_bit_cast(T, old);
    return old == compare;
}

#endif
