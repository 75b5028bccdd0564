// callsite.c: says who called, as a file and a line.
//
// The place where an allocation was made matters only if something goes wrong with it. So a call is kept as the addresses on
// the stack, "[program+0x1234+0x2345]", innermost first; this takes a microsecond. When a message is printed, they become
// "main.cu:42". addr2line, which comes with every compiler, reads this from the program's debug information (-g).

#include "host/host.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    DEPTH = 16,  // frames looked at
    KEPT = 4,    // frames kept: the caller may be a wrapper of the toolkit's headers
    NAMED = 1024 // longest file name, line included
};

#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
#define PART_LETTERS NAME_LETTERS ".->[]" // of a variable that may be a part of another one

// Writes the call's addresses. `caller` is the return address of the runtime's function, or of a function that has returned.
void callsite_of(const void *caller, char *out, size_t size)
{
    void *frames[DEPTH];
    int count = backtrace(frames, DEPTH), i = 0;
    while (i < count && frames[i] != caller)
        i++;
    if (i == count) { // the function has returned
        frames[0] = (void *)(uintptr_t)caller;
        i = 0;
        count = 1;
    }
    struct link_map *map = NULL;
    out[0] = '\0';
    for (int kept = 0; i < count && kept < KEPT; i++, kept++) {
        Dl_info info;
        struct link_map *here;
        if (!dladdr1(frames[i], &info, (void **)&here, RTLD_DL_LINKMAP) || (map && here != map))
            break;
        map = here;
        uintptr_t offset =
            (uintptr_t)frames[i] - map->l_addr - 1; // the call itself, not the instruction after it
        if (kept == 0)
            text_format(out, size, "[%s", map->l_name);
        text_append(out, size, "+0x%x", (u64)offset);
        if (strlen(out) + 1 >= size) {
            out[0] = '\0';
            return;
        }
    }
    if (*out)
        text_append(out, size, "]");
}

// Returns addr2line's output for the addresses "0x1 0x2", NULL-terminated: a line for each, "file:line" or "??:0".
static FILE *addr2line(const char *program, char **addresses, int count, pid_t *child)
{
    char *argv[KEPT + 6] = {"addr2line", "-i", "-e",
                            (char *)(uintptr_t)program}; // -i: inlined calls too
    for (int i = 0; i < count; i++)
        argv[4 + i] = addresses[i];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *lines = failed ? NULL : fdopen(ends[0], "r");
    if (!lines)
        close(ends[0]);
    return lines;
}

// Tells whether the line names a place in the user's own code, not in an inlined function of the toolkit's or the system's headers.
static bool is_users(const char *line)
{
    static const char SYSTEM[] = "/usr/include/", TOOLKIT[] = "cuda_runtime";
    const char *name = strrchr(line, '/');
    name = name ? name + 1 : line;
    return name[0] != '?' && strncmp(name, TOOLKIT, strlen(TOOLKIT)) != 0 &&
           strncmp(line, SYSTEM, strlen(SYSTEM)) != 0;
}

// Tells whether a place, "file:12", is in a header: then whoever calls what is there says more.
static bool is_header(const char *place)
{
    static const char *const ENDINGS[] = {".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl"};
    const char *end = strrchr(place, ':'), *dot = NULL;
    for (const char *c = place; end && c < end; c++)
        dot = *c == '.' ? c : *c == '/' ? NULL : dot;
    for (size_t i = 0; dot && i < sizeof ENDINGS / sizeof *ENDINGS; i++)
        if ((size_t)(end - dot) == strlen(ENDINGS[i]) &&
            strncmp(dot, ENDINGS[i], strlen(ENDINGS[i])) == 0)
            return true;
    return false;
}

// Returns where a call that allocates begins in a line of source; NULL if there is none.
static const char *allocating(const char *line)
{
    static const char *const WORDS[] = {"Malloc", "Alloc", "deviceArray", "deviceCopy"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const char *at = strstr(line, WORDS[i]);
        if (at && at[strspn(at, NAME_LETTERS)] == '(' && (!first || at < first))
            first = at;
    }
    return first;
}

// Writes the variable that takes what a line of source allocates: d of `cudaMalloc(&d, n)` and of `float *d = deviceArray(float, n)`.
// False if there is none, or the line allocates several.
static bool find_variable(const char *line, char *out, size_t size)
{
    const char *call = line ? allocating(line) : NULL;
    if (!call || allocating(call + strspn(call, NAME_LETTERS)))
        return false;
    const char *begin = call, *open = strchr(call, '('), *by = strchr(open, '&');
    size_t to_comma = strcspn(open, ",;"), length;
    if (by && (size_t)(by - open) < to_comma) {
        begin = by + 1;
        length = strspn(begin, PART_LETTERS);
    } else {
        while (begin > line && *begin != '=' && !strchr(",;", *begin))
            begin--;
        if (*begin != '=' || begin == line)
            return false;
        const char *end = begin;
        while (end > line && end[-1] == ' ')
            end--;
        for (begin = end; begin > line && strchr(PART_LETTERS, begin[-1]);)
            begin--;
        length = (size_t)(end - begin);
    }
    if (!length || length >= size)
        return false;
    snprintf(out, size, "%.*s", (int)length, begin);
    return true;
}

static int is_loaded_from(struct dl_phdr_info *object, size_t size, void *path)
{
    (void)size;
    return strcmp(object->dlpi_name, path) == 0;
}

// Writes "main.cu:12 (d_in, by helper.h:62)": a place, the variable that takes what is allocated there, and the header that it calls.
static void tell_place(const char *place, const char *helper, char *out, size_t size)
{
    char file[NAMED], name[64];
    const char *colon = strrchr(place, ':');
    snprintf(file, sizeof file, "%.*s", colon ? (int)(colon - place) : 0, place);
    bool named = colon && !is_header(place) && // whose helpers have names of their own
                 find_variable(source_line(file, atoi(colon + 1)), name, sizeof name);
    snprintf(out, size, "%s%s%s%s%s%s%s", callsite_shorten(place), named || *helper ? " (" : "",
             named ? name : "", named && *helper ? ", " : "", *helper ? "by " : "",
             *helper ? callsite_shorten(helper) : "", named || *helper ? ")" : "");
}

// Writes the place that `site`, without its brackets, means. False if there is no debug information, or if it is no site.
// A message also holds names of files and variables, which the program's author chooses. But only text from the loader and the
// stack may become arguments of a command.
static bool resolve_site(char *site, char *out, size_t size)
{
    char *addresses[KEPT + 1], *program = site,
                               *rest = strstr(site, "+0x"); // a folder may be called c++
    int count = 0;
    if (rest)
        *rest++ = '\0';
    while (count < KEPT && rest) {
        char *address = addresses[count++] = strsep(&rest, "+");
        if (strncmp(address, "0x", 2) != 0 || !address[2] ||
            address[2 + strspn(address + 2, "0123456789abcdefABCDEF")])
            return false;
    }
    if (!count || rest || (*program && !dl_iterate_phdr(is_loaded_from, program)))
        return false;
    pid_t child;
    char self[32]; // the loader has no name for the program itself, and a sandbox may have no /proc
    snprintf(self, sizeof self, "/proc/%ld/exe", (long)getpid());
    const char *started = (const char *)getauxval(AT_EXECFN); // NOLINT(performance-no-int-to-ptr)
    const char *itself = access(self, R_OK) == 0 || !started ? self : started;
    FILE *lines = addr2line(*program ? program : itself, addresses, count, &child);
    if (!lines)
        return false;
    char line[NAMED], place[NAMED] = "", helper[NAMED] = "";
    while (fgets(line, sizeof line, lines)) {
        bool better = !*place || (is_header(place) && !*helper && !is_header(line));
        if (!better || !is_users(line))
            continue;
        char *more = strstr(line, " (discriminator ");
        line[more ? (size_t)(more - line) : strcspn(line, "\n")] = '\0';
        snprintf(helper, sizeof helper, "%s", place);
        snprintf(place, sizeof place, "%s", line);
    }
    fclose(lines);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    if (*place)
        tell_place(place, helper, out, size);
    return *place != '\0';
}

// Prints the place that the site at `text` means, and returns what follows the site; NULL if there is no site.
static const char *print_site(FILE *out, const char *text)
{
    size_t n = strcspn(text, "]\n");
    char site[NAMED], where[NAMED];
    if (text[0] != '[' || text[n] != ']' || n > sizeof site || !memmem(text, n, "+0x", 3))
        return NULL;
    snprintf(site, sizeof site, "%.*s", (int)n - 1, text + 1);
    if (resolve_site(site, where, sizeof where))
        fputs(where, out);
    else
        fprintf(out, "%.*s", (int)n + 1, text); // unchanged, so that a person can call addr2line
    return text + n + 1;
}

void callsite_print(FILE *out, const char *prefix, const char *text)
{
    callsite_print_by(out, prefix, text, print_site);
}
