// functional.h: operations for reduce and scan.

#ifndef WARP_COOPERATIVE_GROUPS_FUNCTIONAL_H
#define WARP_COOPERATIVE_GROUPS_FUNCTIONAL_H

WARP_BEGIN_LIBRARY

#define OPERATION(name, expression)                                                \
    template <class T = void>                                                      \
    struct name {                                                                  \
        __host__ __device__ T operator()(T x, T y) const WARP_RETURNS(expression); \
    };                                                                             \
    template <>                                                                    \
    struct name<void> {                                                            \
        template <class T>                                                         \
        __host__ __device__ T operator()(T x, T y) const WARP_RETURNS(expression); \
    };

namespace cooperative_groups
{
OPERATION(plus, x + y)
OPERATION(less, y < x ? y : x)
OPERATION(greater, x < y ? y : x)
OPERATION(bit_and, x &y)
OPERATION(bit_or, x | y)
OPERATION(bit_xor, x ^ y)
} // namespace cooperative_groups
#undef OPERATION

WARP_END_LIBRARY

#endif
