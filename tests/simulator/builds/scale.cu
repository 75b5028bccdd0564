// scale.cu: device code that apply.cu uses from another library.
__device__ int shift = 7;

__device__ int scale(int x)
{
    return 3 * x + shift;
}
