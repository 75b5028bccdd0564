#!/bin/sh
# setup.sh: installs the Debian or Ubuntu packages that the workbook needs and that are missing, and
# the npm packages of the book's tests into tests/book/; nothing else. Root is needed only for the
# former; sudo serves if it is there.
set -eu
cd "$(dirname "$0")/.."

# package, and what it is for
packages='
gcc                    compiles the simulator
g++                    compiles the host side of CUDA programs, for nvcc
make                   runs the verbs
libcmocka-dev          tests the simulator (unit tests in C)
perl                   runs all tests and counts them (TAP::Harness)
shellcheck             checks shell scripts
cppcheck               checks C
clang-tidy             checks C
clang-format           formats C and CUDA C
clang                  fuzzes the simulator, and compiles its core for the web
libclang-rt-dev        libFuzzer and the sanitizers, for that
lld                    links for the web
wasi-libc              the C library there
libclang-rt-dev-wasm32 what the compiler calls there
bubblewrap             the sandbox that make grade judges in
libarchive-tools       reads archives that students hand in (bsdtar)
expect                 plays the student in tests of the terminal
pandoc                 makes the pages of the book from the notes
lua5.4                 draws the figures
gnuplot-nox            draws the plots
chromium               prints the PDF and tests the pages
poppler-utils          reads page numbers and text from the PDF
qpdf                   makes the PDF the same at each build, and checks it
faketime               makes the EPUB the same at each build
busybox                serves the book on this machine (make serve)
epubcheck              checks the EPUB
nodejs                 runs the tests in a browser
npm                    fetches what these use: axe, a driver, an HTML validator
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
    # Node.js from elsewhere brings npm along, and then Debian's package can't be installed.
    if [ "$package" = npm ] && command -v npm >/dev/null; then
        continue
    fi
    if [ "$status" != 'install ok installed' ]; then
        missing="$missing $package"
        printf 'missing: %-22s %s\n' "$package" "$purpose"
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

# The versions stand in package.json; a copy of it beside the packages says which ones are there.
if ! cmp -s tests/book/package.json tests/book/node_modules/installed.json; then
    npm install --prefix tests/book --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error || {
        echo "Could not fetch what tests/book/package.json names. The book's tests need it; nothing else does." >&2
        exit 1
    }
    cp tests/book/package.json tests/book/node_modules/installed.json
fi

nvcc=$(tools/need.sh nvcc)
version=$("$nvcc" --version | sed -n 's/^Cuda compilation tools, release \([0-9.]*\).*/\1/p')
echo "Nothing is missing. nvcc $version: $nvcc"
