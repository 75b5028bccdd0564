// cufftXt.h: included by programs that call cufftXtMakePlanMany and cufftXtExec.

#include <cufft.h>
