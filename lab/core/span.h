// span.h: a piece of a text that stands elsewhere, and words in it.

#ifndef LAB_SPAN_H
#define LAB_SPAN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *at;
    int length;
} Span;

static inline bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

bool span_is(Span s, const char *word);
Span span_trim(Span s);  // without spaces at its ends
Span span_word(Span *s); // takes the first word off it: up to a space; empty at its end
// Returns the number that it begins with, at most some thousand million; 0 without a digit.
int64_t span_number(Span digits);

#endif
