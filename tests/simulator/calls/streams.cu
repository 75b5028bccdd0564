// streams.cu: pairs of programs, of which one forgets to wait. ./streams CASE wrong|right runs one of a pair; ./streams lists the cases.
//
// tests/simulator/streams.t reads this file: the line marked A asks for the work that is unfinished when line B uses its memory. The
// comment above a case is what the finding must say. A case that is `remark` is one in which CUDA may wait, and need not.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

enum { N = 4096, BYTES = N * sizeof(int) };

__device__ int variable[N];
__managed__ int managed_variable[N], managed_count;

__global__ void fill(int *p, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = value;
}

__global__ void add(const int *p, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && p[i] > 0)
        atomicAdd(sum, p[i]);
}

__global__ void fill_variable(int value)
{
    variable[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void fill_managed(int value)
{
    managed_variable[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void count(void)
{
    managed_count = managed_count + 1;
}

__constant__ int factors[4];

__global__ void scale(int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] *= factors[threadIdx.x % 4];
}

__global__ void read_line(cudaTextureObject_t line, int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = tex1Dfetch<int>(line, i);
}

__global__ void paint(cudaSurfaceObject_t surface)
{
    surf2Dwrite(7, surface, threadIdx.x * sizeof(int), blockIdx.x);
}

__global__ void read_picture(cudaTextureObject_t texture, int *p)
{
    p[blockIdx.x * blockDim.x + threadIdx.x] = tex2D<int>(texture, threadIdx.x, blockIdx.x);
}

static volatile int sink; // what the host reads
static cudaStream_t one, two, free_one, free_two;
static cudaEvent_t event;
static int *a, *b, *sum, *managed, *mapped, *pinned;

#define FILL(p, stream) fill<<<N / 256, 256, 0, stream>>>(p, N, 7)
#define ADD(p, stream)  add<<<N / 256, 256, 0, stream>>>(p, N, sum)

// Makes `later` wait for what `earlier` has now.
static void order(cudaStream_t earlier, cudaStream_t later)
{
    cudaEventRecord(event, earlier);
    cudaStreamWaitEvent(later, event, 0);
}

// ---- The host, and memory that it shares with the device ---------------------------------------------------------------

// the host reads what unfinished work writes
static void managed_read(bool right)
{
    FILL(managed, 0); // A
    if (right)
        cudaDeviceSynchronize();
    sink = managed[N - 1]; // B
}

// the host writes what unfinished work reads
static void managed_write(bool right)
{
    ADD(managed, 0); // A
    if (right)
        cudaStreamSynchronize(0);
    managed[5] = 1; // B
}

// the host writes what unfinished work writes
static void managed_both_write(bool right)
{
    FILL(managed, one); // A
    if (right)
        cudaStreamSynchronize(one);
    memset(managed, 0, 64); // B
}

// the host reads what unfinished work writes
static void managed_atomic(bool right)
{
    FILL(a, 0);
    add<<<N / 256, 256>>>(a, N, managed); // A
    if (right)
        cudaDeviceSynchronize();
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void mapped_read(bool right)
{
    int *view;
    cudaHostGetDevicePointer(&view, mapped, 0);
    FILL(view, 0); // A
    if (right)
        cudaDeviceSynchronize();
    sink = mapped[0]; // B
}

// the host reads what unfinished work writes
static void registered_read(bool right)
{
    static int *mine;
    if (!mine && posix_memalign((void **)&mine, 4096, BYTES) == 0)
        cudaHostRegister(mine, BYTES, cudaHostRegisterDefault);
    cudaMemcpyAsync(mine, a, BYTES, cudaMemcpyDeviceToHost, one); // A
    if (right)
        cudaStreamSynchronize(one);
    sink = mine[17]; // B
}

// Neighbours in one sector of memory: each stream has its own.
// the host reads what unfinished work writes
static void neighbours(bool right)
{
    fill<<<1, 1, 0, one>>>(managed, 1, 1);
    fill<<<1, 1, 0, two>>>(managed + 1, 1, 2); // A
    cudaStreamSynchronize(one);
    sink = managed[right ? 0 : 1]; // B
}

// A thread that waits does so for all threads.
static void *wait_for_all(void *unused)
{
    cudaDeviceSynchronize();
    return unused;
}

// the host reads what unfinished work writes
static void another_thread(bool right)
{
    pthread_t thread;
    FILL(managed, 0); // A
    if (right && pthread_create(&thread, NULL, wait_for_all, NULL) == 0)
        pthread_join(thread, NULL);
    sink = managed[0]; // B
}

// ---- Copies between the host and the device ----------------------------------------------------------------------------

// the host reads what unfinished work writes
static void copy_down(bool right)
{
    cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, free_one); // A
    if (right)
        cudaStreamSynchronize(free_one);
    sink = pinned[N / 2]; // B
}

// the host writes what unfinished work reads
static void copy_up(bool right)
{
    cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, one); // A
    cudaEventRecord(event, one);
    if (right)
        cudaEventSynchronize(event);
    pinned[0] = 3; // B
}

// the host reads what unfinished work writes
static void copy_rows(bool right)
{
    cudaMemcpy2DAsync(pinned, 256, a, 128, 64, 8, cudaMemcpyDeviceToHost, one); // A
    sink = pinned[16];                                                          // between two rows
    if (right)
        cudaStreamSynchronize(one);
    sink = pinned[64 + 15]; // B
}

// The default stream's copy waits for other streams, but not for one that runs free.
// two pieces of work use the same memory
static void copy_waits(bool right)
{
    cudaStream_t s = right ? one : free_one;
    FILL(a, s);                                           // A
    cudaMemcpy(pinned, a, BYTES, cudaMemcpyDeviceToHost); // B
    cudaStreamSynchronize(s);
}

// The host does not wait for a copy inside the device.
// two pieces of work use the same memory
static void copy_inside(bool right)
{
    cudaMemcpy(b, a, BYTES, cudaMemcpyDeviceToDevice); // A
    if (right)
        cudaDeviceSynchronize();
    ADD(b, free_one); // B
    cudaStreamSynchronize(free_one);
}

// Copies between two places of the host wait for the default stream, and so for `one`.
// two pieces of work use the same memory
static void copy_on_host(bool right)
{
    int from = 1, to = 0;
    FILL(a, one); // A
    if (right)
        cudaMemcpy(&to, &from, sizeof to, cudaMemcpyHostToHost);
    cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDefault, two); // B
}

// two pieces of work use the same memory
static void copy_rows_wait(bool right)
{
    FILL(a, one); // A
    if (right)
        cudaMemcpy2D(pinned, 64, b, 64, 64, 8, cudaMemcpyDeviceToHost);
    cudaMemcpy2DAsync(mapped, 64, a, 64, 64, 8, cudaMemcpyDeviceToHost, two); // B
}

// two pieces of work use the same memory
static void copy_variable(bool right)
{
    cudaMemcpyToSymbolAsync(variable, pinned, BYTES, 0, cudaMemcpyHostToDevice, one); // A
    if (right)
        order(one, two);
    fill_variable<<<N / 256, 256, 0, two>>>(1); // B
}

// remark
static void copy_pageable(bool right)
{
    static int mine[N];
    cudaMemcpy(a, right ? pinned : mine, BYTES, cudaMemcpyHostToDevice); // A
    ADD(a, free_one);                                                    // B
}

// From pageable memory the bytes are taken at the call, and to it the call waits: both are right.
static void copy_pageable_async(bool right)
{
    static int mine[N];
    cudaMemcpyAsync(a, mine, BYTES, cudaMemcpyHostToDevice, one);
    mine[0] = right;
    cudaMemcpyAsync(mine, a, BYTES, cudaMemcpyDeviceToHost, one);
    sink = mine[0];
}

// ---- Streams -----------------------------------------------------------------------------------------------------------

// two pieces of work use the same memory
static void two_streams(bool right)
{
    FILL(a, one); // A
    if (right)
        order(one, two);
    ADD(a, two); // B
}

// two pieces of work use the same memory
static void streams_of_a_loop(bool right)
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreate(&s[i]);
    FILL(a, s[0]); // A
    if (right)
        order(s[0], s[1]);
    ADD(a, s[1]); // B
    sink = right;
}

// remark
static void allocation_between(bool right)
{
    int *p;
    FILL(a, one); // A
    cudaMalloc(&p, 4);
    if (right)
        order(one, two);
    ADD(a, two); // B
    sink = right;
}

// two pieces of work use the same memory
static void event_too_early(bool right)
{
    if (!right)
        cudaEventRecord(event, free_one);
    FILL(a, free_one); // A
    if (right)
        cudaEventRecord(event, free_one);
    cudaStreamWaitEvent(free_two, event, 0);
    ADD(a, free_two); // B
}

// the host reads what unfinished work writes
static void event_of_less(bool right)
{
    cudaEventRecord(event, one);
    FILL(managed, one); // A
    if (right)
        cudaEventRecord(event, one);
    cudaEventSynchronize(event);
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void event_query(bool right)
{
    FILL(managed, one); // A
    cudaEventRecord(event, one);
    while (right && cudaEventQuery(event) == cudaErrorNotReady)
        ;
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void stream_query(bool right)
{
    FILL(managed, one); // A
    while (right && cudaStreamQuery(one) == cudaErrorNotReady)
        ;
    sink = managed[0]; // B
}

// An answer that nobody looks at is no wait.
// the host reads what unfinished work writes
static void event_query_once(bool right)
{
    FILL(managed, one); // A
    cudaEventRecord(event, one);
    cudaError_t answer = cudaEventQuery(event);
    if (right && answer == cudaErrorNotReady)
        cudaEventSynchronize(event);
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void stream_query_once(bool right)
{
    cudaError_t before = cudaStreamQuery(one);
    FILL(managed, one); // A
    if (cudaStreamQuery(one) != cudaSuccess && right)
        cudaStreamSynchronize(one);
    if (before != cudaSuccess || (right && cudaStreamQuery(one) != cudaSuccess))
        return;        // it had no work, and then it was waited for
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void other_stream(bool right)
{
    FILL(managed, one); // A
    cudaStreamSynchronize(right ? one : two);
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void default_waits(bool right)
{
    FILL(managed, right ? one : free_one); // A
    cudaStreamSynchronize(0);
    sink = managed[0]; // B
}

// The default stream's launch stands between those of two other streams, unless these run free.
// two pieces of work use the same memory
static void default_between(bool right)
{
    FILL(a, right ? one : free_one); // A
    FILL(b, 0);
    ADD(a, right ? two : free_two); // B
}

// the host reads what unfinished work writes
static void default_passes_on(bool right)
{
    FILL(managed, one); // A
    FILL(a, 0);
    ADD(b, two);
    if (right)
        cudaStreamSynchronize(two);
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void after_default(bool right)
{
    FILL(managed, 0); // A
    FILL(a, one);
    if (right)
        cudaStreamSynchronize(one);
    sink = managed[0]; // B
}

// the host reads what unfinished work writes
static void destroyed(bool right)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    FILL(managed, s); // A
    cudaStreamDestroy(s);
    if (right)
        cudaStreamSynchronize(0);
    sink = managed[0]; // B
}

// two pieces of work use the same memory
static void halves(bool right)
{
    fill<<<N / 256, 256, 0, one>>>(a, N / 2 + !right, 1); // A
    fill<<<N / 256, 256, 0, two>>>(a + N / 2, N / 2, 2);  // B
}

// Both add to one sum, which atomics may. The right one has a sum for each.
static void atomics(bool right)
{
    FILL(a, 0);
    ADD(a, one);
    add<<<N / 256, 256, 0, two>>>(a, N, right ? sum + 1 : sum);
}

// ---- Fills -------------------------------------------------------------------------------------------------------------

// two pieces of work use the same memory
static void fill_async(bool right)
{
    cudaMemsetAsync(a, 0, BYTES, free_one); // A
    ADD(a, right ? free_one : free_two);    // B
}

// the host reads what unfinished work writes
static void fill_managed_async(bool right)
{
    if (right)
        cudaMemset(managed, 0, BYTES);
    else
        cudaMemsetAsync(managed, 0, BYTES); // A
    sink = managed[3];                      // B
}

// A fill of managed memory waits for the default stream, and so for `one`.
// the host reads what unfinished work writes
static void fill_waits(bool right)
{
    FILL(managed, one); // A
    if (right)
        cudaMemset(mapped, 0, 4);
    sink = managed[0]; // B
}

// two pieces of work use the same memory
static void fill_rows(bool right)
{
    fill<<<1, 1, 0, free_one>>>(a + 32 * 3 + right, 1, 5); // A
    cudaMemset2DAsync(a, 128, 0, 4, 8, free_two);          // B
    sink = right;                                          // so that the call above returns here
}

// ---- Functions of the host ---------------------------------------------------------------------------------------------

static void look(void *p)
{
    sink = *(volatile int *)p; // B look
}

// the host reads what unfinished work writes
static void host_function(bool right)
{
    FILL(managed, free_one);                                        // A
    cudaLaunchHostFunc(right ? free_one : free_two, look, managed); // B in look
}

static void called(cudaStream_t stream, cudaError_t e, void *p)
{
    look(p);
    sink += stream != NULL && e == cudaSuccess;
}

// the host reads what unfinished work writes
static void callback(bool right)
{
    FILL(managed, free_one); // A
    if (right)
        order(free_one, free_two);
    cudaStreamAddCallback(free_two, called, managed, 0); // B in look
}

static void *look_from_thread(void *p)
{
    look(p);
    return NULL;
}

static void start_thread(void *p)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look_from_thread, p);
    pthread_join(thread, NULL);
}

// the host reads what unfinished work writes
static void thread_of_function(bool right)
{
    FILL(managed, free_one);                                                // A
    cudaLaunchHostFunc(right ? free_one : free_two, start_thread, managed); // B in look
}

static volatile bool done;

static void set_done(void *p)
{
    done = !p;
}

// The check can't see whether the host waits for the function's signal.
// remark
static void signalled(bool right)
{
    FILL(managed, free_one); // A
    cudaLaunchHostFunc(free_one, set_done, NULL);
    if (right)
        cudaStreamSynchronize(free_one);
    sink = managed[0]; // B
}

// remark
static void signalled_stream(bool right)
{
    FILL(a, free_one); // A
    cudaLaunchHostFunc(free_one, set_done, NULL);
    if (right)
        order(free_one, free_two);
    ADD(a, free_two); // B
}

// the host reads what unfinished work writes
static void signalled_before(bool right)
{
    cudaLaunchHostFunc(free_one, set_done, NULL);
    FILL(managed, free_one); // A
    if (right)
        cudaStreamSynchronize(free_one);
    sink = managed[0]; // B
}

// ---- Constants, textures and surfaces ----------------------------------------------------------------------------------

// two pieces of work
static void constants(bool right)
{
    static const int others[4] = {1, 2, 3, 4};
    scale<<<N / 256, 256, 0, free_one>>>(a); // A
    if (right)
        order(free_one, free_two);
    cudaMemcpyToSymbolAsync(factors, others, 16, 0, cudaMemcpyHostToDevice, free_two); // B
    sink = others[0]; // so that the call is not the function's last, which would be a jump
}

// two pieces of work
static void texture_of_line(bool right)
{
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = b;
    from.res.linear.desc = cudaCreateChannelDesc<int>();
    from.res.linear.sizeInBytes = BYTES;
    cudaTextureDesc how = {};
    cudaTextureObject_t line;
    cudaCreateTextureObject(&line, &from, &how, NULL);
    FILL(b, free_one); // A
    if (right)
        order(free_one, free_two);
    read_line<<<N / 256, 256, 0, free_two>>>(line, a); // B
}

// two pieces of work
static void surface_and_texture(bool right)
{
    cudaArray_t picture;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaMallocArray(&picture, &ints, 64, 64, cudaArraySurfaceLoadStore);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = picture;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    cudaCreateSurfaceObject(&surface, &from);
    paint<<<64, 64, 0, free_one>>>(surface); // A
    if (right)
        order(free_one, free_two);
    read_picture<<<64, 64, 0, free_two>>>(texture, a); // B
}

// ---- Graphs ------------------------------------------------------------------------------------------------------------

static cudaGraphExec_t pair_of(int *filled, int *added, bool edge)
{
    cudaGraph_t graph;
    cudaGraphNode_t first, second;
    cudaGraphExec_t made = NULL;
    int n = N, value = 7;
    void *fills[] = {&filled, &n, &value}, *adds[] = {&added, &n, &sum};
    cudaKernelNodeParams k = {};
    k.func = (void *)fill;
    k.gridDim = dim3(N / 256);
    k.blockDim = dim3(256);
    k.kernelParams = fills;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&first, graph, NULL, 0, &k);
    k.func = (void *)add;
    k.kernelParams = adds;
    cudaGraphAddKernelNode(&second, graph, &first, edge, &k);
    cudaGraphInstantiateWithFlags(&made, graph, 0);
    cudaGraphDestroy(graph);
    return made;
}

// two pieces of work use the same memory
static void graph_edge(bool right)
{
    cudaGraphExec_t g = pair_of(a, a, right);
    cudaGraphLaunch(g, one); // A B
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(g);
}

// the host reads what unfinished work writes
static void graph_read(bool right)
{
    cudaGraphExec_t g = pair_of(managed, b, true);
    cudaGraphLaunch(g, one); // A
    if (right)
        cudaStreamSynchronize(one);
    sink = managed[9]; // B
    cudaGraphExecDestroy(g);
}

// two pieces of work use the same memory
static void graph_stream(bool right)
{
    cudaGraphExec_t g = pair_of(a, b, false);
    cudaGraphLaunch(g, one); // A
    if (right)
        order(one, two);
    cudaMemsetAsync(a, 0, 4, two); // B
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(g);
}

// Launches of one executable graph follow each other in whatever streams, and pass on what they follow. Another instance doesn't wait.
// two pieces of work use the same memory
static void graph_turns(bool right)
{
    cudaGraphExec_t g = pair_of(a, b, true), other = pair_of(a, b, true);
    cudaGraphLaunch(g, one);                 // A
    cudaGraphLaunch(right ? g : other, two); // B
    cudaStreamSynchronize(two);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(g);
    cudaGraphExecDestroy(other);
}

// the host reads what unfinished work writes
static void graph_turns_read(bool right)
{
    cudaGraphExec_t g = pair_of(managed, b, true);
    cudaGraphLaunch(g, one); // A
    if (right)
        cudaGraphLaunch(g, two);
    cudaStreamSynchronize(two);
    sink = managed[9]; // B
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(g);
}

// two pieces of work use the same memory
static void captured(bool right)
{
    cudaGraph_t graph;
    cudaGraphExec_t g;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    order(one, two);
    FILL(a, one);
    if (right)
        order(one, two);
    ADD(a, two);
    order(two, one);
    cudaStreamEndCapture(one, &graph);
    cudaGraphInstantiateWithFlags(&g, graph, 0);
    cudaGraphLaunch(g, one); // A B
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(g);
    cudaGraphDestroy(graph);
}

// ---- Frees and pools -----------------------------------------------------------------------------------------------------

// cudaFree waits for all work: both are right.
static void free_device(bool right)
{
    int *p;
    cudaMalloc(&p, BYTES);
    FILL(p, free_one);
    if (right)
        cudaStreamSynchronize(free_one);
    cudaFree(p);
}

// frees what unfinished work writes
static void free_pinned(bool right)
{
    int *p;
    cudaMallocHost(&p, BYTES);
    cudaMemcpyAsync(p, a, BYTES, cudaMemcpyDeviceToHost, one); // A
    if (right)
        cudaStreamSynchronize(one);
    cudaFreeHost(p); // B
}

// two pieces of work use the same memory
static void free_async(bool right)
{
    int *p;
    cudaMallocAsync(&p, BYTES, one);
    FILL(p, one); // A
    if (right)
        order(one, two);
    cudaFreeAsync(p, two); // B
}

// two pieces of work use the same memory
static void malloc_async(bool right)
{
    int *p;
    cudaMallocAsync(&p, BYTES, one); // A
    if (right)
        order(one, two);
    FILL(p, two); // B
    order(two, one);
    cudaFreeAsync(p, one);
}

// frees what unfinished work writes
static void free_of_pool(bool right)
{
    int *p;
    cudaMallocAsync(&p, BYTES, one);
    FILL(p, one); // A
    if (right)
        cudaStreamSynchronize(one);
    cudaFree(p); // B
}

// ---- Variables -----------------------------------------------------------------------------------------------------------

// the host reads what unfinished work writes
static void read_variable(bool right)
{
    fill_managed<<<N / 256, 256>>>(3); // A
    if (right)
        cudaDeviceSynchronize();
    sink = managed_variable[N / 2]; // B
}

// Not with clang, whose managed variables share pages with others.
// the host reads what unfinished work writes
static void read_small_variable(bool right)
{
    count<<<1, 1>>>(); // A
    if (right)
        cudaDeviceSynchronize();
    sink = managed_count; // B
}

static const struct {
    const char *name;
    void (*run)(bool right);
} CASES[] = {
#define CASE(name)  \
    {               \
#name, name \
    }
    CASE(managed_read),
    CASE(managed_write),
    CASE(managed_both_write),
    CASE(managed_atomic),
    CASE(mapped_read),
    CASE(registered_read),
    CASE(neighbours),
    CASE(another_thread),
    CASE(copy_down),
    CASE(copy_up),
    CASE(copy_rows),
    CASE(copy_waits),
    CASE(copy_inside),
    CASE(copy_on_host),
    CASE(copy_rows_wait),
    CASE(copy_variable),
    CASE(copy_pageable),
    CASE(copy_pageable_async),
    CASE(two_streams),
    CASE(streams_of_a_loop),
    CASE(event_too_early),
    CASE(allocation_between),
    CASE(event_of_less),
    CASE(event_query),
    CASE(stream_query),
    CASE(event_query_once),
    CASE(stream_query_once),
    CASE(other_stream),
    CASE(default_waits),
    CASE(default_between),
    CASE(default_passes_on),
    CASE(after_default),
    CASE(destroyed),
    CASE(halves),
    CASE(atomics),
    CASE(fill_async),
    CASE(fill_managed_async),
    CASE(fill_waits),
    CASE(fill_rows),
    CASE(host_function),
    CASE(callback),
    CASE(thread_of_function),
    CASE(signalled),
    CASE(signalled_stream),
    CASE(signalled_before),
    CASE(constants),
    CASE(texture_of_line),
    CASE(surface_and_texture),
    CASE(graph_edge),
    CASE(graph_read),
    CASE(graph_stream),
    CASE(graph_turns),
    CASE(graph_turns_read),
    CASE(captured),
    CASE(free_device),
    CASE(free_pinned),
    CASE(free_async),
    CASE(malloc_async),
    CASE(free_of_pool),
    CASE(read_variable),
    CASE(read_small_variable),
};

int main(int argc, char **argv)
{
    const int count = sizeof CASES / sizeof *CASES;
    for (int i = 0; i < count && argc < 3; i++)
        puts(CASES[i].name);
    if (argc < 3)
        return 0;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&free_two, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMalloc(&a, BYTES);
    cudaMalloc(&b, BYTES);
    cudaMalloc(&sum, 2 * sizeof *sum);
    cudaMallocManaged(&managed, BYTES);
    cudaHostAlloc(&mapped, BYTES, cudaHostAllocMapped);
    cudaMallocHost(&pinned, BYTES);
    memset(managed, 0, BYTES);
    memset(mapped, 0, BYTES);
    memset(pinned, 0, BYTES);
    cudaMemset(a, 0, BYTES);
    cudaMemset(b, 0, BYTES);
    cudaMemset(sum, 0, 2 * sizeof *sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; i++)
        if (strcmp(argv[1], CASES[i].name) == 0)
            CASES[i].run(strcmp(argv[2], "right") == 0);
    cudaDeviceSynchronize();
    return cudaGetLastError() != cudaSuccess;
}
