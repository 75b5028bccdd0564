// std.cu: functions of namespace std, and some of CUDA's own, in code for both sides, as in a header that a test on the CPU includes,
// too. Host and device must come to the same, but for last bits. Prints what differs; exits with 1 if anything does.

#include <cmath>
#include <cstdio>
#include <cstring>

enum { VALUES = 3, ROWS = 80 };

typedef struct {
    double of[ROWS][VALUES]; // a row a function: for a double, for a float, for an integer
} Table;

#define ROW(call)                       \
    {                                   \
        const int x = integer;          \
        t->of[row][2] = (double)(call); \
    }                                   \
    ROW_OF_REAL(call)
#define ROW_OF_REAL(call)                 \
    {                                     \
        const double x = number;          \
        t->of[row][0] = (double)(call);   \
    }                                     \
    {                                     \
        const float x = (float)number;    \
        t->of[row++][1] = (double)(call); \
    }

// Functions that set two results.
template <class T>
static __host__ __device__ T sineAndCosine(T x)
{
    T s, c, sPi, cPi;
    sincos(x, &s, &c);
    sincospi(x, &sPi, &cPi);
    return s + 2 * c + 3 * sPi + 4 * cPi;
}

// Fills the table and returns the number of its rows.
static __host__ __device__ int fill(double number, int integer, Table *t)
{
    int row = 0, exponent;
    ROW(std::acos(x / 4))
    ROW(std::acosh(x + 1))
    ROW(std::asin(x / 4))
    ROW(std::asinh(x))
    ROW(std::atan(x))
    ROW(std::atanh(x / 4))
    ROW(std::cbrt(x))
    ROW(std::ceil(x))
    ROW(std::cos(x))
    ROW(std::cosh(x))
    ROW(std::erf(x))
    ROW(std::erfc(x))
    ROW(std::exp(x))
    ROW(std::exp2(x))
    ROW(std::expm1(x))
    ROW(std::fabs(-x))
    ROW(std::floor(x))
    ROW(std::lgamma(x))
    ROW(std::log(x))
    ROW(std::log10(x))
    ROW(std::log1p(x))
    ROW(std::log2(x))
    ROW(std::nearbyint(x))
    ROW(std::rint(x))
    ROW(std::round(x))
    ROW(std::sin(x))
    ROW(std::sinh(x))
    ROW(std::sqrt(x))
    ROW(std::tan(x))
    ROW(std::tanh(x))
    ROW(std::tgamma(x))
    ROW(std::trunc(x))
    ROW(std::abs(-x))
    ROW(std::atan2(x, x + 1))
    ROW_OF_REAL(std::copysign(x, -1.0f))
    ROW(std::fmax(x, 1.5))
    ROW(std::fmin(x, 1.5f))
    ROW(std::fmod(x, 0.75f))
    ROW(std::hypot(x, x))
    ROW(std::pow(x, 2))
    ROW(std::pow(x, 2.5f))
    ROW(std::pow(2, x))
    ROW(std::fma(x, x, x))
    ROW(std::remainder(x, 0.75f))
    ROW(std::ldexp(x, 3))
    ROW(std::frexp(x, &exponent))
    ROW(std::scalbn(x, -3))
    ROW(std::scalbln(x, 3L))
    ROW(std::logb(x))
    ROW(std::ilogb(x))
    ROW(std::nextafter(x, 9))
    ROW_OF_REAL(std::remquo(x, (decltype(x))0.75, &exponent))
    ROW_OF_REAL(std::fdim(x, 1))
    ROW(std::lround(x))
    ROW(std::lrint(x))
    ROW(std::llround(x))
    ROW(std::llrint(x))
    ROW_OF_REAL(std::isnan(x) + 2 * std::isinf(x) + 4 * std::isfinite(x) + 8 * std::signbit(x))
    ROW_OF_REAL(erfinv(x / 4))
    ROW_OF_REAL(erfcinv(x / 4))
    ROW_OF_REAL(erfcx(x))
    ROW_OF_REAL(normcdf(x))
    ROW_OF_REAL(normcdfinv(x / 4))
    ROW_OF_REAL(rsqrt(x))
    ROW_OF_REAL(rcbrt(x))
    ROW_OF_REAL(sinpi(x))
    ROW_OF_REAL(cospi(x))
    ROW_OF_REAL(exp10(x))
    ROW_OF_REAL(j0(x) + j1(x) + jn(3, x))
    ROW_OF_REAL(y0(x) + y1(x) - yn(3, x))
    ROW_OF_REAL(sineAndCosine(x))
    ROW_OF_REAL(max(x, 1.5) + min(x, 1.5f))
    unsigned bits;
    float single = (float)number;
    std::memcpy(&bits, &single, sizeof bits);
    memset(&single, 0, sizeof single);
    t->of[row][0] = t->of[row][1] = bits;
    t->of[row++][2] = single;
    return row;
}

static __global__ void fillOnDevice(double number, int integer, Table *t)
{
    fill(number, integer, t);
}

int main(void)
{
    static Table host;
    Table *device;
    int wrong = 0;
    if (cudaMallocManaged(&device, sizeof *device) != cudaSuccess)
        return 2;
    int rows = fill(2.7, 3, &host);
    fillOnDevice<<<1, 1>>>(2.7, 3, device);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    for (int i = 0; i < rows * VALUES; i++) {
        double a = host.of[i / VALUES][i % VALUES], b = device->of[i / VALUES][i % VALUES];
        double most = i % VALUES == 1 ? 1e-6 : 1e-15;
        if (!(fabs(a - b) <= most * fabs(a))) {
            printf("row %d, value %d: host %.17g, device %.17g\n", i / VALUES, i % VALUES, a, b);
            wrong++;
        }
    }
    if (!wrong)
        printf("%d rows are the same\n", rows);
    cudaFree(device);
    return wrong ? 1 : 0;
}
