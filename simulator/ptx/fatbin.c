// fatbin.c: reads the fat binary that nvcc puts into a program.
//
// A fat binary is a header and a row of entries. Each entry is the code for one architecture: PTX text, or a cubin, which is an
// ELF file of machine code. We run the PTX; the cubin only tells what ptxas made of each kernel (cubin.c).
//
//     0  u32 magic 0xBA55ED50    entry: 0  u16 kind, 1 PTX, 2 cubin    16  u32 compressed size    56  u64 raw size
//     4  u16 version                    4  u32 bytes of this header    28  u32 architecture, 86
//     6  u16 bytes of this header       8  u64 bytes of its payload    40  u64 flags, 0x2000 LZ4, 0x8000 zstd
//     8  u64 bytes of all entries
//
// One flag is our own: clang.sh sets RELOCATABLE.
//
// The format has no public description. Files may be damaged, so all reads go through Bytes, which knows where its bytes end.

#include "ptx/cubin.h"

#include <string.h>

enum {
    ENTRY_HEADER = 64, // bytes of an entry's header that we know; it may be longer
    KIND_PTX = 1,
    KIND_CUBIN = 2,
    COMPRESSED = 0x2000 | 0x8000,
};
static const u64 RELOCATABLE = (u64)1 << 63;

typedef struct {
    u64 kind, arch, flags;
    Bytes payload;
} Entry;

// Returns all entries of a fat binary; none if it is not one.
static Bytes entries(Bytes all)
{
    u64 header = number(all, 6, 2);
    if (number(all, 0, 4) != SIM_FATBIN_MAGIC || header < 16)
        return (Bytes){all.at, 0};
    return part(all, header, number(all, 8, 8));
}

// Takes the first entry off *rest; false at the end, or if its sizes make no sense.
static bool next_entry(Bytes *rest, Entry *e)
{
    u64 header = number(*rest, 4, 4), payload = number(*rest, 8, 8);
    if (header < ENTRY_HEADER || header > rest->size || payload > rest->size - header)
        return false;
    e->kind = number(*rest, 0, 2);
    e->arch = number(*rest, 28, 4);
    e->flags = number(*rest, 40, 8);
    e->payload = part(*rest, header, payload);
    *rest = part(*rest, header + payload, rest->size - header - payload);
    return true;
}

// Tells whether a device runs this PTX as it was meant: one of its own architecture or an older one, but sm_90a only on its own.
static bool made_for(const Entry *e, u64 arch)
{
    static const char target[] = ".target sm_";
    enum { LENGTH = sizeof target - 1 };
    const u8 *at = e->payload.at, *end = at + e->payload.size;
    while (end - at > LENGTH && memcmp(at, target, LENGTH) != 0)
        at++;
    at += end - at > LENGTH ? LENGTH : end - at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at < end && *at == 'a' ? e->arch == arch : e->arch <= arch;
}

// Takes, of several PTX texts, the newest that is made for the device, as a driver does. If none is, it takes the newest of all, since
// the simulator runs nearly all PTX on every device.
bool sim_fatbin_ptx(const void *data, size_t size, int arch, const char **ptx, size_t *length,
                    SimError *err)
{
    Bytes rest = entries((Bytes){data, size});
    Entry e, best = {0}, other = {0};
    bool best_fits = false;
    while (next_entry(&rest, &e)) {
        bool fits = made_for(&e, (u64)arch);
        if (e.kind == KIND_PTX && e.payload.size &&
            (!best.kind || fits > best_fits || (fits == best_fits && e.arch > best.arch)))
            best = e, best_fits = fits;
        if (e.kind != KIND_PTX)
            other = e;
    }
    if (best.flags & COMPRESSED)
        return error_set(err, SIM_BAD_PTX,
                         "The program's PTX is compressed, and the simulator reads plain PTX.\n"
                         "Rebuild with nvcc's --no-compress, as ./warpcc does.");
    if (!best.kind && other.kind)
        return error_set(
            err, SIM_BAD_PTX,
            "The program has machine code for sm_%d but no PTX for the simulator to run.\n"
            "Rebuild with ./warpcc, or add -gencode arch=compute_%d,code=compute_%d.",
            (int)other.arch, (int)other.arch, (int)other.arch);
    if (!best.kind)
        return error_set(err, SIM_BAD_PTX,
                         "The program's device code is not a fat binary that the simulator knows.\n"
                         "Rebuild with ./warpcc.");
    *ptx = (const char *)best.payload.at;
    *length = best.payload.size;
    while (*length && !(*ptx)[*length - 1]) // nvcc pads with zeros
        --*length;
    err->status = SIM_OK;
    return true;
}

bool sim_fatbin_relocatable(const void *data, size_t size)
{
    Bytes rest = entries((Bytes){data, size});
    Entry e;
    return next_entry(&rest, &e) && (e.flags & RELOCATABLE);
}

bool sim_fatbin_assembled(const void *data, size_t size, const char *mangled, int arch,
                          SimAssembled *out)
{
    Bytes rest = entries((Bytes){data, size}), best = {0};
    Entry e;
    u64 best_arch = 0;
    const char *ptx = NULL;
    size_t length = 0;
    SimError err;
    *out = (SimAssembled){0};
    while (next_entry(&rest, &e)) {
        bool nearer = best_arch != (u64)arch && (e.arch == (u64)arch || e.arch > best_arch);
        int registers = e.kind == KIND_CUBIN && !(e.flags & COMPRESSED) && nearer
                            ? cubin_registers(e.payload, mangled)
                            : 0;
        if (registers)
            out->registers = registers, best = e.payload, best_arch = e.arch;
    }
    return !best.size || !sim_fatbin_ptx(data, size, arch, &ptx, &length, &err) ||
           cubin_lines(best, (int)best_arch, mangled, (Bytes){(const u8 *)ptx, length}, out);
}
