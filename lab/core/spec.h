// spec.h: reads a lab's text and computes its expressions.
//
//     program  ch3-reduce                                      the program that has the kernel (read by build/labs.c)
//     launch   reduceInterleaved<<<(n + block - 1) / block, block>>>(part, out, n)
//     cluster  4                                               blocks of a cluster, if the launch says it
//     n        64 from 1 to 1024                               a choice: its first value, and a range
//     block    32 of 32 64 128                                 a choice with a list
//     part     int[n] = random(-9, 9)                          an array in global memory; without `=` it is uninitialized
//     out      int[gridDim.x]
//     x        int[100] = given                                an array whose values are in the bundle (bundle.h)
//     tile     shared float[32][33]                            an array in the block's shared memory
//     weights  symbol float[9] = 1.0 / (i + 1)                 a variable of the program
//     schedule serial                                          the first choice of the schedule; also device, check
//     timeline                                                 shows the warps' modelled time from the start
//     at       "part[tid] += part" load 3                      the moment that is shown first; also 38, end, finding
//     ask      How many sectors? = sectors at "tile[" load 1   a prediction; there may be several
//
// A launch is written as in CUDA; a size of three numbers is (x, y, z), a structure {a, b}. Expressions are written as in C. They
// have integers and real numbers, choices (in a list of words, the number of the word, from 0), arrays (their addresses), i (the
// index of the element that is computed), gridDim.x, blockDim.y and the like, min, max, random(from, to), and casts such as float(x) and size_t(x).

#ifndef LAB_SPEC_H
#define LAB_SPEC_H

#include "span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPEC_CHOICES = 12, SPEC_OPTIONS = 16, SPEC_ARRAYS = 12, SPEC_ASKS = 4, SPEC_NAME = 48 };

// What a reader may vary: a whole number, or one of a list of words.
typedef struct {
    char name[SPEC_NAME];
    int64_t value;    // in a list of words: the option's number
    int64_t from, to; // of a range
    bool listed;      // it has options
    bool words;       // the options are not numbers
    Span options[SPEC_OPTIONS];
    int option_count;
} Choice;

typedef enum {
    E_INT,
    E_UINT,
    E_CHAR,
    E_UCHAR,
    E_SHORT,
    E_USHORT,
    E_LONG,
    E_ULONG,
    E_FLOAT,
    E_DOUBLE
} Element;

typedef struct {
    char name[SPEC_NAME];
    Element element;
    enum { IN_GLOBAL, IN_SHARED, IN_SYMBOL } place;
    Span rows, columns; // with a single dimension rows is empty
    Span value;         // empty: none
    uint64_t address;   // once allocated; in shared memory the offset
    int64_t row_count, column_count;
} Array;

// A moment, mostly the n-th instruction of a kind at the first line that has some text. AT_FINDING is the first finding, or the end if
// there is none.
typedef struct {
    enum { AT_STEP, AT_TEXT, AT_END, AT_FINDING } kind;
    uint64_t step; // AT_STEP: the moment
    Span text;
    char what; // 'l'oad, 's'tore, 'a'tomic, 'b'ranch, 'w'ait at a barrier, 0: any
    int64_t times;
} Moment;

typedef struct {
    Span words, figure;
    Moment at;
} Ask;

typedef struct {
    char *text; // its own copy
    Choice choices[SPEC_CHOICES];
    int choice_count;
    Array arrays[SPEC_ARRAYS];
    int array_count;
    Ask asks[SPEC_ASKS];
    int ask_count;
    Moment at;
    bool timeline; // the block's timeline is shown at first
    Span program, kernel, grid, cluster, block, shared, arguments;
    uint32_t grid_size[3], block_size[3]; // once evaluated
    uint32_t cluster_size[3];             // likewise; 0: the launch doesn't say it
    uint64_t index;                       // the value of i
    uint64_t seed;                        // for random
    char error[256];                      // what is wrong; empty: nothing
} Spec;

// Reads a lab's text; false with spec->error. `schedule`, `device` and `check` always become choices.
bool spec_read(Spec *spec, const char *text, size_t length);
void spec_free(Spec *spec);

Choice *spec_choice(Spec *spec, const char *name);
// Sets a choice to what a reader has typed; false with spec->error if it can't have this value.
bool spec_set(Spec *spec, const char *name, const char *value);
// Returns the choice that the launch names in place of a kernel; NULL: it names the kernel.
Choice *spec_kernels(Spec *spec);
// Returns the option that a choice has.
Span spec_word(const Choice *c);

// The value of an expression.
typedef struct {
    bool real;   // it is a float or a double
    bool single; // it is a float
    int bytes;   // of an integer that was cast or is an address, else 0
    int64_t i;
    double f;
} Value;

bool spec_value(Spec *spec, Span expression, Value *out);
// Computes up to three whole numbers, `(x, y, z)` or one expression; missing numbers are 1.
bool spec_size(Spec *spec, Span expression, uint32_t size[3]);
// Takes the next item off a list that is separated by commas; false at the list's end.
bool spec_next(Span *list, Span *item);

int element_bytes(Element e);
const char *element_name(Element e);
uint64_t array_bytes(const Array *a); // once its counts are computed

#endif
