// names.c: finds a kernel's variables by their source names, from the debug information in its PTX. There are two kinds.
//
// The page's compiler writes comments (lab/compiler/lower/variables.c): `// variable i = %r5 : u32` is valid from its line on.
//
// nvcc -G writes DWARF 2 in the form of PTX directives: sections of `.b8 12,7` and `.b64 $L__tmp3`, where a label means
// a place in the code. We turn a section into bytes and note where labels are. A place in the code is compared as a line of the
// PTX, since each instruction knows its line. A variable is in a register or is a parameter of the kernel. The operand of the
// location is the register's name: its letters are the bytes of a number. Variables at other places are left out.

#include "walk/walk.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

// Codes of DWARF (dwarfstd.org, version 2, section 7).
enum {
    TAG_PARAMETER = 0x05,
    TAG_BLOCK = 0x0b,
    TAG_POINTER = 0x0f,
    TAG_BASE = 0x24,
    TAG_FUNCTION = 0x2e,
    TAG_VARIABLE = 0x34,
    AT_LOCATION = 0x02,
    AT_NAME = 0x03,
    AT_SIZE = 0x0b,
    AT_LOW = 0x11,
    AT_HIGH = 0x12,
    AT_ENCODING = 0x3e,
    AT_TYPE = 0x49,
    AT_LINKAGE = 0x2007,
    ENCODING_BOOL = 2,
    ENCODING_REAL = 4,
    ENCODING_UNSIGNED = 7,
    ENCODING_UNSIGNED_CHAR = 8,
    OP_ADDRESS = 0x03,
    OP_REGISTER = 0x90,
};

// A label in a section's bytes.
typedef struct {
    size_t at, length;
    const char *label; // (length) in the PTX
} Fix;

typedef struct {
    unsigned char *bytes; // (size)
    Fix *fixes;           // (count)
    size_t size, room, count, fix_room;
} Section;

typedef struct {
    const char *label;
    size_t length;
    int line;
} Label;

// A comment "// variable NAME = PLACE : TYPE", or "// variables of FUNCTION".
typedef struct {
    int line;
    const char *name; // of a variable; NULL for a function
    const char *text; // the variable's place, or the function's name; up to the line's end
} Note;

struct Names {
    char *ptx;
    Note *notes; // (note_count)
    size_t note_count, note_room;
    Section info, abbreviations, lists;
    Label *labels; // (count)
    size_t count, room;
};

// ---- Sections and labels -------------------------------------------------------------------------------------

static bool add_bytes(Section *s, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++, value >>= 8)
        if (!ARRAY_ADD(s->bytes, s->size, s->room, (unsigned char)value))
            return false;
    return true;
}

// Adds the bytes of a directive: ".b8 1,2", ".b32 7", ".b64 $L__tmp3", ".b32 .debug_loc+47".
static bool add_directive(Section *s, const char *at)
{
    int bytes = atoi(at + 2) / 8;
    at += strcspn(at, " \t\n");
    while (*at && *at != '\n') {
        at += strspn(at, " \t,");
        size_t length = strcspn(at, " ,+\t\n");
        uint64_t value = strtoull(at, NULL, 10);
        if (length && (*at < '0' || *at > '9') && *at != '-') {
            if (!ARRAY_ADD(s->fixes, s->count, s->fix_room, (Fix){s->size, length, at}))
                return false;
            value = at[length] == '+' ? strtoull(at + length + 1, NULL, 10) : 0;
            at += at[length] == '+';
        }
        if (length && !add_bytes(s, value, bytes))
            return false;
        at += length + (is_digit(at[length]) ? strspn(at + length, "0123456789") : 0);
    }
    return true;
}

// Adds the note of a comment; `at` is the text behind "// variable".
static bool add_note(Names *n, char *at, int line)
{
    Note note = {.line = line};
    if (strncmp(at, "s of ", 5) == 0) {
        note.text = at + 5;
    } else {
        char *end = *at == ' ' ? at + 1 + strcspn(at + 1, " \n") : at;
        if (strncmp(end, " = ", 3) != 0)
            return true; // this is another comment
        *end = '\0';
        note.name = at + 1;
        note.text = end + 3;
    }
    return ARRAY_ADD(n->notes, n->note_count, n->note_room, note);
}

static bool read_ptx(Names *n)
{
    Section *in = NULL;
    int at_line = 1;
    for (char *line = n->ptx; *line; at_line++) {
        char *at = line + strspn(line, " \t");
        size_t length = strcspn(at, "\n");
        if (strncmp(at, ".section", 8) == 0) {
            const char *name = at + 8 + strspn(at + 8, " \t");
            in = strncmp(name, ".debug_info", 11) == 0     ? &n->info
                 : strncmp(name, ".debug_abbrev", 13) == 0 ? &n->abbreviations
                 : strncmp(name, ".debug_loc", 10) == 0    ? &n->lists
                                                           : NULL;
        } else if (in && *at == '.' && at[1] == 'b') {
            if (!add_directive(in, at))
                return false;
        } else if (strncmp(at, "// variable", 11) == 0) {
            if (!add_note(n, at + 11, at_line))
                return false;
        } else if (*at == '}') {
            in = NULL;
        } else if (*at == '$' && length && at[length - 1] == ':') {
            if (!ARRAY_ADD(n->labels, n->count, n->room, (Label){at, length - 1, at_line}))
                return false;
        }
        line = at + length + (at[length] == '\n');
    }
    return n->note_count || (n->info.size && n->abbreviations.size);
}

Names *names_new(const char *ptx, size_t length)
{
    Names *n = calloc(1, sizeof *n);
    if (n)
        n->ptx = calloc(1, length + 1);
    if (n && n->ptx) {
        memcpy(n->ptx, ptx, length);
        if (read_ptx(n))
            return n;
    }
    names_free(n);
    return NULL;
}

void names_free(Names *n)
{
    if (!n)
        return;
    Section *all[] = {&n->info, &n->abbreviations, &n->lists};
    for (int i = 0; i < 3; i++) {
        free(all[i]->bytes);
        free(all[i]->fixes);
    }
    free(n->labels);
    free(n->notes);
    free(n->ptx);
    free(n);
}

// ---- Reading -------------------------------------------------------------------------------------------------

static Reader reader_at(const Section *s, size_t at)
{
    return (Reader){{s->bytes, s->size}, at};
}

static const char *take_string(Reader *r)
{
    u64 start = r->at;
    while (take(r, 1))
        ;
    return r->at <= r->in.size ? (const char *)r->in.at + start : "";
}

// Returns the label at a place of a section; NULL if a number is there.
static const Fix *fix_at(const Section *s, size_t at)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->fixes[i].at == at)
            return &s->fixes[i];
    return NULL;
}

// Reads an address in the code from a section, and returns its PTX line; 0 if it is no label of the code.
static int take_label(const Names *n, const Section *s, Reader *r)
{
    const Fix *f = fix_at(s, r->at);
    take(r, 8);
    for (size_t i = 0; f && i < n->count; i++)
        if (n->labels[i].length == f->length &&
            strncmp(n->labels[i].label, f->label, f->length) == 0)
            return n->labels[i].line;
    return 0;
}

// An entry of the debug information, with those of its attributes that we use.
typedef struct {
    size_t at, next;
    uint64_t tag, type, size, encoding;
    const char *name, *linkage;
    int low, high;           // lines of the PTX
    size_t location, length; // in .debug_info
    bool listed;             // the location is a list at .debug_loc + `location`
    bool children;
} Entry;

// Returns where an abbreviation's attributes begin; SIZE_MAX: there is none. Sets e->tag and e->children.
static size_t find_abbreviation(const Names *n, uint64_t code, Entry *e)
{
    Reader r = reader_at(&n->abbreviations, 0);
    while (r.at < r.in.size) {
        uint64_t here = take_leb(&r, false);
        if (!here)
            return SIZE_MAX;
        e->tag = take_leb(&r, false);
        e->children = take(&r, 1);
        if (here == code)
            return r.at;
        for (uint64_t name = 1, form = 1; (name || form) && r.at < r.in.size;) {
            name = take_leb(&r, false);
            form = take_leb(&r, false);
        }
    }
    return SIZE_MAX;
}

// Reads an attribute's value by its form (section 7.5.4); false if the form is not known.
static bool take_attribute(const Names *n, Reader *r, uint64_t name, uint64_t form, Entry *e)
{
    uint64_t value = 0;
    size_t length = 0;
    switch (form) {
    case 0x01: {
        int line = take_label(n, &n->info, r);
        e->low = name == AT_LOW ? line : e->low;
        e->high = name == AT_HIGH ? line : e->high;
        return true;
    }
    case 0x08: {
        const char *text = take_string(r);
        e->name = name == AT_NAME ? text : e->name;
        e->linkage = name == AT_LINKAGE ? text : e->linkage;
        return true;
    }
    case 0x0b:
    case 0x0c: value = take(r, 1); break;
    case 0x05: value = take(r, 2); break;
    case 0x06:
    case 0x13:
    case 0x17: value = take(r, 4); break;
    case 0x07: value = take(r, 8); break;
    case 0x0d:
    case 0x0f: value = take_leb(r, false); break;
    case 0x0a: length = take(r, 1); break;
    case 0x09:
    case 0x18: length = take_leb(r, false); break;
    case 0x19: return true;
    default: return false;
    }
    if (name == AT_LOCATION) {
        e->listed = !length;
        e->location = length ? r->at : value;
        e->length = length;
    }
    skip(r, length);
    e->type = name == AT_TYPE ? value : e->type;
    e->size = name == AT_SIZE ? value : e->size;
    e->encoding = name == AT_ENCODING ? value : e->encoding;
    return true;
}

// Reads the entry at a place; false at the end of a list of children, or if it can't be read. e->next is what follows.
static bool read_entry(const Names *n, size_t at, Entry *e)
{
    Reader r = reader_at(&n->info, at);
    *e = (Entry){.at = at};
    uint64_t code = take_leb(&r, false);
    e->next = r.at;
    size_t attributes = code ? find_abbreviation(n, code, e) : SIZE_MAX;
    if (attributes == SIZE_MAX)
        return false;
    Reader a = reader_at(&n->abbreviations, attributes);
    for (;;) {
        uint64_t name = take_leb(&a, false), form = take_leb(&a, false);
        if (!name && !form)
            break;
        if (!take_attribute(n, &r, name, form, e))
            return false;
    }
    e->next = r.at;
    return true;
}

// ---- Variables -----------------------------------------------------------------------------------------------

// Finds the size and kind of a type, through its typedefs and qualifiers.
static void find_type(const Names *n, uint64_t type, NamedVariable *v)
{
    Entry e;
    for (int deep = 0; deep < 8 && read_entry(n, type, &e); deep++, type = e.type) {
        if (e.tag == TAG_POINTER) {
            NamedVariable to = {.bytes = 0};
            if (e.type && !v->pointer) {
                to.pointer = true; // a pointer to a pointer is far enough
                find_type(n, e.type, &to);
            }
            v->bytes = 8;
            v->pointer = v->no_sign = true;
            v->to = (SimElement){(u8)(to.bytes <= 8 ? to.bytes : 0), to.real, to.no_sign, 0};
            return;
        }
        if (e.tag == TAG_BASE) {
            v->bytes = (int)e.size;
            v->real = e.encoding == ENCODING_REAL;
            v->no_sign = e.encoding == ENCODING_BOOL || e.encoding == ENCODING_UNSIGNED ||
                         e.encoding == ENCODING_UNSIGNED_CHAR;
            return;
        }
        if (!e.type)
            return;
    }
}

// Reads a location: a register, or a parameter of the kernel.
static bool take_location(const Section *s, size_t at, size_t length, NamedVariable *v)
{
    Reader r = reader_at(s, at);
    for (size_t end = at + length; r.at < end && r.at < s->size;) {
        int op = (int)take(&r, 1);
        if (op == OP_REGISTER) {
            uint64_t letters = take_leb(&r, false);
            char name[9] = "";
            int count = 0;
            for (int shift = 56; shift >= 0; shift -= 8)
                if (letters >> shift & 0xff)
                    name[count++] = (char)(letters >> shift);
            TEXT_FORMAT(v->reg, "%s", name);
            return true;
        }
        const Fix *f = op == OP_ADDRESS ? fix_at(s, r.at) : NULL;
        for (size_t i = 0; f && i + 7 < f->length; i++)
            if (strncmp(f->label + i, "_param_", 7) == 0) {
                v->parameter = atoi(f->label + i + 7);
                return true;
            }
        if (op == OP_ADDRESS)
            take(&r, 8);
    }
    return false;
}

// Reads the location that is valid at a line of the PTX. A list's entry is: from, to, length, location.
static bool take_listed(const Names *n, size_t list, int line, NamedVariable *v)
{
    const Section *s = &n->lists;
    Reader r = reader_at(s, list);
    while (r.at < s->size) {
        bool labels = fix_at(s, r.at) != NULL;
        int from = take_label(n, s, &r), to = take_label(n, s, &r);
        if (!labels)
            return false; // this is the list's end
        size_t length = take(&r, 2);
        if (line >= from && line < to)
            return take_location(s, r.at, length, v);
        r.at += length;
    }
    return false;
}

// Reads a note's place: "%r5 : s32", "parameter 2 : u32", "7 : s32". False for "?".
static bool take_note(const char *text, NamedVariable *v)
{
    size_t length = strcspn(text, " \n");
    const char *type = text + strcspn(text, ":\n");
    v->parameter = -1;
    if (*text == '?' || strncmp(type, ": ", 2) != 0)
        return false;
    if (*text == '%' && length < sizeof v->reg)
        memcpy(v->reg, text, length);
    else if (strncmp(text, "parameter ", 10) == 0)
        v->parameter = atoi(text + 10);
    else
        v->constant = (uint64_t)strtoll(text, NULL, 10);
    v->bytes = atoi(type + 3) / 8;
    v->real = type[2] == 'f';
    v->pointer = type[2] == 'p';
    v->no_sign = type[2] != 's' && !v->real;
    return v->bytes >= 1 && v->bytes <= 8;
}

static int noted_at(const Names *n, const char *function, int line, NamedVariable *out, int most)
{
    int count = 0;
    bool own = false;
    for (size_t i = 0; i < n->note_count && n->notes[i].line <= line; i++) {
        const Note *note = &n->notes[i];
        if (!note->name) {
            own = strncmp(note->text, function, strlen(function)) == 0 &&
                  note->text[strlen(function)] == '\n';
            continue;
        }
        if (!own)
            continue;
        NamedVariable v = {.name = note->name};
        bool known = take_note(note->text, &v);
        int at = 0;
        while (at < count && strcmp(note->name, out[at].name) != 0)
            at++;
        if (known && at < most) {
            out[at] = v;
            count += at == count;
        } else if (at < count) {
            count--;
            memmove(&out[at], &out[at + 1], (size_t)(count - at) * sizeof *out);
        }
    }
    return count;
}

static bool is_kernel(const Names *n, const char *function)
{
    static const char ENTRY[] = ".entry ";
    enum { BEFORE = sizeof ENTRY - 1 };
    size_t length = strlen(function);
    for (const char *p = n->ptx; (p = strstr(p, function)); p += length)
        if (p - n->ptx >= BEFORE && strncmp(p - BEFORE, ENTRY, BEFORE) == 0 && p[length] == '(')
            return true;
    return false;
}

// A kernel begins with loads of its parameters. Returns the number of the one that is still to be loaded into a register, from a line of
// the PTX on; -1: that has been done.
static int parameter_to_load(const Names *n, const char *function, int line, const char *reg)
{
    const char *at = n->ptx;
    size_t length = strlen(reg);
    for (int i = 1; i < line && at; i++)
        at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    for (; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
        at += strspn(at, " \t");
        if (*at == '\n' || strncmp(at, ".loc", 4) == 0)
            continue;
        if (strncmp(at, "ld.param.", 9) != 0)
            return -1;
        const char *to = at + strcspn(at, " \t\n"), *from = strstr(at, "_param_");
        to += strspn(to, " \t");
        if (strncmp(to, reg, length) == 0 && to[length] == ',')
            return from && from < to + strcspn(to, "\n") && is_kernel(n, function) ? atoi(from + 7)
                                                                                   : -1;
    }
    return -1;
}

int names_at(const Names *n, const char *function, int line, NamedVariable *out, int most)
{
    enum { DEEPEST = 32 };
    bool in[DEEPEST] = {false}; // whether the line is inside the scope at this depth
    int depth = 0, count = noted_at(n, function, line, out, most);
    bool own = false;
    for (size_t at = 11; at < n->info.size && count < most;) { // behind the unit's head
        Entry e;
        if (!read_entry(n, at, &e)) {
            if (e.next == at + 1 && depth > 0) { // the end of a list of children
                depth--;
                at = e.next;
                continue;
            }
            break;
        }
        bool inside = depth > 0 && depth < DEEPEST && in[depth - 1];
        if (e.tag == TAG_FUNCTION) {
            own = e.linkage && strcmp(e.linkage, function) == 0;
            inside = own;
        } else if (e.tag == TAG_BLOCK) {
            inside = inside && (!e.high || (line >= e.low && line < e.high));
        }
        NamedVariable v = {.name = e.name, .parameter = -1};
        if ((e.tag == TAG_VARIABLE || e.tag == TAG_PARAMETER) && inside && own && e.name) {
            find_type(n, e.type, &v);
            bool there = v.bytes >= 1 && v.bytes <= 8 &&
                         (e.listed ? take_listed(n, e.location, line, &v)
                                   : take_location(&n->info, e.location, e.length, &v));
            if (there && *v.reg && e.tag == TAG_PARAMETER) {
                v.parameter = parameter_to_load(n, function, line, v.reg);
                if (v.parameter >= 0)
                    *v.reg = '\0';
            }
            if (there)
                out[count++] = v;
        }
        if (e.children && depth < DEEPEST)
            in[depth++] = inside;
        at = e.next;
    }
    return count;
}

bool walk_variable(const Walk *w, int warp, int lane, const NamedVariable *v, uint64_t value[32])
{
    size_t offset, size;
    SimRegister r;
    uint64_t all = v->constant;
    if (*v->reg) {
        bool there = w->shown && sim_step_register(w->shown, warp, lane, v->reg, &r);
        memcpy(value, r.value, there ? sizeof r.value : 0);
        return there;
    }
    if (v->parameter >= 0) {
        if (!sim_function_param(w->launch.kernel, v->parameter, &offset, &size))
            return false;
        all = 0;
        memcpy(&all, (const char *)w->launch.params + offset, size < 8 ? size : 8);
    }
    for (int i = 0; i < LANES; i++)
        value[i] = all;
    return true;
}
