#!/usr/bin/env bash
# Other people's builds with warpcc in nvcc's place: CMake's CUDA language, and Makefiles that link by g++.
. "$(dirname "$0")/../harness/lib.sh"
unset NVCC_PREPEND_FLAGS # the project chooses its C++

source=$PWD/tests/simulator/builds
house=$work/house
copy_built_house "$house"

compilers=()
for compiler in nvcc clang; do
    ! WARPCC=$compiler tools/need.sh cuda >/dev/null 2>&1 || compilers+=("$compiler")
done
for compiler in "${compilers[@]}"; do
    export WARPCC=$compiler
    there=$work/$compiler
    mkdir "$there"
    run "$house/warpcc" --cuda-home
    is "$compiler: --cuda-home: exit status" "$status" 0
    home=$out

    # A course's Makefile.
    run make -C "$source" "CUDA_HOME=$home" "OUT=$there"
    is "$compiler: a Makefile that links by g++: exit status" "$status" 0
    for kind in dynamic static; do
        run "$there/$kind"
        is "$compiler: and its program, $kind, runs" "$status/$out" 0/7496
    done
    run g++ "$there/whole.o" "$source/main.cpp" -o "$there/none"
    ok "$compiler: a link without the simulator fails" test "$status" -ne 0
    has "$compiler: and says what to do" "$err" 'undefined reference to .link_this_with_warpcc_or_with_its_libcudart'

    # A shared library, by warpcc.
    run "$house/warpcc" -shared -Xcompiler -fPIC "$source/whole.cu" -o "$there/libwhole.so"
    is "$compiler: -shared: exit status" "$status" 0
    run "$house/warpcc" -x cu "$source/host.cpp" -L"$there" -lwhole -Xlinker -rpath="$there" -o "$there/uses"
    is "$compiler: a program with that library: exit status" "$status" 0
    run "$there/uses"
    is "$compiler: shares the simulator with it" "$status/$out" 0/7496

    # Options in a file, as nvcc reads them.
    printf -- "-DA='1 2'\n -DB=\\\\\"b\\\\\"" >"$there/options"
    echo 'A B C' >"$there/words.cu"
    run "$house/warpcc" --options-file "$there/options" -DC=3 -E "$there/words.cu"
    has "$compiler: --options-file" "$out" '^1 2 "b" 3$'
    refuses "$compiler: a file of options that is missing" 'none: no such file' "$house/warpcc" -optf "$there/none" "$source/whole.cu"

    # Device code of another file.
    run "$house/warpcc" -c "$source/apply.cu" -o "$there/none.o"
    is "$compiler: without -rdc: refused" "$status" 2
    has "$compiler: without -rdc: says what to do" "$err" '^warpcc: scale\(int\): device code of another file.*-rdc=true'
    cat >"$there/aligned.cu" <<'END'
#include <any>
#include <variant>
struct alignas(16) Pair { float x, y; };
__global__ void aligned(size_t *at)
{
    __shared__ alignas(16) char bytes[3];
    __shared__ alignas(Pair) char pair[3];
    at[0] = ((size_t)bytes | (size_t)pair) % 16 + alignof(Pair);
}
END
    run "$house/warpcc" -std=c++17 -c "$there/aligned.cu" -o "$there/aligned.o"
    is "$compiler: __shared__ alignas(16)" "$status/$err" 0/

    command -v cmake >/dev/null || continue
    run cmake -S "$source" -B "$there/cmake" -DCMAKE_CUDA_COMPILER="$house/warpcc"
    is "$compiler: cmake: exit status" "$status" 0
    has "$compiler: cmake: finds our folder" "$out" "Found CUDAToolkit: $house/build/sim/cuda/include"
    run cmake --build "$there/cmake"
    is "$compiler: cmake --build: exit status" "$status" 0
    for program in separate shared one; do
        run "$there/cmake/$program"
        is "$compiler: cmake: $program runs" "$status/$out" 0/6496
    done
    run "$there/cmake/host"
    is "$compiler: cmake: a host program and a library share the runtime" "$status/$out" 0/7496
done

# What is compiled does not depend on which compiler was used between.
if [ ${#compilers[@]} = 2 ]; then
    before=$(find "$house/build/sim" -name '*.o' -path '*/rooms/*' -newer "$work/nvcc" -o -name '*.o' -path '*/by-*' -newer "$work/clang/words.cu")
    is 'with another compiler nothing of the simulator is compiled again' "$before" ''
    touch "$work/mark"
    for compiler in nvcc clang; do
        WARPCC=$compiler run "$house/warpcc" "$source/whole.cu" "$source/main.cpp" -o "$work/again"
        is "$compiler again: exit status" "$status" 0
    done
    is 'nor when the first is back' "$(find "$house/build/sim" -name '*.o' \( -path '*/rooms/*' -o -path '*/by-*' \) -newer "$work/mark")" ''
fi

done_testing
