#!/bin/sh
# need.sh COMMAND: prints the path of a command that the build needs, or says in one message how to
# get it and exits 2. Only nvcc is looked for outside PATH: in $CUDA_HOME or $CUDA_PATH, and if
# neither is set where NVIDIA's packages put it.
set -eu

cuda=${CUDA_HOME:-${CUDA_PATH:-/usr/local/cuda}}

command -v "$1" && exit
if [ "$1" = nvcc ] && [ -x "$cuda/bin/nvcc" ]; then
    echo "$cuda/bin/nvcc"
    exit
fi

if [ "$1" = nvcc ]; then
    cat >&2 <<EOF
nvcc is missing: it is neither in PATH nor in $cuda/bin.
It compiles every program, for the simulator too; no GPU and no driver are needed to run it.
Install the CUDA toolkit from NVIDIA's package repository (package cuda-toolkit-13-0), see
https://developer.nvidia.com/cuda-downloads. Known to work: 13.0. Debian's and Ubuntu's own
package nvidia-cuda-toolkit is older than that. Elsewhere installed? Set CUDA_HOME.
EOF
else
    echo "$1 is missing: 'make setup' installs it." >&2
fi
exit 2
