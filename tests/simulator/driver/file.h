// file.h: reads a file, for the programs of this folder.
#ifndef FILE_H
#define FILE_H

#include <stdio.h>
#include <stdlib.h>

// Returns a file's bytes, and a 0 behind them. Ends the program if it can't be read.
static char *readFile(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        exit(2);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    char *text = (char *)calloc(1, size + 1);
    rewind(file);
    if (fread(text, 1, size, file) != (size_t)size)
        exit(2);
    fclose(file);
    return text;
}

#endif
