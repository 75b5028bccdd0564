// fatbin.c: what nvcc puts into a program, taken apart.
//
// A fat binary is a header and a row of entries, each the code of one architecture: PTX text, or a cubin, which is an
// ELF file of machine code. We run the PTX; of the cubin we only ask how many registers the assembler gave each kernel.
//
//     0  u32 magic 0xBA55ED50    entry: 0  u16 kind, 1 PTX, 2 cubin    16  u32 compressed size    56  u64 raw size
//     4  u16 version                    4  u32 bytes of this header    28  u32 architecture, 86
//     6  u16 bytes of this header       8  u64 bytes of its payload    40  u64 flags, 0x2000 LZ4, 0x8000 zstd
//     8  u64 bytes of all entries
//
// In a cubin, section .nv.info is a row of attributes; that of kind 0x2f holds a symbol's number and its registers.
//
// Both formats have no public description. Nothing is believed: every size is held against what is left, and reads go
// through Bytes, which knows where its bytes end.

#include "core.h"

#include <string.h>

enum {
    FATBIN_MAGIC = 0xBA55ED50,
    ENTRY_HEADER = 64, // bytes of an entry's header that we know; it may be longer
    KIND_PTX = 1,
    KIND_CUBIN = 2,
    COMPRESSED = 0x2000 | 0x8000,
};

typedef struct {
    const u8 *at;
    u64 size;
} Bytes;

typedef struct {
    u64 kind, arch, flags;
    Bytes payload;
} Entry;

// The little-endian number of `width` bytes at `offset`; 0 outside.
static u64 number(Bytes b, u64 offset, unsigned width)
{
    if (offset > b.size || b.size - offset < width)
        return 0;
    u64 n = 0;
    for (unsigned i = 0; i < width; i++)
        n |= (u64)b.at[offset + i] << 8 * i;
    return n;
}

// `size` bytes at `offset`; none if they aren't all there.
static Bytes part(Bytes b, u64 offset, u64 size)
{
    if (offset > b.size || size > b.size - offset)
        return (Bytes){b.at, 0};
    return (Bytes){b.at + offset, size};
}

// All entries of a fat binary, none if it is not one.
static Bytes entries(const void *data)
{
    Bytes header = {data, 16};
    u64 size = number(header, 6, 2);
    if (number(header, 0, 4) != FATBIN_MAGIC || size < 16)
        return (Bytes){data, 0};
    return (Bytes){(const u8 *)data + size, number(header, 8, 8)};
}

// Takes the first entry off *rest; false at the end or where the sizes are nonsense.
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

// Of several PTX texts the one for the newest architecture is taken, as it is the one with the program's best code.
bool sim_fatbin_ptx(const void *data, const char **ptx, size_t *length, SimError *err)
{
    Bytes rest = entries(data);
    Entry e, best = {0}, other = {0};
    while (next_entry(&rest, &e)) {
        if (e.kind == KIND_PTX && e.payload.size && (!best.kind || e.arch > best.arch))
            best = e;
        if (e.kind != KIND_PTX)
            other = e;
    }
    err->status = SIM_BAD_PTX;
    if (best.flags & COMPRESSED) {
        text_format(err->text, sizeof err->text,
                    "The program's PTX is compressed, and the simulator reads plain PTX.\n"
                    "Rebuild with nvcc's --no-compress, as ./warpcc does.");
        return false;
    }
    if (!best.kind && other.kind) {
        text_format(err->text, sizeof err->text,
                    "The program has machine code for sm_%d but no PTX for the simulator to run.\n"
                    "Rebuild with ./warpcc, or add -gencode arch=compute_%d,code=compute_%d.",
                    (int)other.arch, (int)other.arch, (int)other.arch);
        return false;
    }
    if (!best.kind) {
        text_format(err->text, sizeof err->text,
                    "The program's device code is not a fat binary that the simulator knows.\n"
                    "Rebuild with ./warpcc and nvcc 12 or 13.");
        return false;
    }
    *ptx = (const char *)best.payload.at;
    *length = best.payload.size;
    while (*length && !(*ptx)[*length - 1]) // nvcc pads with zeros
        --*length;
    err->status = SIM_OK;
    return true;
}

// ---- cubin ---------------------------------------------------------------------------------------------------

// Offsets in ELF64's file header, section header and symbol: the System V ABI, "Object Files".
enum {
    E_SHOFF = 40,
    E_SHENTSIZE = 58,
    E_SHNUM = 60,
    SH_TYPE = 4,
    SH_OFFSET = 24,
    SH_SIZE = 32,
    SH_LINK = 40,
    SHT_SYMTAB = 2,
    SHT_NV_INFO = 0x70000000, // SHT_LOPROC: .nv.info and, one for each kernel, .nv.info.NAME
    SYMBOL_SIZE = 24,
};

// An attribute of .nv.info: u8 format, u8 kind, u16 size, then `size` bytes when the format is 4, else none.
enum { FORMAT_SIZED = 4, REGCOUNT = 0x2f };

static Bytes section_header(Bytes elf, u64 i)
{
    u64 size = number(elf, E_SHENTSIZE, 2), table = number(elf, E_SHOFF, 8);
    if (i >= number(elf, E_SHNUM, 2) || table > elf.size)
        return (Bytes){elf.at, 0};
    return part(elf, table + i * size, size);
}

static Bytes section(Bytes elf, u64 i)
{
    Bytes header = section_header(elf, i);
    return part(elf, number(header, SH_OFFSET, 8), number(header, SH_SIZE, 8));
}

// Whether symbol number `symbol` of table section `symtab` is called `name`.
static bool symbol_is(Bytes elf, u64 symtab, u64 symbol, const char *name)
{
    Bytes names = section(elf, number(section_header(elf, symtab), SH_LINK, 4));
    Bytes entry = part(section(elf, symtab), symbol * SYMBOL_SIZE, SYMBOL_SIZE);
    u64 length = strlen(name) + 1;
    Bytes text = part(names, number(entry, 0, 4), length);
    return entry.size && text.size && memcmp(text.at, name, length) == 0;
}

static int registers_in_info(Bytes elf, Bytes info, u64 symtab, const char *mangled)
{
    while (info.size >= 4) {
        u64 size = number(info, 0, 1) == FORMAT_SIZED ? number(info, 2, 2) : 0;
        if (number(info, 1, 1) == REGCOUNT && size >= 8 &&
            symbol_is(elf, symtab, number(info, 4, 4), mangled))
            return (int)number(info, 8, 4);
        info = size <= info.size - 4 ? part(info, 4 + size, info.size - 4 - size) : (Bytes){0};
    }
    return 0;
}

static int registers_in_cubin(Bytes elf, const char *mangled)
{
    u64 count = number(elf, E_SHNUM, 2), symtab = 0;
    for (u64 i = 0; i < count; i++)
        if (number(section_header(elf, i), SH_TYPE, 4) == SHT_SYMTAB)
            symtab = i;
    for (u64 i = 0; symtab && i < count; i++)
        if (number(section_header(elf, i), SH_TYPE, 4) == SHT_NV_INFO) {
            int registers = registers_in_info(elf, section(elf, i), symtab, mangled);
            if (registers > 0 && registers <= 255)
                return registers;
        }
    return 0;
}

// Of several cubins the newest, as with PTX.
int sim_fatbin_registers(const void *data, const char *mangled)
{
    Bytes rest = entries(data);
    Entry e;
    u64 newest = 0;
    int registers = 0;
    while (next_entry(&rest, &e))
        if (e.kind == KIND_CUBIN && !(e.flags & COMPRESSED) && e.arch > newest) {
            int found = registers_in_cubin(e.payload, mangled);
            if (found)
                registers = found, newest = e.arch;
        }
    return registers;
}
