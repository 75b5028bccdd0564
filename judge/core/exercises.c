// exercises.c: the exercises that are linked into this program: one in a process, all in a page. EXERCISE (judge.h) puts a pointer to
// each into the section `exercises`, whose ends the linker names.

#include "core.h"

extern const Exercise *const __start_exercises[],
    *const __stop_exercises[]; // NOLINT(bugprone-reserved-identifier): the linker's

const Exercise *exercise_at(size_t i)
{
    // cppcheck-suppress comparePointers; to the linker the two are the ends of one array
    return i < (size_t)(__stop_exercises - __start_exercises) ? __start_exercises[i] : NULL;
}
