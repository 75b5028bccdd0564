# What all plots share; the colours are those of notes/figures/draw.lua, which sets them before this.
set datafile separator ","
set style fill solid 1 noborder
set key off
set border 2 lc rgb plain
set tics nomirror scale 0 textcolor rgb ink
set grid x lc rgb plain lw 0.5
set title tc rgb ink
# A telephone has no room for large margins, nor for every number below an axis.
narrow = width < 400
if (narrow) set rmargin 2; set ytics font "Inter,11"
set xlabel tc rgb soft
set ylabel tc rgb soft
