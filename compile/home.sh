#!/bin/sh
# home.sh HEADERS FOLDER PLACE ARCHIVE...: lays out FOLDER as a CUDA toolkit is, for builds that look for parts of one: bin/nvcc, which is
# warpcc; include/, with HEADERS, the toolkit's or our own; lib64/, with the libraries that
# are made of the ARCHIVEs, build/sim/libwarp*.a. FOLDER is two folders below the one that holds warpcc, and PLACE is its path when it is
# used.
#
# A shared library has its whole path for a name. So a program that is linked with it finds it again, and never one of NVIDIA's.
set -eu
headers=$1 folder=$2 place=$3
shift 3

rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/lib64" "$folder/nvvm/libdevice" # CMake looks for the last one
ln -s ../../../../warpcc "$folder/bin/nvcc"
[ "$headers" != compile/toolkit ] || headers=../../../$headers
ln -s "$headers" "$folder/include"

# shared NAME ARGUMENT...: links lib64/libNAME.so. The simulator's own calls of CUDA stay within it.
shared()
{
    name=$1
    shift
    gcc -shared -Wl,-Bsymbolic "-Wl,-soname,$place/lib64/lib$name.so" -o "$folder/lib64/lib$name.so" "$@"
}

for archive; do
    name=${archive##*/libwarp}
    name=${name%.a}
    whole="-Wl,--whole-archive $archive -Wl,--no-whole-archive"
    # shellcheck disable=SC2086
    case $name in
    sim)
        cp "$archive" "$folder/lib64/libcudart_static.a"
        shared cudart $whole -lm -lpthread -ldl
        ln -s libcudart.so "$folder/lib64/libcuda.so"
        ln -s libcudart.so "$folder/lib64/libcuda.so.1" # as programs open it
        ;;
    # A library without the host's that does its work is left out.
    cublas | cusolver) shared "$name" $whole -lopenblas 2>/dev/null || : ;;
    cufft) shared "$name" $whole -lfftw3 -lfftw3f 2>/dev/null || : ;;
    curand) shared "$name" $whole -lstdc++ ;;
    *) shared "$name" $whole ;;
    esac
done
ar rcs "$folder/lib64/libcudadevrt.a" # what kernels call is the simulator's
