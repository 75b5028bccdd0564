#!/bin/sh
# book-plot.sh PLOT: draws notes/plots/PLOT.gp with gnuplot and prints the SVG. The plot says what it
# needs in lines "# needs: results/h200.csv ch3-reduce": a file of measurements, a program in it.
set -eu

plot=notes/plots/$1.gp
status=0
while IFS=: read -r line _ needed; do
    set -- $needed
    if [ ! -e "$1" ]; then
        echo "$plot:$line: no $1: run 'make bench' on a machine with that GPU, which writes it" >&2
        status=1
    elif ! grep -q "^$2," "$1"; then
        echo "$plot:$line: $1 has no $2: run 'make bench' on that GPU again" >&2
        status=1
    fi
done <<EOF
$(grep -n '^# needs:' "$plot")
EOF
[ $status = 0 ] || exit 1

# gnuplot names its markers the same in every plot; a page has several, so they get the plot's name.
name=$(basename "$plot" .gp)
{ lua5.4 notes/figures/draw.lua gnuplot && cat notes/plots/style.gp "$plot"; } | gnuplot | sed -E \
    -e '/^<title>|^<desc>|^<\?xml/d' -e "s/(id=['\"]|href='#|url\(#)([A-Za-z])/\1$name-\2/g"
