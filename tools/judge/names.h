// names.h: which mangled name a kernel of the source has. Device processes look names up, for a submission chooses them:
// there are names that take for ever to demangle, and there it is held by the limits of a run.

#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C"
#endif
    char *
    __cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

// Whether the source calls a kernel so: "sum", "sum<256>", also "void sum<256>(int *)". Mangled names begin with _Z, or _ZL of
// a static function, and the name's length and letters; I follows if it is a template (Itanium C++ ABI, 5.1).
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
