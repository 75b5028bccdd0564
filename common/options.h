// The command line, the same in every program.
//
// A program names, by letter, the common options that apply to it, and sets defaults and limits. It lists
// its other options in a table of Option. options_parse() does the rest: -h, and one line on stderr with
// exit status 2 for whatever it can't accept.
//
//     Options options = options_for("Sums n random ints with each kernel of the ladder.", "nbsrk");
//     options.n = default_size(1 << 24, 1 << 20);
//     options.n_max = (size_t)1 << 34;
//     options_kernels(&options, ladder);
//     options_parse(&options, argc, argv);
//
// A program built by ./warpcc runs on the simulator: __WARPSIM__ is defined, and default sizes are
// smaller.

#ifndef WARP_OPTIONS_H
#define WARP_OPTIONS_H

#include "check.h"

#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#ifdef __WARPSIM__
enum { SIMULATED = 1, DEFAULT_REPEATS = 1 };
#else
enum { SIMULATED = 0, DEFAULT_REPEATS = 20 };
#endif

// One option: its value is a whole number, or text.
typedef struct {
    int letter;           // 'w' for -w
    const char *name;     // "width" for --width
    const char *help;     // what it sets, in a few words
    size_t *value;        // holds the default before, the user's choice after
    size_t min, max;      // its limits, both allowed
    const size_t *choice; // or the values allowed, in rising order, ended by 0; NULL: min to max
    const char **text;    // holds the text, such as a file's name, instead of the number; or NULL
} Option;

enum { MOST_KERNELS = 31 };

typedef struct {
    const char *about;      // what -h says first
    const char *letters;    // the common options that apply, some of "nbsrk"; k includes --csv
    size_t n, n_min, n_max; // -n, size; about says what it counts
    size_t block;           // -b, threads per block
    const size_t *blocks;   // the block sizes allowed, as in Option; NULL: 1 to 1024
    size_t seed;            // -s, of the random data
    size_t repeats;         // -r, timed runs
    const char *kernel;     // -k, the one kernel to run; NULL: all
    const char *kernels[MOST_KERNELS + 1]; // their names, ended by NULL
    const Option *own;   // the program's own options, ended by one without a name; or NULL
    bool csv;            // --csv, a row per kernel as CSV
    const char *program; // the program's name, from argv[0]
} Options;

// For kernels that halve the block until one warp is left.
static const size_t POWER_OF_TWO_BLOCKS[] = {64, 128, 256, 512, 1024, 0};

// The default size: gpu on a GPU, simulator on the simulator.
static inline size_t default_size(size_t gpu, size_t simulator)
{
    return SIMULATED ? simulator : gpu;
}

// Options with the usual defaults: blocks of 256 threads, seed 1. For about and letters see Options.
static inline Options options_for(const char *about, const char *letters)
{
    Options o;
    memset(&o, 0, sizeof o);
    o.about = about;
    o.letters = letters;
    o.block = 256;
    o.seed = 1;
    o.repeats = DEFAULT_REPEATS;
    return o;
}

// Adds a name to those that -k takes.
static inline void options_kernel(Options *o, const char *name)
{
    size_t count = 0;
    while (o->kernels[count] != NULL)
        count++;
    assert(count < MOST_KERNELS);
    o->kernels[count] = name;
}

// Adds the names of a table: an array of names, or of structs whose first member is the name.
#define options_kernels(o, table) \
    (options_add((o), (table), sizeof *(table), sizeof(table) / sizeof *(table)))

// table: (count), elements of `each` bytes.
static inline void options_add(Options *o, const void *table, size_t each, size_t count)
{
    for (size_t i = 0; i < count; i++)
        options_kernel(o, *(const char *const *)((const char *)table + i * each));
}

// Shows in a terminal, on stderr, what the program is busy with; NULL takes it away. The cursor stays at
// the line's start, so that what is printed next covers it. A file, a pipe and --csv get nothing.
static inline void progress(const Options *o, const char *what)
{
    if (o->csv || !isatty(STDERR_FILENO))
        return;
    fputs("\033[K", stderr); // erases the line
    if (what != NULL)
        fprintf(stderr, "%s ...\r", what);
}

// Prints "program: ..." as one line on stderr and exits with status 2.
static inline void options_refuse(const Options *o, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fflush(stdout);
    progress(o, NULL);
    fprintf(stderr, "%s: ", o->program);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(EXIT_USAGE);
}

// True if the kernel should run: -k names it, or there is no -k. A terminal then shows its name until its
// row is there.
static inline bool options_want(const Options *o, const char *kernel)
{
    bool want = o->kernel == NULL || strcmp(o->kernel, kernel) == 0;
    if (want)
        progress(o, kernel);
    return want;
}

// Reads decimal digits at *text into *number and moves *text past them. False if there are none or
// the number does not fit.
static inline bool parse_digits(const char **text, size_t *number)
{
    if (**text < '0' || **text > '9')
        return false;
    for (*number = 0; **text >= '0' && **text <= '9'; (*text)++) {
        size_t digit = (size_t)(**text - '0');
        if (*number > (SIZE_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

// Reads a whole number such as 1000003, 2^24, 16M (16 x 10^6) or 16Mi (16 x 2^20); k, M and G are
// the multiples there are. False if text is anything else or the number does not fit a size_t.
static inline bool parse_number(const char *text, size_t *number)
{
    static const char multiples[] = "kMG";
    size_t factor = 1, times = 0;

    if (!parse_digits(&text, number))
        return false;
    if (*text == '^') {
        text++;
        factor = *number;
        *number = 1;
        if (!parse_digits(&text, &times))
            return false;
        if (factor <= 1 && times > 0) { // 0^9 and 1^9 need no loop
            *number = factor;
            times = 0;
        }
    } else if (*text != '\0' && strchr(multiples, *text) != NULL) {
        times = (size_t)(strchr(multiples, *text++) - multiples) + 1;
        factor = 1000;
        if (*text == 'i') {
            text++;
            factor = 1024;
        }
    }
    for (; times > 0; times--) {
        if (factor != 0 && *number > SIZE_MAX / factor)
            return false;
        *number *= factor;
    }
    return *text == '\0';
}

// Writes what option allows, such as "a number from 0 to 100" or "64, 128 or 256".
static inline void describe_limits(const Option *option, char *text, size_t size)
{
    if (option->choice == NULL) {
        snprintf(text, size, "a number from %zu to %zu", option->min, option->max);
        return;
    }
    text[0] = '\0';
    for (const size_t *c = option->choice; *c != 0; c++) {
        size_t used = strlen(text);
        const char *join = c == option->choice ? "" : c[1] == 0 ? " or " : ", ";
        snprintf(text + used, size - used, "%s%zu", join, *c);
    }
}

static inline bool option_allows(const Option *option, size_t number)
{
    if (option->choice == NULL)
        return number >= option->min && number <= option->max;
    for (const size_t *c = option->choice; *c != 0; c++)
        if (*c == number)
            return true;
    return false;
}

// Takes the text given for option, or refuses it.
static inline void set_value(const Options *o, const Option *option, const char *text)
{
    size_t number = 0;

    if (option->text != NULL) {
        *option->text = text;
        return;
    }
    if (!parse_number(text, &number) || !option_allows(option, number)) {
        char limits[200];
        describe_limits(option, limits, sizeof limits);
        options_refuse(o, "--%s (-%c) '%s': must be %s", option->name, option->letter, text,
                       limits);
    }
    *option->value = number;
}

// Returns how many letters of s must be added, left out or changed to make t of it (Levenshtein). t has
// at most 63 letters.
static inline size_t letters_apart(const char *s, const char *t)
{
    size_t row[64], length = strlen(t);

    if (length >= sizeof row / sizeof *row)
        return SIZE_MAX;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; s[i - 1] != '\0'; i++) {
        size_t corner = i - 1; // from the row above
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t least = corner + (s[i - 1] != t[j - 1]);
            least = row[j] + 1 < least ? row[j] + 1 : least;
            least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            corner = row[j];
            row[j] = least;
        }
    }
    return row[length];
}

// Keeps the candidate in *meant if it is nearer to the word than *apart, the distance of the best so far.
static inline void consider(const char *word, const char *candidate, const char **meant,
                            size_t *apart)
{
    size_t distance = letters_apart(word, candidate);
    if (distance < *apart) {
        *meant = candidate;
        *apart = distance;
    }
}

// Takes the name given for -k, or refuses it and lists the names there are.
static inline void set_kernel(Options *o, const char *name)
{
    for (const char *const *k = o->kernels; *k != NULL; k++)
        if (strcmp(*k, name) == 0) {
            o->kernel = name;
            return;
        }
    const char *meant = NULL;
    size_t apart = strlen(name) / 3 + 2;
    for (const char *const *k = o->kernels; *k != NULL; k++)
        consider(name, *k, &meant, &apart);
    fflush(stdout);
    fprintf(stderr, "%s: --kernel (-k) '%s': ", o->program, name);
    if (meant != NULL)
        fprintf(stderr, "did you mean %s? It ", meant);
    fprintf(stderr, "must be one of");
    for (const char *const *k = o->kernels; *k != NULL; k++)
        fprintf(stderr, "%s %s", k == o->kernels ? "" : ",", *k);
    fputc('\n', stderr);
    exit(EXIT_USAGE);
}

// Prints the text of -h. table: the options with values, ended by one without a name.
static inline void print_help(const Options *o, const Option *table)
{
    printf("%s\n\nusage: %s [options]\n", o->about, o->program);
    for (; table->name != NULL; table++) {
        char limits[200];
        if (table->text != NULL) {
            printf("  -%c, --%s TEXT%*s%s\n", table->letter, table->name,
                   (int)(10 - strlen(table->name)), "", table->help);
            continue;
        }
        describe_limits(table, limits, sizeof limits);
        printf("  -%c, --%s N%*s%s (default %zu)\n%23s%s\n", table->letter, table->name,
               (int)(13 - strlen(table->name)), "", table->help, *table->value, "", limits);
    }
    if (strchr(o->letters, 'k') != NULL) {
        printf("  -k, --kernel NAME    only this kernel, one of\n");
        for (const char *const *k = o->kernels; *k != NULL; k++)
            printf("%23s%s\n", "", *k);
        printf("      --csv            rows as comma-separated values\n");
    }
    printf("  -h, --help           this text\n"
           "Numbers may be written 1000003, 2^24, 16M (16 x 10^6) or 16Mi (16 x 2^20).\n"
           "Exit status: 0 all right, 1 a wrong result, 2 bad usage, 3 CUDA error or no GPU.\n");
}

// Writes to table the options with values that apply to o, and an end without a name. table has room for
// MOST_OPTIONS + 1.
enum { MOST_OPTIONS = 20 };
static inline void list_options(Options *o, Option *table)
{
    const Option common[] = {
        {'n', "size", "size of the problem", &o->n, o->n_min, o->n_max, NULL, NULL},
        {'b', "block", "threads per block", &o->block, 1, 1024, o->blocks, NULL},
        {'s', "seed", "seed of the random data", &o->seed, 0, SIZE_MAX, NULL, NULL},
        {'r', "repeats", "timed runs, whose median counts", &o->repeats, 1, 1000000, NULL, NULL},
    };
    const Option *end = table + MOST_OPTIONS;

    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strchr(o->letters, common[i].letter) != NULL)
            *table++ = common[i];
    for (const Option *own = o->own; own != NULL && own->name != NULL && table < end; own++)
        *table++ = *own;
    memset(table, 0, sizeof *table);
}

// Refuses an unknown option and names the one that may have been meant. names: all options, ended by zeros
static inline void refuse_unknown(const Options *o, const struct option *names, const char *given)
{
    const char *meant = NULL, *word = given + strspn(given, "-");
    size_t apart = strlen(word) / 3 + 2;

    for (; names->name != NULL; names++)
        consider(word, names->name, &meant, &apart);
    if (meant != NULL)
        options_refuse(o, "%s: not understood; did you mean --%s? See -h", given, meant);
    options_refuse(o, "%s: not understood; see -h", given);
}

// Ends with status 1 if the disk had no room for what was printed: half a table must not pass for all.
static inline void end_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    fprintf(stderr, "the output can't be written completely\n");
    _exit(EXIT_WRONG);
}

// Reads the command line into o, which holds the defaults. Prints help and exits with 0 for -h;
// exits with 2 for what it can't accept.
static inline void options_parse(Options *o, int argc, char **argv)
{
    enum { CSV = 256 };                        // a code that is not a letter
    Option table[MOST_OPTIONS + 1];            // the options with values
    struct option names[MOST_OPTIONS + 4];     // all options, for getopt_long; ended by zeros
    char letters[2 * MOST_OPTIONS + 6] = ":h"; // their letters; a colon: the option has a value
    size_t count = 0, used = strlen(letters);

    atexit(end_output);
    const char *slash = strrchr(argv[0], '/');
    o->program = slash == NULL ? argv[0] : slash + 1;
    list_options(o, table);

    memset(names, 0, sizeof names);
    for (const Option *t = table; t->name != NULL; t++) {
        names[count].name = t->name;
        names[count].has_arg = required_argument;
        names[count++].val = t->letter;
        letters[used++] = (char)t->letter;
        letters[used++] = ':';
    }
    if (strchr(o->letters, 'k') != NULL) {
        names[count].name = "kernel";
        names[count].has_arg = required_argument;
        names[count++].val = 'k';
        letters[used++] = 'k';
        letters[used++] = ':';
        names[count].name = "csv";
        names[count++].val = CSV;
    }
    names[count].name = "help";
    names[count].val = 'h';

    opterr = 0; // the messages are ours
    for (int c; (c = getopt_long(argc, argv, letters, names, NULL)) != -1;) {
        const Option *t = table;
        while (t->name != NULL && t->letter != c)
            t++;
        if (t->name != NULL)
            set_value(o, t, optarg);
        else if (c == 'k')
            set_kernel(o, optarg);
        else if (c == CSV)
            o->csv = true;
        else if (c == 'h') {
            print_help(o, table);
            exit(EXIT_RIGHT);
        } else if (c == ':')
            options_refuse(o, "%s: needs a value; see -h", argv[optind - 1]);
        else if (optopt > 0 && optopt < CSV && strchr(letters, optopt) == NULL)
            options_refuse(o, "-%c: no such option; see -h", optopt);
        else
            refuse_unknown(o, names, argv[optind - 1]);
    }
    if (optind < argc)
        options_refuse(o, "'%s': not an option; see -h", argv[optind]);
}

#endif
