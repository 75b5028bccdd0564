// inputs.c: what a case gives to the device: random numbers, buffers, variables.

#include "case.h"

#include <stdlib.h>
#include <string.h>

// ---- Random inputs --------------------------------------------------------------------------------------------------

// Returns the next number of splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

uint64_t judge_random(Judge *j)
{
    return random_next(&j->random);
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
    Reply r = case_tell(j, (WireRequest){.op = WIRE_ALLOC, .b = bytes}, NULL);
    return (Buffer){r.value, bytes, ++j->buffers};
}

static void put(Judge *j, uint64_t address, const void *data, size_t bytes, bool counts)
{
    if (bytes)
        case_tell(j, (WireRequest){.op = WIRE_WRITE, .a = counts, .b = address, .bytes = bytes},
                  data);
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
    Reply r = case_ask(j, (WireRequest){.op = WIRE_READ, .b = b.address, .c = b.bytes}, NULL);
    if (r.bytes == b.bytes)
        memcpy(to, r.text, b.bytes);
    free(r.text);
    if (r.bytes != b.bytes)
        case_fail(j, "The device's memory can't be read.");
}

static Reply find_variable(Judge *j, const char *name)
{
    return case_tell(j, (WireRequest){.op = WIRE_VARIABLE, .bytes = strlen(name)}, name);
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
        case_fail(j, "There is no variable %s of %zu bytes: keep the one that was given.", name,
                  bytes);
    put(j, r.value, from, bytes, true);
}
