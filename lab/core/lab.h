// lab.h: one lab: a kernel of the book with its arguments, which a reader walks through forward and back. The page (exports.c) and
// the book's build (../build/labs.c) use the same functions, so that the page shows the same as the build draws and the tests expect.
//
// To use a lab, call lab_open with its bundle, lab_set for each choice that is not as in the note, lab_begin, and lab_survey until
// the kernel has run once to its end. Then call lab_go and the like, and lab_state after each. Functions that can fail return
// false, and lab->error says why, in words for a reader.

#ifndef LAB_H
#define LAB_H

#include "bundle.h"
#include "spec.h"
#include "walk/walk.h"
#include "writer.h"

enum { LAB_METRICS = 64, LAB_STEPS = 4000000, LAB_FOUND = 64 };

// Where a reader stands: the warp and the line of the last step.
typedef struct {
    uint64_t block;
    int warp, line;
} LabPlace;

typedef struct {
    Spec spec;
    Bundle bundle;

    SimMemory *memory;
    SimModule *module;
    Walk *walk;
    Names *names;   // of the kernels' variables; NULL: none are known
    Writer printed; // what the kernel has printed

    uint8_t *counted; // (launch.insn_count) the moments that count an instruction, as bits

    // Results of the first run to the end.
    bool surveyed;
    bool fails;                // it ends with an error
    uint64_t total;            // how many steps it has
    uint64_t first;            // the moment that the note asks to show first
    uint64_t asked[SPEC_ASKS]; // the moments of its predictions
    uint64_t found[LAB_FOUND]; // (found_count) the moments of the first findings, in their order
    int found_count;
    int64_t seen[1 + SPEC_ASKS]; // how often each moment's instruction has come so far

    // The jump that lab_aim has begun.
    struct {
        char how;
        bool begun;      // 'l': it has come to another line than the one where it began
        LabPlace from;   // 'l': where it began; 'L': the last step's place
        uint64_t until;  // 'L': the moment where it began; 0 once the line before is found
        uint64_t before; // 'L': the last moment of the line before
    } jump;

    char error[2048];
} Lab;

// Opens a lab. The bundle must stay in memory, and *lab must be zeroed before.
bool lab_open(Lab *lab, const char *bundle, size_t length);
void lab_close(Lab *lab);

bool lab_set(Lab *lab, const char *choice, const char *value);
// Allocates and fills memory, and goes to moment 0.
bool lab_begin(Lab *lab);
// Runs on towards the end, by at most `most` steps; true when it is there, with the lab at moment 0 again.
bool lab_survey(Lab *lab, uint64_t most);

// Returns the name of the kernel that the lab launches with its choices.
Span lab_kernel(Lab *lab);
// Returns the text of a source line; empty if the lab does not show it.
Span lab_line(const Lab *lab, const char *file, int line);

// Goes towards a moment, by at most `most` steps; true when it is there. If a loop never ends, `total` becomes the moment at which
// this walk has noticed it.
bool lab_go(Lab *lab, uint64_t moment, uint64_t most);
// Begins a jump to 'l' the next line, 'L' the line before, 'a' the next access to memory, 'b' the next barrier.
void lab_aim(Lab *lab, char how);
// Goes on with the jump, by at most `most` steps; true when it is there. Call lab_aim again after any other call that moves the lab.
bool lab_jump(Lab *lab, uint64_t most);

// Writes what does not change from moment to moment: source, PTX, choices, predictions.
void lab_about(Lab *lab, Writer *out);
// Writes all that is shown at this moment.
void lab_state(Lab *lab, Writer *out);
// Writes, as a part of that, the copies in flight, the mbarriers, the last tiles, and the blocks of the cluster (async.c).
void lab_put_async(const Lab *lab, Writer *out);
// Shows another block of the cluster until the next step; false if it does not run.
bool lab_show(Lab *lab, uint64_t block);
// Writes the results at the end: every metric, finding and array. The lab must be there.
void lab_result(Lab *lab, Writer *out);
// Computes the answer to a prediction; the lab must be at its moment.
bool lab_answer(Lab *lab, int ask, double *out);

#endif
