// texture.cu: what texture and surface instructions give, beside the CUDA C++ Programming Guide's formulas ("Texture Fetching")
// on random pictures and places. Prints a row for each way of reading that differs; with an argument for all of them.
// tests/gpu/textures.sh runs it on a GPU.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != cudaSuccess) {                                               \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            exit(3);                                                           \
        }                                                                      \
    } while (0)

enum Shape { LINE, PLANE, BOX, LINES, PLANES, CUBE, GATHER, PITCHED, FETCH, SHAPES };
static const char *const SHAPE_NAMES[] = {"1D",   "2D",     "3D",      "1D layers", "2D layers",
                                          "cube", "gather", "pitched", "fetch"};
static const char *const EDGE_NAMES[] = {"wrap", "clamp", "mirror", "border"};
enum { PLACES = 512 };

struct Place {
    float x, y, z;
    int layer;
};

template <class T>
static __device__ T take(cudaTextureObject_t t, Shape shape, Place p)
{
    switch (shape) {
    case LINE: return tex1D<T>(t, p.x);
    case PLANE:
    case PITCHED: return tex2D<T>(t, p.x, p.y);
    case BOX: return tex3D<T>(t, p.x, p.y, p.z);
    case LINES: return tex1DLayered<T>(t, p.x, p.layer);
    case PLANES: return tex2DLayered<T>(t, p.x, p.y, p.layer);
    case CUBE: return texCubemap<T>(t, p.x, p.y, p.z);
    case GATHER: return tex2Dgather<T>(t, p.x, p.y, 0);
    default: return tex1Dfetch<T>(t, p.layer);
    }
}

__global__ void take(cudaTextureObject_t t, Shape shape, bool real, const Place *places, uint4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (real) {
        float4 f = take<float4>(t, shape, places[i]);
        out[i] = make_uint4(__float_as_uint(f.x), __float_as_uint(f.y), __float_as_uint(f.z),
                            __float_as_uint(f.w));
    } else {
        out[i] = take<uint4>(t, shape, places[i]);
    }
}

// ---- The guide's formulas -----------------------------------------------------------------------------------------

struct Picture {
    Shape shape;
    int size[3], layers, dimensions;
    int bytes, channels;
    cudaChannelFormatKind kind;
    unsigned char *texels; // row by row
    cudaTextureAddressMode edge;
    bool linear, normalized, fractions;
    float border[4];
};

static bool is_real(const Picture *p)
{
    return p->kind == cudaChannelFormatKindFloat || p->fractions;
}

static double channel(const Picture *p, long texel, int k)
{
    const unsigned char *at = p->texels + (texel * p->channels + k) * p->bytes;
    if (p->kind == cudaChannelFormatKindFloat) {
        float f;
        memcpy(&f, at, 4);
        return f;
    }
    long v = 0;
    for (int b = 0; b < p->bytes; b++)
        v |= (long)at[b] << 8 * b;
    int bits = 8 * p->bytes;
    if (p->kind == cudaChannelFormatKindSigned && v >> (bits - 1))
        v -= 1L << bits;
    if (!p->fractions)
        return (double)v;
    return p->kind == cudaChannelFormatKindSigned ? fmax((double)v / ((1L << (bits - 1)) - 1), -1)
                                                  : (double)v / ((1L << bits) - 1);
}

// One texel's channel, or what stands for it outside.
static double texel(const Picture *p, const long *at, int layer, int k)
{
    long in[3] = {0, 0, 0};
    for (int d = 0; d < p->dimensions; d++) {
        long n = p->size[d], i = at[d];
        if (i < 0 || i >= n) {
            bool turns = p->normalized;
            if (p->edge == cudaAddressModeBorder)
                return p->border[k];
            if (p->edge == cudaAddressModeWrap && turns)
                i -= n * (long)floor((double)i / (double)n);
            else if (p->edge == cudaAddressModeMirror && turns)
                i = (i -= 2 * n * (long)floor((double)i / (double)(2 * n))) < n ? i : 2 * n - 1 - i;
            else
                i = i < 0 ? 0 : n - 1;
        }
        in[d] = i;
    }
    return channel(p, ((layer + in[2]) * p->size[1] + in[1]) * p->size[0] + in[0], k);
}

static int face(const Place *p, double *across)
{
    double x = p->x, y = p->y, z = p->z, m, s, t;
    int f;
    if (fabsf(x) >= fabsf(y) && fabsf(x) >= fabsf(z))
        f = x >= 0 ? 0 : 1, m = fabsf(x), s = x >= 0 ? -z : z, t = -y;
    else if (fabsf(y) >= fabsf(z))
        f = y >= 0 ? 2 : 3, m = fabsf(y), s = x, t = y >= 0 ? z : -z;
    else
        f = z >= 0 ? 4 : 5, m = fabsf(z), s = z >= 0 ? x : -x, t = -y;
    across[0] = (s / m + 1) / 2;
    across[1] = (t / m + 1) / 2;
    return f;
}

static double expected(const Picture *p, Place place, int k)
{
    if (p->shape == FETCH) {
        long at = place.layer;
        return at < 0 || at >= p->size[0] ? 0 : channel(p, at, k);
    }
    double x[3] = {place.x, place.y, place.z}, sum = 0;
    int layer = p->shape == CUBE          ? face(&place, x)
                : place.layer < 0         ? 0
                : place.layer < p->layers ? place.layer
                                          : p->layers - 1;
    long first[3];
    int part[3];
    for (int d = 0; d < p->dimensions; d++) {
        double turns = floor(x[d]);
        if (p->normalized && p->edge == cudaAddressModeWrap)
            x[d] -= turns;
        if (p->normalized && p->edge == cudaAddressModeMirror)
            x[d] = (long)turns % 2 ? 1 - (x[d] - turns) : x[d] - turns;
        x[d] *= p->normalized ? p->size[d] : 1;
        long fixed = (long)floor((x[d] - 0.5) * 256 + 0.5);
        bool pair = p->linear || p->shape == GATHER;
        first[d] = pair ? (long)floor(fixed / 256.) : (long)floor(x[d]);
        part[d] = p->linear && p->shape != GATHER ? (int)(fixed - 256 * first[d]) : 0;
    }
    if (p->shape == GATHER) {
        long at[3] = {first[0] + (k == 1 || k == 2), first[1] + (k < 2), 0};
        return texel(p, at, layer, 0);
    }
    for (int corner = 0; corner < 1 << p->dimensions; corner++) {
        long at[3];
        double weight = 1;
        for (int d = 0; d < p->dimensions; d++) {
            int next = corner >> d & 1;
            at[d] = first[d] + next;
            weight *= (next ? part[d] : 256 - part[d]) / 256.;
        }
        sum += weight ? weight * texel(p, at, layer, k) : 0;
    }
    return sum;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static double random_in(double low, double high)
{
    return low + (high - low) * (rand() / (RAND_MAX + 1.));
}

static cudaChannelFormatDesc format(const Picture *p)
{
    int b = 8 * p->bytes;
    return cudaCreateChannelDesc(b, p->channels > 1 ? b : 0, p->channels > 2 ? b : 0,
                                 p->channels > 2 ? b : 0, p->kind);
}

static cudaTextureObject_t texture(const Picture *p, cudaArray_t *array, void **memory)
{
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    size_t row = (size_t)(p->size[0] * p->channels * p->bytes), pitch;
    cudaChannelFormatDesc f = format(p);
    *array = NULL, *memory = NULL;
    if (p->shape == FETCH) {
        CHECK(cudaMalloc(memory, row));
        CHECK(cudaMemcpy(*memory, p->texels, row, cudaMemcpyHostToDevice));
        r.resType = cudaResourceTypeLinear;
        r.res.linear.devPtr = *memory, r.res.linear.desc = f, r.res.linear.sizeInBytes = row;
    } else if (p->shape == PITCHED) {
        CHECK(cudaMallocPitch(memory, &pitch, row, p->size[1]));
        CHECK(
            cudaMemcpy2D(*memory, pitch, p->texels, row, row, p->size[1], cudaMemcpyHostToDevice));
        r.resType = cudaResourceTypePitch2D;
        r.res.pitch2D.devPtr = *memory, r.res.pitch2D.desc = f, r.res.pitch2D.pitchInBytes = pitch;
        r.res.pitch2D.width = p->size[0], r.res.pitch2D.height = p->size[1];
    } else if (p->shape == PLANE || p->shape == GATHER) {
        CHECK(cudaMallocArray(array, &f, p->size[0], p->size[1],
                              p->shape == GATHER ? cudaArrayTextureGather : 0));
        CHECK(cudaMemcpy2DToArray(*array, 0, 0, p->texels, row, row, p->size[1],
                                  cudaMemcpyHostToDevice));
    } else {
        bool layers = p->shape == LINES || p->shape == PLANES, line = p->dimensions == 1;
        int depth = layers || p->shape == CUBE ? p->layers : p->size[2];
        unsigned flags = layers ? cudaArrayLayered : p->shape == CUBE ? cudaArrayCubemap : 0;
        CHECK(cudaMalloc3DArray(
            array, &f,
            make_cudaExtent(p->size[0], line ? 0 : p->size[1], p->shape == LINE ? 0 : depth),
            flags));
        cudaMemcpy3DParms c = {};
        c.srcPtr = make_cudaPitchedPtr(p->texels, row, p->size[0], p->size[1]);
        c.dstArray = *array, c.kind = cudaMemcpyHostToDevice;
        c.extent = make_cudaExtent(p->size[0], p->size[1], depth);
        CHECK(cudaMemcpy3D(&c));
    }
    if (*array)
        r.resType = cudaResourceTypeArray, r.res.array.array = *array;
    for (int k = 0; k < 3; k++)
        d.addressMode[k] = p->edge;
    d.filterMode = p->linear ? cudaFilterModeLinear : cudaFilterModePoint;
    d.readMode = p->fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    d.normalizedCoords = p->normalized;
    memcpy(d.borderColor, p->border, sizeof d.borderColor);
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    return t;
}

// Returns how many channels differ from the formulas.
static int compare(const Picture *p, bool tell)
{
    static Place *places;
    static uint4 *out, got[PLACES];
    static Place at[PLACES];
    cudaArray_t array;
    void *memory;
    if (!places) {
        CHECK(cudaMalloc(&places, sizeof at));
        CHECK(cudaMalloc(&out, sizeof got));
    }
    for (int i = 0; i < PLACES; i++) {
        double x[3];
        for (int d = 0; d < 3; d++) {
            double n = p->normalized ? 1 : p->size[d];
            x[d] = p->shape == CUBE ? random_in(-1, 1) : random_in(-1.2 * n, 2.2 * n);
            if (i % 4 == 0 && p->shape != CUBE) // at halves of texels
                x[d] = floor(x[d] * 2 * p->size[d] / n) / (2 * p->size[d] / n);
        }
        at[i] = {(float)x[0], (float)x[1], (float)x[2],
                 (int)random_in(-3, (p->shape == FETCH ? p->size[0] : p->layers) + 3)};
    }
    cudaTextureObject_t t = texture(p, &array, &memory);
    CHECK(cudaMemcpy(places, at, sizeof at, cudaMemcpyHostToDevice));
    take<<<PLACES / 128, 128>>>(t, p->shape, is_real(p), places, out);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(memory));
    int differ = 0;
    double most = 0;
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < (p->shape == GATHER ? 4 : p->channels); k++) {
            unsigned bits = (&got[i].x)[k];
            double want = expected(p, at[i], k),
                   have = p->kind == cudaChannelFormatKindSigned ? (double)(int)bits : bits;
            if (is_real(p)) {
                float f;
                memcpy(&f, &bits, 4);
                have = f;
                want = (float)want;
            }
            if (have != want) {
                if (!differ && tell)
                    printf("    at %.9g %.9g %.9g, %d, channel %d: %.9g, by the formula %.9g\n",
                           at[i].x, at[i].y, at[i].z, at[i].layer, k, have, want);
                differ++;
                most = fmax(most, fabs(have - want));
            }
        }
    if (differ || tell)
        printf(
            "%s, %d bits of kind %d, %d channels, %s, %s, %s%s: %d of %d differ, by %.3g at most\n",
            SHAPE_NAMES[p->shape], 8 * p->bytes, p->kind, p->channels,
            p->linear ? "linear" : "point", EDGE_NAMES[p->edge],
            p->normalized ? "normalized" : "texels", p->fractions ? ", fractions" : "", differ,
            PLACES * p->channels, most);
    return differ;
}

// ---- Surfaces -------------------------------------------------------------------------------------------------------

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height)
{
    int x = (int)threadIdx.x - 1, y = (int)blockIdx.x - 1; // one more on each side
    uchar4 inside = surf2Dread<uchar4>(from, 4 * x, y, cudaBoundaryModeZero);
    uchar4 edge = surf2Dread<uchar4>(from, 4 * x, y, cudaBoundaryModeClamp);
    surf2DLayeredwrite(make_float2(inside.x + 256.f * edge.y, edge.w), to, 8 * (width - 1 - x),
                       height - 1 - y, 1, cudaBoundaryModeZero);
}

static int surfaces(void)
{
    enum { W = 13, H = 9 };
    uchar4 picture[H][W];
    float2 got[2][H][W];
    cudaArray_t from, to;
    cudaSurfaceObject_t in, out;
    cudaResourceDesc r = {};
    cudaMemcpy3DParms c = {};
    int differ = 0;
    for (size_t i = 0; i < sizeof picture; i++)
        ((unsigned char *)picture)[i] = (unsigned char)rand();
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>(),
                          floats = cudaCreateChannelDesc<float2>();
    CHECK(cudaMallocArray(&from, &bytes, W, H, cudaArraySurfaceLoadStore));
    CHECK(cudaMalloc3DArray(&to, &floats, make_cudaExtent(W, H, 2),
                            cudaArrayLayered | cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(from, 0, 0, picture, sizeof *picture, sizeof *picture, H,
                              cudaMemcpyHostToDevice));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = from;
    CHECK(cudaCreateSurfaceObject(&in, &r));
    r.res.array.array = to;
    CHECK(cudaCreateSurfaceObject(&out, &r));
    turn<<<H + 2, W + 2>>>(in, out, W, H);
    c.srcArray = to, c.kind = cudaMemcpyDeviceToHost, c.extent = make_cudaExtent(W, H, 1),
    c.srcPos.z = 1;
    c.dstPtr = make_cudaPitchedPtr(got[1], sizeof *got[1], W, H);
    CHECK(cudaMemcpy3D(&c));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            uchar4 p = picture[H - 1 - y][W - 1 - x];
            differ += got[1][y][x].x != p.x + 256.f * p.y || got[1][y][x].y != p.w;
        }
    CHECK(cudaDestroySurfaceObject(in));
    CHECK(cudaDestroySurfaceObject(out));
    CHECK(cudaFreeArray(from));
    CHECK(cudaFreeArray(to));
    printf("surfaces: %d differ\n", differ);
    return differ;
}

int main(int argc, char **)
{
    static const struct {
        int bytes, channels;
        cudaChannelFormatKind kind;
        bool fractions;
    } formats[] = {
        {4, 1, cudaChannelFormatKindFloat, false},    {4, 4, cudaChannelFormatKindFloat, false},
        {1, 4, cudaChannelFormatKindUnsigned, true},  {1, 2, cudaChannelFormatKindSigned, true},
        {2, 1, cudaChannelFormatKindUnsigned, true},  {2, 4, cudaChannelFormatKindSigned, true},
        {1, 1, cudaChannelFormatKindUnsigned, false}, {2, 2, cudaChannelFormatKindSigned, false},
        {4, 4, cudaChannelFormatKindUnsigned, false}};
    int ways = 0, wrong = 0, differ = 0;
    for (int shape = 0; shape < SHAPES; shape++)
        for (auto f : formats)
            for (int way = 0; way < 16; way++) {
                Picture p = {};
                p.shape = (Shape)shape;
                p.bytes = f.bytes, p.channels = f.channels, p.kind = f.kind,
                p.fractions = f.fractions;
                p.edge = (cudaTextureAddressMode)(way & 3), p.linear = way & 4,
                p.normalized = way & 8;
                p.dimensions = shape == LINE || shape == LINES || shape == FETCH ? 1
                               : shape == BOX                                    ? 3
                                                                                 : 2;
                p.layers = shape == LINES || shape == PLANES ? 3 : shape == CUBE ? 6 : 1;
                for (int d = 0; d < 3; d++)
                    p.size[d] = d >= p.dimensions ? 1
                                : shape == CUBE   ? 8
                                : shape == FETCH  ? 200
                                                  : 11 + 5 * d;
                bool turns = p.edge == cudaAddressModeWrap || p.edge == cudaAddressModeMirror;
                if ((p.linear && !is_real(&p)) || (turns && !p.normalized) ||
                    (shape == FETCH && way) || (shape == CUBE && !p.normalized) ||
                    (shape == CUBE && p.edge != cudaAddressModeClamp) ||
                    (shape == GATHER && p.linear))
                    continue;
                size_t bytes =
                    (size_t)p.size[0] * p.size[1] * p.size[2] * p.layers * p.channels * p.bytes;
                p.texels = (unsigned char *)malloc(bytes);
                for (size_t i = 0; i < bytes; i++)
                    p.texels[i] = (unsigned char)(rand() >> 5);
                for (size_t i = 0; p.kind == cudaChannelFormatKindFloat && i < bytes / 4; i++)
                    ((float *)p.texels)[i] = (float)random_in(-100, 100);
                for (int k = 0; k < 4 && is_real(&p); k++)
                    p.border[k] = (float)random_in(0, 1);
                int n = compare(&p, argc > 1);
                ways++;
                wrong += n > 0;
                differ += n;
                free(p.texels);
            }
    printf("%d ways of reading, %d differ in %d values\n", ways, wrong, differ);
    return differ + surfaces() ? 1 : 0;
}
