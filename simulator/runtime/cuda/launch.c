// launch.c: kernel launches.
//
// kernel<<<grid, block, shared, stream>>>(args) becomes two calls: the first pushes the configuration, and the kernel's stub on
// the host, called as a plain function, pops it and launches. There are two calls because arguments are evaluated in between,
// and may launch kernels themselves.
//
// An invalid launch fails at once. A valid launch has run all its blocks on return, and all launches that its kernels made; or it
// is parked, since its blocks wait for the host (queue.c), and what follows its blocks happens when these have ended.

#include "runtime/cuda/cuda.h"
#include "runtime/state/calls.h"
#include "runtime/state/follows.h"
#include "runtime/state/repeat.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const void *from; // the function that launches
} Configuration;

enum { DEPTH = 16 };
static _Thread_local Configuration pushed[DEPTH];
static _Thread_local unsigned depth;
static _Thread_local const void
    *configured; // the place of the launch whose configuration was popped

// Returns why the launch is invalid; cudaSuccess if it is valid.
static cudaError_t invalid(const Function *f, const SimLaunch *l)
{
    SimError err;
    SimFunctionInfo info = sim_function_info(f->sim);
    int capability = 10 * rt.device->major + rt.device->minor;
    if (info.one_target && info.ptx_target != capability) {
        reason_set(
            "code for sm_%da runs on devices of capability %d.%d only, and this one has %d.%d; "
            "WARPSIM=device=list lists others",
            info.ptx_target, info.ptx_target / 10, info.ptx_target % 10, rt.device->major,
            rt.device->minor);
        return cudaErrorNoKernelImageForDevice;
    }
    SimLimit limit = sim_launch_limit(l, &err);
    if (limit != SIM_FITS)
        reason_set("%s", err.text);
    if (limit == SIM_BEYOND_GRID || limit == SIM_BEYOND_BLOCK)
        return BAD_CONFIGURATION;
    if (limit == SIM_BEYOND_BOUNDS || limit == SIM_BEYOND_SHARED)
        return cudaErrorInvalidValue;
    if (l->shared > dynamic_limit_of(f)) {
        reason_set(
            "bytes of dynamic shared memory: %zu, the limit is %zu; more needs "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
            l->shared, dynamic_limit_of(f));
        return cudaErrorInvalidValue;
    }
    if (limit == SIM_BEYOND_REGISTERS)
        return cudaErrorLaunchOutOfResources;
    if (limit == SIM_BEYOND_CLUSTER)
        return cudaErrorInvalidClusterSize;
    uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
    int threads = (int)(l->block[0] * l->block[1] * l->block[2]);
    SimOccupancy o = sim_occupancy(rt.device, threads, info.registers, info.shared + l->shared);
    uint64_t most = (uint64_t)o.blocks * (uint64_t)rt.device->sms,
             each = (uint64_t)l->cluster[0] * l->cluster[1] * l->cluster[2];
    if (each > 1)
        most = each * (uint64_t)clusters_at_once((int)each, o.blocks);
    if (!l->cooperative || blocks <= most)
        return cudaSuccess;
    reason_set("blocks: %" PRIu64 ", the limit is %" PRIu64 ", which the device holds at once",
               blocks, most);
    return cudaErrorCooperativeLaunchTooLarge;
}

static int attribute_for_kernels(int *value, int attribute, int device)
{
    return (int)device_attribute(value, (enum cudaDeviceAttr)attribute, device);
}

// Runs a grid that the host or a kernel launches, and what it launches. `waiting`: how many launches by kernels wait meanwhile.
static cudaError_t run_grid(const SimLaunch *from, Stream *stream, size_t waiting);

// Runs a grid, and what it launches, while a person steps through it.
static void walk_grid(const SimLaunch *plan, Stream *stream)
{
    SimError err;
    Walk *w = walk_new(plan, &err);
    if (w) {
        watch_walk(rt.watch, w);
        err = w->error;
        if (w->launch.check)
            print_findings(&w->launch);
        if (err.status == SIM_OK)
            stream_work(stream, ENGINE_KERNELS, w->time);
        walk_free(w);
    }
    if (err.status == SIM_BAD_PTX)
        refuse_program(&err);
    if (err.status != SIM_OK)
        keep_fault(&err);
}

// What a grid launched, which runs when the grid has ended. A stack, since launches nest as deep as there is room for them.
typedef struct Offspring {
    struct Offspring *above; // of the grid that launched this one's
    SimLaunch parent;
    SimChildren children;
    uint32_t next; // the child that runs next
    SimNest time;  // of the grid with the children before
    Stream *stream;
    size_t waiting; // as Grid.waiting
} Offspring;

static Offspring *offspring; // the innermost

// From the end of a kernel to the beginning of the next one in a graph, in place of T0: an H200 (tests/gpu/nested.cu).
static const double NEXT_IN_GRAPH = 0.9e-6;

// Lets the time of a launch by the host pass, with all that it launched.
static void pass(Stream *s, double seconds)
{
    if (s->in_graph && s->in_graph++ > 1)
        seconds -= fmax(rt.device->overhead - NEXT_IN_GRAPH, 0);
    stream_work(s, ENGINE_KERNELS, seconds);
}

// A grid has ended, and all its own launches: the one above has its time.
static void ends_with_all(const SimNest *time, Stream *stream, bool by_host)
{
    if (by_host)
        pass(stream, sim_nest_time(time));
    else
        sim_nest_add(&offspring->time, &offspring->children.child[offspring->next - 1], time);
}

static void add_offspring(const SimLaunch *parent, const SimChildren *children, const SimNest *time,
                          Stream *stream, size_t waiting)
{
    Offspring *f = malloc(sizeof *f);
    if (f)
        *f = (Offspring){offspring, *parent, *children, 0, *time, stream, waiting};
    else
        out_of_memory();
    offspring = f;
}

// Runs the launches of grids in order; a launch's own launches run before the next one. As on a GPU, a launch counts as
// pending until it and all its own have ended.
static void run_offspring(const Offspring *above)
{
    for (Offspring *f; (f = offspring) != above;) {
        uint32_t left = rt.pending ? 0 : f->children.count - f->next;
        if (left == 0) {
            offspring = f->above;
            ends_with_all(&f->time, f->stream, f->parent.depth == 0);
            sim_children_free(&f->children);
            free(f);
            continue;
        }
        know_kernel(f->children.child[f->next].kernel);
        SimLaunch child = sim_child_launch(&f->parent, &f->children, f->next++);
        run_grid(&child, f->stream, f->waiting + left);
    }
}

// Whether it is all the same how the launch comes to its results.
static bool may_repeat(const SimLaunch *l)
{
    return l->depth == 0 && !l->check && !rt.watch && !rt.options.repeat &&
           !sim_function_info(l->kernel).reads_gridid;
}

// A grid from its start to its end, between which it may be parked (queue.c).
typedef struct {
    SimLaunch launch; // the first member, so that one can be found by the other
    SimLaunch plan;   // the same as the host filled it
    Stream *stream;
    size_t waiting; // launches by kernels that are pending meanwhile
    Repeat *repeat; // NULL: it is not looked at, or it was parked
    unsigned char params[];
} Grid;

static int watched;        // parked grids that are traced or drawn
static OrderWork *ordered; // the launch by the host whose grids run

static Grid *new_grid(const SimLaunch *from, Stream *stream, size_t waiting)
{
    size_t params = sim_function_info(from->kernel).params;
    size_t most = rt.limits[cudaLimitDevRuntimePendingLaunchCount];
    Grid *g = malloc(sizeof *g + params);
    if (!g)
        return NULL;
    g->stream = stream;
    g->waiting = waiting;
    g->repeat = NULL;
    g->launch = *from;
    SimLaunch *l = &g->launch;
    if (params)
        l->params = memcpy(g->params, from->params, params);
    l->memory = rt.memory;
    l->check = rt.options.check;
    if (l->early && l->check && stream->last.number && stream->last.number == rt.launches) {
        l->ahead.kernel = stream->last.kernel;
        l->ahead.began = stream->last.began;
    }
    l->schedule = rt.options.schedule;
    // A trial looks at one launch alone, and its blocks don't stop amid their work.
    l->trial = pool_threads(rt.pool) > 1 && !l->ahead.kernel && l->schedule != SIM_RANDOM;
    l->seed = rt.options.seed;
    l->print = kernel_prints;
    l->host = l; // kernel_prints gets it
    l->heap = rt.limits[cudaLimitMallocHeapSize];
    l->stack = rt.limits[cudaLimitStackSize];
    l->most_children = most > waiting ? (uint32_t)(most - waiting) : 0;
    l->attribute = attribute_for_kernels;
    l->stop = &rt.stop;
    l->number = ++rt.launches;
    g->plan = *l;
    return g;
}

// Whether the host may write to an address while a call of the runtime waits for the grid.
static bool is_hosts(const SimLaunch *l, uint64_t address)
{
    (void)l;
    const SimAlloc *a = device_block((const void *)(uintptr_t)address);
    return a && sim_is_hosts(a->kind);
}

// Whether somebody outside of a grid may write to an address while the grid runs.
static bool is_outside(const SimLaunch *l, uint64_t address)
{
    const Grid *g = (const Grid *)(const void *)l;
    return is_hosts(l, address) ||
           (device_block((const void *)(uintptr_t)address) && queue_answers(g->stream));
}

// All blocks of a grid have run, or failed.
static void end_grid(Grid *g, SimStatus status, const SimError *err)
{
    SimLaunch *l = &g->launch;
    uint64_t lanes = 0, warps = 0;
    for (int i = 0; (rt.options.speed || rt.options.tape) && i < l->insn_count; i++) {
        lanes += l->counts[i].threads;
        warps += l->counts[i].executed;
    }
    rt.lane_instructions += lanes;
    if (rt.options.tape) // whoever makes the calls again wants to know what a kernel has done
        calls_tell(" lanes=%" PRIu64 " warps=%" PRIu64 " longest=%" PRIu64, lanes, warps,
                   l->longest);
    if (status == SIM_BAD_PTX)
        refuse_program(err);
    if (l->check)
        print_findings(l);
    SimChildren children = {0};
    SimNest time;
    if (l->depth == 0)
        ordered = follows_work(g->stream, ORDER_KERNEL, sim_function_info(l->kernel).name);
    if (status == SIM_OK) {
        follows_launch(ordered, l);
        sim_nest_begin(&time, l);
        bool reported = rt.report && rt.profiling;
        uint64_t *counted = reported ? report_launch(rt.report, l) : NULL;
        if (g->repeat)
            repeat_ran(g->repeat, l, sim_nest_time(&time), counted);
        if (!sim_launch_children(l, &children))
            keep_fault(
                &(SimError){SIM_NO_MEMORY, "The host has no memory for a kernel's launches"});
    } else
        keep_fault(err);
    if (l->depth == 0 && !children.count && status == SIM_OK)
        g->stream->last = (struct LastGrid){l->number, l->kernel, l->began};
    sim_launch_end(l);
    if (children.count) {
        const Offspring *above = offspring;
        add_offspring(&g->plan, &children, &time, g->stream, g->waiting);
        if (g->plan.depth == 0)
            run_offspring(above);
    } else {
        if (status == SIM_OK)
            ends_with_all(&time, g->stream, g->plan.depth == 0);
        sim_children_free(&children);
    }
    if (g->plan.depth == 0) {
        follows_done(g->stream, ordered);
        ordered = NULL;
    }
    free(g);
}

// After Ctrl-C while blocks ran: says where they were, and lets the signal end the program.
static void end_by_interrupt(SimStatus status, const SimError *err)
{
    if (!__atomic_load_n(&rt.stop, __ATOMIC_RELAXED) ||
        __atomic_load_n(&rt.ending, __ATOMIC_ACQUIRE))
        return;
    if (status == SIM_STOPPED)
        keep_fault(err);
    raise(SIGINT);
}

// Runs the blocks of a grid, or lets them go on if it is parked. Returns what parks it again; NULL: it has ended.
static Parked *run_blocks(Grid *g, Parked *parked, bool outside)
{
    SimError err;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    __atomic_store_n(&rt.running, true, __ATOMIC_RELAXED);
    SimStatus status = parked
                           ? pool_resume(rt.pool, &parked, outside, &err)
                           : pool_run_outside(rt.pool, &g->launch, outside ? is_outside : is_hosts,
                                              outside ? &parked : NULL, &err);
    clock_gettime(CLOCK_MONOTONIC, &end);
    __atomic_store_n(&rt.running, false, __ATOMIC_RELAXED);
    end_by_interrupt(status, &err);
    if (status == SIM_STOPPED)
        halt_thread();
    rt.host_seconds +=
        (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    if (!parked)
        end_grid(g, status, &err);
    return parked;
}

static void resume_grid(void *grid, Parked **parked, Going how)
{
    Grid *g = grid;
    watched -= g->launch.observe != NULL;
    if (how != IS_LOST) {
        *parked = run_blocks(g, *parked, how == GOES_ON);
        watched += *parked && g->launch.observe;
        return;
    }
    pool_drop(*parked);
    *parked = NULL;
    sim_launch_end(&g->launch);
    free(g);
}

static cudaError_t run_grid(const SimLaunch *from, Stream *stream, size_t waiting)
{
    SimError err;
    Grid *g = new_grid(from, stream, waiting);
    if (!g) {
        keep_fault(&(SimError){SIM_NO_MEMORY, "the host has no memory for a launch"});
        return cudaSuccess;
    }
    SimLaunch *l = &g->launch;
    if (rt.watch && watch_steps(rt.watch, l)) {
        walk_grid(l, stream);
        free(g);
        return cudaSuccess;
    }
    if (rt.options.explore && l->depth == 0) {
        explore_grid(&g->plan, rt.options.explore);
        l->alone = true; // the program's own run is in order, too
    }
    double seconds;
    g->repeat = may_repeat(l) ? repeat_find(l) : NULL;
    if (g->repeat && repeat_copy(g->repeat, &seconds)) {
        rt.repeated++;
        pass(stream, seconds);
        free(g);
        return cudaSuccess;
    }
    SimStatus status = sim_launch_prepare(l, &err);
    if (status == SIM_BAD_PTX)
        refuse_program(&err);
    if (status != SIM_OK) {
        free(g);
        if (status == SIM_BAD_LAUNCH)
            return BAD_CONFIGURATION;
        keep_fault(&err);
        return cudaSuccess;
    }
    if (l->check) {
        remark_dynamic(l->kernel);
        remark_registers(l);
    } else if (!rt.options.tape) { // a judge's program makes no processes
        if (rt.options.compiling == COMPILE_ALL)
            compiled_now(l->kernel);
        else if (rt.options.compiling == COMPILE_LONG)
            l->compile = compiled_later;
    }
    if (rt.watch && !watched) // one at a time
        watch_launch(rt.watch, l);
    // A call that waits for the grid can't go on; and what a kernel launches waits for nobody outside.
    Parked *parked = run_blocks(g, NULL, !rt.blocking && l->depth == 0);
    if (!parked)
        return cudaSuccess;
    if (g->repeat)
        repeat_never(g->repeat);
    g->repeat = NULL;
    watched += l->observe != NULL;
    if (!queue_park(stream, parked, resume_grid, g))
        resume_grid(g, &parked, IS_LEFT);
    return cudaSuccess;
}

// A launch by the host with its arguments. A graph copies only the bytes of the arguments that the kernel has.
typedef struct {
    SimLaunch launch;
    unsigned char params[SIM_MOST_PARAMETERS];
} Captured;

static cudaError_t replay(const void *args, Stream *s)
{
    const Captured *c = args;
    SimLaunch l = c->launch;
    l.params = c->params;
    return run_grid(&l, s, 0);
}

// Copies a launch's arguments, which come as pointers to each, or as one buffer with its size.
static cudaError_t unpack(Captured *to, void **params, void **extra)
{
    size_t offset, size, room = SIZE_MAX;
    const char *buffer = NULL;
    if (params && extra)
        return cudaErrorInvalidValue;
    for (void **x = extra; x && x[0]; x += 2) {
        buffer = x[0] == (void *)1 ? x[1] : buffer;              // CU_LAUNCH_PARAM_BUFFER_POINTER
        room = x[0] == (void *)2 ? *(const size_t *)x[1] : room; // CU_LAUNCH_PARAM_BUFFER_SIZE
    }
    if (room != SIZE_MAX && room > sim_function_info(to->launch.kernel).params)
        return cudaErrorLaunchOutOfResources;
    for (int i = 0; sim_function_param(to->launch.kernel, i, &offset, &size); i++) {
        const void *from = params                                             ? params[i]
                           : buffer && offset < room && size <= room - offset ? buffer + offset
                                                                              : NULL;
        if (!from)
            return cudaErrorInvalidValue;
        memcpy(to->params + offset, from, size);
    }
    return cudaSuccess;
}

// Tells whether a launch has other clusters than those that the program requires of the kernel.
static bool has_other_clusters(const Function *f, LaunchWay way)
{
    const unsigned given[3] = {way.cluster.x, way.cluster.y, way.cluster.z};
    for (int i = 0; i < 3 && given[0]; i++)
        if (f->cluster[i] && (unsigned)f->cluster[i] != given[i])
            return true;
    return false;
}

// Returns a launch by the host as its call says it.
static SimLaunch plan_of(const Function *f, dim3 grid, dim3 block, size_t shared, LaunchWay way)
{
    const bool given = way.cluster.x;
    unsigned cluster[3];
    required_cluster(f, cluster);
    return (SimLaunch){.device = rt.device,
                       .kernel = f->sim,
                       .grid = {grid.x, grid.y, grid.z},
                       .block = {block.x, block.y, block.z},
                       .shared = shared,
                       .cooperative = way.cooperative,
                       .early = way.early,
                       .cluster = {given ? way.cluster.x : cluster[0],
                                   given ? way.cluster.y : cluster[1],
                                   given ? way.cluster.z : cluster[2]},
                       .large_clusters = f->large_clusters};
}

// Returns the work of a launch, which `kept` has then.
static Work launch_work(Captured *kept, const Function *f, dim3 grid, dim3 block, size_t shared,
                        LaunchWay way, void **args, void **extra)
{
    size_t params = sim_function_info(f->sim).params;
    kept->launch = plan_of(f, grid, block, shared, way);
    memset(kept->params, 0, params); // also between them, for repeat.c
    cudaError_t e =
        has_other_clusters(f, way) ? cudaErrorInvalidClusterSize : invalid(f, &kept->launch);
    if (e == cudaSuccess)
        e = unpack(kept, args, extra);
    return (Work){NODE_KERNEL, replay, kept, offsetof(Captured, params) + params, e};
}

cudaError_t kernel_launch(const void *kernel, dim3 grid, dim3 block, void **args, void **extra,
                          size_t shared, cudaStream_t stream, LaunchWay way)
{
    Function *f = find_function(kernel);
    Stream *s = find_stream(stream);
    cudaError_t e = f ? cudaErrorInvalidResourceHandle : kernel_error(kernel);
    if (f && s) {
        calls_tell(" kernel=%s grid=%u,%u,%u block=%u,%u,%u shared=%zu", f->name, grid.x, grid.y,
                   grid.z, block.x, block.y, block.z, shared);
        Captured kept;
        Work w = launch_work(&kept, f, grid, block, shared, way, args, extra);
        e = w.error;
        if (e == cudaSuccess)
            calls_give(kept.params, sim_function_info(f->sim).params);
        if (e == cudaSuccess && !rt.pending) // after a fault nothing runs
            e = stream_put(s, &w);
    }
    if (rt.blocking) {
        surface_fault();
        stream_wait(s);
        e = rt.fault ? rt.fault : e;
    }
    return e;
}

// Sets what the attributes of a launch say.
static cudaError_t take_attributes(const cudaLaunchConfig_t *c, LaunchWay *way)
{
    *way = (LaunchWay){0};
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const cudaLaunchAttribute *a = &c->attrs[i];
        way->cooperative |= a->id == cudaLaunchAttributeCooperative && a->val.cooperative;
        way->early |= a->id == cudaLaunchAttributeProgrammaticStreamSerialization &&
                      a->val.programmaticStreamSerializationAllowed;
        if (a->id == cudaLaunchAttributeClusterDimension)
            way->cluster = (dim3){a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z};
    }
    dim3 d = way->cluster;
    bool some = d.x || d.y || d.z, all = d.x && d.y && d.z;
    return some && !all ? cudaErrorInvalidClusterSize : cudaSuccess;
}

cudaError_t cluster_of(const Function *f, const cudaLaunchConfig_t *c, int *size)
{
    LaunchWay way;
    cudaError_t e = take_attributes(c, &way);
    SimLaunch l = plan_of(f, c->gridDim, c->blockDim, c->dynamicSmemBytes, way);
    if (e == cudaSuccess &&
        (has_other_clusters(f, way) || sim_launch_limit(&l, &(SimError){0}) == SIM_BEYOND_CLUSTER))
        e = cudaErrorInvalidClusterSize;
    sim_launch_cluster(&l);
    *size = l.explicit_cluster ? (int)l.cluster_size : 0;
    return e;
}

cudaError_t kernel_launch_with(const cudaLaunchConfig_t *c, const void *kernel, void **args,
                               void **extra)
{
    LaunchWay way;
    if (!c)
        return cudaErrorInvalidValue;
    cudaError_t e = take_attributes(c, &way);
    if (e != cudaSuccess)
        return e;
    return kernel_launch(kernel, c->gridDim, c->blockDim, args, extra, c->dynamicSmemBytes,
                         c->stream, way);
}

// ---- API, and what nvcc's stubs call -------------------------------------------------------------------------

// NOLINTNEXTLINE(readability-redundant-declaration): compile/toolkit has it, NVIDIA's headers for C do not
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     struct CUstream_st *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream);

// Launches for <<< >>>, or for a call of the program.
static cudaError_t launch_from(const void *kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream, const void *caller)
{
    const void *from = configured ? configured : caller;
    configured = NULL;
    api_enter();
    cudaError_t e =
        api_bars() ? api_bars()
                   : kernel_launch(kernel, grid, block, args, NULL, shared, stream, (LaunchWay){0});
    return api_leave(e, "cudaLaunchKernel", from);
}

// Returns 0, or 1 if there is no room: then the stub is not called, and no call has an error. An H200's runtime did the same after twenty
// launches whose arguments threw an exception, so that nobody popped their configurations.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                     struct CUstream_st *stream)
{
    if (depth == DEPTH) {
        static bool told;
        if (!told && rt.options.check)
            print_remark(
                "Remark: a launch is left out without an error, as on a GPU\n"
                "    %d launches before it have begun and never got their arguments: one of "
                "these threw an exception",
                DEPTH);
        told = true;
        return 1;
    }
    pushed[depth++] = (Configuration){grid, block, shared, stream, __builtin_return_address(0)};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (depth == 0)
        return API_CALL(cudaErrorMissingConfiguration);
    const Configuration *c = &pushed[--depth];
    *grid = c->grid;
    *block = c->block;
    *shared = c->shared;
    *(cudaStream_t *)stream = c->stream;
    configured = c->from;
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                               size_t shared, cudaStream_t stream)
    RETURNS(launch_from(kernel, grid, block, args, shared, stream, __builtin_return_address(0)));
cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                             size_t sharedMem, cudaStream_t stream)
    RETURNS(launch_from(func, gridDim, blockDim, args, sharedMem, stream,
                        __builtin_return_address(0)));
cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream)
    RETURNS(API_CALL(kernel_launch(func, gridDim, blockDim, args, NULL, sharedMem, stream,
                                   (LaunchWay){.cooperative = true})));
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args)
    RETURNS(API_CALL(kernel_launch_with(config, func, args, NULL)));

// ---- Nodes of graphs -----------------------------------------------------------------------------------------

static Work kernel_work(const struct cudaKernelNodeParams *p, Captured *kept)
{
    const Function *f = p ? find_function(p->func) : NULL;
    return f ? launch_work(kept, f, p->gridDim, p->blockDim, p->sharedMemBytes, (LaunchWay){0},
                           p->kernelParams, p->extra)
             : (Work){.error = p ? kernel_error(p->func) : cudaErrorInvalidValue};
}

NODE_CALLS(Kernel, cudaKernelNodeParams, Captured, kernel_work)
