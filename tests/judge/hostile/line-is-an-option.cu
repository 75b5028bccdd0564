// trick: a file's name that is an argument for addr2line, in the message on a fault
// fails: Invalid __global__
// lacks: [Uu]sage
#line 1 "[/bin/ls+0x1+--help]"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[-1] = 0;
}
