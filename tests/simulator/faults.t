#!/usr/bin/env bash
# The report of a fault names what the programmer knows: the program's own allocations and arrays.
. "$(dirname "$0")/../harness/lib.sh"

cat >"$work/faults.cu" <<'END'
#include <stdio.h>

__global__ void say(const char *given)
{
    __shared__ char tile[8];
    char own[6], endless[4];
    tile[0] = 'h', tile[1] = 'i', tile[2] = '\0';
    for (int i = 0; i < 5; i++)
        own[i] = 'a' + i + threadIdx.x;
    own[5] = '\0';
    for (int i = 0; i < 4; i++)
        endless[i] = given[0];
    __syncthreads();
    printf("%d %s [%7s] %s %s\n", threadIdx.x, tile, own, given + 1, threadIdx.x ? endless : "end");
}

__global__ void beyond(int *p)
{
    p[100] = 1;
    printf("no argument of the kernel is near, nor this text\n");
}

__global__ void before(int *p, char)
{
    p[-1] = 1;
}

struct Table {
    int row[1000];
};

__global__ void look(Table t, int *p, int i)
{
    *p = t.row[i];
}

int main(int argc, char **argv)
{
    int *p;
    cudaMalloc(&p, 64);
    cudaMemset(p, 'x', 3);
    say<<<1, 2>>>((char *)p);
    int status = cudaDeviceSynchronize();
    if (argc > 2)
        look<<<1, 1>>>({{0}}, p, 2000);
    else if (argc > 1)
        before<<<1, 1>>>(p, 'a');
    else
        beyond<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    return status;
}
END
run ./warpcc "$work/faults.cu" -o "$work/faults"
is 'the program builds' "$status" 0
run "$work/faults"
has 'printf of text in shared and in local memory' "$out" '^0 hi \[  abcde\] xx end$'
has 'another thread has its own' "$out" '^1 hi \[  bcdef\] xx '
has 'the nearest allocation is one that the program made' "$err" \
    'is 337 bytes after the nearest allocation at 0x[0-9a-f]+ of size 64 bytes$'
has 'and where' "$err" 'allocated at .*faults\.cu:40 \(p\)$'
run "$work/faults" before
has 'before it, too' "$err" 'is 4 bytes before the nearest allocation at 0x[0-9a-f]+ of size 64 bytes$'

run "$work/faults" an argument
by_nvcc has 'a kernel that reads behind its arguments' "$err" '^=+ +the kernel has 4012 bytes of parameters$'

# The report of a deadlock names the line where lanes read memory again and again, not the line where others of their warp wait for
# them.
cat >"$work/lanes.cu" <<'END'
__global__ void lanes(volatile int *flag, int *out)
{
    int v = threadIdx.x;
    if (threadIdx.x < 5)
        while (*flag == 0)
            ;
    out[threadIdx.x] = __shfl_xor_sync(~0u, v, 16);
}

int main()
{
    int *x;
    cudaMalloc(&x, 4096);
    cudaMemset(x, 0, 4096);
    lanes<<<2, 32>>>(x, x + 64);
    return cudaDeviceSynchronize() != cudaErrorLaunchTimeout;
}
END
run ./warpcc "$work/lanes.cu" -o "$work/lanes"
run "$work/lanes"
is 'lanes that wait for ever: the error' "$status" 0
has 'lanes that wait for ever: their line' "$err" 'its warp 0 is at .*lanes\.cu:5$'

# A recursion that no GPU's stack holds ends as there; with a larger stack it runs.
cat >"$work/deep.cu" <<'END'
#include <stdio.h>
#include <stdlib.h>

__device__ __noinline__ int deep(int n) { return n == 0 ? 1 : deep(n - 1) * 3 + n; }
__global__ void count(int *out, int n) { *out = deep(n); }

int main(int argc, char **argv)
{
    int *out;
    cudaMallocManaged(&out, sizeof *out);
    if (argc > 2)
        cudaDeviceSetLimit(cudaLimitStackSize, atoi(argv[2]));
    count<<<1, 1>>>(out, atoi(argv[1]));
    cudaError_t e = cudaDeviceSynchronize();
    printf("%d\n", e == cudaSuccess ? *out : -1);
    return e != cudaSuccess;
}
END
run ./warpcc "$work/deep.cu" -o "$work/deep"
run "$work/deep" 30
is 'a recursion that is not deep' "$status" 0
run "$work/deep" 100
is 'a recursion that is too deep for the stack' "$status $out" '1 -1'
has 'and what to do' "$err" 'calls nest too deeply, 65 inside each other\.$'
has 'names the limit' "$err" 'cudaLimitStackSize is 1024: raise it with cudaDeviceSetLimit$'
run "$work/deep" 100 8192
is 'with a larger stack it runs' "$status" 0

# A program ends when one of its threads calls exit, whatever kernels the others run or are about to launch.
cat >"$work/ends.cu" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__global__ void endless(int *p)
{
    for (;;)
        *p += 1;
}

static void *launch(void *p)
{
    for (;;)
        endless<<<1, 1>>>((int *)p);
}

int main()
{
    pthread_t others[2];
    int *p;
    cudaMalloc(&p, 4);
    for (int i = 0; i < 2; i++)
        pthread_create(&others[i], NULL, launch, p);
    usleep(200000);
    printf("the end\n");
    exit(7);
}
END
run ./warpcc "$work/ends.cu" -o "$work/ends"
run timeout 60 "$work/ends"
is 'exit ends kernels of other threads' "$status $out" '7 the end'

# A place is named whole, also in a folder whose name has blanks, or plus signs as a library's site has.
folder="$work/a folder of c++"
mkdir "$folder"
cat >"$folder/its file.cu" <<'END'
__global__ void kernel(int *p) { p[100] = 1; }
extern "C" int go()
{
    int *p;
    cudaMalloc(&p, 64);
    kernel<<<1, 1>>>(p);
    return cudaDeviceSynchronize();
}
#ifndef LIBRARY
int main() { return go(); }
#endif
END
run ./warpcc "$folder/its file.cu" -o "$folder/its program"
run "$folder/its program"
has 'an allocation in a folder with blanks' "$err" 'allocated at .*/a folder of c\+\+/its file\.cu:5 \(p\)$'
echo 'int go(void); int main(void) { return go(); }' >"$work/main.c"
run ./warpcc -Xcompiler -fPIC -shared -DLIBRARY "$folder/its file.cu" -o "$folder/libits.so"
run gcc "$work/main.c" -L"$folder" -lits -Wl,-rpath,"$folder" -o "$work/main"
run "$work/main"
has 'and one by a library there' "$err" 'allocated at .*/a folder of c\+\+/its file\.cu:5 \(p\)$'

done_testing
