// functions.cu: what the approximate instructions give, as hashes of all bits of the results. A GPU's are in h200-functions.txt;
// tests/gpu/bits.sh made them.
//
// usage: functions [all]: of all 2^32 operands, not of one in 257 pieces of 2^16 that follow one another
//
// Prints a line for each instruction and each upper byte of the operands: "rcp.approx.f32 3f 1234567890abcdef".

#include <stdio.h>
#include <string.h>

enum { PIECE = 1 << 16, PIECES = 1 << 16, THREADS = 256, LINES = 256, APART = 257 };

typedef unsigned long long Hash; // a sum, so that the order of threads does not matter

__device__ static Hash mixed(unsigned operand, Hash result)
{
    Hash h = (result ^ (Hash)operand << 32) * 0x9e3779b97f4a7c15ull;
    return (h ^ h >> 29) * 0xbf58476d1ce4e5b9ull;
}

// The second operand of a division: any bits.
__device__ static unsigned second(unsigned operand)
{
    unsigned h = operand * 0x85ebca6bu + 0x9e3779b9u;
    h = (h ^ h >> 15) * 0xc2b2ae35u;
    return h ^ h >> 13;
}

// Makes a kernel for an instruction: a block hashes the results of a piece.
#define KERNEL(name, result)                                      \
    __global__ void name(unsigned apart, Hash *hashes)            \
    {                                                             \
        unsigned first = blockIdx.x * apart * PIECE;              \
        Hash sum = 0;                                             \
        for (unsigned i = threadIdx.x; i < PIECE; i += THREADS) { \
            unsigned operand = first + i;                         \
            sum += mixed(operand, result);                        \
        }                                                         \
        atomicAdd(&hashes[first >> 24], sum);                     \
    }

// Makes the function and the kernel: f32 to f32, f64's upper word to upper word, f16 to f16.
#define F32(name, text)                                           \
    __device__ static unsigned of_##name(unsigned a)              \
    {                                                             \
        float d;                                                  \
        asm(text " %0, %1;" : "=f"(d) : "f"(__uint_as_float(a))); \
        return __float_as_uint(d);                                \
    }                                                             \
    KERNEL(name, of_##name(operand))
#define DIVISION(name, text)                                             \
    __device__ static unsigned of_##name(unsigned a)                     \
    {                                                                    \
        float d;                                                         \
        asm(text " %0, %1, %2;"                                          \
            : "=f"(d)                                                    \
            : "f"(__uint_as_float(second(a))), "f"(__uint_as_float(a))); \
        return __float_as_uint(d);                                       \
    }                                                                    \
    KERNEL(name, of_##name(operand))
#define F64(name, text)                                                                 \
    __device__ static Hash of_##name(unsigned a)                                        \
    {                                                                                   \
        double d;                                                                       \
        asm(text " %0, %1;" : "=d"(d) : "d"(__hiloint2double((int)a, (int)second(a)))); \
        return (Hash)__double_as_longlong(d);                                           \
    }                                                                                   \
    KERNEL(name, of_##name(operand))
#define F16(name, text)                                          \
    __device__ static unsigned of_##name(unsigned a)             \
    {                                                            \
        unsigned short d;                                        \
        asm(text " %0, %1;" : "=h"(d) : "h"((unsigned short)a)); \
        return d;                                                \
    }                                                            \
    KERNEL(name, of_##name(operand))

// All of them, each once: as kernels first, then as a table.
#define INSTRUCTIONS(F32, DIVISION, F64, F16)   \
    F32(rcp, "rcp.approx.f32")                  \
    F32(rcpFtz, "rcp.approx.ftz.f32")           \
    F32(rsqrtOf, "rsqrt.approx.f32")            \
    F32(rsqrtFtz, "rsqrt.approx.ftz.f32")       \
    F32(sqrtOf, "sqrt.approx.f32")              \
    F32(sqrtFtz, "sqrt.approx.ftz.f32")         \
    F32(ex2, "ex2.approx.f32")                  \
    F32(ex2Ftz, "ex2.approx.ftz.f32")           \
    F32(lg2, "lg2.approx.f32")                  \
    F32(lg2Ftz, "lg2.approx.ftz.f32")           \
    F32(sine, "sin.approx.f32")                 \
    F32(sineFtz, "sin.approx.ftz.f32")          \
    F32(cosine, "cos.approx.f32")               \
    F32(cosineFtz, "cos.approx.ftz.f32")        \
    F32(tangent, "tanh.approx.f32")             \
    DIVISION(divide, "div.approx.f32")          \
    DIVISION(divideFtz, "div.approx.ftz.f32")   \
    DIVISION(divideFull, "div.full.f32")        \
    DIVISION(divideFullFtz, "div.full.ftz.f32") \
    F64(rcpUpper, "rcp.approx.ftz.f64")         \
    F64(rsqrtUpper, "rsqrt.approx.ftz.f64")     \
    F64(rsqrtWhole, "rsqrt.approx.f64")         \
    F16(ex2Half, "ex2.approx.f16")              \
    F16(ex2Brain, "ex2.approx.ftz.bf16")        \
    F16(tangentHalf, "tanh.approx.f16")         \
    F16(tangentBrain, "tanh.approx.bf16")

INSTRUCTIONS(F32, DIVISION, F64, F16)

typedef struct {
    const char *name;
    void (*kernel)(unsigned apart, Hash *hashes);
    bool half; // 16 bits: one piece is all
} Instruction;

#define WHOLE(name, text) {text, name, false},
#define HALF(name, text)  {text, name, true},
static const Instruction instructions[] = {INSTRUCTIONS(WHOLE, WHOLE, WHOLE, HALF)};

int main(int argc, char **argv)
{
    unsigned apart = argc > 1 && strcmp(argv[1], "all") == 0 ? 1 : APART;
    Hash *device, hashes[LINES];
    cudaMalloc((void **)&device, sizeof hashes);
    for (const Instruction *i = instructions;
         i < instructions + sizeof instructions / sizeof *instructions; i++) {
        cudaMemset(device, 0, sizeof hashes);
        i->kernel<<<i->half ? 1 : (PIECES + apart - 1) / apart, THREADS>>>(apart, device);
        cudaError_t error = cudaMemcpy(hashes, device, sizeof hashes, cudaMemcpyDeviceToHost);
        if (error != cudaSuccess) {
            fprintf(stderr, "functions: %s: %s\n", i->name, cudaGetErrorString(error));
            return 1;
        }
        for (int line = 0; line < (i->half ? 1 : LINES); line++)
            printf("%s %02x %016llx\n", i->name, line, hashes[line]);
    }
    return 0;
}
