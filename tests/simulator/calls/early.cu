// early.cu: a host that reads three kinds of memory too early, that asks again and again, that never waits, that waits and tidies up; and a function in
// a stream that calls CUDA. For tests/simulator/streams.t.
#include <cstdio>
#include <cstring>

static int *managed, *mapped, *pinned, *d;

__global__ void thirds(int *p)
{
    int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += i % 3 == 0;
    *p = sum;
}

static int now(const volatile int *p)
{
    return *p;
}

static void calls(void *error)
{
    printf("saw %d\n", now(managed));
    cudaError_t *e = (cudaError_t *)error;
    e[0] = cudaMemset(d, 0, 4); // inside
    e[1] = cudaDeviceSynchronize();
}

static void function(cudaStream_t s)
{
    cudaError_t e[2] = {cudaSuccess, cudaSuccess};
    thirds<<<1, 1, 0, s>>>(managed);
    cudaLaunchHostFunc(s, calls, e);
    cudaError_t after = cudaStreamSynchronize(s);
    printf("%s %s\n%s\n", cudaGetErrorName(e[0]), cudaGetErrorName(e[1]), cudaGetErrorName(after));
}

static void ask(cudaStream_t s)
{
    thirds<<<1, 1, 0, s>>>(managed);
    puts(cudaGetErrorName(cudaStreamQuery(s)));
    while (cudaStreamQuery(s) == cudaErrorNotReady)
        ;
    printf("yes %d\n", now(managed));
}

// All work was waited for; what comes after that is no work.
static void tidy_up(cudaStream_t s)
{
    int *p;
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaMallocAsync(&p, 4, s);
    thirds<<<1, 1, 0, s>>>(p);
    cudaDeviceSynchronize();
    cudaEventRecord(e, s);
    cudaFreeAsync(p, s);
    cudaStreamDestroy(s);
    cudaEventDestroy(e);
}

static void early(cudaStream_t s)
{
    int *view;
    cudaHostGetDevicePointer(&view, mapped, 0);
    thirds<<<1, 1, 0, s>>>(d);
    cudaMemcpyAsync(pinned, d, 4, cudaMemcpyDeviceToHost, s);
    int copied = now(pinned);
    thirds<<<1, 1>>>(managed);
    int shared = now(managed);
    thirds<<<1, 1>>>(view);
    int seen = now(mapped);
    cudaDeviceSynchronize();
    printf("too early: %d %d %d\n", copied, shared, seen);
    printf("later: %d %d %d\n", now(pinned), now(managed), now(mapped));
}

int main(int argc, char **argv)
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMallocManaged(&managed, 4);
    cudaHostAlloc(&mapped, 4, cudaHostAllocMapped);
    cudaMallocHost(&pinned, 4);
    cudaMalloc(&d, 4);
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "function") == 0)
        function(s);
    else if (strcmp(what, "ask") == 0)
        ask(s);
    else if (strcmp(what, "never") == 0)
        thirds<<<1, 1, 0, s>>>(d);
    else if (strcmp(what, "tidy_up") == 0)
        tidy_up(s);
    else
        early(s);
    return 0;
}
