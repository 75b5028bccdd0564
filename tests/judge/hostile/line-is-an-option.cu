// trick: gives a file a name that addr2line, in the message on a fault, would take for an option
// fails: Invalid __global__
// lacks: [Uu]sage
#line 1 "[/bin/ls+0x1+--help]"
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[-1] = 0;
}
