// launches.c: launches of a case, with the names that the submission's text has for what is launched; and their speed.

#include "case.h"

#include <stdlib.h>
#include <string.h>

Arg judge_float_arg(float x)
{
    Arg a = {0, sizeof x};
    memcpy(&a.bits, &x, sizeof x);
    return a;
}

unsigned judge_blocks(size_t n, int block)
{
    size_t size = (size_t)block;
    return n ? (unsigned)((n + size - 1) / size) : 1;
}

static void find_kernel(Judge *j, WireSlot slot, const char *name, char mangled[WIRE_NAME])
{
    Reply r = case_ask(j, (WireRequest){.op = WIRE_KERNEL, .a = slot, .bytes = strlen(name)}, name);
    bool found = r.bytes > 0 && r.bytes < WIRE_NAME;
    if (found)
        memcpy(mangled, r.text, r.bytes); // the rest is zeros
    free(r.text);
    if (!found && !strchr(name, '<') && j->terms->source &&
        source_has_template(j->terms->source, name))
        case_fail(
            j,
            "Kernel %s is a template here, and the judge launches a plain %s: remove the template, "
            "or call the template's code from a kernel of that name.",
            name, name);
    if (!found)
        case_fail(j,
                  "There is no kernel %s: keep its name, write __global__, and leave it outside "
                  "any namespace.",
                  name);
    if (r.value > 1)
        case_fail(
            j,
            "There are %d kernels %s with different parameters: keep the one that was given, and "
            "give the others another name.",
            (int)r.value, name);
}

WireLaunch launch_describe(Judge *j, WireSlot slot, const char *kernel, Dim grid, Dim block,
                           size_t shared, const Arg *args, size_t count)
{
    if (count > WIRE_ARGS)
        cannot_work("%s: more than %d arguments", kernel, WIRE_ARGS);
    WireLaunch w = {.slot = slot,
                    .grid = {grid.x ? grid.x : 1, grid.y ? grid.y : 1, grid.z ? grid.z : 1},
                    .block = {block.x ? block.x : 1, block.y ? block.y : 1, block.z ? block.z : 1},
                    .count = (uint32_t)count,
                    .launches = j->terms->exercise->rdc,
                    .shared = shared,
                    .shared_most = j->terms->exercise->shared};
    find_kernel(j, slot, kernel, w.kernel);
    for (size_t i = 0; i < count; i++) {
        w.args[i] = args[i].bits;
        w.sizes[i] = (uint32_t)args[i].bytes;
    }
    return w;
}

static void note_launch(Judge *j, const WireLaunch *w)
{
    double total = judge_counts(j) ? judge_counter(j, INSTRUCTIONS) : 0;
    if (w->slot == WIRE_SUBMISSION && total > 0)
        note_sharing(j, (double)w->grid[0] * w->grid[1] * w->grid[2],
                     (double)w->block[0] * w->block[1] * w->block[2], total,
                     judge_counter(j, "smsp__thread_inst_executed_per_inst_executed.ratio"),
                     judge_counter(j, LONGEST_WARP));
}

static void call(Judge *j, uint64_t address, const Named *n)
{
    uint64_t kind = n->real      ? 1
                    : n->no_sign ? 2
                                 : 0,
             columns = *n->columns ? (uint64_t)source_constant(j->terms->source, n->columns) : 0;
    WireRequest r = {.op = WIRE_CALL,
                     .a = n->element,
                     .b = address,
                     .c = kind | columns << 2,
                     .bytes = strlen(n->name)};
    case_tell(j, r, n->name);
}

// Gives the source's names of a kernel's arguments and shared arrays to the device process, for its messages.
static void call_arrays(Judge *j, const WireLaunch *w, const char *kernel)
{
    Named named[WIRE_ARGS];
    if (w->slot != WIRE_SUBMISSION || !j->terms->source)
        return;
    int count = source_parameters(j->terms->source, kernel, named, WIRE_ARGS);
    for (int i = 0; i < count && (uint32_t)i < w->count; i++)
        if (named[i].element && w->sizes[i] == 8 && w->args[i]) {
            call(j, w->args[i], &named[i]);
            for (Kept *k = j->inputs; k; k = k->next)
                if (k->buffer.address == w->args[i])
                    k->named = named[i];
        }
    count = source_shared(j->terms->source, named, WIRE_ARGS);
    for (int i = 0; i < count; i++)
        call(j, 0, &named[i]);
}

static void launch(Judge *j, const WireLaunch *w, const char *kernel)
{
    call_arrays(j, w, kernel);
    Reply r = case_try(j, (WireRequest){.op = WIRE_LAUNCH, .bytes = sizeof *w}, w);
    char *text = text_clean(r.text, r.bytes, 4000);
    free(r.text);
    if (r.status == WIRE_BAD) {
        char *all = text_make("Kernel %s can't be launched. %s", kernel, text);
        free(text);
        text = all;
    }
    if (r.status != WIRE_OK)
        case_end(j, text);
    free(text);
    unsigned warps = (w->block[0] * w->block[1] * w->block[2] + 31) / 32;
    j->warps = (double)w->grid[0] * w->grid[1] * w->grid[2] * warps;
    note_launch(j, w);
}

void judge_launches(Judge *j, int count)
{
    j->launches = count;
}

void judge_launch_clusters(Judge *j, const char *kernel, Dim grid, Dim cluster, Dim block,
                           size_t shared, const Arg *args, size_t count)
{
    j->launched++;
    j->kernel = kernel;
    j->runs = true;
    WireLaunch w = launch_describe(j, WIRE_SUBMISSION, kernel, grid, block, shared, args, count);
    if (cluster.x) {
        w.cluster[0] = cluster.x;
        w.cluster[1] = cluster.y ? cluster.y : 1;
        w.cluster[2] = cluster.z ? cluster.z : 1;
    }
    launch(j, &w, kernel);
    figures_add(j, &w);
    j->runs = false;
}

void judge_launch(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared, const Arg *args,
                  size_t count)
{
    judge_launch_clusters(j, kernel, grid, (Dim){0}, block, shared, args, count);
}

void judge_launch_chosen(Judge *j, const char *kernel, const Arg *args, size_t count)
{
    int blocks, threads;
    if (!judge_variable(j, "blocks", &blocks, sizeof blocks) ||
        !judge_variable(j, "threads", &threads, sizeof threads))
        case_fail(j, "The launch is yours to choose: keep __device__ int blocks and threads.");
    if (blocks < 1 || blocks > MOST_CHOSEN_BLOCKS || threads < 1 || threads > MOST_CHOSEN_THREADS)
        case_fail(j, "%d blocks of %d threads: a launch has 1 to %d blocks of 1 to %d threads.",
                  blocks, threads, MOST_CHOSEN_BLOCKS, MOST_CHOSEN_THREADS);
    Dim grid = DIM((unsigned)blocks), block = DIM((unsigned)threads);
    judge_launch(j, kernel, grid, block, 0, args, count);
}

void judge_launch_given(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared,
                        const Arg *args, size_t count)
{
    WireLaunch w = launch_describe(j, WIRE_GIVEN, kernel, grid, block, shared, args, count);
    launch(j, &w, kernel);
}

void judge_speed(Judge *j, double bytes, const char *kernel, Dim grid, Dim block, size_t shared,
                 const Arg *args, size_t count)
{
    free(j->speed);
    if (strcmp(j->device->word, "sim") == 0) {
        j->speed =
            text_make("not measured, as no GPU ran it; it should be %.0f %% of the memory's rate",
                      j->terms->exercise->gpu_percent);
        return;
    }
    WireLaunch w = launch_describe(j, WIRE_SUBMISSION, kernel, grid, block, shared, args, count);
    Reply r = case_ask(j, (WireRequest){.op = WIRE_TIME, .bytes = sizeof w}, &w);
    double took[2] = {0, 0};
    if (r.bytes == sizeof took)
        memcpy(took, r.text, sizeof took);
    free(r.text);
    double percent = 100 * bytes / took[0] / took[1];
    j->speed = text_make("%.1f us, %.0f GB/s, %.0f %% of the memory's rate", 1e6 * took[0],
                         1e-9 * bytes / took[0], percent);
    if (!(percent >= j->terms->exercise->gpu_percent))
        case_fail(j, "The results are right, but slow: %s; it should be at least %.0f %%.",
                  j->speed, j->terms->exercise->gpu_percent);
}
