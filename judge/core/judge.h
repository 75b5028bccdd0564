// judge.h: the functions that an exercise's judge.c is written with.
//
// A submission is turned into PTX, which a *device* loads: the simulator, or a GPU. The judge tells the device what a host program
// would tell CUDA: allocate, copy, launch. It compares what comes back with results that it has computed itself.
//
//   submission --compiler--> PTX --> device <--questions--> judge (cases, expected results, verdict)
//
// So no host code of a submission runs, unless the exercise is a whole program (below). Expected results never leave the judge,
// and a submission's output is data. The same judge.c serves every device. On the simulator each case runs under every check and in
// several orders of execution.
//
//   exercise.cu   what the student edits; its own main, if it has one, is for the student, not for the judge
//   judge.c       one EXERCISE, with a function that judges one case, written below as `run`
//
// `run` needs no error handling. If something goes wrong on the device (an illegal address, a time-out, a kernel that is not
// there), the student is told, with the case, and the call does not return to `run`.
//
// build/judge/ex3-1 is a judge: one judge.c and the files of judge/core and judge/native. The book's page has all of them in one.

#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Judge Judge;

// ---- The exercise ---------------------------------------------------------------------------------------------------

// One input. `run` reads from it what it needs. A list of cases ends with a case whose `what` is NULL.
typedef struct {
    const char *what; // for the student: "one element more than a block"
    size_t n;         // elements; a matrix's rows
    size_t m;         // columns, or 0
    int block;        // threads per block, or 0
} Case;

enum { MOST_OWN = 16 };

// A number of a prediction that may be another one for each student (numbers.c). A list ends with one whose name is NULL.
typedef struct {
    const char *name;  // as phrases call it
    int book;          // as the book has it
    int own[MOST_OWN]; // what a student's own is drawn from; 0 ends the list
} Number;

enum { MOST_COUNTERS = 3 };

typedef struct {
    const char *name; // "ex3-1", as its folder
    void (*run)(Judge *j, const Case *c);
    const Case *cases;
    int points; // what a full pass is worth, 1 … 10
    bool rdc;   // built with -rdc=true, for kernels that launch kernels
    // What it is compiled for, as nvcc calls it: "90a" for wgmma, "90" for clusters and bulk copies. Every case is then simulated on an
    // H200, and a GPU that can't run such code is not asked. NULL: "86", and the default device.
    const char *architecture;
    // A folder whose headers it may include: "chapters/ch7-tensor". NULL: common/ alone.
    const char *headers;
    bool program; // the submission's own main is judged, and its calls
    // Answers are judged, not a kernel: one case each, run once in one order, unchecked.
    bool predict;
    const char *experiment; // the command that shows what happens; N of CASE=N is the case's number
    const Number *numbers;  // of a prediction
    // Where these numbers stand in the README, in exercise.cu and in the cases' names: "every {stride}th float"; {n,} is 1,000. Where the
    // book's words are others, they come first: "one block|{blocks} blocks". A phrase has no mark-up inside, since the page replaces texts
    // between marks. A blank stands for the end of a line, too. NULL ends the list.
    const char *const *phrases;
    // How a verdict shows a case's numbers where these aren't sizes: "n {n}, <<<{m}, {block}>>>", with the case's. NULL: "n 5", or
    // "3 x 4" if there is an m, and the block.
    const char *sizes;
    size_t shared; // opt-in dynamic shared memory that a launch may need, bytes; 0: the usual limit
    // Of the GPU's memory rate, which judge_speed asks for. 0: speed does not count.
    double gpu_percent;
    // A pass is weighed by what one of the cases counts (levels.c). NULL: the exercise has nothing to be made fast.
    const char *measured; // that case's `what`
    // ncu's names, or those below. The first is what the exercise is about. Fewer are better.
    const char *counters[MOST_COUNTERS];
    bool least;         // no right kernel can count less of the first than the solution does
    const char *device; // that is simulated in the measured case; NULL: "h200"
    // Only speed counts: the exercise passes as it is given, and the modelled time alone gives the level.
    bool golf;
} Exercise;

// Defines the exercise of a judge.c:   EXERCISE = {.name = "ex3-1", .run = run, .cases = cases, .points = 2};
// The linker makes a list of all that are linked into one program (exercises.c), so that no file has to name them.
#define EXERCISE                                                                                 \
    static const Exercise exercise;                                                              \
    static const Exercise *const listed __attribute__((section("exercises"), used)) = &exercise; \
    static const Exercise exercise

// ---- Random inputs: fresh in every run, from the seed that a failure shows --------------------------------------------

uint64_t judge_random(Judge *j);                // 64 random bits
int judge_between(Judge *j, int low, int high); // uniform, both ends included
// These return arrays of n random elements, uniform in [low, high]. The judge frees them when the case ends.
int *judge_ints(Judge *j, size_t n, int low, int high);
float *judge_floats(Judge *j, size_t n, float low, float high);
void *judge_array(Judge *j, size_t bytes); // zeroed

// Says what the verdict is to tell about a case that fails besides its name and sizes: the grid that was drawn. The last one counts.
void judge_note(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- The device's memory -----------------------------------------------------------------------------------------------

// Memory of the device, exactly as large as asked for: one byte past its end is out of bounds. bytes may be 0.
typedef struct {
    uint64_t address;
    size_t bytes;
    int id;
} Buffer;

Buffer judge_input(Judge *j, const void *data, size_t bytes); // must be unchanged at the case's end
Buffer judge_inout(Judge *j, const void *data, size_t bytes); // may change
Buffer judge_output(Judge *j, size_t bytes);   // never written: reading it first is a finding
Buffer judge_zeroed(Judge *j, size_t bytes);   // for counters and sums
void judge_read(Judge *j, Buffer b, void *to); // copies b.bytes bytes

// Reads a variable of the submission: `__device__ int blockSize = 256;` or __constant__. Returns false if there is none of that
// size; judge_set_variable fails the case then.
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

// The same in clusters, of `cluster` blocks each, which must fill the grid. The exercise's architecture is "90" or a later one.
void judge_launch_clusters(Judge *j, const char *kernel, Dim grid, Dim cluster, Dim block,
                           size_t shared, const Arg *args, size_t count);

// The same for kernel golf, in a grid that the submission chooses: `__device__ int blocks = 512, threads = 256;`.
void judge_launch_chosen(Judge *j, const char *kernel, const Arg *args, size_t count);

// Says, before the first of several launches, how many there will be: a failure then tells which one it was, "launch 2 of 3".
void judge_launches(Judge *j, int count);

// ceil(n / block), at least 1: a grid for n elements.
unsigned judge_blocks(size_t n, int block);

// Returns a number of the exercise's list: that of the student who is judged, or the book's.
int judge_number(Judge *j, int which);
// Launches a kernel of the exercise as it was handed out, not of the submission: for experiments that students predict.
void judge_launch_given(Judge *j, const char *kernel, Dim grid, Dim block, size_t shared,
                        const Arg *args, size_t count);

// ---- A whole program -------------------------------------------------------------------------------------------------

// Runs the submission's main, which gets `input` by common/task.h, on the simulator with its checks. The case fails if a check
// finds something, if the program crashes, and if it makes something that it never frees. `may_fail`: calls that fail are part
// of the task.
void judge_program(Judge *j, const void *input, size_t bytes, bool may_fail);
// Compares the n floats that the program handed in, as judge_near_floats does.
void judge_near_answer(Judge *j, const char *name, const double *want, size_t n, double tolerance);
const float *judge_answered(Judge *j, size_t n); // the n floats; fails the case if there are not n
// Fails the case unless the device was given the work: kernels are launched, and what copies bring to the device is the n floats of
// `input`, each of them once, and nothing else. So what comes back was not computed by the host.
void judge_worked(Judge *j, const float *input, size_t n);
// Fails the case unless each of the n floats that the program handed in came back from the device by a copy.
void judge_came_back(Judge *j, const char *name, size_t n);
bool judge_brought_back(Judge *j, float value); // tells whether a copy has

// A CUDA call of the program, as simulator/runtime/state/calls.c tells of it. The judge makes the program's calls again in a process of
// its own (judge/device/repeat_calls.c), and these are the calls of that process: what they tell has happened there.
typedef struct {
    const char *name;           // "cudaMemcpy"; a launch is "cudaLaunchKernel"
    const char *told;           // "error=0 bytes=4000 …"
    const unsigned char *moved; // (size) the bytes that a copy moved, or a launch's parameters
    size_t size;
} Call;

// Returns the i-th call of this name, or of any name (NULL); NULL if there are not so many calls.
const Call *judge_call(Judge *j, const char *name, size_t i);
size_t judge_calls(Judge *j, const char *name); // how many there are
// Returns the next call of this name, or of any (NULL), behind call `after`, or from the first one on (NULL).
const Call *judge_next_call(Judge *j, const char *name, const Call *after);
// Returns a number that is told of a call, such as "bytes"; 0 if it is not told. "grid" and "block" have the parts 0, 1 and 2.
uint64_t judge_told(const Call *c, const char *key, int part);
// Returns where a copy goes, whatever word the program gave for it (cudaMemcpyDefault is right for any): 1 to the device, 2 back to
// the host; 0: neither, or the call is no copy.
int judge_direction(const Call *c);
// Returns a copy back to the host whose end the program never waits for, so that it may read too early; NULL if there is none. A call
// that frees memory is no wait: nothing promises that it waits, and it may come after the reading.
const Call *judge_not_awaited(Judge *j);
// Fails the case as judge_fail does, and quotes the call's line. Does nothing if only right results are asked for.
void judge_fail_at(Judge *j, const Call *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// ---- What is compared ---------------------------------------------------------------------------------------------------

// The first element that differs fails the case: name, index, expected, found. `name` is what the student calls it: "out".
// `width` > 0 shows the index as [row][column] of a matrix with that many columns.
void judge_equal_ints(Judge *j, const char *name, Buffer b, const int *want, size_t width);
void judge_equal_bytes(Judge *j, const char *name, Buffer b, const unsigned char *want,
                       size_t width);
// An element is right if |found - want| <= tolerance; a NaN never passes.
void judge_near_floats(Judge *j, const char *name, Buffer b, const double *want, double tolerance,
                       size_t width);

// Compares a student's prediction, `__device__ double answer2 = 0;` for question 2, with `found`, the right answer, which is
// never shown.
void judge_answer(Judge *j, int question, double found, double tolerance);

// Fails the case with a message of its own, as printf. Behind it come the sentences that a wrong result has, too: on an input that was
// changed, and on shuffles whose result is random.
void judge_fail(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- Counters and speed -------------------------------------------------------------------------------------------------

// Names of counters that ncu does not have. ncu counts no atomic as a load or a store.
#define LONGEST_WARP        "judge__inst_executed_per_warp.max" // instructions of the busiest warp
#define LAUNCHED_BY_KERNELS "judge__launches_by_kernels.sum"
#define BY_CHILDREN         "judge__inst_executed_by_children.pct" // by what kernels launched
#define GLOBAL_ATOMICS      "judge__requests_mem_global_op_atomic.sum"
#define ATOMIC_LANES        "judge__lanes_of_global_atomics.sum" // lanes that execute these
#define SHARED_ATOMICS      "judge__requests_mem_shared_op_atomic.sum"
#define MEETINGS            "judge__meetings_in_memory.sum" // see judge_at_most
#define UNIFORM             "judge__branch_targets_threads_uniform.pct"
#define MODELLED_TIME       "judge__modelled_time.sum" // microseconds, with all that was launched
// Names of ncu's, for what an exercise is about.
#define INSTRUCTIONS     "smsp__inst_executed.sum"
#define LOAD_REQUESTS    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define STORE_REQUESTS   "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
#define LOAD_SECTORS     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define STORE_SECTORS    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define LOAD_WAVEFRONTS  "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
#define STORE_WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
#define BARRIERS         "sass__inst_executed_per_opcode[BAR]"
// Returns a counter of the last launch and of all that its kernels launched, by ncu's name (simulator/model/metrics.c lists
// them) or one of these. Counters are known on the simulator only; see judge_counts.
double judge_counter(Judge *j, const char *name);
bool judge_counts(const Judge *j); // this device process counts, and counters are asked for
bool judge_on_gpu(const Judge *j); // it is a GPU: speed is measured, and arrays may be large
// Fails the case unless the counter of the last launch is within the bound; does nothing where nothing is counted.
// `label` is for the student: one thing, "the load efficiency in %", or many, "load requests". Atomics could replace loads and
// stores, and ncu's counters would not show it: so a bound on a counter of global or shared memory also forbids atomics there.
// Warps can meet without any BAR: at a barrier in memory, or in a loop that waits for what others write. So a bound on
// sass__inst_executed_per_opcode[BAR] adds MEETINGS: arrivals at barriers in memory, or the waits in such loops and in __nanosleep,
// whichever are more, since to meet at a barrier in memory takes both.
// Lanes can part without a branch: by an exit or a call under a predicate. ncu counts neither; UNIFORM, the share of branches that
// split no warp in %, takes each exit or call that splits a warp for a branch that does. Without any of these it is 100.
void judge_at_least(Judge *j, const char *name, const char *label, double bound);
void judge_at_most(Judge *j, const char *name, const char *label, double bound);
// A ratio gets better by useless work that is tidy: loads of whole lines, or an idle loop of all lanes. So a bound on a ratio stands
// beside bounds on the work itself. These two fail the case if the warps of the last launch run more than `each` instructions on
// average (3 times what the solution needs, but twice where more would let the kernel as given pass), and if it moves more than
// `sectors` sectors from and to global memory (twice what the task needs).
void judge_work(Judge *j, double each);
void judge_moves(Judge *j, double sectors);
// For products by tiles. Fails the case if the last launch loads more than `sectors` sectors from global memory. A bound of twice what
// whole tiles need leaves room for tiles of another depth; a product without tiles needs four times as many or more.
void judge_tiled(Judge *j, double sectors);

// Fails the case unless the threads share the work of the last launch and of all that it launched: no warp may run more than
// `longest` instructions, and an instruction must be for at least `lanes` lanes on average. Limits are a factor of 3 or more from
// what the solution needs. (In larger launches the judge always asks for 2 lanes, and that no warp does a third of the work.)
void judge_shared(Judge *j, double longest, double lanes);
// Fails the case unless kernels launched at least so many kernels, and these did a share of the work (judge_limits.h).
void judge_launched(Judge *j, double least);
// Kernel golf: tells the physical limit of the measured case, which a verdict shows beside the modelled time. The device must move so many
// bytes from and to its memory, each of them once, and do so many multiply-adds (or other operations on floats); the limit is the longer
// of the two at the device's full rate, without the time that a launch takes. Other cases ignore it.
void judge_limit(Judge *j, double bytes, double operations);
int judge_halvings(size_t n); // how often n is halved, rounded up, until 1 is left

// On a GPU, launches the kernel many times on this case's buffers and takes the median time. The case fails below
// `gpu_percent` of the device's memory rate for `bytes`. On the simulator the report says that speed was not measured.
void judge_speed(Judge *j, double bytes, const char *kernel, Dim grid, Dim block, size_t shared,
                 const Arg *args, size_t count);

// Returns the occupancy on the simulated device "rtx3080", "t4", "h100", "h200": resident warps of an SM over the most that it
// can hold, 0 … 1.
double judge_occupancy(const char *device, int threads, int registers, size_t shared);

#endif
