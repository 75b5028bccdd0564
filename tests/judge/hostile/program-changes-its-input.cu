// Writes into its input, so that the judge would expect something else.
// fails: The program ends with exit status 3\.
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    float zero = 0;
    int wrote = pwrite(10, &zero, sizeof zero, 0) > 0, cut = ftruncate(10, 0) == 0;
    return 3 + wrote + cut;
}
