// Allocations: addresses are never used twice, bounds hold, freed allocations are remembered. A long random sequence is
// compared with a plain list that is searched from end to end.

#include "kernel.h"

static void test_addresses(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    assert_null(sim_nearest(m, 0));
    assert_int_equal(sim_alloc_count(m), 0);
    uint64_t a = sim_alloc(m, 100, SIM_GLOBAL, NULL, NULL, "here");
    uint64_t b = sim_alloc(m, 0, SIM_GLOBAL, NULL, NULL, NULL);
    uint64_t c = sim_alloc(m, 1, SIM_CONSTANT, NULL, "table", NULL);
    assert_true(a && a % 256 == 0 && b % 256 == 0 && c % 256 == 0); // as cudaMalloc promises
    assert_true(a + 100 < b && b < c);
    assert_true(sim_release(m, b, "there"));
    assert_false(sim_release(m, b, "there"));
    assert_false(sim_release(m, a + 4, "there"));
    assert_true(sim_alloc(m, 100, SIM_GLOBAL, NULL, NULL, NULL) > c); // never again the one of b
    assert_int_equal(sim_bytes_in_use(m), 200);                       // constants are not counted
    sim_memory_free(m);
    sim_memory_free(NULL);
}

// A search that found no room is not made again before something is freed.
static void test_a_full_heap_is_not_searched(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    Heap *h = heap_new(4096, SIZE);
    uint64_t all = heap_take(h, SIZE - 64, 16);
    assert_true(all != 0);
    assert_int_equal(heap_take(h, 1000, 16), 0);
    assert_true(heap_looked(h) > SIZE / 16);
    for (int i = 0; i < 100; i++)
        assert_int_equal(heap_take(h, 1000 + i, 16), 0);
    assert_int_equal(heap_looked(h), 0);
    assert_true(heap_give(h, all));
    assert_true(heap_take(h, 1000, 16) != 0);
    heap_free(h);
}

// An aligned block begins at a multiple of its alignment, and stays apart from others.
static void test_aligned_blocks(void **state)
{
    (void)state;
    Heap *h = heap_new(4096 + 512, 1 << 20);
    uint64_t size, end = 0;
    for (uint64_t align = 1; align <= 65536; align *= 2) {
        uint64_t begin = heap_take(h, 100, align);
        assert_true(begin >= end + 16 && begin % align == 0 && begin % 16 == 0);
        assert_int_equal(heap_block(h, begin + 50, &size), begin);
        assert_int_equal(size, 100);
        assert_true(heap_holds(h, begin, 100) && !heap_holds(h, begin, 101));
        end = begin + 100;
    }
    assert_int_equal(heap_take(h, 100, 48), 0);
    assert_int_equal(heap_take(h, 100, 1ull << 40), 0);
    heap_free(h);
}

static void test_bounds(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    uint64_t a = sim_alloc(m, 100, SIM_GLOBAL, NULL, NULL, NULL);
    char *host = sim_pointer(m, a, 100);
    assert_non_null(host);
    for (int i = 0; i < 100; i++)
        assert_int_equal(host[i], 0);
    assert_ptr_equal(sim_pointer(m, a + 99, 1), host + 99);
    assert_ptr_equal(sim_pointer(m, a + 100, 0), host + 100);
    assert_null(sim_pointer(m, a + 100, 1));
    assert_null(sim_pointer(m, a + 99, 2));
    assert_null(sim_pointer(m, a - 1, 2));
    assert_null(sim_pointer(m, a, 101));
    assert_null(sim_pointer(m, a + 1, SIZE_MAX));
    assert_null(sim_pointer(m, UINT64_MAX, 2));
    assert_null(sim_pointer(m, 0, 1));
    assert_true(sim_release(m, a, NULL));
    assert_null(sim_pointer(m, a, 1));
    sim_memory_free(m);
}

static void test_nearest_tells_the_origin(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    char made[16] = "main.cu:12";
    uint64_t a = sim_alloc(m, 100, SIM_GLOBAL, NULL, "first", made);
    uint64_t b = sim_alloc(m, 100, SIM_GLOBAL, NULL, NULL, NULL);
    memset(made, 'x', 4); // strings were copied
    sim_release(m, a, "main.cu:30");
    const SimAlloc *found = sim_nearest(m, a + 99);
    assert_int_equal(found->base, a);
    assert_false(found->live);
    assert_string_equal(found->name, "first");
    assert_string_equal(found->made, "main.cu:12");
    assert_string_equal(found->freed, "main.cu:30");
    assert_int_equal(sim_nearest(m, 0)->base, a);
    assert_int_equal(sim_nearest(m, a + 101)->base, a);
    assert_int_equal(sim_nearest(m, b - 1)->base, b);
    assert_int_equal(sim_nearest(m, UINT64_MAX)->base, b);
    sim_forget(m, a);
    assert_int_equal(sim_nearest(m, a)->base, b);
    assert_int_equal(sim_alloc_count(m), 1);
    sim_memory_free(m);
}

// Pinned memory has the host's own address, which malloc may hand out again.
static void test_host_memory(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    static int pinned[100];
    const uint64_t address = (uint64_t)(uintptr_t)pinned;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(sim_alloc(m, sizeof pinned, SIM_HOST, pinned, NULL, NULL), address);
        assert_ptr_equal(sim_pointer(m, address + 4, 4), pinned + 1);
        assert_int_equal(sim_bytes_in_use(m), 0);
        assert_int_equal(sim_alloc_count(m), 1);
        assert_true(sim_release(m, address, NULL));
        assert_null(sim_pointer(m, address, 4));
    }
    // a smaller one in the place of a freed larger one
    sim_alloc(m, 40, SIM_HOST, pinned, NULL, NULL);
    assert_null(sim_pointer(m, address + 40, 4));
    // one that begins inside a freed one
    sim_release(m, address, NULL);
    assert_int_equal(sim_alloc(m, 40, SIM_HOST, pinned + 5, NULL, NULL), address + 20);
    assert_ptr_equal(sim_pointer(m, address + 20, 40), pinned + 5);
    assert_null(sim_pointer(m, address, 4));
    // … and one that ends after it
    assert_true(sim_release(m, address + 20, NULL));
    assert_int_equal(sim_alloc(m, sizeof pinned, SIM_HOST, pinned, NULL, NULL), address);
    assert_ptr_equal(sim_pointer(m, address + 24, 4), pinned + 6);
    sim_memory_free(m);
}

// What was freed where a new block is, wholly or in part, is not told any more, so that all of the block is the block's.
static void test_nearest_in_memory_used_again(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    static char host[400];
    const uint64_t address = (uint64_t)(uintptr_t)host;
    for (int begin = 0; begin < 300;
         begin += 100) { // one begins before the new one, one is inside, one ends after it
        sim_alloc(m, 100, SIM_HOST, host + begin, NULL, "old");
        sim_release(m, address + (uint64_t)begin, NULL);
    }
    sim_alloc(m, 200, SIM_HOST, host + 50, NULL, "new");
    for (uint64_t i = 50; i < 250; i++) {
        assert_true(sim_nearest(m, address + i)->live);
        assert_non_null(sim_pointer(m, address + i, 1));
    }
    assert_string_equal(sim_nearest(m, address + 250)->made, "new"); // just past its end
    assert_int_equal(sim_alloc_count(m), 1);
    // Neighbours stay.
    sim_alloc(m, 50, SIM_HOST, host, NULL, NULL);
    sim_release(m, address, "freed");
    sim_release(m, address + 50, NULL);
    sim_alloc(m, 100, SIM_HOST, host + 50, NULL, NULL);
    assert_string_equal(sim_nearest(m, address + 49)->freed, "freed");
    sim_memory_free(m);
}

enum { MOST = 400 };

static void test_random_sequence(void **state)
{
    (void)state;
    SimMemory *m = sim_memory_new();
    struct {
        uint64_t base, size;
        bool live;
    } list[MOST];
    int count = 0;
    for (int step = 0; step < 20000; step++) {
        const uint32_t what = random_below(16);
        const int i = count ? (int)random_below((uint32_t)count) : 0;
        if (what == 0 && count < MOST) {
            list[count].size = random_below(3000);
            list[count].live = true;
            list[count].base = sim_alloc(m, list[count].size, SIM_GLOBAL, NULL, NULL, NULL);
            count++;
        } else if (what == 1 && count) {
            assert_int_equal(sim_release(m, list[i].base, NULL), list[i].live);
            list[i].live = false;
        } else if (count) {
            const uint64_t address = list[i].base - 20 + random_below((uint32_t)list[i].size + 40);
            const uint64_t size = random_below(32);
            bool inside = false;
            for (int k = 0; k < count; k++)
                inside |= list[k].live && address >= list[k].base &&
                          address + size <= list[k].base + list[k].size;
            assert_int_equal(sim_pointer(m, address, size) != NULL, inside);
        }
    }
    uint64_t used = 0;
    for (int k = 0; k < count; k++)
        used += list[k].live ? list[k].size : 0;
    assert_int_equal(sim_bytes_in_use(m), used);
    assert_int_equal(sim_alloc_count(m), count);
    for (int k = 1; k < count; k++)
        assert_true(sim_alloc_at(m, (size_t)k)->base > sim_alloc_at(m, (size_t)k - 1)->base);
    sim_memory_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_aligned_blocks),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_a_full_heap_is_not_searched),
        cmocka_unit_test(test_nearest_tells_the_origin),
        cmocka_unit_test(test_host_memory),
        cmocka_unit_test(test_nearest_in_memory_used_again),
        cmocka_unit_test(test_random_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
