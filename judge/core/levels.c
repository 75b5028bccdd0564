// levels.c: how a pass stands beside the solution: exact counters, the modelled time, and one of three levels.
//
//   bronze   it is right
//   silver   the counter that the exercise is about is at most the solution's
//   gold     that, and clearly better: less modelled time, or fewer of what is counted in no more time
//
// In kernel golf (judge.h: golf) only the modelled time counts: silver takes at most the solution's, gold 5 % less.
//
// One case of the exercise is measured (judge.h: Exercise). What it counts comes from the simulator and is the same on every machine. The
// solution's numbers stand in exercises/levels.csv, which `make levels` writes, a row for each compiler and counter:
//
//   exercise,compiler,version,model,device,counter,least,most
//   ex3-1,NVRTC,13.0,1,h200,smsp__inst_executed.sum,730112,730112
//
// Inputs are new in every run, so that no submission can know an answer before. Where a counter depends on them, least and most differ.

#include "core.h"

#include "warpsim.h" // the model's version, devices' names

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Silver: a compiler may make a few instructions more of a kernel that is as good, but no access and no barrier more.
static const double INSTRUCTION_SLACK = 1.05;
// Gold: what is clearly better. A turn of phrase that the compiler likes gains less.
static const double GOLD_COUNTER = 0.90, GOLD_TIME = 0.95;
// Like times are equal, though the table has them rounded and another machine's pow() may differ in the last digit.
static const double ROUNDING = 1 + 1e-6;

static const struct {
    const char *name, *label;
} labels[] = {
    {INSTRUCTIONS, "instructions of all warps"},
    {LOAD_REQUESTS, "requests to load"},
    {STORE_REQUESTS, "requests to store"},
    {LOAD_SECTORS, "sectors loaded"},
    {STORE_SECTORS, "sectors stored"},
    {LOAD_WAVEFRONTS, "wavefronts of shared loads"},
    {STORE_WAVEFRONTS, "wavefronts of shared stores"},
    {BARRIERS, "barriers of all warps"},
    {GLOBAL_ATOMICS, "requests of atomics in global memory"},
    {SHARED_ATOMICS, "requests of atomics in shared memory"},
    {LAUNCHED_BY_KERNELS, "launches by kernels"},
    {MODELLED_TIME, "modelled time, us"},
};

static const char *const level_words[] = {"none", "bronze", "silver", "gold"};

bool levels_measures(const Exercise *e, const Case *c)
{
    return e->measured && strcmp(e->measured, c->what) == 0;
}

const char *levels_device(const Exercise *e)
{
    return e->device ? e->device : "h200";
}

// Returns the name of a figure: a counter's, or behind these the time's.
static const char *name_of(const Exercise *e, int i)
{
    return i < MOST_COUNTERS && e->counters[i] ? e->counters[i] : MODELLED_TIME;
}

static const char *label_of(const char *name)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strcmp(labels[i].name, name) == 0)
            return labels[i].label;
    cannot_work("levels.c has no label for %s", name);
}

static bool is_time(const Figures *f, int i)
{
    return i == f->count - 1;
}

// ---- The solution's numbers -----------------------------------------------------------------------------------------

typedef struct {
    char exercise[16], compiler[24], version[24], device[WIRE_WORD], counter[64];
    int model;
    double least, most;
} Row;

// Reads the next row at *text, and moves *text behind it. False at the end. A line that is no row gives one without an exercise.
static bool next_row(const char **text, Row *row)
{
    if (!*text || !**text)
        return false;
    *row = (Row){.model = 0};
    if (sscanf(*text, "%15[^,\n],%23[^,\n],%23[^,\n],%d,%15[^,\n],%63[^,\n],%lf,%lf", row->exercise,
               row->compiler, row->version, &row->model, row->device, row->counter, &row->least,
               &row->most) != 8)
        *row->exercise = '\0';
    *text += strcspn(*text, "\n");
    *text += **text == '\n';
    return true;
}

static bool is_of(const Row *row, const Exercise *e)
{
    return strcmp(row->exercise, e->name) == 0 && strcmp(row->device, levels_device(e)) == 0;
}

// Tells how near a row's compiler is to `mine`, "NVRTC 13.0": 2 the same, 1 another version, 0 another compiler.
static int nearness(const Row *row, const char *mine)
{
    size_t length = strlen(row->compiler);
    if (strncmp(mine, row->compiler, length) != 0 || mine[length] != ' ')
        return 0;
    return strcmp(mine + length + 1, row->version) == 0 ? 2 : 1;
}

// Finds the solution's numbers by the compiler that is nearest to the submission's. False if there are none.
static bool find_solution(const Terms *t, Standing *s)
{
    Row row, nearest = {.model = 0};
    int best = -1, found = 0;
    const char *mine = s->compiler ? s->compiler : "";
    for (const char *at = t->solutions; next_row(&at, &row);)
        if (is_of(&row, t->exercise) && nearness(&row, mine) > best) {
            best = nearness(&row, mine);
            nearest = row;
        }
    for (const char *at = best < 0 ? NULL : t->solutions; next_row(&at, &row);)
        for (int i = 0; i < s->yours.count; i++)
            if (is_of(&row, t->exercise) && strcmp(row.compiler, nearest.compiler) == 0 &&
                strcmp(row.version, nearest.version) == 0 &&
                strcmp(row.counter, name_of(t->exercise, i)) == 0) {
                s->least.values[i] = row.least;
                s->most.values[i] = row.most;
                found++;
            }
    if (found != s->yours.count)
        return false;
    s->least.count = s->most.count = found;
    if (best < 2 || nearest.model != SIM_MODEL)
        s->apart =
            text_make("%s %s and model %d", nearest.compiler, nearest.version, nearest.model);
    return true;
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

// Return the least and the most that the solution may count. With another input it may be as far outside of what was seen as that is
// wide.
static double lowest(const Standing *s, int i)
{
    return 2 * s->least.values[i] - s->most.values[i];
}
static double highest(const Standing *s, int i)
{
    return 2 * s->most.values[i] - s->least.values[i];
}

static double silver_bound(const Exercise *e, const Standing *s)
{
    bool slack = strcmp(e->counters[0], INSTRUCTIONS) == 0;
    return slack ? floor(INSTRUCTION_SLACK * highest(s, 0)) : highest(s, 0);
}

static double gold_bound(const Standing *s)
{
    return floor(GOLD_COUNTER * lowest(s, 0));
}

static double silver_time(const Standing *s)
{
    return ROUNDING * highest(s, s->yours.count - 1);
}

static double gold_time(const Standing *s)
{
    return GOLD_TIME * lowest(s, s->yours.count - 1);
}

static Level level_of(const Exercise *e, const Standing *s)
{
    double first = s->yours.values[0], time = s->yours.values[s->yours.count - 1];
    if (!s->most.count)
        return LEVEL_BRONZE;
    if (e->golf)
        return time <= gold_time(s)     ? LEVEL_GOLD
               : time <= silver_time(s) ? LEVEL_SILVER
                                        : LEVEL_BRONZE;
    if (first > silver_bound(e, s))
        return LEVEL_BRONZE;
    bool fewer = first < lowest(s, 0) && first <= gold_bound(s) && time <= silver_time(s);
    return fewer || time <= gold_time(s) ? LEVEL_GOLD : LEVEL_SILVER;
}

// Writes what compiled a pass and counted it: "NVRTC-13.0/1".
static void name_maker(const Standing *s, char name[64])
{
    snprintf(name, 64, "%s/%d", s->compiler ? s->compiler : "unknown", SIM_MODEL);
    for (char *p = name; *p; p++)
        *p = *p == ' ' ? '-' : *p;
}

// Reads the line of the student's best pass. Numbers that another compiler made can't be compared, and a line that is none says nothing.
static void read_best(const char *line, Standing *s)
{
    char word[16], maker[64], mine[64];
    int used = 0;
    if (!line || sscanf(line, "%15s%n", word, &used) != 1)
        return;
    for (Level l = LEVEL_BRONZE; l <= LEVEL_GOLD; l++)
        s->best_level = strcmp(word, level_words[l]) == 0 ? l : s->best_level;
    line += used;
    name_maker(s, mine);
    if (!s->best_level || sscanf(line, "%63s%n", maker, &used) != 1 || strcmp(maker, mine) != 0)
        return;
    line += used;
    int count = 0;
    for (double value; count < s->yours.count && sscanf(line, "%lf%n", &value, &used) == 1;
         count++) {
        if (!isfinite(value) || value < 0)
            return;
        s->best.values[count] = value;
        line += used;
    }
    if (count == s->yours.count && !line[strspn(line, " \r\n")])
        s->best.count = count;
}

void levels_weigh(Verdict *v, bool passed)
{
    Standing *s = &v->standing;
    if (!s->yours.count)
        return;
    find_solution(v->terms, s);
    read_best(v->terms->best, s);
    if (passed && v->only < 0)
        s->level = level_of(v->terms->exercise, s);
}

// Tells whether one pass is better than another: it counts less, or as much in less time. In kernel golf only the time counts.
static bool is_better(const Exercise *e, const Figures *one, const Figures *other)
{
    int time = one->count - 1, first = e->golf ? time : 0;
    if (one->values[first] != other->values[first])
        return one->values[first] < other->values[first];
    return one->values[time] < other->values[time];
}

char *levels_line(const Verdict *v)
{
    const Standing *s = &v->standing;
    const Figures *a = &s->yours, *b = &s->best;
    const Figures *best = b->count && is_better(v->terms->exercise, b, a) ? b : a;
    char maker[64], *line;
    size_t size;
    name_maker(s, maker);
    FILE *out = text_open(&line, &size);
    fprintf(out, "%s %s", level_words[s->best_level > s->level ? s->best_level : s->level], maker);
    for (int i = 0; i < best->count; i++)
        fprintf(out, " %.10g", best->values[i]);
    fclose(out);
    return line;
}

// ---- What a verdict shows -------------------------------------------------------------------------------------------

enum { NUMBER = 32, FIRST_COLUMN = 41, COLUMN = 13 };

// Writes a figure: a time with two places, a count with commas.
static void write_figure(char text[NUMBER], const Figures *f, int i)
{
    if (i >= f->count) {
        snprintf(text, NUMBER, "-");
        return;
    }
    if (is_time(f, i)) {
        snprintf(text, NUMBER, "%.2f", f->values[i]);
        return;
    }
    char digits[NUMBER];
    int length = snprintf(digits, NUMBER, "%.0f", f->values[i]), at = 0;
    for (int k = 0; k < length && at < NUMBER - 2; k++) {
        if (k && (length - k) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[k];
    }
    text[at] = '\0';
}

// Says what silver takes, or gold.
static void print_next(FILE *out, const Exercise *e, const Standing *s)
{
    char first[NUMBER], time[NUMBER];
    const char *label = label_of(e->counters[0]);
    Figures bounds = {.count = s->yours.count};
    bounds.values[0] = s->level == LEVEL_BRONZE ? silver_bound(e, s) : gold_bound(s);
    bounds.values[bounds.count - 1] =
        e->golf && s->level == LEVEL_BRONZE ? silver_time(s) : gold_time(s);
    write_figure(first, &bounds, 0);
    write_figure(time, &bounds, bounds.count - 1);
    if (e->golf && s->level < LEVEL_GOLD)
        fprintf(out, "%s takes at most %s us.\n", s->level == LEVEL_BRONZE ? "Silver" : "Gold",
                time);
    else if (s->level == LEVEL_BRONZE)
        fprintf(out, "Silver takes at most %s %s.\n", first, label);
    else if (s->level == LEVEL_SILVER && bounds.values[0] <= 0)
        fprintf(out, "Gold takes at most %s us.\n", time);
    else if (s->level == LEVEL_SILVER && e->least) {
        write_figure(first, &s->most, 0);
        fprintf(out,
                "Gold takes at most %s us. Fewer than %s %s are not possible,\n"
                "so only time is left to be gained, and perhaps there is none.\n",
                time, first, label);
    } else if (s->level == LEVEL_SILVER)
        fprintf(out, "Gold takes at most %s us, or %s %s.\n", time, first, label);
}

void levels_print(FILE *out, const Verdict *v)
{
    const Standing *s = &v->standing;
    const Exercise *e = v->terms->exercise;
    if (!s->level)
        return;
    char *head = text_make("%s, %s", s->c->what, sim_device(levels_device(e))->name);
    // In a grading nobody keeps the best pass, so there is no column for it.
    int kept = v->terms->best ? COLUMN : 0;
    fprintf(out, "%-*s%*s%*s%*s\n", FIRST_COLUMN, head, COLUMN, "yours", kept,
            kept ? "your best" : "", COLUMN, "solution");
    free(head);
    for (int i = 0; i < s->yours.count; i++) {
        char yours[NUMBER], best[NUMBER], solution[NUMBER];
        write_figure(yours, &s->yours, i);
        write_figure(best, &s->best, i);
        write_figure(solution, &s->most, i);
        fprintf(out, "  %-*s%*s%*s%*s\n", FIRST_COLUMN - 2, label_of(name_of(e, i)), COLUMN, yours,
                kept, kept ? best : "", COLUMN, solution);
    }
    if (s->gpu_us > 0)
        fprintf(out, "  %-*s%*.2f\n", FIRST_COLUMN - 2, "measured time on the GPU, us", COLUMN,
                s->gpu_us);
    if (s->limit_us > 0)
        fprintf(out, "limit %.2f us, you %.2f us (modelled)\n", s->limit_us,
                s->yours.values[s->yours.count - 1]);
    if (!s->most.count)
        fputs("There are no numbers of a solution to compare with.\n", out);
    else
        print_next(out, e, s);
    if (s->apart)
        fprintf(out, "The solution's numbers were made by %s.\n", s->apart);
    fputc('\n', out);
}

void levels_print_word(FILE *out, const Verdict *v, bool colours)
{
    static const struct {
        const char *colour, *word, *means;
    } says[] = {[LEVEL_BRONZE] = {"\033[33m", "Bronze", "it is right"},
                [LEVEL_SILVER] = {"\033[1m", "Silver", "as good as the solution"},
                [LEVEL_GOLD] = {"\033[1;33m", "Gold", "better than the solution"}};
    Level l = v->standing.level;
    if (l)
        fprintf(out, " %s%s%s: %s.", colours ? says[l].colour : "", says[l].word,
                colours ? "\033[0m" : "", says[l].means);
}

void levels_json(FILE *out, const Verdict *v)
{
    const Standing *s = &v->standing;
    const Exercise *e = v->terms->exercise;
    if (!s->level) {
        fputs("null", out);
        return;
    }
    fprintf(out, "{\"word\": \"%s\", \"device\": \"%s\", \"model\": %d, \"counters\": [",
            level_words[s->level], levels_device(e), SIM_MODEL);
    for (int i = 0; i < s->yours.count; i++) {
        fprintf(out, "%s{\"name\": \"%s\", \"label\": \"%s\", \"value\": %.10g", i ? ", " : "",
                name_of(e, i), label_of(name_of(e, i)), s->yours.values[i]);
        if (s->most.count)
            fprintf(out, ", \"solution\": [%.10g, %.10g]", s->least.values[i], s->most.values[i]);
        fputc('}', out);
    }
    fputc(']', out);
    if (s->limit_us > 0)
        fprintf(out, ", \"limit\": %.10g", s->limit_us);
    fputc('}', out);
}
