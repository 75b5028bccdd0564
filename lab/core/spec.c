// spec.c: reads a lab's text and computes its expressions (see spec.h). Errors are said in words, since a reader may have typed
// the text.

#include "spec.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

// ---- Words -----------------------------------------------------------------------------------------------------------

static void say(Spec *spec, const char *what, Span about, const char *then)
{
    size_t room = sizeof spec->error, used = 0;
    if (spec->error[0])
        return; // only the first error is kept
    const Span parts[] = {{what, (int)strlen(what)}, about, {then, (int)strlen(then)}};
    for (int p = 0; p < 3; p++)
        for (int i = 0; i < parts[p].length && used + 1 < room; i++)
            spec->error[used++] = parts[p].at[i];
    spec->error[used] = '\0';
}

static Span span(const char *s)
{
    return (Span){s, (int)strlen(s)};
}

// Returns where `text` is in s, outside of brackets if `outside`; -1 if it is not there.
static int find(Span s, const char *text, bool outside)
{
    int length = (int)strlen(text), depth = 0;
    for (int i = 0; i + length <= s.length; i++) {
        if (depth == 0 && memcmp(s.at + i, text, (size_t)length) == 0)
            return i;
        if (outside && strchr("([{", s.at[i]))
            depth++;
        if (outside && strchr(")]}", s.at[i]))
            depth--;
    }
    return -1;
}

static Span part(Span s, int from, int to)
{
    return span_trim((Span){s.at + from, to - from});
}

bool spec_next(Span *list, Span *item)
{
    if (!list->length)
        return false;
    int comma = find(*list, ",", true);
    *item = part(*list, 0, comma < 0 ? list->length : comma);
    *list = comma < 0 ? (Span){list->at, 0} : part(*list, comma + 1, list->length);
    return true;
}

static bool number(Span s, int64_t *out)
{
    bool minus = s.length && s.at[0] == '-';
    int64_t n = 0;
    if (s.length == minus || s.length > 15)
        return false;
    for (int i = minus; i < s.length; i++) {
        if (!is_digit(s.at[i]))
            return false;
        n = 10 * n + (s.at[i] - '0');
    }
    *out = minus ? -n : n;
    return true;
}

static bool copy_name(Spec *spec, char *to, Span name)
{
    if (name.length >= SPEC_NAME) {
        say(spec, "a name is too long: ", name, "");
        return false;
    }
    memcpy(to, name.at, (size_t)name.length);
    to[name.length] = '\0';
    return true;
}

// ---- Elements --------------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    int bytes;
} ELEMENTS[] = {
    [E_INT] = {"int", 4},       [E_UINT] = {"unsigned", 4}, [E_CHAR] = {"char", 1},
    [E_UCHAR] = {"uchar", 1},   [E_SHORT] = {"short", 2},   [E_USHORT] = {"ushort", 2},
    [E_LONG] = {"long", 8},     [E_ULONG] = {"size_t", 8},  [E_FLOAT] = {"float", 4},
    [E_DOUBLE] = {"double", 8},
};

int element_bytes(Element e)
{
    return ELEMENTS[e].bytes;
}

const char *element_name(Element e)
{
    return ELEMENTS[e].name;
}

uint64_t array_bytes(const Array *a)
{
    return (uint64_t)(a->row_count * a->column_count * element_bytes(a->element));
}

static bool find_element(Span name, Element *out)
{
    for (size_t i = 0; i < sizeof ELEMENTS / sizeof *ELEMENTS; i++)
        if (span_is(name, ELEMENTS[i].name)) {
            *out = (Element)i;
            return true;
        }
    return false;
}

// ---- Lines -----------------------------------------------------------------------------------------------------------

static Choice *new_choice(Spec *spec, Span name)
{
    Choice *c = &spec->choices[spec->choice_count];
    if (spec->choice_count == SPEC_CHOICES) {
        say(spec, "too many choices: ", name, "");
        return NULL;
    }
    *c = (Choice){0};
    if (!copy_name(spec, c->name, name))
        return NULL;
    spec->choice_count++;
    return c;
}

static bool add_option(Spec *spec, Choice *c, Span word)
{
    int64_t n;
    if (c->option_count == SPEC_OPTIONS) {
        say(spec, "too many options of ", span(c->name), "");
        return false;
    }
    c->words |= !number(word, &n);
    c->options[c->option_count++] = word;
    return true;
}

// Reads a choice: "64 from 1 to 1024" or "32 of 32 64 128".
static bool read_choice(Spec *spec, Span name, Span rest)
{
    Choice *c = new_choice(spec, name);
    if (!c)
        return false;
    Span first = span_word(&rest), how = span_word(&rest);
    if (span_is(how, "from")) {
        Span from = span_word(&rest), to = span_word(&rest), most = span_word(&rest);
        if (number(first, &c->value) && number(from, &c->from) && span_is(to, "to") &&
            number(most, &c->to))
            return true;
    } else if (span_is(how, "of")) {
        c->listed = true;
        while (rest.length)
            if (!add_option(spec, c, span_word(&rest)))
                return false;
        char word[SPEC_NAME];
        if (copy_name(spec, word, first) && spec_set(spec, c->name, word))
            return true;
        spec->error[0] = '\0';
        say(spec, "the first value of ", name, " is none of its options");
        return false;
    }
    say(spec, "", name,
        " is no array and no choice; a choice is '64 from 1 to 1024' or '32 of 32 64'");
    return false;
}

// Reads an array: "int[n] = random(-9, 9)", "shared float[32][33]", "symbol float[9]".
static bool read_array(Spec *spec, Span name, Span rest)
{
    Array *a = &spec->arrays[spec->array_count];
    *a = (Array){.place = IN_GLOBAL};
    Span type = rest, word = span_word(&type);
    if (span_is(word, "shared") || span_is(word, "symbol")) {
        a->place = span_is(word, "shared") ? IN_SHARED : IN_SYMBOL;
        rest = type;
    }
    int equals = find(rest, "=", true);
    if (equals >= 0)
        a->value = part(rest, equals + 1, rest.length);
    type = part(rest, 0, equals < 0 ? rest.length : equals);
    int open = find(type, "[", false),
        close = open < 0 ? -1 : find(part(type, open, type.length), "]", false) + open;
    if (open < 0 || close < open || !find_element(part(type, 0, open), &a->element)) {
        say(spec, "", name,
            ": an array is 'int[n]', of int, unsigned, char, short, long, size_t, float or double");
        return false;
    }
    a->columns = part(type, open + 1, close);
    Span more = part(type, close + 1, type.length);
    if (more.length) {
        if (more.at[0] != '[' || more.at[more.length - 1] != ']') {
            say(spec, "", name, ": two dimensions are 'float[rows][columns]'");
            return false;
        }
        a->rows = a->columns;
        a->columns = part(more, 1, more.length - 1);
    }
    if (spec->array_count + 1 == SPEC_ARRAYS) {
        say(spec, "too many arrays: ", name, "");
        return false;
    }
    spec->array_count++;
    return copy_name(spec, a->name, name);
}

// Reads a launch: "kernel<<<grid, block, shared>>>(arguments)".
static bool read_launch(Spec *spec, Span rest)
{
    int open = find(rest, "<<<", false), close = find(rest, ">>>", false);
    if (open > 0 && close > open) {
        spec->kernel = part(rest, 0, open);
        Span config = part(rest, open + 3, close), tail = part(rest, close + 3, rest.length);
        if (spec_next(&config, &spec->grid) && spec_next(&config, &spec->block) &&
            tail.length >= 2 && tail.at[0] == '(' && tail.at[tail.length - 1] == ')') {
            spec_next(&config, &spec->shared);
            spec->arguments = part(tail, 1, tail.length - 1);
            return true;
        }
    }
    say(spec, "a launch is 'kernel<<<grid, block>>>(arguments)', not ", rest, "");
    return false;
}

// Reads a moment: `"text" load 3`, `38`, `end`, `finding`.
static bool read_moment(Spec *spec, Span rest, Moment *m)
{
    static const char *const KINDS[] = {"load", "store", "atomic", "branch", "wait"};
    int64_t step;
    *m = (Moment){.kind = AT_TEXT, .times = 1};
    rest = span_trim(rest);
    const Span all = rest;
    if (span_is(rest, "end") || span_is(rest, "finding")) {
        m->kind = span_is(rest, "end") ? AT_END : AT_FINDING;
        return true;
    }
    if (number(rest, &step) && step >= 0) {
        m->kind = AT_STEP;
        m->step = (uint64_t)step;
        return true;
    }
    Span inside = {rest.at + 1, rest.length - 1}; // with its blanks, which `part` would take away
    int close = rest.length > 1 ? find(inside, "\"", false) : -1;
    if (close >= 0 && rest.at[0] == '"') {
        m->text = (Span){inside.at, close};
        rest = part(rest, close + 2, rest.length);
        Span word = span_word(&rest);
        for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++)
            if (span_is(word, KINDS[k])) {
                m->what = KINDS[k][0];
                word = span_word(&rest);
            }
        if (!rest.length && (!word.length || (number(word, &m->times) && m->times > 0)))
            return true;
    }
    say(spec, "a moment is '\"text of a line\" load 3', a number of steps, or 'end', not ", all,
        "");
    return false;
}

static bool read_ask(Spec *spec, Span rest)
{
    int equals = -1;
    bool quoted = false;
    for (int i = 0; i < rest.length; i++) {
        quoted ^= rest.at[i] == '"';
        equals = rest.at[i] == '=' && !quoted ? i : equals;
    }
    if (spec->ask_count == SPEC_ASKS || equals < 0) {
        say(spec, "a prediction is 'ask QUESTION = FIGURE at MOMENT', at most four of them, not ",
            rest, "");
        return false;
    }
    Ask *ask = &spec->asks[spec->ask_count++];
    Span figure = part(rest, equals + 1, rest.length);
    int at = find(figure, " at ", true);
    ask->words = part(rest, 0, equals);
    ask->figure = at < 0 ? figure : part(figure, 0, at);
    ask->at = (Moment){.kind = AT_END};
    return at < 0 || read_moment(spec, part(figure, at + 4, figure.length), &ask->at);
}

static bool read_line(Spec *spec, Span line)
{
    Span name = span_word(&line);
    if (span_is(name, "program")) {
        spec->program = line;
        return true;
    }
    if (span_is(name, "timeline"))
        return spec->timeline = true;
    if (span_is(name, "cluster")) {
        spec->cluster = line;
        return true;
    }
    if (span_is(name, "launch"))
        return read_launch(spec, line);
    if (span_is(name, "at"))
        return read_moment(spec, line, &spec->at);
    if (span_is(name, "ask"))
        return read_ask(spec, line);
    if (span_is(name, "schedule") || span_is(name, "device") || span_is(name, "check")) {
        char which[SPEC_NAME], value[SPEC_NAME];
        return copy_name(spec, which, name) && copy_name(spec, value, line) &&
               spec_set(spec, which, value);
    }
    if (find(line, "[", false) >= 0 && find(line, " of ", false) < 0)
        return read_array(spec, name, line);
    return read_choice(spec, name, line);
}

// Adds the choices that every lab has.
static bool add_common(Spec *spec)
{
    static const char *const SCHEDULES[] = {"lockstep", "serial", "random"};
    Choice *schedule = new_choice(spec, span("schedule"));
    for (int i = 0; i < 3; i++)
        add_option(spec, schedule, span(SCHEDULES[i]));
    Choice *device = new_choice(spec, span("device"));
    for (int i = 0; sim_device_at(i); i++)
        add_option(spec, device, span(sim_device_at(i)->word));
    Choice *check = new_choice(spec, span("check"));
    add_option(spec, check, span("off"));
    add_option(spec, check, span("on"));
    schedule->listed = device->listed = check->listed = true;
    return !spec->error[0];
}

bool spec_read(Spec *spec, const char *text, size_t length)
{
    *spec = (Spec){.seed = 1};
    spec->text = malloc(length + 1);
    if (!spec->text) {
        say(spec, "there is no memory", span(""), "");
        return false;
    }
    memcpy(spec->text, text, length);
    spec->text[length] = '\0';
    if (!add_common(spec))
        return false;
    for (char *at = spec->text; *at;) {
        size_t n = strcspn(at, "\n");
        Span line = span_trim((Span){at, (int)n});
        if (line.length && line.at[0] != '#' && !read_line(spec, line))
            return false;
        at += n + (at[n] == '\n');
    }
    if (!spec->kernel.length)
        say(spec, "there is no line 'launch kernel<<<grid, block>>>(arguments)'", span(""), "");
    return !spec->error[0];
}

void spec_free(Spec *spec)
{
    free(spec->text);
    spec->text = NULL;
}

// ---- Choices ---------------------------------------------------------------------------------------------------------

Choice *spec_choice(Spec *spec, const char *name)
{
    for (int i = 0; i < spec->choice_count; i++)
        if (strcmp(spec->choices[i].name, name) == 0)
            return &spec->choices[i];
    return NULL;
}

Choice *spec_kernels(Spec *spec)
{
    for (int i = 0; i < spec->choice_count; i++)
        if (span_is(spec->kernel, spec->choices[i].name))
            return &spec->choices[i];
    return NULL;
}

Span spec_word(const Choice *c)
{
    return c->words ? c->options[c->value] : (Span){"", 0};
}

bool spec_set(Spec *spec, const char *name, const char *value)
{
    Choice *c = spec_choice(spec, name);
    int64_t n;
    if (!c) {
        say(spec, "there is no choice called ", span(name), "");
        return false;
    }
    for (int i = 0; i < c->option_count; i++)
        if (span_is(c->options[i], value)) {
            c->value = i;
            if (!c->words)
                number(c->options[i], &c->value);
            return true;
        }
    if (!c->listed && number(span(value), &n) && n >= c->from && n <= c->to) {
        c->value = n;
        return true;
    }
    if (c->listed) {
        say(spec, "", span(c->name), " can be one of the values in its list, and nothing else");
        return false;
    }
    char limits[SPEC_NAME + 96];
    TEXT_FORMAT(limits, " can be a whole number from %l to %l", c->from, c->to);
    say(spec, "", span(c->name), limits);
    return false;
}

// ---- Expressions -----------------------------------------------------------------------------------------------------

typedef struct {
    Spec *spec;
    const char *at, *end;
    int depth;
} Reader;

static Value expression(Reader *r, int level);

static Value whole(int64_t i)
{
    return (Value){.i = i, .f = (double)i};
}

static Value real(double f, bool single)
{
    return (Value){
        .real = true, .single = single, .f = f, .i = f > -9e18 && f < 9e18 ? (int64_t)f : 0};
}

static void skip_spaces(Reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
}

static bool take(Reader *r, const char *token)
{
    skip_spaces(r);
    size_t n = strlen(token);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static Value wrong(Reader *r, const char *what)
{
    say(r->spec, what, (Span){r->at, (int)(r->end - r->at)}, "");
    r->at = r->end;
    return whole(0);
}

static Value read_number(Reader *r)
{
    int64_t n = 0;
    double f = 0, scale = 1;
    bool point = false;
    for (; r->at < r->end && (is_digit(*r->at) || *r->at == '.'); r->at++) {
        if (*r->at == '.') {
            point = true;
            continue;
        }
        f = 10 * f + (*r->at - '0');
        n = (int64_t)(10 * (uint64_t)n + (uint64_t)(*r->at - '0'));
        scale *= point ? 10 : 1;
    }
    if (!point)
        return whole(n);
    bool single = r->at < r->end && *r->at == 'f';
    r->at += single;
    return real(f / scale, single);
}

// Does a step of splitmix64 (Steele, Lea, Flood 2014). An element always gets the same number, whatever else is computed.
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

static Value random_between(const Spec *spec, Value from, Value to)
{
    uint64_t bits = mix(spec->seed * 0x10001 + mix(spec->index));
    if (from.real || to.real)
        return real(from.f + (to.f - from.f) * (double)(bits >> 40) / (double)(1 << 24), true);
    if (to.i < from.i)
        return from;
    uint64_t more = (uint64_t)to.i - (uint64_t)from.i;
    return whole(
        (int64_t)((uint64_t)from.i + (more == UINT64_MAX ? bits : (bits >> 16) % (more + 1))));
}

static Value call(Reader *r, Span name)
{
    Value a = expression(r, 0), b = whole(0);
    bool two = take(r, ",");
    if (two)
        b = expression(r, 0);
    if (!take(r, ")"))
        return wrong(r, "a ')' is missing before ");
    Element e;
    if (!two && find_element(name, &e)) {
        Value v = e >= E_FLOAT ? real(a.real ? a.f : (double)a.i, e == E_FLOAT) : whole(a.i);
        v.bytes = element_bytes(e);
        return v;
    }
    if (two && span_is(name, "random"))
        return random_between(r->spec, a, b);
    if (two && (span_is(name, "min") || span_is(name, "max")))
        return (a.f < b.f) == span_is(name, "min") ? a : b;
    r->at = name.at;
    return wrong(r, "there is no function ");
}

static Value address_of(const Array *a)
{
    Value v = whole((int64_t)a->address);
    v.bytes = 8;
    return v;
}

static Value named(Reader *r)
{
    Span name = {r->at, 0};
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at) || *r->at == '.'))
        r->at++;
    name.length = (int)(r->at - name.at);
    if (take(r, "("))
        return call(r, name);
    if (span_is(name, "i"))
        return whole((int64_t)r->spec->index);
    for (int i = 0; i < r->spec->choice_count; i++)
        if (span_is(name, r->spec->choices[i].name))
            return whole(r->spec->choices[i].value);
    for (int i = 0; i < r->spec->array_count; i++)
        if (span_is(name, r->spec->arrays[i].name))
            return address_of(&r->spec->arrays[i]);
    for (int k = 0; k < 3; k++) {
        char grid[] = "gridDim.x", block[] = "blockDim.x";
        grid[8] = (char)('x' + k);
        block[9] = (char)('x' + k);
        if (span_is(name, grid))
            return whole(r->spec->grid_size[k]);
        if (span_is(name, block))
            return whole(r->spec->block_size[k]);
    }
    r->at = name.at;
    return wrong(r, "there is no choice and no array called ");
}

static Value primary(Reader *r)
{
    if (++r->depth > 64)
        return wrong(r, "brackets are too deep at ");
    Value v;
    skip_spaces(r);
    if (take(r, "(")) {
        v = expression(r, 0);
        if (!take(r, ")"))
            v = wrong(r, "a ')' is missing before ");
    } else if (take(r, "-")) {
        v = primary(r);
        v.i = (int64_t)(0 - (uint64_t)v.i);
        v.f = -v.f;
    } else if (r->at < r->end && is_digit(*r->at)) {
        v = read_number(r);
    } else if (r->at < r->end && is_letter(*r->at)) {
        v = named(r);
    } else {
        v = wrong(r, r->at < r->end ? "a number or a name should be where this is: "
                                    : "an expression ends too soon");
    }
    r->depth--;
    return v;
}

static const struct {
    const char *token;
    int level;
    char op;
} OPERATORS[] = {
    {"==", 1, '='}, {"!=", 1, '!'}, {"<<", 3, 'l'}, {">>", 3, 'r'}, {"<=", 2, 'm'},
    {">=", 2, 'M'}, {"<", 2, '<'},  {">", 2, '>'},  {"+", 4, '+'},  {"-", 4, '-'},
    {"*", 5, '*'},  {"/", 5, '/'},  {"%", 5, '%'},
};

static Value apply(Reader *r, char op, Value a, Value b)
{
    bool f = a.real || b.real, single = f && !(a.real && !a.single) && !(b.real && !b.single);
    uint64_t x = (uint64_t)a.i, y = (uint64_t)b.i;
    switch (op) {
    case '=': return whole(f ? a.f == b.f : a.i == b.i);
    case '!': return whole(f ? a.f != b.f : a.i != b.i);
    case 'm': return whole(a.f <= b.f);
    case 'M': return whole(a.f >= b.f);
    case '<': return whole(a.f < b.f);
    case '>': return whole(a.f > b.f);
    case 'l': return whole(y < 64 ? (int64_t)(x << y) : 0);
    case 'r': return whole(y >= 64 ? 0 : (int64_t)(a.i < 0 ? ~(~x >> y) : x >> y));
    case '+': return f ? real(a.f + b.f, single) : whole((int64_t)(x + y));
    case '-': return f ? real(a.f - b.f, single) : whole((int64_t)(x - y));
    case '*': return f ? real(a.f * b.f, single) : whole((int64_t)(x * y));
    default: break;
    }
    if (f && op == '/')
        return real(a.f / b.f, single);
    if (b.i == 0 || (b.i == -1 && a.i == INT64_MIN))
        return wrong(r, "a division by 0 comes before the end of the expression ");
    return whole(op == '/' ? a.i / b.i : a.i % b.i);
}

static Value expression(Reader *r, int level)
{
    Value v = primary(r);
    for (;;) {
        skip_spaces(r);
        size_t k = 0, count = sizeof OPERATORS / sizeof *OPERATORS;
        while (k < count && !(OPERATORS[k].level > level && take(r, OPERATORS[k].token)))
            k++;
        if (k == count)
            break;
        v = apply(r, OPERATORS[k].op, v, expression(r, OPERATORS[k].level));
    }
    if (level == 0 && take(r, "?")) {
        Value yes = expression(r, 0);
        if (!take(r, ":"))
            return wrong(r, "a ':' is missing before ");
        Value no = expression(r, 0);
        return (v.real ? v.f != 0 : v.i != 0) ? yes : no;
    }
    return v;
}

bool spec_value(Spec *spec, Span text, Value *out)
{
    spec->error[0] = '\0';
    Reader r = {.spec = spec, .at = text.at, .end = text.at + text.length};
    *out = expression(&r, 0);
    skip_spaces(&r);
    if (r.at < r.end)
        wrong(&r, "there is too much in an expression: ");
    return !spec->error[0];
}

bool spec_size(Spec *spec, Span text, uint32_t size[3])
{
    size[0] = size[1] = size[2] = 1;
    bool listed = text.length > 1 && text.at[0] == '(' && text.at[text.length - 1] == ')' &&
                  find(part(text, 1, text.length - 1), ",", true) >= 0;
    Span list = listed ? part(text, 1, text.length - 1) : text, item;
    for (int k = 0; k < 3 && spec_next(&list, &item); k++) {
        Value v;
        if (!spec_value(spec, item, &v))
            return false;
        if (v.i < 0 || v.i > INT32_MAX) {
            say(spec, "a size must be 0 to 2147483647: ", item, "");
            return false;
        }
        size[k] = (uint32_t)v.i;
    }
    return true;
}
