// bundle.c: takes a lab's bundle apart, and puts one together (see bundle.h).

#include "bundle.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

// ---- Reading ---------------------------------------------------------------------------------------------------------

static bool is_number(Span word)
{
    for (int i = 0; i < word.length; i++)
        if (!is_digit(word.at[i]))
            return false;
    return word.length > 0;
}

bool bundle_next(Span *bundle, Span *head, Span *bytes)
{
    const char *end = bundle->at + bundle->length;
    const char *newline = memchr(bundle->at, '\n', (size_t)bundle->length), *last = newline;
    while (last && last > bundle->at && last[-1] != ' ')
        last--;
    Span digits = {last, (int)(newline - last)};
    if (!newline || !is_number(digits) || span_number(digits) > end - newline - 1)
        return false;
    *head = span_trim((Span){bundle->at, (int)(last - bundle->at)});
    *bytes = (Span){newline + 1, (int)span_number(digits)};
    const char *rest = newline + 1 + bytes->length;
    rest += rest < end && *rest == '\n';
    *bundle = (Span){rest, (int)(end - rest)};
    return true;
}

void bundle_read(Bundle *out, Span bundle)
{
    *out = (Bundle){.spec = {"", 0}, .ptx = {"", 0}};
    for (Span head, bytes; bundle_next(&bundle, &head, &bytes);) {
        Span kind = span_word(&head);
        if (span_is(kind, "spec")) {
            out->spec = bytes;
        } else if (span_is(kind, "ptx")) {
            out->ptx = bytes;
        } else if (span_is(kind, "kernel") && out->kernel_count < BUNDLE_KERNELS) {
            int i = out->kernel_count++;
            out->kernels[i].mangled = span_word(&head);
            out->kernels[i].name = bytes;
        } else if (span_is(kind, "assembled") && out->assembled_count < BUNDLE_ASSEMBLED) {
            int i = out->assembled_count++;
            out->assembled[i].kernel = span_word(&head);
            out->assembled[i].arch = span_number(span_word(&head));
            out->assembled[i].registers = span_number(span_word(&head));
            out->assembled[i].lines = bytes;
        } else if (span_is(kind, "source") && out->source_count < BUNDLE_SOURCES) {
            int i = out->source_count++;
            out->sources[i].file = span_word(&head);
            out->sources[i].line = span_number(span_word(&head));
            out->sources[i].text = bytes;
        } else if (span_is(kind, "given") && out->given_count < BUNDLE_GIVEN) {
            int i = out->given_count++;
            out->given[i].name = span_word(&head);
            out->given[i].bytes = bytes;
        }
    }
}

void bundle_read_assembled(Span lines, SimAssembled *a)
{
    a->count = 0;
    a->lines = calloc((size_t)lines.length / 8 + 1, sizeof *a->lines);
    for (Span word; a->lines && (word = span_word(&lines)).length;) {
        SimAssembledLine *line = &a->lines[a->count++];
        line->line = (int)span_number(word);
        line->copies = (uint8_t)span_number(span_word(&lines));
        line->shared = (uint8_t)span_number(span_word(&lines));
        line->local_loads = (int)span_number(span_word(&lines));
        line->local_stores = (int)span_number(span_word(&lines));
    }
}

static int digit(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

bool bundle_read_given(Span digits, unsigned char *to, uint64_t count)
{
    if ((uint64_t)digits.length != 2 * count)
        return false;
    for (uint64_t i = 0; to && i < count; i++)
        to[i] = (unsigned char)(16 * digit(digits.at[2 * i]) + digit(digits.at[2 * i + 1]));
    return true;
}

// ---- Writing ---------------------------------------------------------------------------------------------------------

// Writes what ends a section's head, and the section's bytes. The head's words, and a space after each, are written.
static void put_bytes(Writer *bundle, const char *bytes, size_t length)
{
    writer_put_int(bundle, (int64_t)length);
    writer_puts(bundle, "\n");
    writer_put(bundle, bytes, length);
    writer_puts(bundle, "\n");
}

static void put_word(Writer *bundle, const char *word)
{
    writer_puts(bundle, word);
    writer_puts(bundle, " ");
}

static void put_number(Writer *bundle, int number)
{
    writer_put_int(bundle, number);
    writer_puts(bundle, " ");
}

void bundle_put_spec(Writer *bundle, const char *text, size_t length)
{
    put_word(bundle, "spec");
    put_bytes(bundle, text, length);
}

void bundle_put_ptx(Writer *bundle, const char *text, size_t length)
{
    put_word(bundle, "ptx");
    put_bytes(bundle, text, length);
}

void bundle_put_kernel(Writer *bundle, const char *mangled, const char *name, size_t length)
{
    put_word(bundle, "kernel");
    put_word(bundle, mangled);
    put_bytes(bundle, name, length);
}

void bundle_put_assembled(Writer *bundle, const char *mangled, int arch, const SimAssembled *a)
{
    Writer lines = {0};
    for (int i = 0; i < a->count; i++) {
        put_number(&lines, a->lines[i].line);
        put_number(&lines, a->lines[i].copies);
        put_number(&lines, a->lines[i].shared);
        put_number(&lines, a->lines[i].local_loads);
        put_number(&lines, a->lines[i].local_stores);
    }
    put_word(bundle, "assembled");
    put_word(bundle, mangled);
    put_number(bundle, arch);
    put_number(bundle, a->registers);
    put_bytes(bundle, lines.at ? lines.at : "", lines.length);
    bundle->no_memory |= lines.no_memory;
    writer_free(&lines);
}

void bundle_put_source(Writer *bundle, const char *file, int line, const char *text, size_t length)
{
    put_word(bundle, "source");
    put_word(bundle, file);
    put_number(bundle, line);
    put_bytes(bundle, text, length);
}

void bundle_put_given(Writer *bundle, const char *array, const unsigned char *bytes, size_t count)
{
    static const char HEX[] = "0123456789abcdef";
    Writer digits = {0};
    for (size_t i = 0; i < count; i++)
        writer_put(&digits, (const char[]){HEX[bytes[i] >> 4], HEX[bytes[i] & 15]}, 2);
    put_word(bundle, "given");
    put_word(bundle, array);
    put_bytes(bundle, digits.at ? digits.at : "", digits.length);
    bundle->no_memory |= digits.no_memory;
    writer_free(&digits);
}
