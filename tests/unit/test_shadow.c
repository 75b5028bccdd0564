// The checks' record of the words of memory. Long random sequences of accesses are compared with a plain array that has a
// record for each word.

#include "kernel.h"

#include "check/shadow.h"

enum { LINES = 5, STEPS = 200000 };
#define WORDS ((size_t)LINES * LANES)

// The plain array: what it knows of each word.
typedef struct {
    Access last[WORDS];
    u8 written[WORDS];
} Plain;

static bool is_equal(const Access *a, const Access *b, u32 past)
{
    if (a->when < past && b->when < past)
        return true; // what comes before all that will be may be forgotten
    return a->when == b->when && a->block == b->block && a->pc == b->pc && a->thread == b->thread &&
           a->bytes == b->bytes && a->how == b->how;
}

static void expect_equal(const Shadow *s, const Plain *p, u32 past)
{
    for (size_t i = 0; i < WORDS; i++) {
        const Line *line = &s->line[i / LANES];
        Access room;
        assert_true(
            is_equal(track_at(&line->track[READ], (int)(i % LANES), &room), &p->last[i], past));
        assert_int_equal(written_bytes(line, (int)(i % LANES)), p->written[i]);
    }
}

// Returns random words, as bits, that the lanes of one request access; some of the lanes may be off.
static u32 random_words(int shift)
{
    u32 lanes = random_below(3) ? ~0u : (u32)random_below(1u << 16) * 65537, words = 0;
    for (int i = 0; i < LANES; i++)
        words |= (lanes >> (i >> shift) & 1) << i;
    if (!random_below(4))
        words &= ~0u << random_below(LANES);
    return words;
}

static void test_random_accesses(void **state)
{
    (void)state;
    Shadow *s = shadow_new(4 * WORDS), *other = shadow_new(4 * WORDS);
    static Plain plain;
    u32 past = 1;
    for (int step = 1; step <= STEPS; step++) {
        size_t l = random_below(LINES);
        int shift = (int)random_below(3);
        u32 words = random_words(shift);
        Line *line = &s->line[l];
        Access now = {.when = (u32)(1 + step / 4),
                      .block = (u32)random_below(2) + 1,
                      .pc = (int)random_below(3),
                      .thread = (u16)(random_below(8) * 32),
                      .bytes = 15,
                      .how = (u8)random_below(2)};
        switch (random_below(9)) {
        case 0: { // one word, or one that others surround
            int word = (int)random_below(LANES);
            now.bytes = (u8)(1 + random_below(15));
            track_put(s, &line->track[READ], word, &now, past);
            note_written(line, word, now.bytes);
            plain.last[l * LANES + (size_t)word] = now;
            plain.written[l * LANES + (size_t)word] |= now.bytes;
            break;
        }
        case 1: { // bytes that the host writes
            u64 from = random_below((uint32_t)(4 * WORDS)), bytes = random_below(300);
            if (bytes > 4 * WORDS - from)
                bytes = 4 * WORDS - from;
            shadow_written(s, from, from + bytes);
            for (u64 b = from; b < from + bytes; b++)
                plain.written[b / 4] |= (u8)(1u << b % 4);
            break;
        }
        case 2: { // bytes that are copied from another shadow, or that lose their value
            u64 from = random_below((uint32_t)(4 * WORDS)),
                to = random_below((uint32_t)(4 * WORDS)),
                most = 4 * WORDS - (from > to ? from : to), bytes = random_below(300);
            bytes = bytes < most ? bytes : most;
            shadow_copy(other, s);
            Plain before = plain;
            bool copies = random_below(4) != 0;
            if (copies)
                shadow_moved(s, to, other, from, bytes);
            else
                shadow_emptied(s, to, to + bytes);
            for (u64 b = 0; b < bytes; b++) {
                u8 bit = (u8)(1u << (to + b) % 4);
                bool has = copies && before.written[(from + b) / 4] >> (from + b) % 4 & 1;
                plain.written[(to + b) / 4] &= (u8)~bit;
                plain.written[(to + b) / 4] |= has ? bit : 0;
            }
            break;
        }
        case 3: // rarely: another block, a copy there and back, or a date before which nothing matters
            if (!random_below(8)) {
                line_forget(s, line, now.block);
                memset(plain.last + l * LANES, 0, LANES * sizeof *plain.last);
                memset(plain.written + l * LANES, 0, LANES);
            } else if (!random_below(8)) {
                shadow_copy(other, s);
                shadow_copy(s, other);
            } else if (!random_below(8)) {
                past = now.when;
            }
            break;
        default:
            if (!words)
                break;
            track_cover(s, &line->track[READ], words, &now, shift, past);
            for (int i = 0; i < LANES; i++)
                if (words >> i & 1) {
                    plain.last[l * LANES + (size_t)i] = now;
                    plain.last[l * LANES + (size_t)i].thread = (u16)(now.thread + (i >> shift));
                }
        }
        if (step % 16 == 0)
            expect_equal(s, &plain, past);
    }
    shadow_free(s);
    shadow_free(other);
}

// The words of one request stay in one piece, also if they begin in the middle of a line.
static void test_one_piece(void **state)
{
    (void)state;
    Shadow *s = shadow_new(128);
    Track *t = &s->line[0].track[WRITE];
    Access now = {.when = 5, .block = 1, .bytes = 15, .thread = 60};
    track_cover(s, t, 0xfffffff0, &now, 0, 0);
    track_cover(s, t, 0x0000000f, &now, 0, 0);
    assert_null(t->each);
    assert_int_equal(t->words, ~0u);
    now.when = 6;
    track_cover(s, t, 1, &now, 0, 0);
    assert_non_null(t->each);
    track_cover(s, t, ~0u, &now, 0, 0);
    assert_null(t->each);
    now.when = 7;
    track_cover(s, t, 1, &now, 0, 7); // of the others nothing matters
    assert_null(t->each);
    assert_int_equal(t->words, 1);
    shadow_free(s);
    shadow_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_accesses),
        cmocka_unit_test(test_one_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
