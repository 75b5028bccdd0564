// Attention: two products, and a softmax between them, for many heads.
//
//     make ex6-8
//
// Q, K, V, O: (heads, n, d); S: (heads, n, n); all by rows.

enum { TILE = 16 };

// S = Q K^T * scale; a block of TILE x TILE threads for a tile of S.
__global__ void scores(const float *Q, const float *K, float *S, int n, int d, float scale)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

// Each row of S to a row of shares; a warp for each row.
__global__ void softmax(float *S, int n)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}

// O = P V; a block of TILE x TILE threads for a tile of O.
__global__ void weighted(const float *P, const float *V, float *O, int n, int d)
{
    // [your code]
    // TODO: part 3.
    // [end of your code]
}
