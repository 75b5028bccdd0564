// source.c: reads files, and lines of source files for reports that show them. It keeps the source file that was asked for last.

#include "host/host.h"

#include <stdlib.h>
#include <string.h>

static struct {
    char *file, *text; // text: each line ended by '\0'; NULL if the file can't be read
    char **lines;      // (count) into text
    size_t count, room;
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
    char *rest = kept.text;
    while (rest && *rest && ARRAY_ADD(kept.lines, kept.count, kept.room, rest))
        strsep(&rest, "\n");
}

const char *source_line(const char *file, int line)
{
    if (!file)
        return NULL;
    if (!kept.file || strcmp(kept.file, file) != 0)
        keep_file(file);
    return line >= 1 && (size_t)line <= kept.count ? kept.lines[line - 1] : NULL;
}
