// trick: reads a file of the host into the compiler's messages
// fails: does not compile
#include "/etc/passwd"
