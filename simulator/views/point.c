// point.c: says the point of a profile in three sentences, before its tables: what limits a kernel, which source line wastes
// most, and what is good already.
//
// One lane for a warp's atomic is a remedy and no waste, so where atomics limit a kernel nothing is said of idle lanes.
//
// Waste is a share of what the kernel does: idle lanes of all lanes of its instructions, unwanted bytes of all bytes that its
// sectors move, wavefronts of bank conflicts of all its wavefronts. A share below WORTH is not mentioned.

#include "views/report.h"

#include <stdlib.h>
#include <string.h>

static const double WORTH = 0.05;

// Returns how many lanes, bytes or wavefronts are wasted; *of is how many there are. What is not known is 0.
static double wasted(const SimMetric *m, Waste kind, double *of)
{
    bool loads = kind == WASTE_LOADS;
    switch (kind) {
    case WASTE_LANES:
        *of = LANES * m[M_INSTRUCTIONS].value;
        return *of * (1 - m[M_LANES_EACH].value / LANES);
    case WASTE_BANKS:
        *of = m[M_LOAD_WAVEFRONTS].value + m[M_STORE_WAVEFRONTS].value;
        return m[M_LOAD_BANK_CONFLICTS].value + m[M_STORE_BANK_CONFLICTS].value;
    default:
        *of = SECTOR * m[loads ? M_LOAD_SECTORS : M_STORE_SECTORS].value;
        return *of * (1 - m[loads ? M_LOAD_EFFICIENCY : M_STORE_EFFICIENCY].value / 100);
    }
}

static const char *limited_by(const char *limit)
{
    static const struct {
        const char *limit, *words;
    } LIMITS[] = {
        {"issue", "Instructions limit it: each scheduler issues one a cycle."},
        {"tensor", "The tensor cores limit it."},
        {"network", "The way to the other SMs of a cluster limits it."},
        {"SFU", "The units for special functions limit it."},
        {"LSU", "The units for loads and stores limit it, shared memory's among them."},
        {"L2", "The bandwidth of L2 limits it."},
        {"atomics", "Atomics limit it: L2 does those on the same address one by one."},
        {"DRAM", "The bandwidth of DRAM limits it."},
        {"link", "The link to the host's memory limits it."},
        {"latency", "Latency limits it: its warps wait, and too few others have work meanwhile."}};
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (strcmp(limit, LIMITS[i].limit) == 0)
            return LIMITS[i].words;
    return "";
}

// Returns the line that wastes most of a kind; NULL if none does.
static const Line *worst_line(const Kernel *k, Waste kind, double *most)
{
    const Line *worst = NULL;
    double of;
    *most = 0;
    for (int i = 0; i < k->line_count; i++) {
        double waste = wasted(k->lines[i].metrics, kind, &of);
        if (waste > *most) {
            *most = waste;
            worst = &k->lines[i];
        }
    }
    return worst;
}

// Tells whether the point is about a kind of waste.
static bool is_worth_a_look(const Kernel *k, Waste kind)
{
    return kind != WASTE_LANES || strcmp(k->limit, "atomics") != 0;
}

// Prints what a line wastes, all kinds in one sentence, and the line.
static void look_at(FILE *out, const Kernel *k, const Line *l)
{
    const char *source = source_line(l->file, l->line), *comma = "";
    fprintf(out, "  Look at line %d: ", l->line);
    for (Waste w = 0; w < WASTES; w++) {
        double of, waste = wasted(l->metrics, w, &of);
        if (!is_worth_a_look(k, w) || !(of > 0) || waste <= WORTH * of)
            continue;
        if (w == WASTE_LANES)
            fprintf(out, "%.1f of 32 lanes work", LANES * (1 - waste / of));
        else if (w == WASTE_BANKS)
            fprintf(out, "%s%.0f bank conflicts", comma, waste);
        else
            fprintf(out, "%s%s %.0f %% used", comma, w == WASTE_LOADS ? "loads" : "stores",
                    100 * (1 - waste / of));
        comma = ", ";
    }
    fprintf(out, ".\n");
    if (source)
        fprintf(out, "  %5d | %.*s\n", l->line, WIDTH - 12, source + strspn(source, " \t"));
}

// Tells whether a kind of waste uses the resource that limits the kernel.
static bool costs(const char *limit, Waste kind)
{
    bool bytes = strcmp(limit, "DRAM") == 0 || strcmp(limit, "L2") == 0;
    return kind == WASTE_LANES   ? strcmp(limit, "issue") == 0 || strcmp(limit, "SFU") == 0
           : kind == WASTE_BANKS ? strcmp(limit, "LSU") == 0
                                 : bytes || strcmp(limit, "LSU") == 0;
}

// Returns what a kernel's line loses by a waste, in warp instructions: an instruction, a sector and a wavefront cost about the same, and
// more if they are what limits the kernel. 0 if the kernel as a whole wastes too little of that kind to mention.
static double cost(const Kernel *k, Waste kind, double line)
{
    double of, all = wasted(k->metrics, kind, &of);
    if (!is_worth_a_look(k, kind) || all <= WORTH * of)
        return 0;
    return line / (kind == WASTE_BANKS ? 1 : SECTOR) * (costs(k->limit, kind) ? 8 : 1);
}

bool point_matters(const Kernel *k, const Line *l, Waste kind)
{
    double of, line = wasted(l->metrics, kind, &of);
    // Where a warp splits all lanes still work; those of the lines after it don't, so the kernel has to tell.
    if (kind == WASTE_LANES)
        line = wasted(k->metrics, kind, &of);
    return cost(k, kind, line) > WORTH * k->metrics[M_INSTRUCTIONS].value;
}

void point_print(FILE *out, const Kernel *k)
{
    static const char *const NAMES[] = {[WASTE_LANES] = "lanes",
                                        [WASTE_LOADS] = "loads",
                                        [WASTE_STORES] = "stores",
                                        [WASTE_BANKS] = "banks"};
    const Line *worst = NULL;
    double most = 0, instructions = k->metrics[M_INSTRUCTIONS].value;
    int count = 0;
    fprintf(out, "  %s\n", limited_by(k->limit));
    for (Waste w = 0; w < WASTES; w++) {
        double line;
        const Line *l = worst_line(k, w, &line);
        double lost = cost(k, w, line);
        if (lost > most && lost > WORTH * instructions) {
            most = lost;
            worst = l;
        }
    }
    if (worst)
        look_at(out, k, worst);
    else if (k->line_count)
        fprintf(out, "  No line wastes much.\n");
    for (Waste w = 0; w < WASTES; w++) {
        double of, all = wasted(k->metrics, w, &of);
        if (of > 0 && all <= WORTH * of)
            fprintf(out, "%s%s", count++ ? ", " : "  Good already: ", NAMES[w]);
    }
    fputs(count ? ".\n" : "", out);
}
