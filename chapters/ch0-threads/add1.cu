// Adds two arrays, step 1: a loop on the CPU.
//
// This is plain C. nvcc compiles it, too, so it is a CUDA program already, though one that leaves the
// GPU alone.
//
//     make ch0-add1 && ./ch0-add1

#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };

int main(void)
{
    static int a[N], b[N], c[N];
    int wrong = 0;

    for (int i = 0; i < N; i++) {
        a[i] = rand() % 1000;
        b[i] = rand() % 1000;
    }

    // [begin loop]
    for (int i = 0; i < N; i++)
        c[i] = a[i] + b[i];
    // [end loop]

    for (int i = 0; i < N; i++)
        wrong += c[i] != a[i] + b[i];
    printf("%d of %d sums are wrong\n", wrong, N);
    return 0;
}
