// narrow_convert.h: conversions of half or bfloat16 (narrow.h says which), and what makes pairs and takes them apart. CUDA Math API,
// "Half Precision Conversion and Data Movement", "Bfloat16 Precision Conversion and Data Movement".

// ---- From floats, with a rounding --------------------------------------------------------------------------------
//
// _rn rounds to nearest even, _rz towards 0, _ru up, _rd down. If the nearest number lies on the wrong side, the right one is its
// neighbour. The order of a type's bits is that of its magnitudes.

WARP_BOTH WARP_T WARP_NAMED(__double2, )(double x) WARP_RETURNS(x);
WARP_BOTH WARP_T WARP_NAMED(__float2, )(float x) WARP_RETURNS(WARP_NAMED(__float2, _rn)(x));

WARP_BOTH WARP_T WARP_NAMED(__float2, _rd)(float x)
{
    WARP_T r = WARP_NAMED(__float2, _rn)(x);
    if (warp_gt(WARP_FLOAT(r), x))
        r.bits += r.bits & 0x8000 ? 1 : -1;
    return r;
}

WARP_BOTH WARP_T WARP_NAMED(__float2, _ru)(float x)
{
    WARP_T r = WARP_NAMED(__float2, _rn)(x);
    if (warp_lt(WARP_FLOAT(r), x))
        r.bits += r.bits & 0x8000 ? -1 : 1;
    return r;
}

WARP_BOTH WARP_T WARP_NAMED(__float2, _rz)(float x)
    WARP_RETURNS(warp_lt(x, 0) ? WARP_NAMED(__float2, _ru)(x) : WARP_NAMED(__float2, _rd)(x));

// ---- From and to integers ----------------------------------------------------------------------------------------

// To an integer the host has _rz only.
#define TO_INTEGER(type, name, wide, least, greatest, way)                           \
    DEVICE_FUNCTION type WARP_NAMED(__, 2##name##way)(WARP_T x)                      \
    {                                                                                \
        auto y = __float2##wide##way(WARP_FLOAT(x));                                 \
        return (type)warp_between(y, (decltype(y))(least), (decltype(y))(greatest)); \
    }
#define FROM_INTEGER(type, name, way)                     \
    WARP_BOTH WARP_T WARP_NAMED(__##name##2, way)(type x) \
        WARP_RETURNS(WARP_NAMED(__float2, way)(WARP_WIDEN(x)));
#define TO_INTEGER_RZ(type, name)                         \
    WARP_BOTH type WARP_NAMED(__, 2##name##_rz)(WARP_T x) \
        WARP_RETURNS(warp_##name##_rz(WARP_FLOAT(x)));

#ifdef __CUDA__
#define TO_INTEGERS(type, name, wide, least, greatest) \
    TO_INTEGER(type, name, wide, least, greatest, _rn) \
    TO_INTEGER(type, name, wide, least, greatest, _ru) \
    TO_INTEGER(type, name, wide, least, greatest, _rd)
WARP_EACH_INTEGER(TO_INTEGERS)
#undef TO_INTEGERS
#endif
#define INTEGER(type, name, wide, least, greatest) \
    TO_INTEGER_RZ(type, name)                      \
    FROM_INTEGER(type, name, _rn)                  \
    FROM_INTEGER(type, name, _rz)                  \
    FROM_INTEGER(type, name, _ru)                  \
    FROM_INTEGER(type, name, _rd)
WARP_EACH_INTEGER(INTEGER)
TO_INTEGER_RZ(signed char, char)
TO_INTEGER_RZ(unsigned char, uchar)
#undef INTEGER
#undef TO_INTEGER
#undef TO_INTEGER_RZ
#undef FROM_INTEGER

// ---- Pairs -------------------------------------------------------------------------------------------------------

WARP_BOTH WARP_T2 WARP_NAMED(__halves2, 2)(WARP_T x, WARP_T y) WARP_RETURNS(WARP_T2(x, y));
WARP_BOTH WARP_T2 WARP_NAMED(make_, 2)(WARP_T x, WARP_T y) WARP_RETURNS(WARP_T2(x, y));
WARP_BOTH WARP_T2 WARP_NAMED(__floats2, 2_rn)(float x, float y)
    WARP_RETURNS(WARP_T2(WARP_NAMED(__float2, _rn)(x), WARP_NAMED(__float2, _rn)(y)));
WARP_BOTH WARP_T2 WARP_NAMED(__float22, 2_rn)(float2 v)
    WARP_RETURNS(WARP_NAMED(__floats2, 2_rn)(v.x, v.y));
WARP_BOTH WARP_T2 WARP_NAMED(__float2, 2_rn)(float x)
    WARP_RETURNS(WARP_NAMED(__floats2, 2_rn)(x, x));
WARP_BOTH float __low2float(WARP_T2 v) WARP_RETURNS(WARP_FLOAT(v.x));
WARP_BOTH float __high2float(WARP_T2 v) WARP_RETURNS(WARP_FLOAT(v.y));
WARP_BOTH float2 WARP_NAMED(__, 22float2)(WARP_T2 v)
    WARP_RETURNS(make_float2(__low2float(v), __high2float(v)));
WARP_BOTH WARP_T WARP_NAMED(__low2, )(WARP_T2 v) WARP_RETURNS(v.x);
WARP_BOTH WARP_T WARP_NAMED(__high2, )(WARP_T2 v) WARP_RETURNS(v.y);
WARP_BOTH WARP_T2 WARP_NAMED(__low2, 2)(WARP_T2 v) WARP_RETURNS(WARP_T2(v.x, v.x));
WARP_BOTH WARP_T2 WARP_NAMED(__high2, 2)(WARP_T2 v) WARP_RETURNS(WARP_T2(v.y, v.y));
WARP_BOTH WARP_T2 WARP_NAMED(__lows2, 2)(WARP_T2 v, WARP_T2 w) WARP_RETURNS(WARP_T2(v.x, w.x));
WARP_BOTH WARP_T2 WARP_NAMED(__highs2, 2)(WARP_T2 v, WARP_T2 w) WARP_RETURNS(WARP_T2(v.y, w.y));
WARP_BOTH WARP_T2 __lowhigh2highlow(WARP_T2 v) WARP_RETURNS(WARP_T2(v.y, v.x));
