# shellcheck shell=bash
# lib.sh: what the command-line tests share. Each test is a bash script that sources this file, makes
# checks, and ends with done_testing. It prints TAP, which tests/harness/run and prove read.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
need_sh=$PWD/tools/need.sh
built=${BUILT-} # by `make test`
unset BUILT DEVICE WARPSIM WARPSIM_DEFAULTS MARCH NO_COLOR MAKEFLAGS MFLAGS MAKELEVEL MAKE_TERMOUT MAKE_TERMERR
export LC_ALL=C
[ -z "${KERNELS-}" ] || export WARPSIM_DEFAULTS=$KERNELS # interpret, or compiled
# As in the Makefile: nvcc takes three fifths of the time. own_standard is without it, and so are judges, which compile as students do.
[[ $0 == */@(exercises|judge)/* ]] || export NVCC_PREPEND_FLAGS=-std=c++14
checks=0
printf -v turn '%(%s)T'
turn=${TURN:-$((turn / 86400))} # for `daily`: the day
work=$(mktemp -d)
# A process that bash has just started runs this trap, too, if a signal ends it before its program begins. In it each command fails
# with status 127, whatever it finds: so only a success may lead to rm.
trap '[ "$BASHPID" = $$ ] && rm -rf "$work"' EXIT

# run COMMAND...: runs the command; keeps what it prints in $out and $err, and its exit status in $status. A program or judge that is
# not built ends the test, since all further checks would only say the same.
run()
{
    ran="$*"
    "$@" >"$work/.out" 2>"$work/.err" </dev/null && status=0 || status=$?
    read_whole out "$work/.out"
    read_whole err "$work/.err"
    if [[ $status = 127 && ${err-} =~ [\ \'](build/(sim|judge)/[a-z0-9-]+).*': No such file' ]]; then
        echo "${BASH_REMATCH[1]} is not built. 'make all-on-simulator judges' builds what tests need." >&2
        exit 1
    fi
}

# own_standard COMMAND...: runs the command with the C++ that nvcc takes by itself, 17 since CUDA 12, as <cuda/atomic> needs it.
own_standard()
{
    env -u NVCC_PREPEND_FLAGS "$@"
}

# read_whole NAME FILE: sets the variable to the file's text without its zero bytes and last newlines. No process starts: thousands
# of checks would wait for it.
read_whole()
{
    local -n whole=$1
    local part
    whole=
    while IFS= read -rd '' part; do
        whole+=$part
    done <"$2"
    whole+=$part
    whole=${whole%"${whole##*[!$'\n']}"}
}

# ok WHAT COMMAND...: passes if the command succeeds. A failure shows what `run` ran last.
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
        printf 'failed:' && printf ' %.300s' "$@" && echo
        echo "last run, exit status ${status-}: ${ran-}"
        printf '%s\n' "${out-}" | head -n 30
        printf '%s\n' "${err-}" | head -n 30
    } | sed 's/^/# /'
}

# is WHAT GOT WANTED: passes if the two texts are equal. A failure shows the beginnings of both, and if these are the same, the places
# where they differ.
is()
{
    local at
    ok "$1" test "$2" = "$3"
    [ "$2" != "$3" ] || return 0
    at=$(cmp <(echo "$2") <(echo "$3") 2>&1 | sed -E 's/.* (byte|char) ([0-9]+),.*/\2/')
    if ((at > 200)); then
        printf '%s\n' "they differ from character $at on. Got:" "…${2:at - 100:300}" 'Wanted:' "…${3:at - 100:300}" | sed 's/^/# /'
    fi
}

# has WHAT TEXT PATTERN: passes if some line of the text matches the extended regular expression.
has()
{
    ok "$1" matches "$2" "$3"
}

# lacks WHAT TEXT PATTERN: passes if no line of the text matches.
lacks()
{
    ok "$1" matches_not "$2" "$3"
}

# matches TEXT PATTERN: an empty pattern, which every line would match, matches none.
matches()
{
    [ -n "$2" ] && has_line "$1" "$2"
}

# matches_not TEXT PATTERN: fails for a pattern that is none, with which has_line returns 2.
matches_not()
{
    has_line "$1" "$2"
    [ $? = 1 ]
}

# has_line TEXT PATTERN: as grep -E does, returns 0 if a line of the text matches, 1 if none does, 2 for a pattern that is none. The
# shell looks itself, since a process takes longer, but not where empty lines matter: its loop leaves them out.
has_line()
{
    local IFS=$'\n' line -
    [[ '' =~ $2 ]]
    if (($? != 1 || ${#1} > 20000)); then
        grep -Eq -e "$2" <<<"$1"
        return
    fi
    set -f
    for line in $1; do
        [[ ! $line =~ $2 ]] || return 0
    done
    return 1
}

# not COMMAND...: succeeds if the command fails.
not()
{
    ! "$@"
}

# is_line TEXT: succeeds if the text is exactly one line.
is_line()
{
    [ -n "$1" ] && [[ $1 != *$'\n'* ]]
}

# fits TEXT: succeeds if no line is wider than a terminal of 80 columns.
fits()
{
    local LC_ALL=C.UTF-8 IFS=$'\n' line -
    set -f
    for line in $1; do
        ((${#line} <= 80)) || { echo "$line" && return 1; }
    done
}

# refuses WHAT PATTERN COMMAND...: runs a command that must exit with 2, print nothing on stdout, and one line that matches on stderr.
refuses()
{
    local what=$1 pattern=$2
    shift 2
    run "$@"
    ok "$what: refused" test "$status/$out" = 2/
    ok "$what: in one line" is_line "$err"
    has "$what: that says why" "$err" "$pattern"
}

# sweeps: succeeds if the test is to take every case of its long loops, as in `make test-whole`.
sweeps()
{
    [ "${SWEEPS-}" = all ]
}

# sample NUMBER WORD...: sets the array $sample to the words for a loop over like cases: to all of them where the test sweeps, else to
# so many of them.
sample()
{
    if sweeps; then
        sample=("${@:2}")
    else
        some "$@"
    fi
}

# some NUMBER WORD...: sets the array $sample to so many of the words, the first, the last and others evenly between.
some()
{
    local number=$1 i
    shift
    sample=("$@")
    if (($# > number)); then
        sample=()
        for ((i = 0; i < number; i++)); do
            sample+=("${@:1 + i * ($# - 1) / (number > 1 ? number - 1 : 1):1}")
        done
    fi
}

# daily NUMBER WORD...: sets the array $sample as `sample` does, but to at most so many words, and to others each day: all have had their
# turn after a few days. It is for long loops in which no case stands for another. TURN=20000 takes the words of a day again.
daily()
{
    local number=$1 step i
    shift
    sample=("$@")
    if sweeps || (($# <= number)); then
        return
    fi
    sample=()
    step=$((($# + number - 1) / number))
    for ((i = turn % step; i < $#; i += step)); do
        sample+=("${@:1 + i:1}")
    done
    echo "# TURN=$turn takes the same again"
}

# has_turn: succeeds at each third of a test's calls, others each day, and always if the test sweeps. It is for single parts that take
# long, such as programs that are made wrong.
parts=0
has_turn()
{
    parts=$((parts + 1))
    sweeps || ((parts % 3 == turn % 3))
}

# verdicts: makes a check of each line "pass WHAT" or "FAIL WHAT: why" that it reads; other lines are notes. There must be a check.
# A program that prints such lines says by FAIL, too, that it ended before its time: node FILE || echo 'FAIL …'.
verdicts()
{
    local before=$checks verdict what
    while read -r verdict what; do
        case $verdict in
        pass | FAIL) ok "$what" test "$verdict" = pass ;;
        *) echo "# ${verdict#\#} $what" ;;
        esac
    done
    [ "$checks" -gt "$before" ] || ok 'there is something to check' false
}

# skip_all WHY: ends the test before its first check.
skip_all()
{
    echo "1..0 # SKIP $1"
    exit
}

# needs_tools COMMAND...: skips the whole test where one of the commands is missing.
needs_tools()
{
    local tool
    for tool; do
        command -v "$tool" >/dev/null || skip_all "there is no $tool"
    done
}

# needs_sandbox: skips the rest of the test where bubblewrap makes no sandbox.
needs_sandbox()
{
    if ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
        ok 'grading # SKIP bubblewrap makes no sandbox here' true
        done_testing
        exit
    fi
}

# stand_in FILE: makes a command of the shell script on stdin, to stand in for another command.
stand_in()
{
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}

# programs NAME...: builds build/sim/NAME, or `all` of these programs. In `make test` it does nothing: they are there, and two tests
# that built the same at once would collide.
programs()
{
    local goals=("${@/#/build/sim/}")
    [ -n "$built" ] || own_standard make -s DEVICE=sim "${goals[@]/#*\/all/all-on-simulator}" >&2
}

# copy_house FOLDER: copies the working tree without what is built, for tests that build.
copy_house()
{
    mkdir -p "$1"
    tar -c --exclude=./build --exclude=./.git --exclude='./ch[0-9]*-*' --exclude=node_modules . | tar -x -C "$1"
}

# copy_built_house FOLDER: copies the working tree with the simulator, the programs and the judges as they are built. Large files, half a
# gigabyte of them, are links to ours where they can be: compilers and linkers write new files, and never into one that is there.
copy_built_house()
{
    local large=(-type f -size +256k)
    copy_house "$1"
    find build/sim build/judge ! -type d ! \( "${large[@]}" \) -exec cp -dp --parents -t "$1" {} +
    find build/sim build/judge "${large[@]}" -exec sh -c 'cp -dpl --parents -t "$0" "$@" 2>/dev/null || cp -dpf --parents -t "$0" "$@"' "$1" {} +
}

# seed_library HOUSE: gives a copy of the house the simulator's library as it is built here, which make finds up to date.
seed_library()
{
    mkdir -p "$1/build/sim"
    cp -a build/sim/{rooms,by-*,compiler,march,warpsim.o,driver.symbols,libwarpsim.a} "$1/build/sim/" 2>/dev/null
}

# nvcc_version: prints the major version of the nvcc that compiles CUDA C here; 0 if clang does.
nvcc_version()
{
    local compiler
    compiler=$("$need_sh" cuda 2>/dev/null)
    case $compiler in
    */nvcc) "$compiler" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p' ;;
    *) echo 0 ;;
    esac
}

# needs_nvcc MAJOR: skips the whole test where clang compiles, or an nvcc older than version MAJOR.
needs_nvcc()
{
    local version
    version=$(nvcc_version)
    [ "$version" -ge "$1" ] || skip_all "needs nvcc $1 or later; here is ${version/#0/none}"
}

# needs_nested: skips the whole test where nvcc 11 compiles, whose kernels launch kernels in another way.
needs_nested()
{
    [ "$(nvcc_version)" != 11 ] || skip_all 'kernels that launch kernels need clang or nvcc 12'
}

# between LEAST VALUE MOST: succeeds if all three are numbers in this order.
between()
{
    awk -v least="$1" -v value="$2" -v most="$3" 'BEGIN { exit !(least != "" && value != "" && most != "" && least <= value && value <= most) }'
}

# needs_calls MAJOR: skips the whole test where an nvcc older than version MAJOR compiles: its headers declare other calls of the
# runtime. Our own headers, for clang, declare today's.
needs_calls()
{
    [ "$(nvcc_version)" = 0 ] || needs_nvcc "$1"
}

# by_nvcc CHECK WHAT...: makes a check that holds only for what nvcc makes of a source. It is skipped where clang compiles: clang
# may split an access or take other registers (simulator/README.md, "nvcc and clang").
by_nvcc()
{
    : "${compiled_by:=$(nvcc_version)}"
    if [ "$compiled_by" -gt 0 ]; then
        "$@"
        return
    fi
    ok "$2 # SKIP clang compiles it otherwise" true
}

# is_left_out SOURCE: succeeds if kernels of this program or exercise launch kernels, or are for compute capability 9.0, and the compiler
# here, nvcc 11, can't compile that.
is_left_out()
{
    : "${compiled_by:=$(nvcc_version)}"
    [ "$compiled_by" = 11 ] && grep -qE '^// build:.*(-rdc|sm_90a)|\.rdc|\.architecture' "$1"
}

# seed_simulator HOUSE COMPILER: gives a copy of the house what is built here of the simulator, as if it had been built with this
# compiler of CUDA C: all but the runtime, which is the only room that reads the compiler's headers.
seed_simulator()
{
    [ -e build/sim/compiler ] || return 0
    mkdir -p "$1/build/sim"
    cp -a build/sim/rooms "$1/build/sim/"
    echo "$2" >"$1/build/sim/compiler"
    touch -r build/sim/compiler "$1/build/sim/compiler"
}

# done_testing: prints TAP's plan, by which a reader knows that the test has come to its end.
done_testing()
{
    echo "1..$checks"
}
