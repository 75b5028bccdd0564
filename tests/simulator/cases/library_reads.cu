// Sorting by a comparison of one's own, Thrust reads one element past a stretch that it merges, and doesn't use it: a remark.
// compiler: nvcc
// status: 0
// out: sorted
// err: Remark: a library reads shared memory that nobody wrote\. .* The read at .*merge_sort
// err: ERROR SUMMARY: 0 errors, \d+ remark
#include <stdio.h>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

struct ByDigit {
    __device__ bool operator()(long long a, long long b) const
    {
        return a % 10 < b % 10 || (a % 10 == b % 10 && a < b);
    }
};

int main(void)
{
    thrust::device_vector<long long> numbers(5000);
    thrust::sequence(numbers.begin(), numbers.end());
    thrust::sort(numbers.begin(), numbers.end(), ByDigit());
    if (numbers[499] == 4990 && numbers[500] == 1)
        puts("sorted");
}
