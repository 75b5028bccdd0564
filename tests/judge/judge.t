#!/usr/bin/env bash
# The judge: its command line, what it reports, and its result files. Two small exercises test the functions of judge.h.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

export TMPDIR=$work/tmp
mkdir "$TMPDIR"
judge=build/judge/ex0-1
good=solutions/ex0-1-vecadd/exercise.cu
bad=build/wrong/ex0-1-vecadd/no-guard.cu
tests/exercises/wrong.pl ex0-1-vecadd

run make -s "$judge" build/judge/ex0-12 build/judge/device-sim build/judge/device-calls
ok 'the judge builds' test "$status" = 0

# ---- The command line

run "$judge" -h
is '-h exits 0' "$status" 0
has '-h lists options' "$out" '--sandbox'
ok '-h fits a terminal' fits "$out"
refuses 'an unknown device' "sim, gpu or all, not 'moon'" "$judge" --device moon
refuses 'a seed that is no number' "number, not '7x'" "$judge" --seed 7x
refuses 'no time' 'seconds' "$judge" --time 0
refuses 'two files' "also '$bad'" "$judge" "$good" "$bad"
refuses 'an unknown option' 'unknown' "$judge" --unknown
run "$judge" --json "$work/none/r.json" "$good"
is 'results that can not be written: exit 3' "$status" 3
run "$judge" --hidden "$work/none" "$good"
is 'hidden cases that are not there: exit 3' "$status" 3
printf '#include <errno.h>\n#include <unistd.h>\nssize_t read(int f, void *to, size_t n) { return f < 0 || !to || !n ? 0 : (errno = EIO, -1); }\n' >"$work/read.c"
gcc -shared -fPIC "$work/read.c" -o "$work/read.so"
run env LD_PRELOAD="$work/read.so" FOUND_COMPILER=none "$judge" --hidden "$good" "$good"
is 'hidden cases on a disk that fails: exit 3' "$status" 3
has 'hidden cases on a disk that fails: why' "$err" "$good: Input/output error"
compiler=$(tools/need.sh cuda)
mkdir "$work/compiler" # this is all of PATH
ln -s "$compiler" "$work/compiler"
run env PATH="$work/compiler" CUDA_HOME="${compiler%/bin/nvcc}" "$judge" --sandbox "$good"
is 'no bubblewrap: exit 3' "$status" 3
has 'no bubblewrap: what to install' "$err" 'apt-get install bubblewrap'
if [ "$(id -u)" = 0 ] && command -v bwrap >/dev/null; then
    mkdir -m 700 "$work/private"
    chown nobody "$work/private"
    run env TMPDIR="$work/private" "$judge" --sandbox "$good"
    is "root in another user's private folder: exit 3" "$status" 3
    has "root in another user's private folder: what to do" "$err" 'judge as its owner: bwrap: .*Permission denied'
fi
if [ ! -e build/judge/device-gpu ]; then
    run "$judge" --device gpu "$good"
    is 'no GPU: exit 3' "$status" 3
    ok 'no GPU: in one line' is_line "$err"
fi

# ---- What is reported

run "$judge" --device sim --seed 7 --json "$work/r.json" --junit "$work/r.xml" --text "$work/r.txt" "$good"
is 'a solution passes' "$status" 0
has 'and says so' "$out" '^PASSED, 9 cases'
is 'the text file is what was printed' "$(<"$work/r.txt")" "$out"
ok 'the score is whole' grep -q '^  "score": 2,$' "$work/r.json"
mkfifo "$work/pipe"
timeout 100 cat "$work/pipe" >"$work/piped" &
run "$judge" --device sim --seed 7 --json "$work/pipe" "$good"
wait
ok 'a pipe stays a pipe' test -p "$work/pipe"
ok 'and gets the same score' grep -q '^  "score": 2,$' "$work/piped"
has 'JUnit: the cases' "$(<"$work/r.xml")" '<testcase '
lacks 'JUnit: no failure' "$(<"$work/r.xml")" '<failure'

run "$judge" --seed 7 "$bad"
is 'a wrong solution does not pass' "$status" 1
has 'a check says what' "$out" 'Invalid __global__ (read|write)'
has 'and where, by the path of the student' "$(tr -s ' \n' ' ' <<<"$out")" "in $bad:[0-9]+"
has 'and for whom' "$out" 'by thread \([0-9]+,0,0\) in block'
has 'the case is told with its size' "$out" 'FAILED .* n [0-9]+, block [0-9]+$'
has 'what comes after it is not run' "$out" '^  not run  [0-9]+ cases$'
is 'which is told in one line' "$(grep -c '^  not run ' <<<"$out")" 1
has 'the seed is told' "$out" 'seed 7;'
lacks 'no colours in a file' "$out" $'\033'
ok 'the report fits a terminal' fits "$out"
first=$out
run "$judge" --seed 7 "$bad"
is 'the same seed gives the same report' "$out" "$first"
run "$judge" --seed 7 --keep-going "$bad"
lacks '--keep-going runs every case' "$out" '^  not run '
refuses '--ask knows three words' "right, clean or all, not 'some'" "$judge" --ask some "$bad"

echo '__global__ void vecAdd() { oops; }' >"$work/oops.cu"
run "$judge" "$work/oops.cu"
is 'what does not compile does not pass' "$status" 1
has 'the message of the compiler is shown' "$out" "$work/oops.cu(\(1\)|:1:[0-9]+): error"

# A terminal gets colours, unless NO_COLOR is set.
run script -qec "$judge $good" /dev/null
has 'colours in a terminal' "$out" $'\033'
run env NO_COLOR=1 script -qec "$judge $good" /dev/null
has 'with NO_COLOR the verdict is there' "$out" '^PASSED'
lacks 'and has none' "$out" $'\033'

printf '# hidden\n129 0 64 a hidden case\n33 0 32 another\n' >"$work/hidden"
run "$judge" --device sim --hidden "$work/hidden" "$good"
has 'hidden cases count' "$out" '^PASSED, 11 cases'
has 'hidden cases are told, as such' "$out" 'passed +hidden: a hidden case +n 129, block 64'
printf '129 0 64 a hidden case\r\n\r\n \t\r\n' >"$work/hidden"
run "$judge" --device sim --case 10 --hidden "$work/hidden" "$good"
has 'a file from Windows, with empty lines' "$out" 'passed +hidden: a hidden case +n 129, block 64$'
for line in 'many 0 64 oops' '5 0 0 no threads' '-5 0 32 less than nothing' '5 -1 32 so are its columns' '5 0 2048 a block too large' \
    '5 0 -32 a block below 0' '99999999999999999999 0 32 too many' '5 0 32' '5 0 32 '; do
    printf '# hidden\n%s\n' "$line" >"$work/hidden"
    run "$judge" --hidden "$work/hidden" "$good"
    is "the hidden case '$line': exit 3" "$status" 3
    ok "the hidden case '$line': in one line" is_line "$err"
    has "the hidden case '$line': where it is" "$err" "hidden:2: '$line' is not of the form n m block what .*block: 1 to 1024\)$"
done

# ---- What a whole program prints

# prints BODY: judges a program that hands nothing in, as a student does. It must not pass.
prints()
{
    printf '#include "task.h"\nint main(void) { %s }\n' "$1" >"$work/prints.cu"
    run build/judge/ex0-12 --case 1 --keep "$work/kept" "$work/prints.cu"
    is 'a program that hands nothing in does not pass' "$status" 1
}
prints 'for (int i = 0; i < 2000000; i++) putchar(97);'
has 'of a long line the first 4096 bytes are shown' "$out" '^ *a{4096}$'
has 'and how many bytes more there are, give or take a line of the simulator' "$out" '^ *… and 19959[0-9]{2} more bytes$'
prints 'for (int i = 0; i < 25; i++) printf("line %d\n", i);'
has 'of many lines the first 20 are shown' "$out" '^ +line 19$'
lacks 'and none more' "$out" '^ +line 20$'
has 'but how many' "$out" '^ *… and 5 more lines$'
is 'what is kept of a program is its input, here one number' "$(tail -n +2 "$work/kept" | wc -c)" 4
printf '__global__ void vecAdd(const float *, const float *, float *, size_t) { for (int i = 0; i < 10000; i++) printf("%%c", 97); }\n' |
    cat <(echo '#include <stdio.h>') - >"$work/prints.cu"
run "$judge" --device sim --case 1 --keep "$work/kept" "$work/prints.cu"
has 'as of what kernels print' "$out" '^ *a{4096}$'
has 'with the same words' "$out" '^ *… and 315904 more bytes$'

# ---- A judge that is interrupted, a kernel that never ends

# A wide field is work before it is printed. The judge's device has a second for it, by its own clock.
printf '#include <stdio.h>\n__global__ void vecAdd(const float *, const float *, float *, size_t) { printf("%%2000000000d", 1); }\n' >"$work/wide.cu"
run build/judge/ex0-1 --device sim --time 1 "$work/wide.cu"
has 'a field of 2 GB: counted before it is printed' "$out" 'No end within 30000000 instructions'
printf '__global__ void vecAdd(const float *, const float *, volatile float *c, size_t) { for (size_t i = 1; i; i++) c[0] = i; }\n' >"$work/loop.cu"
"$judge" --work 1000000 "$work/loop.cu" >/dev/null 2>"$work/said" &
judge_pid=$!
until pgrep -P "$judge_pid" device-sim >/dev/null || ! kill -0 "$judge_pid" 2>/dev/null; do sleep 0.1; done
mapfile -t children < <(pgrep -P "$judge_pid")
kill -TERM "$judge_pid"
wait "$judge_pid"
is 'ended by a signal: exit 3' "$?" 3
has 'and says so' "$(<"$work/said")" 'interrupted'
ok 'it had children' test "${#children[@]}" -ge 1
is 'they have ended' "$(ps -o pid= -p "${children[*]}" | wc -l)" 0
run "$judge" --work 1 "$work/loop.cu"
is 'an endless loop does not pass' "$status" 1
has 'and is told as such, by work and not by time' "$out" 'No end within 1000000 instructions of warps'
is 'nothing is left of all this' "$(ls "$TMPDIR")" ''

# ---- NVRTC, the quick compiler

# What it is told of the C library is what gcc's headers say.
if [ -e build/judge/nvrtc ]; then
    include=${compiler%/bin/nvcc}/include
    [ -e "$include" ] || include=/usr/include # Debian's own toolkit
    gcc tests/judge/limits.c -o "$work/limits"
    {
        printf '#include <%s>\n' float.h limits.h math.h stdint.h stdio.h
        "$work/limits"
        echo '__global__ void last(float *p, uint32_t n) { printf("%u", n); *p += INFINITY; }'
    } >"$work/limits.cu"
    # A toolkit may lie where the system's loader does not know it.
    unknown=(bwrap --dev-bind / / --ro-bind /dev/null /etc/ld.so.cache)
    "${unknown[@]}" true 2>/dev/null || unknown=()
    run "${unknown[@]}" build/judge/nvrtc "$work/limits.cu" "$work/limits.ptx" -arch=compute_86 -I"$include"{,/cccl}
    is 'NVRTC knows the limits of the C library' "$status" 0
    has 'and INFINITY' "$(<"$work/limits.ptx")" '0f7F800000'
    sed 's/FLT_MAX == /&2*/' "$work/limits.cu" >"$work/other.cu"
    run build/judge/nvrtc "$work/other.cu" "$work/other.ptx" -arch=compute_86 -I"$include"{,/cccl}
    is 'another limit is refused' "$status" 1
fi

# ---- judge.h, by exercises of our own

house=$work/house
mkdir -p "$house/build/judge"
cp build/judge/device-sim "$house/build/judge"
ln -s "$PWD/tools" "$PWD/common" "$PWD/compile" "$PWD/simulator" "$house"
for probe in 1:probe 2:predict; do
    name=${probe#*:}
    folder=$house/exercises/ex8-${probe%:*}-$name
    mkdir -p "$folder"
    echo "# The $name" >"$folder/README.md"
    cp "tests/judge/$name.cu" "$folder/exercise.cu"
    run gcc -std=c11 -Wall -Wextra -Werror -Ijudge/core "tests/judge/$name.c" build/judge/obj/judge.a \
        build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o "$house/build/judge/ex8-${probe%:*}"
    ok "the exercise $name builds" test "$status" = 0
done
probe=$house/build/judge/ex8-1

sed 's/c\[i\] = .*/c[i] = NAN;/' "$good" >"$work/nan.cu"
run "$judge" "$work/nan.cu"
is 'no number is near to what is expected: status' "$status" 1
has 'and is told' "$out" 'c\[0\] is nan; expected '

run "$probe" --keep-going tests/judge/probe.cu
has 'the title is that of the README' "$out" '^ex8-1  The probe$'
has 'a kernel runs; a variable is set; counters are within bounds' "$out" 'passed +scale +64 x 8, block 32'
has 'templates, variables, floats, occupancy' "$out" '2\.5 5 side 12 1 0 rows 7 occupancy 0\.666'
has 'counters are those of the last launch' "$out" 'loads 2, sectors 8'

# wrong WHAT SED PATTERN: checks that the right submission, changed so, fails with a message that matches.
wrong()
{
    sed -E "$2" tests/judge/probe.cu >"$work/changed.cu"
    run "$probe" "$work/changed.cu"
    is "$1: does not pass" "$status" 1
    has "$1" "$out" "$3"
}
wrong 'a wrong element of a matrix' 's/factor \* in\[i\]/factor * in[i] + (i == 43)/' 'out\[5\]\[3\] is -?[0-9]+; expected -?[0-9]+\.'
wrong 'a kernel of another name' 's/void scale/void scala/' 'There is no kernel scale'
wrong 'a kernel in a namespace' 's/^__global__ void scale/namespace mine { __global__ void scale(int *) {} }\n__global__ void scala/' 'outside any namespace'
wrong 'a kernel that is a template' 's/^(__global__ void scale.)const int \*in, int/template <class T> \1const T *in, T/' 'Kernel scale is a template here'
# shellcheck disable=SC2016 # $ is sed's last line
wrong 'a second kernel of the name' '$a __global__ void scale(float *x) { x[0] = 1; }' 'There are 2 kernels scale with different parameters'
wrong 'a parameter too few' 's/, size_t n\)/)/; s/i < n/i < 64/' 'parameters have 8, 8 bytes'
wrong 'a variable of another size' 's/__constant__ int factor/__constant__ char factor/' 'no variable factor of 4 bytes'
wrong 'a counter below its bound' 's/(out|in)\[i\]/\1[i * 5 % 64]/g' 'load efficiency in % is'
wrong 'an output that is not written' 's/out\[i\] =/int x =/' 'out\[0\]\[0\] was never written; expected'
wrong 'an output that is read first' 's/out\[i\] = fac/out[i] = out[i] % 2 + fac/' 'Uninitialized __global__ memory read'
wrong 'an input that is changed' 's/out\[i\] = (fac.*);/{ out[i] = \1; ((int *)in)[i]++; }/' 'An input was changed: in\[0\]\. Inputs are read-only\.'
wrong 'the last byte of an input is changed' 's/out\[i\] = (fac.*);/{ out[i] = \1; if (i == n - 1) ((char *)in)[4 * n - 1] ^= 1; }/' \
    'An input was changed: in\[[0-9]+\]\. Inputs are read-only\.'
wrong 'an input that is written in place of the output' 's/out\[i\] = (fac.*);/if (i > 2) ((int *)in)[i] = 1 + \1;/' 'out\[0\]\[0\] was never written; expected'
has 'the input is told, too' "$out" 'An input was changed: in\[3\]\. Inputs are read-only\.'
wrong 'a shuffle from lanes that are absent' 's/out\[i\] = (fac.*);/if (i % 2) out[i] = __shfl_xor_sync(__activemask(), \1, 1);/' 'Remark: a shuffle reads from lane [0-9]+, which takes no part'
has 'its line is quoted' "$out" '^ +[0-9]+ \| .*__shfl_xor_sync'
sed 's/out.i. = fac/if (i != 3 || side++ == 12) &/' tests/judge/probe.cu >"$work/changed.cu"
run "$probe" --case 4 "$work/changed.cu"
has 'what judge_fail says' "$out" '^ +Element 3 is wrong\.$'
has 'of two launches it tells which' "$out" '^ +after launch 2 of 2, scale$'
sed 's/out.i. = \(fac.*\);/{ out[i] = \1 + (i == 5); if (i == 7) ((int *)in)[7] = 1000; }/' tests/judge/probe.cu >"$work/changed.cu"
run "$probe" --case 4 "$work/changed.cu"
has 'judge_fail tells of an input, too' "$out" 'An input was changed: in\[7\]\. Inputs are read-only\.'
has 'the first of two launches' "$out" '^ +after launch 1 of 2, scale$'
sed 's/out.i. = fac/out[i + 64 * (i == 3 \&\& side++ > 12)] = fac/' tests/judge/probe.cu >"$work/changed.cu"
run "$probe" --case 4 "$work/changed.cu"
has 'a finding in the second launch' "$out" '^ +in launch 2 of 2, scale$'
echo '5 0 0 no threads' >"$work/hidden"
run "$probe" --case 10 --hidden "$work/hidden" tests/judge/probe.cu
has 'a hidden case without threads, where a listed one has none' "$err" 'it has 5 cases'
echo '-1 0 32 fewer than none' >"$work/hidden"
run "$probe" --hidden "$work/hidden" tests/judge/probe.cu
has 'a hidden case of fewer elements than none' "$status $err" "^3 .*hidden:1: '-1 0 32 fewer than none' is not of the form"
wrong 'a leak' 's/if \(i < n\)/if (malloc(24) \&\& i < n)/' 'Leaked 1536 bytes'

run "$house/build/judge/ex8-2" tests/judge/predict.cu
is 'the kernel as it is stores nothing' "$status" 1
sed 's/{}/{ out[blockIdx.x * 64 + threadIdx.x] = 0; }/' tests/judge/predict.cu >"$house/given.cu"
run "$house/build/judge/ex8-2" --given "$house/given.cu" tests/judge/predict.cu
is 'the kernel that was given counts' "$status" 0
sed 's/answer1 = 4/answer1 = 5/' tests/judge/predict.cu >"$work/five.cu"
run "$house/build/judge/ex8-2" --given "$house/given.cu" "$work/five.cu"
is 'a wrong answer does not pass' "$status" 1
has 'the answer is shown, and how to find the right one' "$out" '^ +Answer 1 is not 5\. The experiment: make profile-ex8-2 CASE=1$'
has 'the other one is judged all the same' "$out" '^  passed   loads$'
has 'how many are right' "$out" '^NOT PASSED, 1 of 2 answers are right\.$'
mkdir -p "$house/exercises/.given"
cp "$house/given.cu" "$house/exercises/.given/ex8-2-predict.cu"
run "$house/build/judge/ex8-2" "$work/five.cu"
is 'exercises/.given/ has what was given' "$status" 1
echo '99 0 0 no such question' >"$work/hidden.txt"
run "$house/build/judge/ex8-2" --hidden "$work/hidden.txt" tests/judge/predict.cu
is 'and is used; hidden cases, of which a prediction has none, are not' "$status" 0

# ---- make

# make names what an exercise lacks. The copy of the house shares `build`, so that nothing is built twice.
small=$work/small
mkdir -p "$small/exercises/ex8-3-half"
for one in Makefile rooms.mk judge tools compile simulator common chapters warpcc build; do
    ln -s "$PWD/$one" "$small"
done
touch "$small/exercises/ex8-3-half"/{README.md,exercise.cu,judge.c,hint1.md}
run make -s -C "$small" ex8-3
is 'an exercise that lacks a file is not judged' "$status" 2
has 'and the file is named' "$err$out" 'exercises/ex8-3-half lacks hint2.md'
ok 'and no judge is left' not test -e build/judge/ex8-3
done_testing
