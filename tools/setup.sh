#!/bin/sh
# setup.sh [--first] [GOAL...]: installs the Debian or Ubuntu packages that are missing: those that a student needs, and
# those of the goal: test, book, grade, lint or deb. It names all of them first. Only root can install; another user does so by
# sudo. Where there is a terminal, sudo is used only after a question. The first build uses no sudo without a terminal.
#
#   --first   the first build calls it when it has found no compiler; prints two lines only
set -eu
cd "$(dirname "$0")/.."

# package, who needs it, and what it is for; `clang` and `nvcc`: a student without nvcc, or with it
packages='
make                    student              runs the verbs
gcc                     student              compiles the simulator
libncursesw6            student              the stepper on the full screen
libc6-dev               student              the C library, for that
clang                   clang,test           compiles CUDA C if there is no nvcc; fuzzes
g++                     nvcc,test            compiles the host side of CUDA programs for nvcc
libcmocka-dev           test                 tests the simulator (unit tests in C)
perl                    test,grade           runs all tests (TAP::Harness); grades
shellcheck              test,lint            checks shell scripts
yamllint                test,lint            checks YAML
cppcheck                test,lint            checks C
clang-tidy              test,lint            checks C
clang-format            test,lint            formats C and CUDA C
libclang-rt-dev         test                 libFuzzer and the sanitizers, for clang
lld                     test,book            links for the web
wasi-libc               test,book            the C library there
libclang-rt-dev-wasm32  test,book            what the compiler calls there
libc++-dev-wasm32       test,book            has its readable C++ names
libopenblas-dev         test                 does the work of cuBLAS and cuSOLVER for warpcc
libfftw3-dev            test                 does the work of cuFFT for warpcc -lcufft
libthrust-dev           test                 Thrust and CUB for clang, with libcub-dev
libomp-dev              test                 OpenMP for clang
bubblewrap              test,grade           the sandbox that make grade judges in
libarchive-tools        test,grade           reads archives that students hand in (bsdtar)
bzip2                   test                 packs archives as students do
cmake                   test                 builds a project by warpcc, as others do
expect                  test                 plays the student in tests of the terminal
tmux                    test                 terminals of any size, to test the full screen
pandoc                  test,book            makes the pages of the book from the notes
lua5.4                  test,book            draws the figures
gnuplot-nox             test,book            draws the plots
chromium-headless-shell test,book            prints the PDF, opens the pages in tests
poppler-utils           test,book            reads page numbers and text from the PDF
qpdf                    test,book            checks the PDF, makes it the same at each build
faketime                test,book            makes the EPUB the same at each build
busybox                 test,book            serves the book on this machine (make serve)
epubcheck               test,book            checks the EPUB
debhelper               deb                  builds a Debian package
dpkg-dev                deb                  the same
lintian                 deb                  checks it
mandoc                  test,deb             checks the manual page
nodejs                  test                 runs the tests in a browser
esbuild                 test,book            joins the modules of what a page runs
npm                     test,book            fetches axe, a driver and a validator for these
'

first=
if [ "${1-}" = --first ]; then
    first=yes
    shift
fi
compiler=clang
if nvcc=$(tools/need.sh nvcc 2>/dev/null); then
    compiler=nvcc
fi
wanted=" student $compiler $* "

# asks: succeeds if there is a person at a terminal. Make gives its standard input to one of several jobs only, so /dev/tty
# is tried.
asks()
{
    { [ -t 1 ] || [ -t 2 ]; } && (: </dev/tty) 2>/dev/null
}

# is_wanted PURPOSE,...: succeeds if one of the purposes is wanted.
is_wanted()
{
    for purpose in $(echo "$1" | tr , ' '); do
        case $wanted in
        *" $purpose "*) return 0 ;;
        esac
    done
    return 1
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "make setup knows Debian and Ubuntu. On other systems, install what has these names there:" >&2
    echo "$packages" | while read -r package purposes about; do
        if [ -n "$package" ] && is_wanted "$purposes"; then
            printf '%-23s %s\n' "$package" "$about" >&2
        fi
    done
    exit 1
fi

# is_there PACKAGE: succeeds if the package is installed or not needed. Node.js from elsewhere brings npm along, and then
# Debian's npm can't be installed; clang may have any of its names; another Chromium, or Google Chrome, does, too.
is_there()
{
    case $1 in
    npm) ! command -v npm >/dev/null || return 0 ;;
    chromium-headless-shell) ! tools/need.sh browser >/dev/null 2>&1 || return 0 ;;
    clang) ! WARPCC=clang tools/need.sh cuda >/dev/null 2>&1 || return 0 ;;
    esac
    [ "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" = 'install ok installed' ]
}

# note PACKAGE ABOUT: adds a package to the missing ones.
note()
{
    missing="$missing $1"
    [ -n "$first" ] || printf 'missing: %-23s %s\n' "$1" "$2"
}

missing=
while read -r package purposes about; do
    if [ -n "$package" ] && is_wanted "$purposes" && ! is_there "$package"; then
        note "$package" "$about"
    fi
done <<END
$packages
END
if [ -x "${nvcc%/*}/g++" ] && ! tools/need.sh host "$nvcc" >/dev/null 2>&1; then
    note nvidia-cuda-toolkit-gcc 'the version of g++ that nvcc from Debian supports'
fi

# apt ARGUMENT...: runs apt-get as root.
apt()
{
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# plan: prints what apt-get would do to install the missing packages.
# shellcheck disable=SC2086 # $missing is a list of words
plan()
{
    LC_ALL=C apt-get install --assume-no -o Debug::NoLocking=true --no-install-recommends $missing 2>&1 || true
}

# size: prints the disk space that the missing packages take, as apt-get says; nothing if apt-get does not know them.
size()
{
    plan | sed -n 's/^After this operation, \(.*\) of additional disk space.*/, \1 on disk/p'
}

# leave_out_unknown: takes out of the missing packages those that this system does not offer, as Ubuntu no Chromium, and says so.
leave_out_unknown()
{
    for package in $(plan | sed -n "s/^E: Unable to locate package //p; s/^E: Package '\(.*\)' has no installation candidate/\1/p"); do
        echo "This system has no package $package; what needs it will say so."
        missing=$(printf ' %s ' "$missing" | sed "s/ $package / /; s/ *\$//")
    done
}

# install: installs the missing packages; quietly in the first build.
# shellcheck disable=SC2086
install()
{
    if [ -n "$first" ]; then
        apt install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 $missing >/dev/null
    else
        apt install -y --no-install-recommends $missing
    fi
}

if [ -n "$missing" ]; then
    sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo=sudo
    fi
    [ -z "$first" ] || echo "These compilers for the simulator and for CUDA C, or parts of them, are missing:$missing."
    if [ -n "$sudo" ] && { ! command -v sudo >/dev/null || { [ -n "$first" ] && ! asks; }; }; then
        echo "Installing needs root. As root, run: apt-get install$missing" >&2
        exit 1
    fi
    if [ -n "$sudo" ] && asks; then
        printf 'Install them%s, as root with sudo? [Y/n] ' "$(size)"
        read -r answer </dev/tty
        case $answer in
        [nN]*)
            echo "Nothing was installed. As root, run: apt-get install$missing" >&2
            exit 1
            ;;
        esac
    fi
    # The package lists are fetched only if they are absent or too old to find the packages.
    if [ -z "$(size)" ]; then
        apt -qq update >/dev/null || true
        [ -n "$first" ] || leave_out_unknown
    fi
fi
if [ -n "$missing" ]; then
    echo "apt-get installs them now$(size).${first:+ Then the build goes on.}"
    install || { apt update && install; } || {
        echo "Could not install. As root, run: apt-get update && apt-get install$missing" >&2
        exit 1
    }
fi
[ -z "$first" ] || exit 0

# fetch FOLDER LIST NEED COMMAND...: lets npm fetch what FOLDER/package.json names, in the versions of FOLDER/LIST. A copy of LIST
# beside the packages tells which versions are there. NEED begins the message of a failure.
fetch()
{
    folder=$1 list=$2 need=$3
    shift 3
    ! cmp -s "$folder/$list" "$folder/node_modules/installed.json" || return 0
    echo "npm fetches what $folder/package.json names, into $folder/node_modules: $(sed -n 's/^ *"\(.*\)": "\([0-9][^"]*\)",*$/\1 \2/p' "$folder/package.json" | paste -sd , | sed 's/,/, /g')."
    npm "$@" --prefix "$folder" --no-audit --no-fund --ignore-scripts --loglevel=error || {
        echo "Could not fetch what $folder/$list names. $need it; nothing else does." >&2
        exit 1
    }
    cp "$folder/$list" "$folder/node_modules/installed.json"
}
if is_wanted test,book; then
    fetch tests/book package.json "The book's tests need" install --no-package-lock
    fetch lab package-lock.json "The compiler in the book's pages needs" ci
fi

echo "Nothing is missing. CUDA C is compiled by $(tools/need.sh cuda)."
if is_wanted test; then
    echo "The tests take 10 to 20 minutes on two cores."
fi
