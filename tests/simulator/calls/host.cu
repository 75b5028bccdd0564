// host.cu: kernels that wait for the host or for another stream. host.t runs the cases.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void waitFor(volatile int *latch, int *out, int value)
{
    while (*latch < value)
        ;
    if (out)
        atomicAdd(out, 1);
}

__global__ void add(int *x, int by)
{
    *x += by;
}

__global__ void times(int *x, int by)
{
    *x *= by;
}

__global__ void wild(int *x)
{
    x[1 << 28] = 1;
}

__global__ void say(int n)
{
    printf("kernel %d\n", n);
}

// Answers the host `rounds` times.
__global__ void serve(volatile int *ask, volatile int *answer, int rounds)
{
    for (int i = 1; i <= rounds; i++) {
        while (*ask != i)
            __nanosleep(100);
        *answer = 3 * i;
        __threadfence_system();
    }
}

// In every third block one thread waits for the latch; the other threads of the block wait for that one at a barrier.
__global__ void some(volatile int *latch, int *out)
{
    if (blockIdx.x % 3 == 0 && threadIdx.x == 0)
        while (*latch == 0)
            ;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, blockIdx.x + 1);
}

static int *managed(int n)
{
    int *p;
    cudaMallocManaged(&p, n * sizeof *p, cudaMemAttachGlobal);
    memset(p, 0, n * sizeof *p);
    return p;
}

static void openLatch(int *p)
{
    __atomic_store_n(p, 1, __ATOMIC_SEQ_CST);
}

static int mapped(void)
{
    int *p, *d;
    cudaHostAlloc(&p, 8, cudaHostAllocMapped);
    p[0] = p[1] = 0;
    cudaHostGetDevicePointer(&d, p, 0);
    waitFor<<<1, 1>>>(d, d + 1, 1);
    openLatch(p);
    SAY(cudaDeviceSynchronize());
    printf("%d\n", p[1]);
    return 0;
}

static int registered(void)
{
    int *p = (int *)calloc(2, sizeof *p);
    cudaHostRegister(p, 8, cudaHostRegisterMapped);
    waitFor<<<1, 1>>>(p, p + 1, 1);
    openLatch(p);
    SAY(cudaHostUnregister(p));
    printf("%d\n", p[1]);
    free(p);
    return 0;
}

static int pingpong(void)
{
    int *p = managed(64), bad = 0;
    const int rounds = 1000;
    serve<<<1, 1>>>(p, p + 32, rounds);
    for (int i = 1; i <= rounds; i++) {
        __atomic_store_n(p, i, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(p + 32, __ATOMIC_SEQ_CST) != 3 * i)
            sched_yield();
        bad += p[32] != 3 * i;
    }
    SAY(cudaDeviceSynchronize());
    printf("%d\n", bad);
    return 0;
}

static int stream(void)
{
    int *flag, *out = managed(1), one = 1;
    cudaStream_t a, b;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    cudaDeviceSynchronize(); // for b, which does not wait for the default stream
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    waitFor<<<1, 1, 0, a>>>(flag, out, 1);
    SAY(cudaStreamQuery(a));
    SAY(cudaStreamQuery(b));
    SAY(cudaMemcpyAsync(flag, &one, 4, cudaMemcpyHostToDevice, b));
    SAY(cudaStreamSynchronize(b));
    SAY(cudaStreamSynchronize(a));
    printf("%d\n", *out);
    waitFor<<<1, 1, 0, a>>>(flag, out, 5); // and a kernel sets it
    add<<<1, 1, 0, b>>>(flag, 4);
    SAY(cudaDeviceSynchronize());
    printf("%d\n", *out);
    return 0;
}

// A kernel of this thread's default stream sets the flag.
static int perThread(void)
{
    int *flag, *out = managed(1);
    cudaStream_t s;
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    cudaStreamCreate(&s);
    waitFor<<<1, 1, 0, s>>>(flag, out, 1);
    SAY(cudaStreamQuery(s));
    SAY(cudaStreamQuery(cudaStreamPerThread));
    add<<<1, 1, 0, cudaStreamPerThread>>>(flag, 1);
    SAY(cudaDeviceSynchronize());
    printf("%d\n", *out);
    return 0;
}

static void note(void *text)
{
    printf("host %s\n", (char *)text);
}
static void tell(cudaStream_t s, cudaError_t e, void *text)
{
    printf("back %s %s\n", (char *)text, cudaGetErrorName(e));
}
static int order(void)
{
    int *latch = managed(1), *x, z[4] = {7, 8, 9, 10}, out[4];
    cudaEvent_t before, after;
    cudaStream_t s, other;
    cudaMalloc(&x, 16);
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaEventRecord(before, s);
    waitFor<<<1, 1, 0, s>>>(latch, NULL, 1);
    cudaMemcpyAsync(x, z, 16, cudaMemcpyHostToDevice, s); // pageable: the program's again
    z[0] = -1;
    add<<<1, 1, 0, s>>>(x, 3);
    cudaLaunchHostFunc(s, note, (void *)"one");
    cudaEventRecord(after, s);
    cudaStreamWaitEvent(other, after, 0);
    times<<<1, 1, 0, other>>>(x, 5);
    cudaStreamAddCallback(other, tell, (void *)"two", 0);
    say<<<1, 1, 0, other>>>(3);
    float ms;
    SAY(cudaEventQuery(before));
    SAY(cudaEventQuery(after));
    SAY(cudaEventElapsedTime(&ms, before, after));
    SAY(cudaStreamQuery(other));
    printf("opened\n");
    openLatch(latch);
    SAY(cudaDeviceSynchronize());
    SAY(cudaEventElapsedTime(&ms, before, after));
    printf("%d\n", ms > 0);
    SAY(cudaMemcpy(out, x, 16, cudaMemcpyDeviceToHost));
    printf("%d %d\n", out[0], out[3]);
    SAY(cudaStreamDestroy(s));
    SAY(cudaDeviceSynchronize());
    return 0;
}

static int leave(void)
{
    int *latch = managed(2);
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    waitFor<<<1, 1, 0, s>>>(latch, latch + 1, 1);
    add<<<1, 1, 0, s>>>(latch + 1, 10);
    cudaEventRecord(e, s);
    SAY(cudaEventDestroy(e));
    SAY(cudaStreamDestroy(s));
    openLatch(latch);
    SAY(cudaDeviceSynchronize());
    printf("%d\n", latch[1]);
    return 0;
}

static int fault(void)
{
    int *latch = managed(2), *x;
    cudaMalloc(&x, 4);
    waitFor<<<1, 1>>>(latch, latch + 1, 1);
    wild<<<1, 1>>>(x);
    add<<<1, 1>>>(latch + 1, 100);
    SAY(cudaGetLastError());
    openLatch(latch);
    SAY(cudaDeviceSynchronize());
    SAY(cudaGetLastError());
    SAY(cudaMalloc(&x, 4));
    printf("%d\n", latch[1]);
    SAY(cudaDeviceReset());
    SAY(cudaMalloc(&x, 4));
    return 0;
}

static int never(void)
{
    int *latch = managed(2);
    waitFor<<<1, 1>>>(latch, latch + 1, 1);
    add<<<1, 1>>>(latch + 1, 100);
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
    printf("%d\n", latch[1]);
    return 0;
}

static int ends(void)
{
    int *latch = managed(2);
    waitFor<<<1, 1>>>(latch, latch + 1, 1);
    return 0;
}

static int query(void)
{
    int *latch = managed(2), asked = 0;
    waitFor<<<1, 1>>>(latch, latch + 1, 1);
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        if (++asked == 100)
            openLatch(latch);
    printf("%d %d\n", asked >= 100, latch[1]);
    return 0;
}

static void *opener(void *latch)
{
    usleep(20000);
    openLatch((int *)latch);
    return NULL;
}

static int thread(void)
{
    int *latch = managed(2);
    pthread_t t;
    pthread_create(&t, NULL, opener, latch);
    waitFor<<<1, 1>>>(latch, latch + 1, 1);
    SAY(cudaDeviceSynchronize());
    pthread_join(t, NULL);
    printf("%d\n", latch[1]);
    return 0;
}

static int blocks(void)
{
    int *latch = managed(2);
    some<<<100, 64>>>(latch, latch + 1);
    while (__atomic_load_n(latch + 1, __ATOMIC_SEQ_CST) < 3333) // the other blocks end
        sched_yield();
    printf("%d\n", latch[1]);
    openLatch(latch);
    SAY(cudaDeviceSynchronize());
    printf("%d\n", latch[1]);
    return 0;
}

// Two grids wait at the same time. The host opens them in the other order.
static int two(void)
{
    int *p = managed(4);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    waitFor<<<1, 32, 0, a>>>(p, p + 1, 1);
    waitFor<<<40, 64, 0, b>>>(p + 2, p + 3, 1);
    openLatch(p + 2);
    SAY(cudaStreamSynchronize(b));
    printf("%d %d\n", p[1], p[3]);
    openLatch(p);
    SAY(cudaStreamSynchronize(a));
    printf("%d %d\n", p[1], p[3]);
    return 0;
}

static int graph(void)
{
    int *p = managed(2);
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaEvent_t done;
    cudaStream_t other;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreate(&done);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    waitFor<<<1, 1, 0, s>>>(p, p + 1, 1);
    add<<<1, 1, 0, s>>>(p + 1, 5);
    times<<<1, 1, 0, s>>>(p + 1, 7);
    cudaEventRecordWithFlags(done, s, cudaEventRecordExternal); // a node of the graph
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiateWithFlags(&x, g, 0);
    SAY(cudaGraphLaunch(x, s));
    SAY(cudaGraphExecDestroy(x));
    SAY(cudaStreamQuery(s));
    SAY(cudaEventQuery(done));
    cudaStreamWaitEvent(other, done, 0);
    add<<<1, 1, 0, other>>>(p + 1, 100);
    SAY(cudaStreamQuery(other));
    openLatch(p);
    SAY(cudaStreamSynchronize(other));
    SAY(cudaEventQuery(done));
    printf("%d\n", p[1]);
    return 0;
}
int main(int argc, char **argv)
{
    // Without this a GPU loads a kernel at its first launch, and loading may wait for the kernels that run.
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    static const struct {
        const char *name;
        int (*run)(void);
    } cases[] = {{"mapped", mapped}, {"registered", registered}, {"pingpong", pingpong},
                 {"stream", stream}, {"order", order},           {"leave", leave},
                 {"fault", fault},   {"never", never},           {"ends", ends},
                 {"query", query},   {"thread", thread},         {"blocks", blocks},
                 {"two", two},       {"graph", graph},           {"perThread", perThread}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases && argc == 2; i++)
        if (strcmp(argv[1], cases[i].name) == 0)
            return cases[i].run();
    return 2;
}
