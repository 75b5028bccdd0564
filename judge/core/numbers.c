// numbers.c: a prediction's numbers, which are other ones for each student, so that nobody's answers are right for anybody else.
//
// A student's numbers follow from the exercise and the student's id alone, so they are the same on every machine and in the page:
//
//   state  = FNV-1a (64 bits) of the text "ex2-10/ann"; the id without blanks around it, A to Z as a to z
//   number = own[random_next(&state) % how many `own` has], for one number after the other
//
// FNV-1a: Fowler, Noll, Vo, https://datatracker.ietf.org/doc/html/rfc9923. random_next is splitmix64 (inputs.c).

#include "case.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_ID = 100, LONGEST_PHRASE = 400 }; // bytes

static uint64_t fnv1a(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return hash;
}

char *numbers_id(const char *given)
{
    given += strspn(given, " \t");
    size_t length = strlen(given);
    while (length && (given[length - 1] == ' ' || given[length - 1] == '\t'))
        length--;
    char *id = text_make("%.*s", (int)length, given), *clean = text_clean(id, length, LONGEST_ID);
    bool good =
        length > 0 && length <= LONGEST_ID && strcmp(id, clean) == 0 && !strpbrk(id, "\n\t");
    free(clean);
    for (char *p = id; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    if (good)
        return id;
    free(id);
    return NULL;
}

int numbers_get(const Exercise *e, const char *student, int which)
{
    const Number *n = e->numbers;
    if (!student)
        return n[which].book;
    uint64_t state = fnv1a(fnv1a(fnv1a(0xcbf29ce484222325, e->name), "/"), student);
    for (int i = 0;; i++) {
        size_t own = 0;
        while (own < MOST_OWN && n[i].own[own])
            own++;
        uint64_t draw = random_next(&state);
        if (i == which)
            return own ? n[which].own[draw % own] : n[which].book;
    }
}

int judge_number(Judge *j, int which)
{
    return numbers_get(j->terms->exercise, j->terms->student, which);
}

// ---- Texts with a student's numbers ----------------------------------------------------------------------------------

static void put_number(FILE *out, int n, bool commas)
{
    if (commas && n >= 1000)
        fprintf(out, "%d,%03d", n / 1000, n % 1000);
    else
        fprintf(out, "%d", n);
}

// Writes a phrase's first or second wording into `out`, with the numbers of a student, or with the book's.
static void word(char out[LONGEST_PHRASE], const Exercise *e, const char *student, const char *from,
                 size_t length)
{
    FILE *f = fmemopen(out, LONGEST_PHRASE, "w");
    if (!f)
        cannot_work("no memory");
    for (const char *p = from; p < from + length; p++) {
        if (*p != '{') {
            fputc(*p, f);
            continue;
        }
        size_t name = strcspn(++p, ",}");
        int i = 0;
        while (e->numbers[i].name &&
               (strlen(e->numbers[i].name) != name || memcmp(e->numbers[i].name, p, name) != 0))
            i++;
        if (!e->numbers[i].name)
            cannot_work("%s has no number '%.*s'", e->name, (int)name, p);
        put_number(f, numbers_get(e, student, i), p[name] == ',');
        p += name + (p[name] == ',');
    }
    fclose(f);
}

// Returns how many bytes of `text` are the phrase, in which a blank stands for any white space; 0 if the text begins otherwise.
static size_t matches(const char *text, const char *phrase)
{
    const char *at = text;
    for (; *phrase; phrase++) {
        size_t blank = strspn(at, " \n");
        if (*phrase == ' ' ? !blank : *at != *phrase)
            return 0;
        at += *phrase == ' ' ? blank : 1;
    }
    return (size_t)(at - text);
}

char *numbers_text(const Exercise *e, const char *student, const char *text)
{
    char *result, book[LONGEST_PHRASE], own[LONGEST_PHRASE];
    size_t size;
    FILE *out = text_open(&result, &size);
    while (*text) {
        size_t longest = 0;
        for (const char *const *p = e->phrases; student && p && *p; p++) {
            size_t first = strcspn(*p, "|");
            word(book, e, NULL, *p, first);
            size_t length = matches(text, book);
            if (length <= longest)
                continue;
            longest = length;
            const char *other = (*p)[first] ? *p + first + 1 : *p;
            word(own, e, student, other, strlen(other));
        }
        if (longest)
            fputs(own, out);
        else
            fputc(*text, out);
        text += longest ? longest : 1;
    }
    fclose(out);
    return result;
}

Case *numbers_cases(const Exercise *e, const char *student, const Case *cases, size_t count)
{
    Case *own = calloc(count + 1, sizeof *own);
    if (!own)
        cannot_work("no memory");
    for (size_t i = 0; i < count; i++) {
        own[i] = cases[i];
        own[i].what = numbers_text(e, student, cases[i].what);
    }
    return own;
}
