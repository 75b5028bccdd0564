// case.c: runs one case once. Here are the functions that a judge.c calls.
//
// The exercise's `run` is an attempt (attempt.c). If something goes wrong, `why` keeps the reason, and attempt_end ends the run
// from any depth. The Judge lists arrays and buffers, so that they are freed all the same.

#include "engine.h"

#include "warpsim.h" // occupancy

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct Array {
    struct Array *next;
    max_align_t data[];
} Array;

// What a buffer held when the case began: an input must still hold it when the case ends.
typedef struct Kept {
    struct Kept *next;
    Buffer buffer;
    Named named; // as the kernel calls it that had it last; element 0: not known
    unsigned char data[];
} Kept;

struct Judge {
    const Case *c;
    Device *device;
    const Place *place;
    const Order *order;
    uint64_t random;
    char *why, *speed;
    WireUsed used; // what a run has used that came to its end
    double warps;  // of the last launch
    double lanes;  // active lanes per instruction, in the launch that had fewest
    double share;  // the largest share of a launch's instructions that one warp executed
    Array *arrays;
    Kept *inputs;
    Kept *outputs;      // with the noise that they held before anything was written
    int buffers;        // how many there are; also the last one's id
    int launches;       // how many launches of the submission the case has, if it says so; else 0
    int launched;       // how many there were so far
    const char *kernel; // the last one's; NULL: what is judged belongs to no single launch
    bool runs;          // it is under way
    Ran ran;            // the run of an exercise that is a whole program
};

// ---- Ends -----------------------------------------------------------------------------------------------------------

// Fails the case. `why` becomes the failure's text; the Judge owns it from now on. Of several launches it tells which.
_Noreturn static void end_case(Judge *j, char *why)
{
    char of[32] = "";
    if (j->launches > 1)
        snprintf(of, sizeof of, " of %d", j->launches);
    if (j->kernel && (j->launches > 1 || j->launched > 1)) {
        const char *end = *why && why[strlen(why) - 1] == '\n' ? "" : "\n";
        j->why = text_format("%s%s%s launch %d%s, %s", why, end, j->runs ? "in" : "after",
                             j->launched, of, j->kernel);
        free(why);
    } else
        j->why = why;
    attempt_end();
}

static char *formatted(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        cannot_work("no memory");
    return text;
}

__attribute__((noreturn, format(printf, 2, 3))) static void fail(Judge *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *why = formatted(format, args);
    va_end(args);
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

// The same, if the answer is in numbers alone.
static Reply tell(Judge *j, WireRequest r, const void *bytes)
{
    Reply reply = ask(j, r, bytes);
    free(reply.text);
    reply.text = NULL;
    return reply;
}

// ---- Random inputs --------------------------------------------------------------------------------------------------

// Returns the next number of splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
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
    Reply r = tell(j, (WireRequest){.op = WIRE_ALLOC, .b = bytes}, NULL);
    return (Buffer){r.value, bytes, ++j->buffers};
}

static void put(Judge *j, uint64_t address, const void *data, size_t bytes, bool counts)
{
    if (bytes)
        tell(j, (WireRequest){.op = WIRE_WRITE, .a = counts, .b = address, .bytes = bytes}, data);
}

Buffer judge_inout(Judge *j, const void *data, size_t bytes)
{
    Buffer b = new_buffer(j, bytes);
    put(j, b.address, data, bytes, true);
    return b;
}

static Buffer keep(Kept **list, Buffer b, const void *data)
{
    Kept *k = calloc(1, sizeof *k + b.bytes);
    if (!k)
        cannot_work("no memory");
    if (b.bytes)
        memcpy(k->data, data, b.bytes);
    k->buffer = b;
    k->next = *list;
    *list = k;
    return b;
}

Buffer judge_input(Judge *j, const void *data, size_t bytes)
{
    return keep(&j->inputs, judge_inout(j, data, bytes), data);
}

// Fills memory with random bytes: otherwise an earlier run's answer, or a zero that is right by luck, would look like a result.
Buffer judge_output(Judge *j, size_t bytes)
{
    Buffer b = new_buffer(j, bytes);
    unsigned char *noise = judge_array(j, bytes);
    for (size_t i = 0; i < bytes; i++)
        noise[i] = (unsigned char)judge_random(j);
    put(j, b.address, noise, bytes, false);
    return keep(&j->outputs, b, noise);
}

Buffer judge_zeroed(Judge *j, size_t bytes)
{
    return judge_inout(j, judge_array(j, bytes), bytes);
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
        fail(j, "The device's memory can't be read.");
}

static Reply find_variable(Judge *j, const char *name)
{
    return tell(j, (WireRequest){.op = WIRE_VARIABLE, .bytes = strlen(name)}, name);
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
        fail(j, "There is no variable %s of %zu bytes: keep the one that was given.", name, bytes);
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

static void find_kernel(Judge *j, WireSlot slot, const char *name, char mangled[WIRE_NAME])
{
    Reply r = ask(j, (WireRequest){.op = WIRE_KERNEL, .a = slot, .bytes = strlen(name)}, name);
    bool found = r.bytes > 0 && r.bytes < WIRE_NAME;
    if (found)
        memcpy(mangled, r.text, r.bytes); // the rest is zeros
    free(r.text);
    if (!found && !strchr(name, '<') && j->place->source &&
        source_has_template(j->place->source, name))
        fail(j,
             "Kernel %s is a template here, and the judge launches a plain %s: leave the template "
             "away, or call the template's code from a kernel of that name.",
             name, name);
    if (!found)
        fail(j, "There is no kernel %s: keep its name and write __global__.", name);
    if (r.value > 1)
        fail(j,
             "There are %d kernels %s with different parameters: keep the one that was given, and "
             "give the others another name.",
             (int)r.value, name);
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
                    .launches = exercise.rdc,
                    .shared = shared,
                    .shared_most = exercise.shared};
    find_kernel(j, slot, kernel, w.kernel);
    for (size_t i = 0; i < count; i++) {
        w.args[i] = args[i].bits;
        w.sizes[i] = (uint32_t)args[i].bytes;
    }
    return w;
}

// Limits that refuse a program in which one thread does all the work: it is right, but not parallel. A small launch may be
// serial, and so may the last steps of a block. In larger launches none of our solutions has fewer than 6 lanes per
// instruction; with four blocks or more none of their warps does more than a twelfth of the work.
enum { LARGE_LAUNCH = 1500, LARGE_BLOCK = 32, MANY_BLOCKS = 4 };
#define FEWEST_LANES  2.0
#define LARGEST_SHARE 0.34

static void note_sharing(Judge *j, const WireLaunch *w)
{
    unsigned threads = w->block[0] * w->block[1] * w->block[2];
    double total = judge_counts(j) ? judge_counter(j, "smsp__inst_executed.sum") : 0;
    if (w->slot != WIRE_SUBMISSION || threads < LARGE_BLOCK || total < LARGE_LAUNCH)
        return;
    double lanes = judge_counter(j, "smsp__thread_inst_executed_per_inst_executed.ratio"),
           share = judge_counter(j, LONGEST_WARP) / total;
    double blocks = (double)w->grid[0] * w->grid[1] * w->grid[2];
    j->lanes = lanes < j->lanes ? lanes : j->lanes;
    j->share = blocks >= MANY_BLOCKS && share > j->share ? share : j->share;
}

static void want_lanes(Judge *j, double lanes, double wanted)
{
    if (!(lanes >= wanted))
        fail(j,
             "The results are right, but of a warp's 32 lanes %.1f take part in an instruction; "
             "at least %.1f are wanted: let the threads share the work.",
             lanes, wanted);
}

static void call(Judge *j, uint64_t address, const Named *n)
{
    WireRequest r = {
        .op = WIRE_CALL, .a = n->element, .b = address, .c = n->real, .bytes = strlen(n->name)};
    tell(j, r, n->name);
}

// Gives the source's names of a kernel's arguments and shared arrays to the device process, for its messages.
static void call_arrays(Judge *j, const WireLaunch *w, const char *kernel)
{
    Named named[WIRE_ARGS];
    if (w->slot != WIRE_SUBMISSION || !j->place->source)
        return;
    int count = source_parameters(j->place->source, kernel, named, WIRE_ARGS);
    for (int i = 0; i < count && (uint32_t)i < w->count; i++)
        if (named[i].element && w->sizes[i] == 8 && w->args[i]) {
            call(j, w->args[i], &named[i]);
            for (Kept *k = j->inputs; k; k = k->next)
                if (k->buffer.address == w->args[i])
                    k->named = named[i];
        }
    count = source_shared(j->place->source, named, WIRE_ARGS);
    for (int i = 0; i < count; i++)
        call(j, 0, &named[i]);
}

static void launch(Judge *j, const WireLaunch *w, const char *kernel)
{
    call_arrays(j, w, kernel);
    Reply r =
        device_ask(j->device, j->place, (WireRequest){.op = WIRE_LAUNCH, .bytes = sizeof *w}, w);
    char *text = text_clean(r.text, r.bytes, 4000);
    free(r.text);
    if (r.status == WIRE_BAD) {
        char *all = text_format("Kernel %s can't be launched. %s", kernel, text);
        free(text);
        text = all;
    }
    if (r.status != WIRE_OK)
        end_case(j, text);
    free(text);
    unsigned warps = (w->block[0] * w->block[1] * w->block[2] + 31) / 32;
    j->warps = (double)w->grid[0] * w->grid[1] * w->grid[2] * warps;
    note_sharing(j, w);
}

void judge_launches(Judge *j, int count)
{
    j->launches = count;
}

void judge_launch(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared, const Arg *args,
                  size_t count)
{
    j->launched++;
    j->kernel = kernel;
    j->runs = true;
    WireLaunch w = describe(j, WIRE_SUBMISSION, kernel, grid, block, shared, args, count);
    launch(j, &w, kernel);
    j->runs = false;
}

void judge_launch_given(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared,
                        const Arg *args, size_t count)
{
    WireLaunch w = describe(j, WIRE_GIVEN, kernel, grid, block, shared, args, count);
    launch(j, &w, kernel);
}

// ---- What is compared -----------------------------------------------------------------------------------------------

static void *read_all(Judge *j, Buffer b)
{
    void *found = judge_array(j, b.bytes);
    judge_read(j, b, found);
    return found;
}

// The comparison of an array with what was expected.
typedef struct {
    char *marks; // (count), for each element: '.' right, 'x' wrong, 'o' wrong and never written
    size_t count;
    size_t width; // columns of a matrix, or 0
    size_t wrong;
    size_t unwritten;
    size_t first; // the first that is wrong
} Compared;

static Compared begin_compare(Judge *j, Buffer b, size_t element, size_t width)
{
    size_t count = b.bytes / element;
    return (Compared){judge_array(j, count + 1), count, width, 0, 0, 0};
}

// Notes whether element i is right. An element that still holds its noise was never written; single bytes are left out, which
// may hold it by chance.
static void mark(const Judge *j, Compared *c, size_t i, bool right, Buffer b, const void *found)
{
    size_t element = b.bytes / c->count;
    bool noise = false;
    for (const Kept *k = j->outputs; k && !right && element > 1; k = k->next)
        noise |= k->buffer.id == b.id &&
                 memcmp(k->data + i * element, (const char *)found + i * element, element) == 0;
    c->marks[i] = right ? '.' : noise ? 'o' : 'x';
    if (!right && !c->wrong++)
        c->first = i;
    c->unwritten += noise;
}

enum { MOST_ROWS = 16, MOST_COLUMNS = 64 };

// Draws which elements are wrong. Where one character stands for several elements, it shows the worst of them.
static void draw(FILE *out, const Compared *c)
{
    size_t width = c->width ? c->width : c->count, height = c->count / width,
           down = (height + MOST_ROWS - 1) / MOST_ROWS,
           across = (width + MOST_COLUMNS - 1) / MOST_COLUMNS;
    if (c->wrong == c->count &&
        (!c->unwritten || c->unwritten == c->count)) { // a picture would add nothing
        fprintf(out, "\n    All %zu elements are wrong%s.", c->count,
                c->unwritten ? ", and never written" : "");
        return;
    }
    fprintf(out, "\n    %zu of %zu elements are wrong (x)", c->wrong, c->count);
    if (c->unwritten)
        fprintf(out, ", of which %zu never written (o)", c->unwritten);
    for (size_t row = 0; row < height; row += down) {
        fprintf(out, "\n    ");
        for (size_t column = 0; column < width; column += across) {
            char worst = '.';
            for (size_t y = row; y < row + down && y < height; y++)
                for (size_t x = column; x < column + across && x < width; x++)
                    worst = c->marks[y * width + x] > worst && worst != 'o'
                                ? c->marks[y * width + x]
                                : worst;
            fputc(worst, out);
        }
    }
    if (across > 1 || down > 1)
        fprintf(out, "\n    (a character is %zu elements%s)", across * down,
                down > 1 ? ", in rows and columns" : "");
}

// Returns which input the run has changed, as a sentence to be freed; NULL if none.
static char *changed_input(Judge *j)
{
    for (const Kept *k = j->inputs; k; k = k->next) {
        const unsigned char *found = read_all(j, k->buffer);
        size_t i = 0;
        while (i < k->buffer.bytes && found[i] == k->data[i])
            i++;
        if (i == k->buffer.bytes)
            continue;
        return k->named.element
                   ? text_format("An input was changed: %s[%zu]. Inputs are to be read only.",
                                 k->named.name, i / k->named.element)
                   : text_format(
                         "An input was changed: byte %zu of %zu. Inputs are to be read only.", i,
                         k->buffer.bytes);
    }
    return NULL;
}

// Returns the remark of the simulator's checks on why results may be random, to be freed; NULL if there is none.
static char *remark(Judge *j)
{
    if (judge_on_gpu(j))
        return NULL;
    Reply r = ask(j, (WireRequest){.op = WIRE_REMARK}, NULL);
    char *text = r.bytes ? text_clean(r.text, r.bytes, 4000) : NULL;
    free(r.text);
    return text;
}

// Returns a failure's text with what may explain a wrong result behind it. Takes `why`.
static char *with_reasons(Judge *j, char *why)
{
    if (exercise.program || exercise.predict || !j->launched)
        return why;
    char *reasons[] = {changed_input(j), remark(j)};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        char *more = reasons[i] ? text_format("%s\n%s", why, reasons[i]) : NULL;
        free(reasons[i]);
        if (more) {
            free(why);
            why = more;
        }
    }
    return why;
}

void judge_fail(Judge *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *why = formatted(format, args);
    va_end(args);
    end_case(j, with_reasons(j, why));
}

// Fails the case. `expected` and `found` are texts for the first wrong element.
_Noreturn static void differ(Judge *j, const char *name, const Compared *c, const char *expected,
                             const char *found)
{
    char *why;
    size_t size;
    FILE *out = text_open(&why, &size);
    if (c->width)
        fprintf(out, "%s[%zu][%zu] ", name, c->first / c->width, c->first % c->width);
    else
        fprintf(out, "%s[%zu] ", name, c->first);
    if (c->marks[c->first] == 'o')
        fprintf(out, "was never written; expected %s.", expected);
    else
        fprintf(out, "is %s; expected %s.", found, expected);
    if (c->count > 1)
        draw(out, c);
    fclose(out);
    end_case(j, with_reasons(j, why));
}

// Writes a byte or an int as text.
static void put_int(char text[32], const unsigned char *at, size_t size)
{
    int n = *at;
    if (size == sizeof n)
        memcpy(&n, at, sizeof n);
    snprintf(text, 32, "%d", n);
}

// Compares elements of `size` bytes.
static void compare(Judge *j, const char *name, Buffer b, const void *want, size_t size,
                    size_t width)
{
    const unsigned char *found = read_all(j, b), *wanted = want;
    Compared c = begin_compare(j, b, size, width);
    for (size_t i = 0; i < c.count; i++)
        mark(j, &c, i, memcmp(found + i * size, wanted + i * size, size) == 0, b, found);
    if (!c.wrong)
        return;
    char expected[32], seen[32];
    put_int(expected, wanted + c.first * size, size);
    put_int(seen, found + c.first * size, size);
    differ(j, name, &c, expected, seen);
}

void judge_equal_ints(Judge *j, const char *name, Buffer b, const int *want, size_t width)
{
    compare(j, name, b, want, sizeof *want, width);
}

void judge_equal_bytes(Judge *j, const char *name, Buffer b, const unsigned char *want,
                       size_t width)
{
    compare(j, name, b, want, sizeof *want, width);
}

void judge_near_floats(Judge *j, const char *name, Buffer b, const double *want, double tolerance,
                       size_t width)
{
    const float *found = read_all(j, b);
    Compared c = begin_compare(j, b, sizeof *found, width);
    for (size_t i = 0; i < c.count; i++)
        mark(j, &c, i, fabs((double)found[i] - want[i]) <= tolerance, b, found);
    if (!c.wrong)
        return;
    char expected[64], seen[32];
    snprintf(expected, sizeof expected, "%.9g, give or take %.2g", want[c.first], tolerance);
    snprintf(seen, sizeof seen, "%.9g", (double)found[c.first]);
    differ(j, name, &c, expected, seen);
}

void judge_answer(Judge *j, int question, double found, double tolerance)
{
    char name[24];
    double answer = 0;
    snprintf(name, sizeof name, "answer%d", question);
    if (!judge_variable(j, name, &answer, sizeof answer))
        fail(j, "Answer %d is missing; the file as given has `__device__ double %s = 0;`", question,
             name);
    if (!(fabs(answer - found) <= tolerance))
        fail(j, "Answer %d is not %.9g.", question, answer);
}

// ---- Counters and speed ---------------------------------------------------------------------------------------------

// Counters are taken in one order, lockstep, that of a profile. Checks change none of them.
bool judge_counts(const Judge *j)
{
    return strcmp(j->device->word, "sim") == 0 && j->place->ask == ASK_ALL &&
           (j->order->mode == WIRE_LOCKSTEP || j->order->mode == WIRE_LOCKSTEP_CHECKED);
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

// Returns a counter, which must not leave out atomics; `otherwise` where nothing is counted.
static double counted(Judge *j, const char *name, double otherwise)
{
    const char *space = strstr(name, "mem_global") ? "global" : "shared",
               *counter = strstr(name, "mem_global") ? GLOBAL_ATOMICS : SHARED_ATOMICS;
    if (strstr(name, "_mem_") && judge_counts(j) && judge_counter(j, counter) > 0)
        fail(j,
             "The results are right, but the kernel uses atomics in %s memory, which are counted "
             "neither as loads nor as stores: do without.",
             space);
    return judge_counts(j) ? judge_counter(j, name) : otherwise;
}

void judge_at_least(Judge *j, const char *name, const char *label, double bound)
{
    double value = counted(j, name, bound);
    if (!(value >= bound))
        fail(j, "The results are right, but %s is %.6g; at least %.6g is wanted.\n    counter: %s",
             label, value, bound, name);
}

void judge_at_most(Judge *j, const char *name, const char *label, double bound)
{
    double value = counted(j, name, bound), meetings = 0;
    if (judge_counts(j) && strstr(name, "[BAR]"))
        value += meetings = judge_counter(j, MEETINGS);
    if (!(value <= bound))
        fail(j, "The results are right, but %s is %.6g; at most %.6g is wanted.\n    counter: %s%s",
             label, value, bound, name, meetings > 0 ? "\n        and " MEETINGS : "");
}

void judge_tiled(Judge *j, double sectors)
{
    static const char name[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    double value = counted(j, name, sectors);
    if (!(value <= sectors))
        fail(j,
             "The results are right, but %.0f sectors are loaded from global memory; at most "
             "%.0f are wanted. A block is to load each element of its tiles once, into shared "
             "memory, where all its threads read it.\n    counter: %s",
             value, sectors, name);
}

void judge_work(Judge *j, double each)
{
    static const char name[] = "smsp__inst_executed.sum";
    double value = judge_counts(j) ? judge_counter(j, name) / j->warps : 0;
    if (value > each)
        fail(j,
             "The results are right, but a warp runs %.0f instructions on average; at most %.0f "
             "are wanted. Work that the task doesn't need improves nothing.\n    counter: %s",
             value, each, name);
}

void judge_moves(Judge *j, double sectors)
{
    static const char loads[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                      stores[] = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
    double value = judge_counts(j) ? judge_counter(j, loads) + judge_counter(j, stores) : 0;
    if (value > sectors)
        fail(j,
             "The results are right, but %.0f sectors are loaded from global memory or stored "
             "there; at most %.0f are wanted. Accesses that the task doesn't need improve "
             "nothing.\n    counter: %s\n        and %s",
             value, sectors, loads, stores);
}

void judge_shared(Judge *j, double longest, double lanes)
{
    if (!judge_counts(j))
        return;
    double most = judge_counter(j, LONGEST_WARP);
    if (most > longest)
        fail(j,
             "The results are right, but one warp runs %.0f instructions; at most %.0f are wanted: "
             "let the threads share the work.",
             most, longest);
    want_lanes(j, judge_counter(j, "smsp__thread_inst_executed_per_inst_executed.ratio"), lanes);
}

void judge_launched(Judge *j, double least)
{
    double launched = counted(j, LAUNCHED_BY_KERNELS, least);
    if (launched < least)
        fail(j,
             "The results are right, but kernels launched %.0f kernels; at least %.0f are wanted.",
             launched, least);
}

int judge_halvings(size_t n)
{
    int count = 0;
    for (; n > 1; n = (n + 1) / 2)
        count++;
    return count;
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
        fail(j, "The results are right, but slow: %s; %.0f %% are wanted.", j->speed,
             exercise.gpu_percent);
}

double judge_occupancy(const char *device, int threads, int registers, size_t shared)
{
    const SimDevice *d = sim_device(device);
    if (!d)
        cannot_work("there is no device %s", device);
    return sim_occupancy(d, threads, registers, shared).occupancy;
}

// ---- A whole program -----------------------------------------------------------------------------------------------

void judge_program(Judge *j, const void *input, size_t bytes, bool may_fail)
{
    const char *end;
    program_free(&j->ran);
    if (j->place->looks) { // a record of a whole program is its input
        record_begin(&j->device->record);
        fwrite(input, 1, bytes, j->device->record.out);
    }
    j->ran = program_run(j->place, input, bytes, may_fail);
    if (j->ran.why)
        end_case(j, text_format("%s", j->ran.why));
    const Call *left = j->place->ask >= ASK_CLEAN ? program_unpaired(&j->ran, &end) : NULL;
    if (left)
        judge_fail_at(j, left, "What %s makes is never given back: %s.", left->name, end);
}

const float *judge_answered(Judge *j, size_t n)
{
    if (!j->ran.answer)
        fail(j, "The program hands nothing in.");
    if (j->ran.answer_bytes != n * sizeof(float))
        fail(j, "The program hands in %zu numbers; %zu are wanted.",
             j->ran.answer_bytes / sizeof(float), n);
    return (const float *)(const void *)j->ran.answer;
}

void judge_near_answer(Judge *j, const char *name, const double *want, size_t n, double tolerance)
{
    const float *found = judge_answered(j, n);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(found[i] - want[i]) <= tolerance))
            fail(j, "%s[%zu] is %.9g; %.9g is right.", name, i, found[i], want[i]);
}

const Call *judge_call(Judge *j, const char *name, size_t i)
{
    for (size_t k = 0; k < j->ran.call_count; k++)
        if ((!name || strcmp(j->ran.calls[k].name, name) == 0) && i-- == 0)
            return &j->ran.calls[k];
    return NULL;
}

size_t judge_calls(Judge *j, const char *name)
{
    size_t count = 0;
    while (judge_call(j, name, count))
        count++;
    return count;
}

uint64_t judge_told(const Call *c, const char *key, int part)
{
    size_t length = strlen(key);
    for (const char *at = c->told; at; at = strchr(at, ' '), at += at != NULL)
        if (strncmp(at, key, length) == 0 && at[length] == '=') {
            const char *value = at + length + 1;
            for (; part && (value = strchr(value, ',')); part--)
                value++;
            return value ? strtoull(value, NULL, 0) : 0;
        }
    return 0;
}

int judge_direction(const Call *c)
{
    uint64_t engine = judge_told(c, "engine", 0), kind = judge_told(c, "kind", 0);
    uint64_t way = engine ? engine : kind; // the engine that copied knows what the word left open
    return strncmp(c->name, "cudaMemcpy", 10) == 0 && (way == 1 || way == 2) ? (int)way : 0;
}

// Tells whether the host knows after a call that what ends at `end` has ended.
static bool knows(const Call *c, uint64_t end)
{
    bool asks = strcmp(c->name, "cudaStreamQuery") == 0 || strcmp(c->name, "cudaEventQuery") == 0;
    return judge_told(c, "host", 0) >= end || (asks && !judge_told(c, "error", 0));
}

const Call *judge_not_awaited(Judge *j)
{
    const Call *c, *later;
    for (size_t i = 0; (c = judge_call(j, NULL, i)); i++) {
        uint64_t end = judge_told(c, "end", 0);
        bool known = judge_direction(c) != 2 || knows(c, end);
        for (size_t k = i + 1; !known && (later = judge_call(j, NULL, k)); k++)
            known = strncmp(later->name, "cudaFree", 8) != 0 && knows(later, end);
        if (!known)
            return c;
    }
    return NULL;
}

void judge_fail_at(Judge *j, const Call *c, const char *format, ...)
{
    char *place = program_place(j->place, c);
    va_list args;
    if (j->place->ask == ASK_RIGHT) {
        free(place);
        return;
    }
    va_start(args, format);
    char *said = formatted(format, args);
    va_end(args);
    char *why = text_format("%s\n    %s", said, place);
    free(said);
    free(place);
    end_case(j, why);
}

// ---- A run ----------------------------------------------------------------------------------------------------------

static void free_kept(Kept *list)
{
    for (Kept *k; (k = list); free(k))
        list = k->next;
}

static void free_all(Judge *j)
{
    for (Array *a; (a = j->arrays); free(a))
        j->arrays = a->next;
    free_kept(j->inputs);
    free_kept(j->outputs);
    program_free(&j->ran);
}

// Returns the first lines that the run's kernels have printed, and how many more there are; NULL if they have printed nothing.
static char *take_printed(Judge *j)
{
    if (exercise.program && j->place->looks && j->ran.printed && *j->ran.printed)
        return text_format("%s", j->ran.printed);
    if (!j->place->looks || !j->device->process.pid)
        return NULL;
    Reply r = device_ask(j->device, j->place, (WireRequest){.op = WIRE_PRINTED}, NULL);
    char *text =
        r.status == WIRE_OK && r.bytes ? text_printed(r.text, r.bytes, r.extra, r.value) : NULL;
    free(r.text);
    return text;
}

static void run_all(void *judge)
{
    Judge *j = judge;
    const Case *c = j->c;
    if (exercise.program) {
        exercise.run(j, c);
        return;
    }
    if (!j->device->process.pid)
        device_start(j->device, j->place);
    WireBegin begin = {.mode = j->order->mode,
                       .seconds = (uint32_t)j->place->seconds,
                       .seed = judge_random(j),
                       .instructions = j->place->instructions,
                       .lines = j->place->looks ? PRINTED_LINES : 0};
    tell(j, (WireRequest){.op = WIRE_BEGIN, .bytes = sizeof begin}, &begin);
    exercise.run(j, c);
    j->kernel = NULL;
    char *changed = changed_input(j);
    if (changed)
        end_case(j, changed);
    want_lanes(j, j->lanes, FEWEST_LANES);
    if (j->share > LARGEST_SHARE)
        fail(j,
             "The results are right, but one warp runs %.0f %% of all instructions: let the "
             "threads share the work.",
             100 * j->share);
    Reply end = ask(j, (WireRequest){.op = WIRE_END}, NULL);
    if (end.bytes == sizeof j->used)
        memcpy(&j->used, end.text, sizeof j->used);
    free(end.text);
}

Outcome case_run(Device *d, const Place *p, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index)
{
    Judge j = {.c = c, .device = d, .place = p, .order = order, .lanes = 32};
    j.random = seed;
    j.random = next_random(&j.random) ^ (uint64_t)index << 8 ^ (uint64_t)order_index;
    attempt(run_all, &j);
    Outcome o = {j.why, j.speed, take_printed(&j), j.used};
    free_all(&j);
    return o;
}
