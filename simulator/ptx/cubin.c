// cubin.c: reads what ptxas made of a kernel. A cubin is an ELF file of machine code (SASS). We do not run it, but it tells what
// the PTX does not: how many registers a thread has, how often a loop was unrolled, which loads wait for others, which values were spilled.
//
//     .nv.info               a row of attributes; one of kind 0x2f holds a symbol's number and its registers
//     .text.NAME             a kernel's instructions, 16 bytes each; bits 0 to 11 are the operation
//     .nv_debug_line_sass    a DWARF line table from instructions to lines of the PTX, one sequence for each function
//     .rel[a].nv_debug_line_sass    says which function: it relocates the address that a sequence starts with
//     .nv_debug_ptx_txt      that PTX, each line ending in 0
//
// We know a few operations of the machine code. They have the same numbers from Volta to Hopper (sm_70 to sm_90), as
// `cuobjdump -sass` shows them. Only ELF and DWARF have public descriptions.

#include "ptx/cubin.h"

#include <stdlib.h>
#include <string.h>

// Offsets in ELF64's file header, section header, symbol and relocation: the System V ABI, "Object Files".
enum {
    E_SHOFF = 40,
    E_SHENTSIZE = 58,
    E_SHNUM = 60,
    E_SHSTRNDX = 62,
    SH_NAME = 0,
    SH_TYPE = 4,
    SH_OFFSET = 24,
    SH_SIZE = 32,
    SH_LINK = 40,
    SH_INFO = 44,
    SHT_SYMTAB = 2,
    SHT_RELA = 4,
    SHT_REL = 9,
    SHT_NV_INFO = 0x70000000, // SHT_LOPROC: .nv.info and, one for each kernel, .nv.info.NAME
    SYMBOL_SIZE = 24,
    SYMBOL_TYPE = 4, // its low four bits
    SYMBOL_SECTION = 6,
    SYMBOL_VALUE = 8,
    SYMBOL_SIZE_FIELD = 16,
    STT_FUNC = 2,
};

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

// Tells whether the string at `offset` of a table of names is `name` followed by `more`.
static bool name_is(Bytes names, u64 offset, const char *name, const char *more)
{
    u64 first = strlen(name), second = strlen(more) + 1;
    Bytes text = part(names, offset, first + second);
    return text.size && memcmp(text.at, name, first) == 0 &&
           memcmp(text.at + first, more, second) == 0;
}

// Returns the number of the section called NAME followed by MORE; 0, which no section has, if there is none.
static u64 find_section(Bytes elf, const char *name, const char *more)
{
    Bytes names = section(elf, number(elf, E_SHSTRNDX, 2));
    for (u64 i = number(elf, E_SHNUM, 2); i > 1; i--)
        if (name_is(names, number(section_header(elf, i - 1), SH_NAME, 4), name, more))
            return i - 1;
    return 0;
}

// ---- Registers ---------------------------------------------------------------------------------------------------------

// An attribute of .nv.info: u8 format, u8 kind, u16 size, then `size` bytes when the format is 4, else none.
enum { FORMAT_SIZED = 4, REGCOUNT = 0x2f };

// Tells whether symbol number `symbol` of table section `symtab` is called `name`.
static bool symbol_is(Bytes elf, u64 symtab, u64 symbol, const char *name)
{
    Bytes names = section(elf, number(section_header(elf, symtab), SH_LINK, 4));
    Bytes entry = part(section(elf, symtab), symbol * SYMBOL_SIZE, SYMBOL_SIZE);
    return entry.size && name_is(names, number(entry, 0, 4), name, "");
}

static int registers_in_info(Bytes elf, Bytes info, u64 symtab, const char *mangled)
{
    while (info.size >= 4) {
        u64 size = number(info, 0, 1) == FORMAT_SIZED ? number(info, 2, 2) : 0;
        if (number(info, 1, 1) == REGCOUNT && size >= 8 &&
            symbol_is(elf, symtab, number(info, 4, 4), mangled))
            return (int)number(info, 8, 4);
        info = after(info, 4 + size);
    }
    return 0;
}

int cubin_registers(Bytes elf, const char *mangled)
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

// ---- The line table -------------------------------------------------------------------------------------------------------

// The state of DWARF's line number machine, version 2, and the program that drives it (DWARF 2.0, 6.2).
typedef struct {
    Reader program; // in its section
    u64 address, line;
    u64 function; // the section of the sequence, 0 unknown
    int line_base;
    u64 line_range, opcode_base, shortest;
} Lines;

enum { UNIT_HEADER = 15, LENGTH_FIELD = 4, HEADER_LENGTH = 6, BEHIND_HEADER_LENGTH = 10 };
enum {
    DW_LNS_copy = 1,
    DW_LNS_advance_pc = 2,
    DW_LNS_advance_line = 3,
    DW_LNS_set_file = 4,
    DW_LNS_set_column = 5,
    DW_LNS_const_add_pc = 8,
    DW_LNS_fixed_advance_pc = 9,
    DW_LNE_end_sequence = 1,
    DW_LNE_set_address = 2,
};

// Returns the section of the symbol that the relocation at `offset` of section `of` names; 0 if there is none.
static u64 relocated_to(Bytes elf, u64 of, u64 offset)
{
    for (u64 i = number(elf, E_SHNUM, 2); i > 0; i--) {
        Bytes header = section_header(elf, i - 1);
        u64 type = number(header, SH_TYPE, 4), size = type == SHT_RELA ? 24 : 16;
        if ((type != SHT_RELA && type != SHT_REL) || number(header, SH_INFO, 4) != of)
            continue;
        Bytes rest = section(elf, i - 1), symbols = section(elf, number(header, SH_LINK, 4));
        for (; rest.size >= size; rest = after(rest, size))
            if (number(rest, 0, 8) == offset)
                return number(symbols, number(rest, 12, 4) * SYMBOL_SIZE + SYMBOL_SECTION, 2);
    }
    return 0;
}

static void step_extended(Lines *x, Bytes elf, u64 section_number)
{
    Reader *r = &x->program;
    u64 length = take_leb(r, false), operation = number(r->in, r->at, 1);
    if (operation == DW_LNE_set_address) {
        x->function = relocated_to(elf, section_number, r->at + 1);
        x->address = number(r->in, r->at + 1, 8);
    } else if (operation == DW_LNE_end_sequence) {
        x->function = x->address = 0;
        x->line = 1;
    }
    skip(r, length);
}

// Runs the program up to its next row, which is then in *x; false at the end.
static bool next_row(Lines *x, Bytes elf, u64 section_number)
{
    Reader *r = &x->program;
    while (r->at < r->in.size) {
        u64 operation = take(r, 1);
        if (operation >= x->opcode_base) {
            u64 special = operation - x->opcode_base;
            x->address += special / x->line_range * x->shortest;
            x->line += (u64)(i64)x->line_base + special % x->line_range;
            return true;
        }
        switch (operation) {
        case 0: step_extended(x, elf, section_number); break;
        case DW_LNS_copy: return true;
        case DW_LNS_advance_pc: x->address += take_leb(r, false) * x->shortest; break;
        case DW_LNS_advance_line: x->line += take_leb(r, true); break;
        case DW_LNS_set_file:
        case DW_LNS_set_column: take_leb(r, false); break;
        case DW_LNS_const_add_pc:
            x->address += (255 - x->opcode_base) / x->line_range * x->shortest;
            break;
        case DW_LNS_fixed_advance_pc: x->address += take(r, 2); break;
        default: break;
        }
    }
    return false;
}

// What is known of the instruction at some place of a kernel's section before its operation is looked at.
typedef struct {
    u32 line;           // of the PTX; 0: not known
    u32 stretch, block; // as in SimAssembledPiece
    u64 last;           // of the loop that begins here: its last instruction; 0: none does
    u64 inner; // the first instruction of the innermost loop around it, and 1 more; 0: it is in no loop
    bool rare;    // only rare operands need it
    bool meets;   // it is the first one behind a barrier at which lanes of a warp wait for others
    bool entered; // a branch leads here, or it stands behind one that lanes may take
    bool parts;   // it is the first one of, or behind, a part of an unrolled loop
    u8 under_way; // scoreboards of loads that may be under way when a branch ahead leads here
    bool each_value; // as in SimAssembledPiece
} Place;

// Reads a line table. places: (count), the instructions of section `function`.
static void read_lines(Bytes elf, u64 table, u64 function, Place *places, u64 count)
{
    Bytes all = section(elf, table);
    for (u64 at = 0, end; all.size > UNIT_HEADER && at < all.size - UNIT_HEADER; at = end) {
        end = at + LENGTH_FIELD + number(all, at, 4);
        Bytes units = part(all, 0, end); // this one and those before it
        u64 program = at + BEHIND_HEADER_LENGTH + number(all, at + HEADER_LENGTH, 4);
        Lines x = {.program = {units, program},
                   .line = 1,
                   .shortest = number(all, at + 10, 1),
                   .line_base = (i8)number(all, at + 12, 1),
                   .line_range = number(all, at + 13, 1),
                   .opcode_base = number(all, at + 14, 1)};
        if (!units.size || !x.line_range || !x.opcode_base)
            return;
        while (next_row(&x, elf, table))
            if (x.function == function && x.address / 16 < count)
                places[x.address / 16].line = (u32)x.line;
    }
    for (u64 i = 1; i < count; i++)
        if (!places[i].line)
            places[i].line = places[i - 1].line;
}

// ---- Instructions -----------------------------------------------------------------------------------------------------------

enum {
    NOP = 0x918,
    LD = 0x980,
    LDG = 0x981,
    LDL = 0x983,
    LDS = 0x984,
    STL = 0x387,
    STS = 0x388,
    STS_UNIFORM = 0x988, // its address is in a uniform register
    NEVER = 0xf,         // bits 12 to 15 of what no lane does; ptxas puts such loads before LDGSTS
    CONTROL_FIRST = 0x940, // BRA, BRX, CALL, EXIT, …
    CONTROL_LAST = 0x95f,
    BSYNC = 0x941,
    BSSY = 0x945, // in the range of control, but does not jump
    BRA = 0x947,
    EXIT = 0x94d,
    CALL = 0x944,
    WARPSYNC = 0x948,
    SYNCS = 0x1a7,   // of an mbarrier, in any of its forms: the low nine bits
    UCGABAR = 0x1c7, // of a cluster's barrier, as well
    BAR = 0x11d,     // of a block's
    ALWAYS = 7,      // bits 12 to 15 of what all lanes do
    SCOREBOARDS = 6,
};

// The low nine bits of an operation's twelve say what it does, the others which operands it has.
enum { KINDS = 0x200 };

// Tells whether a kind of instruction only starts what tensor cores or bulk copies do, or is about their barriers: HGMMA and its kin; SYNCS,
// UTMALDG, UTMASTG, UBLKCP and so on.
static bool is_engine(u64 kind)
{
    return (kind >= 0x1f0 && kind <= 0x1f3) || kind == 0x1a7 || (kind >= 0x1b2 && kind <= 0x1ba) ||
           (kind >= 0x1c6 && kind <= 0x1c8);
}

// Tells whether ncu counts a kind of instruction for the pipe of tensor cores: HFMA2.MMA (of pairs of halves; ptxas also sets constants by
// it), IMMA, HMMA, BMMA, DMMA, and a warpgroup's products (ch7-steps on an H200, results/h200-steps.csv).
static bool is_tensor(u64 kind)
{
    return kind == 0x035 || kind == 0x037 || kind == 0x03c || kind == 0x03d || kind == 0x03f ||
           (kind >= 0x1f0 && kind <= 0x1f3);
}

// Returns the pipe that executes a kind of instruction. What is not listed is control, or the uniform registers', which only take their turn to issue. So do tensor cores: their time is counted
// of the PTX. ncu's smsp__inst_executed_pipe_* of tests/gpu/pairs.cu on an H200 agree (results/h200-pairs.csv).
static SimPipe pipe_of(u64 kind)
{
    enum { LDC = 0x182, S2UR = 0x1c3 }; // constants, and special registers for the uniform pipe
    if (is_engine(kind))
        return SIM_PIPE_CONTROL;
    if (kind >= 0x180 && kind != LDC && kind != S2UR) // LD, LDG, LDS, ST, SHFL, ATOM, RED, LDGSTS …
        return SIM_PIPE_LSU;
    switch (kind) {
    case 0x002: // MOV
    case 0x003: // P2R
    case 0x004: // R2P
    case 0x006: // VOTE
    case 0x007: // SEL
    case 0x008: // FSEL
    case 0x009: // FMNMX
    case 0x00a: // FSET
    case 0x00b: // FSETP
    case 0x00c: // ISETP
    case 0x010: // IADD3
    case 0x011: // LEA
    case 0x012: // LOP3
    case 0x013: // IABS
    case 0x014: // VABSDIFF
    case 0x016: // PRMT
    case 0x017: // IMNMX
    case 0x019: // SHF
    case 0x01a: // SGXT
    case 0x01b: // BMSK
    case 0x01c: // PLOP3
    case 0x03e: // F2FP
    case 0x045: // I2FP
    case 0x048: // VIMNMX
        return SIM_PIPE_LOGIC;
    case 0x020: // FMUL
    case 0x021: // FADD
    case 0x022: // FSWZADD
    case 0x023: // FFMA
        return SIM_PIPE_FP32;
    case 0x024: // IMAD
    case 0x025: // IMAD.WIDE
    case 0x026: // IDP
    case 0x027: // IMAD.HI
    case 0x030: // HADD2
    case 0x031: // HFMA2
    case 0x032: // HMUL2
    case 0x033: // HSET2
    case 0x034: // HSETP2
    case 0x035: // HFMA2.MMA
        return SIM_PIPE_INT;
    case 0x028: // DMUL
    case 0x029: // DADD
    case 0x02a: // DSETP
    case 0x02b: // DFMA
        return SIM_PIPE_FP64;
    case 0x100: // FLO
    case 0x101: // BREV
    case 0x102: // FCHK
    case 0x104: // F2F
    case 0x105: // F2I
    case 0x106: // I2F
    case 0x107: // FRND
    case 0x108: // MUFU
    case 0x109: // POPC
    case 0x110: // the same of 64 bits: F2F, F2I, I2F, FRND
    case 0x111:
    case 0x112:
    case 0x113: return SIM_PIPE_SFU;
    case 0x03b: // LDSM
    case 0x044: // STSM
    case 0x119: // S2R
        return SIM_PIPE_LSU;
    default: return SIM_PIPE_CONTROL;
    }
}

enum { MOST_REPEATS = 256 };

// What the names of functions have in them that no PTX describes: $__internal_0_$__cuda_sm20_div_rn_f64_full.
#define RARE "$__cuda"

// A machine instruction.
typedef struct {
    u32 line;                     // the PTX line that it came from
    u32 at;                       // its place in the code
    u32 run;                      // it is behind so many jumps and barriers
    u32 stretch, block, loop;     // as in SimAssembledPiece
    u8 local_loads, local_stores; // words of local memory
    u8 shared;                    // bytes a lane that it moves from or to shared memory
    bool load;                    // it loads from memory that is not local
    bool idle;                    // no lane does it
    bool each_value;              // as in SimAssembledPiece
    bool begins;                  // a load of global memory that begins a batch
    bool joins, stays;            // as in SimAssembledLine
    bool jumps, meets;            // as in SimAssembledLine
    u32 to;
    u8 pipe;  // SimPipe
    u16 kind; // what it does: KINDS
} Machine;

static int by_line(const void *a, const void *b)
{
    const Machine *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

// Returns how many bytes a lane moves in a load or store of local or shared memory. Bits 73 to 75 say it: 0 and 1 for 8 bits, 2
// and 3 for 16, 4 for 32, 5 for 64, 6 for 128.
static u8 bytes_of(Bytes instruction)
{
    static const u8 bytes[] = {1, 1, 2, 2, 4, 8, 16, 0};
    return bytes[number(instruction, 9, 1) >> 1 & 7];
}

// Tells whether a word stands in the text that ends with a 0.
static bool has_word(Bytes text, const char *word)
{
    const u64 length = strlen(word);
    for (; text.size >= length && *text.at; text = after(text, 1))
        if (memcmp(text.at, word, length) == 0)
            return true;
    return false;
}

// Marks the instructions of functions that no PTX describes: the long way of a division, which only rare operands need. ptxas puts them
// behind the kernel. at: (count), the instructions of section `function`.
static void find_rare(Bytes elf, u64 function, Place *at, u64 count)
{
    for (u64 i = number(elf, E_SHNUM, 2); i > 0; i--) {
        Bytes header = section_header(elf, i - 1), rest = section(elf, i - 1);
        if (number(header, SH_TYPE, 4) != SHT_SYMTAB)
            continue;
        Bytes names = section(elf, number(header, SH_LINK, 4));
        for (; rest.size >= SYMBOL_SIZE; rest = after(rest, SYMBOL_SIZE)) {
            Bytes name = after(names, number(rest, 0, 4));
            u64 first = number(rest, SYMBOL_VALUE, 8) / 16,
                end = first + number(rest, SYMBOL_SIZE_FIELD, 8) / 16;
            if ((number(rest, SYMBOL_TYPE, 1) & 15) == STT_FUNC &&
                number(rest, SYMBOL_SECTION, 2) == function && has_word(name, RARE))
                for (u64 k = first; k < end && k < count; k++)
                    at[k].rare = true;
        }
    }
}

static u64 operation_at(Bytes code, u64 i)
{
    return number(part(code, 16 * i, 16), 0, 2) & 0xfff;
}

// Tells whether all lanes do an instruction.
static bool is_always(Bytes code, u64 i)
{
    return number(part(code, 16 * i, 16), 0, 2) >> 12 == ALWAYS;
}

// Returns the number of the instruction that the branch at number i leads to. Its way, in units of 4 bytes, is a signed number from bit
// 34 on; since sm_90 this lacks the lowest 8 bits, which stand at bit 16.
static u64 branch_target(Bytes code, u64 i, int arch)
{
    Bytes instruction = part(code, 16 * i, 16);
    i64 way = (i64)sign_extend(number(instruction, 4, 8) >> 2 & 0xffffffffffff, 6);
    if (arch >= 90)
        way = way * 256 + (i64)number(instruction, 2, 1);
    return (u64)((i64)i + 1 + way / 4);
}

// Tells whether a branch is one that a warp only takes when its lanes have parted: BRA.DIV.
static bool is_for_parted(Bytes code, u64 i)
{
    return operation_at(code, i) == BRA && number(part(code, 16 * i, 16), 11, 1) >> 3 & 1;
}

// Tells whether a branch goes back until all values of a warp's lanes had their turn in a uniform register, BRA.U.ANY. Mostly there is one
// value.
static bool is_for_values(Bytes code, u64 i)
{
    return operation_at(code, i) == BRA && number(part(code, 16 * i, 16), 10, 1) >> 4 & 1;
}

// Returns where a stretch of code ends that looks at an mbarrier until its phase is over, and then branches away; 0 if there is none
// at `at`.
static u64 end_of_wait(Bytes code, u64 at, int arch)
{
    enum { MOST = 8 };
    bool looks = false;
    for (u64 i = at; i + 1 < code.size / 16 && i < at + MOST; i++) {
        looks |= operation_at(code, i) % KINDS == SYNCS;
        if (operation_at(code, i) == BRA)
            return looks && !is_always(code, i) && branch_target(code, i, arch) == at &&
                           is_always(code, i + 1) && operation_at(code, i + 1) == BRA
                       ? i + 2
                       : 0;
    }
    return 0;
}

// Returns where a stretch of code ends in which parted lanes of a warp meet, and then branch away; 0 if there is none at `at`.
static u64 end_of_meeting(Bytes code, u64 at)
{
    enum { MOST = 256 };
    bool meet = false;
    for (u64 i = at; i < code.size / 16 && i < at + MOST; i++) {
        meet |= operation_at(code, i) % KINDS == WARPSYNC % KINDS;
        if (operation_at(code, i) == BRA)
            return meet && is_always(code, i) ? i + 1 : 0;
    }
    return 0;
}

// Marks what ptxas puts out of the way: what a warp does at a __syncwarp() or a shuffle if its lanes have parted, and all looks at an
// mbarrier but the first, of which nobody knows how many there will be.
static void find_slow_ways(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 0; i < count; i++) {
        u64 first = operation_at(code, i) == BRA ? branch_target(code, i, arch) : 0, end = 0;
        if (first > i && is_for_parted(code, i))
            end = end_of_meeting(code, first);
        else if (first > i && !is_always(code, i))
            end = end_of_wait(code, first, arch);
        for (u64 k = first; k < end && k < count; k++)
            at[k].rare = true;
    }
}

// Marks what stands in the place of a cluster's barrier in a launch without clusters: an instruction that the code before it, of the same
// line, jumps over.
static void find_other_barriers(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 4; i + 1 < count; i++) {
        const u64 kind = operation_at(code, i) % KINDS;
        bool barrier = false;
        for (u64 k = i - 4; k < i; k++)
            barrier |= operation_at(code, k) % KINDS == UCGABAR && at[k].line == at[i].line;
        at[i].rare |= (kind == NOP % KINDS || kind == BAR) && barrier &&
                      operation_at(code, i - 1) == BRA && is_always(code, i - 1) &&
                      branch_target(code, i - 1, arch) == i + 1;
    }
}

// Marks the first instruction behind each barrier at which lanes of a warp wait for others. A branch may lead there.
static void find_meets(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 0; i < count; i++) {
        u64 behind = i + 1;
        if (operation_at(code, i) != BSYNC)
            continue;
        while (behind < count && operation_at(code, behind) == WARPSYNC)
            behind++;
        if (is_always(code, behind) && operation_at(code, behind) == BRA)
            behind = branch_target(code, behind, arch);
        if (behind < count)
            at[behind].meets = true;
    }
}

// Returns the line to which the branch at number i leads; 0 if it leads to a barrier where lanes of a warp wait for others.
static u32 line_of_target(Bytes code, u64 i, int arch, const Place *at)
{
    const u64 to = branch_target(code, i, arch);
    return to < code.size / 16 && operation_at(code, to) != BSYNC ? at[to].line : 0;
}

// Marks the instructions to which a branch leads, and those behind one that lanes may take.
static void find_entered(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 0; i < count; i++) {
        u64 operation = operation_at(code, i);
        bool jumps = operation == BRA;
        u64 to = jumps ? branch_target(code, i, arch) : count;
        if (to < count)
            at[to].entered = true;
        if (i + 1 < count && (jumps || operation == BSYNC || operation == CALL))
            at[i + 1].entered = true;
    }
}

// Tells whether code behind an instruction may run less or more often than the instruction.
static bool ends_block(Bytes code, u64 i)
{
    const u64 operation = operation_at(code, i);
    return operation >= CONTROL_FIRST && operation <= CONTROL_LAST && operation != BSSY &&
           operation != WARPSYNC;
}

// Numbers the straight runs of code that begin where a branch leads, or behind what may jump.
static void find_blocks(Bytes code, Place *at, u64 count)
{
    for (u64 i = 1; i < count; i++)
        at[i].block = at[i - 1].block + (at[i].entered || ends_block(code, i - 1));
}

// Marks the code that prepares a call of a rare function, and what takes its result, where a branch leads around it.
static void find_rare_calls(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 0; i < count; i++) {
        u64 to = operation_at(code, i) == CALL ? branch_target(code, i, arch) : count;
        if (at[i].rare || to >= count || !at[to].rare)
            continue;
        u64 first = i, end = i + 1;
        while (first > 0 && !at[first].entered)
            first--;
        if (first == 0 || operation_at(code, first - 1) != BRA)
            continue;
        while (end < count && operation_at(code, end) != BSYNC &&
               (end == i + 1 || !at[end].entered))
            end++;
        for (u64 k = first; k < end; k++)
            at[k].rare = true;
    }
}

// Tells whether a loop is closed by the branch of a line. Behind an unrolled one, such branches also skip what does the iterations that are
// left over.
static bool closes_loop(const Place *at, u32 line, u64 count)
{
    for (u64 i = 0; i < count; i++)
        if (at[i].last && at[at[i].last].line == line)
            return true;
    return false;
}

// Finds loops, and the stretches of code in which no part of one begins or ends. Loops that overlap count as one.
static void find_stretches(Bytes code, int arch, Place *at, u64 count)
{
    for (u64 i = 0; i < count; i++) {
        u64 to = operation_at(code, i) == BRA && !is_for_values(code, i)
                     ? branch_target(code, i, arch)
                     : count;
        if (to < i)
            at[to].last = i;
        for (u64 k = is_for_values(code, i) ? branch_target(code, i, arch) : i; k < i; k++)
            at[k].each_value = at[i].each_value = true;
    }
    for (u64 first = 0; first < count; first++) {
        const u64 last = at[first].last;
        Place *around = at[first].inner ? &at[at[first].inner - 1] : NULL;
        const bool overlap = around && around->last < last;
        if (overlap)
            around->last = last;
        for (u64 i = first; last && i <= last; i++)
            at[i].inner = overlap ? (u64)(around - at) + 1 : first + 1;
    }
    for (u64 i = 0; i < count; i++) {
        u64 to =
            operation_at(code, i) == BRA && !is_always(code, i) ? branch_target(code, i, arch) : 0;
        if (to > i && to < count && closes_loop(at, at[i].line, count))
            at[i + 1].parts = at[to].parts = true;
    }
    for (u64 i = 1; i < count; i++)
        at[i].stretch = at[i - 1].stretch + (at[i].inner != at[i - 1].inner || at[i].parts);
}

// The loads of global memory that are under way in a stretch of code. An instruction names the scoreboard that it sets free, and those that
// it waits for: bits 110 to 112 and 116 to 121. A load that is issued after such a wait, for one of the loads before it, begins a new
// batch. So does the first load after a place that is entered. But on the way there earlier loads may be under way: then it joins them.
typedef struct {
    int batch;           // the number of the current one
    Machine *last;       // its last load; NULL: it has none
    int of[SCOREBOARDS]; // the batch of the last load of each; -1: none is under way
    u8 before; // scoreboards of loads from before this stretch, while nothing has waited for one of them
} UnderWay;

static const UnderWay NONE_UNDER_WAY = {.of = {-1, -1, -1, -1, -1, -1}};

// Tells whether what stands behind the instruction at number i is never run after it.
static bool goes_away(Bytes code, u64 i)
{
    u64 operation = operation_at(code, i);
    return is_always(code, i) && (operation == BRA || operation == EXIT);
}

// Returns the scoreboards of the loads that are under way where code ends that runs without a break; their batch stays under way.
static u8 leave_under_way(UnderWay *u)
{
    u8 on = u->before;
    for (int b = 0; b < SCOREBOARDS; b++)
        on |= u->last && u->of[b] == u->batch ? 1 << b : 0;
    if (u->last)
        u->last->stays = true;
    return on;
}

// Follows the loads over one more instruction, and notes how it stands to those before it.
static void follow_loads(UnderWay *u, Bytes instruction, u64 operation, Machine *m)
{
    u64 sets = number(instruction, 13, 2) >> 6 & 7, waits = number(instruction, 14, 2) >> 4;
    for (int b = 0; b < SCOREBOARDS; b++)
        if (waits >> b & 1) {
            if (u->last && u->of[b] == u->batch) {
                u->batch++;
                u->last = NULL;
            }
            u->of[b] = -1;
        }
    if (waits & u->before)
        u->before = 0;
    if ((operation != LD && operation != LDG) || m->idle)
        return;
    m->begins = !u->last;
    m->joins = u->before != 0;
    u->before = 0;
    u->last = m;
    if (sets < SCOREBOARDS)
        u->of[sets] = u->batch;
}

// Finds the instructions of a kernel and of the functions behind it, but for rare ones, and for the branch to itself and the NOPs behind
// their end, which nobody reaches.
static u64 find_instructions(Bytes code, int arch, Place *at, Machine *out)
{
    u64 found = 0, last = 0, end = code.size / 16;
    u32 run = 0;
    while (end && operation_at(code, end - 1) == NOP)
        end--;
    UnderWay under_way = NONE_UNDER_WAY;
    for (u64 i = 0; i < end; i++) {
        Bytes instruction = part(code, 16 * i, 16);
        u64 operation = operation_at(code, i);
        if (at[i].rare)
            continue;
        if (at[i].entered) {
            u8 before = at[i].under_way;
            if (i == 0 || !goes_away(code, i - 1))
                before |= leave_under_way(&under_way);
            under_way = NONE_UNDER_WAY;
            under_way.before = before;
        }
        last = operation;
        if (operation >= CONTROL_FIRST && operation <= CONTROL_LAST && operation != BSSY)
            run++;
        u8 bytes = bytes_of(instruction), words = bytes > 4 ? bytes / 4 : 1;
        bool shared = operation == LDS || operation == STS || operation == STS_UNIFORM,
             idle = number(instruction, 0, 2) >> 12 == NEVER;
        out[found++] = (Machine){
            .line = at[i].line,
            .at = (u32)i,
            .run = run,
            .stretch = at[i].stretch,
            .block = at[i].block,
            .each_value = at[i].each_value,
            .loop = (u32)at[i].inner,
            .local_loads = operation == LDL ? words : 0,
            .local_stores = operation == STL ? words : 0,
            .shared = shared && !idle ? bytes : 0,
            .load = (operation == LD || operation == LDG || operation == LDS) && !idle,
            .idle = idle,
            .jumps = operation == BRA && !is_always(code, i),
            .meets = at[i].meets,
            .pipe = (u8)pipe_of(operation % KINDS),
            .kind = (u16)(operation % KINDS),
        };
        follow_loads(&under_way, instruction, operation, &out[found - 1]);
        u64 to = operation == BRA ? branch_target(code, i, arch) : 0;
        if (to > i && to < end)
            at[to].under_way |= leave_under_way(&under_way);
        if (out[found - 1].jumps)
            out[found - 1].to = line_of_target(code, i, arch, at);
    }
    return found - (last == BRA);
}

// Returns how often a kind of instruction stands in a piece, the first `count`: so often that most instructions are of such kinds. Where
// there are accesses of memory, or sums and products of floats, these count, and not what brings them addresses and constants.
static u16 repeats_of(const Machine *piece, u64 count)
{
    static const SimPipe telling[] = {SIM_PIPE_LSU, SIM_PIPE_FP64, SIM_PIPE_FP32};
    u16 times[KINDS] = {0}, in_pipe[SIM_PIPES] = {0};
    int kinds[MOST_REPEATS + 1] = {0}, repeats = 1;
    for (u64 i = 0; i < count; i++) {
        times[piece[i].kind] += !piece[i].idle;
        in_pipe[piece[i].pipe] += !piece[i].idle;
    }
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++)
        if (in_pipe[telling[i]])
            return in_pipe[telling[i]];
    for (int k = 0; k < KINDS; k++)
        kinds[times[k] < MOST_REPEATS ? times[k] : MOST_REPEATS]++;
    for (int n = 1; n <= MOST_REPEATS; n++)
        if (n * kinds[n] > repeats * kinds[repeats])
            repeats = n;
    return (u16)repeats;
}

// Counts one more instruction of a line, the first or a later one of its straight run of code.
static void count_in_run(SimAssembledLine *line, bool first, int *runs)
{
    *runs += first;
    if (*runs > SIM_MOST_PARTS || line->runs[*runs - 1] == 255)
        memset(line->runs, 0, sizeof line->runs);
    else if (*runs == 1 || line->runs[0])
        line->runs[*runs - 1]++;
}

// Sums up the instructions of each line. The most copies of a load in one run tell how often ptxas unrolled its loop.
static void sum_lines(const Machine *machine, u64 count, SimAssembled *out)
{
    int runs = 0;
    for (u64 i = 0, copies = 0, batches = 0; i < count; i++) {
        const Machine *a = &machine[i];
        const bool new_line = i == 0 || a->line != a[-1].line,
                   new_run = new_line || a->run != a[-1].run;
        if (new_line) {
            out->lines[out->count++] = (SimAssembledLine){.line = (int)a->line};
            runs = 0;
        }
        if (new_run)
            copies = batches = 0;
        copies += a->load;
        batches += a->begins;
        SimAssembledLine *line = &out->lines[out->count - 1];
        count_in_run(line, new_run, &runs);
        if (copies > line->copies || (copies == line->copies && batches > line->batches)) {
            line->copies = copies < 255 ? (u8)copies : 255;
            line->batches = batches < 255 ? (u8)batches : 255;
        }
        line->instructions++;
        if (a->jumps)
            line->to = line->jumps && !line->to ? 0 : (int)a->to;
        line->jumps |= a->jumps;
        line->meets |= a->meets;
        line->joins |= a->joins;
        line->stays |= a->stays;
        line->local_loads += a->local_loads;
        line->local_stores += a->local_stores;
        if (a->shared)
            line->shared =
                !line->shared || line->shared == a->shared ? a->shared : SIM_SEVERAL_SIZES;
    }
}

// Sums up the instructions of each line in each block of code.
static void sum_pieces(const Machine *machine, u64 count, SimAssembled *out)
{
    for (u64 i = 0, same; i < count; i += same) {
        const Machine *a = &machine[i];
        SimAssembledPiece *piece = &out->pieces[out->piece_count++];
        *piece = (SimAssembledPiece){.line = (int)a->line,
                                     .stretch = (int)a->stretch,
                                     .block = (int)a->block,
                                     .each_value = a->each_value,
                                     .loop = (int)a->loop};
        for (same = 0; i + same < count && a[same].line == a->line && a[same].block == a->block &&
                       a[same].stretch == a->stretch;
             same++) {
            piece->pipes[a[same].pipe]++;
            piece->tensor += is_tensor(a[same].kind);
            piece->jumps |= a[same].jumps;
        }
        piece->instructions = (uint16_t)same;
        if (i && a->line == a[-1].line && a->stretch == a[-1].stretch)
            continue;
        u64 all = same;
        while (i + all < count && a[all].line == a->line && a[all].stretch == a->stretch)
            all++;
        piece->repeats = repeats_of(a, all);
        piece->copies = piece->repeats == all;
    }
}

// ---- Which PTX --------------------------------------------------------------------------------------------------------------

// Takes the first line off *rest and returns it. The line ends at a byte `end`, or with the text.
static Bytes take_line(Bytes *rest, u8 end)
{
    const u8 *at = memchr(rest->at, end, rest->size);
    u64 size = at ? (u64)(at - rest->at) : rest->size;
    Bytes line = part(*rest, 0, size);
    *rest = after(*rest, size + 1);
    return line;
}

static const u8 *skip_blanks(const u8 *at, const u8 *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

// Tells whether a line of a cubin's text is one of a PTX text: blanks may differ, a directive for debugging may be missing, and so may a
// comment: nvcc leaves one at each call in the cubin's text, but not in the PTX.
static bool is_line_of(Bytes line, Bytes ptx)
{
    const u8 *a = line.at, *end = a + line.size, *b = ptx.at, *ptx_end = b + ptx.size;
    do {
        while (a < end && b < ptx_end && *a == *b)
            a++, b++;
        a = skip_blanks(a, end);
        b = skip_blanks(b, ptx_end);
    } while (a < end && b < ptx_end && *a == *b);
    return a == end || (end - a >= 2 && a[0] == '/' && a[1] == '/');
}

static bool made_from(Bytes lines, Bytes ptx)
{
    bool same = lines.size > 0;
    while (same && lines.size)
        same = is_line_of(take_line(&lines, 0), take_line(&ptx, '\n'));
    return same;
}

bool cubin_lines(Bytes elf, int arch, const char *mangled, Bytes ptx, SimAssembled *out)
{
    u64 function = find_section(elf, ".text.", mangled),
        table = find_section(elf, ".nv_debug_line_sass", "");
    Bytes code = section(elf, function);
    u64 count = code.size / 16;
    if (!function || !table || !count ||
        !made_from(section(elf, find_section(elf, ".nv_debug_ptx_txt", "")), ptx))
        return true;
    Place *at = calloc(count, sizeof *at);
    Machine *machine = calloc(count, sizeof *machine);
    out->lines = calloc(count, sizeof *out->lines);
    out->pieces = calloc(count, sizeof *out->pieces);
    bool ok = at && machine && out->lines && out->pieces;
    if (ok) {
        read_lines(elf, table, function, at, count);
        find_rare(elf, function, at, count);
        find_slow_ways(code, arch, at, count);
        find_other_barriers(code, arch, at, count);
        find_meets(code, arch, at, count);
        find_entered(code, arch, at, count);
        find_rare_calls(code, arch, at, count);
        find_stretches(code, arch, at, count);
        find_blocks(code, at, count);
        u64 found = find_instructions(code, arch, at, machine);
        qsort(machine, found, sizeof *machine, by_line);
        sum_lines(machine, found, out);
        sum_pieces(machine, found, out);
    }
    free(at);
    free(machine);
    return ok;
}
