// kernels.cu: kernels for tests/simulator/assembled.t, which compares what the simulator reads of ptxas's work
// with ptxas's report.

// A loop that must not be unrolled.
__global__ void rolled(const float *in, float *out, int n)
{
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum += in[i * 32 + threadIdx.x];
    out[threadIdx.x] = sum;
}

// Blocks of 1024 threads leave a thread 64 registers.
template <int KEPT>
__global__ void __launch_bounds__(1024) spilling(const int *in, int *out)
{
    int kept[KEPT], largest = 0;
    for (int k = 0; k < KEPT; k++) {
        kept[k] = in[k * 1024 + threadIdx.x];
        largest = max(largest, kept[k]);
    }
    int sum = 0;
    for (int k = 0; k < KEPT; k++)
        sum += kept[k] ^ largest;
    out[threadIdx.x] = sum;
}

template __global__ void spilling<40>(const int *, int *);
template __global__ void spilling<96>(const int *, int *);

// The kernel's own array is in local memory: ptxas does not count it as a spill.
__global__ void local(const int *in, int *out)
{
    int counts[16] = {};
    for (int k = 0; k < 8; k++)
        counts[in[threadIdx.x + k] & 15]++;
    out[threadIdx.x] = counts[in[threadIdx.x] & 15];
}

// Eight loads that know their addresses, and then their sum.
__global__ void together(const int *in, int *out)
{
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum += in[k * 1024 + threadIdx.x];
    out[threadIdx.x] = sum;
}

// Six loads, each from where the one before says.
__global__ void chased(const int *in, int *out)
{
    int at = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 6; k++)
        at = in[at];
    out[threadIdx.x] = at;
}

// A loop whose first load begins while one from before the loop is under way. The second kernel needs that one for the address.
__global__ void ahead(const float *in, const float *mean, float *out, int n)
{
    float sum = 0, m = mean[blockIdx.x];
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[i] - m;
    out[threadIdx.x] = sum;
}

__global__ void needed(const float *in, const int *from, float *out, int n)
{
    float sum = 0;
    int first = from[blockIdx.x];
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[first + i];
    out[threadIdx.x] = sum;
}
