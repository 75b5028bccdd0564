// trick: has templates that double with each level
// fails: does not compile
template <int depth, long path>
struct Bomb {
    static const long value =
        Bomb<depth - 1, 2 * path>::value + Bomb<depth - 1, 2 * path + 1>::value;
};

template <long path>
struct Bomb<0, path> {
    static const long value = path;
};

__global__ void vecAdd(const float *a, const float *b, float *c, size_t n)
{
    c[0] = Bomb<60, 0>::value;
}
