// The words of WARPSIM: what they set, and which are refused.

#include "host/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

static void test_nothing_given(void **state)
{
    (void)state;
    char message[512];
    const char *const empty[] = {NULL, "", "  ,\t, "};
    for (int i = 0; i < 3; i++) {
        Options o;
        assert_true(options_parse(&o, empty[i], message, sizeof message));
        assert_string_equal(o.device->word, "rtx3080");
        assert_false(o.profile || o.lines || o.step || o.help || o.json || o.kernel);
        assert_int_equal(o.schedule, SIM_LOCKSTEP);
        assert_int_equal(o.compiling, COMPILE_LONG);
        assert_int_equal(o.threads, 0);
        assert_null(o.trace);
        assert_true(o.block == 0 && o.warp == 0);
        options_free(&o);
    }
}

static void test_all_words(void **state)
{
    (void)state;
    char message[512];
    Options o;
    assert_true(options_parse(&o,
                              "device=t4 device=h200,profile=lines, json=a.json json=out.json "
                              "kernel=sum\tschedule=random seed=18446744073709551615 threads=2",
                              message, sizeof message));
    assert_string_equal(o.device->word, "h200");
    assert_true(o.profile && o.lines);
    assert_string_equal(o.json, "out.json");
    assert_string_equal(o.kernel, "sum");
    assert_int_equal(o.schedule, SIM_RANDOM);
    assert_true(o.seed == UINT64_MAX);
    assert_int_equal(o.threads, 2);
    options_free(&o);
    assert_true(
        options_parse(&o, "trace=t.csv draw=63 block=70000 warp=31", message, sizeof message));
    assert_string_equal(o.trace, "t.csv");
    assert_int_equal(o.draw, 63);
    assert_true(o.block == 70000);
    assert_int_equal(o.warp, 31);
    options_free(&o);
    assert_true(options_parse(&o, "profile=source warp=all", message, sizeof message));
    assert_true(o.profile && o.source && !o.lines);
    assert_int_equal(o.warp, -1);
    options_free(&o);
    assert_true(options_parse(&o, "compiled interpret", message, sizeof message));
    assert_int_equal(o.compiling, INTERPRET);
    options_free(&o);
    assert_true(options_parse(&o, "interpret compile compiled", message, sizeof message));
    assert_int_equal(o.compiling, COMPILE_ALL);
    options_free(&o);
    assert_true(options_parse(&o, "schedule=serial profile step help", message, sizeof message));
    assert_int_equal(o.schedule, SIM_SERIAL);
    assert_true(o.profile && !o.lines && o.step && o.help);
    options_free(&o);
}

static void test_refusals(void **state)
{
    (void)state;
    const char *const bad[] = {"profil",      "device=gtx480",
                               "device=",     "device",
                               "profile=all", "json",
                               "json=",       "kernel=",
                               "schedule=x",  "seed=",
                               "seed=-1",     "seed=1x",
                               "threads=0",   "threads=1025",
                               "threads=2.5", "trace=",
                               "draw=0",      "draw=a.cu:3",
                               "block=-1",    "block=all",
                               "warp=32",     "warp=",
                               "=",           "help=me",
                               "=profile",    "seed=99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64], message[512] = "", quoted[64];
        Options o;
        snprintf(text, sizeof text, "json=x.json %s", bad[i]); // a good word before it is freed
        if (options_parse(&o, text, message, sizeof message))
            fail_msg("%s was taken", bad[i]);
        snprintf(quoted, sizeof quoted, "\"%s\"", bad[i]);
        assert_non_null(strstr(message, quoted));
        // The known words are listed, unless it is the value that is wrong.
        bool listed = strstr(message, "kernel=NAME, draw=LINE") != NULL;
        assert_true(listed == (strstr(message, " does not fit ") == NULL));
        assert_null(strchr(message, '\n'));
    }
}

static void test_values_are_explained(void **state)
{
    (void)state;
    const struct {
        const char *text, *message;
    } cases[] = {
        {"device=h300",
         "WARPSIM: \"device=h300\" does not fit device=NAME: the GPU, rtx3080 if none is "
         "named; device=list lists all"},
        {"threads=0",
         "WARPSIM: \"threads=0\" does not fit threads=N: host threads that run blocks, 1 to "
         "1024; else all cores"},
        {"warp",
         "WARPSIM: \"warp\" does not fit warp=N: watch warp N of that block, 0 to 31, or all; 0 "
         "if not given"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[512];
        Options o;
        assert_false(options_parse(&o, cases[i].text, message, sizeof message));
        assert_string_equal(message, cases[i].message);
    }
}

static void test_message_is_cut_to_size(void **state)
{
    (void)state;
    char small[16];
    Options o;
    assert_false(options_parse(&o, "nonsense", small, sizeof small));
    assert_int_equal(strlen(small), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_given),
        cmocka_unit_test(test_all_words),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_values_are_explained),
        cmocka_unit_test(test_message_is_cut_to_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
