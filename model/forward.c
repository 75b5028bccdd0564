// forward.c: a forward pass. Several tokens go through matrix products, a single one through dot products, and both ways keep their
// keys and values for the tokens that follow.

#include "model/language.h"

static unsigned blocks(size_t n, size_t each)
{
    return (unsigned)((n + each - 1) / each);
}

// A thread for each of n elements; a warp for each of n rows; a tile of 16 x 16 for each part of a matrix.
static Shape threads(size_t n)
{
    return (Shape){{blocks(n, 128), 1, 1}, {128, 1}};
}
static Shape warps(size_t n, int parts)
{
    return (Shape){{blocks(n, 4), (unsigned)parts, 1}, {128, 1}};
}
static Shape tiles(int rows, int columns, int heads)
{
    return (Shape){{blocks((size_t)columns, 16), blocks((size_t)rows, 16), (unsigned)heads},
                   {16, 16}};
}

// y = parts of A, each times its own x. A's rows lie stride apart, its parts `apart`.
static void dots(const float *A, const float *x, float *y, int rows, int columns, int stride,
                 int parts, int apart)
{
    step(DOTS, warps((size_t)rows, parts), y, (size_t)parts * rows,
         ARGS(IN(A), IN(x), OUT(y), INT(rows), INT(columns), INT(stride), INT(parts), INT(apart)));
}

// y = x W^T + bias, for n rows of x. m->b is for what is between.
static void linear(Model *m, const Linear *l, const float *x, float *y, int n)
{
    size_t count = (size_t)n * l->rows;
    if (n == 1)
        dots(l->w, x, m->b, l->rows, l->columns, l->columns, 1, 0);
    else
        step(PRODUCT, tiles(n, l->rows, 1), m->b, count,
             ARGS(INT(n), INT(l->rows), INT(l->columns), IN(x), IN(l->transposed), OUT(m->b)));
    step(BIAS, threads(count), y, count,
         ARGS(IN(m->b), IN(l->bias), OUT(y), SIZE(n), SIZE(l->rows)));
}

static void norm(const Model *m, const Norm *l, const float *x, float *y, int n)
{
    step(NORM, warps((size_t)n, 1), y, (size_t)n * m->width,
         ARGS(IN(x), IN(l->gain), IN(l->bias), OUT(y), SIZE(n), SIZE(m->width)));
}

static void softmax(const float *x, float *y, int rows, int n)
{
    step(SOFTMAX, warps((size_t)rows, 1), y, (size_t)rows * n,
         ARGS(IN(x), OUT(y), SIZE(rows), SIZE(n)));
}

// m->a = what each of the n tokens takes from those up to it.
static void attention(Model *m, Layer *l, int n)
{
    int heads = m->heads, d = m->width / heads, seen = m->first + n, apart = m->context * d;
    size_t count = (size_t)n * m->width, square = (size_t)heads * n * n;
    linear(m, &l->qkv, m->a, m->wide, n);
    step(SPLIT, threads(3 * count), m->q, 3 * count,
         ARGS(IN(m->wide), OUT(m->q), OUT(m->k), OUT(m->v), INT(n), INT(heads), INT(d)));
    step(CACHE, threads(count), l->keys, 2 * (size_t)m->context * m->width,
         ARGS(IN(m->k), IN(m->v), OUT(l->keys), OUT(l->values), INT(n), INT(heads), INT(d),
              INT(m->first), INT(m->context)));
    if (n == 1) {
        dots(l->keys, m->q, m->s, seen, d, d, heads, apart);
        softmax(m->s, m->p, heads, seen);
        dots(l->values, m->p, m->a, d, seen, m->context, heads, apart);
        return;
    }
    step(SCORES, tiles(n, n, heads), m->s, square,
         ARGS(IN(m->q), IN(m->k), OUT(m->s), INT(n), INT(d), FLOAT(1), INT(heads)));
    step(MASK, (Shape){{blocks((size_t)n, 128), (unsigned)n, (unsigned)heads}, {128, 1}}, m->s,
         square, ARGS(OUT(m->s), INT(n), INT(heads)));
    softmax(m->s, m->p, heads * n, n);
    step(WEIGHTED, tiles(n, d, heads), m->b, count,
         ARGS(IN(m->p), IN(m->v), OUT(m->b), INT(n), INT(d), INT(heads)));
    step(JOIN, threads(count), m->a, count, ARGS(IN(m->b), OUT(m->a), INT(n), INT(heads), INT(d)));
}

int model_next(Model *m, int n)
{
    size_t count = (size_t)n * m->width;
    step(EMBED, threads(count), m->x, count,
         ARGS(IN(m->text), IN(m->table), IN(m->positions), OUT(m->x), INT(n), INT(m->width),
              INT(m->first)));
    for (Layer *l = m->layer; l < m->layer + m->layers; l++) {
        norm(m, &l->before, m->x, m->a, n);
        attention(m, l, n);
        linear(m, &l->out, m->a, m->wide, n);
        step(RESIDUAL, threads(count), m->x, count,
             ARGS(FLOAT(1), IN(m->wide), OUT(m->x), SIZE(count)));
        norm(m, &l->between, m->x, m->a, n);
        linear(m, &l->up, m->a, m->wide, n);
        step(GELU, threads(4 * count), m->wide, 4 * count, ARGS(OUT(m->wide), SIZE(4 * count)));
        linear(m, &l->down, m->wide, m->a, n);
        step(RESIDUAL, threads(count), m->x, count,
             ARGS(FLOAT(1), IN(m->a), OUT(m->x), SIZE(count)));
    }
    m->first += n;
    // What follows is only wanted for the last token.
    norm(m, &m->last, m->x + count - m->width, m->a, 1);
    dots(m->table, m->a, m->s, m->vocabulary, m->width, m->width, 1, 0);
    softmax(m->s, m->p, 1, m->vocabulary);
    step(ARGMAX, (Shape){{1, 1, 1}, {128, 1}}, m->found, 2,
         ARGS(IN(m->p), OUT(m->found), OUT(m->found + 1), SIZE(m->vocabulary)));
    device_wait();
    return m->found[1];
}
