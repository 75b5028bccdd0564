// kernel_names.h: finds the mangled name of a kernel in the source. Device processes do this, not the judge: a submission chooses the
// names, and some names take for ever to demangle. In a device process the limits of a run stop that.

#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C"
#endif
    char *
    __cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

// Tells whether a kernel has this name in the source: "sum", "sum<256>", also "void sum<256>(int *)". A mangled name begins with
// _Z, or _ZL for a static function; then come the name's length and letters, and I if it is a template (Itanium C++ ABI, 5.1).
static inline bool is_called(const char *mangled, const char *name)
{
    char prefix[2][256];
    int letters = (int)strcspn(name, "<"), status;
    if (strcmp(mangled, name) == 0)
        return true;
    snprintf(prefix[0], sizeof prefix[0], "_Z%d%.*s", letters, letters, name);
    snprintf(prefix[1], sizeof prefix[1], "_ZL%d%.*s", letters, letters, name);
    size_t length = strlen(prefix[strncmp(mangled, "_ZL", 3) == 0]);
    if (strncmp(mangled, prefix[strncmp(mangled, "_ZL", 3) == 0], length) != 0)
        return false;
    if (!name[letters])
        return mangled[length] != 'I';
    char *full = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!full)
        return false;
    full[strcspn(full, "(")] = '\0';
    const char *own = strncmp(full, "void ", 5) == 0 ? full + 5 : full;
    bool same = strcmp(own, name) == 0;
    free(full);
    return same;
}

#endif
