# How long each rung of chapter 3 takes for 2^24 elements, and how long memory alone would take.
# needs: results/h200.csv ch3-reduce
# needs: results/h200.csv ch3-shared

set terminal svg size width,320 font "Inter,12" noenhanced
limit = 16777216 * 4 / 4814e3 # µs, at the GB/s that the device tells by its memory's clock and width
rows(program) = "< awk -F, '$3 == 16777216 && $9 !~ /CPU/ && $1 ~ /^ch3-(reduce|shared)$/ { i++; if ($1 == \"".program."\") print i \",\" $2 \",\" $4 * 1000 }' results/h200.csv"

set xlabel "µs"
set xrange [0:250]
set lmargin at screen (narrow ? 142.0 : 194.0) / width
if (narrow) set xtics 100
set arrow from limit,graph 0 to limit,graph 1 nohead front lc rgb plain lw 4 # so that it can be seen on the bars
set arrow from limit,graph 0 to limit,graph 1 nohead front lc rgb amber lw 1.5 dt 2
set label "dashed: memory alone" at 246,graph 0.08 right tc rgb amber
set label "global memory" at 246,graph 0.32 right tc rgb blue
set label "shared memory" at 246,graph 0.24 right tc rgb violet

plot rows("ch3-reduce") using (0):(-$1):(0):3:(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb blue, \
     rows("ch3-shared") using (0):(-$1):(0):3:(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb violet, \
     rows("ch3-reduce") using ($3 + 3):(-$1):(sprintf("%.0f", $3)) with labels left tc rgb soft, \
     rows("ch3-shared") using ($3 + 3):(-$1):(sprintf("%.0f", $3)) with labels left tc rgb soft
