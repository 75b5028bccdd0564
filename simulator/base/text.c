// text.c: an arena, and a formatter. The pieces of an arena live exactly as long as their module. The core has its own
// formatter because it uses no stdio.

#include "base/base.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// A chunk is one malloc; pieces are taken from its front.
struct ArenaChunk {
    ArenaChunk *next;
    size_t used, size;
    _Alignas(16) u8 bytes[];
};

void *arena_alloc(Arena *a, size_t size)
{
    size = round_up(size, 16);
    ArenaChunk *c = a->chunks;
    if (!c || c->size - c->used < size) {
        size_t room = size > 65536 ? size : 65536;
        c = calloc(1, sizeof *c + room);
        if (!c)
            return NULL;
        c->size = room;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = c->bytes + c->used;
    c->used += size;
    return p;
}

char *arena_string(Arena *a, const char *s, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    if (copy)
        memcpy(copy, s, length);
    return copy;
}

void arena_free(Arena *a)
{
    while (a->chunks) {
        ArenaChunk *next = a->chunks->next;
        free(a->chunks);
        a->chunks = next;
    }
}

// Adds an item. A full array is copied to one of double size. The old copy stays in the arena until the end, which at most
// doubles the memory that is used.
void *arena_push(Arena *a, void *items, int *count, int *capacity, size_t size)
{
    u8 **array = items;
    if (*count == *capacity) {
        int more = *capacity ? *capacity * 2 : 16;
        u8 *grown = arena_alloc(a, (size_t)more * size);
        if (!grown)
            return NULL;
        if (*count)
            memcpy(grown, *array, (size_t)*count * size);
        *array = grown;
        *capacity = more;
    }
    return *array + (size_t)(*count)++ * size;
}

bool array_grow(void *items, size_t count, size_t *capacity, size_t size)
{
    void **array = items;
    if (count < *capacity)
        return true;
    size_t more = *capacity ? *capacity * 2 : 64;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = more;
    return true;
}

static char *put_number(char *out, const char *end, u64 n, unsigned base)
{
    char digits[24];
    int count = 0;
    do {
        digits[count++] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n);
    while (count && out < end)
        *out++ = digits[--count];
    return out;
}

static void format_list(char *out, size_t size, const char *format, va_list args)
{
    if (size == 0)
        return;
    const char *end = out + size - 1;
    for (const char *f = format; *f && out < end; f++) {
        if (*f != '%') {
            *out++ = *f;
            continue;
        }
        f++;
        if (*f == 's') {
            for (const char *s = va_arg(args, const char *); *s && out < end; s++)
                *out++ = *s;
        } else if (*f == 'd' || *f == 'l') {
            i64 n = *f == 'd' ? va_arg(args, int) : va_arg(args, i64);
            if (n < 0)
                *out++ = '-';
            out = put_number(out, end, n < 0 ? 0 - (u64)n : (u64)n, 10);
        } else if (*f == 'u') {
            out = put_number(out, end, va_arg(args, u32), 10);
        } else if (*f == 'x') {
            out = put_number(out, end, va_arg(args, u64), 16);
        } else if (*f == 'c') {
            *out++ = (char)va_arg(args, int);
        } else {
            *out++ = '%';
        }
    }
    *out = 0;
}

void text_format(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    format_list(out, size, format, args);
    va_end(args);
}

void text_append(char *out, size_t size, const char *format, ...)
{
    size_t used = strlen(out);
    va_list args;
    va_start(args, format);
    format_list(out + used, size - used, format, args);
    va_end(args);
}

bool error_set(SimError *err, SimStatus status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    format_list(err->text, sizeof err->text, format, args);
    va_end(args);
    err->status = status;
    return false;
}
