// rand.cpp: the cuRAND that `warpcc -lcurand` links: the host API's generators, over a toolkit's device headers, which run on the
// host too. It is written as C, but for what the headers ask: their functions are overloaded by the generator's state. NVIDIA's headers
// have more generators than our own (compile/toolkit): these are in nvidias.h.
//
// A pseudorandom generator of cuRAND has many lanes, each with a state of its own, far apart in one sequence. They take turns: the
// first gives its numbers, then the second, and after the last one the first again. How many lanes there are and how many numbers a
// turn has makes the sequence; with the figures below it is that of cuRAND 10.4, to which tests/beyond/libraries.t holds it where
// NVIDIA's library is there to compare. Left out are MT19937 and the scrambled Sobol generators.

#if __has_include(<curand_mtgp32_host.h>)
#define NVIDIAS_HEADERS
#endif
#define QUALIFIERS static inline

#include "runtime/cuda/library.h"

#include <math.h>

#ifdef NVIDIAS_HEADERS
#include "beyond/rand/erfcinv.h"
#endif

#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPORT "cuRAND by the host, with the toolkit's headers: no counters, no modelled time"

enum Kind {
    BITS,
    BITS64,
    UNIFORM,
    UNIFORM2,
    NORMAL,
    NORMAL2,
    LOG_NORMAL,
    LOG_NORMAL2,
    POISSON
}; // …2: doubles

enum { LONGEST_TURN = 256 }; // numbers, of MTGP32

// What is asked for.
typedef struct {
    Kind kind;
    double mean, deviation; // mean: of POISSON too
} Wanted;

typedef struct curandGenerator_st Generator;

// How a type of generator works.
typedef struct {
    curandRngType_t type;
    size_t lanes, legacy; // how many there are; in CURAND_ORDERING_PSEUDO_LEGACY
    unsigned width;       // the numbers that a lane's state makes at once
    bool (*prepare)(
        Generator *g); // makes what the lanes share; NULL: nothing. False if the host has no memory
    // Writes `count` numbers. False if the host has no memory.
    bool (*fill)(Generator *g, const Wanted *w, void *out, size_t count);
} Method;

struct curandGenerator_st {
    const Method *method;
    bool host; // it writes to the host's memory
    cudaStream_t stream;
    curandOrdering_t order;
    unsigned long long seed, offset;
    unsigned dimensions; // of quasirandom numbers
    // Their states; behind them one for MRG32K3A's use, and that of the lane whose turn it is as it was before. Or the states of the
    // dimensions. NULL before the first number
    void *lanes;
    size_t ready; // so many have been initialized
    size_t next;  // whose turn it is
    void *shared; // what the lanes share, or NULL
    // What is left of a turn, if the next call wants the same: element `taken` of `made`
    Wanted kept;
    int taken, made;
    union {
        double d[LONGEST_TURN];
        unsigned char bytes[LONGEST_TURN * sizeof(double)];
    } turn;
};

static size_t element_size(Kind kind)
{
    switch (kind) {
    case BITS64: return sizeof(unsigned long long);
    case UNIFORM2:
    case NORMAL2:
    case LOG_NORMAL2: return sizeof(double);
    default: return sizeof(float);
    }
}

// ---- A turn: numbers of a lane, at `out`; returns how many -----------------------------------------------------------------

// V has two or four elements.
template <class V>
static int put(void *out, V numbers)
{
    memcpy(out, &numbers, sizeof numbers);
    return (int)(sizeof numbers / sizeof numbers.x);
}

template <class V>
static V scaled(V pair, const Wanted *w)
{
    typedef decltype(pair.x) Real;
    pair.x = (Real)w->mean + (Real)w->deviation * pair.x;
    pair.y = (Real)w->mean + (Real)w->deviation * pair.y;
    return pair;
}

// XORWOW and MRG32K3A. Normal numbers come in pairs, by Box and Muller.
template <class S>
static int take_turn(S *s, const Wanted *w, void *out)
{
    switch (w->kind) {
    case UNIFORM: *(float *)out = curand_uniform(s); return 1;
    case UNIFORM2: *(double *)out = curand_uniform_double(s); return 1;
    case NORMAL: return put(out, scaled(curand_normal2(s), w));
    case NORMAL2: return put(out, scaled(curand_normal2_double(s), w));
    case LOG_NORMAL: return put(out, curand_log_normal2(s, (float)w->mean, (float)w->deviation));
    case LOG_NORMAL2: return put(out, curand_log_normal2_double(s, w->mean, w->deviation));
#ifdef NVIDIAS_HEADERS
    case POISSON: *(unsigned *)out = curand_poisson(s, w->mean); return 1;
#endif
    default: *(unsigned *)out = curand(s); return 1;
    }
}

// Philox gives four of each.
static int take_turn(curandStatePhilox4_32_10_t *s, const Wanted *w, void *out)
{
    float mean = (float)w->mean, deviation = (float)w->deviation;
    uint4 u;
    float4 f;
    switch (w->kind) {
    case BITS:
    case BITS64: u = curand4(s); return put(out, u);
#ifdef NVIDIAS_HEADERS
    case POISSON: u = curand_poisson4(s, w->mean); return put(out, u);
#else
    case POISSON: return 0;
#endif
    case UNIFORM:
    case NORMAL:
    case LOG_NORMAL:
        f = w->kind == UNIFORM  ? curand_uniform4(s)
            : w->kind == NORMAL ? curand_normal4(s)
                                : curand_log_normal4(s, mean, deviation);
        if (w->kind == NORMAL)
            f = make_float4(mean + deviation * f.x, mean + deviation * f.y, mean + deviation * f.z,
                            mean + deviation * f.w);
        memcpy(out, &f, sizeof f);
        return 4;
    case UNIFORM2:
    case NORMAL2:
    case LOG_NORMAL2:
        for (int i = 0; i < 4; i += 2)
            put((double *)out + i, w->kind == UNIFORM2 ? curand_uniform2_double(s)
                                   : w->kind == NORMAL2
                                       ? scaled(curand_normal2_double(s), w)
                                       : curand_log_normal2_double(s, w->mean, w->deviation));
        return 4;
    }
    return 0;
}

// ---- Lanes -------------------------------------------------------------------------------------------------------------

static size_t lane_count(const Generator *g)
{
    return g->order == CURAND_ORDERING_PSEUDO_LEGACY ? g->method->legacy : g->method->lanes;
}

// How many numbers of lane i come before the whole sequence's number `offset`; a turn has method->width.
static size_t lane_offset(const Generator *g, size_t i)
{
    size_t lanes = lane_count(g), turns = g->offset / g->method->width;
    return g->method->width * (turns / lanes + (i < turns % lanes));
}

// Initializes lane i. The lanes are initialized in their order.
template <class S>
static void begin_lane(Generator *g, S *s, size_t i)
{
    curand_init(g->seed, i, lane_offset(g, i), s);
}

static void begin_lane(Generator *g, curandStateXORWOW_t *s, size_t i)
{
    enum { SEED_STEP = 3133713 };
    if (g->order == CURAND_ORDERING_PSEUDO_SEEDED)
        curand_init(g->seed + i * SEED_STEP, 0, lane_offset(g, i), s);
    else
        curand_init(g->seed, i, lane_offset(g, i), s);
}

template <class S>
static bool fill_lanes(Generator *g, const Wanted *w, void *out, size_t count)
{
    size_t lanes = lane_count(g), size = element_size(w->kind), at = 0;
    S *s = (S *)g->lanes;
    int before = 0; // elements of the first turn that come before the offset
    if (!g->lanes) {
        before = (int)(g->offset % g->method->width);
        g->lanes = s = (S *)malloc((lanes + 2) * sizeof(S));
        g->ready = 0;
        g->next = g->offset / g->method->width % lanes;
        g->taken = g->made = 0;
        if (!g->lanes)
            return false;
    }
    if (g->kept.kind != w->kind || g->kept.mean != w->mean || g->kept.deviation != w->deviation) {
        if (g->taken < g->made) { // the lane makes this turn again, of the other kind
            size_t lane = (g->next + lanes - 1) % lanes;
            s[lane] = s[lanes + 1];
            g->made = take_turn(s + lane, w, &g->turn);
        } else
            g->taken = g->made = 0;
    }
    g->kept = *w;
    while (at < count) {
        if (g->taken == g->made) {
            for (; g->ready <= g->next; g->ready++)
                begin_lane(g, s + g->ready, g->ready);
            s[lanes + 1] = s[g->next];
            g->made = take_turn(s + g->next, w, &g->turn);
            g->taken = g->made == (int)g->method->width ? before : 0; // doubles begin with the turn
            before = 0;
            g->next = (g->next + 1) % lanes;
        }
        size_t n =
            (size_t)(g->made - g->taken) < count - at ? (size_t)(g->made - g->taken) : count - at;
        memcpy((char *)out + at * size, g->turn.bytes + (size_t)g->taken * size, n * size);
        g->taken += (int)n;
        at += n;
    }
    return true;
}

#ifdef NVIDIAS_HEADERS
#include "beyond/rand/nvidias.h"
#else
#define MORE_NAMES ", and with NVIDIA's headers others"
#endif

// ---- Generation --------------------------------------------------------------------------------------------------------

static const Method METHODS[] = {
    {CURAND_RNG_PSEUDO_XORWOW, 4096, 4096, 1, NULL, fill_lanes<curandStateXORWOW_t>},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 65536, 65536, 4, NULL,
     fill_lanes<curandStatePhilox4_32_10_t>},
#ifdef NVIDIAS_HEADERS
    MORE_METHODS
#endif
};

// A call in its stream's order.
typedef struct {
    Generator *g;
    const char *call;
    Wanted wanted;
    void *out;
    size_t count;
} Job;

static void run_job(const void *args)
{
    const Job *j = (const Job *)args;
    void *out = sim_library_bytes(j->call, "the output", j->out,
                                  j->count * element_size(j->wanted.kind), true);
    if (out && !j->g->method->fill(j->g, &j->wanted, out, j->count)) {
        fputs("WARPSIM: the host is out of memory\n", stderr);
        exit(3);
    }
}

static bool is_quasi(const Generator *g)
{
    return g->method->type >= CURAND_RNG_QUASI_DEFAULT;
}

#define CHECK(condition, status) \
    if (!(condition))            \
    return CURAND_STATUS_##status

static curandStatus_t generate(Generator *g, const char *call, Wanted w, void *out, size_t count)
{
    CHECK(g, NOT_INITIALIZED);
    bool normal = w.kind >= NORMAL && w.kind <= LOG_NORMAL2;
    bool pairs = g->method->type == CURAND_RNG_PSEUDO_XORWOW ||
                 g->method->type == CURAND_RNG_PSEUDO_MRG32K3A;
    CHECK(w.kind != (g->method->type == CURAND_RNG_QUASI_SOBOL64 ? BITS : BITS64), TYPE_ERROR);
    CHECK(!is_quasi(g) || count % g->dimensions == 0, LENGTH_NOT_MULTIPLE);
    CHECK(!normal || !pairs || count % 2 == 0, LENGTH_NOT_MULTIPLE);
    CHECK(w.kind != POISSON || w.mean > 0, OUT_OF_RANGE);
    if (count == 0)
        return CURAND_STATUS_SUCCESS;
    if (g->host)
        return g->method->fill(g, &w, out, count) ? CURAND_STATUS_SUCCESS
                                                  : CURAND_STATUS_ALLOCATION_FAILED;
    Job j = {g, call, w, out, count};
    cudaError_t e = sim_library_run(g->stream, REPORT, run_job, &j, sizeof j);
    return e == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

#define NUMBERS(Name, Type, KIND)                                                                 \
    curandStatus_t curandGenerate##Name(curandGenerator_t generator, Type *outputPtr, size_t num) \
    {                                                                                             \
        return generate(generator, __func__, (Wanted){KIND, 0, 0}, outputPtr, num);               \
    }
NUMBERS(, unsigned, BITS)
NUMBERS(LongLong, unsigned long long, BITS64)
NUMBERS(Uniform, float, UNIFORM)
NUMBERS(UniformDouble, double, UNIFORM2)

#define NORMAL_NUMBERS(Name, Type, KIND)                                                        \
    curandStatus_t curandGenerate##Name(curandGenerator_t generator, Type *outputPtr, size_t n, \
                                        Type mean, Type stddev)                                 \
    {                                                                                           \
        return generate(generator, __func__, (Wanted){KIND, mean, stddev}, outputPtr, n);       \
    }
NORMAL_NUMBERS(Normal, float, NORMAL)
NORMAL_NUMBERS(NormalDouble, double, NORMAL2)
NORMAL_NUMBERS(LogNormal, float, LOG_NORMAL)
NORMAL_NUMBERS(LogNormalDouble, double, LOG_NORMAL2)

// ---- Generators --------------------------------------------------------------------------------------------------------

static curandStatus_t create(curandGenerator_t *out, curandRngType_t type, bool host)
{
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    const Method *known = NULL;
    for (const Method &m : METHODS)
        known = m.type == type ? &m : known;
    if (!known) {
        fprintf(
            stderr,
            "WARPSIM: cuRAND's generator of type %d is not here; those that are: XORWOW, PHILOX4_32_10" MORE_NAMES
            "\n",
            (int)type);
        return CURAND_STATUS_TYPE_ERROR;
    }
    Generator *g = (Generator *)calloc(1, sizeof *g);
    if (!g)
        return CURAND_STATUS_ALLOCATION_FAILED;
    g->method = known;
    g->host = host;
    g->order = is_quasi(g) ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    g->dimensions = 1;
    if (known->prepare && !known->prepare(g)) {
        free(g);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    *out = g;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t rng_type)
{
    return create(generator, rng_type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t rng_type)
{
    return create(generator, rng_type, true);
}

// Work in the stream may still be using the generator.
static void wait_for(const Generator *g)
{
    if (!g->host)
        cudaStreamSynchronize(g->stream);
}

// Begins the sequence again, as it is set now.
static curandStatus_t begin_again(Generator *g)
{
    wait_for(g);
    free(g->lanes);
    g->lanes = NULL;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    CHECK(generator, NOT_INITIALIZED);
    begin_again(generator);
    free(generator->shared);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed)
{
    CHECK(generator, NOT_INITIALIZED);
    CHECK(!is_quasi(generator), TYPE_ERROR);
    generator->seed = seed;
    return begin_again(generator);
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    CHECK(generator, NOT_INITIALIZED);
    CHECK(generator->method->type != CURAND_RNG_PSEUDO_MTGP32, TYPE_ERROR);
    generator->offset = offset;
    return begin_again(generator);
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    CHECK(generator, NOT_INITIALIZED);
    CHECK(is_quasi(generator) == (order == CURAND_ORDERING_QUASI_DEFAULT), OUT_OF_RANGE);
    CHECK(order != CURAND_ORDERING_PSEUDO_SEEDED ||
              generator->method->type == CURAND_RNG_PSEUDO_XORWOW,
          OUT_OF_RANGE);
    // On a GPU its sequence depends on the device; here it is the default's.
    CHECK(order != CURAND_ORDERING_PSEUDO_DYNAMIC || !generator->host, OUT_OF_RANGE);
    generator->order = order;
    return begin_again(generator);
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    CHECK(generator, NOT_INITIALIZED);
    wait_for(generator);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

// The lanes get their seeds when their turn comes.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetVersion(int *version)
{
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

#ifdef NVIDIAS_HEADERS
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *outputPtr, size_t n,
                                     double lambda)
{
    return generate(generator, __func__, (Wanted){POISSON, lambda, 0}, outputPtr, n);
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned num_dimensions)
{
    CHECK(generator, NOT_INITIALIZED);
    CHECK(is_quasi(generator), TYPE_ERROR);
    if (num_dimensions < 1 || num_dimensions > SOBOL_MOST) {
        fprintf(stderr,
                "WARPSIM: cuRAND's quasirandom numbers have 1 to %d dimensions here, not %u\n",
                SOBOL_MOST, num_dimensions);
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    generator->dimensions = num_dimensions;
    return begin_again(generator);
}

// Direction numbers for kernels that make Sobol's numbers themselves. Behind those of SOBOL_MOST dimensions there are none.
template <class X>
static X (*all_directions(void))[8 * sizeof(X)]
{
    static X table[SOBOL_MOST][8 * sizeof(X)];
    for (int d = 0; d < SOBOL_MOST; d++)
        directions(d, table[d]);
    return table;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                                           curandDirectionVectorSet_t set)
{
    CHECK(set == CURAND_DIRECTION_VECTORS_32_JOEKUO6, OUT_OF_RANGE);
    *vectors = all_directions<unsigned>();
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                                           curandDirectionVectorSet_t set)
{
    CHECK(set == CURAND_DIRECTION_VECTORS_64_JOEKUO6, OUT_OF_RANGE);
    *vectors = all_directions<unsigned long long>();
    return CURAND_STATUS_SUCCESS;
}
#endif
