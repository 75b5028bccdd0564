// Blur: each pixel becomes the mean of those around it that exist.
//
//     make ex0-5

// Launched with a thread per pixel, x along a row; blocks stick out to the right and below.
// in, out: (height, width)
__global__ void blur(const unsigned char *in, unsigned char *out, int width, int height, int radius)
{
    // [your code]
    // TODO: add up the pixels of the square that are in the image, count them, divide.
    // [end of your code]
}
