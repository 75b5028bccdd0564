// printf of kernels gives what an H200 gave for the same formats, with driver 580 and CUDA 13.0.

#include "program.h"

#include <math.h>

// The argument buffer of a kernel's printf, filled as nvcc's code does.
typedef struct {
    unsigned char bytes[512];
    size_t used;
} Args;

static void add(Args *a, const void *value, size_t width)
{
    a->used = (a->used + width - 1) / width * width;
    memcpy(a->bytes + a->used, value, width);
    a->used += width;
}

static void add_int(Args *a, int n)
{
    add(a, &n, 4);
}

static void add_long(Args *a, int64_t n)
{
    add(a, &n, 8);
}

static void add_double(Args *a, double d)
{
    add(a, &d, 8);
}

// Prints, and tells which conversion a GPU would not have known.
static void expect_unknown(const char *format, const char *conversion)
{
    const Args a = {0};
    *rt.printed.unknown = '\0';
    kernel_prints(NULL, format, a.bytes);
    rt.printed.used = 0;
    assert_string_equal(rt.printed.unknown, conversion);
}

static void expect(const char *format, const Args *a, int count, const char *text)
{
    rt.printed.used = 0;
    SimLaunch launch = {.memory = rt.memory};
    assert_int_equal(kernel_prints(&launch, format, a->bytes), count);
    assert_int_equal(rt.printed.used, strlen(text));
    assert_memory_equal(rt.printed.text, text, strlen(text));
    rt.printed.used = 0;
}

static void test_integers(void **state)
{
    (void)state;
    Args a = {0};
    const int values[] = {42, 42, 42, 42, 42, 255, 255, 255, 8, -1, 9};
    for (int i = 0; i < 11; i++)
        add_int(&a, values[i]);
    expect("[%5d][%-5d][%05d][%+d][% d][%x][%X][%#x][%o][%u][%i]\n", &a, 11,
           "[   42][42   ][00042][+42][ 42][ff][FF][0xff][10][4294967295][9]\n");
    a.used = 0;
    add_long(&a, -5);
    add_long(&a, -6);
    add_long(&a, 7);
    add_long(&a, 8);
    add_int(&a, 1);
    add_long(&a, 255);
    expect("[%ld][%lld][%llu][%zu][%d][%lx]", &a, 6, "[-5][-6][7][8][1][ff]");
    a.used = 0;
    add_int(&a, -3);
    add_int(&a, -4);
    add_int(&a, 65535);
    add_int(&a, 255);
    expect("%hd %hhd %hu %hhu", &a, 4, "-3 -4 65535 255");
}

static void test_floats(void **state)
{
    (void)state;
    Args a = {0};
    const double values[] = {1.5, 2.25, 12345.678, 0.0001, 1e20, 1.0, 2.5, 3.5, 4.5};
    for (int i = 0; i < 9; i++)
        add_double(&a, values[i]);
    expect(
        "[%f][%.3f][%10.2e][%g][%G][%a][%A][%E][%F]\n", &a, 9,
        "[1.500000][2.250][  1.23e+04][0.0001][1E+20][0x1p+0][0X1.4P+1][3.500000E+00][4.500000]\n");
    a.used = 0;
    add_double(&a, -(double)NAN);
    add_double(&a, -(double)INFINITY);
    add_double(&a, 0);
    expect("[%f][%g][%e]", &a, 3, "[-nan][-inf][0.000000e+00]");
}

static void test_mixed_widths_keep_their_alignment(void **state)
{
    (void)state;
    Args a = {0};
    add_int(&a, 1);
    add_double(&a, 2.5); // 4 bytes further
    add_int(&a, 'c');
    add_int(&a, 3);
    add_long(&a, 4);
    expect("%d %f %c %d %lld", &a, 5, "1 2.500000 c 3 4");
}

static void test_text(void **state)
{
    (void)state;
    Args a = {0};
    uint64_t at = sim_alloc(rt.memory, 8, SIM_GLOBAL, NULL, NULL, NULL);
    memcpy(sim_pointer(rt.memory, at, 8), "str\0more", 8);
    for (int i = 0; i < 4; i++)
        add_long(&a, (int64_t)at);
    add_long(&a, 0x1234);
    expect("[%s][%10s][%-10s][%.2s][%p][%%]\n", &a, 5,
           "[str][       str][str       ][st][0x1234][%]\n");
    a.used = 0;
    add_long(&a, 0);
    add_long(&a, 0);
    expect("[%s][%p]", &a, 2, "[(null)][(nil)]");
    a.used = 0;
    add_long(&a, (int64_t)at + 4); // no 0 before the allocation's end
    add_long(&a, 16);
    expect("[%s][%s]", &a, 2, "[more][(bad address)]");
    sim_release(rt.memory, at, NULL);
    a.used = 0;
    add_long(&a, (int64_t)at);
    expect("[%s]", &a, 1, "[(bad address)]");
}

static void test_stars_and_what_is_no_conversion(void **state)
{
    (void)state;
    Args a = {0};
    add_int(&a, 6);
    add_int(&a, 42);
    add_int(&a, 2);
    add_double(&a, 3.14159);
    expect("[%*d][%.*f]", &a, 4, "[    42][3.14]");
    a.used = 0;
    add_int(&a, 5);
    expect("[%y] after %d", &a, 1, "[%y] after 5");
    expect("100%", &a, 0, "100%");
    expect("%5%", &a, 0, "%");
    expect("", &a, 0, "");
    char wide[300] = "%";
    memset(wide + 1, '0', 200);
    memcpy(wide + 201, "9d", 3); // more than a conversion has room for: cut, not overrun
    kernel_prints(NULL, wide, a.bytes);
    rt.printed.used = 0;
}

static void test_what_a_gpu_does_not_know(void **state)
{
    (void)state;
    expect_unknown("%d %5.2f %-*d %hd %ld %llu %% %y", "");
    expect_unknown("[%zu] %d", "%zu");
    expect_unknown("%d %hhd %jd", "%hhd");
    expect_unknown("%5.*f", "%.*f");
    expect_unknown("%td", "%td");
}

// A format that begins with a conversion has no text before it, and there is no memory yet.
static void test_nothing(void **state)
{
    (void)state;
    Printed printed = {0};
    printed_put(&printed, "%d", 0);
    assert_null(printed.text);
    assert_int_equal(printed.used, 0);
}

static void test_long_output(void **state)
{
    (void)state;
    Args a = {0};
    add_int(&a, 7);
    char text[301];
    snprintf(text, sizeof text, "%300d", 7);
    expect("%300d", &a, 1, text);
    rt.printed.used = 0;
    for (int i = 0; i < 10000; i++)
        kernel_prints(NULL, "0123456789", a.bytes);
    assert_int_equal(rt.printed.used, 100000);
    assert_memory_equal(rt.printed.text + 99990, "0123456789", 10);
    rt.printed.used = 0;
}

static int start(void **state)
{
    (void)state;
    start_runtime();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_mixed_widths_keep_their_alignment),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_stars_and_what_is_no_conversion),
        cmocka_unit_test(test_what_a_gpu_does_not_know),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_long_output),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
