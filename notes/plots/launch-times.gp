# What the seven ways of chapter 5 take for the sum of 2^20 ints, on a logarithmic scale.
# needs: results/h200.csv ch5-reduce

set terminal svg size width,270 font "Inter,12" noenhanced
rows = "< awk -F, '$1 == \"ch5-reduce\" && $3 == 1048576 { i++; print i \",\" $2 \",\" $4 * 1000 \",\" ($2 ~ /^nested/ ? 1 : $2 ~ /^host/ ? 2 : 3) }' results/h200.csv"

set xlabel "microseconds"
set logscale x
set xrange [1:20000]
set lmargin at screen 109.0 / width
set xtics (1, 10, 100, 1000, 10000)

plot rows using (0):(-$1):(1):($4 == 1 ? $3 : 1/0):(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb green, \
     rows using (0):(-$1):(1):($4 == 2 ? $3 : 1/0):(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb blue, \
     rows using (0):(-$1):(1):($4 == 3 ? $3 : 1/0):(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb violet, \
     rows using ($3 * 1.15):(-$1):(sprintf($3 < 10 ? "%.2f" : $3 < 100 ? "%.1f" : "%.0f", $3)) with labels left tc rgb soft
