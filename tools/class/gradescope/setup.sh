#!/usr/bin/env bash
# setup.sh: Gradescope runs this script once, as root, when it makes the autograder's image. The script installs the compiler
# and bubblewrap, builds the judges of the packed exercises, and makes hidden cases readable for root only.
set -euo pipefail
cd "${AUTOGRADER:-/autograder}/source"

# Only what is missing is installed.
need=()
for tool in gcc g++ make perl bsdtar bwrap; do
    command -v $tool >/dev/null || case $tool in
    bsdtar) need+=(libarchive-tools) ;;
    bwrap) need+=(bubblewrap) ;;
    *) need+=("$tool") ;;
    esac
done
if ! tools/need.sh cuda >/dev/null 2>&1; then
    # Adds NVIDIA's package repository for this Ubuntu, as NVIDIA's installation guide tells.
    . /etc/os-release
    curl -fsSLo /tmp/cuda-keyring.deb \
        "https://developer.download.nvidia.com/compute/cuda/repos/ubuntu${VERSION_ID//./}/x86_64/cuda-keyring_1.1-1_all.deb"
    dpkg -i /tmp/cuda-keyring.deb
    need+=(cuda-nvcc-13-0 cuda-cudart-dev-13-0 cuda-cccl-13-0)
fi
if [ ${#need[@]} -gt 0 ]; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${need[@]}"
fi
make -s MARCH=any judges # the image may run on another kind of computer
chmod -R go+rX .
chmod 700 solutions
