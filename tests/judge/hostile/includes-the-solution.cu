// trick: takes the solution from where the instructor has it
// fails: does not compile
#include "@ROOT@/solutions/ex0-1-vecadd/exercise.cu"
