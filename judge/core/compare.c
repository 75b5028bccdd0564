// compare.c: compares what the device has computed with what was expected, and shows the difference.

#include "case.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

static void mark(Compared *c, size_t i, bool right)
{
    c->marks[i] = right ? '.' : 'x';
    if (!right && !c->wrong++)
        c->first = i;
}

// Tells which bytes of an output nobody has written, one number each, by the checks; NULL if they do not know.
static const char *unwritten_by_checks(Judge *j, Buffer b)
{
    if (judge_on_gpu(j))
        return NULL;
    Reply r = case_ask(j, (WireRequest){.op = WIRE_UNWRITTEN, .b = b.address, .c = b.bytes}, NULL);
    char *map = r.bytes == b.bytes ? judge_array(j, b.bytes) : NULL;
    if (map)
        memcpy(map, r.text, b.bytes);
    free(r.text);
    return map;
}

// Marks the wrong elements of an output that were never written. Without checks these are the ones that still hold their noise; single
// bytes may hold it by chance.
static void mark_unwritten(Judge *j, Compared *c, Buffer b, const void *found)
{
    const Kept *k = j->outputs;
    while (k && k->buffer.id != b.id)
        k = k->next;
    if (!k)
        return;
    const char *map = unwritten_by_checks(j, b);
    size_t element = b.bytes / c->count;
    for (size_t i = 0; i < c->count; i++) {
        bool noise = map ? !memchr(map + i * element, 0, element)
                         : element > 1 && memcmp(k->data + i * element,
                                                 (const char *)found + i * element, element) == 0;
        if (c->marks[i] == 'x' && noise) {
            c->marks[i] = 'o';
            c->unwritten++;
        }
    }
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
                c->unwritten ? ": none was ever written" : "");
        return;
    }
    fprintf(out, "\n    %zu of %zu elements are wrong (x)", c->wrong, c->count);
    if (c->unwritten)
        fprintf(out, ", and %zu of those were never written (o)", c->unwritten);
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
        fprintf(out, "\n    (each character stands for %zu elements%s)", across * down,
                down > 1 ? ", in rows and columns" : "");
}

char *changed_input(Judge *j)
{
    for (const Kept *k = j->inputs; k; k = k->next) {
        const unsigned char *found = read_all(j, k->buffer);
        size_t i = 0;
        while (i < k->buffer.bytes && found[i] == k->data[i])
            i++;
        if (i == k->buffer.bytes)
            continue;
        return k->named.element
                   ? text_make("An input was changed: %s[%zu]. Inputs are read-only.",
                               k->named.name, i / k->named.element)
                   : text_make("An input was changed: byte %zu of %zu. Inputs are read-only.", i,
                               k->buffer.bytes);
    }
    return NULL;
}

// Returns a failure's text with what may explain a wrong result behind it. Takes `why`.
static char *with_reasons(Judge *j, char *why)
{
    if (j->terms->exercise->program || j->terms->exercise->predict || !j->launched)
        return why;
    char *reasons[] = {changed_input(j), case_remark(j, WIRE_NOISE)};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        char *more = reasons[i] ? text_make("%s\n%s", why, reasons[i]) : NULL;
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
    char *why = text_make_list(format, args);
    va_end(args);
    case_end(j, with_reasons(j, why));
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
    case_end(j, with_reasons(j, why));
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
        mark(&c, i, memcmp(found + i * size, wanted + i * size, size) == 0);
    if (!c.wrong)
        return;
    mark_unwritten(j, &c, b, found);
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
        mark(&c, i, fabs((double)found[i] - want[i]) <= tolerance);
    if (!c.wrong)
        return;
    mark_unwritten(j, &c, b, found);
    char expected[64], seen[32];
    if (tolerance > 0)
        snprintf(expected, sizeof expected, "%.9g, give or take %.2g", want[c.first], tolerance);
    else
        snprintf(expected, sizeof expected, "%.9g", want[c.first]);
    snprintf(seen, sizeof seen, "%.9g", (double)found[c.first]);
    differ(j, name, &c, expected, seen);
}

void judge_answer(Judge *j, int question, double found, double tolerance)
{
    char name[24];
    double answer = 0;
    snprintf(name, sizeof name, "answer%d", question);
    if (!judge_variable(j, name, &answer, sizeof answer))
        case_fail(j, "Answer %d is missing; the file as given has `__device__ double %s = 0;`",
                  question, name);
    if (!(fabs(answer - found) <= tolerance))
        case_fail(j, "Answer %d is not %.9g.", question, answer);
}
