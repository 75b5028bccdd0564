// support.c: how the lowering stops, its memory, its tables of names, and text that grows.
//
// Memory comes from the host's arena. If there is none left, the lowering stops as for any other error, so that callers of
// `make` need not check its result.

#include "lab/compiler/ir/ir.h"

#include <string.h>

enum { MESSAGE = 1024 };

_Noreturn void stop_with(const Module *m, const char *message)
{
    m->host->stop(m->host->context, message);
    for (;;) // `stop` must not return
        ;
}

// Formats %s, %d, %l and %x into memory of the arena, as much as the text needs.
char *sprint_list(Module *m, const char *format, va_list args)
{
    size_t room = strlen(format) + 1;
    va_list measured;
    va_copy(measured, args);
    for (const char *f = format; (f = strchr(f, '%')); f += 2)
        if (f[1] == '%')
            continue;
        else if (f[1] == 's')
            room += strlen(va_arg(measured, const char *));
        else if (f[1] == 'd') {
            (void)va_arg(measured, int);
            room += 12;
        } else {
            (void)va_arg(measured, u64);
            room += 24;
        }
    va_end(measured);
    char *text = make(m, room);
    size_t used = 0;
    for (; *format; format++) {
        if (*format != '%') {
            text[used++] = *format;
            continue;
        }
        format++;
        char piece[32];
        const char *s = piece;
        if (*format == 's')
            s = va_arg(args, const char *);
        else if (*format == '%')
            s = "%";
        else if (*format == 'd')
            text_format(piece, sizeof piece, "%d", va_arg(args, int));
        else
            text_format(piece, sizeof piece, *format == 'x' ? "%x" : "%l", va_arg(args, u64));
        size_t length = strlen(s);
        memcpy(text + used, s, length + 1);
        used += length;
    }
    return text;
}

const char *sprint(Module *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = sprint_list(m, format, args);
    va_end(args);
    return text;
}

_Noreturn void fail(Module *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = sprint_list(m, format, args);
    va_end(args);
    stop_with(m, sprint(m, "IR line %d: %s", m->x.token.line, text));
}

void *make(Module *m, size_t size)
{
    void *p = arena_alloc(m->arena, size);
    if (!p)
        stop_with(m, "The compiler has no memory left.");
    return p;
}

char *make_string(Module *m, const char *s, size_t length)
{
    char *copy = make(m, length + 1);
    memcpy(copy, s, length);
    return copy;
}

void *push(Module *m, void *items, int *count, int *capacity, size_t size)
{
    void *p = arena_push(m->arena, items, count, capacity, size);
    if (!p)
        stop_with(m, "The compiler has no memory left.");
    return p;
}

// ---- Tables of names: open addressing, doubled when half full ------------------------------------------------------------------

typedef struct {
    const char *name;
    int length;
    void *what;
} Slot;

struct Names {
    Slot *slots;
    int count, room; // room is a power of two
};

Names *names_new(Module *m)
{
    Names *t = make(m, sizeof *t);
    t->room = 16;
    t->slots = make(m, (size_t)t->room * sizeof *t->slots);
    return t;
}

static Slot *find_slot(const Names *t, const char *name, int length)
{
    u32 hash = 2166136261u;
    for (int i = 0; i < length; i++)
        hash = (hash ^ (u8)name[i]) * 16777619u;
    for (u32 i = hash;; i++) {
        Slot *s = &t->slots[i & (u32)(t->room - 1)];
        if (!s->name || (s->length == length && memcmp(s->name, name, (size_t)length) == 0))
            return s;
    }
}

void **names_at(Module *m, Names *t, const char *name, int length)
{
    if (2 * t->count >= t->room) {
        Names grown = {.slots = make(m, 2 * (size_t)t->room * sizeof *t->slots),
                       .room = 2 * t->room};
        for (int i = 0; i < t->room; i++)
            if (t->slots[i].name)
                *find_slot(&grown, t->slots[i].name, t->slots[i].length) = t->slots[i];
        grown.count = t->count;
        *t = grown;
    }
    Slot *s = find_slot(t, name, length);
    if (!s->name) {
        s->name = make_string(m, name, (size_t)length);
        s->length = length;
        t->count++;
    }
    return &s->what;
}

// ---- Text that grows -------------------------------------------------------------------------------------------------

void ptx_put(Module *m, PtxText *t, const char *s, size_t length)
{
    if (t->length + length + 1 > t->room) {
        size_t room = 2 * t->room > t->length + length + 1 ? 2 * t->room : t->length + length + 256;
        char *grown = make(m, room);
        if (t->length)
            memcpy(grown, t->bytes, t->length);
        t->bytes = grown;
        t->room = room;
    }
    memcpy(t->bytes + t->length, s, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

void ptx_list(Module *m, PtxText *t, const char *format, va_list args)
{
    const char *text = sprint_list(m, format, args);
    ptx_put(m, t, text, strlen(text));
}

void ptx_print(Module *m, PtxText *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ptx_list(m, t, format, args);
    va_end(args);
}
