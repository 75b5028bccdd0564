// narrow_type.h: half or bfloat16 (narrow.h says which) and a pair of them. CUDA Math API, "Structs".
//
// Numbers of any type become a half without being asked, and a half becomes any number.

struct WARP_T;
WARP_BOTH WARP_T WARP_NAMED(__float2, _rn)(float x);
WARP_BOTH float WARP_NAMED(__, 2float)(WARP_T x);

struct __align__(2) WARP_RAW
{
    unsigned short x;
};

struct __align__(4) WARP_RAW2
{
    unsigned short x, y;
};

struct __align__(2) WARP_T
{
    unsigned short bits;

    WARP_T() = default;
    __host__ __device__ constexpr WARP_T(const WARP_RAW &raw) : bits(raw.x) {}
    __host__ __device__ WARP_T(float x) : bits(WARP_NAMED(__float2, _rn)(x).bits) {}
    __host__ __device__ explicit WARP_T(WARP_OTHER x);

    // From a double or an integer of any type. One template is quicker to compile than ten constructors, which each copy of a number
    // would choose from.
    template <class Number, class = char[__is_class(Number) ? -1 : 1]>
    __host__ __device__ WARP_T(Number x) : WARP_T(WARP_WIDEN(x))
    {
    }

    __host__ __device__ operator float() const WARP_RETURNS(WARP_NAMED(__, 2float)(*this));
    __host__ __device__ constexpr operator bool() const WARP_RETURNS((bits & 0x7fff) != 0);
#define TO(type, name) \
    __host__ __device__ operator type() const WARP_RETURNS(warp_##name##_rz(operator float()));
    TO(char, char)
    TO(signed char, char)
    TO(unsigned char, uchar)
    TO(short, short)
    TO(unsigned short, ushort)
    TO(int, int)
    TO(unsigned int, uint)
    TO(long, ll)
    TO(unsigned long, ull)
    TO(long long, ll)
    TO(unsigned long long, ull)
#undef TO

    __host__ __device__ operator WARP_RAW() const WARP_RETURNS(WARP_RAW{bits});
    __host__ __device__ operator WARP_RAW() const volatile WARP_RETURNS(WARP_RAW{bits});
    __host__ __device__ WARP_T &operator=(const WARP_RAW &raw)
    {
        bits = raw.x;
        return *this;
    }
    __host__ __device__ volatile WARP_T &operator=(const WARP_RAW &raw) volatile
    {
        bits = raw.x;
        return *this;
    }
};

struct __align__(4) WARP_T2
{
    WARP_T x, y;

    WARP_T2() = default;
    __host__ __device__ constexpr WARP_T2(const WARP_T &x, const WARP_T &y) : x(x), y(y) {}
    __host__ __device__ WARP_T2(const WARP_RAW2 &raw) : x(WARP_RAW{raw.x}), y(WARP_RAW{raw.y}) {}
    __host__ __device__ operator WARP_RAW2() const WARP_RETURNS(WARP_RAW2{x.bits, y.bits});
};

WARP_BOTH WARP_T WARP_NAMED(__ushort_as_, )(unsigned short bits) WARP_RETURNS(WARP_RAW{bits});
WARP_BOTH WARP_T WARP_NAMED(__short_as_, )(short bits) WARP_RETURNS(WARP_RAW{(unsigned short)bits});
WARP_BOTH unsigned short WARP_NAMED(__, _as_ushort)(WARP_T x) WARP_RETURNS(x.bits);
WARP_BOTH short WARP_NAMED(__, _as_short)(WARP_T x) WARP_RETURNS((short)x.bits);

// For the other headers: a number as a float, which is exact, and a number from its bits. By these names no copy is made, for which
// the compiler would look at all constructors.
#define WARP_FLOAT(x) (x).operator float()
#define WARP_BITS(x)  WARP_T(WARP_RAW{(unsigned short)(x)})
