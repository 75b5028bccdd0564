// judge.h: what an exercise's judge.c is written with.
//
// The judge of an exercise is a program of its own, build/judge/ex3-1, made of the exercise's judge.c and the files of
// this folder. It lets nvcc turn the submission into PTX, starts a *device process* that loads the PTX, and tells it
// over a pipe what a host program would tell CUDA: allocate, copy, launch. What comes back it compares with what it has
// computed itself.
//
//   submission --nvcc--> PTX --> device process <--pipe--> judge (cases, expected results, verdict)
//
// So no host code of a submission runs, unless the exercise is a whole program (below). Expected results never leave the judge,
// and a submission's output is data.
// The device process is the simulator (device_sim.c) and, where one answers, a GPU as well (device_gpu.cu): the same
// judge.c serves both. On the simulator each case runs under every check and in several orders of execution.
//
//   exercise.cu   what the student edits; its own main, if it has one, is for the student, not for the judge
//   judge.c       one `const Exercise exercise`, with a function that judges one case, written below as `run`
//
// `run` needs no error handling. If something goes wrong on the device (an illegal address, a time-out, a kernel that is not
// there), the student is told, with the case, and the call does not return to `run`.

#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Judge Judge;

// ---- The exercise ---------------------------------------------------------------------------------------------------

// One input: how many elements, and whatever else `run` reads from it. Zero-terminated lists: a case whose `what` is NULL ends.
typedef struct {
    const char *what; // for the student: "one element more than a block"
    size_t n;         // elements; a matrix's rows
    size_t m;         // columns, or 0
    int block;        // threads per block, or 0
} Case;

typedef struct {
    void (*run)(Judge *j, const Case *c);
    const Case *cases;
    int points;   // what a full pass is worth, 1 … 10
    bool rdc;     // built with -rdc=true, for kernels that launch kernels
    bool program; // the submission's own main is judged, and its calls (program.c)
    bool
        predict; // answers are judged, not a kernel: a case each, run once, in one order, without checks
    const char
        *experiment; // the command that shows what happens; of CASE=N, the N is the case's number
    size_t shared; // opt-in dynamic shared memory that a launch may need, bytes; 0: the usual limit
    double
        gpu_percent; // of the device's memory rate that judge_speed wants, for the report; 0: speed does not count
} Exercise;

extern const Exercise exercise;

// ---- Random inputs: fresh in every run, from the seed that a failure shows --------------------------------------------

uint64_t judge_random(Judge *j);                // 64 random bits
int judge_between(Judge *j, int low, int high); // uniform, both ends included
// Arrays of n random elements, uniform in [low, high]; the judge frees them when the case ends.
int *judge_ints(Judge *j, size_t n, int low, int high);
float *judge_floats(Judge *j, size_t n, float low, float high);
void *judge_array(Judge *j, size_t bytes); // zeroed

// ---- The device's memory -----------------------------------------------------------------------------------------------

// Memory of the device, exactly as large as asked for: one byte past its end is out of bounds. bytes may be 0.
typedef struct {
    uint64_t address;
    size_t bytes;
    int id;
} Buffer;

Buffer judge_input(Judge *j, const void *data,
                   size_t bytes); // must be unchanged when the case ends
Buffer judge_inout(Judge *j, const void *data, size_t bytes); // may change
Buffer judge_output(Judge *j, size_t bytes);   // never written: reading it first is a finding
Buffer judge_zeroed(Judge *j, size_t bytes);   // for counters and sums
void judge_read(Judge *j, Buffer b, void *to); // b.bytes bytes

// A variable of the submission: `__device__ int blockSize = 256;` or __constant__. False if there is none of that size.
bool judge_variable(Judge *j, const char *name, void *to, size_t bytes);
void judge_set_variable(Judge *j, const char *name, const void *from, size_t bytes);

// ---- Launches -------------------------------------------------------------------------------------------------------

// Kernel arguments, in order: BUF(a), INT(3), SIZE(n), FLOAT(0.5f). Their number and sizes must be the kernel's.
typedef struct {
    uint64_t bits;
    size_t bytes;
} Arg;
#define BUF(b)  ((Arg){(b).address, 8})
#define INT(x)  ((Arg){(uint32_t)(x), 4})
#define SIZE(x) ((Arg){(uint64_t)(x), 8})
Arg judge_float_arg(float x);
#define FLOAT(x)  judge_float_arg(x)
#define ARGS(...) ((const Arg[]){__VA_ARGS__}), (sizeof((const Arg[]){__VA_ARGS__}) / sizeof(Arg))

typedef struct {
    unsigned x, y, z; // 0 means 1
} Dim;
#define DIM(...) ((Dim){.x = __VA_ARGS__})

// Launches a kernel by its name in the source and waits for it. `shared` is dynamic shared memory in bytes.
//   judge_launch(j, "sum", DIM(blocks), DIM(c->block), 0, ARGS(BUF(in), BUF(out), SIZE(c->n)));
void judge_launch(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared, const Arg *args,
                  size_t count);

// ceil(n / block), at least 1: a grid for n elements.
unsigned judge_blocks(size_t n, int block);

// The same of the exercise as it was handed out, not of the submission: for experiments whose outcome students predict.
void judge_launch_given(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared,
                        const Arg *args, size_t count);

// ---- A whole program -------------------------------------------------------------------------------------------------

// Runs the submission's main, which gets `input` by common/task.h, on the simulator with its checks. Whatever they find, a
// crash, and what is made and not freed, fail the case. `may_fail`: calls that fail are part of the task.
void judge_program(Judge *j, const void *input, size_t bytes, bool may_fail);
// What it handed in, n floats; compared as judge_near_floats does.
void judge_near_answer(Judge *j, const char *name, const double *want, size_t n, double tolerance);
const float *judge_answered(Judge *j, size_t n);

// A CUDA call of the program: its name, and what simulator/runtime/calls.c tells of it.
typedef struct {
    const char *name; // "cudaMemcpy"; a launch is "cudaLaunchKernel"
    const char *told; // "error=0 bytes=4000 …"
} Call;

// The i-th call of this name, or (NULL) of any; NULL if there are not so many.
const Call *judge_call(Judge *j, const char *name, size_t i);
size_t judge_calls(Judge *j, const char *name);
// A number that is told of a call, "bytes" for instance; of "grid" and "block" part 0, 1 or 2. 0 if it is not told.
uint64_t judge_told(const Call *c, const char *key, int part);
// As judge_fail, and quotes the call's line. Calls are judged where counters are: nothing happens if only results are asked for.
void judge_fail_at(Judge *j, const Call *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// ---- What is compared ---------------------------------------------------------------------------------------------------

// The first element that differs fails the case: name, index, expected, found. `name` is what the student calls it: "out".
// `width` > 0 shows the index as [row][column] of a matrix with that many columns.
void judge_equal_ints(Judge *j, const char *name, Buffer b, const int *want, size_t width);
void judge_equal_bytes(Judge *j, const char *name, Buffer b, const unsigned char *want,
                       size_t width);
// |found - want| <= tolerance; a NaN never passes.
void judge_near_floats(Judge *j, const char *name, Buffer b, const double *want, double tolerance,
                       size_t width);

// A student's prediction, `__device__ double answer2 = 0;` for question 2: `found` is the right answer, and never shown.
void judge_answer(Judge *j, int question, double found, double tolerance);

// Fails the case with a message of its own, as printf.
void judge_fail(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- Counters and speed -------------------------------------------------------------------------------------------------

// Of the last launch and of all that its kernels launched, by ncu's name (simulator/model/metrics.c lists them) or one of
// these. Known on the simulator only; see judge_counts.
#define LONGEST_WARP \
    "judge__inst_executed_per_warp.max" // instructions of the warp with most of them
#define LAUNCHED_BY_KERNELS "judge__launches_by_kernels.sum" //
#define GLOBAL_ATOMICS \
    "judge__requests_mem_global_op_atomic.sum" // ncu counts no atomic as a load or a store
#define SHARED_ATOMICS "judge__requests_mem_shared_op_atomic.sum"
double judge_counter(Judge *j, const char *name);
bool judge_counts(const Judge *j); // this device process counts, and counters are asked for
bool judge_on_gpu(const Judge *j); // it is a GPU: speed is measured, and arrays may be large
// Fails the case unless the counter of the last launch is within the bound; nothing where nothing is counted.
// `label` is for the student: "load efficiency, %".
void judge_at_least(Judge *j, const char *name, const char *label, double bound);
void judge_at_most(Judge *j, const char *name, const char *label, double bound);
// Counters of loads and stores know nothing of atomics, which would do the same: a bound on global or shared memory's also
// asks for a launch without atomics there.

// Whether the threads share the work of the last launch and of all that it launched: no warp runs more than `longest`
// instructions, and an instruction is for at least `lanes` lanes. Limits are a factor of 3 from what the solution needs,
// or more. (In any launch of some size 2 lanes are wanted, and that no warp does a
// third of the work.)
void judge_shared(Judge *j, double longest, double lanes);
// Kernels launched at least so many.
void judge_launched(Judge *j, double least);
int judge_halvings(size_t n); // until one is left

// On a GPU, launches again and again on this case's buffers and takes the median time; fails below exercise.gpu_percent of
// the device's memory rate for `bytes`. On the simulator the report says that speed was not measured.
void judge_speed(Judge *j, double bytes, const char *kernel, Dim grid, Dim block, size_t shared,
                 const Arg *args, size_t count);

// Occupancy on the simulated device "rtx3080", "t4", "h100", "h200": resident warps per SM over its most warps, 0 … 1.
double judge_occupancy(const char *device, int threads, int registers, size_t shared);

#endif
