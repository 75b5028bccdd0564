// nvidias.h: what rand.cpp has with NVIDIA's headers alone: MRG32K3A, MTGP32 and Sobol's quasirandom numbers. Part of rand.cpp.
//
// A quasirandom generator gives all numbers of its first dimension, then those of the second. Dimensions past SOBOL_MOST are left out.

#ifndef NVIDIAS_H
#define NVIDIAS_H

#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

enum {
    MTGP_LANES = 192,
    SOBOL_MOST = 21, // dimensions
};

// Mersenne's twister and Sobol's numbers, where one number takes the bits of one: X is 32 or 64 of them.
template <class X>
static void from_bits(X x, const Wanted *w, void *out, int i)
{
    float *f = (float *)out + i;
    double *d = (double *)out + i;
    switch (w->kind) {
    case UNIFORM: *f = _curand_uniform(x); break;
    case UNIFORM2: *d = _curand_uniform_double(x); break;
    case NORMAL: *f = (float)w->mean + (float)w->deviation * _curand_normal_icdf(x); break;
    case NORMAL2: *d = w->mean + w->deviation * _curand_normal_icdf_double(x); break;
    case LOG_NORMAL:
        *f = expf((float)w->mean + (float)w->deviation * _curand_normal_icdf(x));
        break;
    case LOG_NORMAL2: *d = exp(w->mean + w->deviation * _curand_normal_icdf_double(x)); break;
    case POISSON: ((unsigned *)out)[i] = _curand_poisson(x, w->mean); break;
    default: ((X *)out)[i] = x;
    }
}

// ---- MRG32K3A --------------------------------------------------------------------------------------------------------

// One step from the lane before takes a fifth of the time of i steps from the first.
static void begin_lane(Generator *g, curandStateMRG32k3a_t *s, size_t i)
{
    // The lane that was initialized last, as it was before its first number, is behind the lanes.
    curandStateMRG32k3a_t *begun = (curandStateMRG32k3a_t *)g->lanes + lane_count(g);
    if (i == 0)
        curand_init(g->seed, 0, 0, begun);
    else
        skipahead_subsequence(1, begun);
    *s = *begun;
    skipahead(lane_offset(g, i), s);
}

// ---- MTGP32 ----------------------------------------------------------------------------------------------------------

// The tables of MTGP32 as its kernels have them.
static bool make_twist(Generator *g)
{
    mtgp32_kernel_params_t *k = (mtgp32_kernel_params_t *)calloc(1, sizeof *k);
    g->shared = k;
    for (int i = 0; k && i < MTGP_LANES; i++) {
        const mtgp32_params_fast_t *p = &mtgp32dc_params_fast_11213[i];
        k->pos_tbl[i] = p->pos;
        k->sh1_tbl[i] = p->sh1;
        k->sh2_tbl[i] = p->sh2;
        for (int j = 0; j < TBL_SIZE; j++) {
            k->param_tbl[i][j] = p->tbl[j];
            k->temper_tbl[i][j] = p->tmp_tbl[j];
            k->single_temper_tbl[i][j] = p->flt_tmp_tbl[j];
        }
    }
    if (k)
        k->mask[0] = mtgp32dc_params_fast_11213[0].mask;
    return k != NULL;
}

static int take_turn(curandStateMtgp32_t *s, const Wanted *w, void *out)
{
    for (int i = 0; i < LONGEST_TURN; i++)
        from_bits(curand_mtgp32_specific(s, 0, 1), w, out, i);
    return LONGEST_TURN;
}

static void begin_lane(Generator *g, curandStateMtgp32_t *s, size_t i)
{
    unsigned seed = (unsigned)(g->seed ^ (g->seed >> 32));
    mtgp32_init_state(s->s, &mtgp32dc_params_fast_11213[i], seed + (unsigned)i + 1);
    s->offset = 0;
    s->pIdx = (int)i;
    s->k = (mtgp32_kernel_params_t *)g->shared;
}

// ---- Sobol's numbers ---------------------------------------------------------------------------------------------------

// A dimension's primitive polynomial, without its first and last coefficient, and its first direction numbers: Joe and Kuo, "Constructing
// Sobol sequences with better two-dimensional projections", 2008, new-joe-kuo-6. The first dimension has none.
static const struct {
    int degree, coefficients, first[7];
} SOBOL[SOBOL_MOST] = {
    {0, 0, {0}},
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

// Direction numbers of a dimension, X's bits of them, each with its point before the first bit.
template <class X>
static void directions(int dimension, X *v)
{
    const int width = 8 * sizeof(X), s = SOBOL[dimension].degree;
    for (int i = 0; i < width; i++) {
        if (s == 0 || i < s) {
            v[i] = (X)(s == 0 ? 1 : SOBOL[dimension].first[i]) << (width - 1 - i);
            continue;
        }
        v[i] = v[i - s] ^ (v[i - s] >> s);
        for (int k = 1; k < s; k++)
            if (SOBOL[dimension].coefficients >> (s - 1 - k) & 1)
                v[i] ^= v[i - k];
    }
}

template <class S, class X>
static bool fill_sobol(Generator *g, const Wanted *w, void *out, size_t count)
{
    S *s = (S *)g->lanes;
    if (!s) {
        g->lanes = s = (S *)malloc(g->dimensions * sizeof *s);
        for (unsigned d = 0; s && d < g->dimensions; d++) {
            X v[8 * sizeof(X)];
            directions((int)d, v);
            curand_init(v, g->offset, s + d);
        }
    }
    size_t each = count / g->dimensions;
    for (size_t i = 0; s && i < count; i++)
        from_bits((X)curand(s + i / each), w, (char *)out + i * element_size(w->kind), 0);
    return s != NULL;
}

// ---- For the table of generators -------------------------------------------------------------------------------------

#define MORE_NAMES ", MRG32K3A, MTGP32, SOBOL32, SOBOL64"
#define MORE_METHODS                                                                                \
    {CURAND_RNG_PSEUDO_MRG32K3A, 81920, 4096, 1, NULL, fill_lanes<curandStateMRG32k3a_t>},          \
        {CURAND_RNG_PSEUDO_MTGP32, MTGP_LANES, 64, 1, make_twist, fill_lanes<curandStateMtgp32_t>}, \
        {CURAND_RNG_QUASI_SOBOL32, 0, 0, 0, NULL, fill_sobol<curandStateSobol32_t, unsigned>},      \
        {CURAND_RNG_QUASI_SOBOL64,                                                                  \
         0,                                                                                         \
         0,                                                                                         \
         0,                                                                                         \
         NULL,                                                                                      \
         fill_sobol<curandStateSobol64_t, unsigned long long>},

#endif
