// Swizzles: three places for a tile's rows.
//
// A tile of 64 x 64 elements of two bytes has rows of 128 bytes, exactly as wide as the 32 banks. ldmatrix takes 16
// bytes from each of 8 rows at a time, one below the other: where do they lie?
//
//     tilePlain       row after row: all eight in the same four banks, one after another
//     tilePadded      16 bytes are left free after each row, so each row begins four banks further on
//     tileSwizzled    each row's eight chunks in another order; no byte is wasted, and a tensor copy does the same
//
// Every kernel brings a tile in, loads it by ldmatrix and writes it out. The counter is wavefronts in shared memory:
// make profile-ch7-swizzle.
//
//     make ch7-swizzle && ./ch7-swizzle

#include "program.h"

enum {
    SIDE = 64,       // a tile's rows and columns
    THREADS = 128,   // four warps, 16 rows each
    CHUNK = 16,      // bytes that ldmatrix takes from a row
    CHUNKS = 8,      // of a row
    BYTES = SIDE * 2 // of a row
};

typedef enum { PLAIN, PADDED, SWIZZLED } Layout;

// [begin place]
// Where a tile's chunk of 16 bytes lies, in bytes from the tile's beginning.
static __device__ int place(Layout layout, int row, int chunk)
{
    switch (layout) {
    case PLAIN: return row * BYTES + chunk * CHUNK;
    case PADDED: return row * (BYTES + CHUNK) + chunk * CHUNK;
    default: return row * BYTES + (chunk ^ row % 8) * CHUNK;
    }
}
// [end place]

// All kernels: in, out: (gridDim.x, SIDE, SIDE), of two bytes each. A block of THREADS threads copies a tile, which goes through
// shared memory and through the registers of ldmatrix.
// [begin through]
static __device__ __forceinline__ void through(const uint16_t *in, uint16_t *out, Layout layout)
{
    __shared__ __align__(16) char tile[SIDE * (BYTES + CHUNK)];
    in += (size_t)blockIdx.x * SIDE * SIDE;
    out += (size_t)blockIdx.x * SIDE * SIDE;
    for (int i = threadIdx.x; i < SIDE * CHUNKS; i += THREADS)
        *(uint4 *)(tile + place(layout, i / CHUNKS, i % CHUNKS)) = ((const uint4 *)in)[i];
    __syncthreads();

    int lane = threadIdx.x % 32, top = threadIdx.x / 32 * 16;
    for (int left = 0; left < CHUNKS; left += 2) { // 16 x 16 elements at a time
        uint32_t x[4], from = (uint32_t)__cvta_generic_to_shared(
                           tile + place(layout, top + lane % 16, left + lane / 16));
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                     : "r"(from));
        for (int i = 0; i < 4; i++) {
            int row = top + lane / 4 + i % 2 * 8, col = (left + i / 2) * 8 + lane % 4 * 2;
            *(uint32_t *)&out[row * SIDE + col] = x[i];
        }
    }
}
// [end through]

__global__ void tilePlain(const uint16_t *in, uint16_t *out)
{
    through(in, out, PLAIN);
}

__global__ void tilePadded(const uint16_t *in, uint16_t *out)
{
    through(in, out, PADDED);
}

__global__ void tileSwizzled(const uint16_t *in, uint16_t *out)
{
    through(in, out, SWIZZLED);
}

static const struct {
    const char *name;
    void (*kernel)(const uint16_t *in, uint16_t *out);
} ways[] = {{"tilePlain", tilePlain}, {"tilePadded", tilePadded}, {"tileSwizzled", tileSwizzled}};
enum { WAYS = sizeof ways / sizeof *ways };

// True if got: (n) is what went in.
static bool is_copy(const char *name, const uint16_t *got, const uint16_t *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(name, got[i], in[i]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for("Reads n tiles of 64 x 64 elements by ldmatrix.", "nsrk");
    options.n = default_size(1 << 16, 256);
    options.n_max = 1 << 24;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, elements = n * SIDE * SIDE, bytes = elements * sizeof(uint16_t);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    uint16_t *in = host_array(uint16_t, elements), *out = host_array(uint16_t, elements);
    for (size_t i = 0; i < elements; i++)
        in[i] = (uint16_t)random_bits(options.seed, i);
    uint16_t *d_in = deviceCopy(uint16_t, in, elements), *d_out = deviceArray(uint16_t, elements);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            if (n > 0)
                ways[i].kernel<<<(unsigned int)n, THREADS>>>(d_in, d_out);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, ways[i].name, n, ms, 2.0 * (double)bytes,
                   is_copy(ways[i].name, out, in, elements));
    }
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
