// alone.cu: a grid barrier fails in a launch that is not cooperative.
#include <cooperative_groups.h>
__global__ void wait(void)
{
    cooperative_groups::this_grid().sync();
}
int main(void)
{
    wait<<<2, 32>>>();
    return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
