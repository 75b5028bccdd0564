// weights.c: reads the bytes of a file that model/train.py writes; README.md describes them.

#include "model/language.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 28 };

static Allocate *allocate;
static const uint8_t *at, *end; // what is still to be read

static float *floats(size_t n)
{
    return allocate(n * sizeof(float));
}

// Returns the next n weights, which are halves: a sign, five bits of exponent, ten of fraction.
static float *weights(int n)
{
    float *w = floats((size_t)n);
    for (int i = 0; i < n && at < end; i++, at += 2) {
        int bits = at[0] | at[1] << 8, exponent = bits >> 10 & 31, fraction = bits & 1023;
        w[i] =
            ldexpf((float)(exponent ? fraction + 1024 : fraction), (exponent ? exponent : 1) - 25);
        w[i] = bits >> 15 ? -w[i] : w[i];
    }
    return w;
}

static Norm read_norm(int n)
{
    float *gain = weights(n);
    return (Norm){gain, weights(n)};
}

static Linear read_linear(int rows, int columns)
{
    Linear l = {rows, columns, weights(rows * columns), floats((size_t)rows * columns),
                weights(rows)};
    for (int i = 0; i < rows * columns; i++)
        l.transposed[i % columns * rows + i / columns] = l.w[i];
    return l;
}

// Divides the queries by the root of a head's width here, once, so that no step has to.
static void scale_queries(Linear *qkv, int width, int d)
{
    for (int row = 0; row < width; row++) {
        qkv->bias[row] /= sqrtf((float)d);
        for (int i = 0; i < width; i++) {
            qkv->w[row * width + i] /= sqrtf((float)d);
            qkv->transposed[i * 3 * width + row] = qkv->w[row * width + i];
        }
    }
}

// Returns why the file is none of weights; NULL if it is one. The sizes are then in m.
static const char *wrong(Model *m, const uint8_t *bytes, size_t size)
{
    uint32_t n[6]; // little-endian, as all machines are that CUDA runs on
    if (size > MOST_BYTES)
        return "has more than 1 MiB";
    if (size < HEADER || memcmp(bytes, "WbWm", 4) != 0)
        return "is no file of weights; model/train.py writes one";
    memcpy(n, bytes + 4, sizeof n);
    if (n[0] != 1)
        return "has another version than 1";
    if (n[1] < 1 || n[1] > 256 || n[2] < 2 || n[2] > 1024 || n[3] < 1 || n[3] > 1024 || n[4] < 1 ||
        n[3] % n[4] || n[5] < 1 || n[5] > MOST_LAYERS)
        return "has sizes that no model can have";
    m->vocabulary = (int)n[1], m->context = (int)n[2], m->width = (int)n[3], m->heads = (int)n[4],
    m->layers = (int)n[5];
    size_t w = n[3], count = (n[1] + n[2]) * w + n[5] * (12 * w * w + 13 * w) + 2 * w;
    if (size != HEADER + n[1] + 2 * count)
        return "is not as long as its sizes say";
    for (size_t i = HEADER + n[1]; i < size; i += 2)
        if ((bytes[i + 1] & 0x7c) == 0x7c)
            return "holds a weight that is infinite or no number";
    return NULL;
}

const char *model_read(const void *bytes, size_t size, Allocate *from, Model **made)
{
    Model *m = calloc(1, sizeof *m);
    const char *why = wrong(m, bytes, size);
    *made = why ? NULL : m;
    if (why) {
        free(m);
        return why;
    }
    int w = m->width;
    at = bytes, end = at + size, at += HEADER;
    allocate = from;
    memcpy(m->characters, at, (size_t)m->vocabulary);
    at += m->vocabulary;
    m->table = weights(m->vocabulary * w);
    m->positions = weights(m->context * w);
    size_t n = (size_t)m->context * w, most = n * 4,
           square = (size_t)m->heads * m->context * m->context;
    for (Layer *l = m->layer; l < m->layer + m->layers; l++) {
        l->before = read_norm(w);
        l->qkv = read_linear(3 * w, w);
        l->out = read_linear(w, w);
        l->between = read_norm(w);
        l->up = read_linear(4 * w, w);
        l->down = read_linear(w, 4 * w);
        scale_queries(&l->qkv, w, w / m->heads);
        l->keys = floats(2 * n);
        l->values = l->keys + n;
    }
    m->last = read_norm(w);
    m->x = floats(n), m->a = floats(n), m->b = floats(most), m->wide = floats(most),
    m->q = floats(3 * n);
    m->k = m->q + n, m->v = m->k + n;
    square = square > (size_t)m->vocabulary ? square : (size_t)m->vocabulary;
    m->s = floats(square), m->p = floats(square),
    m->text = allocate((size_t)m->context * sizeof(int)), m->found = allocate(2 * sizeof(int));
    return NULL;
}

int model_token(const Model *m, char c)
{
    const char *found = memchr(m->characters, c, (size_t)m->vocabulary);
    return found ? (int)(found - m->characters) : -1;
}
