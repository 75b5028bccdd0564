// A grey image: one byte per pixel from three.
//
//     make ex0-4

// Launched with a thread per pixel, x along a row; blocks stick out to the right and below.
// rgb: (height, width, 3), grey: (height, width)
__global__ void toGrey(const unsigned char *rgb, unsigned char *grey, int width, int height)
{
    // [your code]
    int column = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = (int)(blockIdx.y * blockDim.y + threadIdx.y);

    if (column < width && row < height) {
        size_t pixel = (size_t)row * width + column;
        const unsigned char *p = rgb + 3 * pixel;
        grey[pixel] = (unsigned char)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
    }
    // [end of your code]
}
