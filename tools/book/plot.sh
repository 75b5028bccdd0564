#!/bin/sh
# plot.sh PLOT [narrow]: draws notes/plots/PLOT.gp with gnuplot and prints the SVG, or its narrow form for a telephone. The plot says what it
# needs in lines "# needs: results/h200.csv ch3-reduce": a file of measurements and a program in that file.
set -eu

plot=notes/plots/$1.gp
status=0
while read -r line file program; do
    [ -n "$line" ] || continue
    if [ ! -e "$file" ]; then
        echo "$plot:$line: no $file: run 'make bench' on a machine with that GPU, which writes it" >&2
        status=1
    elif ! grep -q "^$program," "$file"; then
        echo "$plot:$line: $file has no $program: run 'make bench' on that GPU again" >&2
        status=1
    fi
done <<EOF
$(sed -n '/^# needs: /{=;s///;p}' "$plot" | paste -d ' ' - -)
EOF
[ $status = 0 ] || exit 1

# gnuplot gives its markers the same names in every plot. A page has several plots, so the plot's name is added.
name=$1${2+-$2}
{ lua5.4 notes/figures/draw.lua gnuplot "${2-}" && cat notes/plots/style.gp "$plot"; } | gnuplot | sed -E \
    -e '/^<title>|^<desc>|^<\?xml/d' -e "s/(id=['\"]|href='#|url\(#)([A-Za-z])/\1$name-\2/g"
