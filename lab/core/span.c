// span.c: words in a piece of a text.

#include "span.h"

#include "base/base.h"

#include <string.h>

bool span_is(Span s, const char *word)
{
    return (int)strlen(word) == s.length && memcmp(s.at, word, (size_t)s.length) == 0;
}

Span span_trim(Span s)
{
    while (s.length && is_space(s.at[0])) {
        s.at++;
        s.length--;
    }
    while (s.length && is_space(s.at[s.length - 1]))
        s.length--;
    return s;
}

Span span_word(Span *s)
{
    *s = span_trim(*s);
    Span word = {s->at, 0};
    while (word.length < s->length && !is_space(s->at[word.length]))
        word.length++;
    s->at += word.length;
    s->length -= word.length;
    *s = span_trim(*s);
    return word;
}

int64_t span_number(Span digits)
{
    int64_t n = 0;
    for (int i = 0; i < digits.length && is_digit(digits.at[i]) && n < 1000000000; i++)
        n = 10 * n + (digits.at[i] - '0');
    return n;
}
