// generic.cu: launches of one warp that makes one request by generic addresses, which land in global, shared or local memory, or in
// several of them, with and without bank conflicts. generic.sh counts them. Prints a line for each launch: what is done, how many
// bytes a lane, where the lanes land, and how far apart. `generic NUMBER` makes only that launch, counted from 0.

#include "check.h"

#include <stdio.h>
#include <string.h>

// BYTES: of shared and of global memory; OWN: of a thread's local memory
enum { LANES = 32, BYTES = 16384, OWN = 256 };

enum Place { GLOBAL, SHARED, LOCAL, OFF };

struct Request {
    unsigned char place[LANES];
    unsigned offset[LANES];
};

enum Operation { LOAD, STORE, ADD, EXCHANGE };
static const char *const NAMES[] = {"ld", "st", "red", "atom"};

// The launch knows the places, the compiler does not: so the instruction is a generic one in machine code, too.
template <int OPERATION, int SIZE>
__global__ void genericRequest(const __grid_constant__ Request r, unsigned char *memory)
{
    __shared__ __align__(128) unsigned char tile[BYTES];
    __align__(16) unsigned char own[OWN];
    unsigned lane = threadIdx.x, a, b, c, d;
    Place place = (Place)r.place[lane];
    unsigned char *base = place == GLOBAL ? memory : place == SHARED ? tile : own;
    unsigned char *at = base + r.offset[lane];
    if (place == OFF)
        return;
    if (OPERATION == LOAD && SIZE == 4)
        asm volatile("ld.u32 %0, [%1];" : "=r"(a) : "l"(at) : "memory");
    if (OPERATION == LOAD && SIZE == 16)
        asm volatile("ld.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                     : "l"(at)
                     : "memory");
    if (OPERATION == STORE && SIZE == 4)
        asm volatile("st.u32 [%0], %1;" ::"l"(at), "r"(lane) : "memory");
    if (OPERATION == STORE && SIZE == 16)
        asm volatile("st.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(lane) : "memory");
    if (OPERATION == ADD)
        asm volatile("red.add.u32 [%0], %1;" ::"l"(at), "r"(lane) : "memory");
    if (OPERATION == EXCHANGE)
        asm volatile("atom.exch.b32 %0, [%1], %2;" : "=r"(a) : "l"(at), "r"(lane) : "memory");
    // Memory holds zeros and lanes' numbers. Without a reader ptxas would drop the load.
    if ((OPERATION == LOAD || OPERATION == EXCHANGE) && a == 0x9e3779b9u)
        *memory = 1;
    if (OPERATION == LOAD && SIZE == 16 && (b ^ c ^ d) == 0x9e3779b9u)
        *memory = 1;
}

static int wanted = -1; // the number of the launch that is made; -1: all are
static int number;
static unsigned char *memory; // BYTES on the device

// Makes a launch. places: where lanes land, one after the other and again from the beginning, as letters; stride: in units of SIZE.
template <int OPERATION, int SIZE>
static void launch(const char *places, unsigned stride)
{
    static const char LETTERS[] = "gslo";
    if (wanted >= 0 && number++ != wanted)
        return;
    Request r;
    for (unsigned l = 0; l < LANES; l++) {
        r.place[l] = (unsigned char)(strchr(LETTERS, places[l % strlen(places)]) - LETTERS);
        r.offset[l] = l * stride * SIZE % (r.place[l] == LOCAL ? OWN : BYTES);
    }
    genericRequest<OPERATION, SIZE><<<1, LANES>>>(r, memory);
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    printf("%s %d %s %u\n", NAMES[OPERATION], SIZE, places, stride);
}

template <int OPERATION, int SIZE>
static void launchAll(void)
{
    static const char *const PLACES[] = {"g", "s", "gs", "ggggssss", "so", "go", "gsss"};
    static const char *const WITH_LOCAL[] = {"l", "gl", "sl", "gsl", "lo"};
    static const unsigned STRIDES[] = {0, 1, 2, 32};
    for (size_t k = 0; k < sizeof STRIDES / sizeof *STRIDES; k++) {
        for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
            launch<OPERATION, SIZE>(PLACES[i], STRIDES[k]);
        // There are no atomics in local memory.
        for (size_t i = 0; OPERATION < ADD && i < sizeof WITH_LOCAL / sizeof *WITH_LOCAL; i++)
            launch<OPERATION, SIZE>(WITH_LOCAL[i], STRIDES[k]);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        wanted = atoi(argv[1]);
    cudaCheck(cudaMalloc(&memory, BYTES));
    cudaCheck(cudaMemset(memory, 0, BYTES));
    launchAll<LOAD, 4>();
    launchAll<LOAD, 16>();
    launchAll<STORE, 4>();
    launchAll<STORE, 16>();
    launchAll<ADD, 4>();
    launchAll<EXCHANGE, 4>();
    cudaCheck(cudaFree(memory));
    return EXIT_RIGHT;
}
