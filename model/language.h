// language.h: a language model, taken apart into steps that are done by plain C or by a student's kernels.
//
//   weights.c   makes a Model of the bytes of model/weights.bin
//   forward.c   characters in, the next character out: calls the steps in their order
//   steps.c     each step in plain C, the table of the steps, and how one is chosen, done and checked
//   writing.c   the text: the prompt, and each character that follows
//   device.c    each step by a kernel, launched by its name; the only file that calls CUDA
//   main.c      the program: tries the kernels, writes the text, tells the speed
//   page/       the same in the book's page, in place of device.c and main.c

#ifndef LANGUAGE_H
#define LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#ifndef SIMULATED // make says what the program is linked with
#define SIMULATED 1
#endif

// ---- steps.c ----

typedef enum {
    EMBED,
    RESIDUAL,
    BIAS,
    SPLIT,
    JOIN,
    CACHE,
    GELU,
    MASK,
    SOFTMAX,
    NORM,
    ARGMAX,
    DOTS,
    PRODUCT,
    SCORES,
    WEIGHTED,
    STEPS
} StepName;

// An argument of a step. It lies in memory as a kernel's parameter does.
typedef union {
    const void *in;
    void *out;
    int i;
    size_t n;
    float f;
} Arg;
#define IN(x)     \
    {             \
        .in = (x) \
    }
#define OUT(x)     \
    {              \
        .out = (x) \
    }
#define INT(x)        \
    {                 \
        .i = (int)(x) \
    }
#define SIZE(x)          \
    {                    \
        .n = (size_t)(x) \
    }
#define FLOAT(x) \
    {            \
        .f = (x) \
    }
#define ARGS(...) ((const Arg[]){__VA_ARGS__})

// How a kernel is launched; plain C has no use for it.
typedef struct {
    unsigned grid[3], block[2];
} Shape;

typedef enum { BY_CPU, ON_TRIAL, BY_KERNEL } Doer;

typedef struct {
    const char *exercise, *kernel;
    const char *types;           // of the arguments: p a pointer, i an int, n a size_t, f a float
    double (*cpu)(const Arg *a); // returns how far a right result in floats can be from this one
    Doer doer;
    void *loaded; // the kernel on the device, once it is there
    bool differs; // on trial: the kernel's result was out of that bound
} Step;

extern Step steps[STEPS];
extern double cpu_operations;      // that the steps in plain C have done
#define SECONDS_PER_OPERATION 1e-9 // where time is modelled

// Does a step: shape, and out with its count of elements, are what a kernel needs and what a trial compares.
void step(StepName name, Shape shape, void *out, size_t count, const Arg *a);

// ---- weights.c ----

typedef struct {
    int rows, columns;     // rows are outputs
    float *w, *transposed; // (rows, columns) for DOTS, (columns, rows) for PRODUCT
    float *bias;           // (rows)
} Linear;

typedef struct {
    float *gain, *bias; // (width)
} Norm;

typedef struct {
    Norm before, between;
    Linear qkv, out, up, down;
    float *keys;   // the cache: (heads, context, width of a head)
    float *values; // (heads, width of a head, context), so that DOTS finds a row where it needs one
} Layer;

enum { MOST_LAYERS = 16 };
typedef struct {
    int vocabulary, context, width, heads, layers, first; // first: characters that the caches hold
    char characters[256];                                 // what each token looks like
    float *table, *positions;                             // (vocabulary, width), (context, width)
    Layer layer[MOST_LAYERS];
    Norm last;
    // Room for a forward pass over as many tokens as the context has.
    float *x, *a, *b, *wide, *q, *k, *v, *s, *p;
    int *text, *found; // the tokens; the largest share and its place
} Model;

// Where arrays come from: memory that both sides can reach. Zeroed.
typedef void *Allocate(size_t bytes);

enum { MOST_BYTES = 1 << 20 }; // of weights
// Makes a model of weights, which aren't needed any more then. Returns NULL, or why they are none: "has another version than 1".
const char *model_read(const void *bytes, size_t size, Allocate *from, Model **made);
int model_token(const Model *m, char c); // -1: the model doesn't know the character

// ---- forward.c ----

// Reads n tokens of m->text behind the m->first that it has read, and returns the token that should follow.
int model_next(Model *m, int n);

// ---- writing.c ----

enum { MOST_TEXT = 1 << 16 };
extern int tokens[MOST_TEXT], token_count; // all so far, the prompt's first

// Makes a prompt the text. Returns NULL, or why it can't be one.
const char *text_begin(const Model *m, const char *prompt);
// Appends the token that follows, and returns its character.
char text_next(Model *m);
// Does the steps of one kernel both ways, in a pass over the text and in one over the next token; returns whether its results differ.
bool text_tries(Model *m, Step *s);

// ---- device.c ----

// All three end the program with exit status 3 if the device fails.
void *device_memory(size_t bytes); // the Allocate for kernels
void device_launch(Step *s, Shape shape, const Arg *a);
void device_wait(void);
double device_seconds(void); // that passed there since the first allocation
void device_end(void);       // gives all of its memory back

#endif
