// arrays.h: matrices on the device, for the tests of libraries whose matrices are stored column by column.
#ifndef ARRAYS_H
#define ARRAYS_H

#include "numbers.h"

#ifndef MORE
#define MORE pick(0, 3)
#endif

// A column-major array on the device, whose columns lie MORE elements further apart than they need.
template <typename T>
struct Array {
    int rows, columns, ld;
    T *device;
};

template <typename T>
static Array<T> make(int rows, int columns, int more = MORE)
{
    Array<T> a = {rows, columns, rows + more > 1 ? rows + more : 1, NULL};
    cudaMalloc(&a.device, ((size_t)a.ld * columns + 1) * sizeof(T));
    cudaMemset(a.device, 0x42, ((size_t)a.ld * columns + 1) * sizeof(T));
    return a;
}

template <typename T>
static Array<T> make(Matrix m, int more = MORE)
{
    Array<T> a = make<T>(m.rows, m.columns, more);
    std::vector<T> host((size_t)a.ld * a.columns + 1);
    cudaMemcpy(host.data(), a.device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (int j = 0; j < m.columns; j++)
        for (int i = 0; i < m.rows; i++)
            set(&host[i + (size_t)j * a.ld], m(i, j));
    cudaMemcpy(a.device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return a;
}

// What the device has. Between columns nothing may have changed.
template <typename T>
static Matrix get(Array<T> a)
{
    Matrix m = zeros(a.rows, a.columns);
    std::vector<T> host((size_t)a.ld * a.columns + 1);
    T untouched;
    memset((void *)&untouched, 0x42, sizeof untouched);
    cudaMemcpy(host.data(), a.device, host.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (int j = 0; j < a.columns; j++)
        for (int i = 0; i < a.ld; i++)
            if (i < a.rows)
                m(i, j) = value_of(host[i + (size_t)j * a.ld]);
            else if (memcmp(&host[i + (size_t)j * a.ld], &untouched, sizeof untouched) != 0)
                differ++;
    return m;
}

#endif
