// Outlines in red: three kernels for an image.
//
//     make ex0-15

// grey, edge: (height, width) bytes
__global__ void edges(const unsigned char *grey, unsigned char *edge, int width, int height)
{
    // [your code]
    // TODO: part 1.
    // [end of your code]
}

// grey, edge: (height, width) bytes; rgb: (height, width, 3)
__global__ void outline(const unsigned char *grey, const unsigned char *edge, unsigned char *rgb,
                        int width, int height, int limit)
{
    // [your code]
    // TODO: part 2.
    // [end of your code]
}

// rgb: (height, width, 3) bytes; small: ((height + 1) / 2, (width + 1) / 2, 3)
__global__ void shrink(const unsigned char *rgb, unsigned char *small, int width, int height)
{
    // [your code]
    // TODO: part 3.
    // [end of your code]
}
