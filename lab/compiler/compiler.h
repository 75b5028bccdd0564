// compiler.h: the lowering as its hosts see it: LLVM IR text in, PTX text out.
//
// clang's front end makes the IR (compile.js). The lowering has no stdio, no threads and no global state, so that a web
// page, a test and a command can use it.

#ifndef COMPILER_H
#define COMPILER_H

#include <stddef.h>

// The host, which asks for PTX. The lowering stops at the first thing that it can't do: it calls `stop`, which must not return.
// A command jumps back to its own code; in a page JavaScript throws. All that was allocated by then is in `arena`.
typedef struct CompilerHost {
    void (*stop)(void *context, const char *message);
    void *context;
    void *arena; // the Arena of base.h that everything is allocated from; the host frees it
} CompilerHost;

// Returns a module's PTX, ended by 0, in the host's arena. The IR is what clang 22 writes for nvptx64 after its optimizations.
// A message names the line of the CUDA source if debug information tells it, else the line of the IR.
const char *compile_ir(const CompilerHost *host, const char *ir, size_t length);

#endif
