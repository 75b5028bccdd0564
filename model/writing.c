// writing.c: the text, from the prompt to its last character, and what a kernel is tried on.

#include "model/language.h"

#include <string.h>

int tokens[MOST_TEXT], token_count;

const char *text_begin(const Model *m, const char *prompt)
{
    size_t count = strlen(prompt);
    if (count < 1 || count > (size_t)m->context)
        return "a text has at least one character, and no more than the model's context";
    token_count = 0;
    for (const char *c = prompt; *c; c++)
        if ((tokens[token_count++] = model_token(m, *c)) < 0)
            return "the model knows no character but those of ASCII";
    return NULL;
}

// When the context is full, its later half is read again from position 0.
char text_next(Model *m)
{
    int n = m->first ? 1 : token_count;
    if (m->first == m->context) {
        m->first = 0;
        n = m->context / 2;
    }
    memcpy(m->text, tokens + token_count - n, (size_t)n * sizeof *tokens);
    tokens[token_count] = model_next(m, n);
    return m->characters[tokens[token_count++]];
}

bool text_tries(Model *m, Step *s)
{
    s->doer = ON_TRIAL;
    text_next(m);
    text_next(m);
    return s->differs;
}
