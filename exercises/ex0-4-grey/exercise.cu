// A grey image: one byte per pixel from three.
//
//     make ex0-4

// Launched with a thread per pixel, x along a row; blocks stick out to the right and below.
// rgb: (height, width, 3), grey: (height, width)
__global__ void toGrey(const unsigned char *rgb, unsigned char *grey, int width, int height)
{
    // [your code]
    // TODO: find the column and the row; leave threads without a pixel alone; mix the three bytes.
    // [end of your code]
}
