// copied.cu: correct programs that copy bytes on the device which nobody has written, and then don't use these.

#include "../../harness/cases.h"

// Room for more than there is: of the copy, too, only the first part is read.
__global__ void readPart(const int *x, int *out)
{
    out[threadIdx.x] = x[threadIdx.x];
}

static bool part(void)
{
    int *x = deviceInts(100), *copy = deviceInts(100), *out = deviceZeros(32);
    cudaCheck(cudaMemset(x, 0, 32 * sizeof *x));
    cudaCheck(cudaMemcpy(copy, x, 100 * sizeof *x, cudaMemcpyDeviceToDevice));
    readPart<<<1, 32>>>(copy, out);
    return deviceInt(out, 31) == 0;
}

// A structure with a gap, which its kernel leaves as it is.
struct Particle {
    char kind;
    double x;
};

__global__ void makeParticles(Particle *p)
{
    p[threadIdx.x].kind = 1;
    p[threadIdx.x].x = threadIdx.x;
}

__global__ void addParticles(const Particle *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x].kind + (int)p[threadIdx.x].x;
}

static bool gap(void)
{
    int *out = deviceZeros(32);
    Particle *p = (Particle *)deviceInts(128), *copy = (Particle *)deviceInts(128);
    makeParticles<<<1, 32>>>(p);
    cudaCheck(cudaMemcpy2D(copy, 32, p, 32, 32, 16, cudaMemcpyDeviceToDevice));
    addParticles<<<1, 32>>>(copy, out);
    return deviceInt(out, 31) == 32;
}

// What is written after the copy has a value, whole words and bytes.
__global__ void fill(char *x)
{
    x[threadIdx.x] = 1;
}

static bool after(void)
{
    int *x = deviceInts(32), *copy = deviceZeros(32), *out = deviceZeros(32);
    cudaCheck(cudaMemcpy(copy, x, 128, cudaMemcpyDeviceToDevice));
    fill<<<1, 64>>>((char *)copy);
    cudaCheck(cudaMemset(copy + 16, 1, 64));
    readPart<<<1, 32>>>(copy, out);
    return deviceInt(out, 31) == 0x01010101;
}

// A list in the memory of a kernel's malloc, whose links the calls themselves write or the kernel does.
struct Link {
    Link *next;
    int value;
};

__global__ void chain(int *out)
{
    Link *first = NULL;
    for (int i = 1; i <= 4; i++) {
        Link *link = (Link *)malloc(sizeof *link);
        link->next = first;
        link->value = i;
        first = link;
    }
    while (first) {
        Link *next = first->next;
        *out += first->value;
        free(first);
        first = next;
    }
}

static bool list(void)
{
    int *out = deviceZeros(1);
    chain<<<1, 1>>>(out);
    return deviceInt(out, 0) == 10;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {{"part", part}, {"gap", gap}, {"after", after}, {"list", list}};
    return RUN_CASE(CASES);
}
