// source_names.c: names of the PTX as the source has them (see source_names.h).

#include "source_names.h"

#include "base/base.h"

#include <string.h>

// Of the Itanium C++ ABI's mangled names this reads what kernels and their variables have:
//
//     _Z6reducePKii               reduce            4 letters after a 4, then the types of its arguments
//     _ZN2my3sumILi4EEEvPi        sum               the last of its names
//     _ZZ5shiftPKiPiE4left        shift::left       what is in a function: Z, the function, E, its own name

// A mangled name, or what is left of it.
typedef struct {
    const char *at, *end;
} Mangled;

// Takes a name, "4left", or several in each other, "N2my3sum"; returns the last one, which is empty if there is none.
static Mangled take_name(Mangled *m)
{
    Mangled name = {m->at, m->at};
    bool more = m->at < m->end && *m->at == 'N';
    do {
        while (m->at < m->end && strchr("NKL", *m->at))
            m->at++;
        size_t n = 0, most = (size_t)(m->end - m->at);
        while (m->at < m->end && is_digit(*m->at) && n <= most)
            n = 10 * n + (size_t)(*m->at++ - '0');
        if (n == 0 || n > (size_t)(m->end - m->at))
            break;
        name = (Mangled){m->at, m->at + n};
        m->at += n;
    } while (more);
    return name;
}

// Steps over a whole function, its name and its types, and over the E after it. False if there is none.
static bool skip_function(Mangled *m)
{
    int depth = 0;
    while (m->at < m->end) {
        char c = *m->at;
        if (is_digit(c)) {
            Mangled name = take_name(m);
            if (name.at == name.end)
                return false;
            continue;
        }
        char next = ++m->at < m->end ? *m->at : 'E', until = 0;
        if (c == 'E' && depth-- == 0)
            return true;
        depth += strchr("NIXFJ", c) != NULL;
        if (c == 'L' && !is_digit(next)) // a literal, "Li4E"
            until = 'E';
        else if (c == 'T' || c == 'A') // an argument of the template, "T_"; an array's size, "A10_"
            until = '_';
        else if (c == 'S' || c == 'D') // an earlier part, "S1_"; names of two letters, "St", "Dp"
            until = next >= 'a' && next <= 'z' ? next : '_';
        while (until && m->at < m->end && *m->at++ != until) {
        }
    }
    return false;
}

// Adds the name of the source that a mangled name stands for; false if it is none.
static bool put_source_name(Writer *out, Mangled m)
{
    if (m.end - m.at < 4 || strncmp(m.at, "_Z", 2) != 0)
        return false;
    bool inside = m.at[2] == 'Z';
    m.at += inside ? 3 : 2;
    Mangled function = m, name = take_name(&function), own = {0};
    if (inside && skip_function(&m))
        own = take_name(&m);
    if (name.at == name.end || (inside && own.at == own.end))
        return false;
    writer_put(out, name.at, (size_t)(name.end - name.at));
    writer_puts(out, inside ? "::" : "");
    writer_put(out, own.at ? own.at : "", (size_t)(own.end - own.at));
    return true;
}

void write_source_names(Writer *out, const char *key, const char *text)
{
    static const char LETTERS[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
    Writer plain = {0};
    while (*text) {
        size_t whole = strspn(text, LETTERS);
        whole += whole == 0;
        if (!put_source_name(&plain, (Mangled){text, text + whole}))
            writer_put(&plain, text, whole);
        text += whole;
    }
    writer_bytes(out, key, plain.at ? plain.at : "", plain.length);
    out->no_memory |= plain.no_memory;
    writer_free(&plain);
}

void write_own_name(Writer *out, const char *mangled)
{
    Writer plain = {0};
    if (!put_source_name(&plain, (Mangled){mangled, mangled + strlen(mangled)}))
        writer_puts(&plain, mangled);
    const char *own = plain.at ? strstr(plain.at, "::") : NULL;
    writer_puts(out, own ? own + 2 : plain.at ? plain.at : "");
    out->no_memory |= plain.no_memory;
    writer_free(&plain);
}

bool is_source_name(const char *mangled, const char *name)
{
    Writer own = {0};
    write_own_name(&own, mangled);
    bool is = own.at && strcmp(own.at, name) == 0;
    writer_free(&own);
    return is;
}
