// screen.c: the stepper on the full screen: source, warps and lanes, registers of a lane, memory, and the last command's answer.
// Keys are the stepper's commands.
//
// ncurses is loaded when it is needed, so that no program has to be linked with it. Where it is missing, or there is no
// terminal, the line prompt takes its place.

#include "views/views.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_DOWN = 0402, KEY_UP, KEY_LEFT, KEY_RIGHT };
enum {
    LEAST_ROWS = 16,
    LEAST_COLUMNS = 64,
    REGISTERS = 12,
    VARIABLES = 24,
    PANE = 44 // columns of the warps
};

// The functions of ncurses that are used (curses(3X)). The only window is the whole screen.
typedef struct Window Window;
static struct {
    Window *(*initscr)(void);
    int (*endwin)(void), (*cbreak)(void), (*noecho)(void), (*echo)(void);
    int (*keypad)(Window *, bool), (*wgetch)(Window *), (*werase)(Window *), (*wrefresh)(Window *);
    int (*getmaxx)(const Window *), (*getmaxy)(const Window *), (*wmove)(Window *, int, int);
    int (*waddnstr)(Window *, const char *, int), (*wgetnstr)(Window *, char *, int);
    int (*wattrset)(Window *, int), (*set_escdelay)(int), (*curs_set)(int);
} nc;
enum { PLAIN = 0, REVERSE = 1 << 18, BOLD = 1 << 21, DIM = 1 << 20 };

static bool load_ncurses(void)
{
    static const struct {
        const char *name;
        void *to;
    } NAMES[] = {{"initscr", &nc.initscr},   {"endwin", &nc.endwin},
                 {"cbreak", &nc.cbreak},     {"noecho", &nc.noecho},
                 {"echo", &nc.echo},         {"keypad", &nc.keypad},
                 {"wgetch", &nc.wgetch},     {"werase", &nc.werase},
                 {"wrefresh", &nc.wrefresh}, {"getmaxx", &nc.getmaxx},
                 {"getmaxy", &nc.getmaxy},   {"wmove", &nc.wmove},
                 {"waddnstr", &nc.waddnstr}, {"wgetnstr", &nc.wgetnstr},
                 {"wattrset", &nc.wattrset}, {"set_escdelay", &nc.set_escdelay},
                 {"curs_set", &nc.curs_set}};
    void *library = dlopen("libncursesw.so.6", RTLD_NOW);
    for (size_t i = 0; library && i < sizeof NAMES / sizeof *NAMES; i++) {
        void *function = dlsym(library, NAMES[i].name);
        memcpy(NAMES[i].to, &function, sizeof function);
        library = function ? library : NULL;
    }
    return library != NULL;
}

// The screen. Text goes to a place, and is cut at the right edge of its part.
typedef struct {
    Stepper *s;
    Window *window;
    int rows, columns;
    char said[4096]; // the last command's answer
} Screen;

static void put_text(const Screen *v, int row, int column, int width, int attributes,
                     const char *text)
{
    if (row < 0 || row >= v->rows || column >= v->columns)
        return;
    int most = v->columns - column < width ? v->columns - column : width;
    // A character of several bytes takes one column.
    int bytes = 0;
    for (int seen = 0; text[bytes] && text[bytes] != '\n'; bytes++) {
        seen += (text[bytes] & 0xc0) != 0x80;
        if (seen > most)
            break;
    }
    nc.wattrset(v->window, attributes);
    nc.wmove(v->window, row, column);
    nc.waddnstr(v->window, text, bytes);
    nc.wattrset(v->window, PLAIN);
}

// Puts the lines of a text from `row` on, at most `rows` of them; returns the text that is left.
static const char *put_lines(const Screen *v, int row, int rows, const char *text)
{
    for (int used = 0; *text && used < rows; used++) {
        put_text(v, row + used, 0, v->columns, PLAIN, text);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

static void draw_source(const Screen *v, int row, int rows)
{
    const Stepper *s = v->s;
    SimGroup groups[LANES];
    int pc = stepper_groups(s, s->warp, groups) ? groups->pc
             : s->walk->step.pc >= 0            ? s->walk->step.pc
                                                : 0;
    const SimInsnInfo *insn = stepper_insn(s, pc);
    int first = insn->line > rows / 2 ? insn->line - rows / 2 : 1;
    for (int i = 0; i < rows; i++) {
        const char *source = source_line(insn->file, first + i);
        bool here = first + i == insn->line, stop = false;
        char text[512];
        for (int k = 0; k < s->break_count; k++)
            stop |= stepper_is_at(insn->file, first + i, &s->breaks[k].spot);
        if (!source)
            continue;
        snprintf(text, sizeof text, "%c%4d %c %.400s", stop ? '*' : ' ', first + i,
                 here ? '>' : ' ', source);
        for (char *c = text; *c; c++)
            *c = *c == '\t' ? ' ' : *c;
        put_text(v, row + i, 0, v->columns, here ? BOLD : PLAIN, text);
    }
}

// Draws a row for each group of lanes: lanes that run as '#', lanes that wait as 'o', the others as '.'.
static void draw_warps(const Screen *v, int row, int rows, int width)
{
    const Stepper *s = v->s;
    int used = 0, warps = s->walk->launch.warps, first = 0;
    if (warps > rows && s->warp > rows / 2)
        first = s->warp - rows / 2 < warps - rows ? s->warp - rows / 2 : warps - rows;
    for (int warp = first; warp < warps && used < rows; warp++) {
        SimGroup groups[LANES];
        int count = stepper_groups(s, warp, groups);
        char text[128], lanes[LANES + 1] = "";
        for (int k = 0; k < (count ? count : 1) && used < rows; k++, used++) {
            for (int l = 0; l < LANES; l++)
                lanes[l] = count && groups[k].lanes >> l & 1
                               ? groups[k].state == SIM_LANES_RUN ? '#' : 'o'
                               : '.';
            if (count)
                snprintf(text, sizeof text, "%c%2d %s %4d", warp == s->warp ? '>' : ' ', warp,
                         lanes, stepper_insn(s, groups[k].pc)->line);
            else
                snprintf(text, sizeof text, "%c%2d %s ended", warp == s->warp ? '>' : ' ', warp,
                         lanes);
            put_text(v, row + used, 0, width, warp == s->warp ? BOLD : PLAIN, text);
        }
    }
}

// Draws a lane's variables if their names are known, else the registers of the last instruction.
static void draw_registers(const Screen *v, int row, int rows, int column)
{
    const Stepper *s = v->s;
    SimRegister r[REGISTERS];
    SimGroup groups[LANES];
    int count = stepper_operands(s, r, REGISTERS), step = s->walk->step.pc;
    char text[160], value[32];
    if (step >= 0) {
        put_text(v, row++, column, v->columns, DIM, "done, for the lane");
        stepper_ptx(s, step, text, sizeof text);
        put_text(v, row++, column, v->columns, PLAIN, text);
        rows -= 2;
    }
    NamedVariable named[VARIABLES];
    int names = stepper_variables(s, named, VARIABLES);
    for (int i = 0; i < names && i < rows - 2; i++) {
        uint64_t bits;
        if (!stepper_variable(s, &named[i], s->lane, &bits))
            continue;
        stepper_named_value(value, sizeof value, bits, &named[i]);
        snprintf(text, sizeof text, "  %-12.40s %s", named[i].name, value);
        put_text(v, row++, column, v->columns, BOLD, text);
    }
    for (int i = 0; !names && i < count && i < rows - 2; i++) {
        stepper_value(value, sizeof value, r[i].value[s->lane], r[i].bytes ? r[i].bytes : 1,
                      stepper_real(stepper_insn(s, step)->text, &r[i]));
        snprintf(text, sizeof text, "%c %-6s %s", r[i].written ? '=' : ' ', r[i].name, value);
        put_text(v, row++, column, v->columns, r[i].written ? BOLD : PLAIN, text);
    }
    if (stepper_groups(s, s->warp, groups)) {
        put_text(v, row++, column, v->columns, DIM, "next");
        stepper_ptx(s, groups->pc, text, sizeof text);
        put_text(v, row, column, v->columns, PLAIN, text);
    }
}

// Draws the first row of each array, those of shared memory first.
static void draw_memory(const Screen *v, int row, int rows)
{
    ShownArray arrays[MOST_ARRAYS];
    stepper_name_arrays(v->s);
    int count = stepper_arrays(v->s, arrays, MOST_ARRAYS);
    size_t most = (size_t)(v->columns - 24) / 9;
    for (int i = 0; i < count && i <= rows; i++) {
        const ShownArray *a = &arrays[i];
        SimElement e = a->element;
        if (!e.bytes || e.bytes > 8)
            e = (SimElement){4, false, false};
        char text[1024];
        int at = snprintf(text, sizeof text, "%-12.12s%5zu:", a->name, a->size / e.bytes);
        for (size_t k = 0; k < most && k < a->size / e.bytes && (size_t)at < sizeof text - 40;
             k++) {
            uint64_t value = 0;
            char word[32];
            memcpy(&value, a->bytes + k * e.bytes, e.bytes);
            stepper_element(word, sizeof word, value, e);
            at += snprintf(text + at, sizeof text - (size_t)at, " %8.8s", word);
        }
        put_text(v, row + i, 0, v->columns, PLAIN, text);
    }
}

static void draw(Screen *v)
{
    const Stepper *s = v->s;
    char text[512], words[512];
    v->rows = nc.getmaxy(v->window);
    v->columns = nc.getmaxx(v->window);
    nc.werase(v->window);
    int source = (v->rows - 5) * 2 / 5, memory = (v->rows - 5) / 5,
        middle = v->rows - 7 - source - memory;
    snprintf(text, sizeof text, "%-*.*s", v->columns, v->columns, "");
    put_text(v, 0, 0, v->columns, REVERSE, text);
    snprintf(text, sizeof text,
             "block %" PRIu64 " of %" PRIu64 "  warp %d  lane %d  moment %" PRIu64 "  %.200s",
             s->walk->block, s->walk->launch.blocks, s->warp, s->lane, s->walk->moment, s->kernel);
    put_text(v, 0, 0, v->columns, REVERSE, text);
    draw_source(v, 1, source);
    put_text(v, source + 1, 0, v->columns, DIM, "warp  # run, o wait                 line");
    draw_warps(v, source + 2, middle, PANE);
    draw_registers(v, source + 1, middle + 1, PANE + 2);
    draw_memory(v, source + 2 + middle, memory);
    walk_words(s->walk, words, sizeof words);
    put_lines(v, v->rows - 4, 1, words);
    put_lines(v, v->rows - 3, 2, v->said);
    put_text(v, v->rows - 1, 0, v->columns, REVERSE,
             "s step  n next  b back  u undo  g line  k stop  c go on  a last  ? help  q quit");
    nc.wrefresh(v->window);
}

// Shows a text on the whole screen, until a key is pressed.
static void show(const Screen *v, const char *text)
{
    while (*text) {
        nc.werase(v->window);
        text = put_lines(v, 0, v->rows - 1, text);
        put_text(v, v->rows - 1, 0, v->columns, REVERSE,
                 *text ? "a key shows more" : "a key goes back");
        nc.wrefresh(v->window);
        if (nc.wgetch(v->window) == 'q')
            return;
    }
}

static void ask_person(const Screen *v, const char *what, char *answer, int size)
{
    put_text(v, v->rows - 2, 0, v->columns, BOLD, what);
    nc.wmove(v->window, v->rows - 2, (int)strlen(what));
    nc.echo();
    nc.curs_set(1);
    answer[0] = '\0';
    nc.wgetnstr(v->window, answer, size - 1);
    nc.curs_set(0);
    nc.noecho();
}

// Returns the command of a key in `command`; false if the key has none.
static bool command_of(const Screen *v, int key, char *command, size_t size)
{
    static const struct {
        int key;
        const char *command;
    } KEYS[] = {{KEY_DOWN, "n"}, {KEY_RIGHT, "s"}, {' ', "s"},
                {KEY_LEFT, "b"}, {KEY_UP, "u"},    {'?', "h"}};
    static const struct {
        char key;
        const char *what;
    } ASKS[] = {{'g', "go to line: "},
                {'k', "breakpoint at line (12, or 12 if lane == 3): "},
                {'r', "register (%r3): "},
                {'t', "warp: "},
                {'v', "lane: "}};
    const Stepper *s = v->s;
    char answer[96];
    if (key == '\t') {
        snprintf(command, size, "t %d", (s->warp + 1) % s->walk->launch.warps);
        return true;
    }
    for (size_t i = 0; i < sizeof ASKS / sizeof *ASKS; i++)
        if (key == ASKS[i].key) {
            ask_person(v, ASKS[i].what, answer, sizeof answer);
            snprintf(command, size, "%c %s", key, answer);
            return true;
        }
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (key == KEYS[i].key) {
            snprintf(command, size, "%s", KEYS[i].command);
            return true;
        }
    snprintf(command, size, "%c", key);
    return key > 0 && key < 127 && strchr("snowbucpladfjxmhq", key);
}

static Stepped loop(Screen *v)
{
    static const char KEYS[] =
        "  Arrows: down is n, right s, left b, up u. Tab turns to the next warp.\n\n";
    for (;;) {
        bool over = v->s->walk->over;
        char command[128], *text;
        size_t size;
        draw(v);
        int key = nc.wgetch(v->window);
        if (key < 0)
            return STEPPED_OVER;
        if (!command_of(v, key, command, sizeof command))
            continue;
        FILE *out = open_memstream(&text, &size);
        if (!out)
            return STEPPED_OVER;
        if (*command == 'h')
            fputs(KEYS, out);
        Stepped what = stepper_obey(v->s, command, out);
        fclose(out);
        snprintf(v->said, sizeof v->said, "%s", *command == 's' ? "" : text);
        if (what == STEPPED_STAYS && strchr("plradfxmh", *command)) {
            show(v, text);
            v->said[0] = '\0';
        }
        free(text);
        // At the end a person can still look, and go back.
        if (what == STEPPED_QUIT ||
            (what == STEPPED_OVER && ((over && *command == 'c') || v->s->walk->error.status)))
            return what;
        if (what == STEPPED_OVER)
            snprintf(v->said, sizeof v->said,
                     "The launch has ended; b goes back, c continues with the program.");
    }
}

bool screen_step(Stepper *s, Stepped *what)
{
    const char *terminal = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !terminal ||
        strcmp(terminal, "dumb") == 0 || !load_ncurses())
        return false;
    setlocale(LC_CTYPE, "");
    fflush(stdout);
    bool color = s->color;
    s->color = false; // drawings have no colours on the screen
    Screen v = {.s = s, .window = nc.initscr()};
    v.rows = v.window ? nc.getmaxy(v.window) : 0;
    v.columns = v.window ? nc.getmaxx(v.window) : 0;
    bool fits = v.rows >= LEAST_ROWS && v.columns >= LEAST_COLUMNS;
    if (fits) {
        nc.cbreak();
        nc.noecho();
        nc.keypad(v.window, true);
        nc.set_escdelay(25);
        nc.curs_set(0);
        *what = loop(&v);
        nc.curs_set(1);
    }
    nc.endwin();
    s->color = color;
    return fits;
}
