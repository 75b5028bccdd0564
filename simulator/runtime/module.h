// module.h: modules, for those who make them: start-up code (register.c) and the driver API. Part of runtime.h.

#ifndef MODULE_H
#define MODULE_H

#include "runtime/runtime.h"

// A fat binary, or PTX as text, of at most `size` bytes.
typedef struct {
    const void *at;
    size_t size;
    bool part; // of a linked program: it is left out if it has no PTX
} Image;

// What nvcc wraps a fat binary in, in section .nvFatBinSegment.
typedef struct {
    int magic, version; // version 2: relocatable device code
    const void *fatbin;
    const void *const *units; // version 2: fat binaries with the PTX
} Wrapper;

enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER_LINKED = 2 };

Module *module_new(
    char *kept); // whose images stand in `kept`, which it frees, or are the program's
void module_add(Module *m, Image image);   // one more of its images
void module_assembled(Module *m, Image i); // what tells of its kernels' registers
// A kernel that the program knows by an address, or if `host` is NULL by its handle, which is our own pointer.
Function *module_kernel(Module *m, const char *name, const void *host);
void module_variable(Module *m, const char *name, const void *host, void **managed);
// The PTX of an image; false, and *err, if it has none that the simulator reads.
bool image_ptx(const Image *image, const char **ptx, size_t *length, SimError *err);
bool module_load(Module *m, SimError *err); // parses it, if that has not been done; false with *err
void module_use(Module *m);                 // the same; PTX that is none ends the program
SimModule *module_code(const Module *m);    // NULL before
Module *find_module(const void *handle);    // NULL if there is none such, or no more
void module_unload(Module *m);

#endif
