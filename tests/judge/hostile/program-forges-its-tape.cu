// Tells of a launch that was none, and leaves before anything else can be told.
// fails: The result is right, but no kernel was launched
#include "task.h"
#include <string.h>
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
static void tell(const char *line)
{
    size_t sizes[2] = {strlen(line), 0};
    if (write(12, sizes, sizeof sizes) < 0 || write(12, line, sizes[0]) < 0)
        _exit(5);
}

int main(void)
{
    size_t n;
    float *x = taskFloats(&n);
    for (size_t i = 0; i < n; i++)
        x[i] *= x[i];
    handIn(x, n);
    tell(
        "cudaLaunchKernel error=0 grid=1000,1,1 block=256,1,1 shared=0 stream=1 engine=0 begin=0 end=9 host=9 at=exercise.cu:9\n");
    tell("cudaGetLastError error=0 last=0 host=9 at=exercise.cu:9\n");
    tell(
        "cudaMemcpy error=0 bytes=4 kind=2 to=0x1000 from=0x302000000 pinned=0 stream=1 engine=2 begin=9 end=10 host=10 at=exercise.cu:9\n");
    _exit(0);
}
