// PTX words, numbers and punctuation; and the core's own text and arena. Every text here lies in a block of exactly its
// size, so that the address sanitizer notices a read beyond its end.

#include "kernel.h"

static Lexer lexer;
static SimError error;
static char *block;

static void start(const char *text)
{
    free(block);
    const size_t length = strlen(text);
    block = malloc(length ? length : 1);
    assert_non_null(block);
    memcpy(block, text, length);
    error.status = SIM_OK;
    lex_start(&lexer, block, length, &error);
}

static int end(void **state)
{
    (void)state;
    free(block);
    return 0;
}

static void expect_token(TokenKind kind, const char *text)
{
    const Token *t = &lexer.token;
    assert_int_equal(t->kind, kind);
    if ((size_t)t->length != strlen(text) || memcmp(t->start, text, strlen(text)) != 0)
        fail_msg("'%.*s' where '%s' should be", t->length, t->start, text);
    lex_next(&lexer);
}

static void test_words_keep_their_dots(void **state)
{
    (void)state;
    start("ld.global.v4.u32 {%r1,%r2},[%rd1+-8]; .reg .b32 %r<42>; $L__BB0_2: @!%p1 bra $L_x;\n"
          "ld.global.nc.L2::128B.u32 _|%p2;");
    static const char *const words[] = {"ld.global.v4.u32",
                                        "{",
                                        "%r1",
                                        ",",
                                        "%r2",
                                        "}",
                                        ",",
                                        "[",
                                        "%rd1",
                                        "+",
                                        "-",
                                        "8",
                                        "]",
                                        ";",
                                        ".reg",
                                        ".b32",
                                        "%r",
                                        "<",
                                        "42",
                                        ">",
                                        ";",
                                        "$L__BB0_2",
                                        ":",
                                        "@",
                                        "!",
                                        "%p1",
                                        "bra",
                                        "$L_x",
                                        ";",
                                        "ld.global.nc.L2::128B.u32",
                                        "_",
                                        "|",
                                        "%p2",
                                        ";"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char c = words[i][0];
        const bool digit = c >= '0' && c <= '9';
        const bool word = strlen(words[i]) > 1 || c == '_';
        expect_token(digit ? T_INT : word ? T_WORD : T_PUNCT, words[i]);
    }
    expect_token(T_END, "");
    expect_token(T_END, "");
    assert_false(lex_failed(&lexer));
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        TokenKind kind;
        u64 value;
    } numbers[] = {
        {"0", T_INT, 0},
        {"42", T_INT, 42},
        {"42U", T_INT, 42},
        {"0x1F", T_INT, 31},
        {"0XfFu", T_END, 0}, // the suffix is a capital U
        {"0xffffffffffffffff", T_INT, UINT64_MAX},
        {"18446744073709551615", T_INT, UINT64_MAX},
        {"017", T_INT, 15},
        {"0b101", T_INT, 5},
        {"0f3F800000", T_FLOAT32, 0x3f800000},
        {"0d3FF0000000000000", T_FLOAT64, 0x3ff0000000000000},
        {"0F7F800000", T_FLOAT32, 0x7f800000},
        {"0D8000000000000000", T_FLOAT64, 0x8000000000000000},
        {"08", T_END, 0},
        {"0x", T_END, 0},
        {"0b2", T_END, 0},
        {"12ab", T_END, 0},
        {"0f3g", T_END, 0},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        start(numbers[i].text);
        assert_int_equal(lexer.token.kind, numbers[i].kind);
        assert_int_equal(lex_failed(&lexer), numbers[i].kind == T_END);
        if (numbers[i].kind != T_END)
            assert_int_equal(lexer.token.value, numbers[i].value);
    }
    static const char *const decimals[] = {"9.0", "0.5", "1e3", "12.25e-3", "1.5E+300", "3."};
    for (size_t i = 0; i < sizeof decimals / sizeof *decimals; i++) {
        double value;
        start(decimals[i]);
        assert_int_equal(lexer.token.kind, T_FLOAT64);
        memcpy(&value, &lexer.token.value, sizeof value);
        assert_true(value == strtod(decimals[i], NULL));
        expect_token(T_FLOAT64, decimals[i]);
    }
    start("1.2.3");
    assert_true(lex_failed(&lexer));
}

static void test_comments_and_lines(void **state)
{
    (void)state;
    start("// first\na /* b\n\n */ c// d\n\t\r\n\"e // e\" /**/ f / g /* never ends");
    assert_int_equal(lexer.token.line, 2);
    expect_token(T_WORD, "a");
    assert_int_equal(lexer.token.line, 4);
    expect_token(T_WORD, "c");
    assert_int_equal(lexer.token.line, 6);
    expect_token(T_STRING, "\"e // e\"");
    expect_token(T_WORD, "f");
    expect_token(T_PUNCT, "/");
    expect_token(T_WORD, "g");
    expect_token(T_END, "");
    start("/* a * b / c **/ d"); // neither a star nor a slash alone ends it
    expect_token(T_WORD, "d");
    for (int i = 0; i < 4; i++) {
        start((const char *[]){"/", "/*", "/* *", "//"}[i]);
        if (i == 0)
            expect_token(T_PUNCT, "/");
        expect_token(T_END, "");
    }
}

static void test_after_an_error_there_is_only_the_end(void **state)
{
    (void)state;
    start("a\n b \"never closed\n c d");
    expect_token(T_WORD, "a");
    assert_true(lex_is(&lexer, "b"));
    assert_false(lex_is(&lexer, "bb"));
    assert_false(lex_take(&lexer, "c"));
    assert_true(lex_take(&lexer, "b"));
    expect_token(T_END, "");
    assert_true(lex_failed(&lexer));
    assert_int_equal(error.status, SIM_BAD_PTX);
    assert_string_equal(error.text, "PTX line 2: unterminated string");
    lex_fail(&lexer, "another", NULL); // the first one counts
    assert_string_equal(error.text, "PTX line 2: unterminated string");
    lex_next(&lexer);
    expect_token(T_END, "");

    start("a b");
    lex_expect(&lexer, "a");
    lex_expect(&lexer, ";");
    assert_string_equal(error.text, "PTX line 1: expected ';'");
}

static void test_a_string_is_no_word(void **state)
{
    (void)state;
    start("\"a\"");
    assert_false(lex_is(&lexer, "\"a\""));
    expect_token(T_STRING, "\"a\"");
    start("\"");
    assert_true(lex_failed(&lexer));
}

// ---- text.c ------------------------------------------------------------------------------------------------------

static void test_format(void **state)
{
    (void)state;
    char out[128];
    text_format(out, sizeof out, "%s|%d|%d|%u|%l|%l|%x|%c|%%", "ab", -5, INT32_MIN, UINT32_MAX,
                INT64_MIN, (i64)7, (u64)0xdeadbeef12, 'z');
    assert_string_equal(out, "ab|-5|-2147483648|4294967295|-9223372036854775808|7|deadbeef12|z|%");
    text_format(out, 4, "%s", "abcdef");
    assert_string_equal(out, "abc");
    text_append(out, 6, "%d", -123456);
    assert_string_equal(out, "abc-1");
    text_append(out, 6, "more");
    assert_string_equal(out, "abc-1");
    text_format(out, 1, "abc");
    assert_string_equal(out, "");
    for (size_t size = 1; size < 12; size++) { // cut anywhere, never more than its room
        char *tight = malloc(size);
        assert_non_null(tight);
        text_format(tight, size, "%d %x%c", -12, (u64)255, '!');
        assert_int_equal(strncmp(tight, "-12 ff!", size - 1), 0);
        assert_true(strlen(tight) < size);
        free(tight);
    }
}

static void test_arena(void **state)
{
    (void)state;
    Arena arena = {0};
    static const size_t sizes[] = {1, 16, 17, 1000, 65536, 200000, 3, 0};
    unsigned char *pieces[8];
    for (int i = 0; i < 8; i++) {
        pieces[i] = arena_alloc(&arena, sizes[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], i + 1, sizes[i]);
    }
    for (int i = 0; i < 8; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], i + 1);
    assert_string_equal(arena_string(&arena, "abcdef", 3), "abc");
    int *numbers = NULL, count = 0, capacity = 0;
    for (int i = 0; i < 1000; i++)
        *(int *)arena_push(&arena, &numbers, &count, &capacity, sizeof *numbers) += i + 7;
    assert_int_equal(count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i + 7);
    arena_free(&arena);
    assert_null(arena.chunks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_keep_their_dots),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_comments_and_lines),
        cmocka_unit_test(test_after_an_error_there_is_only_the_end),
        cmocka_unit_test(test_a_string_is_no_word),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_arena),
    };
    return cmocka_run_group_tests(tests, NULL, end);
}
