// launches2.cu: device code that launches.cu uses.

__device__ int four = 4;
static __device__ int mine = 7;

static __global__ void both(int *p)
{
    *p = mine = 1;
}

__device__ int twice(int x)
{
    return 2 * x + mine;
}

void never(int *p)
{
    both<<<1, 1>>>(p);
}
