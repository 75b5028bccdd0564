// exports.c: the lowering for compile.js. JavaScript writes the IR to the address that ir_room returns, and reads the PTX from the
// address that ptx_of returns. The lowering stops by calling JavaScript, which throws. So an instance is used for one module.

#include "base/base.h"
#include "lab/compiler/compiler.h"

#include <stdlib.h>

__attribute__((import_module("host"), import_name("stop"))) void host_stop(const char *message);

static Arena arena;
static char *room;

static void stop(void *context, const char *message)
{
    (void)context;
    host_stop(message);
}

__attribute__((export_name("ir_room"))) char *ir_room(size_t length)
{
    room = malloc(length + 1);
    return room;
}

__attribute__((export_name("ptx_of"))) const char *ptx_of(size_t length)
{
    const CompilerHost host = {stop, NULL, &arena};
    return compile_ir(&host, room, length);
}
