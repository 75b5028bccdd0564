// source.c: reads files, and lines of source files for reports that show them. It keeps the source file that was asked for last.

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

char *file_read(const char *path, size_t *size)
{
    char *text = NULL, part[4096];
    FILE *in = path ? fopen(path, "rbe") : NULL, *out = in ? open_memstream(&text, size) : NULL;
    bool whole = false;
    for (size_t n; out && (n = fread(part, 1, sizeof part, in)) > 0;)
        fwrite(part, 1, n, out);
    if (out) {
        fwrite((char[FILE_ZEROS]){0}, 1, FILE_ZEROS, out);
        whole = fclose(out) == 0 && !ferror(in);
        *size -= FILE_ZEROS;
    }
    if (in)
        fclose(in);
    if (whole)
        return text;
    free(text);
    return NULL;
}

static void keep_file(const char *file)
{
    size_t size;
    source_forget();
    kept.file = strdup(file);
    kept.text = file_read(file, &size);
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
