#!/usr/bin/env bash
# levels.sh FOLDER: judges the solutions that have a measured case on this machine's GPU, too, and those of tests/judge/levels. Writes to FOLDER:
#
#     levels.csv   exercise,submission,level,modelled_us,measured_us
#
# The level is the simulator's. The two times are of the same launches: the simulator models them, the GPU's is the median of many.
# Takes about two minutes. Exits with 0 if every one passes on both and has both times.
. "$(dirname "${BASH_SOURCE[0]}")/begin.sh"

mapfile -t names < <(tail -n +2 exercises/levels.csv | cut -d, -f1 | uniq)
make -s DEVICE=gpu "${names[@]/#/build/judge/}" build/judge/device-{sim,calls,gpu}
headline levels.sh >"$folder/levels.csv"
echo 'exercise,submission,level,modelled_us,measured_us' >>"$folder/levels.csv"
missing=0
for file in solutions/*/exercise.cu tests/judge/levels/*.cu; do
    name=$(grep -oE 'ex[0-9]+-[0-9]+' <<<"$file" | head -n 1)
    [[ " ${names[*]} " == *" $name "* ]] || continue
    "build/judge/$name" --device all "$file" >"$work/said" 2>&1 || true
    row=$name,$file,$(sed -nE 's/^PASSED, .* (Bronze|Silver|Gold): .*/\1/p' "$work/said")
    row+=,$(sed -nE 's/^  modelled time, us +([0-9.]+) .*/\1/p' "$work/said")
    row+=,$(sed -nE 's/^  measured time on the GPU, us +([0-9.]+)$/\1/p' "$work/said")
    echo "$row" >>"$folder/levels.csv"
    if [[ $row == *,,* || $row == *, ]]; then
        missing=$((missing + 1))
        echo "$row"
        tail -n 12 "$work/said"
    fi
done
echo "$(($(wc -l <"$folder/levels.csv") - 2)) judged, $missing without a level or a time"
[ $missing = 0 ]
