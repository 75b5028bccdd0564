#!/bin/sh
# setup.sh: installs the Debian or Ubuntu packages that the workbook needs and that are missing,
# nothing else. Root is needed only then; sudo serves if it is there.
set -eu

# package, and what it is for
packages='
gcc           compiles the simulator
g++           compiles the host side of CUDA programs, for nvcc
make          runs the verbs
libcmocka-dev tests the simulator (unit tests in C)
perl          runs all tests and counts them (TAP::Harness)
shellcheck    checks shell scripts
cppcheck      checks C
clang-tidy    checks C
clang-format  formats C and CUDA C
'

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "make setup knows Debian and Ubuntu. Elsewhere install what goes by these names there:" >&2
    echo "$packages" >&2
    exit 1
fi

missing=
while read -r package purpose; do
    [ -n "$package" ] || continue
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || status=
    if [ "$status" != 'install ok installed' ]; then
        missing="$missing $package"
        printf 'missing: %-14s %s\n' "$package" "$purpose"
    fi
done <<EOF
$packages
EOF

# install: apt-get's work, for root or through sudo. The package lists are fetched only if they are
# absent or too old to find the packages.
# shellcheck disable=SC2086 # $missing and $sudo are lists of words
install()
{
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

if [ -n "$missing" ]; then
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo=sudo
    fi
    if [ -n "$sudo" ] && ! command -v sudo >/dev/null; then
        echo "Installing needs root. As root, run: apt-get install$missing" >&2
        exit 1
    fi
    install || { $sudo apt-get update && install; } || {
        echo "Could not install. As root, run: apt-get update && apt-get install$missing" >&2
        exit 1
    }
fi

nvcc=$("$(dirname "$0")/need.sh" nvcc)
version=$("$nvcc" --version | sed -n 's/^Cuda compilation tools, release \([0-9.]*\).*/\1/p')
echo "Nothing is missing. nvcc $version: $nvcc"
