// source.c: reads a submission's text, for the names of its arrays and for the lines that a diagnosis quotes. It is no parser of
// CUDA C: what it does not understand it leaves out, and a diagnosis then speaks of addresses.

#include "core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Returns a copy with blanks in place of comments and strings, so that every other character keeps its place.
static char *without_comments(const char *source)
{
    char *text = text_make("%s", source), *c = text;
    while (*c) {
        size_t length = strncmp(c, "//", 2) == 0 ? strcspn(c, "\n") : 0;
        if (strncmp(c, "/*", 2) == 0) {
            const char *end = strstr(c + 2, "*/");
            length = end ? (size_t)(end - c) + 2 : strlen(c);
        } else if (*c == '"') {
            for (length = 1; c[length] && c[length] != '"' && c[length] != '\n'; length++)
                length += c[length] == '\\' && c[length + 1];
            length += c[length] == '"';
        }
        for (size_t i = 0; i < length; i++)
            c[i] = c[i] == '\n' ? '\n' : ' ';
        c += length ? length : 1;
    }
    return text;
}

// Returns where `word` comes next in the text as a whole word; NULL if it does not.
static const char *find_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !in_name(at[-1])) && !in_name(at[length]))
            return at;
    return NULL;
}

// Sets the element's size and kind from the words of a type; pointers and qualifiers are left out.
static void take_type(const char *words, Named *n)
{
    static const struct {
        const char *word;
        uint8_t bytes;
        bool real;
    } TYPES[] = {{"double", 8, true},    {"float", 4, true},     {"size_t", 8, false},
                 {"uint64_t", 8, false}, {"int64_t", 8, false},  {"uint32_t", 4, false},
                 {"int32_t", 4, false},  {"uint16_t", 2, false}, {"int16_t", 2, false},
                 {"uint8_t", 1, false},  {"int8_t", 1, false},   {"bool", 1, false},
                 {"char", 1, false},     {"short", 2, false},    {"long", 8, false},
                 {"float2", 8, false},   {"float4", 16, false},  {"int2", 8, false},
                 {"int4", 16, false},    {"half", 2, false},     {"__half", 2, false},
                 {"__half2", 4, false},  {"half2", 4, false},    {"uint4", 16, false},
                 {"uchar4", 4, false},   {"int", 4, false},      {"unsigned", 4, false}};
    n->element = 0;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES && !n->element; i++)
        if (find_word(words, TYPES[i].word, strlen(TYPES[i].word))) {
            n->element = TYPES[i].bytes;
            n->real = TYPES[i].real;
            n->no_sign = TYPES[i].word[0] == 'u' || strcmp(TYPES[i].word, "size_t") == 0 ||
                         strcmp(TYPES[i].word, "bool") == 0 ||
                         find_word(words, "unsigned", strlen("unsigned"));
        }
}

// Reads a declaration, "const float *__restrict__ a" or "float part[32]": its last name, and what it is an array of.
static bool take_declaration(const char *text, size_t length, Named *n)
{
    char words[256];
    *n = (Named){.element = 0};
    if (length >= sizeof words)
        return false;
    memcpy(words, text, length);
    words[length] = '\0';
    bool array = strpbrk(words, "*[") != NULL;
    size_t end = strcspn(words, "[=");
    while (end && !in_name(words[end - 1]))
        end--;
    size_t begin = end;
    while (begin && in_name(words[begin - 1]))
        begin--;
    if (begin == end || end - begin >= sizeof n->name)
        return false;
    memcpy(n->name, words + begin, end - begin);
    const char *first = strchr(words + end, '['), *last = strrchr(words + end, '[');
    bool two = first && last == strchr(first + 1, '[') && last;
    n->open = first && first[1 + strspn(first + 1, " ")] == ']';
    if (two)
        snprintf(n->columns, sizeof n->columns, "%.*s", (int)strcspn(last + 1, "]"), last + 1);
    words[begin] = '\0';
    if (array && strchr(words, '*') == strrchr(words, '*'))
        take_type(words, n);
    return true;
}

// Returns the length of the first part of a list: up to its comma, or to `closing`, which ends the list.
static size_t part_length(const char *text, char closing)
{
    int depth = 0;
    size_t i = 0;
    for (; text[i] && (depth || (text[i] != ',' && text[i] != closing)); i++)
        depth += strchr("(<[{", text[i]) ? 1 : strchr(")>]}", text[i]) ? -1 : 0;
    return i;
}

// Returns whether the declaration that has `at` in it begins with the word template.
static bool in_template(const char *text, const char *at)
{
    static const char word[] = "template";
    const char *begin = at;
    while (begin > text && !strchr(";{}", begin[-1]))
        begin--;
    const char *found = find_word(begin, word, strlen(word));
    return found && found < at;
}

bool source_has_template(const char *source, const char *kernel)
{
    char *text = without_comments(source);
    bool is = false;
    for (const char *at = text; !is && (at = strstr(at, "__global__")); at++) {
        const char *found = find_word(at, kernel, strlen(kernel));
        is = found && found < at + strcspn(at, "{;") && in_template(text, at);
    }
    free(text);
    return is;
}

int source_parameters(const char *source, const char *kernel, Named *out, int most)
{
    char *text = without_comments(source), *name = text_make("%s", kernel);
    int count = 0;
    name[strcspn(name, "<")] = '\0';
    const char *at = text;
    size_t length = strlen(name);
    while ((at = strstr(at, "__global__")) && !count) {
        const char *end = at + strcspn(at, "{;"), *found = find_word(at, name, length);
        at += strlen("__global__");
        if (!found || found >= end || found[length + strspn(found + length, " \n\t")] != '(')
            continue;
        found = strchr(found, '(') + 1;
        while (count < most) {
            size_t part = part_length(found, ')');
            if (!take_declaration(found, part, &out[count++]))
                out[count - 1] = (Named){.element = 0};
            found += part;
            if (*found != ',')
                break;
            found++;
        }
    }
    free(text);
    free(name);
    return count;
}

int source_shared(const char *source, Named *out, int most)
{
    char *text = without_comments(source);
    int count = 0;
    for (const char *at = text; count < most && (at = strstr(at, "__shared__"));) {
        at += strlen("__shared__");
        size_t part = part_length(at, ';');
        Named first, next;
        if (!take_declaration(at, part, &first) || !first.element)
            continue;
        out[count++] = first;
        for (at += part; *at == ',' && count < most; at += part) { // int a[32], b[32]
            part = part_length(++at, ';');
            if (!memchr(at, '[', part) || !take_declaration(at, part, &next))
                continue;
            next.element = first.element;
            next.real = first.real;
            next.no_sign = first.no_sign;
            out[count++] = next;
        }
    }
    free(text);
    return count;
}

// ---- Constants ------------------------------------------------------------------------------------------------------

// A constant expression that is read.
typedef struct {
    const char *text; // of the whole source, without comments, which defines its names
    const char *at;
    int *left;    // how many more terms are read, whatever a text defines by itself
    bool unknown; // it is none, or not one that is understood here
} Expression;

static long sum_of(Expression *e);

static char next_of(Expression *e)
{
    e->at += strspn(e->at, " \t\n");
    return *e->at;
}

// Returns the value of a name that the text defines: #define TILE 16, enum { TILE = 16 }, const int TILE = 16.
static long value_of(Expression *e, const char *name, size_t length)
{
    char word[64];
    if (length == 0 || length >= sizeof word) {
        e->unknown = true;
        return 0;
    }
    memcpy(word, name, length);
    word[length] = '\0';
    for (const char *at = e->text; (at = find_word(at, word, length)); at++) {
        const char *line = at, *behind = at + length + strspn(at + length, " \t");
        while (line > e->text && line[-1] != '\n')
            line--;
        bool macro =
            strncmp(line, "#define", strlen("#define")) == 0 && find_word(line, word, length) == at;
        if (!macro && (behind[0] != '=' || behind[1] == '='))
            continue;
        Expression inner = {e->text, macro ? behind : behind + 1, e->left, false};
        long value = sum_of(&inner);
        e->unknown |= inner.unknown;
        return value;
    }
    e->unknown = true;
    return 0;
}

static long term_of(Expression *e)
{
    char c = next_of(e);
    e->unknown |= (*e->left)-- <= 0;
    if (e->unknown)
        return 0;
    if (c == '(') {
        e->at++;
        long value = sum_of(e);
        e->unknown |= next_of(e) != ')';
        e->at += *e->at != '\0';
        return value;
    }
    const char *begin = e->at;
    while (in_name(*e->at))
        e->at++;
    if (isdigit((unsigned char)c)) {
        char *end;
        long value = strtol(begin, &end, 0);
        e->unknown |= end + strspn(end, "uUlL") != e->at;
        return value;
    }
    return value_of(e, begin, (size_t)(e->at - begin));
}

static long product_of(Expression *e)
{
    long value = term_of(e);
    for (char c; !e->unknown && (c = next_of(e)) && strchr("*/%", c);) {
        e->at++;
        long by = term_of(e);
        e->unknown |= by <= 0 || by > 1 << 20 || value > 1 << 20;
        if (!e->unknown)
            value = c == '*' ? value * by : c == '/' ? value / by : value % by;
    }
    return value;
}

static long sum_of(Expression *e)
{
    long value = product_of(e);
    for (char c; !e->unknown && ((c = next_of(e)) == '+' || c == '-');) {
        e->at++;
        long term = product_of(e);
        value += c == '+' ? term : -term;
    }
    return value;
}

long source_constant(const char *source, const char *expression)
{
    int left = 64;
    char *text = without_comments(source);
    Expression e = {text, expression, &left, false};
    long value = sum_of(&e);
    free(text);
    return !e.unknown && !next_of(&e) && value > 0 ? value : 0;
}

// ---- Quoting --------------------------------------------------------------------------------------------------------

// What a diagnosis says of a line: which array is accessed there, and how.
typedef struct {
    char name[64]; // "": of no array
    bool reads, writes, updates;
} Accessed;

// Takes the name of the array that a diagnosis is about.
static void take_accessed(const char *diagnosis, Accessed *a)
{
    static const char *const WORDS[] = {"Reads ", "Writes ", "Updates ", "race for "};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS && !*a->name; i++) {
        const char *word = strstr(diagnosis, WORDS[i]);
        if (word && sscanf(word + strlen(WORDS[i]), "%63[A-Za-z0-9_]", a->name) != 1)
            *a->name = '\0';
    }
}

// Notes how it says that the array is accessed, in the words before it names a place: "and Read access at … in exercise.cu:26".
static void take_access(const char *words, size_t length, Accessed *a)
{
    a->reads |= memmem(words, length, "Read access", 11) || memmem(words, length, "Reads ", 6);
    a->writes |= memmem(words, length, "Write access", 12) || memmem(words, length, "Writes ", 7);
    a->updates |=
        memmem(words, length, "Atomic access", 13) || memmem(words, length, "Updates ", 8);
}

// Returns what follows an element that begins with its array's name: behind "x[i][j]", or behind "x" in "*x".
static const char *behind_element(const char *at, size_t length)
{
    at += length;
    for (at += strspn(at, " "); *at == '['; at += strspn(at, " ")) {
        do // commas of the index end its parts
            at++;
        while (at += part_length(at, ']'), *at == ',');
        at += *at == ']';
    }
    return at;
}

// Tells whether what follows an element assigns to it; *reads: its old value counts, too.
static bool is_assigned(const char *behind, bool *reads)
{
    size_t sign = strspn(behind, "+-*/%&|^<>");
    bool stepped = strncmp(behind, "++", 2) == 0 || strncmp(behind, "--", 2) == 0;
    bool compared = (behind[0] == '<' || behind[0] == '>') && behind[1] == '=';
    *reads = stepped || sign > 0;
    return stepped || (sign <= 2 && behind[sign] == '=' && behind[sign + 1] != '=' && !compared);
}

// Returns the column at which a line does such an access; *many: how many may be meant, of which only a single one is worth a caret.
static size_t element_column(const char *line, size_t length, const Accessed *a, bool write,
                             int *many)
{
    size_t name = strlen(a->name), column = 0;
    *many = 0;
    for (const char *at = line; (at = find_word(at, a->name, name)) && at < line + length; at++) {
        const char *before = at;
        while (before > line && (before[-1] == ' ' || before[-1] == '('))
            before--;
        const char *behind = behind_element(at, name);
        bool reads, indexed = at[name + strspn(at + name, " ")] == '[',
                    pointed = !indexed && before > line && before[-1] == '*';
        if (!indexed && !pointed)
            continue; // the array itself
        bool assigned = is_assigned(behind, &reads);
        if (a->updates || (write ? assigned : reads || !assigned)) {
            column = (size_t)((pointed ? before - 1 : at) - line);
            ++*many;
        }
    }
    return column;
}

// Returns the column of what a line does with other threads, or of how it leaves; *many: how many there are.
static size_t meeting_column(const char *line, size_t length, int *many)
{
    static const char *const LEAVES[] = {"return", "break", "continue"};
    size_t column = 0;
    *many = 0;
    for (size_t i = 0; i < length; i++) {
        size_t word = 0;
        while (i + word < length && in_name(line[i + word]))
            word++;
        if (strncmp(line + i, "__", 2) == 0 && memmem(line + i, word, "sync", 4)) {
            column = i;
            ++*many;
        }
        i += word;
    }
    for (size_t i = 0; i < sizeof LEAVES / sizeof *LEAVES && !*many; i++) {
        const char *at = find_word(line, LEAVES[i], strlen(LEAVES[i]));
        *many = at && at < line + length;
        column = *many ? (size_t)(at - line) : 0;
    }
    return column;
}

// Marks the columns that the diagnosis is about, if it is clear which they are.
static void mark_columns(const char *line, size_t length, const Accessed *a, char *marks)
{
    int many;
    bool access = a->reads || a->writes || a->updates;
    memset(marks, ' ', length);
    if (!access) {
        size_t column = meeting_column(line, length, &many);
        if (many == 1)
            marks[column] = '^';
        return;
    }
    for (int write = 0; write < 2 && *a->name; write++) {
        if (!(write ? a->writes : a->reads || a->updates))
            continue;
        size_t column = element_column(line, length, a, write, &many);
        if (many == 1)
            marks[column] = '^';
    }
}

// Writes a line as "   12 | y[i] = x[i];" with a caret below what the diagnosis is about. Of a long line it writes the part around it.
// text: the source without comments.
static void quote_line(FILE *out, const char *source, const char *text, int number,
                       const Accessed *a)
{
    const char *line = source;
    for (int i = 1; line && i < number; i++)
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    if (!line)
        return;
    size_t length = strcspn(line, "\n"), blank = strspn(line, " \t");
    if (length <= blank + 1) // "}" tells nothing
        return;
    enum { SHOWN = 66 };
    char *marks = text_make("%.*s", (int)length, line);
    mark_columns(text + (line - source), length, a, marks);
    size_t end = length;
    while (end && marks[end - 1] != '^')
        end--;
    size_t column = end ? strcspn(marks, "^") : blank;
    size_t from = column - blank < SHOWN ? blank : column - SHOWN / 2;
    size_t shown = length - from < SHOWN ? length - from : SHOWN;
    fprintf(out, "%5d | %.*s\n", number, (int)shown, line + from);
    if (end > from + shown) // the second caret is too far away
        end = column + 1;
    if (end)
        fprintf(out, "      | %.*s\n", (int)(end - from), marks + from);
    free(marks);
}

bool source_returns(const char *source, int line)
{
    char *text = without_comments(source), *at = text;
    for (int i = 1; at && i < line; i++)
        at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    if (!at) {
        free(text);
        return false;
    }
    size_t length = strcspn(at, "\n");
    length += at[length] ? 1 + strcspn(at + length + 1, "\n") : 0;
    at[length] = '\0';
    bool returns = find_word(at, "return", strlen("return"));
    free(text);
    return returns;
}

char *source_quote(const char *diagnosis, const char *source, const char *shown)
{
    enum { MOST = 4 };
    int quoted[MOST], count = 0;
    Accessed accessed[MOST];
    char *text, *place = text_make("%s:", shown), *code = without_comments(source);
    size_t size;
    FILE *out = text_open(&text, &size);
    fputs(diagnosis, out);
    if (*diagnosis && diagnosis[strlen(diagnosis) - 1] != '\n')
        fputc('\n', out);
    for (const char *at = diagnosis, *words = at; (at = strstr(at, place)); words = at) {
        at += strlen(place);
        int number = (int)strtol(at, NULL, 10), i = 0;
        while (i < count && quoted[i] != number)
            i++;
        if (number <= 0 || i == MOST)
            continue;
        if (i == count) {
            quoted[count++] = number;
            accessed[i] = (Accessed){.name = ""};
            take_accessed(diagnosis, &accessed[i]);
        }
        take_access(words, (size_t)(at - words), &accessed[i]);
    }
    for (int i = 0; i < count; i++)
        quote_line(out, source, code, quoted[i], &accessed[i]);
    fclose(out);
    free(place);
    free(code);
    return text;
}
