// request.c: counts what one request of a warp costs memory: sectors, lines, bank conflicts.
//
// Definitions are Nsight Compute's, checked against its values on an H200. A global request touches 32-byte sectors. A
// shared request is served in phases of 32, 16 or 8 lanes for 4-, 8- and 16-byte accesses. A phase takes as many
// wavefronts as the busiest of the 32 four-byte-wide banks has distinct words. All banks of a unit of 8 or 16 bytes are equally
// busy, so one of them is counted.

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

// Adds bytes [from, to) to the lines. They must not begin before the last line that was added.
static void add_row(SectorCount *out, u64 from, u64 to)
{
    for (u64 sector = from >> 5; sector <= (to - 1) >> 5; sector++) {
        u64 line = sector >> 2;
        u8 bit = (u8)(1u << (sector & 3));
        if (out->lines == 0 || out->line[out->lines - 1] != line) {
            out->line[out->lines] = line;
            out->mask[out->lines++] = bit;
            out->sectors++;
        } else if (!(out->mask[out->lines - 1] & bit)) {
            out->mask[out->lines - 1] |= bit;
            out->sectors++;
        }
    }
}

void count_row(u64 address, int bytes, SectorCount *out)
{
    u64 first = address >> 5, last = (address + (u64)bytes - 1) >> 5;
    out->lines = 0;
    out->bytes = bytes;
    out->sectors = (int)(last - first + 1);
    for (; first >> 2 != last >> 2; first = (first | 3) + 1) {
        out->line[out->lines] = first >> 2;
        out->mask[out->lines++] = (u8)(16 - (1u << (first & 3)));
    }
    out->line[out->lines] = first >> 2;
    out->mask[out->lines++] = (u8)((2u << (last & 3)) - (1u << (first & 3)));
}

// Sorts n addresses if they lie within 64 MiB of each other; false if not. The rank of an address is how many are below it, and
// each goes to the place of its rank. No branch depends on an address, so that the time is the same for any addresses.
static bool sort_by_rank(u64 *address, int n)
{
    enum { LANE_BITS = 5, GROUP = 8, LIMIT = (1 << (31 - LANE_BITS)) - 1 };
    u64 low = address[0], high = low, from[LANES];
    i32 key[LANES], rank[LANES];
    for (int i = 1; i < n; i++) {
        low = address[i] < low ? address[i] : low;
        high = address[i] > high ? address[i] : high;
    }
    if (high - low >= LIMIT)
        return false;
    memcpy(from, address, sizeof from);
    // No two keys are the same. Keys past the last address are above all others: LIMIT is one less than what fits a key.
    for (int i = 0; i < LANES; i++)
        key[i] = i < n ? (i32)(from[i] - low) << LANE_BITS | i : INT32_MAX - LANES + i;
    for (int group = 0; group < LANES; group += GROUP) {
        i32 below[GROUP] = {0}; // few enough for the host's registers
        for (int k = 0; k < LANES; k++)
            for (int i = 0; i < GROUP; i++)
                below[i] += key[k] < key[group + i];
        memcpy(rank + group, below, sizeof below);
    }
    for (int i = 0; i < LANES; i++)
        address[rank[i]] = from[i];
    return true;
}

// Writes the addresses of the lanes in mask to `sorted`, lowest first; returns how many. The rest of `sorted` is undefined.
static int sort_addresses(const u64 *address, u32 mask, u64 *sorted)
{
    int n = 0;
    memcpy(sorted, address, LANES * sizeof *sorted);
    EACH_BIT(l, mask == FULL ? 0 : mask)
        sorted[n++] = address[l];
    n = mask == FULL ? LANES : n;
    bool descends = false;
    for (int i = 1; i < n; i++)
        descends |= sorted[i] < sorted[i - 1];
    if (!descends || sort_by_rank(sorted, n))
        return n;
    for (int i = 1; i < n; i++) {
        u64 x = sorted[i];
        int k = i;
        for (; k > 0 && sorted[k - 1] > x; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = x;
    }
    return n;
}

void count_sectors(const u64 *address, u32 mask, int bytes, SectorCount *out)
{
    u64 sorted[LANES];
    int n = sort_addresses(address, mask, sorted);
    out->lines = out->sectors = out->bytes = 0;
    u64 covered = 0; // bytes below this are counted
    for (int i = 0; i < n; i++) {
        u64 end = sorted[i] + (u64)bytes;
        u64 from = sorted[i] > covered ? sorted[i] : covered;
        if (end <= from)
            continue;
        out->bytes += (int)(end - from);
        add_row(out, from, end);
        covered = end;
    }
}

// Does the work of count_updates for addresses that lie near each other, by counting the lanes of each word; false if they are
// too far apart, or not all multiples of four.
static bool count_near_updates(const u64 *address, u32 mask, UpdateCount *out)
{
    enum { WINDOW = 4096, WORDS = 1024, SECTOR_WORDS = 8 };
    u64 some = address[__builtin_ctz(mask)], low = some, high = some, bits = some;
    for (u64 l = 0; l < LANES; l++) {
        u64 a = mask >> l & 1 ? address[l] : some;
        low = a < low ? a : low;
        high = a > high ? a : high;
        bits |= a;
    }
    if (low == high) { // one word, as most often
        out->words = out->sectors = 1;
        out->sector[0] = low >> 5;
        out->contenders[0] = (u8)(out->passes = __builtin_popcount(mask));
        return true;
    }
    low &= ~(u64)127; // the window begins with a line
    if (high - low >= WINDOW || (bits & 3))
        return false;
    u8 lanes[WORDS]; // by word of the window
    u64 sectors = ((high - low) >> 5) + 1;
    memset(lanes, 0, sectors * SECTOR_WORDS);
    EACH_BIT(l, mask)
        lanes[(address[l] - low) >> 2]++;
    u64 line = 0;
    int in_line = 0;
    out->passes = out->words = out->sectors = 0;
    for (u64 sector = 0; sector < sectors; sector++) {
        u64 each;
        memcpy(&each, &lanes[sector * SECTOR_WORDS], sizeof each);
        if (!each)
            continue;
        int most = 1;
        if (each & ~0x0101010101010101ull) {
            for (int k = 0; k < SECTOR_WORDS; k++) {
                int n = (int)(each >> 8 * k & 0xff);
                out->words += n > 0;
                most = n > most ? n : most;
            }
        } else
            out->words += __builtin_popcountll(each);
        out->passes += sector >> 2 != line ? in_line : 0;
        in_line = sector >> 2 != line || most > in_line ? most : in_line;
        line = sector >> 2;
        out->sector[out->sectors] = (low >> 5) + sector;
        out->contenders[out->sectors++] = (u8)most;
    }
    out->passes += in_line;
    return true;
}

// Does the work of count_updates for all lanes if their addresses ascend from lane to lane, or ascend from some lane on and then go on at
// lane 0; false if not. No two lanes want the same word then.
static bool count_ascending_updates(const u64 *address, UpdateCount *out)
{
    u32 down = address[LANES - 1] >=
               address[0]; // lanes that do not ascend to the next one, moved up by one
    for (int l = 0; l < LANES - 1; l++)
        down |= (u32)(address[l] >= address[l + 1]) << (l + 1);
    if (down & (down - 1))
        return false;
    u64 sector[LANES];
    for (int l = 0; l < LANES; l++)
        sector[l] = address[l] >> 5;
    // lanes whose sector, and whose line, is not the one of the lane before
    u32 sectors = 0, lines = 0, first = (u32)__builtin_ctz(down);
    for (int l = 0; l < LANES; l++) {
        u64 before = sector[(l + LANES - 1) % LANES];
        sectors |= (u32)(sector[l] != before) << l;
        lines |= (u32)(sector[l] >> 2 != before >> 2) << l;
    }
    sectors |= 1u << first; // the first one may go on in the last one's
    lines |= 1u << first;
    out->sectors = 0;
    for (u32 part = 0; part < 2; part++)
        EACH_BIT(l, part ? sectors & ((1u << first) - 1) : sectors >> first << first)
            out->sector[out->sectors++] = sector[l];
    out->words = LANES;
    out->passes = __builtin_popcount(lines);
    memset(out->contenders, 1, LANES);
    return true;
}

void count_updates(const u64 *address, u32 mask, UpdateCount *out)
{
    if (mask == FULL && count_ascending_updates(address, out))
        return;
    if (count_near_updates(address, mask, out))
        return;
    u64 sorted[LANES], word = 0, sector = 0;
    int n = sort_addresses(address, mask, sorted), last = -1, same = 0, in_sector = 0, in_line = 0;
    out->passes = out->words = 0;
    for (int i = 0; i < n; i++) {
        same = i > 0 && sorted[i] == word ? same + 1 : 1;
        out->words += same == 1;
        word = sorted[i];
        if (i == 0 || word >> 5 != sector) {
            bool next_line = i == 0 || word >> 7 != sector >> 2;
            out->passes += next_line ? in_line : 0;
            in_line = next_line ? 0 : in_line;
            in_sector = 0;
            sector = word >> 5;
            out->sector[++last] = sector;
        }
        in_sector = same > in_sector ? same : in_sector;
        in_line = same > in_line ? same : in_line;
        out->contenders[last] = (u8)in_sector;
    }
    out->passes += in_line;
    out->sectors = last + 1;
}

void sectors_of_updates(const UpdateCount *updates, int bytes, SectorCount *out)
{
    out->lines = 0;
    out->sectors = updates->sectors;
    out->bytes = updates->words * bytes;
    for (int i = 0; i < updates->sectors;) {
        u64 line = updates->sector[i] >> 2;
        u32 mask = 0;
        for (; i < updates->sectors && updates->sector[i] >> 2 == line; i++)
            mask |= 1u << (updates->sector[i] & 3);
        out->line[out->lines] = line;
        out->mask[out->lines++] = (u8)mask;
    }
}

// Sorts the units that the active lanes want into slots, by the lowest bits of their numbers, and returns how many different ones
// the fullest slot has. *units becomes the number of different ones in all slots. A unit is `size` bytes, aligned.
static int fullest_slot(const u32 *offset, u32 active, int size, int slots, int *units)
{
    u32 wanted[LANES], shift = (u32)__builtin_ctz((u32)size), last = (u32)slots - 1, seen = 0,
                       strays = 0;
    EACH_BIT(l, active) {
        u32 unit = offset[l] >> shift;
        wanted[unit & last] = unit;
        seen |= 1u << (unit & last);
    }
    EACH_BIT(l, active) {
        u32 unit = offset[l] >> shift;
        // cppcheck-suppress uninitvar ; the loop above has set it
        strays |= wanted[unit & last] ^ unit;
    }
    *units = __builtin_popcount(seen);
    if (!strays)
        return *units > 0;
    u32 each[LANES][LANES]; // by slot
    int count[LANES] = {0}, most = 0;
    *units = 0;
    EACH_BIT(l, active) {
        u32 unit = offset[l] >> shift, slot = unit & last;
        int i = 0;
        while (i < count[slot] && each[slot][i] != unit)
            i++;
        if (i < count[slot])
            continue;
        each[slot][count[slot]++] = unit;
        most = count[slot] > most ? count[slot] : most;
        ++*units;
    }
    return most;
}

// Tells whether no lane in mask wants anything else than its partner in mask, the lane whose number differs in this bit.
static bool is_alike_by_pairs(const u32 *offset, u32 mask, u32 bit)
{
    u32 differ = 0;
    for (u32 l = 0; l < LANES; l++)
        differ |= (offset[l] ^ offset[l ^ bit]) & (0 - (mask >> l & mask >> (l ^ bit) & 1));
    return !differ;
}

// Returns the bit in which the numbers of lanes differ that are served as one, 0: each lane by itself. They are if all such pairs
// load the same. Measured for lanes and places at random: tests/unit/test_scatter.c.
static u32 served_as_one(const u32 *offset, u32 mask, int bytes, bool load)
{
    if (bytes <= 4 || !load)
        return 0;
    return is_alike_by_pairs(offset, mask, 1) ? 1 : is_alike_by_pairs(offset, mask, 2) ? 2 : 0;
}

// A phase has as many lanes as fill the banks once.
static int lanes_of_phase(int bytes, u32 pair)
{
    return bytes <= 4 ? LANES : (pair ? 256 : 128) / bytes;
}

// The lanes of the phase that begins with lane `first`.
static u32 phase_mask(int first, int lanes)
{
    return (lanes == LANES ? FULL : (1u << lanes) - 1) << first;
}

int sim_bank_phase(const u32 *offset, u32 mask, int bytes, bool load)
{
    return lanes_of_phase(bytes, served_as_one(offset, mask, bytes, load));
}

BankCount count_bank_row(int bytes)
{
    int phases = LANES * bytes / 128;
    return (BankCount){phases, phases, LANES * bytes};
}

BankCount count_banks(const u32 *offset, u32 mask, int bytes, bool load)
{
    // Most requests are a row of consecutive words, one wavefront a phase, or one word for all lanes.
    u32 strays = mask ^ FULL, differ = 0;
    for (int l = 0; l < LANES; l++) {
        strays |= offset[l] ^ (offset[0] + (u32)(l * bytes));
        differ |= offset[l] ^ offset[0];
    }
    if (!strays && bytes >= 4)
        return count_bank_row(bytes);
    if (!differ && bytes <= 4)
        return (BankCount){1, 1, bytes};
    BankCount total = {0};
    u32 pair = served_as_one(offset, mask, bytes, load);
    int lanes = lanes_of_phase(bytes, pair), unit = bytes < 4 ? 4 : bytes, units = 0;
    if (pair) // the first of them is enough
        mask &= ~((mask & (pair == 1 ? 0x55555555 : 0x33333333)) << pair);
    for (int phase = 0; phase < LANES; phase += lanes) {
        int busiest =
            fullest_slot(offset, mask & phase_mask(phase, lanes), unit, 128 / unit, &units);
        total.wavefronts += busiest;
        total.ideal += busiest > 0;
    }
    if (lanes != LANES || bytes < 4)
        fullest_slot(offset, mask, bytes, LANES, &units);
    total.bytes = units * bytes;
    return total;
}

// Each lane takes its own turn at its bank.
BankCount count_bank_atomics(const u32 *offset, u32 mask, int bytes)
{
    BankCount total = {.bytes = bytes * __builtin_popcount(mask)};
    int unit = bytes < 4 ? 4 : bytes,
        lanes = lanes_of_phase(bytes, 0); // as many as units fill the banks
    for (int phase = 0; phase < LANES; phase += lanes) {
        int turns[LANES] = {0}, most = 0;
        EACH_BIT(l, mask & phase_mask(phase, lanes)) {
            int *own = &turns[offset[l] / (u32)unit & (u32)(lanes - 1)];
            most = ++*own > most ? *own : most;
        }
        total.wavefronts += most;
        total.ideal += most > 0;
    }
    return total;
}
