// print.c: shows the text of kernels' printf, and a fault, when the program waits for the device.
//
// As on a GPU, text appears when the program next waits for the device. If it never waits, the text is lost: a program without
// cudaDeviceSynchronize at its end must not look right here. But a message says that text was lost. Others say that a format is
// none for a GPU, and that a GPU's buffer would have been too small: it keeps the latest calls between two waits.

#include "runtime/state/state.h"

#include <stdlib.h>

// What a call takes of the buffer, whatever it prints: an H200 keeps 33,792 of them in 8,650,752 bytes.
enum { RECORD = 256 };

int kernel_prints(void *host, const char *format, const unsigned char *args)
{
    rt.prints++;
    if (rt.most_prints < rt.prints)
        rt.most_prints = rt.prints;
    return printed_add(&rt.printed, host, format, args);
}

void kernel_text_flush(void)
{
    if (rt.printed.used) {
        fwrite(rt.printed.text, 1, rt.printed.used, stdout);
        rt.printed.used = 0;
    }
    rt.prints = 0;
}

void surface_fault(void)
{
    kernel_text_flush();
    if (rt.pending) {
        rt.fault = rt.pending;
        rt.pending = cudaSuccess;
    }
}

void kernel_text_end(FILE *out)
{
    if (rt.printed.used)
        fprintf(
            out,
            "========= Device printf left %zu bytes of text that the program ended without "
            "waiting for.\n"
            "=========     Call cudaDeviceSynchronize() before it ends, and the text appears.\n",
            rt.printed.used);
    if (rt.most_prints > rt.limits[cudaLimitPrintfFifoSize] / RECORD)
        fprintf(
            out,
            "========= Device printf: %zu calls before the program waited, but a GPU's buffer keeps "
            "only the last %zu.\n"
            "=========     cudaDeviceSetLimit(cudaLimitPrintfFifoSize, %zu) gives it room for all.\n",
            rt.most_prints, rt.limits[cudaLimitPrintfFifoSize] / RECORD, rt.most_prints * RECORD);
    if (*rt.printed.unknown)
        fprintf(
            out,
            "========= Device printf: a GPU does not know %s, and prints nonsense from there on.\n"
            "=========     It knows the lengths h, l and ll, and * as a width: cast the argument.\n",
            rt.printed.unknown);
    free(rt.printed.text);
    rt.printed.text = NULL;
}
