// cpu.c: looks whether this host's CPU can run the simulator, which is compiled for the CPU that is there (Makefile, MARCH). A folder
// that several computers share may have been built on another one.

#include "host/host.h"

#include <stdlib.h>

#ifdef __x86_64__

// What compilers make vectors and bit operations of, oldest first. A macro that the compiler has defined for -march is 1.
#define TEXT(x) #x
#define FEATURE(macro, name)                            \
    {                                                   \
        TEXT(macro), name, __builtin_cpu_supports(name) \
    }

void cpu_must_suffice(void)
{
    __builtin_cpu_init(); // in a shared library, start-up code may come here before the compiler's own has
    const struct {
        const char *defined, *name;
        int here;
    } features[] = {
        FEATURE(__SSE4_2__, "sse4.2"),
        FEATURE(__AVX__, "avx"),
        FEATURE(__AVX2__, "avx2"),
        FEATURE(__FMA__, "fma"),
        FEATURE(__BMI2__, "bmi2"),
        FEATURE(__AVX512F__, "avx512f"),
        FEATURE(__AVX512BW__, "avx512bw"),
        FEATURE(__AVX512DQ__, "avx512dq"),
        FEATURE(__AVX512VL__, "avx512vl"),
        FEATURE(__AVX512VBMI__, "avx512vbmi"),
        FEATURE(__AVX512VBMI2__, "avx512vbmi2"),
        FEATURE(__GFNI__, "gfni"),
    };
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (features[i].defined[0] == '1' && !features[i].here) {
            fprintf(stderr,
                    "WARPSIM: this was built for another CPU, which has %s: build it here again, "
                    "or for all CPUs: make MARCH=any\n",
                    features[i].name);
            exit(2);
        }
}

#else

void cpu_must_suffice(void) {}

#endif
