// cases.c: the exercise's listed cases, and an instructor's hidden ones.

#include "native.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HIDDEN = 1 << 20 };       // bytes of a file of hidden cases
enum { MOST_BLOCK = 1024 };           // threads of a hidden case's block
#define MOST_ELEMENTS 1000000000000ll // of a hidden case

// Reads a number and the blanks behind it, and moves *at behind them; false if there is none from `least` to `most`.
static bool next_number(char **at, long long least, long long most, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*at, &end, 10);
    bool read = end > *at && !errno && *value >= least && *value <= most;
    *at = end + strspn(end, " \t");
    return read && *at > end;
}

// Tells whether a listed case has no number of threads per block, since the exercise takes none.
static bool has_no_block(const Exercise *e)
{
    for (const Case *c = e->cases; c->what; c++)
        if (c->block == 0)
            return true;
    return false;
}

// Returns the exercise's cases and the hidden ones behind them. A hidden case is a line such as
// "257 0 128 one element more than two blocks".
Case *cases_gather(const Exercise *e, const char *hidden, size_t *count)
{
    size_t length = 0, room;
    char *text = hidden ? file_bytes(hidden, MOST_HIDDEN, &length) : NULL, *rest = text;
    if (hidden && !text)
        cannot_work("%s: %s", hidden, strerror(errno));
    for (*count = 0; e->cases[*count].what;)
        ++*count;
    room = *count;
    for (size_t i = 0; i < length; i++)
        room += text[i] == '\n';
    Case *cases = calloc(room + 2, sizeof *cases);
    if (!cases)
        cannot_work("no memory");
    memcpy(cases, e->cases, *count * sizeof *cases);
    int fewest = has_no_block(e) ? 0 : 1, number = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        long long n, m, block;
        size_t last = strlen(line);
        number++;
        if (last && line[last - 1] == '\r') // a file from Windows
            line[last - 1] = '\0';
        char *at = line;
        if (!line[strspn(line, " \t")] || *line == '#')
            continue;
        if (!next_number(&at, 0, MOST_ELEMENTS, &n) || !next_number(&at, 0, MOST_ELEMENTS, &m) ||
            !next_number(&at, fewest, MOST_BLOCK, &block) || !*at)
            cannot_work(
                "%s:%d: '%s' is not of the form n m block what (n and m: 0 to %lld; block: %d to %d)",
                hidden, number, line, MOST_ELEMENTS, fewest, MOST_BLOCK);
        // `what` is a part of `text`, which is not freed.
        cases[(*count)++] = (Case){at, (size_t)n, (size_t)m, (int)block};
    }
    return cases;
}
