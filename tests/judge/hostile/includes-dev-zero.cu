// trick: includes a file that never ends
// fails: does not compile
#include "/dev/zero"
