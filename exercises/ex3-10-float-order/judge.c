// Seven sums by the given kernels.

#include "judge.h"

enum { IN_A_ROW = 5 }; // questions about addUp; the others are about addPairs

enum { COUNT, START4, COUNT4, START5, COUNT5, FIRST, SECOND };

// Between 2^26 and 2^27 floats are 8 apart; all of these starts are multiples of 8.
static const Number numbers[] = {
    [COUNT] = {"count", 1000, {500, 600, 700, 800, 900, 1100, 1200, 1500, 2000, 2500}},
    [START4] = {"start4", 100000000, {70000000, 80000000, 90000000, 110000000, 120000000}},
    [COUNT4] = {"count4", 100, {60, 70, 80, 90, 120, 150, 200}},
    [START5] = {"start5", 100000000, {72000000, 84000000, 96000000, 108000000, 120000000}},
    [COUNT5] = {"count5", 100, {60, 70, 80, 90, 120, 150, 200}},
    [FIRST] = {"first", 3, {2, 5, 6, 7, 8}},
    [SECOND] = {"second", 4, {9, 11, 12, 13, 15}},
    {0},
};

static const char *const phrases[] = {
    "addUp(16777216, 1, {count}, out)",
    "addUp(16777216, 2, {count}, out)",
    "addUp(16777216, 3, {count}, out)",
    "16777216 and {count} times 1",
    "16777216 and {count} times 2",
    "16777216 and {count} times 3",
    "2^24, plus 1 a thousand times|2^24, plus 1 {count} times",
    "2^24, plus 2 a thousand times|2^24, plus 2 {count} times",
    "2^24, plus 3 a thousand times|2^24, plus 3 {count} times",
    "addUp({start4}, 3, {count4}, out)",
    "{start4} and {count4} times 3",
    "10^8, plus 3 a hundred times|{start4}, plus 3 {count4} times",
    "addUp({start5}, 5, {count5}, out)",
    "{start5} and {count5} times 5",
    "10^8, plus 5 a hundred times|{start5}, plus 5 {count5} times",
    "1e20, {first}, -1e20, {second}",
    "10^20, {first}, -10^20, {second}",
    "1e20, -1e20, {first}, {second}",
    "10^20, -10^20, {first}, {second}",
    NULL,
};

// Questions 1 to 5: what the kernel adds up.
static float ask_sum(Judge *j, size_t question)
{
    const float start = question <= 3   ? 0x1p24f
                        : question == 4 ? (float)judge_number(j, START4)
                                        : (float)judge_number(j, START5);
    const float step = question <= 3 ? (float)question : question == 4 ? 3 : 5;
    const int count = judge_number(j, question <= 3 ? COUNT : question == 4 ? COUNT4 : COUNT5);
    Buffer out = judge_output(j, sizeof(float));
    float found = 0;
    judge_launch_given(j, "addUp", DIM(1), DIM(1), 0,
                       ARGS(FLOAT(start), FLOAT(step), INT(count), BUF(out)));
    judge_read(j, out, &found);
    return found;
}

// Questions 6 and 7: the sum of four floats in pairs.
static float ask_pairs(Judge *j, size_t question)
{
    const float a = (float)judge_number(j, FIRST), b = (float)judge_number(j, SECOND);
    const float four[][4] = {{1e20f, a, -1e20f, b}, {1e20f, -1e20f, a, b}};
    Buffer out = judge_output(j, sizeof(float)),
           x = judge_input(j, four[question - IN_A_ROW - 1], sizeof *four);
    float found = 0;
    judge_launch_given(j, "addPairs", DIM(1), DIM(1), 0, ARGS(BUF(x), BUF(out)));
    judge_read(j, out, &found);
    return found;
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    float found = c->n <= IN_A_ROW ? ask_sum(j, c->n) : ask_pairs(j, c->n);
    judge_answer(j, (int)c->n, (double)found, 0.5);
}

static const Case cases[] = {
    {"2^24, plus 1 a thousand times", 1, 0, 0}, {"2^24, plus 2 a thousand times", 2, 0, 0},
    {"2^24, plus 3 a thousand times", 3, 0, 0}, {"10^8, plus 3 a hundred times", 4, 0, 0},
    {"10^8, plus 5 a hundred times", 5, 0, 0},  {"pairs of 10^20, 3, -10^20, 4", 6, 0, 0},
    {"pairs of 10^20, -10^20, 3, 4", 7, 0, 0},  {0},
};

EXERCISE = {.name = "ex3-10",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make step-ex3-10 CASE=N, then c, then m for out",
            .numbers = numbers,
            .phrases = phrases};
