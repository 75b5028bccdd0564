// on_gpu.c: records the results of isa.txt's forms on a GPU.
//
//     on_gpu ISA >RECORD
//
// Lines that begin with '#' say where the record comes from; form_record's lines follow. Forms that the driver does not accept are
// named on stderr. Exits with 0 if all was recorded, 1 if a form was left out, 2 if ISA can't be read, 3 on a CUDA error.

#include "forms.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(cudaError_t status, const char *what)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "on_gpu: %s: %s\n", what, cudaGetErrorString(status));
    exit(3);
}

static uint8_t in[CASES * OPERAND_BYTES], out[CASES * RESULT_BYTES];
static void *device_in, *device_out;

static void run_form(const Form *f, cudaKernel_t kernel)
{
    static char line[RECORD_BYTES];
    void *arguments[] = {&device_in, &device_out};
    form_operands(f, in);
    check(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice), f->text);
    check(cudaMemset(device_out, 0, sizeof out), f->text);
    check(cudaLaunchKernel((const void *)kernel, (dim3){CASES / THREADS, 1, 1},
                           (dim3){THREADS, 1, 1}, arguments, 0, NULL),
          f->text);
    check(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost), f->text);
    form_record(f, out, line);
    puts(line);
}

// Runs forms [0, count) in one module. If the driver does not accept the module, it runs each half by itself. Returns how many
// forms were left out.
static int run_forms(const Form *forms, int count)
{
    cudaLibrary_t library;
    char *ptx = form_module(forms, count);
    cudaError_t status = ptx ? cudaLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0)
                             : cudaErrorMemoryAllocation;
    free(ptx);
    if (status != cudaSuccess && count > 1)
        return run_forms(forms, count / 2) + run_forms(forms + count / 2, count - count / 2);
    if (status != cudaSuccess) {
        fprintf(stderr, "on_gpu: not taken: %s: %s\n", forms->text, cudaGetErrorString(status));
        return 1;
    }
    for (int i = 0; i < count; i++) {
        cudaKernel_t kernel;
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        check(cudaLibraryGetKernel(&kernel, library, name), forms[i].text);
        run_form(&forms[i], kernel);
    }
    check(cudaLibraryUnload(library), "cudaLibraryUnload");
    return 0;
}

static void print_origin(void)
{
    struct cudaDeviceProp device;
    int runtime = 0, driver = 0;
    char day[32];
    time_t now = time(NULL);
    check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    printf("# device %s, compute capability %d.%d\n# date %s\n", device.name, device.major,
           device.minor, day);
    printf("# toolkit %d.%d, driver for CUDA %d.%d\n", runtime / 1000, runtime % 1000 / 10,
           driver / 1000, driver % 1000 / 10);
    printf("# command tests/gpu/conformance.sh\n");
}

int main(int argc, char **argv)
{
    static char isa[1 << 20], error[200];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    int count = 0, wanted = 0;
    if (!file) {
        fprintf(stderr, "usage: on_gpu ISA >RECORD\n");
        return 2;
    }
    isa[fread(isa, 1, sizeof isa - 1, file)] = 0;
    fclose(file);
    Form *forms = form_list(isa, &count, error, sizeof error);
    if (!forms) {
        fprintf(stderr, "on_gpu: %s: %s\n", argv[1], error);
        return 2;
    }
    for (int i = 0; i < count; i++)
        if (!forms[i].only_tried)
            forms[wanted++] = forms[i];
    check(cudaMalloc(&device_in, sizeof in), "cudaMalloc");
    check(cudaMalloc(&device_out, sizeof out), "cudaMalloc");
    print_origin();
    const int left_out = run_forms(forms, wanted);
    fprintf(stderr, "on_gpu: %d of %d forms recorded\n", wanted - left_out, wanted);
    free(forms);
    return left_out != 0;
}
