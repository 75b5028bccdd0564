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
    int sum = 0, count = 0;
    for (int y = max(row - 1, 0); y <= min(row + 1, height - 1); y++)
        for (int x = max(column - 1, 0); x <= min(column + 1, width - 1); x++) {
            sum += in[(size_t)y * width + x];
            count++;
        }
    out[(size_t)row * width + column] = (unsigned char)(sum / count);
    // [end of your code]
}
