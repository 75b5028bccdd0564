// screen.c: the stepper on the full screen: source, warps and lanes, registers of a lane, memory, and the last command's answer.
// Keys are the stepper's commands.
//
// ncurses is loaded when it is needed, so that no program has to be linked with it. Where it is missing, or there is no
// terminal, the line prompt takes its place.

#include "views/views.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    KEY_DOWN = 0402,
    KEY_UP,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_BACKSPACE = 0407,
    ESCAPE = 27,
    DELETE = 127
};
#define CONTROL(letter) ((letter) - '@')
enum {
    LEAST_ROWS = 16,
    LEAST_COLUMNS = 64,
    REGISTERS = 12,
    VARIABLES = 32,
    LEAST_MIDDLE = 3, // rows of the warps
    LEAST_SAID = 2,   // rows of an answer
    PANE = 44         // columns of the warps
};

// The functions of ncurses that are used (curses(3X)). The only window is the whole screen.
typedef struct Window Window;
static struct {
    Window *(*initscr)(void);
    int (*endwin)(void), (*noecho)(void);
    int (*keypad)(Window *, bool), (*wgetch)(Window *), (*werase)(Window *), (*wrefresh)(Window *);
    int (*getmaxx)(const Window *), (*getmaxy)(const Window *), (*wmove)(Window *, int, int);
    int (*waddnstr)(Window *, const char *, int), (*raw)(void);
    int (*wattrset)(Window *, int), (*set_escdelay)(int), (*curs_set)(int);
} nc;
enum { PLAIN = 0, REVERSE = 1 << 18, BOLD = 1 << 21, DIM = 1 << 20 };

static bool load_ncurses(void)
{
    static const struct {
        const char *name;
        void *to;
    } NAMES[] = {{"initscr", &nc.initscr},   {"endwin", &nc.endwin},
                 {"noecho", &nc.noecho},     {"raw", &nc.raw},
                 {"keypad", &nc.keypad},     {"wgetch", &nc.wgetch},
                 {"werase", &nc.werase},     {"wrefresh", &nc.wrefresh},
                 {"getmaxx", &nc.getmaxx},   {"getmaxy", &nc.getmaxy},
                 {"wmove", &nc.wmove},       {"waddnstr", &nc.waddnstr},
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

// Returns how many bytes of a text are its first line on a screen of so many columns, which breaks long lines at blanks; *width: how many
// characters that is.
static int first_line(const char *text, int columns, int *width)
{
    int bytes = 0, blank = 0, blank_width = 0;
    for (*width = 0; text[bytes] && text[bytes] != '\n'; bytes++) {
        bool begins = (text[bytes] & 0xc0) != 0x80; // a character
        if (begins && *width == columns) {
            bytes = blank ? blank : bytes;
            *width = blank ? blank_width : *width;
            break;
        }
        if (text[bytes] == ' ' && *width > (int)strspn(text, " ")) {
            blank = bytes;
            blank_width = *width;
        }
        *width += begins;
    }
    return bytes;
}

// Puts the lines of a text from `row` on, at most `rows` of them; returns the text that is left. *used: the rows that it takes. With
// row -1 it only counts these.
static const char *put_lines(const Screen *v, int row, int rows, const char *text, int *used)
{
    int indent = 0;
    for (*used = 0; *text && *used < rows; ++*used) {
        int width, bytes = first_line(text, v->columns - indent, &width);
        put_text(v, row < 0 ? -1 : row + *used, indent, width, PLAIN, text);
        indent = indent ? indent : (int)strspn(text, " ") + 2;
        text += bytes;
        indent = *text == '\n' ? 0 : indent;
        text += *text == '\n' ? 1 : strspn(text, " ");
    }
    return text;
}

static int count_lines(const Screen *v, const char *text)
{
    int lines;
    put_lines(v, -1, INT_MAX, text, &lines);
    return lines;
}

static void draw_source(const Screen *v, int row, int rows)
{
    const Stepper *s = v->s;
    SimGroup groups[LANES];
    const SimInsnInfo *insn = stepper_groups(s, s->warp, groups)
                                  ? stepper_shown(s, s->warp, groups)
                                  : stepper_insn(s, s->walk->step.pc >= 0 ? s->walk->step.pc : 0);
    const char *home = stepper_home(s);
    if (insn->file && home && strcmp(insn->file, home) != 0) { // a header, say
        put_text(v, row++, 0, v->columns, DIM, callsite_shorten(insn->file));
        rows--;
    }
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

// The rows that the warps take. If not all of their groups of lanes fit, warps that are not shown have one row each.
typedef struct {
    int first, last; // warps that are in sight
    int own, others; // the most rows of the warp that is shown, and of another one
    bool folded;     // a row stands for several groups
} WarpRows;

static WarpRows fit_warps(const Stepper *s, int rows)
{
    SimGroup groups[LANES];
    int warps = s->walk->launch.warps, all = 0, own = 1;
    for (int warp = 0; warp < warps; warp++) {
        int count = stepper_groups(s, warp, groups);
        all += count ? count : 1;
        own = warp == s->warp && count ? count : own;
    }
    if (all <= rows)
        return (WarpRows){0, warps - 1, LANES, LANES, false};
    int most = rows - (warps - 1) > rows / 2 ? rows - (warps - 1) : rows / 2;
    WarpRows w = {.own = own < most ? own : most, .others = 1, .folded = all > warps};
    int seen = rows - w.own + 1, first = s->warp - seen / 2;
    first = first < warps - seen ? first : warps - seen;
    w.first = first > 0 ? first : 0;
    w.last = w.first + seen < warps ? w.first + seen - 1 : warps - 1;
    return w;
}

// Draws a row for each group of lanes: lanes that run as '#', lanes that wait as 'o', the others as '.'. The last row of a warp that
// has more groups than rows has the lanes of these as '+'.
static void draw_warps(const Screen *v, int row, int rows, int width)
{
    const Stepper *s = v->s;
    const WarpRows w = fit_warps(s, rows);
    char text[128], seen[32] = "               line";
    if (w.last - w.first + 1 < s->walk->launch.warps)
        snprintf(seen, sizeof seen, " %d-%d of %d", w.first, w.last, s->walk->launch.warps);
    snprintf(text, sizeof text, "warp  # run, o wait%s%s", w.folded ? ", + elsewhere" : "  ",
             w.folded && seen[1] == ' ' ? "    line" : seen);
    put_text(v, row - 1, 0, width, DIM, text);
    for (int warp = w.first; warp <= w.last; warp++) {
        SimGroup groups[LANES];
        int count = stepper_groups(s, warp, groups), most = warp == s->warp ? w.own : w.others;
        for (int k = 0; k < most && k < (count ? count : 1); k++) {
            char lanes[LANES + 1] = "................................";
            for (int g = k; g < count && (g == k || k + 1 == most); g++)
                EACH_BIT(l, groups[g].lanes)
                    lanes[l] = g > k ? '+' : groups[g].state == SIM_LANES_RUN ? '#' : 'o';
            int used =
                snprintf(text, sizeof text, "%c%2d %s ", warp == s->warp ? '>' : ' ', warp, lanes);
            if (count)
                snprintf(text + used, sizeof text - (size_t)used, "%4d",
                         stepper_shown(s, warp, &groups[k])->line);
            else
                snprintf(text + used, sizeof text - (size_t)used, "ended");
            put_text(v, row++, 0, width, warp == s->warp ? BOLD : PLAIN, text);
        }
    }
}

// Draws the lane's variables. If there are too many, the first ones make room: these are the arguments, which seldom change.
static void draw_variables(const Screen *v, int row, int rows, int column)
{
    const Stepper *s = v->s;
    NamedVariable named[VARIABLES];
    char text[VARIABLES][96], value[32];
    int names = stepper_variables(s, named, VARIABLES), count = 0;
    for (int i = 0; i < names; i++) {
        uint64_t bits;
        if (!stepper_variable(s, &named[i], s->lane, &bits))
            continue;
        stepper_named_value(value, sizeof value, bits, &named[i]);
        snprintf(text[count++], sizeof *text, "  %-12.40s %s", named[i].name, value);
    }
    int left_out = count > rows ? count - rows + 1 : 0;
    if (left_out) {
        snprintf(value, sizeof value, "  and %d more: p", left_out);
        put_text(v, row++, column, v->columns, DIM, value);
    }
    for (int i = left_out; i < count; i++)
        put_text(v, row++, column, v->columns, BOLD, text[i]);
}

// Draws what the last instruction did to the lane's registers.
static void draw_registers(const Screen *v, int row, int rows, int column)
{
    const Stepper *s = v->s;
    SimRegister r[REGISTERS];
    int count = stepper_operands(s, r, REGISTERS), step = s->walk->step.pc;
    char text[160], value[32];
    if (step < 0)
        return;
    put_text(v, row++, column, v->columns, DIM, "done, for the lane");
    stepper_ptx(s, step, text, sizeof text);
    put_text(v, row++, column, v->columns, PLAIN, text);
    for (int i = 0; i < count && i < rows - 2; i++) {
        stepper_value(value, sizeof value, r[i].value[s->lane], r[i].bytes ? r[i].bytes : 1,
                      stepper_real(stepper_insn(s, step)->text, &r[i]));
        snprintf(text, sizeof text, "%c %-6s %s", r[i].written ? '=' : ' ', r[i].name, value);
        put_text(v, row++, column, v->columns, r[i].written ? BOLD : PLAIN, text);
    }
}

// Draws a lane: its variables if their names are known, else its registers, and the instruction that is next.
static void draw_lane(const Screen *v, int row, int rows, int column)
{
    const Stepper *s = v->s;
    SimGroup groups[LANES];
    (s->names ? draw_variables : draw_registers)(v, row, rows - 2, column);
    if (stepper_groups(s, s->warp, groups)) {
        char text[160];
        put_text(v, row + rows - 2, column, v->columns, DIM, "next");
        stepper_ptx(s, groups->pc, text, sizeof text);
        put_text(v, row + rows - 1, column, v->columns, PLAIN, text);
    }
}

// Returns how many columns the arrays' names take.
static int name_columns(const ShownArray *arrays, int count)
{
    enum { LEAST = 8, MOST = 20 };
    int most = LEAST;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(arrays[i].name);
        most = length > most ? length : most;
    }
    return most < MOST ? most : MOST;
}

// Draws the first row of each array, those of shared memory first.
static void draw_memory(const Screen *v, int row, int rows)
{
    const Stepper *s = v->s;
    ShownArray arrays[MOST_ARRAYS];
    stepper_name_arrays(s);
    int count = stepper_arrays(s, arrays, MOST_ARRAYS);
    count = count < rows ? count : rows;
    int width = name_columns(arrays, count);
    size_t most = (size_t)(v->columns - width - 6) / 9;
    for (int i = 0; i < count; i++) {
        const ShownArray *a = &arrays[i];
        SimElement e = a->element;
        if (!e.bytes || e.bytes > 8)
            e = (SimElement){.bytes = 4};
        char text[1024];
        int at =
            snprintf(text, sizeof text, "%-*.*s%5zu:", width, width, a->name, a->size / e.bytes);
        for (size_t k = 0; k < most && k < a->size / e.bytes && (size_t)at < sizeof text - 40;
             k++) {
            char word[32];
            stepper_array_element(s, a, k, e, word, sizeof word);
            at += snprintf(text + at, sizeof text - (size_t)at, " %8.8s", word);
        }
        put_text(v, row + i, 0, v->columns, PLAIN, text);
    }
}

static int source_rows(const Screen *v)
{
    return (v->rows - 5) * 2 / 5;
}

// Returns how many rows there are at most for an answer, so that the lane's variables and memory stay in sight.
static int most_said(const Screen *v)
{
    return LEAST_SAID + v->rows / 12;
}

static void draw(Screen *v)
{
    const Stepper *s = v->s;
    char text[512], words[512];
    v->rows = nc.getmaxy(v->window);
    v->columns = nc.getmaxx(v->window);
    nc.werase(v->window);
    walk_words(s->walk, words, sizeof words);
    // Long texts take the place of memory, but for its first rows, and then that of some warps.
    int source = source_rows(v), memory = (v->rows - 5) / 5 + 1, most = most_said(v),
        lines = count_lines(v, v->said), worded = v->columns < 100 && v->rows > 20 ? 2 : 1, used;
    int said = lines < LEAST_SAID ? LEAST_SAID : lines < most ? lines : most;
    int more = said - LEAST_SAID + worded - 1, spare = memory > 2 ? memory - 2 : 0;
    memory -= more < spare ? more : spare;
    int middle = v->rows - 3 - source - memory - said - worded;
    snprintf(text, sizeof text, "%-*.*s", v->columns, v->columns, "");
    put_text(v, 0, 0, v->columns, REVERSE, text);
    char *kernel = callsite_demangle(sim_function_info(s->walk->launch.kernel).name);
    snprintf(text, sizeof text,
             "block %" PRIu64 " of %" PRIu64 "  warp %d  lane %d  moment %" PRIu64 "  %.200s",
             s->walk->block, s->walk->launch.blocks, s->warp, s->lane, s->walk->moment,
             kernel ? kernel : "");
    free(kernel);
    put_text(v, 0, 0, v->columns, REVERSE, text);
    draw_source(v, 1, source);
    draw_warps(v, source + 2, middle, PANE);
    draw_lane(v, source + 1, middle + 1, PANE + 2);
    draw_memory(v, source + 2 + middle, memory);
    put_lines(v, v->rows - 1 - said - worded, worded, words, &used);
    put_lines(v, v->rows - 1 - said, lines > said ? said - 1 : said, v->said, &used);
    if (lines > said)
        put_text(v, v->rows - 2, 0, v->columns, DIM, "  e shows all of it");
    put_text(v, v->rows - 1, 0, v->columns, REVERSE,
             "s step  n next  b back  u undo  g line  k stop  c go on  a last  ? help  q quit");
    nc.wrefresh(v->window);
}

// Shows a text on the whole screen, until a key is pressed.
static void show(const Screen *v, const char *text)
{
    while (*text) {
        nc.werase(v->window);
        int used;
        text = put_lines(v, 0, v->rows - 1, text, &used);
        put_text(v, v->rows - 1, 0, v->columns, REVERSE,
                 *text ? "a key shows more" : "a key goes back");
        nc.wrefresh(v->window);
        if (nc.wgetch(v->window) == 'q')
            return;
    }
}

// Asks for a line of text. False if the person leaves the question, by Esc or Ctrl-C.
static bool ask_person(const Screen *v, const char *what, char *answer, size_t size)
{
    size_t length = 0;
    int key = 0;
    nc.curs_set(1);
    while (key != '\n' && key != '\r' && key >= 0 && key != ESCAPE && key != CONTROL('C')) {
        char text[256];
        answer[length] = '\0';
        snprintf(text, sizeof text, "%s%s%*s", what, answer, v->columns, "");
        put_text(v, v->rows - 2, 0, v->columns, BOLD, text);
        nc.wmove(v->window, v->rows - 2, (int)(strlen(what) + length));
        key = nc.wgetch(v->window);
        if (key == KEY_BACKSPACE || key == CONTROL('H') || key == DELETE)
            length -= length > 0;
        else if (key == CONTROL('U'))
            length = 0;
        else if (key >= ' ' && key < DELETE && length + 1 < size)
            answer[length++] = (char)key;
    }
    nc.curs_set(0);
    return key == '\n' || key == '\r';
}

// Returns the command of a key in `command`; false if there is none, since the person has left its question, or pressed no letter.
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
                {'p', "variable (Enter: all): "},
                {'r', "register (%r3; Enter: the last instruction's): "},
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
            if (!ask_person(v, ASKS[i].what, answer, sizeof answer))
                return false;
            snprintf(command, size, "%c %s", key, answer);
            return true;
        }
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (key == KEYS[i].key) {
            snprintf(command, size, "%s", KEYS[i].command);
            return true;
        }
    snprintf(command, size, "%c", key);
    return key > ' ' && key < DELETE;
}

static bool key_waits(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0;
}

// Does a command, and writes its answer to *text, to be freed. A key stops one that takes long.
static Stepped obey(const Screen *v, const char *command, char **text)
{
    static const char KEYS[] =
        "  Arrows: down is n, right s, left b, up u. Tab turns to the next warp. Esc\n"
        "  leaves a question, a key stops a command that takes long, Ctrl-C is q.\n\n";
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (!out)
        return STEPPED_OVER;
    if (*command == 'h')
        fputs(KEYS, out);
    Stepped what = stepper_obey(v->s, command, out);
    if (v->s->halts)
        nc.wgetch(v->window); // the key that has stopped it is no command
    fclose(out);
    return what;
}

// Says where the mistake is that a person has come for.
static void say_failure(Screen *v)
{
    FILE *out = fmemopen(v->said, sizeof v->said, "w");
    if (!out)
        return;
    stepper_tell_failure(v->s, out);
    fclose(out);
}

static Stepped loop(Screen *v)
{
    say_failure(v);
    for (;;) {
        bool over = v->s->walk->over;
        char command[128], *text;
        draw(v);
        int key = nc.wgetch(v->window);
        if (key < 0)
            return STEPPED_OVER;
        if (key == CONTROL('C'))
            return STEPPED_QUIT;
        if (key == CONTROL('Z')) {
            nc.endwin();
            kill(0, SIGTSTP); // make, too
            continue;
        }
        v->said[0] = '\0';
        if (!command_of(v, key, command, sizeof command))
            continue;
        Stepped what = obey(v, command, &text);
        if (!text)
            return what;
        // At the end a person can still look, and go back.
        bool ends = what == STEPPED_QUIT || (what == STEPPED_OVER && over && *command == 'c'),
             large = count_lines(v, text) > most_said(v),
             looks = what == STEPPED_STAYS && (large || strchr("ladfxmhe", *command));
        if (looks)
            show(v, text);
        if (what == STEPPED_OVER)
            snprintf(v->said, sizeof v->said,
                     "The launch has %s; b goes back, c continues with the program.\n%s",
                     v->s->walk->error.status ? "failed" : "ended", text);
        else if (!looks)
            snprintf(v->said, sizeof v->said, "%s", text);
        free(text);
        if (ends)
            return what;
    }
}

// Tells whether the terminal has room. Only then ncurses is begun, for it takes signals from then on.
static bool fits(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row >= LEAST_ROWS &&
           size.ws_col >= LEAST_COLUMNS;
}

// Says whether a change of the terminal's size ends a read: on the screen it has to, so that it is drawn again. Elsewhere a program would
// take it for the end of its input.
static void let_size_interrupt(bool interrupts)
{
    struct sigaction a;
    sigaction(SIGWINCH, NULL, &a);
    a.sa_flags = interrupts ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
    sigaction(SIGWINCH, &a, NULL);
}

bool screen_step(Stepper *s, Stepped *what)
{
    const char *terminal = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !terminal ||
        strcmp(terminal, "dumb") == 0 || !fits() || !load_ncurses())
        return false;
    setlocale(LC_CTYPE, "");
    fflush(stdout);
    Screen v = {.s = s, .window = nc.initscr()};
    if (v.window) {
        bool color = s->color;
        s->color = false; // drawings have no colours on the screen
        s->terse = true;
        s->halt = key_waits;
        let_size_interrupt(true);
        nc.raw(); // Ctrl-C is a key: as a signal it would end make, too, which calls that an error
        nc.noecho();
        nc.keypad(v.window, true);
        nc.set_escdelay(25);
        nc.curs_set(0);
        *what = loop(&v);
        nc.curs_set(1);
        nc.endwin();
        let_size_interrupt(false);
        s->color = color;
        s->terse = false;
        s->halt = NULL;
    }
    return v.window;
}
