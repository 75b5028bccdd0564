// on_simulator.c: runs the forms of isa.txt on the simulator.
//
//     on_simulator record  ISA          prints what on_gpu prints, but the simulator's results
//     on_simulator compare ISA RECORD   compares with a record: prints mismatches and counts; a refusal is no mismatch, and neither
//                                       is what isa.txt says was not measured; a record of that is one, since the mark is then wrong
//     on_simulator table   ISA RECORD   prints simulator/INSTRUCTIONS.md
//
// Exits with 0 if all is well, 1 if a result differs, 2 if a file can't be read. RECORD is text as form_record makes it, after
// lines that begin with '#' and say where it comes from.

#include "forms.h"
#include "warpsim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { REFUSED, WRONG, FAILED, RUNS, CONFORMS } Verdict;

typedef struct {
    Verdict verdict;
    int cases;       // compared
    char text[2048]; // of a refusal or failure
} Outcome;

// ---- Files ---------------------------------------------------------------------------------------------------------

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t size = 0, capacity = 1 << 16;
    char *text = file ? malloc(capacity) : NULL;
    while (text) {
        size += fread(text + size, 1, capacity - size - 1, file);
        if (size < capacity - 1)
            break;
        char *more = realloc(text, capacity *= 2);
        if (!more)
            free(text);
        text = more;
    }
    if (text)
        text[size] = 0;
    else
        fprintf(stderr, "on_simulator: %s can't be read\n", name);
    if (file)
        fclose(file);
    return text;
}

// Returns what a record has for a form, behind the tab; NULL if it has nothing. Records are in the order of isa.txt, so the search
// goes on from where the last one ended.
static const char *find_record(const char *record, const char **at, const char *text)
{
    const size_t n = strlen(text);
    const char *start = *at;
    for (int round = 0; round < 2; round++, start = record)
        for (const char *line = start; *line;) {
            const char *end = strchr(line, '\n');
            if (strncmp(line, text, n) == 0 && line[n] == '\t') {
                *at = end ? end + 1 : line + strlen(line);
                return line + n + 1;
            }
            line = end ? end + 1 : line + strlen(line);
        }
    return NULL;
}

// ---- Running a form ------------------------------------------------------------------------------------------------

static bool run_blocks(SimLaunch *l, SimError *err)
{
    SimWorker *w = sim_worker_new(l);
    SimRun run = w ? SIM_DONE : SIM_FAULT;
    for (uint64_t block = 0; block < l->blocks && run == SIM_DONE; block++) {
        sim_worker_start(w, block);
        do
            run = sim_worker_run(w, true, err);
        while (run == SIM_TURN);
    }
    sim_worker_free(w);
    return run == SIM_DONE;
}

// Runs a form. out: (CASES, RESULT_BYTES).
static Outcome run_form(const Form *f, uint8_t *out)
{
    static uint8_t in[CASES * OPERAND_BYTES];
    Outcome o = {.verdict = FAILED};
    SimError err = {0};
    char *ptx = form_module(f, 1);
    SimMemory *memory = sim_memory_new();
    SimModule *m = ptx && memory ? sim_module_load(ptx, strlen(ptx), memory, &err) : NULL;
    if (!m) {
        o.verdict = REFUSED;
    } else if (f->only_tried) {
        o.verdict = RUNS;
    } else {
        memset(out, 0, (size_t)CASES * RESULT_BYTES);
        form_operands(f, in);
        uint64_t from = sim_alloc(memory, sizeof in, SIM_GLOBAL, in, NULL, NULL),
                 to = sim_alloc(memory, (size_t)CASES * RESULT_BYTES, SIM_GLOBAL, out, NULL, NULL);
        SimLaunch l = {.device = sim_device("h200"),
                       .memory = memory,
                       .kernel = sim_module_function(m, "k0"),
                       .grid = {CASES / THREADS, 1, 1},
                       .block = {THREADS, 1, 1},
                       .params = (const uint64_t[]){from, to}};
        if (sim_launch_prepare(&l, &err) == SIM_OK) {
            if (run_blocks(&l, &err))
                o.verdict = RUNS;
            sim_launch_end(&l);
        }
    }
    snprintf(o.text, sizeof o.text, "%s", err.text);
    sim_module_free(m);
    sim_memory_free(memory);
    free(ptx);
    return o;
}

// ---- Comparing -----------------------------------------------------------------------------------------------------

static void show_mismatch(const Form *f, const uint8_t *in, int i, const uint64_t *got,
                          const uint64_t *want)
{
    printf("%s\n    case %d:", f->text, i);
    for (int k = 0; k < f->operand_count; k++) {
        uint64_t bits;
        memcpy(&bits, in + (size_t)i * OPERAND_BYTES + 8 * (size_t)k, sizeof bits);
        printf(" %c %llx", "abce"[k], (unsigned long long)bits);
    }
    for (int r = 0; r < f->result_count; r++)
        printf("  %c %llx, recorded %llx", "dx"[r], (unsigned long long)got[r],
               (unsigned long long)want[r]);
    printf("\n");
}

// Compares results with a record and shows the first few mismatches. Returns how many there are; a hash that differs counts as one.
static int compare(const Form *f, const uint8_t *out, const char *record, int *cases, bool show)
{
    static uint8_t in[CASES * OPERAND_BYTES];
    static char line[RECORD_BYTES];
    int wrong = 0;
    form_operands(f, in);
    form_record(f, out, line);
    const char *digits = record, *hashes = record + strcspn(record, " \n");
    *cases = CASES;
    for (int i = 0; i < WHOLE; i++) {
        uint64_t got[2] = {0}, want[2] = {0};
        bool good = true;
        for (int r = 0; r < f->result_count; r++) {
            char number[17] = "";
            const int n = form_digits(f, r);
            if (hashes - digits < n)
                return WHOLE; // not a record of this form
            memcpy(number, digits, (size_t)n);
            digits += n;
            want[r] = strtoull(number, NULL, 16);
            got[r] = form_result(f, out, i, r);
            good &= got[r] == want[r];
        }
        if (!good && wrong++ < 3 && show)
            show_mismatch(f, in, i, got, want);
    }
    const char *own = strchr(strchr(line, '\t'), ' ');
    for (int i = WHOLE; i < CASES; i += WHOLE, own += 9, hashes += 9)
        if (strncmp(own, hashes, 9) != 0 && wrong++ == 0 && show)
            printf("%s\n    one of cases %d to %d differs\n", f->text, i, i + WHOLE - 1);
    return wrong;
}

static Outcome try_form(const Form *f, const char *record, const char **at, bool show)
{
    static uint8_t out[CASES * RESULT_BYTES];
    Outcome o = run_form(f, out);
    const char *results =
        o.verdict == RUNS && !f->only_tried ? find_record(record, at, f->text) : NULL;
    if (results) {
        int wrong = compare(f, out, results, &o.cases, show);
        o.verdict = wrong ? WRONG : CONFORMS;
    }
    return o;
}

static int compare_all(const Form *forms, int count, const char *record)
{
    const char *at = record;
    int with[CONFORMS + 1] = {0}, unmeasured = 0;
    long cases = 0;
    for (int i = 0; i < count; i++) {
        const Form *f = &forms[i];
        if (f->only_tried)
            continue;
        Outcome o = try_form(f, record, &at, true);
        if (f->unmeasured && o.verdict == RUNS) {
            printf("%s: not measured on a card\n", f->text);
            unmeasured++;
            continue;
        }
        if (f->unmeasured && o.verdict == CONFORMS) {
            printf("%s\n    is recorded: take the question mark in isa.txt away\n", f->text);
            o.verdict = WRONG;
        }
        with[o.verdict]++;
        cases += o.cases;
        if (o.verdict == FAILED)
            printf("%s\n    %s\n", f->text, o.text);
    }
    const int bad = with[FAILED] + with[WRONG];
    if (unmeasured)
        printf("still to be measured: %d\n", unmeasured);
    printf(
        "%d forms equal to the last bit, %ld cases; %d refused, %d not recorded, %d do not conform\n",
        with[CONFORMS], cases, with[REFUSED], with[RUNS], bad);
    return bad != 0;
}

// ---- The table -----------------------------------------------------------------------------------------------------

typedef struct {
    int forms, conform, run, refused;
    long cases;
} Row;

static void print_row(const char *name, const Row *r, const char *refused)
{
    printf("| %s | %d | %d | %ld | %d | %d |", name, r->forms, r->conform, r->cases, r->run,
           r->refused);
    if (refused)
        printf(" `%.*s`", (int)strcspn(refused, " ;"), refused);
    printf(" |\n");
}

// Tells whether a refusal names the instruction: the last one of the form that the simulator could mean.
static bool names_it(const Form *f, const char *message)
{
    const size_t n = strcspn(f->text, " ;");
    for (const char *at = message; (at = strchr(at, '\'')) != NULL; at++)
        if (strncmp(at + 1, f->text, n) == 0 || strstr(f->text, "; "))
            return true;
    return false;
}

// Prints the table. Returns 1 if a form runs but computes something else than an H200, or is refused without its name.
static int print_table(const Form *forms, int count, const char *record)
{
    const char *section = "", *at = record;
    int status = 0;
    Row sum = {0};
    puts(
        "<!-- made by tests/simulator/conformance/table.sh; tests/simulator/instructions.t says when it is out of date -->\n\n"
        "# What the simulator runs\n\n"
        "This page lists every instruction of the PTX ISA 9.0, and says what became of each of its forms when the simulator was given\n"
        "a kernel with it. (A form is an instruction with one choice of modifiers and types.)\n\n"
        "- *Conform*: the results are those that an H200 gave for the same operands, to the last bit; *cases* says how\n"
        "  many results were compared.\n"
        "- *Run*: the simulator runs the form, but there is no result to compare.\n"
        "- *Refused*: a launch of the kernel stops with a message that names the instruction. The last column has one such form.\n\n"
        "The forms are listed in tests/simulator/conformance/isa.txt. Other tests compare the results of texture and surface instructions\n"
        "(tests/simulator/elsewhere/texture.cu), the results of matrix instructions (tests/simulator/matrix.cu and bits/), what bulk copies\n"
        "move (tests/simulator/bulk/tensors.cu), and what the blocks of a cluster do together (tests/simulator/cluster/works.cu).");
    for (int i = 0; i < count;) {
        Row row = {0};
        const char *name = forms[i].instruction, *refused = NULL;
        if (strcmp(section, forms[i].section) != 0) {
            section = forms[i].section;
            printf(
                "\n## %s\n\n| instruction | forms | conform | cases | run | refused | such as |\n"
                "| --- | ---: | ---: | ---: | ---: | ---: | --- |\n",
                section);
        }
        for (; i < count && forms[i].instruction == name; i++, row.forms++) {
            const Outcome o = try_form(&forms[i], record, &at, false);
            row.conform += o.verdict == CONFORMS;
            row.run += o.verdict == RUNS;
            row.refused += o.verdict == REFUSED;
            row.cases += o.cases;
            if (o.verdict == REFUSED && !refused)
                refused = forms[i].text;
            if (o.verdict == WRONG || o.verdict == FAILED ||
                (o.verdict == REFUSED && !names_it(&forms[i], o.text))) {
                fprintf(stderr, "on_simulator: %s: %s\n", forms[i].text,
                        *o.text ? o.text : "differs");
                status = 1;
            }
        }
        print_row(name, &row, refused);
        sum.forms += row.forms;
        sum.conform += row.conform;
        sum.run += row.run;
        sum.refused += row.refused;
        sum.cases += row.cases;
    }
    printf("\n## In all\n\n| | forms | conform | cases | run | refused | |\n"
           "| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
    print_row("all instructions", &sum, NULL);
    return status;
}

static void print_record(const Form *forms, int count)
{
    static uint8_t out[CASES * RESULT_BYTES];
    static char line[RECORD_BYTES];
    for (int i = 0; i < count; i++) {
        if (forms[i].only_tried || run_form(&forms[i], out).verdict != RUNS)
            continue;
        form_record(&forms[i], out, line);
        puts(line);
    }
}

int main(int argc, char **argv)
{
    const char *verb = argc > 2 ? argv[1] : "";
    const bool records = strcmp(verb, "record") == 0;
    if (argc != (records ? 3 : 4)) {
        fprintf(stderr, "usage: on_simulator record ISA | compare ISA RECORD | table ISA RECORD\n");
        return 2;
    }
    int count = 0, status = 0;
    char error[200] = "", *isa = read_file(argv[2]), *record = records ? NULL : read_file(argv[3]);
    Form *forms = isa ? form_list(isa, &count, error, sizeof error) : NULL;
    if (*error)
        fprintf(stderr, "on_simulator: %s: %s\n", argv[2], error);
    if (!forms || (!records && !record))
        status = 2;
    else if (records)
        print_record(forms, count);
    else if (strcmp(verb, "table") == 0)
        status = print_table(forms, count, record);
    else
        status = compare_all(forms, count, record);
    free(forms);
    free(isa);
    free(record);
    return status;
}
