// bundle.h: a lab as one text: what the note says, and all that its kernels need. The book's build makes one for each lab (labs.c),
// the judge in the page one for a case that failed (judge's inside.c), and the page one of a kernel that a reader has edited.
//
// A bundle is a list of sections. A section is a line of words, of which the last is the number of bytes that follow the line; then
// these bytes, and a newline:
//
//     head                              bytes
//     spec                              the lab's text (spec.h)
//     ptx                               the PTX of its kernels alone
//     kernel MANGLED                    the name that the text has for the kernel which PTX calls MANGLED
//     assembled MANGLED ARCH REGISTERS  what ptxas made of it for sm_ARCH: for each line of the PTX that has something to tell,
//                                       the line's number, copies, shared, local loads, local stores
//     source FILE LINE                  lines of the source, from line LINE on
//     given ARRAY                       the bytes of an array whose value is `given`, two hexadecimal digits each
//
//     ptx 4187
//     .version 9.0 …
//     kernel _Z17reduceInterleavedPiS_m 17
//     reduceInterleaved
//
// Where a section should begin and there is none, the bundle ends. page/bundle.js does the same in JavaScript, and
// tests/lab/bundle.t holds both to it with the same bundles.

#ifndef LAB_BUNDLE_H
#define LAB_BUNDLE_H

#include "span.h"
#include "writer.h"

#include "warpsim.h"

enum { BUNDLE_KERNELS = 16, BUNDLE_ASSEMBLED = 64, BUNDLE_SOURCES = 32, BUNDLE_GIVEN = 12 };

// A bundle taken apart. All texts stay in it. Sections past the limits are left out.
typedef struct {
    Span spec, ptx;
    struct {
        Span name, mangled;
    } kernels[BUNDLE_KERNELS];
    int kernel_count;
    struct {
        Span kernel;
        int64_t arch, registers;
        Span lines;
    } assembled[BUNDLE_ASSEMBLED];
    int assembled_count;
    struct {
        Span file;
        int64_t line;
        Span text;
    } sources[BUNDLE_SOURCES];
    int source_count;
    struct {
        Span name, bytes;
    } given[BUNDLE_GIVEN];
    int given_count;
} Bundle;

// Takes the next section off a bundle: its head without the number, and its bytes. False where there is none.
bool bundle_next(Span *bundle, Span *head, Span *bytes);
void bundle_read(Bundle *out, Span bundle);
// Reads the lines of an `assembled` section. a->lines is NULL if there is no memory; the caller frees it.
void bundle_read_assembled(Span lines, SimAssembled *a);
// Copies an array's bytes out of a `given` section; false if it holds another number of bytes.
bool bundle_read_given(Span digits, unsigned char *to, uint64_t count);

void bundle_put_spec(Writer *bundle, const char *text, size_t length);
void bundle_put_ptx(Writer *bundle, const char *text, size_t length);
void bundle_put_kernel(Writer *bundle, const char *mangled, const char *name, size_t length);
void bundle_put_assembled(Writer *bundle, const char *mangled, int arch, const SimAssembled *a);
void bundle_put_source(Writer *bundle, const char *file, int line, const char *text, size_t length);
void bundle_put_given(Writer *bundle, const char *array, const unsigned char *bytes, size_t count);

#endif
