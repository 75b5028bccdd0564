// text.c: text that grows, as JSON or Lua (see text.h).
//
// Real numbers have nine digits, which tell any two floats apart. The digits are made here, since the page's core has no stdio.

#include "text.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void text_free(Text *t)
{
    free(t->at);
    *t = (Text){.lua = t->lua};
}

void text_clear(Text *t)
{
    t->length = 0;
    t->comma = false;
    t->no_memory = false;
    if (t->at)
        t->at[0] = '\0';
}

void text_put(Text *t, const char *bytes, size_t length)
{
    if (!t->at || t->room - t->length <= length) {
        size_t room = 2 * t->room + length + 256;
        char *more = realloc(t->at, room);
        if (!more) {
            t->no_memory = true;
            return;
        }
        t->at = more;
        t->room = room;
    }
    memcpy(t->at + t->length, bytes, length);
    t->length += length;
    t->at[t->length] = '\0';
}

void text_puts(Text *t, const char *s)
{
    text_put(t, s, strlen(s));
}

void text_put_int(Text *t, int64_t n)
{
    char digits[24];
    TEXT_FORMAT(digits, "%l", n);
    text_puts(t, digits);
}

void text_put_real(Text *t, double x)
{
    if (x == (double)(int64_t)x && fabs(x) < 1e15) {
        text_put_int(t, (int64_t)x);
        return;
    }
    if (x < 0)
        text_puts(t, "-");
    x = fabs(x);
    int exponent = (int)floor(log10(x)) - 8;
    double scaled = exponent > 0 ? x / pow(10, exponent) : x * pow(10, -exponent);
    int64_t digits = (int64_t)(scaled + 0.5);
    while (digits % 10 == 0 && digits) {
        digits /= 10;
        exponent++;
    }
    text_put_int(t, digits);
    text_puts(t, "e");
    text_put_int(t, exponent);
}

// ---- Values ----------------------------------------------------------------------------------------------------------

static void begin(Text *t, const char *key)
{
    if (t->comma)
        text_puts(t, ",");
    t->comma = true;
    if (!key)
        return;
    text_puts(t, t->lua ? "[\"" : "\"");
    text_puts(t, key);
    text_puts(t, t->lua ? "\"]=" : "\":");
}

void text_open(Text *t, const char *key, char bracket)
{
    begin(t, key);
    text_put(t, t->lua ? "{" : &bracket, 1);
    t->comma = false;
}

void text_close(Text *t, char bracket)
{
    text_put(t, t->lua ? "}" : &bracket, 1);
    t->comma = true;
}

void text_int(Text *t, const char *key, int64_t n)
{
    begin(t, key);
    text_put_int(t, n);
}

// Infinities and NaN become strings, since JSON has no numbers for them.
void text_real(Text *t, const char *key, double x)
{
    if (isfinite(x)) {
        begin(t, key);
        text_put_real(t, x);
    } else {
        text_string(t, key, isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
    }
}

void text_bool(Text *t, const char *key, bool b)
{
    begin(t, key);
    text_puts(t, b ? "true" : "false");
}

void text_bytes(Text *t, const char *key, const char *s, size_t length)
{
    static const char HEX[] = "0123456789abcdef";
    begin(t, key);
    text_puts(t, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)s[i];
        char escape[6] = {'\\', 'u', '0', '0', HEX[c >> 4], HEX[c & 15]};
        char decimal[4] = {'\\', (char)('0' + c / 100), (char)('0' + c / 10 % 10),
                           (char)('0' + c % 10)};
        if (c == '"' || c == '\\') {
            text_put(t, "\\", 1);
            text_put(t, s + i, 1);
        } else if (c < 32) {
            text_put(t, t->lua ? decimal : escape, t->lua ? 4 : 6);
        } else {
            text_put(t, s + i, 1);
        }
    }
    text_puts(t, "\"");
}

void text_string(Text *t, const char *key, const char *s)
{
    text_bytes(t, key, s, strlen(s));
}

// ---- Names -----------------------------------------------------------------------------------------------------------

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

// Steps over a whole function, its name and its types, and over the E behind it. False if there is none.
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
static bool put_source_name(Text *out, Mangled m)
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
    text_put(out, name.at, (size_t)(name.end - name.at));
    text_puts(out, inside ? "::" : "");
    text_put(out, own.at ? own.at : "", (size_t)(own.end - own.at));
    return true;
}

void text_named(Text *t, const char *key, const char *s)
{
    static const char LETTERS[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
    Text plain = {0};
    while (*s) {
        size_t whole = strspn(s, LETTERS);
        whole += whole == 0;
        if (!put_source_name(&plain, (Mangled){s, s + whole}))
            text_put(&plain, s, whole);
        s += whole;
    }
    text_bytes(t, key, plain.at ? plain.at : "", plain.length);
    t->no_memory |= plain.no_memory;
    text_free(&plain);
}
