// error.c: names and texts of CUDA's error codes, those of the runtime and those of the driver API.
//
// Since CUDA 10.1 both have the same numbers for the same errors. If the driver API has no code for an error, the second column is
// the code that it answers instead. All code here uses the runtime's codes, and a driver call ends with driver_error's result.
//
// Codes are written as numbers, since an older toolkit's headers lack the newer ones. The driver API's own codes have no text
// here; cuGetErrorString answers their name.

#include "compile/toolkit/cuda_numbers.h"
#include "runtime/state/state.h"

#include <string.h>

#define ROW_OF_BOTH(code, runtime, driver, text) {code, code, #runtime, #driver, text},
#define ROW_OF_RUNTIME(code, runtime, as, text)  {code, as, #runtime, NULL, text},
#define ROW_OF_DRIVER(code, driver)              {code, code, NULL, #driver, #driver},
static const struct {
    int code, as;              // as: the driver API's answer instead
    const char *name, *driver; // NULL: there is no such code on that side
    const char *text;
} ERRORS[] = {WARP_ERRORS(ROW_OF_BOTH, ROW_OF_RUNTIME, ROW_OF_DRIVER)};

enum { ERROR_COUNT = sizeof ERRORS / sizeof *ERRORS, NO_CODE = 1000000 };

static size_t error_row(int code)
{
    size_t i = 0;
    while (i < ERROR_COUNT && ERRORS[i].code != code)
        i++;
    return i;
}

static const char *look_up(cudaError_t code, bool text)
{
    size_t i = error_row((int)code);
    if (i == ERROR_COUNT || !ERRORS[i].name)
        return "unrecognized error code";
    return text ? ERRORS[i].text : ERRORS[i].name;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return look_up(error, false);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return look_up(error, true);
}

// Writes a code's string as a variable of the device.
static void write_string(FILE *out, const char *name, unsigned code, bool text)
{
    const char *string = look_up((cudaError_t)code, text);
    fprintf(out, ".global .align 1 .b8 warpsim%s%u[%zu] = {", name, code, strlen(string) + 1);
    for (const char *c = string; *c; c++)
        fprintf(out, "%d, ", *c);
    fprintf(out, "0};\n");
}

// Writes a function that returns the string for a code.
static void write_function(FILE *out, const char *name, bool text)
{
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (ERRORS[i].name)
            write_string(out, name, (unsigned)ERRORS[i].code, text);
    write_string(out, name, NO_CODE, text);
    fprintf(out,
            ".visible .func (.param .b64 out) __cudaCDP2Get%s(.param .b32 in)\n{\n"
            "    .reg .pred %%p;\n    .reg .b32 %%r;\n    .reg .b64 %%d;\n"
            "    ld.param.b32 %%r, [in];\n    mov.u64 %%d, warpsim%s%d;\n",
            name, name, NO_CODE);
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (ERRORS[i].name)
            fprintf(out, "    setp.eq.s32 %%p, %%r, %d;\n    @%%p mov.u64 %%d, warpsim%s%d;\n",
                    ERRORS[i].code, name, ERRORS[i].code);
    fprintf(out, "    cvta.global.u64 %%d, %%d;\n    st.param.b64 [out], %%d;\n    ret;\n}\n");
}

char *error_ptx(size_t *length)
{
    char *ptx = NULL;
    FILE *out = open_memstream(&ptx, length);
    if (!out)
        return NULL;
    fprintf(out, ".version 7.0\n.target sm_52\n.address_size 64\n");
    write_function(out, "ErrorString", true);
    write_function(out, "ErrorName", false);
    fclose(out);
    return ptx;
}

int driver_error(cudaError_t error)
{
    size_t i = error_row((int)error);
    return i == ERROR_COUNT ? (int)cudaErrorUnknown : ERRORS[i].as;
}

const char *driver_error_name(int code, bool text)
{
    size_t i = error_row(code);
    if (i == ERROR_COUNT || !ERRORS[i].driver)
        return NULL;
    return text ? ERRORS[i].text : ERRORS[i].driver;
}
