// The reader of fat binaries reads binaries that are made here byte by byte, whole and damaged.

#include "host/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    unsigned char *bytes;
    size_t size;
} Buffer;

static size_t put(Buffer *b, const void *data, size_t size)
{
    b->bytes = realloc(b->bytes, b->size + size);
    assert_non_null(b->bytes);
    if (data)
        memcpy(b->bytes + b->size, data, size);
    else
        memset(b->bytes + b->size, 0, size);
    b->size += size;
    return b->size - size;
}

static void set(Buffer *b, size_t at, uint64_t value, size_t width)
{
    assert_true(at + width <= b->size);
    memcpy(b->bytes + at, &value, width);
}

static Buffer fatbin(void)
{
    Buffer b = {0};
    put(&b, NULL, 16);
    set(&b, 0, 0xBA55ED50, 4);
    set(&b, 4, 1, 2);
    set(&b, 6, 16, 2);
    return b;
}

// Adds an entry. `header` is the size of its header, which differs from entry to entry.
static void add_entry(Buffer *b, int kind, int arch, int flags, size_t header, const void *payload,
                      size_t size)
{
    size_t at = put(b, NULL, header);
    set(b, at, (uint64_t)kind, 2);
    set(b, at + 4, header, 4);
    set(b, at + 8, size, 8);
    set(b, at + 28, (uint64_t)arch, 4);
    set(b, at + 40, (uint64_t)flags, 8);
    put(b, payload, size);
    set(b, 8, b->size - 16, 8);
}

// Returns a cubin with one kernel: its registers, six instructions, and the PTX lines that they came from.
static Buffer cubin(const char *name, int registers)
{
    static const struct {
        uint64_t low, size;
    } code[] = {{0x981, 4}, {0x1981, 4}, {0x947, 0}, {0x981, 4}, {0x387, 5}, {0x983, 6}};
    enum { HEADER = 15 };
    const unsigned char lines[] = {
        0, 0,    0,  0,  2, 0, 5, 0, 0, 0, 1,
        1, 0xfb, 14, 10,                      // base -5, range 14, first special opcode 10
        0, 9,    2,  0,  0, 0, 0, 0, 0, 0, 0, // address 0 of the function, by the relocation
        3, 3,    1,                           // line 4
        2, 64,   3,  1,  1,                   // 64 bytes on, line 5
        0, 1,    1};                          // end
    const char *names[] = {"",
                           ".symtab",
                           ".strtab",
                           ".nv.info",
                           ".shstrtab",
                           ".text.",
                           ".nv_debug_line_sass",
                           ".rel",
                           ".nv_debug_ptx_txt"};
    enum { SECTIONS = sizeof names / sizeof *names };
    Buffer b = {0};
    put(&b, NULL, 64);
    size_t text = put(&b, NULL, 16 * sizeof code / sizeof *code);
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        set(&b, text + 16 * i, code[i].low, 2);
        set(&b, text + 16 * i + 9, code[i].size << 1, 1);
    }
    size_t table = put(&b, lines, sizeof lines);
    set(&b, table, sizeof lines - 4, 4);
    size_t relocation = put(&b, NULL, 16);
    set(&b, relocation, HEADER + 3, 8);
    set(&b, relocation + 8, 1ull << 32 | 2, 8); // symbol 1
    static const char text_lines[] =
        ".version\t9.0\0.target sm_86\0\0\0\0"; // blanks differ, and some are left out
    size_t ptx = put(&b, text_lines, sizeof text_lines);
    size_t named = b.size, name_at[SECTIONS];
    for (size_t i = 0; i < SECTIONS; i++) {
        name_at[i] = put(&b, names[i], strlen(names[i])) - named;
        put(&b, i == 5 ? name : "", strlen(i == 5 ? name : "") + 1);
    }
    size_t named_end = b.size;
    size_t strings = put(&b, "", 1);
    put(&b, name, strlen(name) + 1);
    size_t symbols = put(&b, NULL, 48); // two of 24 bytes
    set(&b, symbols + 24, 1, 4);        // symbol 1's name, and its section
    set(&b, symbols + 24 + 6, 5, 2);
    size_t info = put(&b, NULL, 8 + 12);
    set(&b, info, 0x1204, 2); // some other attribute of 4 bytes
    set(&b, info + 2, 4, 2);
    set(&b, info + 8, 0x2f04, 2);
    set(&b, info + 10, 8, 2);
    set(&b, info + 12, 1, 4); // symbol 1
    set(&b, info + 16, (uint64_t)registers, 4);
    size_t headers = put(&b, NULL, (size_t)64 * SECTIONS);
    const struct {
        uint64_t type, offset, size, link, info;
    } sections[SECTIONS] = {{0},
                            {2, symbols, 48, 2, 0},
                            {3, strings, strlen(name) + 2, 0, 0},
                            {0x70000000, info, 20, 1, 0},
                            {3, named, named_end - named, 0, 0},
                            {1, text, 16 * sizeof code / sizeof *code, 0, 0},
                            {1, table, sizeof lines, 0, 0},
                            {9, relocation, 16, 1, 6},
                            {1, ptx, sizeof text_lines, 0, 0}};
    for (size_t i = 0; i < SECTIONS; i++) {
        set(&b, headers + i * 64, name_at[i], 4);
        set(&b, headers + i * 64 + 4, sections[i].type, 4);
        set(&b, headers + i * 64 + 24, sections[i].offset, 8);
        set(&b, headers + i * 64 + 32, sections[i].size, 8);
        set(&b, headers + i * 64 + 40, sections[i].link, 4);
        set(&b, headers + i * 64 + 44, sections[i].info, 4);
    }
    memcpy(b.bytes, "\177ELF", 4);
    set(&b, 40, headers, 8);
    set(&b, 58, 64, 2);
    set(&b, 60, SECTIONS, 2);
    set(&b, 62, 4, 2);
    return b;
}

static const char PTX[] = ".version 9.0\n.target sm_86\n\n\n\n\n";

static void test_finds_ptx(void **state)
{
    (void)state;
    Buffer b = fatbin();
    add_entry(&b, 2, 86, 0, 64, "machine code", 12);
    add_entry(&b, 1, 75, 0, 72, "old", 3);
    add_entry(&b, 1, 86, 0x11, 104, PTX, sizeof PTX);
    const char *ptx;
    size_t length;
    SimError err;
    assert_true(sim_fatbin_ptx(b.bytes, b.size, 86, &ptx, &length, &err));
    assert_int_equal(err.status, SIM_OK);
    assert_int_equal(length, strlen(PTX)); // without the 0 at its end
    assert_memory_equal(ptx, PTX, length);
    free(b.bytes);
}

// A driver takes the newest text that the device runs, and sm_90a is no text for a newer device.
static void test_takes_the_devices_ptx(void **state)
{
    (void)state;
    static const char old[] = ".target sm_86\n", own[] = ".target sm_90a\n";
    Buffer b = fatbin();
    add_entry(&b, 1, 86, 0, 64, old, sizeof old);
    add_entry(&b, 1, 90, 0, 64, own, sizeof own);
    static const struct {
        int arch;
        const char *text;
    } cases[] = {{86, old}, {89, old}, {90, own}, {100, old}, {75, own}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *ptx;
        size_t length;
        SimError err;
        assert_true(sim_fatbin_ptx(b.bytes, b.size, cases[i].arch, &ptx, &length, &err));
        assert_memory_equal(ptx, cases[i].text, length);
    }
    free(b.bytes);
}

static void expect_refusal(const Buffer *b, const char *part)
{
    const char *ptx;
    size_t length;
    SimError err;
    assert_false(sim_fatbin_ptx(b->bytes, b->size, 86, &ptx, &length, &err));
    assert_int_equal(err.status, SIM_BAD_PTX);
    assert_non_null(strstr(err.text, part));
}

static void test_says_what_to_do(void **state)
{
    (void)state;
    Buffer lz4 = fatbin(), zstd = fatbin(), machine = fatbin(), none = fatbin(), text = {0};
    add_entry(&lz4, 1, 86, 0x2011, 64, PTX, sizeof PTX);
    add_entry(&zstd, 1, 86, 0x8011, 64, PTX, sizeof PTX);
    add_entry(&machine, 2, 90, 0, 64, "machine code", 12);
    put(&text, "This is no fat binary.", 23);
    expect_refusal(&lz4, "--no-compress");
    expect_refusal(&zstd, "--no-compress");
    expect_refusal(&machine, "compute_90");
    expect_refusal(&none, "not a fat binary");
    expect_refusal(&text, "not a fat binary");
    free(lz4.bytes);
    free(zstd.bytes);
    free(machine.bytes);
    free(none.bytes);
    free(text.bytes);
}

static int registers_of(const unsigned char *data, size_t size, const char *name, int arch)
{
    SimAssembled assembled;
    assert_true(sim_fatbin_assembled(data, size, name, arch, &assembled));
    free(assembled.lines);
    free(assembled.pieces);
    return assembled.registers;
}

static void test_finds_registers(void **state)
{
    (void)state;
    Buffer b = fatbin(), old = cubin("_Z1kPi", 12), new = cubin("_Z1kPi", 40);
    add_entry(&b, 2, 75, 0, 64, old.bytes, old.size);
    add_entry(&b, 2, 86, 0, 64, new.bytes, new.size);
    add_entry(&b, 1, 86, 0, 64, PTX, sizeof PTX);
    assert_int_equal(registers_of(b.bytes, b.size, "_Z1kPi", 86), 40);
    assert_int_equal(registers_of(b.bytes, b.size, "_Z1kPi", 75), 12);
    assert_int_equal(registers_of(b.bytes, b.size, "_Z1kPi", 90), 40); // the newest
    assert_int_equal(registers_of(b.bytes, b.size, "_Z1kP", 86), 0);
    assert_int_equal(registers_of(b.bytes, b.size, "_Z1kPiS_", 86), 0);
    assert_int_equal(registers_of(b.bytes, b.size, "", 86), 0);
    free(b.bytes);
    free(old.bytes);
    free(new.bytes);
}

// PTX line 4 is loaded twice in one run of instructions, without a wait between, and once in another, which begins with a branch to
// what follows it; the spills belong to line 5.
static void test_finds_copies_and_spills(void **state)
{
    (void)state;
    Buffer b = fatbin(), elf = cubin("_Z1kPi", 40);
    add_entry(&b, 2, 86, 0, 64, elf.bytes, elf.size);
    add_entry(&b, 1, 86, 0, 64, PTX, sizeof PTX);
    SimAssembled a;
    assert_true(sim_fatbin_assembled(b.bytes, b.size, "_Z1kPi", 86, &a));
    assert_int_equal(a.count, 2);
    assert_int_equal(a.lines[0].line, 4);
    assert_int_equal(a.lines[0].copies, 2);
    assert_int_equal(a.lines[0].batches, 1);
    assert_memory_equal(a.lines[0].runs, ((const uint8_t[SIM_MOST_PARTS]){2, 2}), SIM_MOST_PARTS);
    assert_true(a.lines[0].jumps && a.lines[0].to == 4 && !a.lines[0].meets);
    assert_int_equal(a.lines[0].local_loads + a.lines[0].local_stores, 0);
    assert_int_equal(a.lines[1].line, 5);
    assert_int_equal(a.lines[1].copies, 0);
    assert_int_equal(a.lines[1].local_loads, 4);
    assert_int_equal(a.lines[1].local_stores, 2);
    // Line 4's instructions are all in one stretch, as its branch leads nowhere back, but in the two blocks that this branch parts.
    assert_int_equal(a.piece_count, 3);
    assert_true(a.pieces[0].line == 4 && a.pieces[1].line == 4);
    assert_int_equal(a.pieces[0].instructions, 3);
    assert_int_equal(a.pieces[1].instructions, 1);
    assert_int_equal(a.pieces[0].repeats, 3);
    assert_int_equal(a.pieces[1].repeats, 0);
    assert_int_not_equal(a.pieces[0].block, a.pieces[1].block);
    assert_int_equal(a.pieces[0].loop, 0);
    free(a.lines);
    free(a.pieces);
    free(b.bytes);

    // of another PTX text it tells nothing
    b = fatbin();
    add_entry(&b, 2, 86, 0, 64, elf.bytes, elf.size);
    add_entry(&b, 1, 86, 0, 64, ".version 9.0\n.target sm_75\n\n\n\n\n", 32);
    assert_true(sim_fatbin_assembled(b.bytes, b.size, "_Z1kPi", 86, &a));
    assert_int_equal(a.registers, 40);
    assert_int_equal(a.count, 0);
    free(b.bytes);
    free(elf.bytes);
}

// A length that leads back to where it stands, modulo 2^64, ends the table: the reader does not begin again.
static void test_lengths_lead_no_way_back(void **state)
{
    (void)state;
    static const unsigned char rows[] = {3, 3, 1, 2, 64, 3, 1, 1, 0, 1, 1},
                               back[] = {0,    0xf5, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 1};
    Buffer b = fatbin(), elf = cubin("_Z1kPi", 40);
    unsigned char *at = memmem(elf.bytes, elf.size, rows, sizeof rows);
    assert_non_null(at);
    memcpy(at, back, sizeof back);
    add_entry(&b, 2, 86, 0, 64, elf.bytes, elf.size);
    add_entry(&b, 1, 86, 0, 64, PTX, sizeof PTX);
    SimAssembled a;
    alarm(60);
    assert_true(sim_fatbin_assembled(b.bytes, b.size, "_Z1kPi", 86, &a));
    alarm(0);
    assert_int_equal(a.registers, 40);
    free(a.lines);
    free(a.pieces);
    free(b.bytes);
    free(elf.bytes);
}

// Nothing in a fat binary may make the reader read beyond its bytes. Each byte in turn, and random bytes, take other
// values, and the binary is cut off anywhere; AddressSanitizer watches.
static void test_damage(void **state)
{
    (void)state;
    Buffer b = fatbin(), elf = cubin("_Z1kPi", 40);
    add_entry(&b, 2, 86, 0, 64, elf.bytes, elf.size);
    add_entry(&b, 1, 86, 0, 64, PTX, sizeof PTX);
    srand(1);
    for (size_t n = 0; n < 200000; n++) {
        size_t size = n % 8 ? b.size : (size_t)rand() % (b.size + 1);
        unsigned char *copy =
            malloc(size + !size); // exactly as large, so that one byte more is caught
        assert_non_null(copy);
        memcpy(copy, b.bytes, size);
        if (n < 16 * b.size && n / 16 < size)
            copy[n / 16] = (unsigned char)(n % 16 * 17);
        for (int i = n < 16 * b.size ? -1 : rand() % 8; i >= 0 && size; i--)
            copy[(size_t)rand() % size] = (unsigned char)rand();
        const char *ptx = NULL;
        size_t length = 0;
        SimError err;
        if (sim_fatbin_ptx(copy, size, 86, &ptx, &length, &err)) {
            assert_true((const unsigned char *)ptx >= copy);
            assert_true((const unsigned char *)ptx + length <= copy + size);
        }
        assert_in_range(registers_of(copy, size, "_Z1kPi", 86), 0, 255);
        free(copy);
    }
    free(b.bytes);
    free(elf.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_ptx),
        cmocka_unit_test(test_takes_the_devices_ptx),
        cmocka_unit_test(test_says_what_to_do),
        cmocka_unit_test(test_finds_registers),
        cmocka_unit_test(test_finds_copies_and_spills),
        cmocka_unit_test(test_lengths_lead_no_way_back),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
