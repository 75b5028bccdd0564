#!/usr/bin/env bash
# The Makefile: what it lists, what it refuses, and that programs for the GPU and for the simulator
# never mix. A stand-in for nvidia-smi plays the GPU; for it, a stand-in for nvcc makes a script.
. "$(dirname "$0")/lib.sh"

house=$work/house
copy_house "$house"
cp -a build "$house/" # the simulator's library; nothing here changes it
cd "$house" || exit

run make
is 'plain make: exit status' "$status" 0
ok 'plain make: fits 80 columns' fits "$out"
for source in chapters/ch*-*/*.cu; do
    chapter=${source#chapters/}
    name=${chapter%%-*}-$(basename "$source" .cu)
    has "plain make lists $name with a line about it" "$out" "^  make $name +[^ ]"
done
mapfile -t verbs < <(sed -n 's/^  make \([a-z0-9-]*\).*/\1/p' <<<"$out")
for folder in exercises/ex*/; do
    name=$(basename "$folder" | cut -d- -f1,2)
    has "plain make lists $name with its title" "$out" "^  make $name +[^ ]"
done
for verb in $(printf '%s\n' "${verbs[@]}" | grep -v '^ex') ex3-1; do
    run make -n DEVICE=gpu "$verb"
    is "make $verb exists" "$status" 0
done

run make ch3-nothing
is 'unknown goal: exit status' "$status" 2
ok 'unknown goal: one line' is_line "$err"
has 'unknown goal: names it' "$err" "no 'ch3-nothing'"
has 'unknown goal: names what exists' "$err" 'Verbs:.* clean.*Programs:.*ch3-reduce'

run make DEVICE=tpu ch3-reduce
is 'unknown device: exit status' "$status" 2
ok 'unknown device: one line' is_line "$err"
has 'unknown device: names both' "$err" "'tpu'.*gpu or sim"

# Without a toolkit: PATH holds every command but nvcc.
mkdir "$work/bin"
ln -s /usr/bin/* /bin/* "$work/bin/" 2>/dev/null
rm -f "$work/bin/nvcc" "$work/bin/nvidia-smi"
for device in gpu sim; do
    run env PATH="$work/bin" CUDA_HOME="$work/none" make DEVICE=$device -B ch3-reduce
    is "no nvcc, $device: exit status" "$status" 2
    has "no nvcc, $device: says so" "$err" '^nvcc is missing'
    has "no nvcc, $device: says where to get it" "$err" 'developer.nvidia.com'
    is "no nvcc, $device: once" "$(grep -c 'is missing' <<<"$err")" 1
done
run env PATH="$work/bin" CUDA_HOME="$(dirname "$(dirname "$(tools/need.sh nvcc)")")" make -n ch3-reduce
is 'nvcc in CUDA_HOME is found' "$status" 0
rm "$work/bin/gcc"
run env PATH="$work/bin" CUDA_HOME="$work/none" make build/sim/libwarpsim.a -B
has 'no gcc: says so' "$err" '^gcc is missing'

# Switching devices.
fake=$work/fake
mkdir "$fake"
cat >"$fake/nvidia-smi" <<'EOF'
#!/bin/sh
echo "GPU 0: NVIDIA H200 (UUID: GPU-0)"
EOF
cat >"$fake/nvcc" <<'EOF'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo 'echo made for the GPU' >"$2"
chmod +x "$2"
EOF
chmod +x "$fake"/*
run make ch3-reduce
is 'no GPU: builds for the simulator' "$status/$(readlink ch3-reduce)" 0/build/sim/ch3-reduce
run env PATH="$fake:$PATH" make ch3-reduce
is 'a GPU answers: builds for it' "$status/$(readlink ch3-reduce)" 0/build/gpu/ch3-reduce
run ./ch3-reduce
is 'and that is what runs' "$out" 'made for the GPU'
run make ch3-reduce
is 'back on the simulator' "$status/$(readlink ch3-reduce)" 0/build/sim/ch3-reduce
lacks 'without building again' "$out" 'warpcc|gcc'
run ./ch3-reduce -h
lacks 'and that is what runs' "$out" 'made for the GPU'
run env PATH="$fake:$PATH" make DEVICE=sim ch3-reduce
is 'DEVICE=sim beside a GPU' "$(readlink ch3-reduce)" build/sim/ch3-reduce
run env PATH="$fake:$PATH" make
has 'with a GPU plain make says so' "$out" 'GPU answers'
cat >"$fake/nvidia-smi" <<'EOF'
#!/bin/sh
echo "No devices found."
exit 6
EOF
run env PATH="$fake:$PATH" make ch3-reduce
is 'a driver without a GPU' "$(readlink ch3-reduce)" build/sim/ch3-reduce

# What is out of date is built again, and only that.
run make ch3-reduce
lacks 'nothing changed: nothing built' "$out" warpcc
touch common/rows.h
run make ch3-reduce
has 'a header changed: the program is built' "$out" 'warpcc .*ch3-reduce'
lacks 'but not the simulator' "$out" '^gcc'

# A new program is a new file.
mkdir -p chapters/ch9-new
cat >chapters/ch9-new/two-words.cu <<'EOF'
// Shows that a program is found.
int main(void) { return 0; }
EOF
run make
has 'a new chapter and program are listed' "$out" 'make ch9-two-words +Shows that'
run make ch9-two-words
ok 'a new program is built' ./ch9-two-words
echo 'int' >chapters/ch9-new/broken.cu
run make ch9-broken
is 'a program that does not compile: make fails' "$status" 2
ok 'a program that does not compile: nothing half-built stays' test ! -e build/sim/ch9-broken

run make clean
is 'make clean: exit status' "$status" 0
ok 'make clean removes what was built' test ! -e build -a ! -L ch3-reduce -a ! -L ch9-two-words
ok 'make clean leaves the rest' test -e chapters/ch9-new/two-words.cu -a -e warpcc

done_testing
