// The judge's verdict: which cases run, what is shown; and its texts stay whole whatever a submission says.

// The test includes the files themselves, since it tests their static functions too.
// NOLINTBEGIN(bugprone-suspicious-include)
#include "../../judge/core/levels.c"
#include "../../judge/core/record.c"
#include "../../judge/core/results.c"
#include "../../judge/core/source.c"
#include "../../judge/core/text.c"
#include "../../judge/core/verdict.c"
#include "../../judge/native/files.c"
// NOLINTEND(bugprone-suspicious-include)

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// ---- In place of the files that start processes ---------------------------------------------------------------------

enum { CASES = 6 };

static const Case cases[CASES + 1] = {{"none", 0, 0, 1},       {"one", 1, 0, 1},
                                      {"two", 2, 3, 0},        {"three", 3, 0, 0},
                                      {"four <&\">", 4, 0, 0}, {"five", 5, 0, 0}};

static void never_run(Judge *j, const Case *c)
{
    (void)j, (void)c;
}

static const Exercise exercise = {.run = never_run, .cases = cases, .points = 4};

static bool fails[CASES];                               // in the last of the orders
static int runs[CASES];                                 // of each case
static const char *said = "seen in /w/exercise.cu:2\n"; // of a failure

void cannot_work(const char *format, ...)
{
    fail_msg("%s", format);
    abort();
}

void device_stop(Device *d)
{
    (void)d;
}

char *work_explain(const Verdict *v, Device *d, const CaseResult *r, int index, char *why)
{
    (void)v, (void)d, (void)r, (void)index;
    return why;
}

char *numbers_text(const Exercise *e, const char *student, const char *text)
{
    (void)e, (void)student;
    return text_make("%s", text);
}

static char *translate(const char *text, const char *shown)
{
    return text_replace(text, "/w/exercise.cu", shown);
}

static const Host host = {.translate = translate};
static const Terms terms = {
    .exercise = &exercise, .host = &host, .file = "mine.cu", .ask = ASK_ALL};

Outcome case_run(Device *d, const Terms *t, const Case *c, uint64_t seed, int index,
                 const Order *order, int order_index)
{
    (void)d, (void)t, (void)seed, (void)order;
    assert_ptr_equal(c, &cases[index]);
    runs[index]++;
    bool failed = fails[index] && order_index == ORDERS - 1;
    return (Outcome){.why = failed ? text_make("%s", said) : NULL};
}

static Verdict judged(bool keep_going)
{
    Device d = {.word = "sim"};
    Verdict v = {.terms = &terms,
                 .name = "ex9-9",
                 .title = "A title",
                 .seed = 5,
                 .keep_going = keep_going,
                 .only = -1,
                 .cases = cases,
                 .case_count = CASES};
    memset(runs, 0, sizeof runs);
    verdict_judge(&v, &d);
    v.done = true;
    return v;
}

static void release(Verdict *v)
{
    for (size_t i = 0; i < v->count; i++) {
        free(v->results[i].why);
        free(v->results[i].reason);
    }
    free(v->results);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void all_cases_run_in_every_order(void **state)
{
    (void)state;
    memset(fails, 0, sizeof fails);
    Verdict v = judged(false);
    assert_int_equal(v.count, CASES);
    for (int i = 0; i < CASES; i++)
        assert_int_equal(runs[i], ORDERS);
    assert_true(verdict_passed(&v));
    v.done = false; // an unfinished verdict is no pass
    assert_false(verdict_passed(&v));
    release(&v);
}

// The first failure of the list is shown, whatever the order was.
static void the_first_failure_counts(void **state)
{
    (void)state;
    memset(fails, 0, sizeof fails);
    fails[2] = fails[4] = true;
    for (int again = 0; again < 64; again++) {
        Verdict v = judged(false);
        for (int i = 0; i < CASES; i++)
            assert_int_equal(v.results[i].state, i < 2    ? CASE_PASSED
                                                 : i == 2 ? CASE_FAILED
                                                          : CASE_SKIPPED);
        assert_string_equal(v.results[2].why,
                            "seen in mine.cu:2\nseed 5; order: warps in lockstep");
        assert_null(v.results[4].why);
        assert_true(runs[2] + runs[4] <= 2 * ORDERS); // at most two fail
        assert_false(verdict_passed(&v));
        release(&v);
    }
    Verdict v = judged(true);
    assert_int_equal(v.results[4].state, CASE_FAILED);
    assert_int_equal(v.results[5].state, CASE_PASSED);
    release(&v);
}

static void the_order_changes(void **state)
{
    (void)state;
    int order[CASES], first[CASES] = {0};
    for (int again = 0; again < 300; again++) {
        int seen = 0;
        shuffle(order, CASES);
        for (int i = 0; i < CASES; i++)
            seen |= 1 << order[i];
        assert_int_equal(seen, (1 << CASES) - 1);
        first[order[0]]++;
    }
    for (int i = 0; i < CASES; i++)
        assert_true(first[i] > 0); // it fails by chance once in 10^23 times
    const Terms looks_on = {.in_order = true};
    const Verdict v = {.terms = &looks_on};
    int listed[CASES];
    arrange(&v, listed, CASES);
    for (int i = 0; i < CASES; i++)
        assert_int_equal(listed[i], i);
}

// ---- Text -----------------------------------------------------------------------------------------------------------

static void text_is_made_clean(void **state)
{
    (void)state;
    static const struct {
        const char *dirty, *clean;
    } texts[] = {{"plain\ttext\n", "plain\ttext\n"},
                 {"h\xc3\xbcllo \xe2\x82\xac \xf0\x9f\x99\x82",
                  "h\xc3\xbcllo \xe2\x82\xac \xf0\x9f\x99\x82"},
                 {"\033[2J", "\uFFFD[2J"},
                 {"a\x7f\r", "a\uFFFD\uFFFD"},
                 {"\xff\xfe", "\uFFFD\uFFFD"},
                 {"\xc0\x80", "\uFFFD\uFFFD"},                     // overlong
                 {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},           // a surrogate
                 {"\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"}, // past the last character
                 {"\xef\xbf\xbf", "\uFFFD\uFFFD\uFFFD"},           // none for XML
                 {"\xe2\x82", "\uFFFD\uFFFD"},                     // cut off
                 {"\xc2\x9b", "\uFFFD\uFFFD"}}; // a control character of terminals
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *clean = text_clean(texts[i].dirty, strlen(texts[i].dirty), 1000);
        assert_string_equal(clean, texts[i].clean);
        free(clean);
    }
    char *cut = text_clean("0123456789", 10, 4);
    assert_string_equal(cut, "0123\n… and 6 more bytes\n");
    free(cut);
}

static void text_is_replaced(void **state)
{
    (void)state;
    char *twice = text_replace("a/b a/b a/", "a/b", "c"), *none = text_replace("abc", "x", "y");
    assert_string_equal(twice, "c c a/");
    assert_string_equal(none, "abc");
    free(twice);
    free(none);
}

// Words stay whole and in order, and lines within the width, unless a word is longer.
static void text_is_wrapped(void **state)
{
    (void)state;
    srand(1);
    for (int again = 0; again < 500; again++) {
        char text[2000] = "", *wrapped, *keep_a, *keep_b;
        size_t used = 0, size, columns = again % 2 ? 60 : 0, most = columns ? columns : 80;
        while (used < 1500) {
            int word = 1 + rand() % (again % 5 ? 20 : 120);
            used += (size_t)sprintf(
                text + used, "%.*s%s", word,
                "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwx"
                "yzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
                rand() % 9 ? " " : "\n    ");
        }
        FILE *out = open_memstream(&wrapped, &size);
        print_wrapped(out, &(Verdict){.columns = columns}, text, 4);
        fclose(out);
        for (const char *line = wrapped; *line;) {
            size_t n = strcspn(line, "\n"), blank = strspn(line, " ");
            assert_true(n <= most || strcspn(line + blank, " \n") + blank == n);
            line += n + 1;
        }
        char *a = strtok_r(text, " \n", &keep_a), *b = strtok_r(wrapped, " \n", &keep_b);
        for (; a && b; a = strtok_r(NULL, " \n", &keep_a), b = strtok_r(NULL, " \n", &keep_b))
            assert_string_equal(a, b);
        assert_true(!a && !b);
        free(wrapped);
    }
}

// ---- Results --------------------------------------------------------------------------------------------------------

static void results_say_the_same(void **state)
{
    (void)state;
    memset(fails, 0, sizeof fails);
    fails[4] = true;
    said = "out[0] is \"\\\";\n\t\xff]]> <b>&\033\n";
    Verdict v = judged(false);
    char *json = results_json(&v), *xml = results_junit(&v), *text = verdict_text(&v, false);
    assert_non_null(strstr(json, "  \"score\": 0,\n"));
    assert_non_null(strstr(
        json,
        "\"name\": \"four <&\\\"> (sim)\", \"score\": 0, \"max_score\": 0, \"status\": \"failed\""));
    assert_non_null(
        strstr(json, "\"output\": \"out[0] is \\\"\\\\\\\";\\n\\t\uFFFD]]> <b>&\uFFFD\\nseed 5;"));
    assert_non_null(strstr(json, "\"max_score\": 4, \"status\": \"failed\""));
    assert_non_null(strstr(xml, "tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"1\""));
    assert_non_null(
        strstr(xml, "name=\"four &lt;&amp;&quot;&gt;\"><failure message=\"failed\">out[0] is "
                    "&quot;\\&quot;;\n\t\uFFFD]]&gt; &lt;b&gt;&amp;\uFFFD\nseed 5;"));
    assert_non_null(strstr(text, "  passed   two                                       2 x 3\n"));
    assert_non_null(strstr(text, "\nNOT PASSED."));
    assert_null(strchr(text, '\033'));
    free(json);
    free(xml);
    free(text);
    release(&v);
}

// Checks the level of a pass that counts `main` instructions or barriers in `time` us. The solution counts 1,000 in 10 us.
static void level_is(Level level, const char *counter, double main, double time)
{
    const Exercise e = {.counters = {counter}};
    const Standing s = {
        .yours = {2, {main, time}}, .least = {2, {1000, 10}}, .most = {2, {1000, 10}}};
    assert_int_equal(level_of(&e, &s), level);
}

static void levels_have_bounds(void **state)
{
    (void)state;
    level_is(LEVEL_BRONZE, INSTRUCTIONS, 1051, 1);
    level_is(LEVEL_SILVER, INSTRUCTIONS, 1050, 9.51);
    level_is(LEVEL_BRONZE, BARRIERS, 1001, 1);
    level_is(LEVEL_SILVER, BARRIERS, 1000, 9.51);
    level_is(LEVEL_SILVER, BARRIERS, 1000, 99);
    level_is(LEVEL_GOLD, BARRIERS, 1000, 9.5);
    level_is(LEVEL_GOLD, BARRIERS, 900, 10);
    level_is(LEVEL_SILVER, BARRIERS, 901, 10);
    level_is(LEVEL_SILVER, BARRIERS, 900, 10.1); // what is fewer pays for nothing
    // Nothing is fewer than none: there is only the time.
    const Exercise e = {.counters = {BARRIERS}};
    Standing s = {.yours = {2, {0, 10}}, .least = {2, {0, 10}}, .most = {2, {0, 10}}};
    assert_int_equal(level_of(&e, &s), LEVEL_SILVER);
    // The solution counts 100 to 120: another input may make it 80 or 140.
    s = (Standing){.yours = {2, {140, 10}}, .least = {2, {100, 10}}, .most = {2, {120, 10}}};
    assert_int_equal(level_of(&e, &s), LEVEL_SILVER);
    s.yours.values[0] = 141;
    assert_int_equal(level_of(&e, &s), LEVEL_BRONZE);
    s.yours.values[0] = 73;
    assert_int_equal(level_of(&e, &s), LEVEL_SILVER);
    s.yours.values[0] = 72;
    assert_int_equal(level_of(&e, &s), LEVEL_GOLD);
    s.most.count = 0; // nothing to compare with
    assert_int_equal(level_of(&e, &s), LEVEL_BRONZE);
}

// In kernel golf time alone counts.
static void golf_has_times(void **state)
{
    (void)state;
    static const struct {
        double counted, time;
        Level level;
    } passes[] = {{1, 10.1, LEVEL_BRONZE},
                  {9999, 10, LEVEL_SILVER},
                  {1, 9.51, LEVEL_SILVER},
                  {9999, 9.5, LEVEL_GOLD}};
    const Exercise e = {.counters = {BARRIERS}, .golf = true};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        Standing s = {.yours = {2, {passes[i].counted, passes[i].time}},
                      .least = {2, {1000, 10}},
                      .most = {2, {1000, 10}}};
        assert_int_equal(level_of(&e, &s), passes[i].level);
        s.most.count = 0; // nothing to compare with
        assert_int_equal(level_of(&e, &s), LEVEL_BRONZE);
    }
}

// Of two passes the better one's numbers are kept: fewer of what is counted, and less time among equals; in kernel golf, less time.
static void the_best_pass_is_kept(void **state)
{
    (void)state;
    static const struct {
        double best[2], yours[2];
        const char *kept, *kept_in_golf;
    } passes[] = {{{900, 9}, {1000, 5}, "900 9", "1000 5"},
                  {{1000, 5}, {900, 9}, "900 9", "1000 5"},
                  {{900, 9}, {900, 8}, "900 8", "900 8"},
                  {{900, 8}, {900, 9}, "900 8", "900 8"}};
    for (size_t i = 0; i < 2 * sizeof passes / sizeof *passes; i++) {
        const double *best = passes[i / 2].best, *yours = passes[i / 2].yours;
        const Exercise e = {.counters = {BARRIERS}, .golf = i % 2};
        const Terms t = {.exercise = &e};
        const Verdict v = {.terms = &t,
                           .standing = {.level = LEVEL_BRONZE,
                                        .best_level = LEVEL_SILVER,
                                        .compiler = "clang 19",
                                        .yours = {2, {yours[0], yours[1]}},
                                        .best = {2, {best[0], best[1]}}}};
        const char *kept = e.golf ? passes[i / 2].kept_in_golf : passes[i / 2].kept;
        char *line = levels_line(&v), *wanted = text_make("silver clang-19/%d %s", SIM_MODEL, kept);
        assert_string_equal(line, wanted);
        free(line);
        free(wanted);
    }
}

static void the_nearest_compiler_is_taken(void **state)
{
    (void)state;
    static const char *const mine[] = {"clang 14.0.6", "clang 19", "NVRTC 13.0", NULL};
    static const double most[] = {3, 3, 1, 1};
    const Exercise e = {.name = "ex3-1", .counters = {BARRIERS}};
    char rows[] =
        "exercise,compiler,version,model,device,counter,least,most\n"
        "ex3-10,clang,19,@,h200," BARRIERS ",9,9\nex3-1,NVRTC,13.0,@,h200," BARRIERS ",1,1\n"
        "ex3-1,NVRTC,13.0,@,h200," MODELLED_TIME
        ",5,5\n\nrubbish\nex3-1,clang,14.0.6,@,h200," BARRIERS ",3,3\n"
        "ex3-1,clang,14.0.6,@,h200," MODELLED_TIME ",5,5\nex3-1,clang,14.0.6,@,t4," BARRIERS ",8,8";
    for (char *c = rows; *c; c++) // today's model of time
        *c = *c == '@' ? '0' + SIM_MODEL : *c;
    const Terms t = {.exercise = &e, .solutions = rows};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        Standing s = {.compiler = mine[i], .yours = {.count = 2}};
        assert_true(find_solution(&t, &s));
        assert_true(s.most.values[0] == most[i]);
        assert_int_equal(s.apart != NULL, i == 1 || i == 3);
        free(s.apart);
    }
    // Of two counters one has no row.
    const Exercise two = {.name = "ex3-1", .counters = {BARRIERS, INSTRUCTIONS}};
    const Terms others = {.exercise = &two, .solutions = t.solutions};
    Standing none = {.compiler = "nvcc 13.0", .yours = {.count = 3}};
    assert_false(find_solution(&others, &none));
    assert_int_equal(none.most.count, 0);
}

static void trouble_is_a_failure(void **state)
{
    (void)state;
    Verdict v = {.terms = &terms,
                 .name = "ex9-9",
                 .title = "A title",
                 .done = true,
                 .trouble = (char *)(uintptr_t) "mine.cu is empty."};
    char *json = results_json(&v), *xml = results_junit(&v), *text = verdict_text(&v, true);
    assert_false(verdict_passed(&v));
    assert_non_null(strstr(
        json, "\"score\": 0, \"max_score\": 4, \"status\": \"failed\", \"output_format\": \"text\","
              " \"output\": \"mine.cu is empty.\""));
    assert_non_null(strstr(xml, "tests=\"1\" failures=\"1\""));
    assert_non_null(strstr(text, "mine.cu is empty."));
    assert_non_null(strstr(text, "\033[31mNOT PASSED"));
    free(json);
    free(xml);
    free(text);
}

static void files_are_whole_or_as_they_were(void **state)
{
    (void)state;
    char folder[] = "/tmp/test-judge-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = text_make("%s/r.json", folder);
    size_t length = 0;
    assert_true(file_write(path, "one", 3));
    assert_true(file_write(path, "another", 7));
    char *back = file_bytes(path, 100, &length);
    assert_non_null(back);
    assert_string_equal(back, "another");
    assert_int_equal(length, 7);
    free(back);
    back = file_bytes(path, 6, &length);
    assert_null(back);
    assert_int_equal(errno, EFBIG);
    free(back);
    back = file_bytes(folder, 100, &length);
    assert_null(back);
    assert_int_equal(errno, EINVAL);
    free(back);
    assert_false(file_write("/dev/null/r.json", "x", 1));
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(folder), 0); // nothing else is in it
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cases_run_in_every_order),
        cmocka_unit_test(the_first_failure_counts),
        cmocka_unit_test(the_order_changes),
        cmocka_unit_test(text_is_made_clean),
        cmocka_unit_test(text_is_replaced),
        cmocka_unit_test(text_is_wrapped),
        cmocka_unit_test(results_say_the_same),
        cmocka_unit_test(levels_have_bounds),
        cmocka_unit_test(golf_has_times),
        cmocka_unit_test(the_best_pass_is_kept),
        cmocka_unit_test(the_nearest_compiler_is_taken),
        cmocka_unit_test(trouble_is_a_failure),
        cmocka_unit_test(files_are_whole_or_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
