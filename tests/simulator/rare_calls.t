#!/usr/bin/env bash
# What calls answer that few programs make, of the runtime and of the driver API: line by line as an H100 does.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 13 # whose headers declare these calls so; ours, for clang, do, too

here=tests/simulator
./warpcc -w -o "$work/calls" "$here/calls/answers.cu" &
./warpcc -w -lcuda -o "$work/driver" "$here/driver/answers.cu"
./warpcc -rdc=true -ptx -o "$work/kernels.ptx" "$here/driver/kernels.cu"
./warpcc -fatbin -o "$work/kernels.fatbin" "$here/driver/kernels.cu"
wait

# section NAME: prints the lines under the title '== NAME' of stdin.
section()
{
    awk -v title="== $1" '/^== / { on = $0 == title; next } on'
}

for api in calls driver; do
    run env -C "$work" "./$api"
    is "$api: ends, and nothing is lacking" "$status/$err" 0/
    while read -r _ name; do
        is "$api: $name" "$(section "$name" <<<"$out")" "$(section "$name" <"$here/$api/answers.txt")"
    done < <(grep '^== ' "$here/$api/answers.txt")
done

done_testing
