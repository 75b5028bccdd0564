// trick: takes the judge of the exercise, to learn its cases
// fails: does not compile
#include "@ROOT@/exercises/ex0-1-vecadd/judge.c"
