// lex.c: divides the IR into words. A token is a piece of the text; nothing is copied.

#include "lab/compiler/ir/ir.h"

#include <string.h>

static bool is_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '.' || c == '$' || c == '-';
}

static void skip_space(Lexer *x)
{
    while (x->at < x->end) {
        if (*x->at == '\n')
            x->line++;
        else if (*x->at == ';') {
            while (x->at < x->end && *x->at != '\n')
                x->at++;
            continue;
        } else if (*x->at != ' ' && *x->at != '\t' && *x->at != '\r')
            return;
        x->at++;
    }
}

// Takes a string after its opening quote, and the closing one. Quotes inside are written \22.
static void take_string(Lexer *x, TokenKind kind)
{
    Token *t = &x->token;
    t->kind = kind;
    t->start = x->at;
    while (x->at < x->end && *x->at != '"' && *x->at != '\n')
        x->at++;
    t->length = (int)(x->at - t->start);
    if (x->at < x->end && *x->at == '"')
        x->at++;
    else
        t->kind = T_END; // the string has no end, so the text ends here
}

// Takes a name after its sign: %x, @"a b", !12.
static void take_name(Lexer *x, TokenKind kind)
{
    x->at++;
    if (x->at < x->end && *x->at == '"') {
        x->at++;
        take_string(x, kind);
        return;
    }
    x->token.kind = kind;
    x->token.start = x->at;
    while (x->at < x->end && is_name(*x->at))
        x->at++;
    x->token.length = (int)(x->at - x->token.start);
}

// Takes a word or a number; with a colon right after it, it is a label.
static void take_word(Lexer *x)
{
    Token *t = &x->token;
    const char *digits = *x->at == '-' || *x->at == '+' ? x->at + 1 : x->at;
    t->start = x->at;
    while (x->at < x->end &&
           (is_name(*x->at) || (*x->at == '+' && (x->at == t->start || x->at[-1] == 'e'))))
        x->at++;
    t->length = (int)(x->at - t->start);
    if (x->at < x->end && *x->at == ':') {
        x->at++;
        t->kind = T_LABEL;
    } else if (digits < x->at && is_digit(*digits)) {
        bool whole = true;
        for (const char *c = digits; c < x->at; c++)
            whole = whole && is_digit(*c);
        t->kind = whole ? T_INT : T_FLOAT;
    } else {
        t->kind = T_WORD;
    }
}

void lex_next(Lexer *x)
{
    skip_space(x);
    Token *t = &x->token;
    *t = (Token){.kind = T_END, .start = x->at, .line = x->line};
    if (x->at >= x->end)
        return;
    char c = *x->at;
    if (c == '%')
        take_name(x, T_LOCAL);
    else if (c == '@')
        take_name(x, T_GLOBAL);
    else if (c == '!' && x->at + 1 < x->end && x->at[1] == '"') {
        x->at += 2;
        take_string(x, T_STRING);
    } else if (c == '!')
        take_name(x, T_META);
    else if (c == '#') {
        take_name(x, T_GROUP);
        if (t->length && !is_digit(*t->start))
            t->kind = T_DEBUG;
    } else if (c == '"') {
        x->at++;
        take_string(x, T_STRING);
        if (x->at < x->end && *x->at == ':') {
            x->at++;
            t->kind = T_LABEL;
        }
    } else if (c == 'c' && x->at + 1 < x->end && x->at[1] == '"') {
        x->at += 2;
        take_string(x, T_BYTES);
    } else if (is_name(c) || c == '+') {
        if (strncmp(x->at, "...", x->end - x->at < 3 ? (size_t)(x->end - x->at) : 3) == 0 &&
            x->end - x->at >= 3) {
            *t = (Token){T_PUNCT, x->at, 3, x->line};
            x->at += 3;
        } else {
            take_word(x);
        }
    } else {
        t->kind = T_PUNCT;
        t->length = 1;
        x->at++;
    }
}

void lex_start(Lexer *x, const char *text, size_t length)
{
    *x = (Lexer){.at = text, .end = text + length, .line = 1};
    lex_next(x);
}

void lex_skip_line(Lexer *x)
{
    int line = x->token.line;
    while (x->line == line && x->at < x->end) {
        if (*x->at == '\n')
            x->line++;
        x->at++;
    }
    lex_next(x);
}

bool token_is(const Token *t, const char *text)
{
    return strlen(text) == (size_t)t->length && memcmp(t->start, text, (size_t)t->length) == 0;
}

bool lex_is(const Lexer *x, const char *word)
{
    return (x->token.kind == T_WORD || x->token.kind == T_PUNCT) && token_is(&x->token, word);
}

bool lex_take(Lexer *x, const char *word)
{
    if (!lex_is(x, word))
        return false;
    lex_next(x);
    return true;
}

// ---- What every parser expects ----------------------------------------------------------------------------------------

void expect(Module *m, const char *word)
{
    if (!lex_take(&m->x, word))
        fail(m, "'%s' is expected, not '%s'", word,
             make_string(m, m->x.token.start,
                         m->x.token.length < 40 ? (size_t)m->x.token.length : 40));
}

u64 parse_number(Module *m)
{
    const Token *t = &m->x.token;
    u64 n = 0;
    if (t->kind != T_INT || *t->start == '-' || t->length > 19)
        fail(m, "a number is expected");
    for (int i = 0; i < t->length; i++)
        n = 10 * n + (u64)(t->start[i] - '0');
    lex_next(&m->x);
    return n;
}

u64 parse_align(Module *m)
{
    u64 n = parse_number(m);
    if (n == 0 || (n & (n - 1)) || n > (u64)1 << 32)
        fail(m, "an alignment must be a power of two");
    return n;
}

void skip_balanced(Module *m)
{
    Lexer *x = &m->x;
    int depth = 0;
    do {
        if (lex_is(x, "(") || lex_is(x, "[") || lex_is(x, "{"))
            depth++;
        else if (lex_is(x, ")") || lex_is(x, "]") || lex_is(x, "}"))
            depth--;
        else if (x->token.kind == T_END)
            fail(m, "a bracket is not closed");
        lex_next(x);
    } while (depth > 0);
}
