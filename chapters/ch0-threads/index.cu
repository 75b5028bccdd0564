// Threads' numbers in one, two and three dimensions.
//
// Blocks and threads have up to three coordinates, but memory has only one. A thread's number in the grid
// is the number of threads in all blocks before its own, plus its number in the block. Blocks and
// threads are both counted with x running fastest, then y, then z. Every thread writes its
// coordinates to the element with its number; the host counts in six nested loops and compares.
//
//     index1D      blocks of 4 threads
//     index2D      blocks of 4 x 2, 3 of them side by side
//     index3D      blocks of 4 x 2 x 2, 3 x 2 of them in a layer
//     rowColumn    the same grid as index2D over a matrix: element numbers, not thread numbers
//
//     make ch0-index && ./ch0-index -n 1000

#include "program.h"

// What a thread knows about itself.
typedef struct {
    unsigned int block[3], thread[3]; // x, y, z
} Place;

static __device__ Place here(void)
{
    Place place = {{blockIdx.x, blockIdx.y, blockIdx.z}, {threadIdx.x, threadIdx.y, threadIdx.z}};
    return place;
}

// All kernels: places: (n); the thread with number i < n writes places[i].

// [begin index1D]
__global__ void index1D(Place *places, size_t n)
{
    size_t thread = threadIdx.x;
    size_t id = (size_t)blockIdx.x * blockDim.x + thread;
    if (id < n)
        places[id] = here();
}
// [end index1D]

// [begin index2D]
__global__ void index2D(Place *places, size_t n)
{
    size_t block = (size_t)blockIdx.y * gridDim.x + blockIdx.x;
    size_t thread = threadIdx.y * blockDim.x + threadIdx.x;
    size_t id = block * (blockDim.x * blockDim.y) + thread;
    if (id < n)
        places[id] = here();
}
// [end index2D]

// [begin index3D]
__global__ void index3D(Place *places, size_t n)
{
    size_t block = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    size_t thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    size_t id = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    if (id < n)
        places[id] = here();
}
// [end index3D]

// The number of a thread's element, by row and column. Here the grid lies on a matrix that is
// gridDim.x * blockDim.x columns wide, and elements are counted row after row. So a block's second row
// of threads is a whole row of the matrix further on, not blockDim.x numbers.
// [begin rowColumn]
__global__ void rowColumn(Place *places, size_t n)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t width = (size_t)gridDim.x * blockDim.x;
    size_t element = row * width + column;
    if (element < n)
        places[element] = here();
}
// [end rowColumn]

typedef void (*Kernel)(Place *places, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    dim3 block, grid; // grid: its last dimension grows with n
    bool byRow;       // counts row after row through all blocks, not block after block
} ways[] = {
    {"index1D", index1D, dim3(4), dim3(1), false},
    {"index2D", index2D, dim3(4, 2), dim3(3), false},
    {"index3D", index3D, dim3(4, 2, 2), dim3(3, 2), false},
    {"rowColumn", rowColumn, dim3(4, 2), dim3(3), true},
};
enum { WAYS = sizeof ways / sizeof *ways };

// Threads of a block, or blocks of a grid.
static size_t volume(dim3 d)
{
    return (size_t)d.x * d.y * d.z;
}

// The grid of way i with at least n threads: more blocks in the last dimension that it uses.
static dim3 gridFor(int i, size_t n)
{
    dim3 grid = ways[i].grid;
    size_t layer = volume(grid) * volume(ways[i].block);
    unsigned int layers = blocksFor(n, layer);
    if (ways[i].kernel == index1D)
        grid.x = layers;
    else if (ways[i].kernel == index3D)
        grid.z = layers;
    else
        grid.y = layers;
    return grid;
}

static bool is_place(const Place *p, dim3 block, dim3 thread)
{
    return p->block[0] == block.x && p->block[1] == block.y && p->block[2] == block.z &&
           p->thread[0] == thread.x && p->thread[1] == thread.y && p->thread[2] == thread.z;
}

// [begin count]
// Counts block after block, and in each thread after thread, and compares the first n places.
static size_t wrong_by_block(const Place *places, size_t n, dim3 grid, dim3 block)
{
    size_t id = 0, wrong = 0;
    dim3 b, t;
    for (b.z = 0; b.z < grid.z; b.z++)
        for (b.y = 0; b.y < grid.y; b.y++)
            for (b.x = 0; b.x < grid.x; b.x++)
                for (t.z = 0; t.z < block.z; t.z++)
                    for (t.y = 0; t.y < block.y; t.y++)
                        for (t.x = 0; t.x < block.x; t.x++, id++)
                            wrong += id < n && !is_place(&places[id], b, t);
    return wrong;
}
// [end count]

// Counts row after row of all threads, through the blocks that a row crosses.
static size_t wrong_by_row(const Place *places, size_t n, dim3 grid, dim3 block)
{
    size_t element = 0, wrong = 0;
    dim3 b(0, 0, 0), t(0, 0, 0);
    for (b.y = 0; b.y < grid.y; b.y++)
        for (t.y = 0; t.y < block.y; t.y++)
            for (b.x = 0; b.x < grid.x; b.x++)
                for (t.x = 0; t.x < block.x; t.x++, element++)
                    wrong += element < n && !is_place(&places[element], b, t);
    return wrong;
}

// Runs way i over n threads; its median time in ms. places: (n), on the host, gets the result.
static double runWay(int i, size_t n, size_t repeats, Place *places)
{
    Place *d_places;
    dim3 grid = gridFor(i, n);
    cudaCheck(cudaMalloc(&d_places, n * sizeof *d_places));
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_places, 0xff, n * sizeof *d_places));
        gpuTimerStart(&timer);
        ways[i].kernel<<<grid, ways[i].block>>>(d_places, n);
        gpuTimerStop(&timer);
    }
    cudaCheck(cudaMemcpy(places, d_places, n * sizeof *places, cudaMemcpyDeviceToHost));
    cudaCheck(cudaFree(d_places));
    return gpuTimerEnd(&timer);
}

// [begin examples]
// The number of the thread that way i runs at this place: looked up, not calculated.
static size_t numberAt(int i, dim3 block, dim3 thread)
{
    enum { MOST = 192 }; // threads of the largest example, 3 x 2 x 2 blocks of 4 x 2 x 2
    Place places[MOST];
    size_t id = 0;
    runWay(i, MOST, 1, places);
    while (id < MOST && !is_place(&places[id], block, thread))
        id++;
    return id;
}

// The worked examples of the lesson. True if each gives the number that it should.
static bool examples(void)
{
    static const struct {
        int way;
        dim3 block, thread;
        size_t want;
        const char *sum; // block's number * threads per block + thread's number in the block
    } list[] = {
        {0, dim3(2, 0, 0), dim3(3, 0, 0), 11, "2*4 + 3"},
        {1, dim3(2, 1, 0), dim3(3, 1, 0), 47, "(1*3 + 2)*8 + 1*4 + 3"},
        {2, dim3(1, 0, 1), dim3(3, 1, 1), 127, "(1*6 + 0*3 + 1)*16 + 1*8 + 1*4 + 3"},
        {2, dim3(2, 1, 1), dim3(3, 1, 1), 191, "(1*6 + 1*3 + 2)*16 + 1*8 + 1*4 + 3"},
    };
    bool right = true;
    for (size_t e = 0; e < sizeof list / sizeof *list; e++) {
        dim3 b = list[e].block, t = list[e].thread;
        size_t id = numberAt(list[e].way, b, t);
        printf("%s  block %u,%u,%u  thread %u,%u,%u  %-34s = %zu\n", ways[list[e].way].name, b.x,
               b.y, b.z, t.x, t.y, t.z, list[e].sum, id);
        right = verify_integer(ways[list[e].way].name, (int64_t)id, (int64_t)list[e].want) && right;
    }
    return right;
}
// [end examples]

int main(int argc, char **argv)
{
    Options options = options_for("Numbers the threads of grids with at least n threads.", "nrk");
    options.n = default_size(1 << 20, 1 << 14);
    options.n_max = 1 << 20; // y and z of a grid end at 65,535 blocks
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n;
    deviceRequire(&options, n * sizeof(Place), n * sizeof(Place));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    Place *places = host_array(Place, n);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        double ms = runWay(i, n, options.repeats, places);
        dim3 grid = gridFor(i, n), block = ways[i].block;
        size_t wrong = ways[i].byRow ? wrong_by_row(places, n, grid, block)
                                     : wrong_by_block(places, n, grid, block);
        rowsKernel(&rows, ways[i].name, n, ms, (double)(n * sizeof(Place)),
                   verify_integer(ways[i].name, (int64_t)wrong, 0));
    }
    free(places);
    if (options.csv || options.kernel != NULL)
        return rowsEnd(&rows);

    printf("\nthe thread's number, from its coordinates x,y,z:\n");
    bool right = examples();
    return right ? rowsEnd(&rows) : EXIT_WRONG;
}
