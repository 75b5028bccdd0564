// Fragments: which lane of a warp holds which element.
//
// mma multiplies a 16 x 16 matrix by a 16 x 8 one, and the matrices lie in the registers of a warp's 32 lanes. This
// program doesn't know who holds what, but finds out: ldmatrix loads a tile whose elements are numbered, and the product
// of the identity and that tile has the same numbers where the results are. Then it compares that with the rule.
//
//     make ch7-fragments && ./ch7-fragments
//     ./ch7-fragments -l 5        also what lane 5 holds, register by register

#include "program.h"
#include "tensor.h"

#include <cuda_bf16.h>

enum { LANES = 32, SIDE = 16 };

// What one lane holds: two elements in each register of A and B, one in each of D.
typedef struct {
    uint32_t a[4], b[2];
    float d[4];
} Fragments;

// [begin find]
// One warp. held: (32).
__global__ void find(Fragments *held)
{
    __shared__ __align__(16) __nv_bfloat16 numbered[SIDE][SIDE], identity[SIDE][SIDE];
    int lane = threadIdx.x;
    for (int i = lane; i < SIDE * SIDE; i += LANES) {
        numbered[i / SIDE][i % SIDE] =
            __float2bfloat16((float)i); // bf16 has all whole numbers up to 256
        identity[i / SIDE][i % SIDE] = __float2bfloat16(i / SIDE == i % SIDE ? 1 : 0);
    }
    __syncwarp();

    // Lanes 0 to 15 point to the rows of the left half, lanes 16 to 31 to those of the right one.
    uint32_t one[4], b[4];
    Fragments mine = {};
    loadMatrices(mine.a, &numbered[lane % SIDE][lane / SIDE * 8]);
    loadMatrices(one, &identity[lane % SIDE][lane / SIDE * 8]);
    loadMatricesTransposed(b,
                           &numbered[lane % SIDE][lane / SIDE * 8]); // b[0], b[1]: columns 0 to 7
    mine.b[0] = b[0];
    mine.b[1] = b[1];
    multiplyAdd(mine.d, one, mine.b);
    held[lane] = mine;
}
// [end find]

// The number of an element: half 0 is a register's lower 16 bits, half 1 its upper ones.
static int number_in(uint32_t pair, int half)
{
    uint32_t bits = half ? pair & 0xffff0000 : pair << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return (int)number;
}

// The kinds of fragments, and how many elements of each a lane holds.
enum { A, B, D };
static const struct {
    const char *name;
    int cols, count, in_register;
} kinds[] = {{"A", 16, 8, 2}, {"B", 8, 4, 2}, {"D", 8, 4, 1}};

// The number of a lane's element e of a kind.
static int element(const Fragments *f, int kind, int e)
{
    return kind == A   ? number_in(f->a[e / 2], e % 2)
           : kind == B ? number_in(f->b[e / 2], e % 2)
                       : (int)f->d[e];
}

// [begin rule]
// The rule, by which kernels count: a quad of four lanes has a row of A and of D, and a column of
// B.
static int expected(int lane, int kind, int e)
{
    int quad = lane / 4, pair = lane % 4 * 2;
    switch (kind) {
    case A: return (quad + e / 2 % 2 * 8) * SIDE + pair + e % 2 + e / 4 * 8;
    case B: return (pair + e % 2 + e / 2 * 8) * SIDE + quad;
    default: return (quad + e / 2 * 8) * SIDE + pair + e % 2;
    }
}
// [end rule]

static void print_map(const Fragments *held, int kind)
{
    int owner[SIDE * SIDE];
    for (int lane = 0; lane < LANES; lane++)
        for (int e = 0; e < kinds[kind].count; e++)
            owner[element(&held[lane], kind, e) % (SIDE * SIDE)] = lane;
    printf("\n%s, 16 x %d: the lane that holds each element\n", kinds[kind].name, kinds[kind].cols);
    for (int row = 0; row < SIDE; row++) {
        for (int col = 0; col < kinds[kind].cols; col++)
            printf("%s%3d", col == 8 ? "  " : "", owner[row * SIDE + col]);
        printf(row == 7 ? "\n\n" : "\n");
    }
}

static void print_lane(const Fragments *f, size_t lane)
{
    printf("\nlane %zu, as (row, column)\n", lane);
    for (int kind = A; kind <= D; kind++)
        for (int e = 0; e < kinds[kind].count; e++) {
            int number = element(f, kind, e), in = kinds[kind].in_register;
            if (e % in == 0)
                printf("%s register %d of %s:", e > 0 ? "\n" : "", e / in, kinds[kind].name);
            printf(" (%d, %d)", number / SIDE, number % SIDE);
            if (e == kinds[kind].count - 1)
                printf("\n");
        }
}

int main(int argc, char **argv)
{
    size_t lane = LANES; // none
    const Option own[] = {
        {'l', "lane", "also shows what this lane holds; 32: none", &lane, 0, LANES, NULL, NULL},
        {}};
    Options options =
        options_for("Finds out which lane holds which element of an mma m16n8k16.", "");
    options.own = own;
    options_parse(&options, argc, argv);
    Device device = deviceOpen();
    devicePrint(&device);

    Fragments held[LANES];
    Fragments *d_held = deviceArray(Fragments, LANES);
    find<<<1, LANES>>>(d_held);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(held, d_held, sizeof held, cudaMemcpyDeviceToHost));
    deviceFree(d_held);

    bool right = true;
    for (int kind = A; kind <= D; kind++)
        for (int l = 0; l < LANES; l++)
            for (int e = 0; e < kinds[kind].count; e++)
                right = verify_integer(kinds[kind].name, element(&held[l], kind, e),
                                       expected(l, kind, e)) &&
                        right;
    for (int kind = A; kind <= D; kind++)
        print_map(held, kind);
    if (lane < LANES)
        print_lane(&held[lane], lane);
    printf("\n%s\n", right ? "as the rule says" : "NOT as the rule says");
    return right ? EXIT_RIGHT : EXIT_WRONG;
}
