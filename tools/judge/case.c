// case.c: one case, run once: the functions that a judge.c calls.
//
// `run` of the exercise is called under setjmp. Whatever goes wrong is kept as `why`, and longjmp ends the run from any
// depth. Arrays and buffers are listed in the Judge, so that nothing is lost by it.

#include "engine.h"

#include "warpsim.h" // occupancy

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

extern char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

typedef struct Array {
    struct Array *next;
    max_align_t data[];
} Array;

// What an input must still hold when the case ends.
typedef struct Kept {
    struct Kept *next;
    Buffer buffer;
    unsigned char data[];
} Kept;

struct Judge {
    Device *device;
    const Place *place;
    const Order *order;
    uint64_t random;
    jmp_buf end;
    char *why, *speed;
    Array *arrays;
    Kept *inputs;
    int buffers;
    char *kernels[WIRE_SLOTS]; // mangled names, a line each; NULL until asked for
};

// ---- Ends -----------------------------------------------------------------------------------------------------------

// Takes `why`, which becomes the failure's text.
_Noreturn static void end_case(Judge *j, char *why)
{
    j->why = why;
    longjmp(j->end, 1);
}

void judge_fail(Judge *j, const char *format, ...)
{
    char *why;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&why, format, args);
    va_end(args);
    if (n < 0)
        cannot_work("no memory");
    end_case(j, why);
}

static Reply ask(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = device_ask(j->device, j->place, r, bytes);
    if (reply.status == WIRE_OK)
        return reply;
    char *why = text_clean(reply.text, reply.bytes, 4000);
    free(reply.text);
    end_case(j, why);
}

// ---- Random inputs --------------------------------------------------------------------------------------------------

// splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

uint64_t judge_random(Judge *j)
{
    return next_random(&j->random);
}

int judge_between(Judge *j, int low, int high)
{
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;
    return (int)(low + (int64_t)(judge_random(j) % span)); // span is tiny beside 2^64
}

void *judge_array(Judge *j, size_t bytes)
{
    Array *a = calloc(1, sizeof *a + bytes);
    if (!a)
        cannot_work("no memory");
    a->next = j->arrays;
    j->arrays = a;
    return a->data;
}

int *judge_ints(Judge *j, size_t n, int low, int high)
{
    int *a = judge_array(j, n * sizeof *a);
    for (size_t i = 0; i < n; i++)
        a[i] = judge_between(j, low, high);
    return a;
}

float *judge_floats(Judge *j, size_t n, float low, float high)
{
    float *a = judge_array(j, n * sizeof *a);
    for (size_t i = 0; i < n; i++)
        a[i] = low + (high - low) * ((float)(judge_random(j) >> 40) * 0x1p-24f);
    return a;
}

// ---- The device's memory --------------------------------------------------------------------------------------------

static Buffer new_buffer(Judge *j, size_t bytes)
{
    Reply r = ask(j, (WireRequest){.op = WIRE_ALLOC, .b = bytes}, NULL);
    free(r.text);
    return (Buffer){r.value, bytes, ++j->buffers};
}

static void put(Judge *j, uint64_t address, const void *data, size_t bytes, bool counts)
{
    if (bytes)
        free(
            ask(j, (WireRequest){.op = WIRE_WRITE, .a = counts, .b = address, .bytes = bytes}, data)
                .text);
}

static Buffer filled(Judge *j, const void *data, size_t bytes)
{
    Buffer b = new_buffer(j, bytes);
    put(j, b.address, data, bytes, true);
    return b;
}

Buffer judge_inout(Judge *j, const void *data, size_t bytes)
{
    return filled(j, data, bytes);
}

Buffer judge_input(Judge *j, const void *data, size_t bytes)
{
    Kept *k = calloc(1, sizeof *k + bytes);
    if (!k)
        cannot_work("no memory");
    if (bytes)
        memcpy(k->data, data, bytes);
    k->next = j->inputs;
    j->inputs = k;
    return k->buffer = filled(j, data, bytes);
}

// Random bytes: an answer left there by an earlier run, or a lucky zero, would pass for a result.
Buffer judge_output(Judge *j, size_t bytes)
{
    Buffer b = new_buffer(j, bytes);
    unsigned char *noise = judge_array(j, bytes);
    for (size_t i = 0; i < bytes; i++)
        noise[i] = (unsigned char)judge_random(j);
    put(j, b.address, noise, bytes, false);
    return b;
}

Buffer judge_zeroed(Judge *j, size_t bytes)
{
    return filled(j, judge_array(j, bytes), bytes);
}

void judge_read(Judge *j, Buffer b, void *to)
{
    if (!b.bytes)
        return;
    Reply r = ask(j, (WireRequest){.op = WIRE_READ, .b = b.address, .c = b.bytes}, NULL);
    if (r.bytes == b.bytes)
        memcpy(to, r.text, b.bytes);
    free(r.text);
    if (r.bytes != b.bytes)
        judge_fail(j, "The device's memory can't be read.");
}

static Reply find_variable(Judge *j, const char *name)
{
    Reply r = ask(j, (WireRequest){.op = WIRE_VARIABLE, .bytes = strlen(name)}, name);
    free(r.text);
    return r;
}

bool judge_variable(Judge *j, const char *name, void *to, size_t bytes)
{
    Reply r = find_variable(j, name);
    if (r.extra == bytes)
        judge_read(j, (Buffer){r.value, bytes, 0}, to);
    return r.extra == bytes;
}

void judge_set_variable(Judge *j, const char *name, const void *from, size_t bytes)
{
    Reply r = find_variable(j, name);
    if (r.extra != bytes)
        judge_fail(j, "There is no variable %s of %zu bytes: keep the one that was given.", name,
                   bytes);
    put(j, r.value, from, bytes, true);
}

// ---- Launches -------------------------------------------------------------------------------------------------------

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

// Whether the source calls a kernel so: "sum", "sum<256>", also "void sum<256>(int *)".
static bool is_called(const char *mangled, const char *name)
{
    if (strcmp(mangled, name) == 0)
        return true;
    int status;
    char *full = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!full)
        return false;
    full[strcspn(full, "(")] = '\0';
    const char *own = strncmp(full, "void ", 5) == 0 ? full + 5 : full;
    bool same = strcmp(own, name) == 0;
    free(full);
    return same;
}

static char *list_kernels(Judge *j, WireSlot slot)
{
    if (!j->kernels[slot])
        j->kernels[slot] = ask(j, (WireRequest){.op = WIRE_KERNELS, .a = slot}, NULL).text;
    return j->kernels[slot];
}

static void find_kernel(Judge *j, WireSlot slot, const char *name, char mangled[WIRE_NAME])
{
    for (const char *line = list_kernels(j, slot); *line;) {
        size_t n = strcspn(line, "\n");
        if (n < WIRE_NAME) {
            memcpy(mangled, line, n);
            mangled[n] = '\0';
            if (is_called(mangled, name))
                return;
        }
        line += n + (line[n] == '\n');
    }
    judge_fail(j, "There is no kernel %s: keep its name and write __global__.", name);
}

static WireLaunch describe(Judge *j, WireSlot slot, const char *kernel, Dim grid, Dim block,
                           size_t shared, const Arg *args, size_t count)
{
    if (count > WIRE_ARGS)
        cannot_work("%s: more than %d arguments", kernel, WIRE_ARGS);
    WireLaunch w = {.slot = slot,
                    .grid = {grid.x ? grid.x : 1, grid.y ? grid.y : 1, grid.z ? grid.z : 1},
                    .block = {block.x ? block.x : 1, block.y ? block.y : 1, block.z ? block.z : 1},
                    .count = (uint32_t)count,
                    .shared = shared,
                    .shared_most = exercise.shared};
    find_kernel(j, slot, kernel, w.kernel);
    for (size_t i = 0; i < count; i++) {
        w.args[i] = args[i].bits;
        w.sizes[i] = (uint32_t)args[i].bytes;
    }
    return w;
}

static void launch(Judge *j, const WireLaunch *w, const char *kernel)
{
    Reply r =
        device_ask(j->device, j->place, (WireRequest){.op = WIRE_LAUNCH, .bytes = sizeof *w}, w);
    char *text = text_clean(r.text, r.bytes, 4000);
    free(r.text);
    if (r.status == WIRE_BAD)
        judge_fail(j, "Kernel %s can't be launched. %s", kernel, text);
    if (r.status == WIRE_FAULT)
        end_case(j, text);
    free(text);
}

void judge_launch(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared, const Arg *args,
                  size_t count)
{
    WireLaunch w = describe(j, WIRE_SUBMISSION, kernel, grid, block, shared, args, count);
    launch(j, &w, kernel);
}

void judge_launch_given(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared,
                        const Arg *args, size_t count)
{
    WireLaunch w = describe(j, WIRE_GIVEN, kernel, grid, block, shared, args, count);
    launch(j, &w, kernel);
}

// ---- What is compared -----------------------------------------------------------------------------------------------

static char *element(const char *name, size_t i, size_t width)
{
    return width ? text_format("%s[%zu][%zu]", name, i / width, i % width)
                 : text_format("%s[%zu]", name, i);
}

// `expected` and `found` as text; all three are freed.
_Noreturn static void differ(Judge *j, char *where, char *expected, char *found)
{
    char *why = text_format("%s is %s; expected %s.", where, found, expected);
    free(where);
    free(expected);
    free(found);
    end_case(j, why);
}

static void *read_all(Judge *j, Buffer b)
{
    void *found = judge_array(j, b.bytes);
    judge_read(j, b, found);
    return found;
}

void judge_equal_ints(Judge *j, const char *name, Buffer b, const int *want, size_t width)
{
    const int *found = read_all(j, b);
    for (size_t i = 0; i < b.bytes / sizeof *found; i++)
        if (found[i] != want[i])
            differ(j, element(name, i, width), text_format("%d", want[i]),
                   text_format("%d", found[i]));
}

void judge_equal_bytes(Judge *j, const char *name, Buffer b, const unsigned char *want,
                       size_t width)
{
    const unsigned char *found = read_all(j, b);
    for (size_t i = 0; i < b.bytes; i++)
        if (found[i] != want[i])
            differ(j, element(name, i, width), text_format("%d", want[i]),
                   text_format("%d", found[i]));
}

void judge_near_floats(Judge *j, const char *name, Buffer b, const double *want, double tolerance,
                       size_t width)
{
    const float *found = read_all(j, b);
    for (size_t i = 0; i < b.bytes / sizeof *found; i++)
        if (!(fabs((double)found[i] - want[i]) <= tolerance))
            differ(j, element(name, i, width),
                   text_format("%.9g, give or take %.2g", want[i], tolerance),
                   text_format("%.9g", (double)found[i]));
}

void judge_answer(Judge *j, const char *what, double answer, double found, double tolerance)
{
    if (!(fabs(answer - found) <= tolerance))
        judge_fail(j, "%s is not %.9g: run the experiment and look again.", what, answer);
}

// ---- Counters and speed ---------------------------------------------------------------------------------------------

// A count in one order, without checks, as a profile would show it.
bool judge_counts(const Judge *j)
{
    return strcmp(j->device->word, "sim") == 0 && j->order->mode == WIRE_LOCKSTEP;
}

bool judge_on_gpu(const Judge *j)
{
    return strcmp(j->device->word, "gpu") == 0;
}

double judge_counter(Judge *j, const char *name)
{
    double value;
    Reply r = ask(j, (WireRequest){.op = WIRE_COUNTER, .bytes = strlen(name)}, name);
    if (r.bytes != sizeof value)
        cannot_work("there is no counter %s", name);
    memcpy(&value, r.text, sizeof value);
    free(r.text);
    return value;
}

void judge_at_least(Judge *j, const char *name, const char *label, double bound)
{
    double value = judge_counts(j) ? judge_counter(j, name) : bound;
    if (!(value >= bound))
        judge_fail(
            j, "The results are right, but %s is %.6g; at least %.6g is wanted.\n    counter: %s",
            label, value, bound, name);
}

void judge_at_most(Judge *j, const char *name, const char *label, double bound)
{
    double value = judge_counts(j) ? judge_counter(j, name) : bound;
    if (!(value <= bound))
        judge_fail(
            j, "The results are right, but %s is %.6g; at most %.6g is wanted.\n    counter: %s",
            label, value, bound, name);
}

void judge_speed(Judge *j, double bytes, const char *kernel, Dim grid, Dim block, size_t shared,
                 const Arg *args, size_t count)
{
    free(j->speed);
    if (strcmp(j->device->word, "sim") == 0) {
        j->speed = text_format(
            "not measured: no GPU ran it; %.0f %% of the memory's rate are wanted there",
            exercise.gpu_percent);
        return;
    }
    WireLaunch w = describe(j, WIRE_SUBMISSION, kernel, grid, block, shared, args, count);
    Reply r = ask(j, (WireRequest){.op = WIRE_TIME, .bytes = sizeof w}, &w);
    double took[2] = {0, 0};
    if (r.bytes == sizeof took)
        memcpy(took, r.text, sizeof took);
    free(r.text);
    double percent = 100 * bytes / took[0] / took[1];
    j->speed = text_format("%.1f us, %.0f GB/s, %.0f %% of the memory's rate", 1e6 * took[0],
                           1e-9 * bytes / took[0], percent);
    if (!(percent >= exercise.gpu_percent))
        judge_fail(j, "The results are right, but slow: %s; %.0f %% are wanted.", j->speed,
                   exercise.gpu_percent);
}

double judge_occupancy(const char *device, int threads, int registers, size_t shared)
{
    const SimDevice *d = sim_device(device);
    if (!d)
        cannot_work("there is no device %s", device);
    return sim_occupancy(d, threads, registers, shared).occupancy;
}

// ---- A run ----------------------------------------------------------------------------------------------------------

// After `run`: inputs are as they were.
static void check_inputs(Judge *j)
{
    for (const Kept *k = j->inputs; k; k = k->next) {
        const unsigned char *found = read_all(j, k->buffer);
        for (size_t i = 0; i < k->buffer.bytes; i++)
            if (found[i] != k->data[i])
                judge_fail(j, "An input was changed: byte %zu of %zu. Inputs are to be read only.",
                           i, k->buffer.bytes);
    }
}

static void free_all(Judge *j)
{
    for (Array *a = j->arrays, *next; a; a = next) {
        next = a->next;
        free(a);
    }
    for (Kept *k = j->inputs, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    for (int i = 0; i < WIRE_SLOTS; i++)
        free(j->kernels[i]);
}

static void run_all(Judge *j, const Case *c)
{
    if (setjmp(j->end))
        return;
    if (!j->device->process.pid)
        device_start(j->device, j->place);
    free(ask(j, (WireRequest){.op = WIRE_BEGIN, .a = j->order->mode, .b = judge_random(j)}, NULL)
             .text);
    exercise.run(j, c);
    check_inputs(j);
    free(ask(j, (WireRequest){.op = WIRE_END}, NULL).text);
}

Outcome case_run(Device *d, const Place *p, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index)
{
    Judge j = {.device = d, .place = p, .order = order};
    j.random = seed;
    j.random = next_random(&j.random) ^ (uint64_t)index << 8 ^ (uint64_t)order_index;
    run_all(&j, c);
    free_all(&j);
    return (Outcome){j.why, j.speed};
}
