// source.c: reads lines of source files, for reports that show them. It keeps the file that was asked for last.

#include "host/host.h"

#include <stdlib.h>
#include <string.h>

static struct {
    char *file, *text; // text: each line ended by '\0'; NULL if the file can't be read
    char **lines;      // (count) into text
    int count;
} kept;

void source_forget(void)
{
    free(kept.file);
    free(kept.text);
    free(kept.lines);
    memset(&kept, 0, sizeof kept);
}

static char *read_text(const char *file)
{
    FILE *in = fopen(file, "r"), *out;
    char *text = NULL;
    size_t size;
    if (in && (out = open_memstream(&text, &size))) {
        char part[4096];
        for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
            fwrite(part, 1, n, out);
        fclose(out);
    }
    if (in)
        fclose(in);
    return text;
}

static void keep_file(const char *file)
{
    source_forget();
    kept.file = strdup(file);
    kept.text = read_text(file);
    int most = 1;
    for (const char *c = kept.text; c && *c; c++)
        most += *c == '\n';
    kept.lines = calloc((size_t)most, sizeof(char *));
    char *rest = kept.text;
    for (char *line; kept.lines && rest && *rest && (line = strsep(&rest, "\n"));)
        kept.lines[kept.count++] = line;
}

const char *source_line(const char *file, int line)
{
    if (!file)
        return NULL;
    if (!kept.file || strcmp(kept.file, file) != 0)
        keep_file(file);
    return line >= 1 && line <= kept.count ? kept.lines[line - 1] : NULL;
}
