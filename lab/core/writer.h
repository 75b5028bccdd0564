// writer.h: text that grows, and values written into it as JSON for the page or as Lua for the book's filters.

#ifndef LAB_WRITER_H
#define LAB_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *at; // (length), ended by 0; NULL before something was put
    size_t length, room;
    bool lua;   // Lua; else JSON
    bool comma; // the next value is not the first of its list
    bool no_memory;
} Writer;

void writer_free(Writer *t);
void writer_clear(Writer *t); // keeps its room
void writer_put(Writer *t, const char *bytes, size_t length);
void writer_puts(Writer *t, const char *s);
void writer_put_int(Writer *t, int64_t n);
void writer_put_real(Writer *t, double x); // with nine digits

// These write values. `key` is NULL in a list.
void writer_open(Writer *t, const char *key, char bracket); // '{' or '['
void writer_close(Writer *t, char bracket);                 // '}' or ']'
void writer_int(Writer *t, const char *key, int64_t n);
void writer_real(Writer *t, const char *key, double x);
void writer_bool(Writer *t, const char *key, bool b);
void writer_string(Writer *t, const char *key, const char *s);
void writer_bytes(Writer *t, const char *key, const char *s, size_t length);

#endif
