// language.h: a language model, taken apart into steps that are done by plain C or by a student's kernels.
//
//   weights.c   reads model/weights.bin into a Model
//   forward.c   characters in, the next character out: calls the steps in their order
//   steps.c     each step in plain C, the table of the steps, and how one is chosen, done and checked
//   device.c    each step by a kernel, launched by its name; the only file that calls CUDA
//   main.c      the program: tries the kernels, writes the text, tells the speed

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
extern double cpu_operations; // that the steps in plain C have done

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

// Reads a file of weights; NULL and a line on stderr if it is none.
Model *model_read(const char *path, Allocate *from);
int model_token(const Model *m, char c); // -1: the model doesn't know the character

// ---- forward.c ----

// Reads n tokens of m->text behind the m->first that it has read, and returns the token that should follow.
int model_next(Model *m, int n);

// ---- device.c ----

// All three end the program with exit status 3 if the device fails.
void *device_memory(size_t bytes); // the Allocate for kernels
void device_launch(Step *s, Shape shape, const Arg *a);
void device_wait(void);
double device_seconds(void); // that passed there since the first allocation

#endif
