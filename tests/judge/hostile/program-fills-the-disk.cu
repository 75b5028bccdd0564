// Fills the disk with files of 60 MiB: one fits.
// fails: The program ends with exit status 1\.
#include "task.h"
#include <unistd.h>
__global__ void square(const float *x, float *y, size_t n) {}
int main(void)
{
    static char bytes[1 << 20];
    int made = 0;
    for (int k = 0; k < 30; k++) {
        char name[32];
        snprintf(name, sizeof name, "f%d", k);
        FILE *f = fopen(name, "w");
        int whole = f != NULL;
        for (int i = 0; i < 60 && whole; i++)
            whole = fwrite(bytes, sizeof bytes, 1, f) == 1;
        made += f && fclose(f) == 0 && whole;
    }
    _exit(made);
}
