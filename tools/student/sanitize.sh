#!/bin/sh
# sanitize.sh DEVICE PROGRAM [ARGUMENT...]: runs a program under every check: memory, races, initialization, barriers.
# On a GPU each tool of compute-sanitizer runs in turn; the simulator makes all checks in one run. The exit status is not 0
# if a check found something, unless the program runs its kernels in processes of their own, as ch2-wrong does.
set -eu

device=$1
shift
if [ "$device" = sim ]; then
    WARPSIM="${WARPSIM:-} check" exec "$@"
fi
status=0
for tool in memcheck racecheck synccheck initcheck; do
    echo "---- $tool"
    compute-sanitizer --tool "$tool" --error-exitcode 4 "$@" || status=4
done
exit $status
