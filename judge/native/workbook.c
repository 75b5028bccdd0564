// workbook.c: finds the workbook that a judge belongs to, its exercise's folder, and the compiler.

#include "native.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Finds the workbook: this program is <root>/build/judge/ex3-1.
Workbook workbook_find(void)
{
    Workbook w = {.folder = NULL};
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        cannot_work("/proc is not there");
    self[n] = '\0';
    const char *slash = strrchr(self, '/');
    snprintf(w.name, sizeof w.name, "%s", slash + 1);
    snprintf(w.root, sizeof w.root, "%.*s", (int)(slash - self), self);
    for (int up = 0; up < 2; up++)
        *strrchr(w.root, '/') = '\0';
    return w;
}

// Finds the exercise's folder: for ex3-1 it is exercises/ex3-1-block-sum, whatever the slug.
void workbook_find_folder(Workbook *w)
{
    glob_t found;
    char *pattern = text_make("%s/exercises/%s-*", w->root, w->name);
    if (glob(pattern, 0, NULL, &found) != 0)
        cannot_work("%s is not there", pattern);
    w->folder = text_make("%s", found.gl_pathv[0]);
    w->slug = strrchr(w->folder, '/') + 1;
    globfree(&found);
    free(pattern);
}

// Writes to `path` which compiler tools/need.sh chooses. Whoever has asked it already says FOUND_COMPILER.
static void ask_for_compiler(const char *root, char path[PATH_MAX])
{
    const char *found = getenv("FOUND_COMPILER");
    if (found && *found) {
        snprintf(path, PATH_MAX, "%s", found);
        return;
    }
    char *command = text_make("'%s/tools/need.sh' cuda", root);
    FILE *answer = popen(command, "r"); // NOLINT(cert-env33-c): our own script
    bool answered = answer && fgets(path, PATH_MAX, answer);
    if (!answer || pclose(answer) != 0 || !answered)
        exit(EXIT_JUDGE); // need.sh has said why
    free(command);
    path[strcspn(path, "\n")] = '\0';
}

// Finds the compiler, and the folder of CUDA's files for it.
void workbook_find_compiler(const Workbook *w, const char **compiler, const char **toolkit)
{
    char path[PATH_MAX];
    ask_for_compiler(w->root, path);
    *compiler = text_make("%s", path);
    char *end = strstr(path, "/bin/nvcc");
    *toolkit =
        end ? text_make("%.*s", (int)(end - path), path) : text_make("%s/compile/toolkit", w->root);
}

// Returns the first line of the exercise's README, without its mark.
char *workbook_title(const Workbook *w)
{
    char *path = text_make("%s/README.md", w->folder);
    size_t length = 0;
    char *text = file_bytes(path, 1 << 20, &length);
    size_t mark = text ? strspn(text, "# ") : 0;
    char *title =
        text ? text_clean(text + mark, strcspn(text + mark, "\n"), 60) : text_make("%s", w->name);
    free(path);
    free(text);
    return title;
}
