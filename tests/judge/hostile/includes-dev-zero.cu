// trick: a file that never ends, for the preprocessor
// fails: does not compile
#include "/dev/zero"
