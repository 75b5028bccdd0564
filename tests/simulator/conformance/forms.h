// forms.h: the instructions of isa.txt as kernels to run, what they run on, and how results are written down.
//
// A form is one instruction with one choice of modifiers and types. Its kernel computes CASES results, one a thread, from
// operands that follow from the form's text alone: edge values of the operand's type, and random bits. So a GPU and the
// simulator run the kernel on the same operands, and only the results have to be kept:
//
//     form_list(text, …)                 isa.txt as a list of forms
//     form_module(forms, n, …)           PTX of kernels k0, k1, … for them
//     form_operands(form, in)            (CASES) structs of OPERAND_BYTES
//     … run k_i(in, out) with THREADS threads a block …
//     form_record(form, out, …)          one line of text
//
// A record is the form, a tab, and the results of the first WHOLE cases in hexadecimal; then a hash of each further
// WHOLE cases.

#ifndef FORMS_H
#define FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CASES = 4096,
    THREADS = 128,      // of a block
    WHOLE = 256,        // cases whose results are kept, and cases to a hash
    OPERAND_BYTES = 64, // %a, %b, %c, %e, 8 bytes each, and 16 of scratch for %at
    RESULT_BYTES = 16,  // %d, %x
    RECORD_BYTES = 2 * WHOLE * RESULT_BYTES + 1024,
};

// The kind of an operand or result, by the letters of isa.txt and by the types that T, D and W stand for.
typedef struct {
    int bytes; // 2, 4 or 8; 0 for a predicate; 1 is in a 16-bit register
    char
        kind; // 'i'nteger, 'p'redicate, 'f'loat, 'b'float16, 'n'umber of bits, 'k': one of few values
    bool pair; // two 16-bit floats
} Kind;

typedef struct {
    const char *section, *instruction;
    char text[360];  // "add.u16", or statements
    bool only_tried; // has no results to compare
    bool unmeasured; // no GPU has computed its results yet
    Kind results[2], operands[4];
    int result_count, operand_count;
} Form;

// Returns the forms of a text in isa.txt's format; NULL, and a message that says why. The text must outlive the forms, which the
// caller frees.
Form *form_list(char *text, int *count, char *error, size_t error_size);

// Returns the PTX of one module with a kernel for each form; the caller frees it. NULL if there is no memory.
char *form_module(const Form *forms, int count);

void form_operands(const Form *f, uint8_t *in); // (CASES, OPERAND_BYTES)

// Writes the record of results `out` (CASES, RESULT_BYTES) to `line` (RECORD_BYTES), without a newline.
void form_record(const Form *f, const uint8_t *out, char *line);

// Returns the bits of result r of a case.
uint64_t form_result(const Form *f, const uint8_t *out, int which_case, int r);
// Returns how many hexadecimal digits a record has for result r.
int form_digits(const Form *f, int r);

#endif
