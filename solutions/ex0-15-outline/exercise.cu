// Outlines in red: three kernels for an image.
//
//     make ex0-15

// grey, edge: (height, width) bytes
__global__ void edges(const unsigned char *grey, unsigned char *edge, int width, int height)
{
    // [your code]
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int gx = grey[y * width + min(x + 1, width - 1)] - grey[y * width + max(x - 1, 0)];
    int gy = grey[min(y + 1, height - 1) * width + x] - grey[max(y - 1, 0) * width + x];
    edge[y * width + x] = (unsigned char)min(abs(gx) + abs(gy), 255);
    // [end of your code]
}

// grey, edge: (height, width) bytes; rgb: (height, width, 3)
__global__ void outline(const unsigned char *grey, const unsigned char *edge, unsigned char *rgb,
                        int width, int height, int limit)
{
    // [your code]
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int i = y * width + x;
    bool red = edge[i] >= limit;
    rgb[3 * i] = red ? 255 : grey[i];
    rgb[3 * i + 1] = red ? 0 : grey[i];
    rgb[3 * i + 2] = red ? 0 : grey[i];
    // [end of your code]
}

// rgb: (height, width, 3) bytes; small: ((height + 1) / 2, (width + 1) / 2, 3)
__global__ void shrink(const unsigned char *rgb, unsigned char *small, int width, int height)
{
    // [your code]
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int smallWidth = (width + 1) / 2, smallHeight = (height + 1) / 2;
    if (x >= smallWidth || y >= smallHeight)
        return;
    for (int colour = 0; colour < 3; colour++) {
        int sum = 0, count = 0;
        for (int row = 2 * y; row < min(2 * y + 2, height); row++)
            for (int column = 2 * x; column < min(2 * x + 2, width); column++, count++)
                sum += rgb[3 * (row * width + column) + colour];
        small[3 * (y * smallWidth + x) + colour] = (unsigned char)(sum / count);
    }
    // [end of your code]
}
