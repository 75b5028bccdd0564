#!/bin/sh
# need.sh COMMAND: prints the path of a command that the build needs, or says in one message how to
# get it and exits 2. Only nvcc is looked for outside PATH: in $CUDA_HOME or $CUDA_PATH, and if
# neither is set where NVIDIA's packages put it. Its path is the one inside the toolkit, whose other
# parts stand beside it, also where PATH holds a link to it or a script that calls it.
set -eu

cuda=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}

if [ "$1" != nvcc ]; then
    command -v "$1" && exit
    echo "$1 is missing: 'make setup' installs it." >&2
    exit 2
fi

nvcc=$(command -v nvcc) || nvcc=$cuda/bin/nvcc
if [ -x "$nvcc" ]; then
    nvcc=$(readlink -f "$nvcc" || echo "$nvcc")
    home=$("$nvcc" --dryrun -E -x cu /dev/null 2>&1 | while IFS= read -r line; do
        case $line in
            '#$ _HERE_='*) echo "${line#*=}" ;;
        esac
    done)
    if [ -x "$home/nvcc" ]; then
        nvcc=$home/nvcc
    fi
    echo "$nvcc"
    exit
fi

cat >&2 <<EOF
nvcc is missing: it is neither in PATH nor in $cuda/bin.
It compiles every program, for the simulator too; no GPU and no driver are needed to run it.
Install the CUDA toolkit from NVIDIA's package repository (package cuda-toolkit-13-0), see
https://developer.nvidia.com/cuda-downloads. Known to work: 13.0. Debian's and Ubuntu's own
package nvidia-cuda-toolkit is older than that. Elsewhere installed? Set CUDA_HOME.
EOF
exit 2
