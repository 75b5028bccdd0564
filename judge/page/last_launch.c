// last_launch.c: watches what the judge asks of the device, and keeps the last launch of a run: its configuration, its arguments, and
// what memory held before it. It makes a lab's text of the launch, in which each array's values are `given`.

#include "page.h"

#include "lab/core/bundle.h"
#include "lab/core/source_names.h"
#include "warpsim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The most arrays that a lab has (spec.h), and the most bytes for a page; with checks fewer bytes (lab.c).
enum { MOST_PIECES = 11, MOST_BYTES = 4 << 20, MOST_CHECKED = 2 << 20 };

// An allocation, or a variable of the program.
typedef struct {
    uint64_t address, bytes;
    char name[48];
    uint32_t element; // bytes; 0: not known
    bool real, no_sign, variable, written;
    char *held; // (bytes) before the launch
} Piece;

static struct {
    Piece pieces[MOST_PIECES];
    int count;      // of pieces
    int lost;       // pieces for which there was no room
    uint64_t bytes; // of all pieces
    WireBegin run;
    WireLaunch launch;
    bool launched;
} seen;

static void begin(const WireBegin *run)
{
    for (int i = 0; i < seen.count; i++)
        free(seen.pieces[i].held);
    memset(&seen, 0, sizeof seen);
    seen.run = *run;
}

static Piece *piece_at(uint64_t address)
{
    for (int i = 0; i < seen.count; i++)
        if (address - seen.pieces[i].address < seen.pieces[i].bytes)
            return &seen.pieces[i];
    return NULL;
}

// Names a piece. Names that a lab uses itself get another letter.
static void name_it(char to[48], const char *from, size_t length)
{
    static const char *const TAKEN[] = {"i",  "schedule", "device", "check",
                                        "at", "ask",      "launch", "cluster"};
    const char *more = "";
    for (size_t k = 0; k < sizeof TAKEN / sizeof *TAKEN; k++)
        if (strlen(TAKEN[k]) == length && memcmp(from, TAKEN[k], length) == 0)
            more = "_";
    snprintf(to, 48, "%.*s%s", (int)(length < 40 ? length : 40), from, more);
}

static void add(uint64_t address, uint64_t bytes, bool variable)
{
    if (!bytes || piece_at(address))
        return;
    if (seen.count == MOST_PIECES) {
        seen.lost++;
        return;
    }
    Piece *p = &seen.pieces[seen.count++];
    *p = (Piece){.address = address, .bytes = bytes, .variable = variable};
    snprintf(p->name, sizeof p->name, "array%d", seen.count);
    seen.bytes += bytes;
}

// Gives a piece the name and the element type that the source has for it.
static void call_it(Piece *p, const WireRequest *r, const char *name)
{
    name_it(p->name, name, r->bytes);
    p->element = r->a;
    p->real = r->c == 1;
    p->no_sign = r->c == 2;
}

void last_launch_saw(const WireRequest *r, const void *bytes, const Reply *reply)
{
    Piece *p;
    switch (r->op) {
    case WIRE_BEGIN: begin(bytes); break;
    case WIRE_ALLOC: add(reply->value, r->b, false); break;
    case WIRE_VARIABLE:
        add(reply->value, reply->extra, true);
        p = piece_at(reply->value);
        if (p && p->variable)
            name_it(p->name, bytes, r->bytes);
        break;
    case WIRE_WRITE:
        p = piece_at(r->b);
        if (p)
            p->written |= r->a != 0;
        break;
    case WIRE_CALL:
        p = r->b ? piece_at(r->b) : NULL;
        if (p && !p->element)
            call_it(p, r, bytes);
        break;
    default: break;
    }
}

void last_launch_begins(const WireLaunch *w, char *(*read)(uint64_t address, uint64_t bytes))
{
    for (int i = 0; i < seen.count; i++) {
        Piece *p = &seen.pieces[i];
        p->written |= seen.launched; // an earlier launch may have written it
        free(p->held);
        p->held = (p->written || p->variable) && seen.bytes <= MOST_BYTES
                      ? read(p->address, p->bytes)
                      : NULL;
    }
    seen.launch = *w;
    seen.launched = true;
}

// ---- The bundle ------------------------------------------------------------------------------------------------------

static const char *element_of(const Piece *p, uint32_t *bytes)
{
    static const char *const WHOLE[2][9] = {
        {[1] = "char", [2] = "short", [4] = "int", [8] = "long"},
        {[1] = "uchar", [2] = "ushort", [4] = "unsigned", [8] = "size_t"}};
    // It may be a float4, or of a type that is not known.
    bool vector = p->element > 8 || !p->element || !WHOLE[0][p->element];
    *bytes = vector ? 4 : p->element;
    if (p->bytes % *bytes)
        *bytes = 1;
    if (p->real && *bytes >= 4)
        return *bytes == 8 ? "double" : "float";
    bool single_bytes = *bytes == 1 && p->element != 1; // of a type that is not known
    return WHOLE[p->no_sign || single_bytes][*bytes];
}

// `where`: "", "symbol " or "shared ". columns: the last of several dimensions, 0: it has one.
static void put_array(FILE *out, const Piece *p, const char *where, uint64_t columns)
{
    uint32_t bytes;
    const char *element = element_of(p, &bytes);
    uint64_t count = p->bytes / bytes;
    fprintf(out, "%s %s%s", p->name, where, element);
    if (columns && count % columns == 0)
        fprintf(out, "[%" PRIu64 "][%" PRIu64 "]", count / columns, columns);
    else
        fprintf(out, "[%" PRIu64 "]", count);
    fprintf(out, "%s\n", p->held ? " = given" : "");
}

// Returns the bytes of the kernel's static shared array of that name; 0 if it has none.
static size_t static_bytes(const SimFunction *kernel, const char *name)
{
    size_t offset, bytes;
    const char *mangled;
    for (int i = 0; (mangled = sim_function_shared(kernel, i, &offset, &bytes)); i++)
        if (is_source_name(mangled, name))
            return bytes;
    return 0;
}

// Puts the shared arrays that the source declares and the kernel has: first the static ones, then the dynamic one, if there is but one.
static void put_shared(FILE *out, const SimFunction *kernel, const char *source)
{
    Named named[MOST_PIECES];
    int count = source_shared(source, named, MOST_PIECES), room = MOST_PIECES - seen.count;
    Piece dynamic = {0};
    int dynamics = 0;
    for (int i = 0; i < count && room > 0; i++) {
        const Named *n = &named[i];
        bool again = false; // another kernel has an array of that name
        for (int k = 0; k < i; k++)
            again |= strcmp(named[k].name, n->name) == 0;
        Piece p = {.element = n->element, .real = n->real, .no_sign = n->no_sign};
        name_it(p.name, n->name, strlen(n->name));
        p.bytes = again ? 0 : static_bytes(kernel, p.name);
        if (p.bytes) {
            put_array(out, &p, "shared ", (uint64_t)source_constant(source, n->columns));
            room--;
        } else if (n->open && !again) {
            dynamic = p;
            dynamics++;
        }
    }
    dynamic.bytes = seen.launch.shared;
    if (dynamics == 1 && dynamic.bytes && room > 0)
        put_array(out, &dynamic, "shared ", 0);
}

// Writes an argument. An address becomes an array's name; everything else stays as it is.
static void put_argument(FILE *out, uint64_t bits, uint32_t size)
{
    const Piece *p = size == 8 ? piece_at(bits) : NULL;
    if (p)
        fprintf(out, "%s + %" PRIu64, p->name, bits - p->address);
    else
        fprintf(out, "%" PRIu64, bits);
}

// source: NULL if the kernel isn't the submission's.
static void put_spec(FILE *out, const char *name, const char *kernel, const SimFunction *function,
                     const char *source)
{
    static const char *const ORDERS[] = {"lockstep", "lockstep", "serial", "random"};
    const WireLaunch *w = &seen.launch;
    fprintf(out, "program %s\nlaunch %s<<<(%u, %u, %u), (%u, %u, %u), %" PRIu64 ">>>(", name,
            kernel, w->grid[0], w->grid[1], w->grid[2], w->block[0], w->block[1], w->block[2],
            w->shared);
    for (uint32_t i = 0; i < w->count; i++) {
        fputs(i ? ", " : "", out);
        put_argument(out, w->args[i], w->sizes[i]);
    }
    fprintf(out, ")\n");
    if (w->cluster[0])
        fprintf(out, "cluster (%u, %u, %u)\n", w->cluster[0], w->cluster[1], w->cluster[2]);
    if (*seen.run.device)
        fprintf(out, "device %s\n", seen.run.device);
    for (int i = 0; i < seen.count; i++)
        put_array(out, &seen.pieces[i], seen.pieces[i].variable ? "symbol " : "", 0);
    if (source)
        put_shared(out, function, source);
    fprintf(out, "schedule %s\ncheck %s\nat finding\n", ORDERS[seen.run.mode],
            seen.run.mode != WIRE_LOCKSTEP && seen.bytes <= MOST_CHECKED ? "on" : "off");
}

char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

// Returns a kernel's plain name: sum for "void sum<256>(int *)".
static char *name_of(const char *mangled)
{
    int status;
    char *cxx = __cxa_demangle(mangled, NULL, NULL, &status);
    char *name = text_make("%s", cxx ? cxx : mangled);
    free(cxx);
    name[strcspn(name, "<(")] = '\0';
    char *space = strrchr(name, ' ');
    if (space)
        memmove(name, space + 1, strlen(space + 1) + 1);
    return name;
}

char *last_launch_bundle(const char *name, const char *source, const Code codes[WIRE_SLOTS],
                         const char **why)
{
    *why = !seen.launched            ? "No kernel was launched."
           : seen.lost               ? "This case has more arrays than a lab shows."
           : seen.bytes > MOST_BYTES ? "This case's arrays are too large to be shown in a page."
           : seen.launch.shared_most ? "This case needs more shared memory than a lab has."
                                     : NULL;
    if (*why)
        return NULL;
    const Code *code = &codes[seen.launch.slot];
    SimError unused;
    SimMemory *memory = sim_memory_new();
    SimModule *module = memory ? sim_module_load(code->bytes, code->length, memory, &unused) : NULL;
    if (!module)
        cannot_work("no memory");
    char *kernel = name_of(seen.launch.kernel), *spec;
    size_t size;
    FILE *out = text_open(&spec, &size);
    put_spec(out, name, kernel, sim_module_function(module, seen.launch.kernel),
             seen.launch.slot == WIRE_SUBMISSION ? source : NULL);
    fclose(out);
    sim_module_free(module);
    sim_memory_free(memory);
    Writer bundle = {0};
    bundle_put_spec(&bundle, spec, size);
    bundle_put_ptx(&bundle, code->bytes, code->length);
    bundle_put_kernel(&bundle, seen.launch.kernel, kernel, strlen(kernel));
    bundle_put_source(&bundle, "exercise.cu", 1, source, strlen(source));
    for (int i = 0; i < seen.count; i++) {
        const Piece *p = &seen.pieces[i];
        if (p->held)
            bundle_put_given(&bundle, p->name, (const unsigned char *)p->held, p->bytes);
    }
    free(spec);
    free(kernel);
    if (bundle.no_memory)
        cannot_work("no memory");
    return bundle.at;
}
