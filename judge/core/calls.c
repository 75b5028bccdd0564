// calls.c: the functions of judge.h for a whole program: its answer, and what is told of its calls.

#include "case.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- A whole program -----------------------------------------------------------------------------------------------

void ran_free(Ran *r)
{
    free(r->why);
    free(r->printed);
    free(r->answer);
    free(r->calls);
    free(r->tape);
    *r = (Ran){.why = NULL};
}

const float *judge_answered(Judge *j, size_t n)
{
    if (!j->ran.answer_bytes && n)
        case_fail(j, "The program hands nothing in.");
    if (j->ran.answer_bytes != n * sizeof(float))
        case_fail(j, "The program hands in %zu numbers; the task asks for %zu.",
                  j->ran.answer_bytes / sizeof(float), n);
    return (const float *)(const void *)j->ran.answer;
}

void judge_near_answer(Judge *j, const char *name, const double *want, size_t n, double tolerance)
{
    const float *found = judge_answered(j, n);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(found[i] - want[i]) <= tolerance))
            case_fail(j, "%s[%zu] is %.9g; expected %.9g.", name, i, found[i], want[i]);
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
    for (const Call *c = NULL; (c = judge_next_call(j, name, c));)
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

// Returns a call that made something which was never given back, and sets *end to the call that would give it back; NULL if there is none.
static const Call *find_unpaired(const Ran *r, const char **end)
{
    static const struct {
        const char *begin, *end, *begin_key, *end_key;
    } PAIRS[] = {{"cudaMalloc", "cudaFree", "to", "from"},
                 {"cudaMallocManaged", "cudaFree", "to", "from"},
                 {"cudaMallocHost", "cudaFreeHost", "to", "from"},
                 {"cudaHostAlloc", "cudaFreeHost", "to", "from"},
                 {"cudaStreamCreate", "cudaStreamDestroy", "stream", "stream"},
                 {"cudaStreamCreateWithFlags", "cudaStreamDestroy", "stream", "stream"},
                 {"cudaEventCreate", "cudaEventDestroy", "event", "event"},
                 {"cudaEventCreateWithFlags", "cudaEventDestroy", "event", "event"}};
    for (size_t i = 0; i < r->call_count; i++)
        for (size_t k = 0; k < sizeof PAIRS / sizeof *PAIRS; k++) {
            const Call *c = &r->calls[i];
            uint64_t made = judge_told(c, PAIRS[k].begin_key, 0);
            if (strcmp(c->name, PAIRS[k].begin) != 0 || judge_told(c, "error", 0) || !made)
                continue;
            size_t l = i + 1;
            while (l < r->call_count && (strcmp(r->calls[l].name, PAIRS[k].end) != 0 ||
                                         judge_told(&r->calls[l], PAIRS[k].end_key, 0) != made))
                l++;
            if (l < r->call_count)
                continue;
            *end = PAIRS[k].end;
            return c;
        }
    return NULL;
}

static double extent(const Call *c, const char *key)
{
    return (double)judge_told(c, key, 0) * (double)judge_told(c, key, 1) *
           (double)judge_told(c, key, 2);
}

// Notes how far the threads of the program's launches share their work, as for a launch that the judge makes.
static void note_launches(Judge *j)
{
    for (const Call *c = NULL; judge_counts(j) && (c = judge_next_call(j, NULL, c));) {
        double total = (double)judge_told(c, "warps", 0);
        if (total > 0)
            note_sharing(j, extent(c, "grid"), extent(c, "block"), total,
                         (double)judge_told(c, "lanes", 0) / total,
                         (double)judge_told(c, "longest", 0));
    }
}

void judge_program(Judge *j, const void *input, size_t bytes, bool may_fail)
{
    const char *end;
    ran_free(&j->ran);
    if (j->terms->looks) { // a record of a whole program is its input
        record_begin(&j->device->record);
        j->device->record.launches = 1;
        fwrite(input, 1, bytes, j->device->record.out);
    }
    case_has_time(j);
    j->ran = j->terms->host->run_program(j->terms, input, bytes, may_fail);
    if (j->ran.why)
        case_end(j, text_make("%s", j->ran.why));
    const Call *left = j->terms->ask >= ASK_CLEAN ? find_unpaired(&j->ran, &end) : NULL;
    if (left)
        judge_fail_at(j, left, "What %s creates is never released: %s is missing.", left->name,
                      end);
    note_launches(j);
}

int judge_direction(const Call *c)
{
    uint64_t engine = judge_told(c, "engine", 0), kind = judge_told(c, "kind", 0);
    uint64_t way = engine ? engine : kind; // the engine that copied knows what the word left open
    return strncmp(c->name, "cudaMemcpy", 10) == 0 && (way == 1 || way == 2) ? (int)way : 0;
}

const Call *judge_next_call(Judge *j, const char *name, const Call *after)
{
    const Call *end = j->ran.calls + j->ran.call_count;
    for (const Call *c = after ? after + 1 : j->ran.calls; c < end; c++)
        if (!name || strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

// ---- What the device has done ------------------------------------------------------------------------------------------

// The floats that all copies of one direction have moved, in the order of their bits.
typedef struct {
    uint32_t *bits; // (count)
    size_t count;
} Moved;

static int by_bits(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static Moved sorted(Judge *j, const void *floats, size_t count)
{
    Moved m = {judge_array(j, (count + 1) * sizeof *m.bits), count};
    if (count)
        memcpy(m.bits, floats, count * sizeof *m.bits);
    qsort(m.bits, count, sizeof *m.bits, by_bits);
    return m;
}

static Moved moved(Judge *j, int direction)
{
    size_t bytes = 0;
    for (const Call *c = NULL; (c = judge_next_call(j, NULL, c));)
        bytes += judge_direction(c) == direction ? c->size : 0;
    unsigned char *all = judge_array(j, bytes + 1), *at = all;
    for (const Call *c = NULL; (c = judge_next_call(j, NULL, c));)
        if (judge_direction(c) == direction && c->size) {
            memcpy(at, c->moved, c->size);
            at += c->size;
        }
    return sorted(j, all, bytes / sizeof(uint32_t));
}

static double value_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

void judge_worked(Judge *j, const float *input, size_t n)
{
    size_t launches = 0;
    for (const Call *c = NULL; (c = judge_next_call(j, "cudaLaunchKernel", c));)
        launches += !judge_told(c, "error", 0);
    if (n && !launches)
        case_fail(j, "The result is right, but no kernel was launched.");
    Moved sent = moved(j, 1), wanted = sorted(j, input, n);
    if (sent.count < n)
        case_fail(j,
                  "The result is right, but only %zu of %zu bytes are copied to the device, so the "
                  "device can't have worked on all of them.",
                  sent.count * sizeof *input, n * sizeof *input);
    for (size_t i = 0; i < n; i++)
        if (sent.bits[i] != wanted.bits[i])
            case_fail(j,
                      "The result is right, but a copy to the device has %.9g, which is not among "
                      "the numbers that were given, or was copied before.",
                      value_of(sent.bits[i]));
    if (sent.count > n)
        case_fail(
            j,
            "The result is right, but more is copied to the device than needed: %zu bytes are enough.",
            n * sizeof *input);
}

bool judge_brought_back(Judge *j, float value)
{
    Moved back = moved(j, 2);
    return bsearch(&value, back.bits, back.count, sizeof *back.bits, by_bits);
}

void judge_came_back(Judge *j, const char *name, size_t n)
{
    const float *answer = judge_answered(j, n);
    Moved back = moved(j, 2);
    for (size_t i = 0; i < n; i++)
        if (!bsearch(&answer[i], back.bits, back.count, sizeof *back.bits, by_bits))
            case_fail(j,
                      "%s[%zu] is %.9g, and no copy brought this number back from the device: "
                      "the host put it there itself.",
                      name, i, answer[i]);
}

const Call *judge_not_awaited(Judge *j)
{
    const Call *found = NULL;
    uint64_t known = 0; // the host knows of all that has ended by then, after the calls from c on
    for (const Call *c = j->ran.calls + j->ran.call_count; c-- > j->ran.calls;) {
        bool asks =
            strcmp(c->name, "cudaStreamQuery") == 0 || strcmp(c->name, "cudaEventQuery") == 0;
        uint64_t host = asks && !judge_told(c, "error", 0) ? UINT64_MAX : judge_told(c, "host", 0);
        if (strncmp(c->name, "cudaFree", 8) != 0 && host > known)
            known = host;
        if (judge_direction(c) == 2 && judge_told(c, "end", 0) > known)
            found = c;
    }
    return found;
}

// Returns the source line of a call, "at mine.cu:31", to be freed.
static char *place_of(const Judge *j, const Call *c)
{
    const char *at = strstr(c->told, " at=");
    int line = 0;
    if (!at || !(at = strstr(at, "exercise.cu:")) || sscanf(at, "exercise.cu:%d", &line) != 1)
        return text_make("somewhere");
    return text_make("at %s:%d", j->terms->file, line);
}

void judge_fail_at(Judge *j, const Call *c, const char *format, ...)
{
    char *place = place_of(j, c);
    va_list args;
    if (j->terms->ask == ASK_RIGHT) {
        free(place);
        return;
    }
    va_start(args, format);
    char *said = text_make_list(format, args);
    va_end(args);
    char *why = text_make("%s\n    %s", said, place);
    free(said);
    free(place);
    case_end(j, why);
}
