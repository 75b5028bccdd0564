// Makes folders where a judge could keep its files.
// fails: The program hands nothing in
#include "task.h"
#include <sys/stat.h>
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    size_t n;
    free(taskFloats(&n));
    unlink("input");
    return mkdir("input", 0700) || mkdir("input/deep", 0700) || mkdir("answer", 0700) ||
           mkdir("calls", 0700);
}
