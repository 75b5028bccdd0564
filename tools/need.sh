#!/bin/sh
# need.sh COMMAND: prints the path of a command that the build needs, or says in one message how to
# get it and exits 2.
#
#   need.sh nvcc   Prints the path inside the toolkit, so that the toolkit's other parts are beside it, also
#                  where PATH holds a link or a script that calls nvcc. nvcc alone is also looked for outside
#                  PATH: in $CUDA_HOME or $CUDA_PATH; if neither is set, where NVIDIA's packages put it.
#   need.sh cuda   Prints what compiles CUDA C for the simulator: nvcc; where there is none, clang++, version
#                  14 or later. WARPCC chooses: nvcc, clang, or a clang's name such as clang++-19.
#   need.sh host NVCC   Prints the g++ that this nvcc calls: Debian's own nvcc accepts certain versions only.
#   need.sh clang-format   Takes version 14 only: others format some macros otherwise.
#   need.sh browser   Prints what prints the PDF and opens pages in tests: Chromium without windows, which takes half of the time, else a
#                  whole browser.
#   need.sh march   Prints for which host CPU gcc makes the simulator, its -march. MARCH chooses: native, any (a PC with AVX2, a 64-bit
#                  Arm), or a name that gcc knows. After `native` stands a number of the CPU that is here.
#   need.sh compilers   Prints gcc and what `cuda` prints, or FOUND_COMPILER if that is set; with g++ if it is nvcc.
set -eu

cuda=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}

# look_for_nvcc: prints the first nvcc in PATH, or else in $cuda, that is not warpcc under this name (compile/home.sh makes such a
# link); fails if there is none.
look_for_nvcc()
(
    IFS=:
    set -f
    for folder in $PATH "$cuda/bin" /usr/local/cuda/bin; do
        nvcc=$(readlink -f "$folder/nvcc" || echo "$folder/nvcc")
        if [ -f "$nvcc" ] && [ -x "$nvcc" ] && [ "${nvcc##*/}" != warpcc ]; then
            echo "$nvcc"
            return
        fi
        # Whoever sets CUDA_HOME looks there alone, unless it is our own.
        [ "$folder" != "$cuda/bin" ] || [ "${nvcc##*/}" = warpcc ] || return 1
    done
    return 1
)

# find_nvcc: prints nvcc's path; fails if there is none.
find_nvcc()
{
    nvcc=$(look_for_nvcc) || return 1
    if [ -d "${nvcc%/*}/../nvvm" ]; then # the toolkit's other parts are beside it
        echo "$nvcc"
        return
    fi
    home=$("$nvcc" --dryrun -E -x cu /dev/null 2>&1 | while IFS= read -r line; do
        case $line in
        '#$ _HERE_='*) echo "${line#*=}" ;;
        esac
    done)
    if [ -x "$home/nvcc" ]; then
        nvcc=$home/nvcc
    fi
    echo "$nvcc"
}

# find_clang NAME...: prints the path of the first of these that is clang 14 or later; fails if none is.
find_clang()
{
    for name; do
        if command -v "$name" >/dev/null && version=$("$name" -dumpversion) && [ "${version%%.*}" -ge 14 ]; then
            command -v "$name"
            return
        fi
    done
    return 1
}

find_any_clang()
{
    find_clang clang++ clang++-22 clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14
}

case $1 in
nvcc)
    find_nvcc && exit
    cat >&2 <<END
nvcc is missing: it is neither in PATH nor in $cuda/bin.
It is part of NVIDIA's CUDA toolkit, see https://developer.nvidia.com/cuda-downloads. Elsewhere installed? Set CUDA_HOME.
END
    ;;
cuda)
    case ${WARPCC:-} in
    '') find_nvcc || find_any_clang ;;
    nvcc) exec "$0" nvcc ;;
    clang) find_any_clang ;;
    *clang*) find_clang "$WARPCC" ;;
    *)
        echo "WARPCC is '$WARPCC'; it can be nvcc, clang, or a clang's name such as clang++-19." >&2
        exit 2
        ;;
    esac && exit
    echo "no compiler of CUDA C: there is no ${WARPCC:-nvcc, and no clang of version 14 or later}; 'make setup' installs clang" >&2
    ;;
host)
    chosen=${2%/*}/g++ # Debian's script, which looks for a version that nvcc accepts
    if [ ! -x "$chosen" ]; then
        exec "$0" g++
    fi
    "$chosen" --version >/dev/null 2>&1 && echo "$chosen" && exit
    echo "nvcc supports none of the g++ versions here: 'make setup' installs nvidia-cuda-toolkit-gcc; or use clang: WARPCC=clang" >&2
    ;;
compilers)
    compiler=${FOUND_COMPILER:-$("$0" cuda)}
    case $compiler in
    */nvcc) "$0" host "$compiler" ;;
    esac
    echo "$compiler"
    exec "$0" gcc
    ;;
march)
    case ${MARCH:-native}.$(uname -m) in
    any.x86_64) echo haswell ;;
    any.*) echo armv8-a ;;
    native.*) echo native "$(sed -n '/^flags\|^Features/{p;q}' /proc/cpuinfo | cksum)" ;;
    *) echo "$MARCH" ;;
    esac
    exit
    ;;
browser)
    for name in chromium-headless-shell chromium google-chrome; do
        command -v $name && exit
    done
    echo "There is no browser to print the PDF: 'make setup book' installs Debian's chromium-headless-shell; on Ubuntu install Google Chrome." >&2
    ;;
clang-format)
    case $(clang-format --version 2>/dev/null) in
    *'version 14.'*) command -v clang-format && exit ;;
    '') echo "clang-format is missing: 'make setup' installs it." >&2 ;;
    *) echo "The code is formatted by clang-format 14, as in Debian 12; the version here is another one." >&2 ;;
    esac
    ;;
*)
    command -v "$1" && exit
    echo "$1 is missing: 'make setup' installs it." >&2
    ;;
esac
exit 2
