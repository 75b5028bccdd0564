// print.c: printf in kernels: makes text from a format and a kernel's arguments.
//
// A kernel's printf passes the format and a buffer with the arguments, in the form of the C calling convention for variable
// arguments: each promoted argument at its natural alignment, 4 or 8 bytes. We read the format, and let the host's printf
// convert one argument at a time.
//
// A GPU's printf knows the lengths h, l and ll, and '*' as a width alone. After any other, as %zu, %hhd and %.*f, it prints nonsense
// (seen on an H200). Here they work, and the runtime says at the end of the program that they do not on a GPU.

#include "host/host.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void printed_put(Printed *to, const char *text, size_t size)
{
    if (to->room - to->used < size) {
        size_t room = 2 * (to->used + size);
        char *more = realloc(to->text, room);
        if (!more)
            return; // a GPU also drops what does not fit into its buffer
        to->text = more;
        to->room = room;
    }
    if (size) // else there may be no text yet
        memcpy(to->text + to->used, text, size);
    to->used += size;
}

__attribute__((format(printf, 2, 3))) static void put_formatted(Printed *to, const char *format,
                                                                ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0)
        return;
    printed_put(to, text, (size_t)n);
    free(text);
}

// The arguments not yet taken.
typedef struct {
    const unsigned char *start;
    size_t at;
    int taken;
    Printed *to;
    const SimLaunch *launch; // the launch whose kernel prints; NULL: it has no memory
} Args;

static uint64_t take_bits(Args *a, size_t width)
{
    uint64_t value = 0;
    a->at = (a->at + width - 1) / width * width;
    memcpy(&value, a->start + a->at, width); // little-endian, as the device's memory is
    a->at += width;
    a->taken++;
    return value;
}

// Prints the text at a device address. It ends at a 0 or with its allocation; in a thread's own array it must end in 0.
static void put_string(const Args *args, const char *spec, uint64_t address)
{
    const SimLaunch *l = args->launch;
    const SimAlloc *a = l && address ? sim_nearest(l->memory, address) : NULL;
    if (!a || !a->live || address < a->base || address - a->base >= a->size) {
        const char *own = l && address ? sim_print_text(l, address) : NULL;
        put_formatted(args->to, spec, own ? own : address ? "(bad address)" : "(null)");
        return;
    }
    const char *text = (const char *)a->host + (address - a->base);
    char *copy = strndup(text, a->size - (address - a->base));
    if (copy)
        put_formatted(args->to, spec, copy);
    free(copy);
}

enum { LONGEST = 96 }; // conversion for the host's printf; the end of a longer one is cut

// Prints one argument. spec: "%", flags, width and precision, with values in place of stars. `modifier` has the 0 to 2 letters of
// length before the conversion.
static void print_argument(const char *spec, const char *modifier, char conversion, Args *a)
{
    const bool integer = strchr("diuoxX", conversion) != NULL;
    char whole[LONGEST];
    snprintf(whole, sizeof whole, "%s%s%c", spec, integer ? "ll" : "", conversion);
    bool wide = strpbrk(modifier, "ljzt") != NULL;
    size_t width = wide ? 8 : 4; // of an integer as it was passed
    int bytes = wide ? 8 : strcmp(modifier, "hh") == 0 ? 1 : strcmp(modifier, "h") == 0 ? 2 : 4;
    switch (conversion) {
    case 'd':
    case 'i':
        put_formatted(a->to, whole, (long long)sign_extend(take_bits(a, width), bytes));
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_formatted(a->to, whole,
                      (unsigned long long)(take_bits(a, width) & UINT64_MAX >> (64 - 8 * bytes)));
        break;
    case 'c': put_formatted(a->to, whole, (int)take_bits(a, 4)); break;
    case 'p': put_formatted(a->to, whole, (void *)(uintptr_t)take_bits(a, 8)); break;
    case 's': put_string(a, whole, take_bits(a, 8)); break;
    default: put_formatted(a->to, whole, f64_of(take_bits(a, 8))); // a A e E f F g G
    }
}

// Takes the value of a star. Nobody needs a wider field, and to make one would take the host long.
static int take_star(Args *a)
{
    enum { WIDEST = 1 << 16 };
    int width = (int)take_bits(a, 4);
    return width > WIDEST ? WIDEST : width < -WIDEST ? -WIDEST : width;
}

// Prints the conversion that a '%' begins, or the text unchanged if it is none. Returns what follows it.
static const char *print_directive(const char *format, Args *a)
{
    const char *p = format + 1;
    char spec[LONGEST - 7] = "%"; // there is room for a modifier and the conversion
    for (; *p && strchr("-+ #0123456789.*", *p); p++)
        TEXT_APPEND(spec, *p == '*' ? "%d" : "%c", *p == '*' ? take_star(a) : *p);
    const char *star = p[-1] == '*' && memchr(format, '.', (size_t)(p - format)) ? ".*" : "";
    char modifier[3] = "";
    for (size_t i = 0; i < 2 && *p && strchr("hljzt", *p); p++, i++)
        modifier[i] = *p, modifier[i + 1] = '\0';
    bool known = !*star && !strpbrk(modifier, "jzt") && strcmp(modifier, "hh") != 0;
    if (!known && !*a->to->unknown)
        snprintf(a->to->unknown, sizeof a->to->unknown, "%%%s%s%c", star, modifier, *p);
    if (*p == '%')
        printed_put(a->to, "%", 1);
    else if (*p && strchr("diuoxXcpsaAeEfFgG", *p))
        print_argument(spec, modifier, *p, a);
    else
        printed_put(a->to, format, (size_t)(p - format) + (*p != '\0'));
    return *p ? p + 1 : p;
}

int printed_add(Printed *to, const SimLaunch *l, const char *format, const unsigned char *args)
{
    Args a = {args, 0, 0, to, l};
    while (*format) {
        size_t plain = strcspn(format, "%");
        printed_put(to, format, plain);
        format += plain;
        if (*format)
            format = print_directive(format, &a);
    }
    return a.taken;
}
