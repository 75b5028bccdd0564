// A check that lets garbage pass: how many elements are off by more than a bound?
//
//     make ex0-10

// Launched with a thread per element. got, want: (n), wrong: (1), 0 before the launch
__global__ void countWrong(const float *got, const float *want, int *wrong, float bound, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        // [your code]
        // TODO: what does a comparison with NaN say?
        float distance = fabsf(got[i] - want[i]);
        if (distance > bound)
            atomicAdd(wrong, 1);
        // [end of your code]
    }
}
