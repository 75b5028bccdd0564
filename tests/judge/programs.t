#!/usr/bin/env bash
# Whole programs are judged for what the device has done. For each of these exercises there are programs that have the right answer and
# no right to it: one calls nothing, one only allocates and frees, one has a kernel that does nothing, and one sends the host's answer
# to the device and back. None passes. Neither does a program that forges what it tells of its calls.
# shellcheck source=tests/harness/lib.sh
. "$(dirname "$0")/../harness/lib.sh"

names=(ex0-12 ex0-13 ex0-14 ex1-13 ex1-14 ex1-15)
run make -s "${names[@]/#/build/judge/}" build/judge/device-calls
is 'the judges build' "$status" 0
is 'these are all whole programs' "$(grep -l '\.program = true' exercises/*/judge.c | grep -o 'ex[0-9]*-[0-9]*' | sort -V)" "$(printf '%s\n' "${names[@]}")"

# What the host computes, from x to y, in C.
declare -A computes=(
    [ex0-12]='for (size_t i = 0; i < n; i++) y[i] = x[i] * x[i];'
    [ex0-13]='for (size_t s = 1; s < 2 * n; s *= 2) for (size_t i = 0; i < n && i < s; i++) y[i] = s == 1 ? -x[i] : i >= s / 2 ? -x[i] : -y[i];'
    [ex0-14]='for (size_t i = 0; i < n; i++) y[i] = x[i] > 1024 ? -1 : x[i] > 0 ? x[i] : x[i] < -10 ? 0 : 1;'
    [ex1-13]='for (size_t i = 0; i < n; i++) y[i] = sqrtf(x[i]);'
    [ex1-14]='for (size_t i = 0; i < n; i++) y[i] = x[i] + 1;'
    [ex1-15]='y[0] = 0.002f;'
)
# How many numbers are handed in.
declare -A count=([ex0-12]=n [ex0-13]=n [ex0-14]='n + 1' [ex1-13]=n [ex1-14]=n [ex1-15]=1)

# program EXERCISE CALLS: writes a program that computes the answer on the host and makes these calls. p: pinned, (n); d: on the device;
# x: the input; y: the answer; back: as much room.
program()
{
    cat <<END
#include "task.h"
#include <math.h>
#include <string.h>
__global__ void nothing(float *x, size_t n) {}
int main(void)
{
    size_t n;
    float *x = taskFloats(&n), *y = (float *)calloc(n + 1, 4), *back = (float *)calloc(n + 1, 4), *p = NULL, *d = NULL;
    unsigned int block = n < 256 ? (unsigned int)(n + 31) / 32 * 32 : 256;
    ${computes[$1]}
    if (n > 0) { $2 }
    handIn(y, ${count[$1]});
    return 0;
}
END
}

# judged WHAT EXERCISE CALLS PATTERN: judges such a program; it must fail for a reason that matches.
judged()
{
    program "$2" "$3" >"$work/program.cu"
    run "build/judge/$2" "$work/program.cu"
    is "$2, $1: does not pass" "$status" 1
    has "$2, $1: $4" "$(tr -s ' \n' ' ' <<<"$out")" "$4"
}

launch='nothing<<<(unsigned int)((n + block - 1) / block), block>>>(d, n); cudaGetLastError();'
up='cudaMemcpy(d, p, n * 4, cudaMemcpyHostToDevice);'
back='cudaMemcpy(back, d, n * 4, cudaMemcpyDeviceToHost);'
room='cudaMallocHost(&p, n * 4); cudaMalloc(&d, n * 4); memcpy(p, x, n * 4);'
ends='cudaFree(d); cudaFreeHost(p);'
requests='cudaMalloc(&d, 4); for (size_t i = 0; i < n; i++) if (x[i] < 0) { void *q; if (cudaMalloc(&q, (size_t)-x[i] << 30) == cudaSuccess) cudaFree(q); } else nothing<<<1, (unsigned int)x[i]>>>(d, n); cudaGetLastError(); cudaFree(d);'
events="$room $up cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); $launch cudaEventRecord(a); for (int i = 0; i < 10; i++) { $launch } cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(y, a, b); y[0] /= 10; cudaEventDestroy(a); cudaEventDestroy(b); $ends"
daily 2 "${names[@]}"
for name in "${sample[@]}"; do
    none='no kernel was launched' idle='no copy brought this number back' sends='is not among the numbers that were given'
    does="$room $up $launch $back $ends" host="$room memcpy(p, y, n * 4); $up $launch $back memcpy(y, back, n * 4); $ends"
    case $name in
    ex0-13) none='There is no launch for n = 1' ;;
    ex0-14) none='request 0 is not made: there is no launch of [0-9]+ threads' does=$requests host='' ;;
    ex1-15) none='No event is recorded' idle='This launch does not smooth 1000 elements' does=$events host='' ;;
    esac
    judged 'no call' "$name" '' "$none"
    judged 'an allocation alone' "$name" 'cudaMalloc(&d, n * 4); cudaFree(d);' "$none"
    judged 'a kernel that does nothing' "$name" "$does" "$idle"
    [ -z "$host" ] || judged "the host's answer there and back" "$name" "$host" "$sends"
done

# Open file 12 is the tape, on which a program's calls are told; here is one that has made none, and says it has. A line comes after the
# numbers of its bytes and of those that the call was given.
forge='#include <unistd.h>
#include <stdint.h>
static void tell(const char *line, const void *given, size_t size)
{
    uint64_t sizes[2] = {strlen(line), size};
    if (write(12, sizes, sizeof sizes) < 0 || write(12, line, sizes[0]) < 0 || write(12, given, size) < 0)
        _exit(5);
}
'
# forged WHAT TELLS PATTERN: as judged, for ex0-12 with a tape that the program writes itself before it leaves by _exit.
forged()
{
    { echo '#include <string.h>' && echo "$forge" && program ex0-12 "char line[300]; (void)line; $2 handIn(y, n); _exit(0);"; } >"$work/program.cu"
    run build/judge/ex0-12 "$work/program.cu"
    is "a forged tape, $1: does not pass" "$status" 1
    has "a forged tape, $1: $3" "$(tr -s ' \n' ' ' <<<"$out")" "$3"
}
there='tell("cudaMalloc error=0 bytes=4 to=0x302000000 host=0 at=exercise.cu:1\n", NULL, 0); tell("cudaMemcpy error=0 bytes=4 kind=1 to=0x302000000 from=0x1000 pinned=0 host=9 at=exercise.cu:1\n", x, 4);'
backs='tell("cudaMemcpy error=0 bytes=4 kind=2 to=0x2000 from=0x302000000 pinned=0 stream=1 engine=2 begin=9 end=10 host=10 at=exercise.cu:1\n", y, 4); tell("cudaFree error=0 from=0x302000000 host=10 at=exercise.cu:1\n", NULL, 0);'
asked='tell("cudaGetLastError error=0 last=0 host=9 at=exercise.cu:1\n", NULL, 0);'
kernel='uint64_t params[2] = {0x302000000, n}; tell("cudaLaunchKernel error=0 kernel=_Z7nothingPfm grid=1,1,1 block=32,1,1 shared=0 host=9 at=exercise.cu:1\n", params, 16);'
forged 'a kernel that it does not have' "$there ${kernel/_Z7nothingPfm/_Z6squarePfm} $asked $backs" 'has no kernel _Z6squarePfm'
forged 'a copy of what is not there' "$there $kernel $asked $backs" 'no copy brought this number back'
forged 'a launch that was none' "$there tell(\"cudaLaunchKernel error=0 host=9 at=exercise.cu:1\\n\", NULL, 0); $asked $backs" 'no kernel was launched'
forged 'numbers without an end' 'uint64_t huge[2] = {~0ull, ~0ull}; if (write(12, huge, 16)) {}' 'no kernel was launched'
forged 'a call that can not be followed' 'tell("cudaGraphLaunch error=0 host=9 at=exercise.cu:1\n", NULL, 0);' 'The judge can.t follow cudaGraphLaunch'
forged 'an address of its own' 'tell("cudaMalloc error=0 bytes=4 to=0x1234 host=0 at=exercise.cu:1\n", NULL, 0);' 'a different address when the call is repeated'

# Work in many small pieces is judged in about the time of its calls: each of these took the judge minutes. Work is counted, not the clock.
# in_time EXERCISE OLD NEW: judges the solution with one line changed.
in_time()
{
    sed "s/$2/$3/" "solutions/$1"-*/exercise.cu >"$work/program.cu"
    is "$1, $3: the line is there" "$(grep -c "$3" "$work/program.cu")" 1
    # shellcheck disable=SC2016 # the inner shell's words
    run sh -c 'ulimit -t 15; exec "$@"' sh "build/judge/$1" --time 5 "$work/program.cu"
    is "$1, $3: passes" "$status" 0
}
in_time ex1-13 'PARTS = 8' 'PARTS = 400'
in_time ex1-14 'ROOM = 65536' 'ROOM = 64'
done_testing
