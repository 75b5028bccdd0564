// scatter.cu: launches of one warp that makes one request of memory: by all lanes or by some, at places chosen at random, far apart
// or near, in pairs, in rows, in steps. Prints a line for each launch: the memory, what is done, how many bytes a lane (of a matrix: how
// many matrices), the lanes as a mask, and 32 offsets in bytes. `scatter shared` and `scatter global` make the launches of one memory.

#include "check.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 32, BYTES = 16384, EACH = 90 };

struct Request {
    unsigned mask;
    unsigned offset[LANES];
    unsigned never; // no value in memory
};

enum Operation { LOAD, STORE, ADD, EXCHANGE, MATRIX };
static const char *const NAMES[] = {"ld", "st", "red", "atom", "ldmatrix"};

// What a lane does at address `at` of SPACE. Nothing reads what is loaded: the kernel makes no other request.
#define REQUEST(SPACE)                                                                             \
    if (OPERATION == LOAD && SIZE == 1)                                                            \
        asm volatile("ld.volatile." SPACE ".u8 %0, [%1];" : "=r"(a) : "l"(at));                    \
    if (OPERATION == LOAD && SIZE == 2)                                                            \
        asm volatile("ld.volatile." SPACE ".u16 %0, [%1];" : "=h"(half) : "l"(at));                \
    if (OPERATION == LOAD && SIZE == 4)                                                            \
        asm volatile("ld.volatile." SPACE ".u32 %0, [%1];" : "=r"(a) : "l"(at));                   \
    if (OPERATION == LOAD && SIZE == 8)                                                            \
        asm volatile("ld.volatile." SPACE ".v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(at)); \
    if (OPERATION == LOAD && SIZE == 16)                                                           \
        asm volatile("ld.volatile." SPACE ".v4.u32 {%0, %1, %2, %3}, [%4];"                        \
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)                                          \
                     : "l"(at));                                                                   \
    if (OPERATION == STORE && SIZE == 1)                                                           \
        asm volatile("st.volatile." SPACE ".u8 [%0], %1;" ::"l"(at), "r"(lane));                   \
    if (OPERATION == STORE && SIZE == 2)                                                           \
        asm volatile("st.volatile." SPACE ".u16 [%0], %1;" ::"l"(at), "h"(half));                  \
    if (OPERATION == STORE && SIZE == 4)                                                           \
        asm volatile("st.volatile." SPACE ".u32 [%0], %1;" ::"l"(at), "r"(lane));                  \
    if (OPERATION == STORE && SIZE == 8)                                                           \
        asm volatile("st.volatile." SPACE ".v2.u32 [%0], {%1, %1};" ::"l"(at), "r"(lane));         \
    if (OPERATION == STORE && SIZE == 16)                                                          \
        asm volatile("st.volatile." SPACE ".v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(lane)); \
    if (OPERATION == ADD)                                                                          \
        asm volatile("red." SPACE ".add.u32 [%0], %1;" ::"l"(at), "r"(lane));                      \
    if (OPERATION == EXCHANGE && SIZE == 4)                                                        \
        asm volatile("atom." SPACE ".exch.b32 %0, [%1], %2;" : "=r"(a) : "l"(at), "r"(lane));      \
    if (OPERATION == EXCHANGE && SIZE == 8)                                                        \
        asm volatile("atom." SPACE ".exch.b64 %0, [%1], %2;" : "=l"(at) : "l"(at), "l"(at));

template <int OPERATION, int SIZE>
__global__ void sharedRequest(const __grid_constant__ Request r)
{
    __shared__ __align__(128) unsigned char memory[BYTES];
    unsigned lane = threadIdx.x, a = 0, b = 0, c = 0, d = 0;
    unsigned short half = 1;
    size_t at = __cvta_generic_to_shared(memory) + r.offset[lane];
    if (r.mask >> lane & 1) {
        REQUEST("shared")
    }
    if (OPERATION == MATRIX && SIZE == 1)
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "l"(at));
    if (OPERATION == MATRIX && SIZE == 2)
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(a), "=r"(b)
                     : "l"(at));
    if (OPERATION == MATRIX && SIZE == 4)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(at));
    if (OPERATION == MATRIX &&
        (a ^ b ^ c ^ d) == r.never) // ptxas would leave out a matrix that nothing reads
        *(volatile unsigned *)memory = a;
}

template <int OPERATION, int SIZE>
__global__ void globalRequest(const __grid_constant__ Request r, unsigned char *memory)
{
    unsigned lane = threadIdx.x, a, b, c, d;
    unsigned short half = 1;
    size_t at = __cvta_generic_to_global(memory) + r.offset[lane];
    if (r.mask >> lane & 1) {
        REQUEST("global")
    }
}

static unsigned below(unsigned n)
{
    return (unsigned)rand() / 8 % n;
}

static unsigned choose_lanes(void)
{
    unsigned some = 0;
    switch (below(10)) {
    case 0: return 0x55555555u << below(2);
    case 1: return 0x33333333u << 2 * below(2);
    case 2: return 0xffffu << 16 * below(2);
    case 3: // one of each pair
        for (unsigned l = 0; l < LANES; l += 2)
            some |= 1u << (l + below(2));
        return some;
    case 4: // a few
        for (int i = 0; i < 3; i++)
            some |= 1u << below(LANES);
        return some;
    case 5: // about half
    case 6:
        for (int l = 0; l < LANES; l++)
            some |= below(2) << l;
        return some ? some : 1;
    default: return ~0u;
    }
}

// Chooses the offsets of lanes that want `size` bytes each.
static void choose_places(unsigned *offset, unsigned size)
{
    unsigned unit = size < 4 ? 4 : size, units = BYTES / unit, row = 128 / unit;
    unsigned k = below(4), step = 1 + below(40), base = below(units), way = below(10);
    unsigned span = 2u << below(9), some[LANES];
    span = span < units ? span : units;
    for (int l = 0; l < LANES; l++)
        some[l] = below(span);
    for (unsigned l = 0; l < LANES; l++) {
        const unsigned places[] = {
            base + l * step,
            some[l >> (k + 1)],                              // neighbours agree
            some[l & ~(1u << k)],                            // lanes that differ in a bit
            some[l & ~(1u << k)],                            // twice as often
            base + (l ^ span / 2 % LANES),                   // a row in another order
            below(2 + k) * row * 2 + l,                      // the same bank of several rows
            l == step % LANES ? base : some[l & ~(1u << k)], // one lane is elsewhere
            base + (l >> (k + 1)),
        };
        unsigned place = way < sizeof places / sizeof *places ? places[way] : some[l];
        offset[l] = place % units * unit + below(unit / size) * size;
    }
}

static unsigned char *memory; // BYTES on the device

template <int OPERATION, int SIZE>
static void launch(const char *space)
{
    for (int i = 0; i < EACH; i++) {
        Request r;
        r.never = 0x12345678;
        r.mask = OPERATION == MATRIX ? ~0u : choose_lanes();
        choose_places(r.offset, OPERATION == MATRIX ? 16 : SIZE);
        if (!strcmp(space, "shared"))
            sharedRequest<OPERATION, SIZE><<<1, LANES>>>(r);
        else
            globalRequest<OPERATION, SIZE><<<1, LANES>>>(r, memory);
        printf("%s %s %d %08x", space, NAMES[OPERATION], SIZE, r.mask);
        for (int l = 0; l < LANES; l++)
            printf(" %u", r.offset[l]);
        printf("\n");
    }
    cudaCheck(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    const char *space = argc == 2 ? argv[1] : "";
    if (strcmp(space, "shared") && strcmp(space, "global")) {
        fprintf(stderr, "usage: scatter shared|global\n");
        return EXIT_USAGE;
    }
    cudaCheck(cudaMalloc(&memory, BYTES));
    launch<LOAD, 1>(space);
    launch<LOAD, 2>(space);
    launch<LOAD, 4>(space);
    launch<LOAD, 8>(space);
    launch<LOAD, 16>(space);
    launch<STORE, 1>(space);
    launch<STORE, 2>(space);
    launch<STORE, 4>(space);
    launch<STORE, 8>(space);
    launch<STORE, 16>(space);
    launch<ADD, 4>(space);
    launch<EXCHANGE, 4>(space);
    launch<EXCHANGE, 8>(space);
    if (!strcmp(space, "shared")) {
        launch<MATRIX, 1>(space);
        launch<MATRIX, 2>(space);
        launch<MATRIX, 4>(space);
    }
    cudaCheck(cudaFree(memory));
    return EXIT_RIGHT;
}
