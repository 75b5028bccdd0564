// text.c: strings.

#include "core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (!memory)
        cannot_work("no memory");
    return memory;
}

char *text_make_list(const char *format, va_list args)
{
    char *text;
    int n = vasprintf(&text, format, args);
    return need(n < 0 ? NULL : text);
}

char *text_make(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_make_list(format, args);
    va_end(args);
    return text;
}

FILE *text_open(char **text, size_t *size)
{
    return need(open_memstream(text, size));
}

char *text_replace(const char *text, const char *from, const char *to)
{
    size_t step = strlen(from), size;
    char *result;
    FILE *out = text_open(&result, &size);
    for (const char *hit; (hit = strstr(text, from)); text = hit + step)
        fprintf(out, "%.*s%s", (int)(hit - text), text, to);
    fputs(text, out);
    fclose(out);
    return need(result);
}

// Returns the length of the UTF-8 character at p, where `left` bytes are; 0 if it is none. RFC 3629 forbids overlong forms,
// surrogates, and anything past U+10FFFF; XML also forbids U+FFFE and U+FFFF.
static size_t character(const unsigned char *p, size_t left)
{
    size_t n = p[0] < 0x80 ? 1 : p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc0 ? 2 : 0;
    if (n == 0 || n > left)
        return 0;
    if (n == 1)
        return p[0] == '\n' || p[0] == '\t' || (p[0] >= 0x20 && p[0] != 0x7f);
    uint32_t code = p[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000}; // C1 controls are left out
    bool surrogate = code >= 0xd800 && code < 0xe000;
    bool fits = code >= least[n] && code <= 0x10ffff && code != 0xfffe && code != 0xffff;
    return fits && !surrogate ? n : 0;
}

char *text_clean(const char *text, size_t length, size_t most)
{
    char *result;
    size_t size, at = 0;
    FILE *out = text_open(&result, &size);
    while (at < length && at < most) {
        size_t n = character((const unsigned char *)text + at, length - at);
        fwrite(n ? text + at : "\uFFFD", 1, n ? n : 3, out);
        at += n ? n : 1;
    }
    if (at < length)
        fprintf(out, "\n… and %zu more bytes\n", length - at);
    fclose(out);
    return need(result);
}

char *text_printed(const char *text, size_t length, uint64_t bytes, uint64_t lines)
{
    size_t shown = 0, lines_shown = 0;
    while (shown < length && shown < PRINTED_BYTES && lines_shown < PRINTED_LINES)
        lines_shown += text[shown++] == '\n';
    bool ended = shown > 0 && text[shown - 1] == '\n';
    char *first = text_clean(text, shown, shown), *all;
    if (bytes <= shown)
        return first;
    if (ended && lines > lines_shown)
        all = text_make("%s… and %" PRIu64 " more lines\n", first, lines - lines_shown);
    else
        all = text_make("%s%s… and %" PRIu64 " more bytes\n", first, ended ? "" : "\n",
                        bytes - shown);
    free(first);
    return all;
}
