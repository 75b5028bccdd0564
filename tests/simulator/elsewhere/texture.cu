// texture.cu: compares what texture and surface instructions give for random pictures and places with what a GPU gave.
//
//     texture record SEED        prints what they give here, a line for each way of reading: its name, the values of the first
//                                WHOLE places, bit by bit, and a hash of each HASHED places after them
//     texture compare FILE       prints a line for each way of which FILE, one or more such records, has other values, and a sum;
//                                with a third argument a line for all ways
//     texture                    tries surfaces
//
// Nothing here knows how a GPU reads: h200-textures.txt.gz is recorded on an H200 by tests/gpu/textures.sh.
#include <math.h>
#include <stdint.h>
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

enum Shape { LINE, PLANE, BOX, LINES, PLANES, CUBE, CUBES, GATHER, PITCHED, FETCH, SHAPES };
static const char *const SHAPE_NAMES[] = {"1D",   "2D",          "3D",     "1D layers", "2D layers",
                                          "cube", "cube layers", "gather", "pitched",   "fetch"};
static const char *const EDGE_NAMES[] = {"wrap", "clamp", "mirror", "border"};
static const char *const KIND_NAMES[] = {"signed", "unsigned", "float"};
enum { WHOLE = 12, HASHED = 64, HASHES = 4, PLACES = WHOLE + HASHED * HASHES };

struct Place {
    float x, y, z;
    int layer;
};

template <class T>
static __device__ T take(cudaTextureObject_t t, Shape shape, int component, Place p)
{
    switch (shape) {
    case LINE: return tex1D<T>(t, p.x);
    case PLANE:
    case PITCHED: return tex2D<T>(t, p.x, p.y);
    case BOX: return tex3D<T>(t, p.x, p.y, p.z);
    case LINES: return tex1DLayered<T>(t, p.x, p.layer);
    case PLANES: return tex2DLayered<T>(t, p.x, p.y, p.layer);
    case CUBE: return texCubemap<T>(t, p.x, p.y, p.z);
    case CUBES: return texCubemapLayered<T>(t, p.x, p.y, p.z, p.layer);
    case GATHER:
        return component == 3   ? tex2Dgather<T>(t, p.x, p.y, 3)
               : component == 1 ? tex2Dgather<T>(t, p.x, p.y, 1)
                                : tex2Dgather<T>(t, p.x, p.y, 0);
    default: return tex1Dfetch<T>(t, p.layer);
    }
}

__global__ void take(cudaTextureObject_t t, Shape shape, int component, bool real,
                     const Place *places, uint4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PLACES)
        return;
    if (real) {
        float4 f = take<float4>(t, shape, component, places[i]);
        out[i] = make_uint4(__float_as_uint(f.x), __float_as_uint(f.y), __float_as_uint(f.z),
                            __float_as_uint(f.w));
    } else {
        out[i] = take<uint4>(t, shape, component, places[i]);
    }
}

// ---- Random pictures and places -------------------------------------------------------------------------------------

static uint64_t state;

static uint32_t random_bits(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static double random_in(double low, double high)
{
    return low + (high - low) * (random_bits() * 0x1p-32);
}

struct Format {
    int bytes, channels;
    cudaChannelFormatKind kind;
    bool fractions;
};

struct Picture {
    Format f;
    Shape shape;
    int size[3], layers, dimensions, component;
    unsigned char *texels; // row by row
    cudaTextureAddressMode edge;
    bool linear, normalized;
    float border[4];
};

static bool is_real(const Format *f)
{
    return f->kind == cudaChannelFormatKindFloat || f->fractions;
}

static void fill(Picture *p)
{
    size_t channels = (size_t)p->size[0] * p->size[1] * p->size[2] * p->layers * p->f.channels;
    p->texels = (unsigned char *)malloc(channels * p->f.bytes);
    for (size_t i = 0; i < channels; i++) {
        uint32_t v = random_bits();
        if (p->f.kind == cudaChannelFormatKindFloat && p->f.bytes == 2)
            v &= 0xbfffu; // below 2
        if (p->f.kind == cudaChannelFormatKindFloat && p->f.bytes == 4)
            v = (v & 0x807fffffu) | (120 + random_bits() % 14) << 23;
        memcpy(p->texels + i * p->f.bytes, &v, p->f.bytes);
    }
    for (int k = 0; k < 4; k++)
        p->border[k] = is_real(&p->f) ? (float)random_in(-1.5, 1.5) : 0;
}

// Returns a place inside or around the picture: anywhere, at a half of a texel, or one of the floats next to that.
static Place place_near(const Picture *p, int i)
{
    float x[3];
    bool cube = p->shape == CUBE || p->shape == CUBES;
    for (int d = 0; d < 3; d++) {
        double n = p->size[d], units = p->normalized ? 1 : n;
        if (cube && i % 4) {
            x[d] = (float)random_in(-1, 1);
        } else if (cube) {
            x[d] = ((int)(random_bits() % 17) - 8) / 8.f;
        } else {
            double at = random_in(-1.2 * n, 2.2 * n);
            x[d] = (float)((i % 4 ? at : floor(2 * at) / 2) / n * units);
            if (i % 8 == 4)
                x[d] = nextafterf(x[d], random_bits() & 1 ? INFINITY : -INFINITY);
        }
    }
    int layers = p->shape == FETCH ? p->size[0] : cube ? p->layers / 6 : p->layers;
    return {x[0], x[1], x[2], (int)(random_bits() % (layers + 6)) - 3};
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static cudaChannelFormatDesc format(const Format *f)
{
    int b = 8 * f->bytes;
    return cudaCreateChannelDesc(b, f->channels > 1 ? b : 0, f->channels > 2 ? b : 0,
                                 f->channels > 2 ? b : 0, f->kind);
}

static cudaTextureObject_t texture(const Picture *p, cudaArray_t *array, void **memory)
{
    cudaResourceDesc r = {};
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    size_t row = (size_t)(p->size[0] * p->f.channels * p->f.bytes), pitch;
    cudaChannelFormatDesc f = format(&p->f);
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
        bool cube = p->shape == CUBE || p->shape == CUBES, line = p->dimensions == 1;
        bool layers = p->shape == LINES || p->shape == PLANES || p->shape == CUBES;
        int depth = layers || cube ? p->layers : p->size[2];
        unsigned flags = (layers ? cudaArrayLayered : 0) | (cube ? cudaArrayCubemap : 0);
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
    d.readMode = p->f.fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    d.normalizedCoords = p->normalized;
    memcpy(d.borderColor, p->border, sizeof d.borderColor);
    CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
    return t;
}

// Reads a picture at random places; returns how many values there are in `got`.
static int read_values(const Picture *p, uint32_t *got)
{
    static Place *places;
    static uint4 *out, four[PLACES];
    static Place at[PLACES];
    cudaArray_t array;
    void *memory;
    int channels = p->shape == GATHER ? 4 : p->f.channels, n = 0;
    if (!places) {
        CHECK(cudaMalloc(&places, sizeof at));
        CHECK(cudaMalloc(&out, sizeof four));
    }
    for (int i = 0; i < PLACES; i++)
        at[i] = place_near(p, i);
    cudaTextureObject_t t = texture(p, &array, &memory);
    CHECK(cudaMemcpy(places, at, sizeof at, cudaMemcpyHostToDevice));
    take<<<(PLACES + 127) / 128, 128>>>(t, p->shape, p->component, is_real(&p->f), places, out);
    CHECK(cudaMemcpy(four, out, sizeof four, cudaMemcpyDeviceToHost));
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(memory));
    for (int i = 0; i < PLACES; i++)
        for (int k = 0; k < channels; k++)
            got[n++] = (&four[i].x)[k];
    return n;
}

// ---- Records --------------------------------------------------------------------------------------------------------

// The record that is read or written, and sums over all its ways.
struct Record {
    FILE *from; // NULL: it is written
    bool tell;
    int ways, differing;
    long values, equal, whole, wrong;
    double most;
};

static uint32_t hash_of(const uint32_t *v, int n)
{
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < n; i++)
        h = (h ^ v[i]) * 1099511628211u;
    return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

static double distance(const Format *f, uint32_t a, uint32_t b)
{
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    return !is_real(f) ? (double)a - b : isnan(x) || isnan(y) ? INFINITY : fabs((double)x - y);
}

static void compare(Record *r, const Picture *p, const char *name, const uint32_t *got, int n)
{
    static char line[4096];
    int channels = n / PLACES, wrong = 0, hashes = 0;
    double most = 0;
    if (!fgets(line, sizeof line, r->from) || strncmp(line, name, strlen(name)) != 0 ||
        line[strlen(name)] != '\t') {
        printf("the record has no line for %s\n", name);
        exit(2);
    }
    char *s = line + strlen(name);
    for (int i = 0; i < WHOLE * channels; i++) {
        uint32_t want = (uint32_t)strtoul(s, &s, 16);
        if (want != got[i]) {
            if (!wrong && r->tell)
                printf("    place %d, channel %d: %08x, recorded %08x\n", i / channels,
                       i % channels, got[i], want);
            wrong++;
            most = fmax(most, distance(&p->f, want, got[i]));
        }
    }
    for (int i = 0; i < HASHES; i++)
        hashes +=
            strtoul(s, &s, 16) != hash_of(got + (WHOLE + i * HASHED) * channels, HASHED * channels);
    r->equal += (PLACES - hashes * HASHED) * channels - wrong;
    if (wrong || hashes || r->tell)
        printf("%s: %d of %d values differ, by %.3g at most; %d of %d hashes\n", name, wrong,
               WHOLE * channels, most, hashes, HASHES);
    r->differing += wrong || hashes;
    r->whole += WHOLE * channels;
    r->wrong += wrong;
    r->most = fmax(r->most, most);
}

static void take_way(Record *r, Picture *p)
{
    static uint32_t got[PLACES * 4];
    char name[128];
    fill(p);
    int n = read_values(p, got), channels = n / PLACES;
    snprintf(name, sizeof name, "%s, %d %s%s of %d bits, %s, %s%s", SHAPE_NAMES[p->shape],
             p->f.channels, KIND_NAMES[p->f.kind], p->f.fractions ? " fractions" : "",
             8 * p->f.bytes, EDGE_NAMES[p->edge], p->linear ? "linear" : "point",
             p->normalized ? ", normalized" : "");
    r->ways++;
    r->values += n;
    if (r->from) {
        compare(r, p, name, got, n);
    } else {
        printf("%s\t", name);
        for (int i = 0; i < WHOLE * channels; i++)
            printf(" %x", got[i]);
        for (int i = 0; i < HASHES; i++)
            printf("%s%x", i ? " " : "\t",
                   hash_of(got + (WHOLE + i * HASHED) * channels, HASHED * channels));
        printf("\n");
    }
    free(p->texels);
}

static void take_all(Record *r)
{
    static const Format formats[] = {
        {1, 4, cudaChannelFormatKindUnsigned, true},  {1, 2, cudaChannelFormatKindSigned, true},
        {2, 1, cudaChannelFormatKindUnsigned, true},  {2, 4, cudaChannelFormatKindSigned, true},
        {1, 1, cudaChannelFormatKindUnsigned, true},  {2, 2, cudaChannelFormatKindFloat, false},
        {4, 1, cudaChannelFormatKindFloat, false},    {4, 4, cudaChannelFormatKindFloat, false},
        {1, 1, cudaChannelFormatKindUnsigned, false}, {2, 2, cudaChannelFormatKindSigned, false},
        {4, 4, cudaChannelFormatKindUnsigned, false}};
    for (int shape = 0; shape < SHAPES; shape++)
        for (Format f : formats)
            for (int way = 0; way < 16; way++) {
                Picture p = {};
                p.f = f, p.shape = (Shape)shape;
                p.edge = (cudaTextureAddressMode)(way & 3), p.linear = way & 4,
                p.normalized = way & 8;
                p.component = f.channels == 4 ? 3 : f.channels - 1;
                p.dimensions = shape == LINE || shape == LINES || shape == FETCH ? 1
                               : shape == BOX                                    ? 3
                                                                                 : 2;
                bool cube = shape == CUBE || shape == CUBES,
                     turns = p.edge == cudaAddressModeWrap || p.edge == cudaAddressModeMirror;
                p.layers = shape == LINES || shape == PLANES ? 3
                           : shape == CUBE                   ? 6
                           : shape == CUBES                  ? 12
                                                             : 1;
                for (int d = 0; d < 3; d++)
                    p.size[d] = d >= p.dimensions ? 1
                                : cube            ? 8
                                : shape == FETCH  ? 200
                                                  : 11 + 5 * d;
                if ((p.linear && !is_real(&f)) || (turns && !p.normalized) ||
                    (shape == FETCH && way) || (shape == GATHER && p.linear) ||
                    (cube && (!p.normalized || p.edge != cudaAddressModeClamp)))
                    continue;
                take_way(r, &p);
            }
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
        ((unsigned char *)picture)[i] = (unsigned char)random_bits();
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

// Goes on to the next record of the file and takes its seed. False at the end of the file.
static bool next_record(FILE *from)
{
    char line[128];
    unsigned long long seed;
    while (fgets(line, sizeof line, from) && line[0] == '#')
        if (sscanf(line, "# seed %llu", &seed) == 1) {
            state = seed;
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    Record r = {};
    if (argc == 1)
        return surfaces() ? 1 : 0;
    if (argc == 3 && !strcmp(argv[1], "record")) {
        state = strtoull(argv[2], NULL, 10);
        printf("# seed %s\n", argv[2]);
        take_all(&r);
        return 0;
    }
    r.from = argc > 2 && !strcmp(argv[1], "compare") ? fopen(argv[2], "r") : NULL;
    r.tell = argc > 3;
    while (r.from && next_record(r.from))
        take_all(&r);
    if (!r.ways) {
        printf("texture [record SEED | compare FILE [all]]; FILE has records\n");
        return 2;
    }
    printf(
        "%d ways of reading, %d differ; %ld values, %ld equal; of %ld recorded whole %ld differ, "
        "by %.3g at most\n",
        r.ways, r.differing, r.values, r.equal, r.whole, r.wrong, r.most);
    return r.differing ? 1 : 0;
}
