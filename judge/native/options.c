// options.c: the command line of a judge.

#include "native.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn static void bad_usage(const char *what, const char *value)
{
    fprintf(stderr, "%s: %s '%s'; -h lists the options\n", program_invocation_short_name, what,
            value);
    exit(EXIT_USAGE);
}

static void usage(const char *name)
{
    printf("usage: build/judge/%s [options] [FILE]\n"
           "\n"
           "Judges a submission for exercise %s (without FILE: the exercise's own).\n"
           "\n"
           "  --device sim|gpu|all  where (default: sim, and gpu where one answers)\n"
           "  --hidden FILE         more cases, one a line: n m block what\n"
           "  --given FILE          the exercise as it was handed out (default: the one in\n"
           "                        exercises/.given/)\n"
           "  --student ID          a prediction is judged with this student's own numbers\n"
           "  --own TEXT            judges nothing: prints this file, the exercise's text\n"
           "                        or its exercise.cu, with the student's numbers\n"
           "  --seed N              of the random inputs, as a failure shows it\n"
           "  --work MILLIONS       of warps' instructions, for one run of a case on the\n"
           "                        simulator (default %d)\n"
           "  --time SECONDS        of processor time for that, if they end first (default\n"
           "                        %d); the compiler has three times as much. On a GPU\n"
           "                        a launch has as many by the clock\n"
           "  --limits              tells how much of each limit was used\n"
           "  --keep-going          go on after a failed case\n"
           "  --debug               compiled for a debugger (nvcc -G)\n"
           "  --case N              only this one, of those that are listed\n"
           "  --order ORDER         with --case: serial, random or lockstep, in which\n"
           "                        it runs first: that in which it failed before\n"
           "  --keep FILE           to look inside: keeps the run that failed; shows what\n"
           "                        kernels print; build/judge/device-sim FILE runs it\n"
           "  --best FILE           the student's best pass so far, a line that is read and\n"
           "                        written again\n"
           "  --ask right|clean|all right results alone; in every order, with every check;\n"
           "                        and with counters (default)\n"
           "  --json FILE           the verdict in Gradescope's form\n"
           "  --junit FILE          the verdict as JUnit XML\n"
           "  --text FILE           the verdict as text\n"
           "  --sandbox             in bubblewrap: no network, read-only files, limits\n"
           "  -h, --help            this\n"
           "\n"
           "Exit status: 0 passed, 1 not passed, 2 bad usage, 3 the judge can't work.\n",
           name, name, RUN_MILLIONS, RUN_SECONDS);
}

static uint64_t read_number(const char *what, const char *text)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (errno || *end || end == text || *text == '-')
        bad_usage(what, text);
    return value;
}

static Ask read_ask(const char *text)
{
    static const char *const words[] = {"right", "clean", "all"};
    for (int i = ASK_RIGHT; i <= ASK_ALL; i++)
        if (strcmp(text, words[i]) == 0)
            return (Ask)i;
    bad_usage("--ask takes right, clean or all, not", text);
}

static const char *read_student(const char *text)
{
    char *id = numbers_id(text);
    if (!id)
        bad_usage("--student takes an id of 1 to 100 bytes in one line, not", text);
    return id;
}

static uint64_t fresh_seed(void)
{
    uint32_t seed;
    if (getentropy(&seed, sizeof seed) != 0)
        cannot_work("no random numbers");
    return seed;
}

Options options_read(const char *name, int argc, char **argv)
{
    static const struct option known[] = {
        {"device", required_argument, NULL, 'd'}, {"hidden", required_argument, NULL, 'H'},
        {"given", required_argument, NULL, 'g'},  {"seed", required_argument, NULL, 's'},
        {"time", required_argument, NULL, 't'},   {"keep-going", no_argument, NULL, 'k'},
        {"debug", no_argument, NULL, 'D'},        {"case", required_argument, NULL, 'c'},
        {"order", required_argument, NULL, 'O'},  {"keep", required_argument, NULL, 'K'},
        {"ask", required_argument, NULL, 'a'},    {"json", required_argument, NULL, 'j'},
        {"junit", required_argument, NULL, 'u'},  {"text", required_argument, NULL, 'x'},
        {"sandbox", no_argument, NULL, 'b'},      {"work", required_argument, NULL, 'w'},
        {"limits", no_argument, NULL, 'l'},       {"student", required_argument, NULL, 'S'},
        {"own", required_argument, NULL, 'o'},    {"best", required_argument, NULL, 'B'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    Options o = {.device = "",
                 .seed = fresh_seed(),
                 .seconds = RUN_SECONDS,
                 .instructions = RUN_MILLIONS,
                 .ask = ASK_ALL};
    for (int c; (c = getopt_long(argc, argv, ":h", known, NULL)) != -1;)
        switch (c) {
        case 'd': o.device = optarg; break;
        case 'H': o.hidden = optarg; break;
        case 'g': o.given = optarg; break;
        case 's': o.seed = read_number("--seed takes a number, not", optarg); break;
        case 't': o.seconds = (double)read_number("--time takes whole seconds, not", optarg); break;
        case 'w': o.instructions = read_number("--work takes whole millions, not", optarg); break;
        case 'l': o.limits = true; break;
        case 'k': o.keep_going = true; break;
        case 'D': o.debug = true; break;
        case 'c': o.only = read_number("--case takes a number, not", optarg); break;
        case 'O': o.order = optarg; break;
        case 'K': o.keep = optarg; break;
        case 'a': o.ask = read_ask(optarg); break;
        case 'j': o.json = optarg; break;
        case 'u': o.junit = optarg; break;
        case 'x': o.text = optarg; break;
        case 'B': o.best = optarg; break;
        case 'b': o.sandbox = true; break;
        case 'S': o.student = read_student(optarg); break;
        case 'o': o.own = optarg; break;
        case 'h': usage(name); exit(EXIT_PASS);
        case ':': bad_usage("no value for", argv[optind - 1]);
        default: bad_usage("unrecognized option", argv[optind - 1]);
        }
    if (*o.device && strcmp(o.device, "sim") != 0 && strcmp(o.device, "gpu") != 0 &&
        strcmp(o.device, "all") != 0)
        bad_usage("--device takes sim, gpu or all, not", o.device);
    if (o.own && !o.student)
        bad_usage("--own needs", "--student ID");
    if (o.order && !verdict_is_order(o.order))
        bad_usage("--order takes serial, random or lockstep, not", o.order);
    if (o.order && !o.only)
        bad_usage("--order needs", "--case N");
    if (!(o.seconds >= 1 && o.seconds <= 3600))
        bad_usage("--time takes 1 to 3600 seconds, not", "that");
    if (!(o.instructions >= 1 && o.instructions <= 1000000))
        bad_usage("--work takes 1 to 1000000 millions, not", "that");
    if (argc > optind + 1)
        bad_usage("one file is judged at a time, not also", argv[optind + 1]);
    o.file = argc > optind ? argv[optind] : NULL;
    return o;
}
