#!/bin/sh
# profile.sh DEVICE PROGRAM [ARGUMENT...]: runs a program and reports counters per kernel and per source line. The form is
# the same for counters of ncu on a GPU and of the simulator. Variables, as in `make profile-ch3-reduce VIEW=source`:
#
#   VIEW=table|lines|source   per kernel; per source line too (the default); beside the annotated source (simulator)
#   JSON=FILE                 writes the counters of kernels and lines to FILE too (simulator)
#   LINE=N                    draws where a warp's lanes go at source line N, in place of counters (simulator)
#   KERNEL=NAME BLOCK=N WARP=N    only this kernel; which block and warp is drawn (simulator)
#   DEVICES='t4 a100 h200'    the kernels' modelled times on these devices, side by side, in place of counters (simulator);
#                             DEVICES=list lists all devices
set -eu

device=$1
shift

refuse() {
    echo "profile: $1" >&2
    exit 2
}

case ${VIEW:-lines} in
table) words=profile ;;
lines | source) words=profile=${VIEW:-lines} ;;
*) refuse "VIEW=$VIEW: it must be table, lines or source" ;;
esac
if [ -n "${LINE:-}" ]; then
    case $LINE in
    *[!0-9]* | 0*) refuse "LINE=$LINE: it must be the number of a source line" ;;
    esac
    words=draw=$LINE
fi

if [ "$device" = sim ] && [ -n "${DEVICES:-}" ]; then
    list=$(WARPSIM=device=list "$@")
    for name in $DEVICES; do
        if [ "$name" = list ]; then
            echo "$list"
            exit
        fi
        printf '%s\n' "$list" | grep -q "^$name " ||
            refuse "DEVICES='$DEVICES': there is no device $name; DEVICES=list lists all"
    done
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for name in $DEVICES; do
        WARPSIM="${WARPSIM:-} device=$name json=$folder/$name.json" "$@" >"$folder/out" || {
            status=$?
            cat "$folder/out"
            exit $status
        }
    done
    # shellcheck disable=SC2046 # names of devices and of a temporary folder, without spaces
    tools/student/what-if.pl $(for name in $DEVICES; do echo "$name=$folder/$name.json"; done)
    exit
fi
if [ "$device" = sim ]; then
    for word in JSON=json KERNEL=kernel BLOCK=block WARP=warp; do
        eval "value=\${${word%=*}:-}"
        # shellcheck disable=SC2154 # eval has set `value`
        words="$words${value:+ ${word#*=}=$value}"
    done
    WARPSIM="${WARPSIM:-} $words" exec "$@"
fi
if [ -n "${LINE:-}${JSON:-}${KERNEL:-}${BLOCK:-}${WARP:-}${DEVICES:-}" ] || [ "${VIEW:-lines}" != lines ]; then
    refuse 'VIEW, JSON, LINE, KERNEL, BLOCK, WARP and DEVICES are for the simulator: add DEVICE=sim'
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ncu --clock-control none --import-source yes --section SourceCounters --metrics "$(tools/student/ncu-profile.pl --metrics)" -o "$folder/profile" "$@" |
    grep -v '^==PROF=='
ncu --import "$folder/profile.ncu-rep" --csv --page raw --print-units base >"$folder/raw.csv"
ncu --import "$folder/profile.ncu-rep" --csv --page source --print-source cuda,sass >"$folder/source.csv"
tools/student/ncu-profile.pl "$folder/raw.csv" "$folder/source.csv"
