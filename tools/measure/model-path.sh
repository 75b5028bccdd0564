#!/usr/bin/env bash
# model-path.sh [DEVICE...]: prints how fast the language model writes on simulated devices, an RTX 3080 and an H200 unless others are
# named, after each of its exercises, when all before it are solved, too. By our solutions; 240 characters after the default prompt. The
# device `gpu` is this machine's: the speed is measured then, the median of three runs after one that isn't counted.
#
#     make model-path
#
# It takes some minutes, since each run tries all kernels, as a student's does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
devices=("${@:-rtx3080}")
[ $# -gt 0 ] || devices+=(h200)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/done"
export TOKENS=$work/tokens.txt

# speed: prints the tokens per second of a run.
speed()
{
    ./say | sed -n 's/^\([0-9]*\) tokens per second.*/\1/p'
}

# row EXERCISE KERNELS: prints the speeds by the kernels of what is solved so far.
row()
{
    local device
    printf '%s,%s' "$1" "$2"
    for device in "${devices[@]}"; do
        if [ "$device" = gpu ]; then
            make -s DEVICE=gpu model FROM="$work/done" >&2
            speed >/dev/null
            printf ',%s' "$(for _ in 1 2 3; do speed; done | sort -n | sed -n 2p)"
        else
            make -s DEVICE=sim model FROM="$work/done" >&2
            printf ',%s' "$(WARPSIM=device=$device speed)"
        fi
    done
    echo
}

(IFS=, && echo "exercise,kernels,${devices[*]}")
row none ''
sed -n 's/^.*{"\(ex[0-9-]*\)", .*/\1/p' model/steps.c | uniq | while read -r exercise; do
    kernels=$(sed -n "s/^.*{\"$exercise\", \"\([A-Za-z]*\)\", .*/\1/p" model/steps.c | paste -sd ' ')
    ln -s "$PWD/solutions/$exercise"-* "$work/done/"
    row "$exercise" "$kernels"
done
