// Occupancy: what limits it and what it is worth.
//
// An SM gives every block that it takes threads' places, registers and shared memory, until the block
// ends. The first of these to run out limits the blocks that are resident together:
//
//     occupancy = resident warps / the most warps that the SM can hold
//
// The calculator answers for any device of its table, also made-up ones; -q asks it the questions of
// the lesson. The measurement then holds a copy kernel to a few resident blocks per SM:
//
//     copy1at1 ... copy1at4     one load in flight per thread; 1, 2, 4 blocks of 256 per SM
//     copy4at1 ... copy4at4     four loads in flight per thread
//
//     make ch2-occupancy && ./ch2-occupancy
//     ./ch2-occupancy -d h200 -b 512 -g 40 -m 20000     the calculator
//     ./ch2-occupancy -q 1                              the lesson's questions

#include "program.h"

// [begin limits]
// What the SM of a device has to give.
typedef struct {
    const char *word;
    int threads, blocks, threadsPerBlock; // at most: per SM, per SM, per block
    int registers, registerUnit;          // per SM; handed out to warps in multiples of this, or 0:
                                          // to threads, one by one
    int shared, sharedUnit, reserved; // bytes per SM; handed out to blocks in multiples of this;
                                      // taken by the system from each block's share
} Limits;

// Compute capabilities: CUDA Programming Guide, technical specifications; units: cuda_occupancy.h of
// the toolkit. The last three are the devices of the lesson's questions.
static const Limits known[] = {
    {"v100", 2048, 32, 1024, 65536, 256, 96 * 1024, 256, 0},
    {"t4", 1024, 16, 1024, 65536, 256, 64 * 1024, 256, 0},
    {"a100", 2048, 32, 1024, 65536, 256, 164 * 1024, 128, 1024},
    {"rtx3080", 1536, 16, 1024, 65536, 256, 100 * 1024, 128, 1024},
    {"rtx4090", 1536, 24, 1024, 65536, 256, 100 * 1024, 128, 1024},
    {"h100", 2048, 32, 1024, 65536, 256, 228 * 1024, 128, 1024},
    {"h200", 2048, 32, 1024, 65536, 256, 228 * 1024, 128, 1024},
    {"small", 1024, 8, 512, 0, 0, 0, 0, 0},
    {"four", 1536, 4, 1024, 0, 0, 0, 0, 0},
    {"d", 1536, 8, 1024, 16384, 0, 16 * 1024, 1, 0},
};
// [end limits]
enum { KNOWN = sizeof known / sizeof *known, WARP = 32, UNLIMITED = 1 << 20 };

// What a kernel asks for.
typedef struct {
    int threads, registers, shared; // per block; per thread, 0: unknown; bytes per block
} Demand;

// How many blocks each resource has room for.
typedef struct {
    int byThreads, byBlocks, byRegisters, byShared;
    int blocks; // the least of them
    const char *limit;
} Room;

static int round_up(int n, int unit)
{
    return (n + unit - 1) / unit * unit;
}

// [begin room]
static int room_by_registers(const Limits *l, Demand d)
{
    const int parts = 4; // an SM's registers are in four parts, a warp's are all in one of them
    int warps = (d.threads + WARP - 1) / WARP;
    if (d.registers == 0 || l->registers == 0)
        return UNLIMITED;
    if (l->registerUnit == 0)
        return l->registers / (d.registers * d.threads);
    int perWarp = round_up(d.registers * WARP, l->registerUnit);
    if (perWarp * round_up(warps, parts) > l->registers)
        return 0;
    return l->registers / parts / perWarp * parts / warps;
}

static int room_by_shared(const Limits *l, Demand d)
{
    if (l->shared == 0)
        return UNLIMITED;
    int perBlock = round_up(d.shared + l->reserved, l->sharedUnit);
    return perBlock == 0 ? UNLIMITED : l->shared / perBlock;
}

static Room room_for(const Limits *l, Demand d)
{
    int warps = (d.threads + WARP - 1) / WARP;
    Room room = {l->threads / WARP / warps, l->blocks, room_by_registers(l, d),
                 room_by_shared(l, d),      0,         "threads per block"};
    if (d.threads > l->threadsPerBlock)
        return room;
    const int rooms[] = {room.byThreads, room.byBlocks, room.byRegisters, room.byShared};
    const char *const names[] = {"threads", "blocks", "registers", "shared memory"};
    room.blocks = UNLIMITED;
    for (int i = 0; i < 4; i++)
        if (rooms[i] < room.blocks) {
            room.blocks = rooms[i];
            room.limit = names[i];
        }
    return room;
}
// [end room]

// The limits of the device that runs this program, by attribute.
static Limits limitsOfDevice(const Device *device)
{
    Limits l = {"this device", 0, 0, 0, 0, 256, 0, device->major >= 8 ? 128 : 256, 0};
    const struct {
        int *value;
        enum cudaDeviceAttr attribute;
    } asked[] = {
        {&l.threads, cudaDevAttrMaxThreadsPerMultiProcessor},
        {&l.blocks, cudaDevAttrMaxBlocksPerMultiprocessor},
        {&l.threadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
        {&l.registers, cudaDevAttrMaxRegistersPerMultiprocessor},
        {&l.shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {&l.reserved, cudaDevAttrReservedSharedMemoryPerBlock},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        cudaCheck(cudaDeviceGetAttribute(asked[i].value, asked[i].attribute, 0));
    return l;
}

static const Limits *find_limits(const Options *o, const char *word)
{
    for (int i = 0; i < KNOWN; i++)
        if (strcmp(known[i].word, word) == 0)
            return &known[i];
    fprintf(stderr, "%s: --device (-d) '%s': must be one of", o->program, word);
    for (int i = 0; i < KNOWN; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "", known[i].word);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

static void print_room(const char *what, int blocks)
{
    if (blocks == UNLIMITED)
        printf("  %-16s no limit\n", what);
    else
        printf("  %-16s %d blocks\n", what, blocks);
}

static void print_calculation(const Limits *l, Demand d)
{
    Room room = room_for(l, d);
    int warps = room.blocks * ((d.threads + WARP - 1) / WARP), most = l->threads / WARP;
    printf("%s: blocks of %d threads, %d registers per thread, %d B of shared memory\n", l->word,
           d.threads, d.registers, d.shared);
    if (d.threads > l->threadsPerBlock) {
        printf("  no such block: it has at most %d threads\n", l->threadsPerBlock);
        return;
    }
    print_room("by threads:", room.byThreads);
    print_room("by blocks:", room.byBlocks);
    print_room("by registers:", room.byRegisters);
    print_room("by shared memory:", room.byShared);
    printf("  resident: %d blocks, %d of %d warps, occupancy %.1f %%, limited by %s\n", room.blocks,
           warps, most, 100.0 * warps / most, room.limit);
}

// [begin questions]
// The questions of the lesson, answered by the calculator.
static void print_questions(const Options *o)
{
    static const struct {
        const char *device, *about; // about: NULL as long as the device stays
        const char *what;
        Demand demand;
    } list[] = {
        {"small", "8 blocks and 1,024 threads per SM, 512 threads per block", "8 x 8", {64, 0, 0}},
        {"small", NULL, "16 x 16", {256, 0, 0}},
        {"small", NULL, "32 x 32", {1024, 0, 0}},
        {"four", "4 blocks and 1,536 threads per SM", "128 threads", {128, 0, 0}},
        {"four", NULL, "256 threads", {256, 0, 0}},
        {"four", NULL, "512 threads", {512, 0, 0}},
        {"four", NULL, "1,024 threads", {1024, 0, 0}},
        {"d", "1,536 threads and 16,384 registers per SM", "512 x 10 registers", {512, 10, 0}},
        {"d", NULL, "512 x 11 registers", {512, 11, 0}},
        {"d", "8 blocks and 16 KiB of shared memory per SM", "2 KiB, 64 threads", {64, 0, 2048}},
        {"d", NULL, "5 KiB, 64 threads", {64, 0, 5120}},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Room room = room_for(find_limits(o, list[i].device), list[i].demand);
        if (list[i].about != NULL)
            printf("%s%s\n", i > 0 ? "\n" : "", list[i].about);
        printf("  blocks of %-20s %2d resident, %5d threads, limit: %s\n", list[i].what,
               room.blocks, room.blocks * list[i].demand.threads, room.limit);
    }
}
// [end questions]

// ---- The measurement -----------------------------------------------------------------------------

// Copies in: (n) to out: (n). A launch asks for shared memory that no thread uses. It is ballast: it
// keeps other blocks out.
// [begin copies]
__global__ void copy1(const float *in, float *out, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = in[i];
}

__global__ void copy4(const float *in, float *out, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i + 3 * threads < n; i += 4 * threads) {
        float a = in[i], b = in[i + threads], c = in[i + 2 * threads], d = in[i + 3 * threads];
        out[i] = a;
        out[i + threads] = b;
        out[i + 2 * threads] = c;
        out[i + 3 * threads] = d;
    }
    for (; i < n; i += threads)
        out[i] = in[i];
}
// [end copies]

typedef void (*Kernel)(const float *in, float *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    int resident; // blocks per SM
} ways[] = {
    {"copy1at1", copy1, 1}, {"copy1at2", copy1, 2}, {"copy1at4", copy1, 4},
    {"copy4at1", copy4, 1}, {"copy4at2", copy4, 2}, {"copy4at4", copy4, 4},
};
enum { WAYS = sizeof ways / sizeof *ways, THREADS = 256 };

// Returns the ballast in bytes that leaves room for `resident` blocks on an SM and no more. It may be
// more than 48 KiB, which the kernel must be allowed first.
static int ballastFor(const Limits *l, Kernel kernel, int resident)
{
    int optIn = 0;
    cudaCheck(cudaDeviceGetAttribute(&optIn, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    int ballast = l->shared / resident / l->sharedUnit * l->sharedUnit - l->reserved;
    ballast = ballast < optIn ? ballast : optIn;
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ballast));
    return ballast;
}

// True if the calculator and CUDA agree on the blocks of the kernel that fit on an SM.
static bool calculatorAgrees(const Limits *l, const char *name, Kernel kernel, int ballast)
{
    struct cudaFuncAttributes made;
    int blocks = 0;
    cudaCheck(cudaFuncGetAttributes(&made, kernel));
    cudaCheck(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, THREADS, (size_t)ballast));
    Demand d = {THREADS, made.numRegs, (int)made.sharedSizeBytes + ballast};
    return verify_integer(name, room_for(l, d).blocks, blocks);
}

int main(int argc, char **argv)
{
    size_t threads = 0, registers = 0, shared = 0, questions = 0;
    const char *word = NULL;
    const Option own[] = {
        {'d', "device", "calculate for v100, t4, a100, h200, ... (see -d ?)", NULL, 0, 0, NULL,
         &word},
        {'b', "block", "threads per block, to calculate", &threads, 1, 1024, NULL, NULL},
        {'g', "registers", "registers per thread, to calculate", &registers, 0, 255, NULL, NULL},
        {'m', "memory", "shared bytes per block, to calculate", &shared, 0, 232448, NULL, NULL},
        {'q', "questions", "1: answers the questions of the lesson", &questions, 0, 1, NULL, NULL},
        {}};
    Options options = options_for(
        "Calculates occupancy, and measures what it is worth copying n floats.", "nsrk");
    options.n = default_size(1 << 26, 1 << 20);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    if (questions > 0) {
        print_questions(&options);
        return EXIT_RIGHT;
    }
    Demand demand = {threads > 0 ? (int)threads : THREADS, (int)registers, (int)shared};
    if (word != NULL) {
        print_calculation(find_limits(&options, word), demand);
        return EXIT_RIGHT;
    }
    Device device = deviceOpen();
    Limits here = limitsOfDevice(&device);
    if (threads > 0 || registers > 0 || shared > 0) {
        print_calculation(&here, demand);
        return EXIT_RIGHT;
    }

    size_t n = options.n, bytes = n * sizeof(float);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    float *in = host_array(float, n);
    float *out = host_array(float, n);
    fill_floats(in, n, options.seed);
    float *d_in = deviceCopy(float, in, n);
    float *d_out = deviceArray(float, n);

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        int ballast = ballastFor(&here, ways[i].kernel, ways[i].resident);
        int grid = device.multiprocessors * ways[i].resident; // all blocks are resident at once
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            ways[i].kernel<<<(unsigned int)grid, THREADS, (size_t)ballast>>>(d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        bool right = verify_floats(ways[i].name, out, in, n, 0) &&
                     calculatorAgrees(&here, ways[i].name, ways[i].kernel, ballast);
        rowsKernel(&rows, ways[i].name, n, ms, 2.0 * (double)bytes, right);
    }
    if (!options.csv) {
        printf("\n%-26s %16s %16s %16s\n", "kernel", "blocks per SM", "occupancy", "loads/SM");
        for (int i = 0; i < WAYS; i++) {
            int resident = ways[i].resident, each = ways[i].kernel == copy4 ? 4 : 1;
            if (options_want(&options, ways[i].name))
                printf("%-26s %16d %14.1f %% %14d B\n", ways[i].name, resident,
                       100.0 * resident * THREADS / here.threads, resident * THREADS * each * 4);
        }
        printf("\nloads/SM: bytes of loads that can be in flight on an SM at once\n");
    }
    deviceFree(d_in, d_out, NULL);
    host_free(in, out, NULL);
    return rowsEnd(&rows);
}
