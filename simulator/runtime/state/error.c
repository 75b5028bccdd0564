// error.c: names and texts of CUDA's error codes, those of the runtime and those of the driver API.
//
// Since CUDA 10.1 both have the same numbers for the same errors. If the driver API has no code for an error, the second column is
// the code that it answers instead. All code here uses the runtime's codes, and a driver call ends with driver_error's result.
//
// Codes are written as numbers, since an older toolkit's headers lack the newer ones. Codes without a text belong to
// parts of CUDA that the simulator does not have, such as texture references and MPS; cudaGetErrorString answers their name.

#include "compile/toolkit/cuda_numbers.h"
#include "runtime/state/state.h"

#include <string.h>

#define ROW_OF_BOTH(code, runtime, driver) {code, code, #runtime, #driver},
#define ROW_OF_RUNTIME(code, runtime, as)  {code, as, #runtime, NULL},
#define ROW_OF_DRIVER(code, driver)        {code, code, NULL, #driver},
static const struct {
    int code, as;              // as: the driver API's answer instead
    const char *name, *driver; // NULL: there is no such code on that side
} ERRORS[] = {WARP_ERRORS(ROW_OF_BOTH, ROW_OF_RUNTIME, ROW_OF_DRIVER)};

static const struct {
    int code;
    const char *text;
} TEXTS[] = {
    {0, "no error"},
    {1, "invalid argument"},
    {2, "out of memory"},
    {3, "initialization error"},
    {4, "driver shutting down"},
    {9, "invalid configuration argument"},
    {12, "invalid pitch argument"},
    {13, "invalid device symbol"},
    {16, "invalid host pointer"},
    {17, "invalid device pointer"},
    {21, "invalid copy direction for memcpy"},
    {31, "feature not yet implemented"},
    {34, "CUDA driver is a stub library"},
    {35, "CUDA driver version is insufficient for CUDA runtime version"},
    {46, "CUDA-capable device(s) is/are busy or unavailable"},
    {52, "__global__ function call is not configured"},
    {65, "launch would exceed maximum depth of nested launches"},
    {69, "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"},
    {98, "invalid device function"},
    {100, "no CUDA-capable device is detected"},
    {101, "invalid device ordinal"},
    {200, "device kernel image is invalid"},
    {201, "invalid device context"},
    {209, "no kernel image is available for execution on the device"},
    {214, "uncorrectable ECC error encountered"},
    {215, "limit is not supported on this architecture"},
    {217, "peer access is not supported between these two devices"},
    {218, "a PTX JIT compilation failed"},
    {222, "the provided PTX was compiled with an unsupported toolchain."},
    {301, "file not found"},
    {304, "OS call failed or operation not supported on this OS"},
    {400, "invalid resource handle"},
    {401, "the operation cannot be performed in the present state"},
    {500, "named symbol not found"},
    {600, "device not ready"},
    {700, "an illegal memory access was encountered"},
    {701, "too many resources requested for launch"},
    {702, "the launch timed out and was terminated"},
    {704, "peer access is already enabled"},
    {705, "peer access has not been enabled"},
    {708, "cannot set while device is active in this process"},
    {709, "context is destroyed"},
    {710, "device-side assert triggered"},
    {712, "part or all of the requested memory range is already mapped"},
    {713, "pointer does not correspond to a registered memory region"},
    {714, "hardware stack error"},
    {715, "an illegal instruction was encountered"},
    {716, "misaligned address"},
    {717, "operation not supported on global/shared address space"},
    {718, "invalid program counter"},
    {719, "unspecified launch failure"},
    {720, "too many blocks in cooperative launch"},
    {800, "operation not permitted"},
    {801, "operation not supported"},
    {900, "operation not permitted when stream is capturing"},
    {901, "operation failed due to a previous error during capture"},
    {903, "capture was not ended in the same stream as it began"},
    {906, "operation would make the legacy stream depend on a capturing blocking stream"},
    {909, "wait operation timed out"},
    {910,
     "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"},
    {912, "a kernel launch error has occurred due to cluster misconfiguration"},
    {999, "unknown error"},
};

enum { ERROR_COUNT = sizeof ERRORS / sizeof *ERRORS, NO_CODE = 1000000 };

static size_t error_row(int code)
{
    size_t i = 0;
    while (i < ERROR_COUNT && ERRORS[i].code != code)
        i++;
    return i;
}

// Returns a code's text, or if there is none, its name.
static const char *text_of(int code, const char *name)
{
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (TEXTS[i].code == code)
            return TEXTS[i].text;
    return name;
}

static const char *look_up(cudaError_t code, bool text)
{
    size_t i = error_row((int)code);
    if (i == ERROR_COUNT || !ERRORS[i].name)
        return "unrecognized error code";
    return text ? text_of(ERRORS[i].code, ERRORS[i].name) : ERRORS[i].name;
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
    return text ? text_of(code, ERRORS[i].driver) : ERRORS[i].driver;
}
