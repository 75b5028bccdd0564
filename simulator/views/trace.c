// trace.c: writes what one warp's lanes did to memory, access by access, as CSV.
//
//     kernel,block,warp,step,file,line,op,space,bytes,lanes,places
//     "sum(int *, int)",0,0,0,sum.cu,12,load,global,4,0x0000000f,0 4 8 12
//
//   kernel  its C++ name            block, warp  index in the grid (x fastest), in the block
//   step    number of the access in its launch, in the order in which they happen, from 0
//   file, line                      of the source; empty and 0 without line information
//   op      load, store, atomic     space  global, shared, local, constant
//   bytes   of each lane            lanes  which lanes take part, bit 0 is lane 0
//   places  for each of these lanes, in ascending order, the byte at which its access begins: in global and constant
//           memory counted from the start of the allocation or variable, else from the start of the block's shared
//           memory or of the thread's local memory
//
// watch.c chooses the launches. The file is written under another name and gets its own at the end.

#include "views/views.h"

#include <inttypes.h>
#include <string.h>

bool trace_begin(Trace *t)
{
    t->out = whole_file_open(t->path, &t->aside);
    if (t->out)
        fprintf(t->out, "kernel,block,warp,step,file,line,op,space,bytes,lanes,places\n");
    return t->out != NULL;
}

// Writes a field of CSV (RFC 4180), in quotes if necessary.
static void field(FILE *out, const char *text)
{
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void trace_access(Trace *t, const Watched *w, const SimAccess *a)
{
    const SimInsnInfo *insn = &w->insns[a->pc];
    field(t->out, w->kernel ? w->kernel : "");
    fprintf(t->out, ",%" PRIu64 ",%d,%" PRIu64 ",", a->block, a->warp, w->accesses);
    field(t->out, insn->file ? callsite_shorten(insn->file) : "");
    fprintf(t->out, ",%d,%s,%s,%d,0x%08" PRIx32, insn->line, access_operation(a->kind),
            access_space(a->space), a->bytes, a->lanes);
    char before = ',';
    EACH_BIT(lane, a->lanes) {
        fprintf(t->out, "%c%" PRIu64, before, access_place(w->memory, a, (int)lane));
        before = ' ';
    }
    fputc('\n', t->out);
}

bool trace_end(Trace *t)
{
    return whole_file_end(t->out, t->aside, t->path);
}
