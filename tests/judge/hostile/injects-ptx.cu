// trick: ends the kernel in its inline PTX, and begins another one of the same name
// fails: There are 2 kernels vecAdd|c\[[0-9]+\] (is|was never written)|PTX
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    asm volatile("ret; } .visible .entry vecAdd() { trap;");
}
