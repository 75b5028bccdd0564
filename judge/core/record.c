// record.c: keeps a run in a file, so that a person can look at it. The file has a line for people, and then what the judge
// asked of the device process in wire.h's form: the modules, the run's limits, its memory, its launches. device_sim.c, given
// the file, repeats the run in that person's terminal.

#include "core.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void record_begin(Record *r)
{
    record_free(r);
    r->out = open_memstream(&r->bytes, &r->size);
    if (!r->out)
        cannot_work("no memory");
}

void record_add(Record *r, const WireRequest *request, const void *bytes)
{
    bool needed = request->op == WIRE_BEGIN || request->op == WIRE_ALLOC ||
                  request->op == WIRE_WRITE || request->op == WIRE_CALL ||
                  request->op == WIRE_LAUNCH;
    if (!r->out || !needed)
        return;
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
    *r = (Record){NULL, NULL, 0};
}

void record_write(const Record *r, const char *path, const char *line, const Place *p,
                  const Compiled *const *modules, const char *shown)
{
    char *all;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    if (!out)
        cannot_work("no memory");
    fprintf(out, "%s\n", line);
    for (uint32_t i = 0; i < WIRE_SLOTS; i++) {
        char *code =
            modules[i] && modules[i]->length ? compile_translate(p, modules[i]->code, shown) : NULL;
        WireRequest module = {.op = WIRE_MODULE, .a = i, .bytes = code ? strlen(code) : 0};
        if (code) {
            fwrite(&module, sizeof module, 1, out);
            fwrite(code, 1, module.bytes, out);
        }
        free(code);
    }
    fwrite(r->bytes, 1, r->size, out);
    fclose(out);
    if (!text_write(path, all, size))
        cannot_work("%s: %s", path, strerror(errno));
    free(all);
}
