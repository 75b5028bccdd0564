// Where a matrix descriptor says that a tile lies, beside the layouts as the PTX ISA draws them ("Shared Memory Matrix Layout").

#include "kernel.h"

enum { START = 3 * 1024, LEADING = 5 * 1024, STRIDE = 2 * 1024, BYTES_128 = 1 };

static u64 descriptor(u32 start, u32 leading, u32 stride, u32 base, u32 swizzle)
{
    return (u64)(start >> 4) | (u64)(leading >> 4) << 16 | (u64)(stride >> 4) << 32 |
           (u64)base << 49 | (u64)swizzle << 62;
}

// Pieces of 16 bytes in a row of a swizzle's pattern, and how many rows have the same permutation.
static const struct {
    int pieces, alike;
} swizzles[] = {{1, 8}, {8, 1}, {4, 2}, {2, 4}};

// Without a swizzle eight rows of 16 bytes are one block. A block that is further along k is `leading` bytes away, one of the next eight
// lines `stride` bytes, whatever the direction of the lines.
static void test_no_swizzle(void **state)
{
    (void)state;
    u64 d = descriptor(START, LEADING, STRIDE, 0, 0);
    for (int across = 0; across < 2; across++)
        for (int eight = 0; eight < 32; eight++)
            for (int i = 0; i < 32; i++)
                assert_int_equal(tile_piece(d, across, eight, i),
                                 START + i % 8 * 16 + i / 8 * LEADING + eight * STRIDE);
}

// Lines along memory: row r of the matrix is row r % 8 of a pattern, and its piece p stands at p ^ (r % 8 / alike).
static void test_rows(void **state)
{
    (void)state;
    for (int s = 1; s < 4; s++) {
        int pieces = swizzles[s].pieces, most = pieces < 4 ? pieces : 4;
        u64 d = descriptor(START, LEADING, STRIDE, 0, (u32)s);
        for (int row = 0; row < 256; row++)
            for (int piece = 0; piece < most; piece++) {
                int r = row % 8, stands = piece ^ (r / swizzles[s].alike & (pieces - 1));
                assert_int_equal(tile_piece(d, false, row / 8, piece * 8 + r),
                                 START + row / 8 * STRIDE + r * pieces * 16 + stands * 16);
            }
    }
}

// A tile further along k, within the pattern's row: its descriptor begins in the middle of the pattern.
static void test_next_tile(void **state)
{
    (void)state;
    for (int tile = 0; tile < 4; tile++) {
        u64 d = descriptor((u32)(START + tile * 32), 16, 1024, 0, BYTES_128);
        for (int row = 0; row < 64; row++)
            for (int piece = 0; piece < 2; piece++)
                assert_int_equal(tile_piece(d, false, row / 8, piece * 8 + row % 8),
                                 START + row / 8 * 1024 + row % 8 * 128 +
                                     ((tile * 2 + piece) ^ row % 8) * 16);
    }
}

// Lines across memory: row k of a pattern has one element of k of as many lines as fill its pieces. Further lines are `leading` bytes away,
// the next eight k `stride` bytes.
static void test_columns(void **state)
{
    (void)state;
    for (int s = 1; s < 4; s++) {
        int pieces = swizzles[s].pieces;
        u64 d = descriptor(START, LEADING, STRIDE, 0, (u32)s);
        for (int eight = 0; eight < 32; eight++)
            for (int k = 0; k < 32; k++) {
                int stands = eight % pieces ^ (k % 8 / swizzles[s].alike & (pieces - 1));
                assert_int_equal(tile_piece(d, true, eight, k),
                                 (START + eight / pieces * LEADING + k / 8 * STRIDE +
                                  k % 8 * pieces * 16 + stands * 16) %
                                     (1 << 18));
            }
    }
}

// A pattern that does not begin at a multiple of 1,024 bytes: the base offset says at which row it does.
static void test_base_offset(void **state)
{
    (void)state;
    for (u32 base = 0; base < 8; base++) {
        u32 start = START + base * 128;
        u64 d = descriptor(start, 16, 1024, base, BYTES_128);
        for (int row = 0; row < 64; row++)
            for (int piece = 0; piece < 2; piece++) {
                u32 place = (u32)(row / 8 * 1024 + row % 8 * 128);
                assert_int_equal(tile_piece(d, false, row / 8, piece * 8 + row % 8),
                                 start + place + (u32)(piece ^ row % 8) * 16);
            }
    }
}

// The upper bits of an address wrap around at 256 KiB, which a descriptor's 14 bits can tell.
static void test_wraps(void **state)
{
    (void)state;
    u64 d = descriptor((1 << 18) - 128, LEADING, STRIDE, 0, 0);
    assert_int_equal(tile_piece(d, false, 1, 0), STRIDE - 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_swizzle),  cmocka_unit_test(test_rows),
        cmocka_unit_test(test_next_tile),   cmocka_unit_test(test_columns),
        cmocka_unit_test(test_base_offset), cmocka_unit_test(test_wraps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
