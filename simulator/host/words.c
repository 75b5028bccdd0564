// words.c: the words of memory that a launch reads while it waits, and their values.
//
// All blocks of the launch spin. A round of their loops shows what they read. As long as these words have the values that the blocks
// have seen, another round would do the same again. So to look at the words is as good as to run the blocks, and costs nothing.
//
// A value is read before the block reads it. If the host writes in between, the block sees the new value or the next look does.

#include "host/words.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 32 }; // of one lane's access

typedef struct Word {
    uint64_t address;
    size_t bytes;
    unsigned char value[MOST_BYTES];
} Word;

// Copies what is at a word now; false if it was freed.
static bool word_now(const Words *w, uint64_t address, size_t bytes, unsigned char *value)
{
    const unsigned char *at = sim_pointer(w->launch->memory, address, bytes);
    for (size_t i = 0; at && i < bytes; i++) // each byte once, while the host may write it
        value[i] = __atomic_load_n(&at[i], __ATOMIC_RELAXED);
    return at != NULL;
}

static void note_word(Words *w, uint64_t address, size_t bytes)
{
    enum { NEAR = 64 }; // lanes and warps mostly wait for the same word
    for (size_t i = w->count; i > 0 && w->count - i < NEAR; i--)
        if (w->words[i - 1].address == address && w->words[i - 1].bytes == bytes)
            return;
    Word word = {.address = address, .bytes = bytes};
    if (word_now(w, address, bytes, word.value) && !ARRAY_ADD(w->words, w->count, w->room, word))
        w->failed = true;
}

void words_read(void *words, const SimAccess *a)
{
    Words *w = words;
    if (w->launch->observe)
        w->launch->observe(w->launch->observer, a);
    if (a->space != SIM_SPACE_GLOBAL || a->kind == SIM_STORE || a->bytes > MOST_BYTES)
        return;
    EACH_BIT(lane, a->lanes)
        note_word(w, a->address[lane], (size_t)a->bytes);
}

bool words_outside(const Words *w, Outside *outside)
{
    bool any = false;
    for (size_t i = 0; outside && !w->failed && i < w->count && !any; i++)
        any = outside(w->launch, w->words[i].address);
    return any;
}

bool words_changed(const Words *w)
{
    unsigned char now[MOST_BYTES];
    for (size_t i = 0; i < w->count; i++)
        if (!word_now(w, w->words[i].address, w->words[i].bytes, now) ||
            memcmp(now, w->words[i].value, w->words[i].bytes) != 0)
            return true;
    return false;
}
