// trick: prints control characters of a terminal, and errors without end, into the log
// fails: does not compile
#define E1           \
    undefined_name_; \
    undeclared();    \
    int 7;
#define E2 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1
#define E3 E2 E2 E2 E2 E2 E2 E2 E2 E2 E2
#define E4 E3 E3 E3 E3 E3 E3 E3 E3 E3 E3
E4 E4 E4 E4 E4 E4 E4 E4 E4 E4
