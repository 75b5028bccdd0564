// unset.cu: memory that is read before anything was written there.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`.

#include "../../harness/cases.h"

// case global
// An array is allocated and never set.
// expect: Uninitialized __global__ memory read of size 4 bytes at copy.* @r by thread \(0,0,0\) in block \(0,0,0\) Access to 0x[0-9a-f]+, element 0 at byte 0 of the allocation of 256 bytes made at @m \(x\) \[64 hazards\]
__global__ void copy(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x]; // @r
}

static bool global(void)
{
    int *x, *y = deviceZeros(64);
    cudaCheck(cudaMalloc(&x, 64 * sizeof *x)); // @m
    copy<<<1, 64>>>(x, y);
    bool right = deviceInt(y, 0) == 0;
    cudaCheck(cudaFree(x));
    return right;
}

// case tail
// The host's copy counts elements where bytes are wanted: three quarters of the array stay unset.
// expect: Uninitialized __global__ memory read of size 4 bytes at copyTail.* @r by thread \(16,0,0\) in block \(0,0,0\) .*byte 64 of the allocation of 256 bytes made at @d \(by \S+cases\.h:[0-9]+\) Only its first 64 bytes were ever written: a copy's size is in bytes, and n elements take n \* sizeof \[48 hazards\]
__global__ void copyTail(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x]; // @r
}

static bool tail(void)
{
    int host[64] = {0}, *x = deviceInts(64); // @d
    int *y = deviceZeros(64);
    cudaCheck(cudaMemcpy(x, host, 64, cudaMemcpyHostToDevice));
    copyTail<<<1, 64>>>(x, y);
    return deviceInt(y, 0) == 0;
}

// case one-byte
// The same for a single element: one of its bytes is set.
// expect: Uninitialized __global__ memory read of size 4 bytes at copyOne.* @r .*byte 0 of the allocation of 4 bytes made at @d \(by \S+cases\.h:[0-9]+\) Only its first byte was ever written: a copy's size is in bytes, and n elements take n \* sizeof
__global__ void copyOne(const int *x, int *y)
{
    *y = *x; // @r
}

static bool oneByte(void)
{
    int host = 0, *x = deviceInts(1); // @d
    int *y = deviceZeros(1);
    cudaCheck(cudaMemcpy(x, &host, 1, cudaMemcpyHostToDevice));
    copyOne<<<1, 1>>>(x, y);
    cudaCheck(cudaDeviceSynchronize());
    return true;
}

// case sum
// A sum that atomics add to was never cleared.
// expect: Uninitialized __global__ memory read of size 4 bytes at add.* @a by thread \(0,0,0\) in block \(0,0,0\)
__global__ void add(int *sum)
{
    atomicAdd(sum, 1); // @a
}

static bool sum(void)
{
    int *x = deviceInts(1);
    add<<<1, 32>>>(x);
    return deviceInt(x, 0) == 32;
}

// case wide
// Of the eight bytes that are read at once, the kernel has written four.
// expect: Uninitialized __global__ memory read of size 8 bytes at pairs.* @r by thread \(0,0,0\) in block \(0,0,0\) .*byte [04] of the allocation of 256 bytes made at
__global__ void pairs(int *x, int *y)
{
    x[2 * threadIdx.x] = 1;
    __syncwarp(); // no compiler keeps what was written in a register across it
    int2 both = ((int2 *)x)[threadIdx.x]; // @r
    y[threadIdx.x] = both.x + both.y;
}

static bool wide(void)
{
    int *x = deviceInts(64), *y = deviceZeros(32);
    pairs<<<1, 32>>>(x, y);
    return deviceInt(y, 0) == 1;
}

// case shared-static
// Only the first half of a shared array is filled.
// expect: Uninitialized __shared__ memory read of size 4 bytes at halfFull.* @r by thread \((32|63),0,0\) in block \(0,0,0\) in the shared variable .*::tile, (element [0-9]+ at )?byte (128|252) Does any thread write it\? .* \[32 hazards\]
__global__ void halfFull(int *y)
{
    __shared__ int tile[64];
    if (threadIdx.x < 32)
        tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x]; // @r
}

static bool sharedStatic(void)
{
    int *y = deviceZeros(64);
    halfFull<<<1, 64>>>(y);
    return deviceInt(y, 1) == 1;
}

// case shared-dynamic
// A stencil loads its block's elements and forgets the one beyond.
// expect: Uninitialized __shared__ memory read of size 4 bytes at halo.* @r by thread \(63,0,0\) in block \(0,0,0\) in dynamic shared memory, (element [0-9]+ at )?byte 256
extern __shared__ int stretch[];

__global__ void halo(const int *x, int *y)
{
    stretch[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = stretch[threadIdx.x] + stretch[threadIdx.x + 1]; // @r
}

static bool sharedDynamic(void)
{
    int *x = deviceCounting(64), *y = deviceZeros(64);
    halo<<<1, 64, 65 * sizeof(int)>>>(x, y);
    return deviceInt(y, 0) == 1;
}

// case next-block
// Shared memory is set by the first block alone; the second one's is another.
// expect: Uninitialized __shared__ memory read of size 4 bytes at firstBlock.* @r by thread \((0|31),0,0\) in block \(1,0,0\) in the shared variable .*::table, (element [0-9]+ at )?byte (0|124) Does any thread write .* \[32 hazards\]
__global__ void firstBlock(int *y)
{
    __shared__ int table[32];
    if (blockIdx.x == 0)
        table[threadIdx.x] = threadIdx.x;
    __syncthreads();
    y[blockIdx.x * 32 + threadIdx.x] = table[threadIdx.x]; // @r
}

static bool nextBlock(void)
{
    int *y = deviceZeros(64);
    firstBlock<<<2, 32>>>(y);
    return deviceInt(y, 1) == 1;
}

// case left-early
// Threads without an element leave the kernel, and the tree reads what they were to write.
// expect: Uninitialized __shared__ memory read of size 4 bytes at leftEarly.* @u .*Thread \([0-9]+,0,0\) left the kernel before it wrote it, at leftEarly.* @q Let it stay, and skip only what it has no element for \[32 hazards\]
// remark: Remark: 32 of 64 threads left the kernel before a barrier.* @b .*others returned, or went around it, at @q
// remark: Remark: 32 of 64 threads left the kernel before a barrier.* @c .*others returned, or went around it, at @q
__global__ void leftEarly(const int *x, int *out, int n)
{
    __shared__ int part[64];
    if (threadIdx.x >= n) // @q
        return;
    part[threadIdx.x] = x[threadIdx.x];
    __syncthreads(); // @b
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s]; // @u
        __syncthreads();                                // @c
    }
    *out = part[0];
}

static bool theyLeftEarly(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(1);
    leftEarly<<<1, 64>>>(x, out, 32);
    return deviceInt(out, 0) == 39 * 20;
}

// case not-written
// The same elements, but the threads are all there: none has left.
// expect: Uninitialized __shared__ memory read of size 4 bytes at notWritten.* @v .*Does any thread write it\? If not, an index or a bound is wrong\. If so, __syncthreads\(\) is missing before
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at notWritten.* @o
__global__ void notWritten(const int *x, int *out, int n)
{
    __shared__ int part[64];
    if (threadIdx.x < n)
        part[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s]; // @v
        __syncthreads();
    }
    *out = part[0]; // @o
}

static bool somewhereNotWritten(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(1);
    notWritten<<<1, 64>>>(x, out, 40);
    return deviceInt(out, 0) == 39 * 20;
}

// case half-a-word
// Each thread writes the lower half of a word, and reads the whole word.
// expect: Uninitialized __global__ memory read of size 4 bytes at halfAWord.* @h by thread \((0|31),0,0\) in block \(0,0,0\) .*byte (0|124) of the allocation of 256 bytes made at .* \[64 hazards\]
__global__ void halfAWord(int *x, int *out)
{
    ((short *)x)[2 * threadIdx.x] = 1;
    out[threadIdx.x] = x[threadIdx.x]; // @h
}

static bool onlyHalfAWord(void)
{
    int *x = deviceInts(64), *out = deviceZeros(64);
    halfAWord<<<1, 64>>>(x, out);
    return deviceInt(out, 0) == 1;
}

// case copied
// A copy on the device, from an odd place to another, brings no value where there was none.
// expect: Uninitialized __global__ memory read of size 4 bytes at copyCopied.* @k by thread \((13|31),0,0\) in block \(0,0,0\) .*byte (52|124) of the allocation of 256 bytes made at .* \[51 hazards\]
__global__ void copyCopied(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x]; // @k
}

static bool copied(void)
{
    int *x = deviceInts(65), *copy = deviceZeros(64), *y = deviceZeros(64);
    cudaCheck(cudaMemset(x, 0, 53)); // the last byte of the word at 51 has no value
    cudaCheck(cudaMemcpyAsync(copy, (char *)x + 1, 256, cudaMemcpyDeviceToDevice));
    copyCopied<<<1, 64>>>(copy, y);
    return deviceInt(y, 0) == 0;
}

// case copied-to-variable
// So does a copy to a variable, which had a value before.
// expect: Uninitialized __global__ memory read of size 4 bytes at readTable.* @a by thread \((0|31),0,0\) in block \(0,0,0\) .*byte (128|252) of the variable table .*Only its first 128 bytes were ever written.* \[32 hazards\]
__device__ int table[64];

__global__ void readTable(int *y)
{
    y[threadIdx.x] = table[threadIdx.x + 32]; // @a
}

static bool copiedToVariable(void)
{
    int *x = deviceInts(64), *y = deviceZeros(64);
    cudaCheck(cudaMemset(x, 0, 128));
    cudaCheck(cudaMemcpyToSymbol(table, x, 256, 0, cudaMemcpyDeviceToDevice));
    readTable<<<1, 32>>>(y);
    return deviceInt(y, 0) == 0;
}

// case heap
// Memory that a kernel's malloc gives has no value, even where an earlier block of the heap had one.
// expect: Uninitialized __global__ memory read of size 4 bytes at takes.* @e by thread \(0,0,0\) in block \(0,0,0\) Access to 0x[0-9a-f]+, (element [0-9]+ at )?byte 8 of the 5242880 bytes that a kernel's malloc gave
__global__ void takes(int *out, int value)
{
    for (int i = 0; i < 2; i++) { // the heap has no room for two such blocks side by side
        int *p = (int *)malloc(5 << 20);
        if (i == 0)
            p[2] = value;
        *out += p[2]; // @e
        free(p);
    }
}

static bool heap(void)
{
    int *out = deviceZeros(1);
    takes<<<1, 1>>>(out, 5);
    return deviceInt(out, 0) == 10;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"global", global},
        {"tail", tail},
        {"one-byte", oneByte},
        {"sum", sum},
        {"wide", wide},
        {"shared-static", sharedStatic},
        {"shared-dynamic", sharedDynamic},
        {"next-block", nextBlock},
        {"left-early", theyLeftEarly},
        {"not-written", somewhereNotWritten},
        {"half-a-word", onlyHalfAWord},
        {"copied", copied},
        {"copied-to-variable", copiedToVariable},
        {"heap", heap},
    };
    return RUN_CASE(CASES);
}
