// callsite_names.c: C++ names and paths in messages, as a person reads them. It needs no debug information, so that a page has it, too.

#include "host/host.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A function of libstdc++, which nvcc's programs are linked with.
extern char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

char *callsite_demangle(const char *mangled)
{
    int status;
    // Other names are as the source has them. The demangler would take them for types: `a` for a signed char, `b` for a bool.
    bool is_mangled = strncmp(mangled, "_Z", 2) == 0;
    char *name = is_mangled ? __cxa_demangle(mangled, NULL, NULL, &status) : NULL;
    return name ? name : strdup(mangled);
}

bool callsite_is_called(const char *demangled, const char *name)
{
    size_t end = strcspn(demangled, "<("), begin = end;
    while (begin > 0 && demangled[begin - 1] != ' ' && demangled[begin - 1] != ':')
        begin--;
    return strlen(name) == end - begin && strncmp(demangled + begin, name, end - begin) == 0;
}

const char *callsite_shorten(const char *path)
{
    char here[1024];
    size_t n = getcwd(here, sizeof here - 1) ? strlen(here) : 0;
    here[n++] = '/';
    return n > 1 && strncmp(path, here, n) == 0 ? path + n : path;
}

static bool in_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '$' || c == '.';
}

// Prints the mangled name at `text` demangled, and returns what follows it; NULL if there is none.
static const char *print_name(FILE *out, const char *text)
{
    size_t n = 0;
    while (in_name(text[n]))
        n++;
    if (strncmp(text, "_Z", 2) != 0)
        return NULL;
    char *mangled = strndup(text, n), *name = mangled ? callsite_demangle(mangled) : NULL;
    if (name)
        fputs(name, out);
    free(mangled);
    free(name);
    return name ? text + n : NULL;
}

void callsite_print_by(FILE *out, const char *prefix, const char *text,
                       const char *(*print_more)(FILE *out, const char *text))
{
    bool line_start = true, word_start = true;
    while (*text) {
        if (line_start)
            fputs(prefix, out);
        if (word_start && *text == '/')
            text = callsite_shorten(text);
        const char *after = word_start ? print_name(out, text) : NULL;
        if (!after && print_more)
            after = print_more(out, text);
        if (!after) {
            fputc(*text, out);
            after = text + 1;
        }
        line_start = after[-1] == '\n';
        word_start = !in_name(after[-1]);
        text = after;
    }
    if (!line_start)
        fputc('\n', out);
}

void callsite_print_names(FILE *out, const char *text)
{
    callsite_print_by(out, "", text, NULL);
}
