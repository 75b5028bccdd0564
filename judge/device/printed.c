// printed.c: keeps what kernels print, for the student. Threads may run in any order, in a checked run even lane 31 before lane 1, so the
// lines are sorted by launch, block, warp and lane before they are shown; those of one thread stay as it printed them.

#include "judge/device/device.h"

#include "host/host.h"
#include "judge/core/judge_limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_PIECES = 1 << 14,
    MOST_TEXT = 1 << 20
}; // that are kept and sorted; what comes after is only counted

// What a thread printed by one call.
typedef struct {
    uint64_t launch, block;
    uint32_t thread, number; // in the block; of the call
    uint32_t from, bytes;    // in `text`
} Piece;

static Piece *pieces; // (MOST_PIECES) NULL until something is printed
static uint32_t piece_count;
static Printed text, shown;
static uint64_t lines, all_bytes; // that they have begun to print; that they have printed
static bool line_ended;           // the last of these ends a line

void printed_forget(void)
{
    text.used = piece_count = 0;
    lines = all_bytes = 0;
    line_ended = true;
}

void printed_keep(const SimLaunch *l, uint64_t launch, const char *more, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        lines += line_ended;
        line_ended = more[i] == '\n';
    }
    all_bytes += size;
    if (!pieces && !(pieces = malloc(MOST_PIECES * sizeof *pieces)))
        return;
    if (!size || piece_count == MOST_PIECES || text.used + size > MOST_TEXT)
        return;
    Piece p = {.launch = launch, .number = piece_count, .from = (uint32_t)text.used};
    sim_print_thread(l, &p.block, &p.thread);
    printed_put(&text, more, size);
    p.bytes = (uint32_t)text.used - p.from;
    pieces[piece_count++] = p;
}

static int by_thread(const void *a, const void *b)
{
    const Piece *p = a, *q = b;
    if (p->launch != q->launch)
        return p->launch < q->launch ? -1 : 1;
    if (p->block != q->block)
        return p->block < q->block ? -1 : 1;
    if (p->thread != q->thread)
        return p->thread < q->thread ? -1 : 1;
    return p->number < q->number ? -1 : 1;
}

const char *printed_first(uint64_t most_lines, size_t *size, uint64_t *in_lines, uint64_t *in_bytes)
{
    uint64_t ended = 0;
    shown.used = 0;
    if (piece_count)
        qsort(pieces, piece_count, sizeof *pieces, by_thread);
    for (uint32_t i = 0; i < piece_count; i++)
        for (uint32_t k = 0; k < pieces[i].bytes; k++) {
            const char *c = text.text + pieces[i].from + k;
            if (ended < most_lines && shown.used < PRINTED_BYTES)
                printed_put(&shown, c, 1);
            ended += *c == '\n';
        }
    *size = shown.used;
    *in_lines = lines;
    *in_bytes = all_bytes;
    return shown.text;
}
