// text.h: text that grows, and values written into it as JSON for the page or as Lua for the book's filters.

#ifndef LAB_TEXT_H
#define LAB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *at; // (length), ended by 0; NULL before something was put
    size_t length, room;
    bool lua;   // Lua; else JSON
    bool comma; // the next value is not the first of its list
    bool no_memory;
} Text;

void text_free(Text *t);
void text_clear(Text *t); // keeps its room
void text_put(Text *t, const char *bytes, size_t length);
void text_puts(Text *t, const char *s);
void text_put_int(Text *t, int64_t n);
void text_put_real(Text *t, double x); // with nine digits

// These write values. `key` is NULL in a list.
void text_open(Text *t, const char *key, char bracket); // '{' or '['
void text_close(Text *t, char bracket);                 // '}' or ']'
void text_int(Text *t, const char *key, int64_t n);
void text_real(Text *t, const char *key, double x);
void text_bool(Text *t, const char *key, bool b);
void text_string(Text *t, const char *key, const char *s);
void text_bytes(Text *t, const char *key, const char *s, size_t length);
// Writes a text of the simulator, with functions and what is in them named as in the source: sum where the PTX says _Z3sumPKii.
void text_named(Text *t, const char *key, const char *s);

#endif
