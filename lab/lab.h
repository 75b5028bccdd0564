// lab.h: one lab: a kernel of the book with its arguments, walked forward and back. The page (page.c) and the book's build
// (labs.c) drive it alike, so that what the page shows is what the build has drawn and what the tests expect.
//
// Life of a lab: lab_open with its bundle, lab_set for each choice that is not as the note says, lab_begin, lab_survey until
// it has run once to its end, then lab_go and its kin, and after each lab_state. Functions that can fail return false and say
// why, in words for a reader, in lab->error.
//
// A bundle is what labs.c has made of a note and a program, a list of sections, each a line of words that ends in the bytes
// that follow it:
//
//     spec 212                                   the lab's text (spec.h)
//     ptx 4187                                   of its kernels alone
//     kernel reduceInterleaved _Z17… 0           the name in PTX of a kernel that the text names
//     assembled _Z17… 86 16 54                   what ptxas made of it for a device: registers, then lines (see read_assembled)
//     source chapters/ch3-reduction/reduce.cu 99 600    lines of the source from line 99 on
//     given part 512                             the bytes of an array whose value is `given`, two hexadecimal digits each

#ifndef LAB_H
#define LAB_H

#include "spec.h"
#include "text.h"
#include "walk/walk.h"

enum { LAB_ASSEMBLED = 64, LAB_SOURCES = 32, LAB_METRICS = 64 };

typedef struct {
    Spec spec;
    Span ptx;
    struct {
        Span name, mangled;
    } kernels[SPEC_OPTIONS];
    int kernel_count;
    struct {
        Span kernel;
        int64_t arch, registers;
        Span lines;
    } assembled[LAB_ASSEMBLED];
    int assembled_count;
    struct {
        Span file;
        int64_t line;
        Span text;
    } sources[LAB_SOURCES];
    int source_count;
    struct {
        Span name, bytes;
    } given[SPEC_ARRAYS];
    int given_count;

    SimMemory *memory;
    SimModule *module;
    Walk *walk;
    Names *names; // of the kernels' variables; NULL: none are known
    Text printed; // by the kernel

    uint8_t *counted; // (launch.insn_count) which moments count an instruction

    // What the first run to the end has shown.
    bool surveyed;
    uint64_t total;              // its steps
    uint64_t first;              // the moment that the note wants to be shown
    uint64_t asked[SPEC_ASKS];   // those of its predictions
    int64_t seen[1 + SPEC_ASKS]; // how often each of these moments' line has been met

    char error[2048];
} Lab;

// The bundle must stay where it is. lab is to be zeroed.
bool lab_open(Lab *lab, const char *bundle, size_t length);
void lab_close(Lab *lab);

bool lab_set(Lab *lab, const char *choice, const char *value);
// Allocates and fills memory, and stands at moment 0.
bool lab_begin(Lab *lab);
// Runs on towards the end, by at most `most` steps; true when it is there, with the lab at moment 0 again.
bool lab_survey(Lab *lab, uint64_t most);

// The name of the kernel that its choices make the lab launch.
Span lab_kernel(const Lab *lab);

// By at most `most` steps towards a moment; true when it is there.
bool lab_go(Lab *lab, uint64_t moment, uint64_t most);
// The moment to which `how` leads from here: 'l' or 'L' the next or the last line, 'a' the next access to memory, 'b' the next
// barrier. Walks there, by at most `most` steps; where it stops is the lab's moment.
void lab_jump(Lab *lab, char how, uint64_t most);

// What does not change from moment to moment: source, PTX, choices, predictions.
void lab_about(Lab *lab, Text *out);
// All that is to be seen at this moment.
void lab_state(Lab *lab, Text *out);
// What it comes to at the end: every metric, finding and result. The lab must be there.
void lab_result(Lab *lab, Text *out);
// The answer to a prediction: the lab must be at its moment.
bool lab_answer(Lab *lab, int ask, double *out);

#endif
