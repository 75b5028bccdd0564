// meets.cu: kernels in which the lanes of a warp part in different ways. meets.sh counts on a GPU how many of a warp's lanes run together,
// and how many requests they make of memory; the simulator has to say the same. Prints a line for each launch, in order: the kernel's
// name, and a sum over what it wrote.

#include "check.h"

#include <stdio.h>
#include <string.h>

enum { BLOCKS = 16, THREADS = 128, N = BLOCKS * THREADS, WORDS = 1 << 16, SHAPES = 100 };

// Numbers that differ from lane to lane, the same on every machine.
__host__ __device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

__device__ unsigned next(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    return s ^= s << 5;
}

// A sparse matrix of N rows and what it is multiplied with: first[r] is where row r begins in `column` and `value`.
struct Sparse {
    int *first, *column;
    float *value, *x;
};

// ---- Rows of different lengths: loops whose number of iterations is known before the first ---------------------------------------

__global__ void rowsOfOneLane(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int j = a.first[r]; j < a.first[r + 1]; j++)
        sum += a.value[j] * a.x[a.column[j]];
    y[r] = sum;
}

__global__ void rowsOfFourLanes(Sparse a, float *y)
{
    int r = (blockIdx.x * THREADS + threadIdx.x) / 4, lane = threadIdx.x % 4;
    float sum = 0;
    for (int j = a.first[r] + lane; j < a.first[r + 1]; j += 4)
        sum += a.value[j] * a.x[a.column[j]];
    sum += __shfl_down_sync(~0u, sum, 2);
    sum += __shfl_down_sync(~0u, sum, 1);
    if (lane == 0)
        y[r] = sum;
}

__global__ void rowsRolled(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int j = a.first[r]; j < a.first[r + 1]; j++)
        sum += a.value[j] * a.x[a.column[j]];
    y[r] = sum;
}

__global__ void rowsByEight(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
#pragma unroll 8
    for (int j = a.first[r]; j < a.first[r + 1]; j++)
        sum += a.value[j] * a.x[a.column[j]];
    y[r] = sum;
}

__global__ void rowsOfOneWarp(Sparse a, float *y)
{
    int r = (blockIdx.x * THREADS + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = a.first[r] + lane; j < a.first[r + 1]; j += 32)
        sum += a.value[j] * a.x[a.column[j]];
    for (int step = 16; step; step /= 2)
        sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0)
        y[r] = sum;
}

__global__ void rowsAdded(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    for (int j = a.first[r]; j < a.first[r + 1]; j++)
        atomicAdd(&y[a.column[j] % N], 1.0f);
}

__global__ void powersSummed(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, n = a.first[r + 1] - a.first[r];
    float sum = 0, power = a.x[r];
    for (int i = 0; i < n; i++) {
        sum += power;
        power *= 0.75f;
    }
    y[r] = sum;
}

__global__ void rowsInRows(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int j = a.first[r]; j < a.first[r + 1]; j++) {
        int other = a.column[j] % N;
        for (int k = a.first[other]; k < a.first[other + 1]; k++)
            sum += a.value[k];
    }
    y[r] = sum;
}

__global__ void rowsWithCondition(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int j = a.first[r]; j < a.first[r + 1]; j++) {
        int column = a.column[j];
        if (column % 3 == 0)
            sum += a.value[j] * a.x[column];
    }
    y[r] = sum;
}

// ---- Loops that end when a value is found ----------------------------------------------------------------------------------------

__global__ void firstFound(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, at = mix(r) % (WORDS / 2);
    int steps = 0;
    while (a.column[at + steps] % 8)
        steps++;
    y[r] = steps;
}

__global__ void foundOrGivenUp(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, at = mix(r) % (WORDS / 2);
    float sum = 0;
    for (int i = 0; i < 20; i++) {
        if (a.column[at + i] % 16 == 0) {
            sum = a.x[i];
            break;
        }
        sum += a.value[at + i];
    }
    y[r] = sum;
}

__global__ void twoWaysOut(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, at = mix(r) % (WORDS / 2);
    float sum = 0;
    for (int i = 0;; i++) {
        int column = a.column[at + i];
        if (column % 16 == 0) {
            y[r] = sum;
            return;
        }
        if (column % 16 == 1)
            break;
        sum += a.value[at + i];
    }
    for (int i = 0; i < 4; i++)
        sum += a.x[(int)sum % N + i];
    y[r] = sum;
}

__global__ void someSkipped(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, at = mix(r) % (WORDS / 2);
    float sum = 0;
    for (int i = 0; i < 24; i++) {
        int column = a.column[at + i];
        if (column % 4 == 0)
            continue;
        sum += a.x[column];
        if (column % 4 == 1)
            continue;
        sum += a.value[column];
    }
    y[r] = sum;
}

__global__ void collatz(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, steps = 0;
    for (unsigned n = mix(r) % 1000 + 1; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    y[r] = steps;
}

__global__ void triedAgain(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    unsigned s = mix(r) | 1, sum = 0;
    for (int i = 0; i < 16; i++) {
        unsigned n;
        do
            n = next(s);
        while (n % 4);
        sum += n % 1024;
    }
    y[r] = sum;
}

__global__ void bisected(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, wanted = mix(r) % a.first[N];
    int low = 0, high = N;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a.first[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    y[r] = low;
}

__global__ void escaped(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float cx = (r % 64) / 24.0f - 2, cy = (r / 64) / 16.0f - 1, x = 0, yy = 0;
    int i = 0;
    while (i < 50 && x * x + yy * yy < 4) {
        float t = x * x - yy * yy + cx;
        yy = 2 * x * yy + cy;
        x = t;
        i++;
    }
    y[r] = i;
}

__global__ void eitherOr(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 8; i++) {
        unsigned at = mix(r * 8 + i) % WORDS;
        if ((a.column[at] % 2 == 0 && a.value[at] > 0.5f) || a.x[at % N] > 1000)
            sum += a.x[at / 2];
        else
            sum -= a.value[at / 2];
    }
    y[r] = sum;
}

__global__ void oneOfFive(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    unsigned s = mix(r) | 1;
    float sum = 0;
    for (int i = 0; i < 16; i++)
        switch (next(s) % 5) {
        case 0: sum += a.x[s % N]; break;
        case 1: sum -= a.value[s % N] * 2; // and goes on
        case 2: sum = sum * 0.5f + a.column[s % N]; break;
        case 3:
            for (unsigned k = 0; k < s % 7; k++)
                sum += a.value[k + s % N];
            break;
        default: sum = sqrtf(fabsf(sum));
        }
    y[r] = sum;
}

// ---- Shared memory, a stack of one's own ------------------------------------------------------------------------------------------

__global__ void sortedByInsertion(float *y)
{
    __shared__ int values[8][THREADS];
    int t = threadIdx.x, r = blockIdx.x * THREADS + t;
    for (int i = 0; i < 8; i++)
        values[i][t] = mix(r * 8 + i) % 1000;
    for (int i = 1; i < 8; i++) {
        int value = values[i][t], k = i;
        while (k > 0 && values[k - 1][t] > value) {
            values[k][t] = values[k - 1][t];
            k--;
        }
        values[k][t] = value;
    }
    y[r] = values[0][t] + 1000.0f * values[7][t];
}

__global__ void treeWalked(Sparse a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, stack[16], depth = 0;
    float sum = 0;
    stack[depth++] = 1;
    while (depth) {
        int node = stack[--depth];
        if (node >= 256) {
            sum += a.value[node];
            continue;
        }
        if (mix(node * N + r) % 4)
            stack[depth++] = 2 * node;
        if (mix(node * N + r + 77) % 4)
            stack[depth++] = 2 * node + 1;
    }
    y[r] = sum;
}

// ---- Calls -----------------------------------------------------------------------------------------------------------------------

__device__ __noinline__ float rowOf(const Sparse *a, int r)
{
    float sum = 0;
    for (int j = a->first[r]; j < a->first[r + 1]; j++)
        sum += a->value[j];
    return sum;
}

__global__ void rowsCalled(const Sparse *a, float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x, n = mix(r) % 6;
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += rowOf(a, (r * 7 + i * 13) % N);
    y[r] = sum;
}

__device__ __noinline__ int paths(int n)
{
    return n < 2 ? 1 : paths(n - 1) + paths(n - 2);
}

__global__ void pathsCounted(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    y[r] = paths(mix(r) % 9);
}

struct Shape {
    float size;
    __device__ Shape(float size) : size(size) {}
    __device__ virtual bool hit(float x, float &found) const = 0;
    __device__ virtual float next(float x, unsigned &s) const = 0;
};
struct Ball : Shape {
    __device__ Ball(float size) : Shape(size) {}
    __device__ bool hit(float x, float &found) const override
    {
        float d = x * x - size;
        if (d < 0.125f) {
            found = sqrtf(fabsf(d));
            return true;
        }
        return false;
    }
    __device__ float next(float x, unsigned &s) const override
    {
        float p;
        do
            p = ::next(s) / 4294967296.0f;
        while (p * p > 0.5f);
        return x * 0.5f + p;
    }
};
struct Box : Shape {
    __device__ Box(float size) : Shape(size) {}
    __device__ bool hit(float x, float &found) const override
    {
        if (fabsf(x - size) > 0.0625f)
            return false;
        found = x / size;
        return true;
    }
    __device__ float next(float x, unsigned &s) const override
    {
        return x * 0.25f + (::next(s) % 1024) / 1024.0f;
    }
};
struct World {
    Shape **shape;
    int shapes;
    __device__ __noinline__ const Shape *hit(float x) const
    {
        const Shape *which = nullptr;
        float closest = 1e9f, found;
        for (int i = 0; i < shapes; i++)
            if (shape[i]->hit(x, found) && found < closest) {
                closest = found;
                which = shape[i];
            }
        return which;
    }
};

__device__ Shape *shapes[SHAPES];
__device__ World *world;

__global__ void makeShapes()
{
    for (int i = 0; i < SHAPES; i++) {
        float size = mix(i) % 4096 / 4096.0f;
        shapes[i] = i % 3 ? (Shape *)new Ball(size) : (Shape *)new Box(size);
    }
    world = new World{shapes, SHAPES};
}

// As in a ray tracer: what is hit decides where the ray goes on, and a ray that hits nothing has ended.
__global__ void raysFollowed(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    unsigned s = mix(r) | 1;
    float x = (next(s) % 2048) / 1024.0f, sum = 0;
    for (int bounce = 0; bounce < 20; bounce++) {
        const Shape *which = world->hit(x);
        if (!which)
            break;
        x = which->next(x, s) + (next(s) % 1024) / 2048.0f;
        sum += x;
    }
    y[r] = sum;
}

__global__ void sameShape(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    unsigned s = mix(r) | 1;
    float x = 0.5f;
    for (int i = 0; i < SHAPES; i++)
        x = shapes[i]->next(x, s);
    y[r] = x;
}

__global__ void twoShapes(float *y)
{
    int r = blockIdx.x * THREADS + threadIdx.x;
    unsigned s = mix(r) | 1;
    float x = 0.5f;
    for (int i = 0; i < SHAPES; i++)
        x = shapes[(i + r) % SHAPES]->next(x, s);
    y[r] = x;
}

// ----------------------------------------------------------------------------------------------------------------------------------

static float *y; // (N) what a kernel writes

// Prints the line of a launch. A sum by bits, as floats would depend on the order.
static void show(const char *name)
{
    static float host[N];
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    for (int i = 0; i < N; i++) {
        unsigned bits;
        memcpy(&bits, &host[i], sizeof bits);
        sum = sum * 31 + bits;
    }
    printf("%s %08x\n", name, sum);
    cudaCheck(cudaMemset(y, 0, sizeof host));
}

#define SHOW(kernel, ...) kernel<<<BLOCKS, THREADS>>>(__VA_ARGS__), show(#kernel)

// Makes an array on the device with a copy of the host's.
template <typename T>
static T *copied(const T *host, size_t n)
{
    T *device;
    cudaCheck(cudaMalloc(&device, n * sizeof(T)));
    cudaCheck(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main()
{
    static int first[N + 1], column[WORDS];
    static float value[WORDS], x[WORDS];
    for (int r = 0; r < N; r++)
        first[r + 1] = first[r] + (int)(mix(r) % 32 < 2 ? mix(r + N) % 64 : mix(r + N) % 20);
    for (int i = 0; i < WORDS; i++) {
        column[i] = (int)(mix(i + 3 * N) % WORDS);
        value[i] = (float)(mix(i) % 4096) / 4096;
        x[i] = (float)(mix(i + 5 * N) % 1024);
    }
    Sparse a = {copied(first, N + 1), copied(column, WORDS), copied(value, WORDS),
                copied(x, WORDS)};
    const Sparse *there = copied(&a, 1);
    cudaCheck(cudaMalloc(&y, N * sizeof *y));
    cudaCheck(cudaMemset(y, 0, N * sizeof *y));

    makeShapes<<<1, 1>>>();
    show("makeShapes");
    SHOW(rowsOfOneLane, a, y);
    SHOW(rowsOfFourLanes, a, y);
    SHOW(rowsRolled, a, y);
    SHOW(rowsByEight, a, y);
    SHOW(rowsOfOneWarp, a, y);
    SHOW(rowsAdded, a, y);
    SHOW(powersSummed, a, y);
    SHOW(rowsInRows, a, y);
    SHOW(rowsWithCondition, a, y);
    SHOW(firstFound, a, y);
    SHOW(foundOrGivenUp, a, y);
    SHOW(twoWaysOut, a, y);
    SHOW(someSkipped, a, y);
    SHOW(collatz, y);
    SHOW(triedAgain, y);
    SHOW(bisected, a, y);
    SHOW(escaped, y);
    SHOW(eitherOr, a, y);
    SHOW(oneOfFive, a, y);
    SHOW(sortedByInsertion, y);
    SHOW(treeWalked, a, y);
    SHOW(rowsCalled, there, y);
    SHOW(pathsCounted, y);
    SHOW(raysFollowed, y);
    SHOW(sameShape, y);
    SHOW(twoShapes, y);
}
