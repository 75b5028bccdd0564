// The profile: which launches are one entry, and what the tables and the JSON file show. A file is whole or not there.

#include "views/views.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The kernels are `twice<512>(int *)` and `plain()`; their lines are those of a file that the test writes.
static const char PTX[] =
    ".version 8.0\n.target sm_86\n.address_size 64\n"
    ".visible .entry _Z5twiceILi512EEvPi(.param .u64 p) {\n"
    ".reg .b64 %rd<4>; .reg .b32 %r<4>;\n"
    ".loc 1 2 0\nld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 8;\n"
    "add.s64 %rd3, %rd1, %rd2;\n"
    ".loc 1 3 0\nld.global.u32 %r2, [%rd3]; add.u32 %r3, %r2, %r2;\n"
    ".loc 1 4 0\nst.global.u32 [%rd3], %r3;\n"
    ".loc 1 5 0\nret; }\n"
    ".visible .entry _Z5plainv() { ret; }\n"
    ".file 1 \"report-test.cu\"\n";
static const char SOURCE[] =
    "// a\n    int i = threadIdx.x;\n    int v = p[2 * i];  // \"strided\"\n"
    "    p[2 * i] = 2 * v;\n}\n";
static const char FILE_NAME[] = "report-test.cu";

static SimMemory *memory;
static SimModule *module;
static uint64_t data;

static int start(void **state)
{
    (void)state;
    SimError err;
    FILE *f = fopen(FILE_NAME, "w");
    assert_non_null(f);
    fputs(SOURCE, f);
    fclose(f);
    memory = sim_memory_new();
    module = sim_module_load(PTX, strlen(PTX), memory, &err);
    if (!module)
        fail_msg("%s", err.text);
    data = sim_alloc(memory, 8192, SIM_GLOBAL, NULL, NULL, NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    sim_module_free(module);
    sim_memory_free(memory);
    return remove(FILE_NAME);
}

static void run(Report *r, const Options *o, const char *kernel, uint32_t blocks, uint32_t threads)
{
    SimLaunch l = {.device = o->device,
                   .memory = memory,
                   .kernel = sim_module_function(module, kernel),
                   .grid = {blocks, 1, 1},
                   .block = {threads, 1, 1},
                   .params = &data};
    SimError err;
    Pool *p = pool_new(1);
    assert_int_equal(sim_launch_prepare(&l, &err), SIM_OK);
    assert_int_equal(pool_run(p, &l, &err), SIM_OK);
    report_launch(r, &l);
    sim_launch_end(&l);
    pool_free(p);
}

// Runs both kernels, one of them three times alike, with these words of WARPSIM.
static Report *profile(Options *o, const char *words)
{
    char message[512];
    assert_true(options_parse(o, words, message, sizeof message));
    Report *r = report_new(o);
    assert_non_null(r);
    for (int i = 0; i < 3; i++)
        run(r, o, "_Z5twiceILi512EEvPi", 2, 512);
    run(r, o, "_Z5twiceILi512EEvPi", 1, 512);
    run(r, o, "_Z5plainv", 1, 32);
    return r;
}

static char *tables(const Report *r)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    report_tables(r, f);
    fclose(f);
    return text;
}

static int count(const char *text, const char *part)
{
    int n = 0;
    while ((text = strstr(text, part))) {
        n++;
        text += strlen(part);
    }
    return n;
}

// Tells whether the first row of that name ends in the value.
static bool has_row(const char *text, const char *name, const char *value)
{
    const char *row = strstr(text, name);
    row = row ? row + strlen(name) : "";
    row += strspn(row, " ");
    return strncmp(row, value, strlen(value)) == 0 && row[strlen(value)] == '\n';
}

static void test_tables(void **state)
{
    (void)state;
    Options o;
    Report *r = profile(&o, "profile");
    char *text = tables(r);
    assert_int_equal(count(text, "void twice<512>(int*)"), 2); // two configurations
    assert_int_equal(count(text, "grid (2,1,1), block (512,1,1), 3 launches"), 1);
    assert_int_equal(count(text, "grid (1,1,1), block (512,1,1), 1 launch\n"), 1);
    assert_int_equal(count(text, "plain()"), 1);
    assert_int_equal(count(text, "limited by"), 3);
    assert_true(
        has_row(text, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", "50.00 %"));
    assert_true(has_row(text, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "32 request"));
    assert_true(has_row(text, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "256 sector"));
    assert_true(has_row(text, "launch__shared_mem_per_block_static", "0 byte/block"));
    assert_null(strstr(text, "Shared memory")); // which no kernel used
    assert_null(strstr(text, FILE_NAME));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    free(text);
    report_free(r);
    options_free(&o);
}

static void test_lines(void **state)
{
    (void)state;
    Options o;
    Report *r = profile(&o, "profile=lines kernel=twice");
    char *text = tables(r);
    assert_null(strstr(text, "plain")); // kernel=
    assert_int_equal(count(text, FILE_NAME), 2);
    const char *load = strstr(text, "\n     3 ");
    assert_non_null(load);
    assert_int_equal(
        strncmp(load, "\n     3     64  32.0   8.0  50.0     -      0     -  int v = p", 60), 0);
    const char *store = strstr(text, "\n     4 ");
    assert_non_null(store);
    assert_int_equal(
        strncmp(store, "\n     4     32  32.0   8.0     -  50.0      0     -  p[2 * i] ", 60), 0);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    free(text);
    report_free(r);
    options_free(&o);
}

// A count has at most 6 characters, also where rounding gives it one more digit.
static void test_counts_fit_their_column(void **state)
{
    (void)state;
    static const struct {
        uint64_t count;
        const char *shown;
    } cases[] = {{99999, "99999"},     {100000, "100.0k"},   {999949, "999.9k"},
                 {999950, "1.000M"},   {9999499, "9.999M"},  {9999600, "10.00M"},
                 {99994999, "99.99M"}, {99996000, "100.0M"}, {1048576, "1.049M"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Options o;
        char message[512];
        assert_true(options_parse(&o, "profile=lines", message, sizeof message));
        Report *r = report_new(&o);
        SimLaunch l = {.device = o.device,
                       .memory = memory,
                       .kernel = sim_module_function(module, "_Z5twiceILi512EEvPi"),
                       .grid = {1, 1, 1},
                       .block = {1, 1, 1},
                       .params = &data};
        SimError err;
        assert_int_equal(sim_launch_prepare(&l, &err), SIM_OK);
        for (int k = 0; k < l.insn_count; k++)
            l.counts[k].executed =
                l.insns[k].line == 5 && l.insns[k].kind == SIM_EXIT ? cases[i].count : 0;
        report_launch(r, &l);
        sim_launch_end(&l);
        char *text = tables(r), shown[16] = "";
        const char *row = strstr(text, "\n     5 ");
        assert_non_null(row);
        assert_int_equal(sscanf(row, "%*d %15s", shown), 1);
        assert_string_equal(shown, cases[i].shown);
        free(text);
        report_free(r);
        options_free(&o);
    }
}

static void test_no_kernel(void **state)
{
    (void)state;
    Options o;
    Report *r = profile(&o, "profile kernel=wice");
    char *text = tables(r);
    assert_non_null(strstr(text, "No kernel called wice was launched."));
    free(text);
    report_free(r);
    options_free(&o);
}

static char *contents(const char *path)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

// Tells whether brackets match outside of strings. Everything else that JSON wants is fixed text in the source.
static bool is_balanced(const char *json)
{
    char open[64];
    int depth = 0;
    bool string = false;
    for (; *json; json++) {
        if (*json == '\\' && string)
            json++;
        else if (*json == '"')
            string = !string;
        else if (!string && (*json == '{' || *json == '['))
            open[depth++] = *json;
        else if (!string && (*json == '}' || *json == ']'))
            if (depth == 0 || open[--depth] != (*json == '}' ? '{' : '['))
                return false;
    }
    return depth == 0 && !string;
}

static void test_json(void **state)
{
    (void)state;
    Options o;
    char directory[] = "/tmp/warpsim-report-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/out.json", directory);
    Report *r = profile(&o, "device=h200");
    assert_true(report_json(r, path));
    char *json = contents(path);
    assert_true(is_balanced(json));
    assert_int_equal(strncmp(json, "{\"source\": \"simulator\", \"device\": \"NVIDIA H200\",", 48),
                     0);
    assert_int_equal(count(json, "\"name\": \"void twice<512>(int*)\""), 2);
    assert_int_equal(count(json,
                           "\"grid\": [2, 1, 1], \"block\": [512, 1, 1], \"dynamic_shared\": 0, "
                           "\"launches\": 3"),
                     1);
    assert_non_null(strstr(json, "op_ld.pct\", \"unit\": \"%\", \"value\": 50}"));
    assert_non_null(strstr(json, "\"value\": null}")); // plain() has no loads
    free(json);
    report_free(r);
    options_free(&o);

    // with lines, and over the file that is there
    r = profile(&o, "json=x");
    assert_true(report_json(r, path));
    json = contents(path);
    assert_true(is_balanced(json));
    assert_int_equal(count(json, "\"line\": 3, "), 2);
    free(json);
    assert_int_equal(remove(path), 0);

    // where there is no such folder nothing is left, and errno says why
    snprintf(path, sizeof path, "%s/none/out.json", directory);
    assert_false(report_json(r, path));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(rmdir(directory), 0); // empty again
    report_free(r);
    options_free(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_counts_fit_their_column),
        cmocka_unit_test(test_no_kernel),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
