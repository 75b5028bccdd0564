// Kernels to step through: fragments, copies, clusters.
// Each shows one thing that product.cu and hopper.cu are made of.
//
//     fragments      which lane of a warp holds which element of a product
//     copyThenUse    cp.async: waits for each part of the input before it starts the next one
//     copyAhead      cp.async: starts the next part before it waits for this one
//     bulkCopy       one thread starts a copy of the whole tile, and an mbarrier counts its bytes
//     twoRoles       a warp that copies, and warps that add, with two mbarriers a stage
//     clusterSum     blocks of a cluster read each other's shared memory
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make step-ch7-steps KERNEL=twoRoles
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "program.h"

#include "h200.h"
#include "tensor.h"

// ---- A product in registers ----

// One warp: c = a b. a: (16, 16), b: (16, 8), whole numbers that bf16 has exactly; c, holder: (16, 8). holder gets the lane that holds
// an element of c.
// [begin fragments]
__global__ void fragments(const float *a, const float *b, float *c, int *holder)
{
    int lane = threadIdx.x, row = lane / 4, col = lane % 4 * 2;
    uint32_t x[4], y[2];
    float sum[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        const float *pair = a + (row + i % 2 * 8) * 16 + col + i / 2 * 8;
        x[i] = pairOf(pair[0], pair[1]);
    }
    for (int i = 0; i < 2; i++) {
        const float *first = b + (col + i * 8) * 8 + row;
        y[i] = pairOf(first[0], first[8]);
    }
    multiplyAdd(sum, x, y);
    for (int i = 0; i < 4; i++) {
        int at = (row + i / 2 * 8) * 8 + col + i % 2;
        c[at] = sum[i];
        holder[at] = lane;
    }
}
// [end fragments]

// ---- Copies that threads don't wait for ----

enum { THREADS = 64 };

// One block adds up `parts` parts of its input, each of 4 floats a thread. Every thread takes the chunk of its neighbour, so that it
// has to wait for others' copies, too. in: (parts, 64, 4); out: (64).
// [begin copyThenUse]
__global__ void copyThenUse(const float4 *in, float *out, int parts)
{
    __shared__ float4 part[THREADS];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = 0; i < parts; i++) {
        copyChunk(&part[t], &in[i * THREADS + t], true);
        closeGroup();
        waitForGroups<0>();
        __syncthreads();
        float4 x = part[(t + 1) % THREADS];
        sum += x.x + x.y + x.z + x.w;
        __syncthreads();
    }
    out[t] = sum;
}
// [end copyThenUse]

// [begin copyAhead]
__global__ void copyAhead(const float4 *in, float *out, int parts)
{
    __shared__ float4 part[2][THREADS];
    int t = threadIdx.x;
    float sum = 0;
    copyChunk(&part[0][t], &in[t], parts > 0);
    closeGroup();
    for (int i = 0; i < parts; i++) {
        if (i + 1 < parts)
            copyChunk(&part[(i + 1) % 2][t], &in[(i + 1) * THREADS + t], true);
        closeGroup(); // the last one is empty
        waitForGroups<1>();
        __syncthreads();
        float4 x = part[i % 2][(t + 1) % THREADS];
        sum += x.x + x.y + x.z + x.w;
        __syncthreads();
    }
    out[t] = sum;
}
// [end copyAhead]

// One block of 64 threads: out is in, each element times a factor that the threads compute while the copy is on its way. in, out: (256).
// [begin bulkCopy]
__global__ void bulkCopy(const float *in, float *out, int rounds)
{
    __shared__ alignas(128) float tile[4 * THREADS];
    __shared__ uint64_t full;
    int t = threadIdx.x;
    if (t == 0) {
        barrierInit(&full, 1);
        barriersReady();
        barrierExpect(&full, sizeof tile);
        copyBytes(tile, in, sizeof tile, &full);
    }
    __syncthreads(); // everybody sees the mbarrier; nobody has waited for the copy yet
    float factor = 1;
    for (int i = 0; i < rounds; i++)
        factor *= 2;
    barrierWait(&full, 0);
    for (int i = t; i < 4 * THREADS; i += THREADS)
        out[i] = factor * tile[i];
}
// [end bulkCopy]

// ---- A warp that copies, and warps that add ----

enum { STAGES_HERE = 2, PART = 128 }; // floats of a stage

// One block: warp 0 brings `parts` parts of 128 floats, and warps 1 and 2 add up half of each. A stage is full when its bytes are
// there, and empty when both warps have read it. in: (parts, 128); out: (64).
// [begin twoRoles]
__global__ void twoRoles(const float *in, float *out, int parts)
{
    __shared__ alignas(128) float part[STAGES_HERE][PART];
    __shared__ uint64_t full[STAGES_HERE], empty[STAGES_HERE];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES_HERE; s++) {
            barrierInit(&full[s], 1);
            barrierInit(&empty[s], 2);
        }
        barriersReady();
    }
    __syncthreads();
    if (warp == 0) {
        for (int i = 0; i < parts && lane == 0; i++) {
            int s = i % STAGES_HERE, round = i / STAGES_HERE;
            barrierWait(&empty[s], (round + 1) % 2); // in round 0 the stage is empty already
            barrierExpect(&full[s], sizeof part[s]);
            copyBytes(part[s], in + i * PART, sizeof part[s], &full[s]);
        }
    } else {
        int half = (warp - 1) * PART / 2;
        float sum = 0;
        for (int i = 0; i < parts; i++) {
            int s = i % STAGES_HERE, round = i / STAGES_HERE;
            barrierWait(&full[s], round % 2);
            sum += part[s][half + lane] + part[s][half + lane + 32];
            __syncwarp();
            if (lane == 0)
                barrierArrive(&empty[s]);
        }
        out[threadIdx.x - 32] = sum;
    }
}
// [end twoRoles]

// ---- Shared memory of other blocks ----

enum { RANKS = 4 };

// The address at which a variable of this block lies in the block of a rank of the cluster.
static __device__ uint32_t inBlock(const void *own, int rank)
{
    uint32_t there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAt(own)), "r"(rank));
    return there;
}

static __device__ int loadFrom(uint32_t there)
{
    int x;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(x) : "r"(there) : "memory");
    return x;
}

// Clusters of four blocks, of a warp each: every block sums 32 elements, and the first one of the cluster adds up the sums, which it
// reads in the shared memory of all four. in: (32 gridDim.x); out: (gridDim.x / 4).
// [begin clusterSum]
__global__ void __cluster_dims__(RANKS) clusterSum(const int *in, int *out)
{
    __shared__ int sum;
    int x = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x == 0)
        sum = x;
    clusterSync(); // all four sums are there
    if (clusterRank() == 0) {
        int part = threadIdx.x < RANKS ? loadFrom(inBlock(&sum, threadIdx.x)) : 0;
        part = __reduce_add_sync(0xffffffff, part);
        if (threadIdx.x == 0)
            out[blockIdx.x / RANKS] = part;
    }
    clusterSync(); // no block ends, and with it its sum, before it was read
}
// [end clusterSum]

// ---- The same on the host ----

enum { PARTS = 5, GRID = 2 * RANKS, MOST = PARTS * 4 * THREADS };

static int seen[2048];    // the result of a kernel, as bits
static float given[MOST]; // the input: whole numbers below 16, as floats
static int numbers[2048]; // and as integers

static bool same_ints(const char *what, const int *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(what, seen[i], want[i]))
            return false;
    return true;
}

static bool same_floats(const char *what, const float *want, size_t n)
{
    return verify_floats(what, (const float *)seen, want, n, 0);
}

static bool check_fragments(void)
{
    float want[16 * 8] = {0};
    for (int i = 0; i < 16 * 8; i++)
        for (int k = 0; k < 16; k++)
            want[i] += given[i / 8 * 16 + k] * given[k * 8 + i % 8];
    return same_floats("fragments", want, 16 * 8);
}

static bool check_parts(const char *what)
{
    float want[THREADS] = {0};
    for (int i = 0; i < PARTS * THREADS * 4; i++)
        want[(i / 4 + THREADS - 1) % THREADS] += given[i];
    return same_floats(what, want, THREADS);
}

static bool check_bulk(void)
{
    float want[4 * THREADS];
    for (int i = 0; i < 4 * THREADS; i++)
        want[i] = 8 * given[i];
    return same_floats("bulkCopy", want, 4 * THREADS);
}

static bool check_roles(void)
{
    float want[64] = {0};
    for (int i = 0; i < PARTS * PART; i++)
        want[i % PART / 64 * 32 + i % 32] += given[i];
    return same_floats("twoRoles", want, 64);
}

static bool check_cluster(void)
{
    int want[GRID / RANKS] = {0};
    for (int i = 0; i < 32 * GRID; i++)
        want[i / (32 * RANKS)] += numbers[i];
    return same_ints("clusterSum", want, GRID / RANKS);
}

// One kernel: launches it on `in`, or on the integers, and checks what it leaves.
static bool run(const char *name, const float *in, const int *ints, void *out)
{
    const float4 *quads = (const float4 *)in;
    enum { ROUNDS = 3 };
    bool copies = strncmp(name, "copy", 4) == 0;
    cudaCheck(cudaMemset(out, 0xff, sizeof seen));
    if (strcmp(name, "fragments") == 0)
        fragments<<<1, 32>>>(in, in, (float *)out, (int *)out + 16 * 8);
    else if (strcmp(name, "copyThenUse") == 0)
        copyThenUse<<<1, THREADS>>>(quads, (float *)out, PARTS);
    else if (strcmp(name, "copyAhead") == 0)
        copyAhead<<<1, THREADS>>>(quads, (float *)out, PARTS);
    else if (strcmp(name, "bulkCopy") == 0)
        bulkCopy<<<1, THREADS>>>(in, (float *)out, ROUNDS);
    else if (strcmp(name, "twoRoles") == 0)
        twoRoles<<<1, 96>>>(in, (float *)out, PARTS);
    else
        clusterSum<<<GRID, 32>>>(ints, (int *)out);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost));
    return copies                           ? check_parts(name)
           : strcmp(name, "fragments") == 0 ? check_fragments()
           : strcmp(name, "bulkCopy") == 0  ? check_bulk()
           : strcmp(name, "twoRoles") == 0  ? check_roles()
                                            : check_cluster();
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"fragments", "copyThenUse", "copyAhead",
                                        "bulkCopy",  "twoRoles",    "clusterSum"};
    Options options = options_for("Runs small kernels that are made to be walked through.", "");
    options_parse(&options, argc, argv);
    Device device = deviceOpen();
    requireHopper(&device, "these kernels", true);
    devicePrint(&device);
    for (int i = 0; i < MOST; i++)
        given[i] = (float)(i * 7 % 16);
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        numbers[i] = i;
    float *in = deviceCopy(float, given, MOST);
    int *ints = deviceCopy(int, numbers, sizeof numbers / sizeof *numbers);
    int *out = deviceArray(int, sizeof seen / sizeof *seen);
    bool right = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool one = run(names[i], in, ints, out);
        printf("%-14s %s\n", names[i], one ? "right" : "WRONG");
        right = right && one;
    }
    deviceFree(in, ints, out);
    return right ? EXIT_RIGHT : EXIT_WRONG;
}
