// module.h: modules, for the files that make them: register.c, for start-up code, and the driver API. Part of state.h.

#ifndef MODULE_H
#define MODULE_H

#include "runtime/state/state.h"

// A fat binary, or PTX as text, of at most `size` bytes.
typedef struct {
    const void *at;
    size_t size;
    bool part; // it is a unit of a linked program, and is left out if it has no PTX
    int unit;  // its number in the loaded module
} Image;

struct Module {
    Module *next;
    Image *images; // (count) with the PTX
    int count;
    size_t room;
    Image assembled; // a fat binary with machine code, which tells registers; at == NULL: none
    char *kept;      // memory of the images, if the module frees it
    bool unloaded;   // profile, graphs and stepper may still name its kernels
    SimModule *sim;  // NULL until first used
    SimError unread; // why an image was left out, if so
};

// nvcc's wrapper of a fat binary, in section .nvFatBinSegment.
typedef struct {
    int magic, version; // version 2: relocatable device code
    const void *fatbin;
    const void *const *units; // version 2: fat binaries with the PTX
} Wrapper;

enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER_LINKED = 2 };

// Makes a module. Its images are in `kept`, which the module frees; NULL: they are the program's.
Module *module_new(char *kept);
void module_add(Module *m, Image image); // adds an image
// Adds a kernel; this and a variable belong to the image that was added last. The program names it by the address `host`;
// if that is NULL, by its handle, which is a Function.
Function *module_kernel(Module *m, const char *name, const void *host);
void module_variable(Module *m, const char *name, const void *host, void **managed);
// Finds the PTX of an image; false, and *err, if it has none that the simulator reads.
bool image_ptx(const Image *image, const char **ptx, size_t *length, SimError *err);
bool module_load(Module *m, SimError *err); // parses it, if that has not been done; false with *err
void module_use(Module *m);                 // the same; text that is no PTX ends the program
Module *find_module(const void *handle);    // NULL if there is no such module, or it was unloaded

#endif
