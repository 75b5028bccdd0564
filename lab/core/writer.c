// writer.c: text that grows, as JSON or Lua (see writer.h).
//
// Real numbers have nine digits, which tell any two floats apart. The digits are made here, since the page's core has no stdio.

#include "writer.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void writer_free(Writer *t)
{
    free(t->at);
    *t = (Writer){.lua = t->lua};
}

void writer_clear(Writer *t)
{
    t->length = 0;
    t->comma = false;
    t->no_memory = false;
    if (t->at)
        t->at[0] = '\0';
}

void writer_put(Writer *t, const char *bytes, size_t length)
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

void writer_puts(Writer *t, const char *s)
{
    writer_put(t, s, strlen(s));
}

void writer_put_int(Writer *t, int64_t n)
{
    char digits[24];
    TEXT_FORMAT(digits, "%l", n);
    writer_puts(t, digits);
}

void writer_put_real(Writer *t, double x)
{
    if (x == (double)(int64_t)x && fabs(x) < 1e15) {
        writer_put_int(t, (int64_t)x);
        return;
    }
    if (x < 0)
        writer_puts(t, "-");
    x = fabs(x);
    int exponent = (int)floor(log10(x)) - 8;
    double scaled = exponent > 0 ? x / pow(10, exponent) : x * pow(10, -exponent);
    int64_t digits = (int64_t)(scaled + 0.5);
    while (digits % 10 == 0 && digits) {
        digits /= 10;
        exponent++;
    }
    writer_put_int(t, digits);
    writer_puts(t, "e");
    writer_put_int(t, exponent);
}

// ---- Values ----------------------------------------------------------------------------------------------------------

static void begin(Writer *t, const char *key)
{
    if (t->comma)
        writer_puts(t, ",");
    t->comma = true;
    if (!key)
        return;
    writer_puts(t, t->lua ? "[\"" : "\"");
    writer_puts(t, key);
    writer_puts(t, t->lua ? "\"]=" : "\":");
}

void writer_open(Writer *t, const char *key, char bracket)
{
    begin(t, key);
    writer_put(t, t->lua ? "{" : &bracket, 1);
    t->comma = false;
}

void writer_close(Writer *t, char bracket)
{
    writer_put(t, t->lua ? "}" : &bracket, 1);
    t->comma = true;
}

void writer_int(Writer *t, const char *key, int64_t n)
{
    begin(t, key);
    writer_put_int(t, n);
}

// Infinities and NaN become strings, since JSON has no numbers for them.
void writer_real(Writer *t, const char *key, double x)
{
    if (isfinite(x)) {
        begin(t, key);
        writer_put_real(t, x);
    } else {
        writer_string(t, key, isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
    }
}

void writer_bool(Writer *t, const char *key, bool b)
{
    begin(t, key);
    writer_puts(t, b ? "true" : "false");
}

void writer_bytes(Writer *t, const char *key, const char *s, size_t length)
{
    static const char HEX[] = "0123456789abcdef";
    begin(t, key);
    writer_puts(t, "\"");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)s[i];
        char escape[6] = {'\\', 'u', '0', '0', HEX[c >> 4], HEX[c & 15]};
        char decimal[4] = {'\\', (char)('0' + c / 100), (char)('0' + c / 10 % 10),
                           (char)('0' + c % 10)};
        if (c == '"' || c == '\\') {
            writer_put(t, "\\", 1);
            writer_put(t, s + i, 1);
        } else if (c < 32) {
            writer_put(t, t->lua ? decimal : escape, t->lua ? 4 : 6);
        } else {
            writer_put(t, s + i, 1);
        }
    }
    writer_puts(t, "\"");
}

void writer_string(Writer *t, const char *key, const char *s)
{
    writer_bytes(t, key, s, strlen(s));
}
