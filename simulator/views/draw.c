// draw.c: draws as text where the lanes of one warp go at a source line.
//
// Global memory is drawn sector by sector: a row is 32 bytes, a cell is 4 of them and shows the lane that wants them:
//
//      byte    0  4  8 12 16 20 24 28     used
//         0    0  .  1  .  2  .  3  .     50 %
//
// Shared memory is drawn bank by bank: a column is one of the 32 banks (in two halves), a row is one wavefront. Lanes that
// want different words of one bank are below each other, and are served one after the other.
//
//      bank           0   1   2   3   4 …
//      wavefront  1   0   1   .   3   4 …
//      wavefront  2   5 …
//
// A '+' after a lane says that other lanes want a part of the same 4 bytes; they get it at the same time. Local memory is
// laid out so that a word of all lanes is four sectors, and is drawn like global memory.
//
// If a warp executes a line often, each of the line's instructions is drawn twice: its first execution, and the one that used
// memory worst, if it is another. If several instructions have the same pattern, as in an unrolled loop, one is drawn.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// An instruction at the line.
typedef struct Drawing {
    const SimInsnInfo *insn; // only to be compared: its module may have been unloaded
    char *kernel, *file;
    uint64_t times;
    Picture first, worst;
    uint64_t worst_time; // the number of that execution, from 1
    bool drawn;          // it was drawn with another one that looks the same
    struct Drawing *next;
} Drawing;

// Tells whether a uses memory worse than b.
static bool is_worse(const Picture *a, const Picture *b)
{
    if (a->access.space == SIM_SPACE_SHARED || b->access.space == SIM_SPACE_SHARED)
        return a->cost * b->ideal > b->cost * a->ideal;
    return b->bytes * a->cost > a->bytes * b->cost;
}

// Notes a line that is not drawn, for a list of those that could be.
static void note_other(Draw *d, const SimInsnInfo *insn)
{
    int at = 0;
    while (at < d->other_count && d->others[at].line < insn->line)
        at++;
    if (d->drawings || (at < d->other_count && d->others[at].line == insn->line) ||
        at == ACCESS_LINES)
        return;
    char *file = strdup(insn->file);
    if (!file)
        return;
    if (d->other_count == ACCESS_LINES)
        free(d->others[--d->other_count].file);
    memmove(d->others + at + 1, d->others + at,
            (size_t)(d->other_count++ - at) * sizeof *d->others);
    d->others[at] = (AccessLine){file, insn->line};
}

static void list_others(Draw *d, FILE *out)
{
    if (!d->drawings && d->other_count)
        fprintf(out, "Lines with accesses:\n");
    for (int i = 0; i < d->other_count; i++) {
        const char *text = source_line(d->others[i].file, d->others[i].line);
        if (!d->drawings)
            fprintf(out, "  %4d  %.70s\n", d->others[i].line,
                    text ? text + strspn(text, " \t") : "");
        free(d->others[i].file);
    }
    d->other_count = 0;
}

void draw_access(Draw *d, const Watched *w, const SimAccess *a)
{
    const SimInsnInfo *insn = &w->insns[a->pc];
    if (!insn->file)
        return;
    if (insn->line != d->line) {
        note_other(d, insn);
        return;
    }
    Drawing **link = &d->drawings, *to;
    while ((to = *link) && (to->insn != insn || !w->kernel || strcmp(to->kernel, w->kernel) != 0 ||
                            to->first.access.warp != a->warp))
        link = &to->next;
    if (!to) {
        to = calloc(1, sizeof *to);
        char *kernel = w->kernel ? strdup(w->kernel) : NULL, *file = strdup(insn->file);
        if (!to || !kernel || !file) {
            free(to);
            free(kernel);
            free(file);
            d->incomplete = true;
            return;
        }
        to->insn = insn;
        to->kernel = kernel;
        to->file = file;
        *link = to;
    }
    Picture p = picture_take(w->memory, a);
    if (++to->times == 1)
        to->first = p;
    if (to->times == 1 || is_worse(&p, &to->worst)) {
        to->worst = p;
        to->worst_time = to->times;
    }
}

// ---- Drawing -------------------------------------------------------------------------------------------------

static const char *const COLOR_DIM = "\033[2m", *const COLOR_GOOD = "\033[32m",
                         *const COLOR_BAD = "\033[31m", *const COLOR_PLAIN = "\033[0m";

// Draws a cell of three characters: nothing, or a lane, with a '+' if other lanes are there, too.
static void cell(FILE *out, bool color, int lane, bool shared, bool bad)
{
    const char *own = lane < 0 ? COLOR_DIM : bad ? COLOR_BAD : COLOR_GOOD;
    fputs(color ? own : "", out);
    if (lane < 0)
        fputs("  .", out);
    else
        fprintf(out, "%3d", lane);
    fputs(color ? COLOR_PLAIN : "", out);
    fputc(shared ? '+' : ' ', out);
}

static void draw_sectors(FILE *out, bool color, const Picture *p)
{
    bool local = p->access.space == SIM_SPACE_LOCAL;
    fprintf(out, "\n        byte    0   4   8  12  16  20  24  28     used\n");
    for (int i = 0, next; i < p->count; i = next) {
        uint64_t sector = p->pieces[i].word / SECTOR_WORDS;
        int lane[SECTOR_WORDS], bytes = 0;
        bool shared[SECTOR_WORDS] = {false};
        uint32_t part[SECTOR_WORDS] = {0};
        memset(lane, -1, sizeof lane);
        for (next = i; next < p->count && p->pieces[next].word / SECTOR_WORDS == sector; next++) {
            const Piece *piece = &p->pieces[next];
            int at = (int)(piece->word % SECTOR_WORDS);
            shared[at] = lane[at] >= 0;
            lane[at] = lane[at] < 0 ? piece->lane : lane[at];
            part[at] |= piece->part;
        }
        if (i && sector != p->pieces[i - 1].word / SECTOR_WORDS + 1)
            fprintf(out, "\n");
        // A word of local memory is 32 words, one of each lane.
        fprintf(out, "%12" PRId64 "  ",
                local ? (int64_t)(sector / 4 * 4) : (int64_t)(sector * SECTOR - p->base));
        for (int k = 0; k < SECTOR_WORDS; k++) {
            bytes += __builtin_popcount(part[k]);
            cell(out, color, lane[k], shared[k], false);
        }
        fprintf(out, "  %4d %%\n", 100 * bytes / SECTOR);
    }
}

static void draw_half(FILE *out, bool color, int first, int rows[][BANKS], bool shared[][BANKS],
                      int wavefronts)
{
    bool used = false;
    for (int bank = first; bank < first + BANKS / 2; bank++)
        used |= rows[0][bank] >= 0;
    if (!used)
        return;
    fprintf(out, "\n  bank         ");
    for (int bank = first; bank < first + BANKS / 2; bank++)
        fprintf(out, "%3d ", bank);
    fprintf(out, "\n");
    for (int k = 0; k < wavefronts; k++) {
        fprintf(out, "  wavefront %2d ", k + 1);
        for (int bank = first; bank < first + BANKS / 2; bank++)
            cell(out, color, rows[k][bank], rows[k][bank] >= 0 && shared[k][bank], k > 0);
        fprintf(out, "\n");
    }
}

static void draw_banks(FILE *out, bool color, const Picture *p)
{
    int rows[LANES * 2][BANKS], step = p->phase;
    for (int from = 0; from < LANES; from += step) {
        bool shared[LANES * 2][BANKS] = {{false}};
        int wavefronts = picture_banks(p, from, rows, shared);
        if (!wavefronts)
            continue;
        if (step < LANES)
            fprintf(out, "\n  lanes %d to %d:", from, from + step - 1);
        draw_half(out, color, 0, rows, shared, wavefronts);
        draw_half(out, color, BANKS / 2, rows, shared, wavefronts);
    }
}

// Draws execution `time` of `times` of an instruction.
static void draw_picture(FILE *out, bool color, const Picture *p, uint64_t time, uint64_t times)
{
    const SimAccess *a = &p->access;
    int lanes = __builtin_popcount(a->lanes);
    fprintf(out, "\n  %s of %d byte%s by %d lane%s in %s memory", access_operation(a->kind),
            a->bytes, plural(a->bytes), lanes, plural(lanes), access_space(a->space));
    if (times > 1)
        fprintf(out, "; time %" PRIu64 " of %" PRIu64 "%s", time, times,
                time > 1 ? ", the worst" : "");
    char cost[128] = "";
    picture_cost(p, cost, sizeof cost);
    fprintf(out, "\n  %s\n", cost);
    if (a->space == SIM_SPACE_SHARED)
        draw_banks(out, color, p);
    else
        draw_sectors(out, color, p);
}

void draw_one(FILE *out, const SimMemory *memory, const SimAccess *a, bool color)
{
    Picture p = picture_take(memory, a);
    draw_picture(out, color, &p, 1, 1);
}

// Tells whether two accesses have the same pattern: the same lanes at the same distances and, in global memory, at the same place
// of the first sector.
static bool is_like(const Picture *a, const Picture *b)
{
    const SimAccess *x = &a->access, *y = &b->access;
    unsigned width = x->space == SIM_SPACE_SHARED ? 1 : SECTOR_WORDS;
    bool same = x->kind == y->kind && x->space == y->space && x->bytes == y->bytes &&
                x->lanes == y->lanes && a->count == b->count &&
                (a->pieces->word - b->pieces->word) % width == 0;
    for (int i = 0; same && i < a->count; i++)
        same = a->pieces[i].lane == b->pieces[i].lane && a->pieces[i].part == b->pieces[i].part &&
               a->pieces[i].word - a->pieces->word == b->pieces[i].word - b->pieces->word;
    return same;
}

static bool is_same_place(const Drawing *a, const Drawing *b)
{
    return strcmp(a->kernel, b->kernel) == 0 && a->first.access.warp == b->first.access.warp &&
           strcmp(a->file, b->file) == 0;
}

static void draw_all(FILE *out, const Draw *d)
{
    const Drawing *last = NULL;
    for (Drawing *i = d->drawings; i; i = i->next) {
        if (i->drawn)
            continue;
        if (!last || !is_same_place(last, i)) {
            const char *text = source_line(i->file, d->line);
            fprintf(out, "\n%s, block %" PRIu64 ", warp %d\n", i->kernel, i->first.access.block,
                    i->first.access.warp);
            fprintf(out, "%s:%d  %.50s\n", callsite_shorten(i->file), d->line,
                    text ? text + strspn(text, " \t") : "");
        }
        last = i;
        int others = 0;
        for (Drawing *k = i->next; k; k = k->next)
            if (is_same_place(i, k) && is_like(&i->first, &k->first) &&
                i->worst_time == k->worst_time && is_like(&i->worst, &k->worst)) {
                k->drawn = true;
                others++;
            }
        draw_picture(out, d->color, &i->first, 1, i->times);
        if (i->worst_time > 1)
            draw_picture(out, d->color, &i->worst, i->worst_time, i->times);
        if (others)
            fprintf(out, "\n  %d more instruction%s of this line with the same pattern.\n", others,
                    plural(others));
    }
}

void draw_end(Draw *d, FILE *out)
{
    draw_all(out, d);
    if (!d->drawings)
        fprintf(out, "\nNo access to memory at line %d by the warp that was watched.\n", d->line);
    list_others(d, out);
    if (d->incomplete)
        fprintf(out, "\nSome drawings are missing: the host was out of memory.\n");
    while (d->drawings) {
        Drawing *next = d->drawings->next;
        free(d->drawings->kernel);
        free(d->drawings->file);
        free(d->drawings);
        d->drawings = next;
    }
}
