// lex.c: divides PTX text into words, numbers and punctuation.
//
// A word keeps its dots and its sigil, so that an opcode with all its modifiers, a special register and a directive
// are one token each. After the first error there are only T_END tokens, so that every loop of the parser ends by itself.

#include "ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

static bool starts_word(char c)
{
    return is_letter(c) || c == '$' || c == '%' || c == '.';
}

static bool in_word(char c)
{
    return starts_word(c) || is_digit(c);
}

bool lex_failed(const Lexer *x)
{
    return x->err->status != SIM_OK;
}

void lex_fail(Lexer *x, const char *format, const char *what)
{
    if (lex_failed(x))
        return;
    error_set(x->err, SIM_BAD_PTX, "PTX line %d: ", x->token.line);
    TEXT_APPEND(x->err->text, format, what);
    x->token.kind = T_END;
    x->token.length = 0;
    x->at = x->end;
}

// Steps over blanks and comments, and counts lines.
static void skip_space(Lexer *x)
{
    bool in_line = false, in_block = false; // of a comment
    for (; x->at < x->end; x->at++) {
        const char c = *x->at, next = x->end - x->at > 1 ? x->at[1] : ' ';
        x->line += c == '\n';
        if (in_line) {
            in_line = c != '\n';
        } else if (in_block) {
            in_block = c != '*' || next != '/';
            x->at += !in_block;
        } else if (c == '/' && (next == '/' || next == '*')) {
            in_line = next == '/';
            in_block = next == '*';
            x->at++;
        } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f') {
            break;
        }
    }
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

// Reads a decimal floating-point number: digits . digits e digits, the latter two optional. False if there is none.
static bool lex_decimal(Lexer *x)
{
    char text[64]; // strtod needs a 0 at the end
    size_t n = 0;
    bool point = false;
    for (const char *s = x->at; s < x->end && n < sizeof text - 1; n++, s++) {
        const bool sign = (*s == '+' || *s == '-') && n > 0 && (s[-1] == 'e' || s[-1] == 'E');
        const bool exponent = (*s == 'e' || *s == 'E') && n > 0;
        if (!is_digit(*s) && *s != '.' && !sign && !exponent)
            break;
        point |= *s == '.' || exponent;
        text[n] = *s;
    }
    text[n] = 0;
    char *end;
    const double value = strtod(text, &end);
    if (!point || end == text || (size_t)(end - text) != n)
        return false;
    x->token.value = f64_bits(value);
    x->token.kind = T_FLOAT64;
    x->at += n;
    x->token.length = (int)n;
    return true;
}

// Reads a number: 0x1F, 017, 0b101, 42, each with an optional U; 0f… and 0d…, the bits of a float and a double in hexadecimal;
// 1.5e3.
static void lex_number(Lexer *x)
{
    Token *t = &x->token;
    if (lex_decimal(x))
        return;
    static const struct {
        char letters[3]; // after a 0
        u8 base;
        TokenKind kind;
    } prefixes[] = {
        {"xX", 16, T_INT}, {"bB", 2, T_INT}, {"fF", 16, T_FLOAT32}, {"dD", 16, T_FLOAT64}};
    t->kind = T_INT;
    const char *s = x->at;
    const char second = *s == '0' && x->end - s > 1 ? s[1] : ' ';
    unsigned base = is_digit(second) ? 8 : 10;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (second == prefixes[i].letters[0] || second == prefixes[i].letters[1]) {
            base = prefixes[i].base;
            t->kind = prefixes[i].kind;
            s += 2;
        }
    const char *digits = s;
    t->value = 0;
    while (s < x->end && (unsigned)digit_value(*s) < base)
        t->value = t->value * base + (unsigned)digit_value(*s++);
    bool none = s == digits;
    if (s < x->end && *s == 'U')
        s++;
    t->length = (int)(s - t->start);
    x->at = s;
    if (none || (s < x->end && in_word(*s)))
        lex_fail(x, "malformed number", NULL);
}

void lex_next(Lexer *x)
{
    Token *t = &x->token;
    if (lex_failed(x))
        return;
    skip_space(x);
    t->start = x->at;
    t->line = x->line;
    t->length = 0;
    if (x->at >= x->end) {
        t->kind = T_END;
        return;
    }
    char c = *x->at;
    if (is_digit(c)) {
        lex_number(x);
        return;
    }
    if (starts_word(c)) {
        t->kind = T_WORD;
        while (x->at < x->end && in_word(*x->at))
            x->at++;
        // Modifiers with ::, such as .L2::128B, belong to the word.
        while (x->end - x->at > 2 && x->at[0] == ':' && x->at[1] == ':' && in_word(x->at[2])) {
            x->at += 2;
            while (x->at < x->end && in_word(*x->at))
                x->at++;
        }
    } else if (c == '"') {
        t->kind = T_STRING;
        x->at++;
        while (x->at < x->end && *x->at != '"' && *x->at != '\n')
            x->at++;
        if (x->at >= x->end || *x->at != '"') {
            lex_fail(x, "unterminated string", NULL);
            return;
        }
        x->at++;
    } else {
        t->kind = T_PUNCT;
        x->at++;
    }
    t->length = (int)(x->at - t->start);
}

void lex_start(Lexer *x, const char *text, size_t length, SimError *err)
{
    *x = (Lexer){.at = text, .end = text + length, .line = 1, .err = err};
    lex_next(x);
}

bool lex_is(const Lexer *x, const char *word)
{
    size_t n = strlen(word);
    return (x->token.kind == T_WORD || x->token.kind == T_PUNCT) && (size_t)x->token.length == n &&
           memcmp(x->token.start, word, n) == 0;
}

bool lex_take(Lexer *x, const char *word)
{
    if (!lex_is(x, word))
        return false;
    lex_next(x);
    return true;
}

void lex_expect(Lexer *x, const char *word)
{
    if (!lex_take(x, word))
        lex_fail(x, "expected '%s'", word);
}

int type_bytes(const char *word, size_t length, unsigned use)
{
    enum { DECLARED = TYPE_DECLARED, COMPUTED = TYPE_COMPUTED, BOTH = DECLARED | COMPUTED };
    static const struct {
        const char *name;
        int bytes;
        unsigned uses;
    } types[] = {{"pred", 0, BOTH},      {"b8", 1, BOTH},        {"u8", 1, BOTH},
                 {"s8", 1, BOTH},        {"b16", 2, BOTH},       {"u16", 2, BOTH},
                 {"s16", 2, BOTH},       {"f16", 2, BOTH},       {"bf16", 2, BOTH},
                 {"f16x2", 4, BOTH},     {"bf16x2", 4, BOTH},    {"b32", 4, BOTH},
                 {"u32", 4, BOTH},       {"s32", 4, BOTH},       {"f32", 4, BOTH},
                 {"b64", 8, BOTH},       {"u64", 8, BOTH},       {"s64", 8, BOTH},
                 {"f64", 8, BOTH},       {"b128", 16, DECLARED}, {"u16x2", 4, COMPUTED},
                 {"s16x2", 4, COMPUTED}, {"tf32", 4, COMPUTED},  {"e4m3x2", 2, COMPUTED},
                 {"e5m2x2", 2, COMPUTED}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].uses & use && strlen(types[i].name) == length &&
            memcmp(types[i].name, word, length) == 0)
            return types[i].bytes;
    return -1;
}
