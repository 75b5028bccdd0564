// main.cpp: the host's side, which knows nothing of CUDA.
#include <cstdio>

int run(void);

int main(void)
{
    printf("%d\n", run());
    return 0;
}
