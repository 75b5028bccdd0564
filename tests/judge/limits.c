// limits.c: prints assertions in CUDA C of what gcc's <limits.h>, <stdint.h> and <float.h> say. judge.t has NVRTC compile them.

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define INTEGER(name) \
    printf("static_assert(%s == (decltype(%s))%lldLL);\n", #name, #name, (long long)(name))
#define REAL(name) printf("static_assert(%s == %a);\n", #name, (double)(name))

int main(void)
{
    INTEGER(CHAR_BIT);
    INTEGER(SCHAR_MIN);
    INTEGER(UCHAR_MAX);
    INTEGER(SHRT_MIN);
    INTEGER(USHRT_MAX);
    INTEGER(INT_MIN);
    INTEGER(INT_MAX);
    INTEGER(UINT_MAX);
    INTEGER(LONG_MIN);
    INTEGER(LONG_MAX);
    INTEGER(ULONG_MAX);
    INTEGER(LLONG_MIN);
    INTEGER(INT8_MIN);
    INTEGER(INT64_MAX);
    INTEGER(UINT32_MAX);
    REAL(FLT_MAX);
    REAL(FLT_MIN);
    REAL(FLT_EPSILON);
    REAL(DBL_MAX);
    REAL(DBL_MIN);
    REAL(DBL_EPSILON);
}
