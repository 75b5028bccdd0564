// attribute.c: reads the attributes of parameters and arguments. They are hints: unknown ones are skipped.

#include "lab/compiler/ir/ir.h"

static Type *parse_in_brackets(Module *m)
{
    expect(m, "(");
    Type *t = type_parse(m);
    expect(m, ")");
    return t;
}

void parse_attributes(Module *m, Argument *a)
{
    Lexer *x = &m->x;
    for (;;) {
        if (lex_take(x, "byval")) {
            a->byval = parse_in_brackets(m);
        } else if (lex_take(x, "align")) {
            bool bracket = lex_take(x, "(");
            a->align = parse_align(m);
            if (bracket)
                expect(m, ")");
        } else if (lex_take(x, "readonly")) {
            a->readonly = true;
        } else if (lex_take(x, "noalias")) {
            a->noalias = true;
        } else if (x->token.kind == T_STRING || x->token.kind == T_LABEL) {
            lex_next(x);
            lex_take(x, "=");
        } else if (x->token.kind == T_WORD && !constant_starts(x)) {
            lex_next(x);
            if (lex_is(x, "("))
                skip_balanced(m);
        } else {
            return;
        }
    }
}
