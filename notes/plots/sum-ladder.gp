# How fast each rung of chapters 3 and 4 sums 2^28 elements.
# needs: results/h200.csv ch3-reduce
# needs: results/h200.csv ch3-shared
# needs: results/h200.csv ch4-unroll

set terminal svg size width,470 font "Inter,12" noenhanced
limit = 4814 # GB/s, as the device tells its memory's clock and width
rows(program) = "< awk -F, '$3 == 268435456 && $9 !~ /CPU/ { i++; if ($1 == \"".program."\") print i \",\" $2 \",\" $5 }' results/h200.csv"

set xlabel "GB/s"
set xrange [0:5000]
set lmargin at screen (narrow ? 172.0 : 194.0) / width
if (narrow) set xtics 2000
set arrow from limit,graph 0 to limit,graph 1 nohead lc rgb amber lw 1.5 dt 2
set label "the memory's limit" at limit - 70,graph 0.96 right tc rgb amber
set label "global memory" at limit - 70,graph 0.89 right tc rgb blue
set label "shared memory" at limit - 70,graph 0.84 right tc rgb violet
set label "unrolled" at limit - 70,graph 0.79 right tc rgb green

plot rows("ch3-reduce") using (0):(-$1):(0):3:(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb blue, \
     rows("ch3-shared") using (0):(-$1):(0):3:(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb violet, \
     rows("ch4-unroll") using (0):(-$1):(0):3:(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb green
