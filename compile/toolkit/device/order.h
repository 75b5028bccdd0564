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

// Order and scope are constants in all calls, so that one case of each choice is left.

// Does what STATEMENT says with the PTX word for a scope before its other arguments.
#define AT_SCOPE(scope, STATEMENT, ...)         \
    if (scope == __NV_THREAD_SCOPE_BLOCK)       \
        STATEMENT("cta", __VA_ARGS__);          \
    else if (scope == __NV_THREAD_SCOPE_SYSTEM) \
        STATEMENT("sys", __VA_ARGS__);          \
    else                                        \
        STATEMENT("gpu", __VA_ARGS__);

// Calls the form of an atomic function for a scope.
#define CALL_AT_SCOPE(scope, function, ...)                               \
    (scope == __NV_THREAD_SCOPE_BLOCK    ? function##_block(__VA_ARGS__)  \
     : scope == __NV_THREAD_SCOPE_SYSTEM ? function##_system(__VA_ARGS__) \
                                         : function(__VA_ARGS__))

#define FENCE(scope, order) asm volatile("fence." order "." scope ";" ::: "memory")
DEVICE_FUNCTION void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD)
        return;
    if (order == __NV_ATOMIC_SEQ_CST) {
        AT_SCOPE(scope, FENCE, "sc")
    } else {
        AT_SCOPE(scope, FENCE, "acq_rel")
    }
}
#undef FENCE

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

// Returns 0 as an unsigned integer as wide as T.
template <class T>
DEVICE_FUNCTION auto warp_word()
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "atomics are on 4 or 8 bytes");
    if constexpr (sizeof(T) == 4)
        return 0u;
    else
        return 0ull;
}

#define LOAD(scope, bits, letter)                            \
    asm volatile("ld.relaxed." scope ".b" #bits " %0, [%1];" \
                 : "=" letter(word)                          \
                 : "l"(address)                              \
                 : "memory")
template <class T>
DEVICE_FUNCTION T __nv_atomic_load_n(const T *address, int order,
                                     int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    auto word = warp_word<T>();
    warp_fence_before(order == __NV_ATOMIC_SEQ_CST ? order : __NV_ATOMIC_RELAXED, scope);
    if constexpr (sizeof(T) == 4) {
        AT_SCOPE(scope, LOAD, 32, "r")
    } else {
        AT_SCOPE(scope, LOAD, 64, "l")
    }
    warp_fence_after(order, scope);
    return __builtin_bit_cast(T, word);
}
#undef LOAD

#define STORE(scope, bits, letter)                           \
    asm volatile("st.relaxed." scope ".b" #bits " [%0], %1;" \
                 :                                           \
                 : "l"((void *)address), letter(word)        \
                 : "memory")
template <class T>
DEVICE_FUNCTION void __nv_atomic_store_n(T *address, T value, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    auto word = __builtin_bit_cast(decltype(warp_word<T>()), value);
    warp_fence_before(order, scope);
    if constexpr (sizeof(T) == 4) {
        AT_SCOPE(scope, STORE, 32, "r")
    } else {
        AT_SCOPE(scope, STORE, 64, "l")
    }
}
#undef STORE
#undef AT_SCOPE

// The types of atomicAdd's and atomicMin's overloads to use for T: there are none for long, and none of atomicAdd for long long.
template <class T>
struct WarpSum {
    typedef T Type;
};
template <class T>
struct WarpExtreme {
    typedef T Type;
};
#define USES(Struct, T, Other) \
    template <>                \
    struct Struct<T> {         \
        typedef Other Type;    \
    };
USES(WarpSum, long, unsigned long long)
USES(WarpSum, unsigned long, unsigned long long)
USES(WarpSum, long long, unsigned long long)
USES(WarpExtreme, long, long long)
USES(WarpExtreme, unsigned long, unsigned long long)
#undef USES

#define ORDERED(name, function, As)                                                              \
    template <class T>                                                                           \
    DEVICE_FUNCTION T name(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) \
    {                                                                                            \
        typedef typename As<T>::Type Word;                                                       \
        warp_fence_before(order, scope);                                                         \
        Word old = CALL_AT_SCOPE(scope, function, (Word *)address, (Word)value);                 \
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

// Returns true if *address was *expected, and sets it to `desired`; else *expected becomes its value. It never fails spuriously.
template <class T>
DEVICE_FUNCTION bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool weak,
                                                    int success, int failure,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    typedef decltype(warp_word<T>()) Word;
    Word compare = __builtin_bit_cast(Word, *expected), value = __builtin_bit_cast(Word, desired);
    int order = success > failure ? success : failure;
    if (success == __NV_ATOMIC_RELEASE && failure != __NV_ATOMIC_RELAXED)
        order = __NV_ATOMIC_ACQ_REL > order ? __NV_ATOMIC_ACQ_REL : order;
    (void)weak;
    warp_fence_before(order, scope);
    Word old = CALL_AT_SCOPE(scope, atomicCAS, (Word *)address, compare, value);
    warp_fence_after(order, scope);
    *expected = __builtin_bit_cast(T, old);
    return old == compare;
}
#undef CALL_AT_SCOPE

#endif
