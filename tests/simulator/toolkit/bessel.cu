// bessel.cu: Bessel functions. Compares values for arguments below 8 with exact ones, among them the zeros' neighbours; the C
// library's own are not exact enough there. For other arguments it checks that J_(n+1) Y_n - J_n Y_(n+1) = 2 / (pi x). What is
// allowed is what NVIDIA's documentation says of j0, j1, y0, y1, jn and yn. Prints what is too far off; exits with 1 if anything is.

#include "../../../common/verify.h"

#include <stdio.h>

typedef enum { J0, J1, Y0, Y1 } Function;

// Computed with mpmath: the function's value at exactly this x, rounded to double.
typedef struct {
    Function function;
    double x, value;
} Row;

static const Row rows[] = {
    {J0, 2.404825557695773, -6.10876525973673e-17},
    {J0, 5.520078110286311, -2.7522649432621832e-17},
    {J0, 2.4052734375, -0.00023249402225988304},
    {J0, 5.5205078125, 0.00014620684556652401},
    {J0, 0.0625, 0.9990236758927106},
    {J0, 0.46875, 0.9458181421164977},
    {J0, 0.78125, 0.8531351244029503},
    {J0, 0.875, 0.8175603610005849},
    {J0, 1.5, 0.5118276717359181},
    {J0, 1.75, 0.36903253018515075},
    {J0, 3.4375, -0.3707230243615529},
    {J0, 4.8125, -0.23668025937239492},
    {J0, 6.25, 0.21309005307666073},
    {J0, 7.9375, 0.1860275559596514},
    {J1, 3.8317059702075125, -6.149807356994906e-17},
    {J1, 7.015586669815619, 2.825339409478929e-17},
    {J1, 3.83203125, -0.00013100393001327972},
    {J1, 7.015625, 1.1503460702301698e-05},
    {J1, 0.0625, 0.031234743694262265},
    {J1, 0.46875, 0.22799636457636713},
    {J1, 0.78125, 0.36157102566567983},
    {J1, 0.875, 0.3969444806508056},
    {J1, 1.5, 0.5579365079100996},
    {J1, 1.75, 0.5801561976389925},
    {J1, 3.4375, 0.16356218905847902},
    {J1, 4.8125, -0.30070258961057705},
    {J1, 6.25, -0.22072087753923728},
    {J1, 7.9375, 0.22525994784844658},
    {Y0, 0.8935769662791675, -2.3389279284062102e-17},
    {Y0, 3.957678419314858, -4.3331064642935194e-17},
    {Y0, 7.086051060301773, 2.651448172550504e-17},
    {Y0, 0.8935546875, -1.959266609702567e-05},
    {Y0, 3.9580078125, -0.00013258929286048905},
    {Y0, 7.0859375, -3.4079448714795555e-05},
    {Y0, 0.0625, -1.8364722732208494},
    {Y0, 0.46875, -0.49177255394126773},
    {Y0, 0.78125, -0.1053443590700329},
    {Y0, 0.875, -0.016508230225285088},
    {Y0, 1.5, 0.38244892379775886},
    {Y0, 1.75, 0.46549262864690605},
    {Y0, 3.4375, 0.21450225378313978},
    {Y0, 4.8125, -0.2749485646194144},
    {Y0, 6.25, -0.23693546237904967},
    {Y0, 7.9375, 0.21317280841495947},
    {Y1, 2.197141326031017, 2.513306678922122e-17},
    {Y1, 5.429681040794135, 1.4165786380203692e-16},
    {Y1, 2.197265625, 6.47313829814094e-05},
    {Y1, 5.4296875, -2.1981830080598003e-06},
    {Y1, 0.0625, -10.25328863150691},
    {Y1, 0.46875, -1.5544685284402089},
    {Y1, 0.78125, -0.9997979829801038},
    {Y1, 0.875, -0.897937742614081},
    {Y1, 1.5, -0.4123086269739113},
    {Y1, 1.75, -0.2539729859462457},
    {Y1, 3.4375, 0.40492230366856546},
    {Y1, 4.8125, 0.20959450849515743},
    {Y1, 6.25, -0.2325897416925122},
    {Y1, 7.9375, -0.17301076680709104},
};
enum { ROWS = sizeof rows / sizeof *rows, N = 1 << 13 };

typedef struct {
    double inDouble, inFloat; // the function of x, and of x as a float
    double ofFloat;           // of x as a float, in double
} Result;

static __device__ Result call(Function f, double x)
{
    float single = (float)x;
    switch (f) {
    case J0: return {j0(x), j0f(single), j0((double)single)};
    case J1: return {j1(x), j1f(single), j1((double)single)};
    case Y0: return {y0(x), y0f(single), y0((double)single)};
    default: return {y1(x), y1f(single), y1((double)single)};
    }
}

static __global__ void callRows(const Row *row, Result *out) // row, out: (ROWS)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ROWS)
        out[i] = call(row[i].function, row[i].x);
}

// Sets out[i] to how far x's pair of products is from 2 / (pi x).
static __global__ void multiply(const double *x, double *out, float *outFloat,
                                int n) // x, out, outFloat: (N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float single = (float)x[i];
    out[i] =
        jn(n + 1, x[i]) * yn(n, x[i]) - jn(n, x[i]) * yn(n + 1, x[i]) - 0.6366197723675814 / x[i];
    outFloat[i] =
        (float)((double)jnf(n + 1, single) * ynf(n, single) -
                (double)jnf(n, single) * ynf(n + 1, single) - 0.6366197723675814 / single);
}

// Returns the distance of y from the truth in units of the last place of a number of `digits` bits.
static double distance(double y, double truth, int digits)
{
    int e;
    frexp(truth, &e);
    return fabs(y - truth) / ldexp(1, e - digits);
}

static int tooFar(const char *what, int n, double x, double off, double most)
{
    if (off <= most)
        return 0;
    printf("%s %d, %.17g: off by %g, allowed %g\n", what, n, x, off, most);
    return 1;
}

int main(void)
{
    Row *row;
    Result *result;
    double *x, *off;
    float *offFloat;
    int wrong = 0;
    cudaMallocManaged(&row, sizeof rows);
    cudaMallocManaged(&result, ROWS * sizeof *result);
    cudaMallocManaged(&x, N * sizeof *x);
    cudaMallocManaged(&off, N * sizeof *off);
    cudaMallocManaged(&offFloat, N * sizeof *offFloat);
    memcpy(row, rows, sizeof rows);
    callRows<<<(ROWS + 127) / 128, 128>>>(row, result);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 2;
    for (int i = 0; i < ROWS; i++) {
        wrong += tooFar("double, function", rows[i].function, rows[i].x,
                        distance(result[i].inDouble, rows[i].value, 53), 7.5 + 0.5);
        wrong += tooFar("float, function", rows[i].function, rows[i].x,
                        distance(result[i].inFloat, result[i].ofFloat, 24), 9.5);
    }
    static const int orders[] = {0, 1, 4, 30};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N;
             i++) // from the order on, where Y is not large; up to 1000 times as far
            x[i] =
                (orders[k] + 8) * pow(1000, (double)(random_bits(2, (uint64_t)i) >> 11) * 0x1p-53);
        multiply<<<N / 128, 128>>>(x, off, offFloat, orders[k]);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 2;
        for (int i = 0; i < N; i++) { // |J| and |Y| are less than 0.6; each of four may be off
            wrong += tooFar("double, order", orders[k], x[i], fabs(off[i]), 4 * 0.6 * 5e-12);
            wrong += tooFar("float, order", orders[k], x[i], fabs(offFloat[i]), 4 * 0.6 * 2.2e-6);
        }
    }
    if (!wrong)
        printf("%d values and %d products are right\n", ROWS, 4 * N);
    return wrong ? 1 : 0;
}
