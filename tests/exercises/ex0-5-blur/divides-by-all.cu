// fails: out\[
// Blur: each pixel becomes the mean of those around it that exist.
//
//     make ex0-5

// Launched with a thread per pixel, x along a row; blocks stick out to the right and below.
// in, out: (height, width)
__global__ void blur(const unsigned char *in, unsigned char *out, int width, int height, int radius)
{
    // [your code]
    int column = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (column >= width || row >= height)
        return;
    int sum = 0, side = 2 * radius + 1;
    for (int y = max(row - radius, 0); y <= min(row + radius, height - 1); y++)
        for (int x = max(column - radius, 0); x <= min(column + radius, width - 1); x++)
            sum += in[(size_t)y * width + x];
    out[(size_t)row * width + column] = (unsigned char)(sum / (side * side));
    // [end of your code]
}
