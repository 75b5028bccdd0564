// shared_ptr_base.h: stands before the file of GNU's library with this name, which writes __attribute__((__noinline__)). There
// cuda_runtime.h's macro __noinline__ must not be. (clang knows the word itself from version 15 on.)

#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
