// record.c: keeps a run, so that a person can look at it. The record's file has a line for people, and then what the judge asked of the
// device in wire.h's form: the modules, the run's limits, its memory, its launches. judge/device/simulator_main.c, given the file, repeats
// the run in that person's terminal.

#include "core.h"

#include <stdlib.h>
#include <string.h>

void record_begin(Record *r)
{
    record_free(r);
    r->out = text_open(&r->bytes, &r->size);
}

void record_add(Record *r, const WireRequest *request, const void *bytes)
{
    bool needed = request->op == WIRE_BEGIN || request->op == WIRE_ALLOC ||
                  request->op == WIRE_WRITE || request->op == WIRE_CALL ||
                  request->op == WIRE_LAUNCH;
    if (!r->out || !needed)
        return;
    r->launches += request->op == WIRE_LAUNCH;
    fwrite(request, sizeof *request, 1, r->out);
    if (request->bytes)
        fwrite(bytes, 1, request->bytes, r->out);
}

void record_end(Record *r)
{
    if (r->out && fclose(r->out) != 0)
        cannot_work("no memory");
    r->out = NULL;
}

void record_free(Record *r)
{
    record_end(r);
    free(r->bytes);
    *r = (Record){.out = NULL};
}

// Writes a request and its bytes.
static void put(FILE *out, WireRequest r, const char *bytes)
{
    r.bytes = strlen(bytes);
    fwrite(&r, sizeof r, 1, out);
    fwrite(bytes, 1, r.bytes, out);
}

char *record_file(const Record *r, const char *line, const char *why, const Terms *t,
                  const Code codes[WIRE_SLOTS], size_t *size)
{
    char *all;
    FILE *out = text_open(&all, size);
    fprintf(out, "%s\n", line);
    if (why && !t->exercise->program)
        put(out, (WireRequest){.op = WIRE_WHY, .a = r->launches}, why);
    for (uint32_t i = 0; i < WIRE_SLOTS; i++) {
        char *code = codes[i].length ? t->host->translate(codes[i].bytes, t->file) : NULL;
        if (code)
            put(out, (WireRequest){.op = WIRE_MODULE, .a = i}, code);
        free(code);
    }
    fwrite(r->bytes, 1, r->size, out);
    fclose(out);
    return all;
}
