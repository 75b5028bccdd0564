// text.c: strings, and files read and written whole.

#include "core.h"
#include "host/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *need(void *memory)
{
    if (!memory)
        cannot_work("no memory");
    return memory;
}

char *text_make(const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    return need(n < 0 ? NULL : text);
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
        fprintf(out, "\n… and %zu bytes more\n", length - at);
    fclose(out);
    return need(result);
}

char *text_printed(const char *text, size_t length, uint64_t bytes, uint64_t lines)
{
    size_t shown = 0, seen = 0;
    while (shown < length && shown < PRINTED_BYTES && seen < PRINTED_LINES)
        seen += text[shown++] == '\n';
    bool ended = shown > 0 && text[shown - 1] == '\n';
    char *first = text_clean(text, shown, shown), *all;
    if (bytes <= shown)
        return first;
    if (ended && lines > seen)
        all = text_make("%s… and %" PRIu64 " lines more\n", first, lines - seen);
    else
        all = text_make("%s%s… and %" PRIu64 " bytes more\n", first, ended ? "" : "\n",
                        bytes - shown);
    free(first);
    return all;
}

char *text_read(const char *path, size_t most, size_t *length)
{
    struct stat s;
    int file =
        open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // with O_NONBLOCK a FIFO does not block
    if (file < 0)
        return NULL;
    char *text = NULL;
    int error = fstat(file, &s) != 0 ? errno : !S_ISREG(s.st_mode) ? EINVAL : 0;
    if (!error && s.st_size > (off_t)most)
        error = EFBIG;
    if (!error) {
        size_t size = (size_t)s.st_size;
        text = need(calloc(1, size + 1));
        ssize_t n = 1;
        for (*length = 0; *length < size && n > 0; *length += n > 0 ? (size_t)n : 0)
            n = read(file, text + *length, size - *length);
        error = n < 0 ? errno : 0;
    }
    if (error) {
        free(text);
        text = NULL;
    }
    close(file);
    errno = error;
    return text;
}

char *text_read_stream(const char *path, size_t most, size_t *length)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    char *text = need(calloc(1, most + 1));
    ssize_t n = 1;
    for (*length = 0; *length < most && n > 0; *length += n > 0 ? (size_t)n : 0)
        n = read(file, text + *length, most - *length);
    close(file);
    return text;
}

bool text_write(const char *path, const char *bytes, size_t length)
{
    char *aside;
    FILE *out = whole_file_open(path, &aside);
    if (out)
        fwrite(bytes, 1, length, out);
    return out && whole_file_end(out, aside, path);
}
