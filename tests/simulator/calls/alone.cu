// alone.cu: a grid barrier in a launch that is not cooperative fails.
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
