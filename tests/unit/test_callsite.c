// Call sites and names in messages. The test needs addr2line, and its own debug information.

#include "host/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

// Stands for a function of the runtime that notes its caller.
__attribute__((noinline)) static void note(char *site, size_t size)
{
    callsite_of(__builtin_return_address(0), site, size);
}

static char *printed(const char *prefix, const char *text)
{
    char *out = NULL;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    assert_non_null(f);
    callsite_print(f, prefix, text);
    fclose(f);
    return out;
}

static void expect(const char *prefix, const char *text, const char *expected)
{
    char *out = printed(prefix, text);
    assert_string_equal(out, expected);
    free(out);
}

static void test_a_site_becomes_file_and_line(void **state)
{
    (void)state;
    char site[512], text[600], expected[64];
    note(site, sizeof site);
    const int line = __LINE__ - 1;
    snprintf(text, sizeof text, "made at %s, freed nowhere", site);
    snprintf(expected, sizeof expected, "test_callsite.c:%d, freed nowhere\n", line);
    char *out = printed("", text);
    assert_non_null(strstr(out, expected));
    assert_int_equal(strncmp(out, "made at ", 8), 0);
    free(out);
}

static void test_what_is_no_site_stays(void **state)
{
    (void)state;
    expect("", "p[3] and [x+0y] and [unfinished+0x12", "p[3] and [x+0y] and [unfinished+0x12\n");
    expect("", "[/no/such/program+0x12]", "[/no/such/program+0x12]\n");
    expect("", "[+0x1]", "[+0x1]\n"); // no code of this program
    // Names of files are a program's own: none of them becomes an argument of a command.
    expect("", "[/bin/ls+0x1+--help]", "[/bin/ls+0x1+--help]\n");
    expect("", "[+0x1+--help]", "[+0x1+--help]\n");
    expect("", "[+0x1+@/etc/passwd]", "[+0x1+@/etc/passwd]\n");
    expect("", "[/usr/bin/addr2line+0x1234]", "[/usr/bin/addr2line+0x1234]\n"); // not loaded
}

static void test_a_site_is_cut_whole(void **state)
{
    (void)state;
    char tiny[8] = "x";
    note(tiny, sizeof tiny);
    assert_string_equal(tiny, "");
    char none[64] = "x";
    callsite_of(NULL, none, sizeof none); // not on the stack
    assert_string_equal(none, "");
}

static void test_names_are_demangled(void **state)
{
    (void)state;
    expect("", "in _Z1kPii at x", "in k(int*, int) at x\n");
    expect("", "in _Z6reduceILi512EEvPf", "in void reduce<512>(float*)\n");
    expect("", "_Zonk and my_Z1kPii stay", "_Zonk and my_Z1kPii stay\n");
    char *name = callsite_demangle("plain");
    assert_string_equal(name, "plain");
    free(name);
}

static void test_prefix_on_each_line(void **state)
{
    (void)state;
    expect("== ", "one\ntwo\n\nfour", "== one\n== two\n== \n== four\n");
    expect("== ", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_site_becomes_file_and_line),
        cmocka_unit_test(test_what_is_no_site_stays),
        cmocka_unit_test(test_a_site_is_cut_whole),
        cmocka_unit_test(test_names_are_demangled),
        cmocka_unit_test(test_prefix_on_each_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
