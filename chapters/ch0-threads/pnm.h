// Images as files: PGM (grey) and PPM (colour), plain or raw, as netpbm describes them.
//
//     P6            P2 plain grey, P3 plain colour, P5 raw grey, P6 raw colour
//     # a comment
//     76 62         width, height
//     255           the value of white, 1 to 255 here (65535 in the format)
//     ...           samples, row after row from the top; of a colour image red, green, blue
//
// A file that is cut short, too large or no such image is refused before anything is made of it.

#ifndef WARP_PNM_H
#define WARP_PNM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PNM_MOST_SIDE = 65535 * 16
}; // pixels: a grid has at most 65,535 blocks in y, 16 pixels each

typedef struct {
    size_t width, height, channels; // channels: 1 grey, 3 colour
    unsigned int white;             // the largest sample
    unsigned char *samples;         // (height, width, channels)
} PnmImage;

static inline size_t image_samples(const PnmImage *p)
{
    return p->width * p->height * p->channels;
}

// A number between white space and comments; false if there is none, or it is larger than most.
static inline bool pnm_number(FILE *file, size_t most, size_t *number)
{
    int c = getc(file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
        else
            c = getc(file);
    }
    if (c < '0' || c > '9')
        return false;
    for (*number = 0; c >= '0' && c <= '9' && *number <= most; c = getc(file))
        *number = *number * 10 + (size_t)(c - '0');
    ungetc(c, file);
    return *number <= most;
}

// Bytes from the file's position to its end; 0 if it has none (a pipe, say).
static inline size_t pnm_rest(FILE *file)
{
    long here = ftell(file), end = -1;
    if (here >= 0 && fseek(file, 0, SEEK_END) == 0)
        end = ftell(file);
    if (end < here || fseek(file, here, SEEK_SET) != 0)
        return 0;
    return (size_t)(end - here);
}

// Reads the header; returns what is wrong with it, or NULL. plain: samples are written as numbers.
static inline const char *pnm_header(FILE *file, PnmImage *p, bool *plain)
{
    size_t white = 0;
    int letter = getc(file), kind = getc(file);

    if (letter != 'P' || (kind != '2' && kind != '3' && kind != '5' && kind != '6'))
        return "is not a PGM or PPM image: it must start with P2, P3, P5 or P6";
    *plain = kind == '2' || kind == '3';
    p->channels = kind == '3' || kind == '6' ? 3 : 1;
    if (!pnm_number(file, PNM_MOST_SIDE, &p->width) || p->width == 0 ||
        !pnm_number(file, PNM_MOST_SIDE, &p->height) || p->height == 0)
        return "must have a width and a height from 1 to 1048560";
    if (!pnm_number(file, 255, &white) || white == 0)
        return "must have a value for white from 1 to 255: samples are bytes here";
    p->white = (unsigned int)white;
    if (!*plain)
        getc(file); // the one white space before the samples
    return NULL;
}

// Reads the samples into p->samples, which it allocates; returns what is wrong, or NULL.
static inline const char *pnm_samples(FILE *file, PnmImage *p, bool plain)
{
    size_t count = image_samples(p), at = 0, sample = 0;

    if (pnm_rest(file) < (plain ? 2 * count - 1 : count)) // plain: a digit and a space at least
        return "ends too early: there are fewer samples than width x height asks for";
    p->samples = (unsigned char *)malloc(count);
    if (p->samples == NULL)
        return "is too large for the host's memory";
    if (!plain)
        at = fread(p->samples, 1, count, file);
    else
        for (; at < count && pnm_number(file, p->white, &sample); at++)
            p->samples[at] = (unsigned char)sample;
    if (at < count)
        return "has a sample that is not a number, or more than white";
    for (size_t i = 0; i < count; i++)
        if (p->samples[i] > p->white)
            return "has a sample that is more than white";
    return NULL;
}

// Reads the image in the file of that name. Returns NULL, or what is wrong, to be put after the
// name; then *p holds no memory.
static inline const char *image_read(const char *name, PnmImage *p)
{
    bool plain = false;
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return strerror(errno);
    p->samples = NULL;
    const char *wrong = pnm_header(file, p, &plain);
    if (wrong == NULL)
        wrong = pnm_samples(file, p, plain);
    fclose(file);
    if (wrong != NULL)
        free(p->samples);
    return wrong;
}

// Writes the image, raw, into the file of that name: first aside, then renamed, so that there is
// never half a file. Returns NULL, or what went wrong.
static inline const char *image_write(const char *name, const PnmImage *p)
{
    size_t count = image_samples(p), length = strlen(name);
    char *aside = (char *)malloc(length + sizeof ".part");
    const char *wrong = NULL;

    if (aside == NULL)
        return "no host memory";
    memcpy(aside, name, length);
    memcpy(aside + length, ".part", sizeof ".part");
    FILE *file = fopen(aside, "wb");
    if (file == NULL) {
        wrong = strerror(errno);
    } else {
        fprintf(file, "P%c\n%zu %zu\n%u\n", p->channels == 3 ? '6' : '5', p->width, p->height,
                p->white);
        bool written = fwrite(p->samples, 1, count, file) == count;
        written = fclose(file) == 0 && written;
        if (!written || rename(aside, name) != 0) {
            wrong = strerror(errno);
            remove(aside);
        }
    }
    free(aside);
    return wrong;
}

#endif
