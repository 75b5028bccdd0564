#!/usr/bin/env bash
# Chapter 0: what each program prints and refuses. Vectors are right at every size and block; pictures are read, changed and written,
# and bad ones refused; wrong copies of the programs are found out; each trap is shown.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

hello=build/sim/ch0-hello device=build/sim/ch0-device vecadd=build/sim/ch0-vecadd index=build/sim/ch0-index
picture=$PWD/build/sim/ch0-picture traps=build/sim/ch0-traps

# ---- add

add=build/sim/ch0-add
run $add
is 'add: exit status' "$status" 0
has 'add: says that the device is simulated' "$out" '^1000 sums on .*simulated'
is 'add: the last sum is one' "$(awk '/^the last one:/ { print $4 + $6 == $8 }' <<<"$out")" 1
has 'add: how many are wrong' "$out" '^0 sums are wrong$'
refuses 'add with an argument' "'-n'" $add -n 5
is 'add: its only headers are CUDA'"'"'s and C'"'"'s' "$(grep '^#include "' chapters/ch0-threads/add.cu)" ''
if has_turn; then
    made_wrong ch0-add 's/i < n/i + 1 < n/'
    run "$work/ch0-add"
    is 'add, the last element left out: exit status' "$status" 1
    has 'add, the last element left out: how many are wrong' "$out" '^1 sums are wrong$'
fi
if has_turn; then
    made_wrong ch0-add 's/, 256>>>/, 1025>>>/'
    run "$work/ch0-add"
    is 'add, a block too large: exit status' "$status" 3
    has 'add, a block too large: which call and why' "$err" '^cudaGetLastError\(\): invalid .*argument$'
fi

# ---- add, as it grows in four steps

for step in 1 2 3 4; do
    run "build/sim/ch0-add$step"
    wrong=0
    [ $step != 2 ] || wrong=1000 # nothing is launched yet
    is "add, step $step: exit status, and how many sums are wrong" "$status $out" "0 $wrong of 1000 sums are wrong"
done
if has_turn; then
    made_wrong ch0-add3 's/enum { N = 1000/enum { N = 2000/'
    run "$work/ch0-add3"
    is 'add, step 3 with 2,000 sums: none is right' "$status $out" '0 2000 of 2000 sums are wrong'
fi
if has_turn; then
    made_wrong ch0-add4 's/^    if (i < n)$//'
    run env -C "$work" ./ch0-add4
    by_nvcc is 'add, step 4 without the guard: what the simulator says is what the chapter shows' \
        "$(sed -E 's/0x[0-9a-f]+/0x…/g; s,ch0-(add4.cu),chapters/ch0-threads/\1,' <<<"$err")" \
        "$(sed -E 's/0x[0-9a-f]+/0x…/g' notes/first/guard.txt)"
fi

# ---- hello

run $hello
is 'hello: exit status' "$status" 0
is 'hello: every thread of every block greets' "$(grep -c ': hello$' <<<"$out")" 8
has 'hello: threads know who they are' "$out" '^thread 3 of block 1, number 7 in the grid: hello$'
is 'hello: the launch returns before anything is printed, the wait ends after' \
    "$(grep -e '^host' -e '^thread' <<<"$out" | sed 's/ .*//' | uniq | tr '\n' ' ')" 'host: thread host: '
for shape in '1 1' '1 33' '16 1024'; do
    read -r grid block <<<"$shape"
    run $hello -g "$grid" -b "$block"
    has "hello -g $grid -b $block: each once" "$out" "^$((grid * block)) of $((grid * block)) threads greeted once: ok"
done
refuses 'hello -g 0' "--grid \(-g\) '0'" $hello -g 0
refuses 'hello -g 17' "--grid \(-g\) '17'" $hello -g 17
if has_turn; then
    made_wrong ch0-hello 's/said\[id\] += 1/said[0] += 1/'
    run "$work/ch0-hello"
    is 'hello, made wrong: exit status' "$status" 1
fi

# ---- device

run $device
is 'device: exit status' "$status" 0
has 'device: the two ways of asking agree' "$out" 'agree: ok$'
for word in rtx3080:68:1536 t4:40:1024 h100:132:2048 h200:132:2048; do
    IFS=: read -r name sms threads <<<"$word"
    run env WARPSIM="device=$name" $device
    has "device $name: threads that are resident at once" "$out" " $sms SMs x $threads = $((sms * threads))$"
    has "device $name: a block's limit" "$out" '^threads per block, at most +1024 '
    has "device $name: a grid's limit in y" "$out" '^  in y +65535 '
done

# ---- vecadd

rows=5
sample 5 0 1 2 31 255 256 257 1000 1023 1024 1025 30011
for block in 1 32 33 256 1000 1024; do
    for n in "${sample[@]}"; do
        run $vecadd -n "$n" -b $block -s $((n + block)) --csv
        is "vecadd -n $n -b $block: rows that are right" "$status $(grep -c ",$n,.*,ok," <<<"$out")" "0 $rows"
    done
done
run $vecadd -n 1000
has 'vecadd: where the time goes' "$out" '^there and back: .* ms, .* % of it in copies, .* % in the kernel$'
refuses 'vecadd, more than memory holds' "--size \(-n\) '17179869184': needs .* GiB of .* memory, but .* GiB are free" \
    $vecadd -n 2^34
if has_turn; then
    made_wrong ch0-vecadd '/\[begin vecAdd\]/,/\[end vecAdd\]/s/i < n/i + 1 < n/'
    run "$work/ch0-vecadd" -n 1000
    is 'vecadd, the last element left out: exit status' "$status" 1
    has 'vecadd, the last element left out: which' "$err" '^vecAdd: element 999: got -?nan, .* 1 of 1000 are wrong'
fi
if has_turn; then
    made_wrong ch0-vecadd '/\[begin vecAddStride\]/,/\[end vecAddStride\]/s/i += threads/i += threads + 1/'
    run "$work/ch0-vecadd" -n 300000
    has 'vecadd, a wrong stride: the row says so' "$out" '^vecAddStride .* WRONG$'
fi

# ---- index

run $index
is 'index: exit status' "$status" 0
for example in 11 47 127 191; do
    has "index: the example whose thread is number $example" "$out" "^index[123]D  block .* = $example$"
done
for n in 0 1 3 4 23 24 25 95 96 97 1000 12345; do
    run $index -n $n --csv
    is "index -n $n: rows that are right" "$status $(grep -c ",$n,.*,ok," <<<"$out")" '0 4'
done
if has_turn; then
    made_wrong ch0-index '/\[begin index3D\]/,/\[end index3D\]/s/gridDim\.y/gridDim.x/'
    run "$work/ch0-index" -n 1000
    has 'index, a wrong factor: the row says so' "$out" '^index3D .* WRONG$'
    is 'index, a wrong factor: exit status' "$status" 1
fi

# ---- picture

run "$picture"
has 'picture: 76 x 62 pixels' "$out" '^76 x 62 pixels: 5 x 4 blocks of 16 x 16, 5120 threads, 408 without a pixel$'
run "$picture" -w 2000 -n 1500 -k grey
has 'picture: 2000 x 1500 pixels' "$out" ' 125 x 94 blocks of 16 x 16, 3008000 threads, 8000 without'
for shape in '1 1' '1 100' '100 1' '16 16' '17 15' '33 64'; do
    read -r width height <<<"$shape"
    run "$picture" -w "$width" -n "$height" -d 3 --csv
    is "picture $shape: rows that are right" "$status $(grep -c ',ok,' <<<"$out")" '0 3'
done
if has_turn; then
    made_wrong ch0-picture '/\[begin blur\]/,/\[end blur\]/s/task\.width - 1/task.width/'
    run "$work/ch0-picture"
    ok 'picture, a pixel past the edge: found' test "$status" -ne 0
fi

# The files: a colour picture of 5 x 3 pixels, the same as plain text, and its grey as Perl computes it.
cd "$work" || exit
perl -e 'srand 7; print "P6 # made by a test\n5\t3\n# two comments\n255\n", map { chr int rand 256 } 1 .. 45' >in.ppm
perl -0777 -ne 's/.*255\n//s; my @s = unpack "C*"; print "P3\n5 3 255\n@s\n"' in.ppm >plain.ppm
perl -0777 -ne 's/.*255\n//s; my @s = unpack "C*"; print "P5\n5 3\n255\n";
    print chr int((299 * $s[3*$_] + 587 * $s[3*$_+1] + 114 * $s[3*$_+2]) / 1000 + 0.5) for 0 .. 14' in.ppm >want.pgm
for input in in.ppm plain.ppm; do
    rm -f out.pgm
    run "$picture" -i $input -o out.pgm -k grey
    is "picture $input to grey: exit status" "$status" 0
    ok "picture $input to grey: as it should be, to the byte" cmp out.pgm want.pgm
done
run "$picture" -i in.ppm -o same.ppm -k scale -f 100
run "$picture" -i same.ppm -o again.ppm -k scale -f 100
ok 'picture: what it has written it reads' cmp same.ppm again.ppm
is 'picture: a factor of 100 % changes no sample' "$(tail -c 45 same.ppm | od -An -tx1)" "$(tail -c 45 in.ppm | od -An -tx1)"
printf 'P2 4 4 9 %s' '9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9' >flat.pgm
run "$picture" -i flat.pgm -o blurred.pgm -k blur -d 2
is 'picture: blur leaves a flat picture flat, and white at 9' "$(tail -n +4 blurred.pgm | od -An -tu1 | tr -s ' ')" ' 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9'

# refused_picture WHAT PATTERN: checks that the file bad.pgm is refused, and that the result of an earlier run is left alone.
refused_picture()
{
    echo before >result.pgm
    refuses "picture: $1" "--input \(-i\) 'bad.pgm': .*$2" "$picture" -i bad.pgm -o result.pgm -k blur
    is "picture: $1: the result is as before" "$(cat result.pgm)" before
}
printf 'P5 5 3 255\n12345678901234' >bad.pgm
refused_picture 'cut short by a byte' 'ends too early'
printf 'P2 5 3 255\n1 2 3' >bad.pgm
refused_picture 'plain, cut short' 'ends too early'
printf 'P6 5 3' >bad.pgm
refused_picture 'cut short in its header' 'must have a value for white'
printf 'P5 1000000 1000000 255\n123' >bad.pgm
refused_picture 'huge, by its header' 'ends too early'
printf 'P5 99999999999999999999 1 255\n1' >bad.pgm
refused_picture 'wider than any number' 'width and a height from 1 to'
printf 'P5 0 3 255\n' >bad.pgm
refused_picture 'without columns' 'width and a height from 1 to'
printf 'P5 -5 3 255\n' >bad.pgm
refused_picture 'with fewer columns than none' 'width and a height from 1 to'
printf 'P5 2 1 65535\n1234' >bad.pgm
refused_picture 'two bytes per sample' 'white from 1 to 255'
printf 'P5 2 1 10\n\001\013' >bad.pgm
refused_picture 'brighter than white' 'more than white'
printf 'P2 2 1 10\n1 x ' >bad.pgm
refused_picture 'a word for a sample' 'not a number'
printf 'GIF89a' >bad.pgm
refused_picture 'another format' 'not a PGM or PPM'
: >bad.pgm
refused_picture 'empty' 'not a PGM or PPM'
rm bad.pgm
refused_picture 'not there' 'No such file'
mkdir bad.pgm
refused_picture 'a folder' 'not a PGM or PPM'
refuses 'picture: a result without -k' '--output .*: needs -k' "$picture" -i in.ppm -o out.pgm
run "$picture" -i in.ppm -o nowhere/out.pgm -k grey
is 'picture: a result in a folder that is not there: exit status' "$status" 2
has 'picture: a result in a folder that is not there: says so' "$err" "'nowhere/out.pgm': No such file"
is 'picture: nothing half-written is left' "$(find . -name '*.part')" ''
cd - >/dev/null || exit

# ---- traps

run $traps
is 'traps: exit status' "$status" 0
is 'traps: all are shown' "$(grep -c ': shown$' <<<"$out")/$(grep -c '  older:' <<<"$out")" 6/6
if has_turn; then
    made_wrong ch0-traps 's/(n + 255) \/ 256/n \/ 256/'
    run "$work/ch0-traps"
    is 'traps, today made like older: exit status' "$status" 1
    has 'traps, today made like older: which' "$out" '^a division that rounds down: NOT SHOWN$'
fi

# The note quotes what compilers say of two mistakes, and what they allow.
if nvcc=$(tools/need.sh nvcc 2>/dev/null) && "$nvcc" --version | grep -E 'release 1[3-9]' >/dev/null; then
    printf 'int main(void) { cudaDeviceProp p; return p.clockRate; }\n' >"$work/clock.cu"
    run "$nvcc" -c "$work/clock.cu" -o "$work/clock.o"
    has 'clockRate is no field of cudaDeviceProp any more' "$err$out" 'no member "clockRate"'
fi
printf '__global__ int k(int n) { return n; }\n' >"$work/int.cu"
run ./warpcc -c "$work/int.cu" -o "$work/int.o"
has 'a kernel that returns a value does not compile' "$err$out" 'must have (a )?void return type'
cat >"$work/may.cu" <<'END'
#include <stdio.h>
typedef int (*Function)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ Function function = twice;
__global__ void k(int *out) { static int calls; calls++; *out = function(calls); }
int main(void)
{
    int *d_out, out;
    cudaMalloc(&d_out, sizeof out);
    for (int i = 0; i < 3; i++)
        k<<<1, 1>>>(d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("%d\n", out);
}
END
run ./warpcc -c "$work/may.cu" -o "$work/may.o"
is 'a kernel with a static variable and a function pointer compiles' "$status" 0

# ---- The checks find nothing in what is right

for arguments in ch0-add ch0-hello ch0-device 'ch0-vecadd -n 3001' 'ch0-index -n 1000' ch0-picture; do
    # shellcheck disable=SC2086 # a program and its arguments
    run env WARPSIM=check build/sim/$arguments
    is "$arguments, checked" "$status" 0
done

done_testing
