#!/usr/bin/env bash
# Whole programs on a simulator that is compiled with sanitizers, as the unit tests' is: what the runtime does in the order in which programs
# call it, which no unit test does.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 12

run make -s DEVICE=sim build/tests/libwarpsim.a
is 'the library with sanitizers' "$status" 0

# sanitized SOURCE WORD...: builds the program with that library, runs it with these words, and checks that no sanitizer ends it.
sanitized()
{
    local name
    name=$(basename "$1" .cu)
    [ -e "$work/$name" ] ||
        { ./warpcc -w -c "$1" -o "$work/$name.o" &&
            gcc -fsanitize=address,undefined "$work/$name.o" -Wl,--wrap=dlopen -Wl,--wrap=dlsym -Wl,--wrap=dlclose build/tests/libwarpsim.a \
                -lstdc++ -lm -lpthread -ldl -o "$work/$name"; }
    run env WARPSIM="${*:2}" ASAN_OPTIONS=detect_leaks=0:exitcode=99 UBSAN_OPTIONS=halt_on_error=1:exitcode=99 "$work/$name" "$work/graph.dot"
    ok "$name, WARPSIM='${*:2}': it is built and runs" test -n "$out"
    lacks "$name, WARPSIM='${*:2}': no sanitizer complains" "$status $err" '^99 |runtime error:|AddressSanitizer'
}

for name in elsewhere/{graphlook,graphmemory,repeat} calls/{thrown,capture,streams,heap}; do
    sanitized "tests/simulator/$name.cu" threads=2
    sanitized "tests/simulator/$name.cu" check
done

done_testing
