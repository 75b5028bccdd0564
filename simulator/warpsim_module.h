// warpsim_module.h: device code, from PTX to kernels, as hosts of the core see it, and what can go wrong. Part of warpsim.h.

#ifndef WARPSIM_MODULE_H
#define WARPSIM_MODULE_H

#include "warpsim_memory.h"

// What can go wrong. SimError.text is the message for a person: complete sentences, lines separated by '\n'.
typedef enum {
    SIM_OK,
    SIM_BAD_PTX,             // can't be parsed, or uses something that the simulator does not run
    SIM_NEWER_PTX,           // its .version is later than what is known here
    SIM_BAD_LAUNCH,          // exceeds a limit of the device
    SIM_ILLEGAL_ADDRESS,     // an access outside of all allocations
    SIM_MISALIGNED,          // the address is no multiple of the access size
    SIM_ASSERT,              // device-side assert
    SIM_TRAP,                // trap instruction
    SIM_ILLEGAL_INSTRUCTION, // with operands that the device does not take
    SIM_DEADLOCK,            // no lane of the block can move
    SIM_STACK_OVERFLOW,      // too much local memory, or too deep calls
    SIM_NO_MEMORY,           // the host is out of memory
    SIM_TOO_LONG,            // the launch has done all the work that it may
    SIM_STOPPED,             // the host has set SimLaunch.stop
} SimStatus;

typedef struct {
    SimStatus status;
    char text[2048];
} SimError;

// ---- module.c -----------------------------------------------------------------------------------------------

typedef struct SimModule SimModule;

// A program's device code: one unit of PTX, or several that were compiled as relocatable device code and refer to each
// other. Add each unit, numbered from 0 (the text need not end in 0), then link: this puts the variables into memory and prepares the kernels.
// False, and *err, if a unit can't be parsed or a name is missing. A kernel that uses something the simulator does not run
// is refused when it is launched: SIM_BAD_PTX.
SimModule *sim_module_new(SimMemory *m);
bool sim_module_add(SimModule *mod, const char *ptx, size_t length, SimError *err);
bool sim_module_link(SimModule *mod, SimError *err);
// Does all three; NULL if one of them fails, or the simulator can't run one of the functions.
SimModule *sim_module_load(const char *ptx, size_t length, SimMemory *m, SimError *err);
void sim_module_free(SimModule *mod);

// Finds a kernel or device function; and a variable's size and address, which is 0 if there is none. Of several with the name, this
// unit's own comes first.
int sim_module_units(const SimModule *mod); // how many it has
SimFunction *sim_unit_function(const SimModule *mod, int unit, const char *mangled);
uint64_t sim_unit_variable(const SimModule *mod, int unit, const char *name, size_t *size);
// The same, for modules of one unit.
SimFunction *sim_module_function(const SimModule *mod, const char *mangled);
uint64_t sim_module_variable(const SimModule *mod, const char *name, size_t *size);
// Before linking: the variable is __managed__, and its memory is the host's, from `host` on.
void sim_unit_place(SimModule *mod, int unit, const char *name, void *host);
int sim_module_kernel_count(const SimModule *mod);
SimFunction *sim_module_kernel_at(SimModule *mod, int i);
// From now on messages name elements of the shared arrays that have this name in the source: "part[3]".
void sim_module_call(SimModule *mod, const char *name, SimElement element);
// Returns the version of its PTX, 80 for .version 8.0, and the device that it is for, 86 for .target sm_86.
int sim_module_ptx(const SimModule *mod, int *target);
bool sim_module_launches(const SimModule *mod); // tells whether its kernels may launch kernels

typedef struct {
    const char *name;    // mangled
    int registers;       // per thread; 0 until sim_function_set_assembled
    size_t shared;       // static bytes
    size_t local;        // bytes per thread
    size_t constant;     // bytes of the module's __constant__ variables
    size_t params;       // bytes of kernel arguments
    int max_threads;     // launch bounds, or 1024
    int ptx_target;      // 86 for .target sm_86
    unsigned cluster[3]; // blocks of its clusters, as the kernel says it; 0: it does not
    bool bounded;        // the compiler was told of a limit to its threads or registers
    bool one_target;     // it is for devices of that capability and no later ones: .target sm_90a
    bool kernel;         // else a function that kernels call
    bool reads_gridid;   // so that two launches of it are never the same
    const char *dynamic
        [2]; // extern shared arrays that it names, up to two, as in the source; NULL: there is none
} SimFunctionInfo;

SimFunctionInfo sim_function_info(const SimFunction *f);
// Returns how many registers of 32 bits hold values from memory at once, about and by its PTX alone; 0 if the host has no memory.
int sim_function_live(const SimFunction *f);
void sim_function_set_assembled(SimFunction *f, const SimAssembled *assembled);
// Tells whether kernels may launch it with as much shared memory as the device can give a block. Without that they have what each program may have.
void sim_function_set_large_shared(SimFunction *f, bool large);
// Sets the byte offset and size of kernel parameter i; false past the last one.
bool sim_function_param(const SimFunction *f, int i, size_t *offset, size_t *size);
// Returns the name, as the PTX has it, of a kernel's static shared array i, and where it lies; NULL past the last one.
const char *sim_function_shared(const SimFunction *f, int i, size_t *offset, size_t *size);

// ---- fatbin.c -----------------------------------------------------------------------------------------------

// Finds PTX in a fat binary (what nvcc puts in the .nv_fatbin section), which begins at `data` and ends within `size`
// bytes. On success *ptx points into `data`. If the PTX is compressed or absent, the message says what to do.
enum { SIM_FATBIN_MAGIC = 0xBA55ED50 }; // its first four bytes
// Of several texts it takes the newest that a device of architecture `arch` (86) runs, else the newest.
bool sim_fatbin_ptx(const void *data, size_t size, int arch, const char **ptx, size_t *length,
                    SimError *err);
// Tells whether it is a unit of relocatable device code that clang made (compile/clang.sh), which the simulator links.
bool sim_fatbin_relocatable(const void *data, size_t size);
// Reads the fat binary's cubin for `arch` (86), or the newest if there is none. False if the host has no memory.
bool sim_fatbin_assembled(const void *data, size_t size, const char *mangled, int arch,
                          SimAssembled *out);

#endif
