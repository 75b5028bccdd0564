// narrow_compare.h: comparisons and operators of half or bfloat16 (narrow.h says which). CUDA Math API, "Half Comparison Functions"
// and those of the other types.

// ---- Comparisons -------------------------------------------------------------------------------------------------

WARP_BOTH bool __hisnan(WARP_T x) WARP_RETURNS((x.bits & 0x7fff) > WARP_INFINITY);
WARP_BOTH int __hisinf(WARP_T x) WARP_RETURNS((x.bits & 0x7fff) != WARP_INFINITY ? 0
                                              : x.bits & 0x8000                  ? -1
                                                                                 : 1);

// Returns 1 for true and 0 for false.
WARP_BOTH WARP_T2 warp_truths(bool x, bool y, const WARP_T2 &)
    WARP_RETURNS(WARP_T2(WARP_BITS(x ? WARP_ONE : 0), WARP_BITS(y ? WARP_ONE : 0)));

WARP_BOTH WARP_T2 __hisnan2(WARP_T2 v) WARP_RETURNS(warp_truths(__hisnan(v.x), __hisnan(v.y), v));

// For one number, for two (both truths, whether both are true, or a mask). As floats the numbers have the same order.
#define COMPARED(name, x, y) warp_##name(WARP_FLOAT(x), WARP_FLOAT(y))
#define COMPARISON(name)                                                                       \
    WARP_BOTH bool __h##name(WARP_T x, WARP_T y) WARP_RETURNS(COMPARED(name, x, y));           \
    WARP_BOTH WARP_T2 __h##name##2(WARP_T2 v, WARP_T2 w)WARP_RETURNS(                          \
        warp_truths(COMPARED(name, v.x, w.x), COMPARED(name, v.y, w.y), v));                   \
    WARP_BOTH bool __hb##name##2(WARP_T2 v, WARP_T2 w)WARP_RETURNS(COMPARED(name, v.x, w.x) && \
                                                                   COMPARED(name, v.y, w.y));  \
    WARP_BOTH unsigned int __h##name##2_mask(WARP_T2 v, WARP_T2 w)WARP_RETURNS(                \
        (COMPARED(name, v.x, w.x) ? 0xffffu : 0) | (COMPARED(name, v.y, w.y) ? 0xffff0000u : 0));

COMPARISON(eq)
COMPARISON(ne)
COMPARISON(lt)
COMPARISON(le)
COMPARISON(gt)
COMPARISON(ge)
COMPARISON(equ) // unordered: true if a number is NaN
COMPARISON(neu)
COMPARISON(ltu)
COMPARISON(leu)
COMPARISON(gtu)
COMPARISON(geu)
#undef COMPARISON
#undef COMPARED

// ---- Operators ---------------------------------------------------------------------------------------------------

// one: a value that is 1.
#define OPERATOR(T, sign, function)                                                 \
    WARP_BOTH T operator sign(const T &x, const T &y) WARP_RETURNS(function(x, y)); \
    WARP_BOTH T &operator sign##=(T &x, const T &y) WARP_RETURNS(x = function(x, y));
#define STEP(T, sign, function, one)                                     \
    WARP_BOTH T &operator sign(T &x) WARP_RETURNS(x = function(x, one)); \
    WARP_BOTH T operator sign(T &x, int)                                 \
    {                                                                    \
        T old = x;                                                       \
        x = function(x, one);                                            \
        return old;                                                      \
    }
#define COMPARE(T, sign, function) \
    WARP_BOTH bool operator sign(const T &x, const T &y) WARP_RETURNS(function(x, y));

#ifndef WARP_NO_OPERATORS
OPERATOR(WARP_T, +, __hadd)
OPERATOR(WARP_T, -, __hsub)
OPERATOR(WARP_T, *, __hmul)
OPERATOR(WARP_T, /, __hdiv)
STEP(WARP_T, ++, __hadd, WARP_BITS(WARP_ONE))
STEP(WARP_T, --, __hsub, WARP_BITS(WARP_ONE))
WARP_BOTH WARP_T operator+(const WARP_T &x) WARP_RETURNS(x);
WARP_BOTH WARP_T operator-(const WARP_T &x) WARP_RETURNS(__hneg(x));
COMPARE(WARP_T, ==, __heq)
COMPARE(WARP_T, !=, __hneu)
COMPARE(WARP_T, <, __hlt)
COMPARE(WARP_T, <=, __hle)
COMPARE(WARP_T, >, __hgt)
COMPARE(WARP_T, >=, __hge)
#endif

#ifndef WARP_NO_OPERATORS2
OPERATOR(WARP_T2, +, __hadd2)
OPERATOR(WARP_T2, -, __hsub2)
OPERATOR(WARP_T2, *, __hmul2)
OPERATOR(WARP_T2, /, __h2div)
STEP(WARP_T2, ++, __hadd2, warp_truths(true, true, x))
STEP(WARP_T2, --, __hsub2, warp_truths(true, true, x))
WARP_BOTH WARP_T2 operator+(const WARP_T2 &v) WARP_RETURNS(v);
WARP_BOTH WARP_T2 operator-(const WARP_T2 &v) WARP_RETURNS(__hneg2(v));
COMPARE(WARP_T2, ==, __hbeq2)
COMPARE(WARP_T2, !=, __hbneu2)
COMPARE(WARP_T2, <, __hblt2)
COMPARE(WARP_T2, <=, __hble2)
COMPARE(WARP_T2, >, __hbgt2)
COMPARE(WARP_T2, >=, __hbge2)
#endif
#undef OPERATOR
#undef STEP
#undef COMPARE
