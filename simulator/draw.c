// draw.c: where the lanes of one warp go at a source line, drawn as text.
//
// Global memory sector by sector: a row is 32 bytes, a cell 4 of them, and in it the lane that wants them:
//
//      byte    0  4  8 12 16 20 24 28   wanted
//         0    0  .  1  .  2  .  3  .     50 %
//
// Shared memory bank by bank: a column is one of the 32 banks (drawn in two halves), a row one wavefront: lanes that
// want different words of one bank stand below each other, and are served one after the other.
//
//      bank           0   1   2   3   4 …
//      wavefront  1   0   1   .   3   4 …
//      wavefront  2   5 …
//
// A '+' after a lane: others want something of the same 4 bytes, and get it with it. Local memory is laid out so that a
// word of all lanes is four sectors, and is drawn like global memory.
//
// A line that a warp executes often is drawn once for each of its instructions: the first time and, if that is another
// time, the one that used memory worst. Of instructions with the same pattern, as in an unrolled loop, one is drawn.

#include "runtime.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, WORDS = 8, MOST_PIECES = LANES * WORDS, BANKS = 32, SECTOR = 32 };

// What one lane wants of one 4-byte word.
typedef struct {
    uint64_t word; // address / 4
    uint32_t part; // bit b: of its bytes byte b
    int lane;
} Piece;

// One execution of an instruction.
typedef struct {
    SimAccess access; // without `address`
    uint64_t base;    // of the allocation that its first lane is in; shared and local memory: 0
    Piece pieces[MOST_PIECES];
    int count;
    int cost, ideal; // sectors or wavefronts, and how few would do
    int bytes;       // distinct ones that are wanted
    uint64_t time;   // which execution it is, from 1
} Picture;

// An instruction at the line.
typedef struct Drawing {
    const SimInsnInfo *insn;
    char *kernel;
    uint64_t times;
    Picture first, worst;
    bool drawn; // with one that looks the same
    struct Drawing *next;
} Drawing;

struct Draw {
    int line;
    char *kernel; // of the launch that is watched
    const SimMemory *memory;
    Drawing *drawings, **end; // in order of their first execution
    bool incomplete;          // for want of memory
    bool color;
};

Draw *draw_new(int line)
{
    Draw *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->line = line;
    d->end = &d->drawings;
    d->color = options_color();
    return d;
}

void draw_launch(Draw *d, const SimLaunch *l, const char *kernel)
{
    free(d->kernel);
    d->kernel = strdup(kernel);
    d->memory = l->memory;
}

// ---- Taking apart --------------------------------------------------------------------------------------------

static int by_word(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    return x->word != y->word ? (x->word > y->word) - (x->word < y->word) : x->lane - y->lane;
}

static void take_pieces(Picture *p, const SimAccess *a)
{
    int words = a->bytes < 4 ? 1 : a->bytes / 4;
    for (int lane = 0; lane < LANES; lane++) {
        for (int k = 0; (a->lanes >> lane & 1) && k < words && p->count < MOST_PIECES; k++) {
            uint64_t address = a->address[lane] + 4 * (uint64_t)k;
            Piece piece = {address / 4, 15, lane};
            if (a->bytes < 4)
                piece.part = ((1u << a->bytes) - 1) << (address & 3);
            if (a->space == SIM_SPACE_LOCAL)
                piece.word = piece.word * LANES + (uint64_t)lane;
            p->pieces[p->count++] = piece;
        }
    }
}

// Lanes that shared memory serves together.
static int phase_lanes(int bytes)
{
    return bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
}

// The pieces of the lanes [from, to), each distinct word once, by bank: rows[k][bank] is the lane of a bank's k-th word,
// or -1; shared[k][bank] whether there are more of them. Returns the number of rows.
static int sort_banks(const Picture *p, int from, int to, int rows[][BANKS], bool shared[][BANKS])
{
    uint64_t words[MOST_PIECES][BANKS];
    int used[BANKS] = {0}, most = 0;
    for (int i = 0; i < p->count; i++) {
        const Piece *piece = &p->pieces[i];
        int bank = (int)(piece->word % BANKS), k = 0;
        if (piece->lane < from || piece->lane >= to)
            continue;
        while (k < used[bank] && words[k][bank] != piece->word)
            k++;
        shared[k][bank] = k < used[bank];
        if (k < used[bank])
            continue;
        for (int other = 0; k >= most && other < BANKS; other++)
            rows[k][other] = -1;
        words[k][bank] = piece->word;
        rows[k][bank] = piece->lane;
        used[bank]++;
        most = used[bank] > most ? used[bank] : most;
    }
    return most;
}

static void count_shared(Picture *p)
{
    int rows[LANES * 2][BANKS], step = phase_lanes(p->access.bytes);
    bool shared[LANES * 2][BANKS];
    for (int from = 0; from < LANES; from += step) {
        int wavefronts = sort_banks(p, from, from + step, rows, shared);
        p->cost += wavefronts;
        p->ideal += wavefronts > 0;
    }
}

// Pieces are in order of their words.
static void count_sectors(Picture *p)
{
    uint32_t part = 0;
    for (int i = 0; i < p->count; i++) {
        const Piece *piece = &p->pieces[i];
        bool new_word = i == 0 || piece[-1].word != piece->word;
        p->cost += i == 0 || piece[-1].word / WORDS != piece->word / WORDS;
        part = new_word ? piece->part : part | piece->part;
        if (i + 1 == p->count || piece[1].word != piece->word)
            p->bytes += __builtin_popcount(part);
    }
    p->ideal = (p->bytes + SECTOR - 1) / SECTOR;
}

static Picture take(const SimMemory *memory, const SimAccess *a, uint64_t time)
{
    Picture p = {.access = *a, .time = time};
    int first = __builtin_ctz(a->lanes);
    p.base = a->space == SIM_SPACE_GLOBAL || a->space == SIM_SPACE_CONST
                 ? a->address[first] - watch_place(memory, a, first)
                 : 0;
    take_pieces(&p, a);
    if (a->space == SIM_SPACE_SHARED) {
        count_shared(&p);
    } else {
        qsort(p.pieces, (size_t)p.count, sizeof *p.pieces, by_word);
        count_sectors(&p);
    }
    return p;
}

// Whether a uses memory worse than b.
static bool is_worse(const Picture *a, const Picture *b)
{
    if (a->access.space == SIM_SPACE_SHARED || b->access.space == SIM_SPACE_SHARED)
        return a->cost * b->ideal > b->cost * a->ideal;
    return b->bytes * a->cost > a->bytes * b->cost;
}

void draw_access(Draw *d, const SimInsnInfo *insn, const SimAccess *a)
{
    if (insn->line != d->line || !insn->file)
        return;
    Drawing *to = d->drawings;
    while (to && (to->insn != insn || !d->kernel || strcmp(to->kernel, d->kernel) != 0 ||
                  to->first.access.warp != a->warp))
        to = to->next;
    if (!to) {
        to = calloc(1, sizeof *to);
        char *kernel = d->kernel ? strdup(d->kernel) : NULL;
        if (!to || !kernel) {
            free(to);
            free(kernel);
            d->incomplete = true;
            return;
        }
        to->insn = insn;
        to->kernel = kernel;
        *d->end = to;
        d->end = &to->next;
    }
    Picture p = take(d->memory, a, ++to->times);
    if (p.time == 1)
        to->first = to->worst = p;
    else if (is_worse(&p, &to->worst))
        to->worst = p;
}

// ---- Drawing -------------------------------------------------------------------------------------------------

static const char *const DIM = "\033[2m", *const GOOD = "\033[32m", *const BAD = "\033[31m",
                         *const PLAIN = "\033[0m";

// A cell of three characters: nothing, or a lane, with a '+' if others are there too.
static void cell(FILE *out, const Draw *d, int lane, bool shared, bool bad)
{
    const char *color = lane < 0 ? DIM : bad ? BAD : GOOD;
    fputs(d->color ? color : "", out);
    if (lane < 0)
        fputs("  .", out);
    else
        fprintf(out, "%3d", lane);
    fputs(d->color ? PLAIN : "", out);
    fputc(shared ? '+' : ' ', out);
}

static void draw_sectors(FILE *out, const Draw *d, const Picture *p)
{
    bool local = p->access.space == SIM_SPACE_LOCAL;
    fprintf(out, "\n        byte    0   4   8  12  16  20  24  28   wanted\n");
    for (int i = 0, next; i < p->count; i = next) {
        uint64_t sector = p->pieces[i].word / WORDS;
        int lane[WORDS], bytes = 0;
        bool shared[WORDS] = {false};
        uint32_t part[WORDS] = {0};
        memset(lane, -1, sizeof lane);
        for (next = i; next < p->count && p->pieces[next].word / WORDS == sector; next++) {
            const Piece *piece = &p->pieces[next];
            int at = (int)(piece->word % WORDS);
            shared[at] = lane[at] >= 0;
            lane[at] = lane[at] < 0 ? piece->lane : lane[at];
            part[at] |= piece->part;
        }
        if (i && sector != p->pieces[i - 1].word / WORDS + 1)
            fprintf(out, "\n");
        // a word of local memory is that of 32 lanes
        fprintf(out, "%12" PRId64 "  ",
                local ? (int64_t)(sector / 4 * 4) : (int64_t)(sector * SECTOR - p->base));
        for (int k = 0; k < WORDS; k++) {
            bytes += __builtin_popcount(part[k]);
            cell(out, d, lane[k], shared[k], false);
        }
        fprintf(out, "  %4d %%\n", 100 * bytes / SECTOR);
    }
}

static void draw_half(FILE *out, const Draw *d, int first, int rows[][BANKS], bool shared[][BANKS],
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
            cell(out, d, rows[k][bank], rows[k][bank] >= 0 && shared[k][bank], k > 0);
        fprintf(out, "\n");
    }
}

static void draw_banks(FILE *out, const Draw *d, const Picture *p)
{
    int rows[LANES * 2][BANKS], step = phase_lanes(p->access.bytes);
    for (int from = 0; from < LANES; from += step) {
        bool shared[LANES * 2][BANKS] = {{false}};
        int wavefronts = sort_banks(p, from, from + step, rows, shared);
        if (!wavefronts)
            continue;
        if (step < LANES)
            fprintf(out, "\n  lanes %d to %d:", from, from + step - 1);
        draw_half(out, d, 0, rows, shared, wavefronts);
        draw_half(out, d, BANKS / 2, rows, shared, wavefronts);
    }
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void draw_picture(FILE *out, const Draw *d, const Drawing *of, const Picture *p)
{
    const SimAccess *a = &p->access;
    int lanes = __builtin_popcount(a->lanes);
    fprintf(out, "\n  %s of %d byte%s by %d lane%s in %s memory", watch_operation(a->kind),
            a->bytes, plural(a->bytes), lanes, plural(lanes), watch_space(a->space));
    if (of->times > 1)
        fprintf(out, "; time %" PRIu64 " of %" PRIu64 "%s", p->time, of->times,
                p->time > 1 ? ", the worst" : "");
    if (a->space == SIM_SPACE_SHARED) {
        fprintf(out, "\n  %d wavefront%s", p->cost, plural(p->cost));
        if (p->cost > p->ideal)
            fprintf(out, ", %d would do: %d bank conflict%s\n", p->ideal, p->cost - p->ideal,
                    plural(p->cost - p->ideal));
        else
            fprintf(out, ", no bank conflict\n");
        draw_banks(out, d, p);
        return;
    }
    fprintf(out, "\n  %d sector%s, %d bytes, of which %d are wanted: %d %%\n", p->cost,
            plural(p->cost), p->cost * SECTOR, p->bytes, 100 * p->bytes / (p->cost * SECTOR));
    draw_sectors(out, d, p);
}

void draw_one(FILE *out, const SimMemory *memory, const SimAccess *a, bool color)
{
    Draw d = {.color = color};
    Drawing of = {.times = 1, .first = take(memory, a, 1)};
    draw_picture(out, &d, &of, &of.first);
}

// Whether they have the same pattern: the same lanes at the same distances; of sectors, beginning at the same place in one.
static bool is_like(const Picture *a, const Picture *b)
{
    const SimAccess *x = &a->access, *y = &b->access;
    unsigned width = x->space == SIM_SPACE_SHARED ? 1 : WORDS;
    bool same = x->kind == y->kind && x->space == y->space && x->bytes == y->bytes &&
                x->lanes == y->lanes && a->count == b->count && a->time == b->time &&
                (a->pieces->word - b->pieces->word) % width == 0;
    for (int i = 0; same && i < a->count; i++)
        same = a->pieces[i].lane == b->pieces[i].lane && a->pieces[i].part == b->pieces[i].part &&
               a->pieces[i].word - a->pieces->word == b->pieces[i].word - b->pieces->word;
    return same;
}

static bool is_same_place(const Drawing *a, const Drawing *b)
{
    return strcmp(a->kernel, b->kernel) == 0 && a->first.access.warp == b->first.access.warp &&
           strcmp(a->insn->file, b->insn->file) == 0;
}

static void draw_all(FILE *out, const Draw *d)
{
    const Drawing *last = NULL;
    for (Drawing *i = d->drawings; i; i = i->next) {
        if (i->drawn)
            continue;
        if (!last || !is_same_place(last, i)) {
            const char *text = source_line(i->insn->file, d->line);
            fprintf(out, "\n%s, block %" PRIu64 ", warp %d\n", i->kernel, i->first.access.block,
                    i->first.access.warp);
            fprintf(out, "%s:%d  %.50s\n", site_shorten(i->insn->file), d->line,
                    text ? text + strspn(text, " \t") : "");
        }
        last = i;
        int others = 0;
        for (Drawing *k = i->next; k; k = k->next)
            if (is_same_place(i, k) && is_like(&i->first, &k->first) &&
                is_like(&i->worst, &k->worst)) {
                k->drawn = true;
                others++;
            }
        draw_picture(out, d, i, &i->first);
        if (i->worst.time > 1)
            draw_picture(out, d, i, &i->worst);
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
    if (d->incomplete)
        fprintf(out, "\nSome drawings are missing: the host was out of memory.\n");
    while (d->drawings) {
        Drawing *next = d->drawings->next;
        free(d->drawings->kernel);
        free(d->drawings);
        d->drawings = next;
    }
    free(d->kernel);
    free(d);
}
