# shellcheck shell=bash
# lib.sh: what the command-line tests share. Each is a bash script that sources this file, makes
# checks, and ends with done_testing; it prints TAP, which tests/harness/run and prove read.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
need_sh=$PWD/tools/need.sh
unset DEVICE WARPSIM NO_COLOR MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
checks=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run COMMAND...: keeps what it prints in $out and $err, and its exit status in $status.
run()
{
    ran="$*"
    "$@" >"$work/.out" 2>"$work/.err" </dev/null && status=0 || status=$?
    out=$(tr -d '\0' <"$work/.out")
    err=$(tr -d '\0' <"$work/.err")
}

# ok WHAT COMMAND...: passes if the command succeeds. A failure shows the last run command.
ok()
{
    local what=$1
    shift
    checks=$((checks + 1))
    if "$@"; then
        echo "ok $checks - $what"
        return
    fi
    echo "not ok $checks - $what"
    {
        echo "failed: $*"
        echo "last run, exit status ${status-}: ${ran-}"
        printf '%s\n' "${out-}" | head -n 30
        printf '%s\n' "${err-}" | head -n 30
    } | sed 's/^/# /'
}

# is WHAT GOT WANTED
is()
{
    ok "$1" test "$2" = "$3"
}

# has WHAT TEXT PATTERN: some line of the text matches the extended regular expression.
has()
{
    ok "$1" grep -Eq -e "$3" <<<"$2"
}

# lacks WHAT TEXT PATTERN
lacks()
{
    ok "$1" not grep -Eq -e "$3" <<<"$2"
}

not()
{
    ! "$@"
}

# is_line TEXT: exactly one line.
is_line()
{
    [ -n "$1" ] && [ "$(wc -l <<<"$1")" = 1 ]
}

# fits TEXT: no line is wider than a terminal of 80 columns.
fits()
{
    ! LC_ALL=C.UTF-8 grep -E '^.{81}' <<<"$1"
}

# refuses WHAT PATTERN COMMAND...: exit status 2, nothing on stdout, one line that matches on stderr.
refuses()
{
    local what=$1 pattern=$2
    shift 2
    run "$@"
    ok "$what: refused" test "$status/$out" = 2/
    ok "$what: in one line" is_line "$err"
    has "$what: that says why" "$err" "$pattern"
}

# copy_house FOLDER: a copy of the working tree without what is built, for tests that build.
copy_house()
{
    mkdir -p "$1"
    tar -c --exclude=./build --exclude=./.git --exclude='./ch[0-9]*-*' --exclude=node_modules . | tar -x -C "$1"
}

# nvcc_version: the major version of the nvcc that compiles CUDA C here; 0 if clang does.
nvcc_version()
{
    local compiler
    compiler=$("$need_sh" cuda 2>/dev/null)
    case $compiler in
    */nvcc) "$compiler" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p' ;;
    *) echo 0 ;;
    esac
}

# needs_nvcc MAJOR: skips the whole test where clang compiles, or an nvcc before version MAJOR.
needs_nvcc()
{
    local version
    version=$(nvcc_version)
    if [ "$version" -lt "$1" ]; then
        echo "1..0 # SKIP needs nvcc $1 or later; here is ${version/#0/none}"
        exit
    fi
}

# needs_calls MAJOR: skips the whole test where an nvcc compiles whose headers have other calls of the runtime than those of version
# MAJOR. Our own headers, for clang, have today's.
needs_calls()
{
    [ "$(nvcc_version)" = 0 ] || needs_nvcc "$1"
}

# by_nvcc CHECK WHAT...: makes a check of what nvcc makes of a source. It is skipped where clang compiles, which may split an
# access or take other registers (simulator/README.md, "nvcc and clang").
by_nvcc()
{
    : "${compiled_by:=$(nvcc_version)}"
    if [ "$compiled_by" -gt 0 ]; then
        "$@"
        return
    fi
    checks=$((checks + 1))
    echo "ok $checks - $2 # SKIP clang compiles it otherwise"
}

# is_left_out SOURCE: a program or exercise whose kernels launch kernels, which clang and nvcc 11 do not compile.
is_left_out()
{
    : "${compiled_by:=$(nvcc_version)}"
    [ "$compiled_by" -lt 12 ] && grep -qE '^// build:.*-rdc|\.rdc' "$1"
}

# seed_simulator HOUSE COMPILER: a copy of the house gets what is built here of the simulator, as built for COMPILER of CUDA C; not
# the runtime, the only room that reads headers of that compiler's.
seed_simulator()
{
    [ -e build/sim/compiler ] || return 0
    mkdir -p "$1/build/sim"
    cp -a build/sim/rooms "$1/build/sim/"
    rm -f "$1/build/sim/rooms/runtime."*
    echo "$2" >"$1/build/sim/compiler"
    touch -r build/sim/compiler "$1/build/sim/compiler"
}

done_testing()
{
    echo "1..$checks"
}
