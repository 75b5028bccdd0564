// shared_races.cu: two threads of a block at the same shared memory, and no barrier between them.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`; `also`
// for one that comes only in some orders of execution.

#include "../../harness/cases.h"
#include <cuda_pipeline.h>

// case between-warps
// A block turns its stretch around without the barrier between writing and reading.
// expect: Race reported between Write access at reverse.* @w by thread \(32,0,0\) in block \(0,0,0\) and Read access at reverse.* @r by thread \(31,0,0\) in block \(0,0,0\) in the shared variable .*::tile, element 32 at byte 128 Should both threads use this element\? .*they are in two warps of a block: __syncthreads\(\) is missing between the two accesses, where all threads of the block come by \[64 hazards\]
// also: Uninitialized __shared__ memory read of size 4 bytes at reverse.* @r
__global__ void reverse(int *x)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];      // @w
    x[threadIdx.x] = tile[63 - threadIdx.x]; // @r
}

static bool betweenWarps(void)
{
    int *x = deviceCounting(64);
    reverse<<<1, 64>>>(x);
    return deviceInt(x, 0) == 63;
}

// case within-warp
// A warp turns its stretch around without a barrier: its lanes need not run in step.
// expect: Race reported between (Read access at reverseWarp.* @r .*and Write access at reverseWarp.* @w|Write access at reverseWarp.* @w .*and Read access at reverseWarp.* @r) .*in the shared variable .*::tile, .*two lanes of a warp, and a barrier is missing between the two accesses: __syncthreads\(\) where all threads of the block come by, else __syncwarp\(\) \[32 hazards\]
// also: Uninitialized __shared__ memory read of size 4 bytes at reverseWarp.* @r
__global__ void reverseWarp(int *x)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = x[threadIdx.x];      // @w
    x[threadIdx.x] = tile[31 - threadIdx.x]; // @r
}

static bool withinWarp(void)
{
    int *x = deviceCounting(32);
    reverseWarp<<<1, 32>>>(x);
    return deviceInt(x, 0) == 31;
}

// case volatile-tail
// The classic end of a reduction: volatile in place of __syncwarp.
// expect: Race reported between (Read access at sumVolatile.* @u by thread \(0,0,0\) .*and Write access at sumVolatile.* @t by thread \(1,0,0\)|Write access at sumVolatile.* @t by thread \(1,0,0\) .*and Read access at sumVolatile.* @u by thread \(0,0,0\)) .*in the shared variable .*::part, (element [0-9]+ at )?byte 4 Should both threads use this element\? If not, an index or a guard is wrong\. If so, they are two lanes of a warp, and a barrier is missing between the two accesses: __syncthreads\(\) where all threads of the block come by, else __syncwarp\(\)
__global__ void sumVolatile(const int *x, int *out)
{
    __shared__ int part[32];
    volatile int *p = part;
    unsigned int t = threadIdx.x;
    p[t] = x[t];
    __syncwarp();
    if (t < 2)
        p[t] += p[t + 2]; // @t
    if (t < 1)
        p[t] += p[t + 1]; // @u
    if (t == 0)
        *out = p[0];
}

static bool volatileTail(void)
{
    int *x = deviceCounting(32), *out = deviceZeros(1);
    sumVolatile<<<1, 32>>>(x, out);
    return deviceInt(out, 0) == 6;
}

// case scan-in-place
// Kogge-Stone in place with one barrier in each step: it needs another between reading and writing.
// expect: Race reported between (Write|Read) access at scanInPlace.* @s .*and (Write|Read) access at scanInPlace.* @s .*in the shared variable .*::x, (element [0-9]+ at )?byte [0-9]+ .* is missing between
__global__ void scanInPlace(int *out)
{
    __shared__ int x[64];
    int t = threadIdx.x;
    x[t] = 1;
    for (int s = 1; s < 64; s *= 2) {
        __syncthreads();
        if (t >= s)
            x[t] += x[t - s]; // @s
    }
    out[t] = x[t];
}

static bool scanWrong(void)
{
    int *out = deviceZeros(64);
    scanInPlace<<<1, 64>>>(out);
    return deviceInt(out, 63) == 64;
}

// case loop-second-barrier
// A tile is filled again while other warps still read it: the barrier at the loop's end is missing.
// expect: Race reported between (Write access at sumTiles.* @w .*and Read access at sumTiles.* @r|Read access at sumTiles.* @r .*and Write access at sumTiles.* @w) .*in the shared variable .*::tile, .*two warps of a block: __syncthreads\(\) is missing between
__global__ void sumTiles(const int *x, int *out, int tiles)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int i = 0; i < tiles; i++) {
        tile[threadIdx.x] = x[i * 64 + threadIdx.x]; // @w
        __syncthreads();
        for (int k = 0; k < 64; k += 32)
            sum += tile[(threadIdx.x + k) % 64]; // @r
    }
    out[threadIdx.x] = sum;
}

static bool loopSecondBarrier(void)
{
    int *x = deviceCounting(256), *out = deviceZeros(64);
    sumTiles<<<1, 64>>>(x, out, 4);
    return deviceInt(out, 0) == 4 * 32 + 2 * (64 + 128 + 192);
}

// case write-write
// Every warp writes its own sum to the same slot.
// expect: Race reported between Write access at lastWarp.* @w by thread \(32,0,0\) in block \(0,0,0\) and Write access at lastWarp.* @w by thread \(0,0,0\) in block \(0,0,0\) in the shared variable .*::sum, (element [0-9]+ at )?byte 0 Nothing orders the two writes: which of the values remains is undefined
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at lastWarp.* @o
__global__ void lastWarp(int *out)
{
    __shared__ int sum;
    if (threadIdx.x % 32 == 0)
        sum = threadIdx.x + 1; // @w
    __syncthreads();
    *out = sum; // @o
}

static bool writeWrite(void)
{
    int *out = deviceZeros(1);
    lastWarp<<<1, 64>>>(out);
    return deviceInt(out, 0) == 33;
}

// case same-instruction
// Lanes of a warp write different values to one place at once: which of them stays is anyone's guess.
// expect: Race reported between Write access at collide.* @w by thread \([0-9]+,0,0\) .*and Write access at collide.* @w by thread \([0-9]+,0,0\) .*in the shared variable .*::slot, (element [0-9]+ at )?byte 0 Nothing orders the two writes: which of the values remains is undefined \[24 hazards\]
__global__ void collide(int *out)
{
    __shared__ int slot[8];
    slot[threadIdx.x % 8] = threadIdx.x; // @w
    __syncthreads();
    out[threadIdx.x] = slot[threadIdx.x % 8];
}

static bool sameInstruction(void)
{
    int *out = deviceZeros(32);
    collide<<<1, 32>>>(out);
    return deviceInt(out, 0) == 24;
}

// case lost-counts
// A histogram counts with ++ instead of atomicAdd.
// expect: Race reported between .*access at countUp.* @p .*and .*access at countUp.* @p .*in dynamic shared memory, (element [0-9]+ at )?byte [0-9]+
extern __shared__ int bins[];

__global__ void countUp(const int *x, int *out)
{
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    bins[x[threadIdx.x] % 8]++; // @p
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = bins[threadIdx.x];
}

static bool lostCounts(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(8);
    countUp<<<1, 64, 8 * sizeof(int)>>>(x, out);
    return deviceInt(out, 0) == 8;
}

// case atomic-and-plain
// Zero is stored by one warp while another already counts.
// expect: Race reported between (Atomic access at countAtomic.* @a .*and Write access at countAtomic.* @z|Write access at countAtomic.* @z .*and Atomic access at countAtomic.* @a) .*in the shared variable .*::sum
// also: Uninitialized __shared__ memory read of size 4 bytes at countAtomic.* @a
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at countAtomic.* @o
__global__ void countAtomic(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 40)
        sum = 0;        // @z
    atomicAdd(&sum, 1); // @a
    __syncthreads();
    *out = sum; // @o
}

static bool atomicAndPlain(void)
{
    int *out = deviceZeros(1);
    countAtomic<<<1, 64>>>(out);
    return deviceInt(out, 0) == 64;
}

// case clear-without-barrier
// Thread 0 clears a sum, and nothing waits for it. That it would have been 0 anyway is no excuse.
// expect: Race reported between Atomic access at clearFirst.* @a by thread \([0-9]+,0,0\) .*and Write access at clearFirst.* @z by thread \(0,0,0\) .*in the shared variable .*::sum, (element [0-9]+ at )?byte 0 .*\[63 hazards\]
// also: Uninitialized __shared__ memory read of size 4 bytes at clearFirst.* @a
// also: Race reported between .* access at clearFirst.* @a .* access at clearFirst.* @z
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at clearFirst.* @o
__global__ void clearFirst(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;        // @z
    atomicAdd(&sum, 1); // @a
    __syncthreads();
    *out = sum; // @o
}

static bool clearWithoutBarrier(void)
{
    int *out = deviceZeros(1);
    clearFirst<<<1, 64>>>(out);
    return deviceInt(out, 0) == 64;
}

// case sum-read-early
// The first thread reads a sum to which others still add.
// expect: Race reported between (Read access at readEarly.* @r .*and Atomic access at readEarly.* @a|Atomic access at readEarly.* @a .*and Read access at readEarly.* @r) .*in the shared variable .*::sum, (element [0-9]+ at )?byte 0
__global__ void readEarly(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1); // @a
    if (threadIdx.x == 0)
        *out = sum; // @r
}

static bool sumReadEarly(void)
{
    int *out = deviceZeros(1);
    readEarly<<<1, 64>>>(out);
    return deviceInt(out, 0) == 64;
}

// case slots-again
// A block's sum is taken twice; the second one writes its slots while a slow warp still reads those of the first.
// expect: Race reported between (Write access at blockSum.* @w .*and Read access at blockSum.* @r|Read access at blockSum.* @r .*and Write access at blockSum.* @w) .*in the shared variable .*::slot.*two warps of a block
// expect: Race reported between Write access at sumTwice.* @o .*and Write access at sumTwice.* @o .*They store the same value this time, but nothing orders the two
__device__ __noinline__ int blockSum(int value)
{
    __shared__ int slot[4];
    for (int d = 16; d; d /= 2)
        value += __shfl_xor_sync(0xffffffff, value, d);
    if (threadIdx.x % 32 == 0)
        slot[threadIdx.x / 32] = value; // @w
    __syncthreads();
    return slot[0] + slot[1] + slot[2] + slot[3]; // @r
}

__global__ void sumTwice(int *out)
{
    int first = blockSum(threadIdx.x);
    *out = blockSum(first); // @o
}

static bool slotsAgain(void)
{
    int *out = deviceZeros(1);
    sumTwice<<<1, 128>>>(out);
    return deviceInt(out, 0) == 128 * 127 * 64;
}

// case shuffle-orders-nothing
// A shuffle stands where __syncwarp should: it exchanges values, and orders no memory.
// expect: Race reported between (Read access at shuffled.* @r .*and Write access at shuffled.* @w|Write access at shuffled.* @w .*and Read access at shuffled.* @r) .*in the shared variable .*::tile.*two lanes of a warp, and a barrier is missing
__global__ void shuffled(int *x)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = x[t]; // @w
    int n = __shfl_sync(0xffffffff, t, 31);
    x[t] = tile[n - t]; // @r
}

static bool shuffleOrders(void)
{
    int *x = deviceCounting(32);
    shuffled<<<1, 32>>>(x);
    return deviceInt(x, 0) == 31;
}

// case part-mask
// Each half of a warp synchronizes with itself, and reads what the other half has written.
// expect: Race reported between (Read access at halves.* @r .*and Write access at halves.* @w|Write access at halves.* @w .*and Read access at halves.* @r) .*in the shared variable .*::tile.*two lanes of a warp
// also: Uninitialized __shared__ memory read of size 4 bytes at halves.* @r
__global__ void halves(int *x)
{
    __shared__ int tile[32];
    int t = threadIdx.x;
    tile[t] = x[t]; // @w
    __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
    x[t] = tile[31 - t]; // @r
}

static bool partMask(void)
{
    int *x = deviceCounting(32);
    halves<<<1, 32>>>(x);
    return deviceInt(x, 0) == 31;
}

// case other-barrier
// Producer and consumer wait at two different named barriers... and so never for each other.
// expect: Race reported between (Read access at handOver.* @r .*and Write access at handOver.* @w|Write access at handOver.* @w .*and Read access at handOver.* @r) .*in the shared variable .*::tile.*two warps of a block
__global__ void handOver(int *x)
{
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t < 64) {
        tile[t] = x[t]; // @w
        asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        x[t] = tile[t - 64]; // @r
    }
}

static bool otherBarrier(void)
{
    int *x = deviceCounting(128);
    handOver<<<1, 128>>>(x);
    return deviceInt(x, 127) == 63;
}

// case wide-and-narrow
// One warp writes four floats at once, another reads one of them.
// expect: Race reported between Read access at wide.* @r by thread \(32,0,0\) .*and Write access at wide.* @w by thread \(0,0,0\) .*in the shared variable .*::v, (element [0-9]+ at )?byte 12 Should both threads use this element\? .*they are in two warps
__global__ void wide(float *out)
{
    __shared__ float4 v[32];
    if (threadIdx.x < 32)
        v[threadIdx.x] = make_float4(1, 2, 3, 4); // @w
    if (threadIdx.x == 32)
        *out = v[0].w; // @r
}

static bool wideAndNarrow(void)
{
    int *out = deviceZeros(1);
    wide<<<1, 64>>>((float *)out);
    return deviceInt(out, 0) != 0;
}

// case bytes
// Two neighbouring threads write the same byte: the index is halved.
// expect: Race reported between Write access at halveBytes.* @w .*and Write access at halveBytes.* @w .*in the shared variable .*::byte, (element [0-9]+ at )?byte 0 Nothing orders the two writes.*\[16 hazards\]
__global__ void halveBytes(int *out)
{
    __shared__ unsigned char byte[32];
    byte[threadIdx.x / 2] = threadIdx.x; // @w
    __syncthreads();
    *out = byte[15];
}

static bool bytes(void)
{
    int *out = deviceZeros(1);
    halveBytes<<<1, 32>>>(out);
    return deviceInt(out, 0) == 31;
}

// A warp reads a row of eight words four times over, and then some of its lanes clear the row.
__device__ void readAndClear(int *out, unsigned int clearing)
{
    __shared__ int row[8];
    unsigned int t = threadIdx.x;
    if (t < 8)
        row[t] = t;
    __syncwarp();
    out[t] = row[t % 8];
    if (t / 8 == clearing)
        row[t % 8] = 0;
}

// case cleared-by-first
// The lanes that clear are those that read first.
// expect: Race reported between (Write access at clearedByFirst.* by thread .*and Read access at clearedByFirst.* by thread|Read access at clearedByFirst.* by thread .*and Write access at clearedByFirst.* by thread) .*in the shared variable .*row, .*two lanes of a warp
__global__ void clearedByFirst(int *out)
{
    readAndClear(out, 0);
}

// case cleared-by-last
// And here those that read last.
// expect: Race reported between Write access at clearedByLast.* by thread .*and Read access at clearedByLast.* by thread .*in the shared variable .*row, .*two lanes of a warp
__global__ void clearedByLast(int *out)
{
    readAndClear(out, 3);
}

static bool clearedFirst(void)
{
    int *out = deviceZeros(32);
    clearedByFirst<<<1, 32>>>(out);
    return deviceInt(out, 7) == 7;
}

static bool clearedLast(void)
{
    int *out = deviceZeros(32);
    clearedByLast<<<1, 32>>>(out);
    return deviceInt(out, 7) == 7;
}

// case copied-too-early
// Of two stages one is filled while the other is read, but the copy begins before all warps have read what it overwrites.
// expect: Race reported between (Read access at copiedEarly.* @r .*and Write access at copiedEarly.* @w|Write access at copiedEarly.* @w .*and Read access at copiedEarly.* @r) .*two warps of a block
__global__ void copiedEarly(const int *x, int *y)
{
    __shared__ int stage[2][64];
    int t = threadIdx.x, sum = 0;
    stage[0][t] = x[t];
    for (int k = 0; k < 3; k++) {
        __pipeline_memcpy_async(&stage[(k + 1) % 2][t], &x[(k + 1) * 64 + t], sizeof *x); // @w
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += stage[k % 2][63 - t]; // @r
    }
    y[t] = sum;
}

static bool copiedTooEarly(void)
{
    int *x = deviceCounting(4 * 64), *y = deviceZeros(64);
    copiedEarly<<<1, 64>>>(x, y);
    return deviceInt(y, 0) == 63 + 127 + 191;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"between-warps", betweenWarps},
        {"within-warp", withinWarp},
        {"volatile-tail", volatileTail},
        {"scan-in-place", scanWrong},
        {"loop-second-barrier", loopSecondBarrier},
        {"write-write", writeWrite},
        {"same-instruction", sameInstruction},
        {"lost-counts", lostCounts},
        {"atomic-and-plain", atomicAndPlain},
        {"clear-without-barrier", clearWithoutBarrier},
        {"sum-read-early", sumReadEarly},
        {"slots-again", slotsAgain},
        {"shuffle-orders-nothing", shuffleOrders},
        {"part-mask", partMask},
        {"other-barrier", otherBarrier},
        {"wide-and-narrow", wideAndNarrow},
        {"bytes", bytes},
        {"cleared-by-first", clearedFirst},
        {"cleared-by-last", clearedLast},
        {"copied-too-early", copiedTooEarly},
    };
    return RUN_CASE(CASES);
}
