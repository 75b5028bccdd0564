# How much of the memory's bandwidth the best sum of chapter 4 and CUB's reach, by size, on two devices.
# needs: results/h200.csv ch4-limit
# needs: results/h100.csv ch4-limit

set terminal svg size 680,360 font "Inter,12" noenhanced
rows(file, kernel) = "< awk -F, '$1 == \"ch4-limit\" && $2 == \"".kernel."\" { print log($3) / log(2) \",\" $7 }' results/".file.".csv | sort -n"

set xlabel "elements"
set ylabel "% of the memory's bandwidth"
set xrange [19.5:30.5]
set yrange [0:100]
set xtics ("2²⁰" 20, "2²²" 22, "2²⁴" 24, "2²⁶" 26, "2²⁸" 28, "2³⁰" 30)
set lmargin at screen 0.1
set label "sumTunedInt, H200" at 24.3,graph 0.30 tc rgb green
set label "CUB, H200" at 24.3,graph 0.23 tc rgb violet
set label "sumTunedInt, H100" at 24.3,graph 0.16 tc rgb blue
set label "CUB, H100" at 24.3,graph 0.09 tc rgb amber

plot rows("h200", "sumTunedInt") using 1:2 with linespoints lc rgb green lw 2 pt 7 ps 0.6, \
     rows("h200", "cubSumInt") using 1:2 with linespoints lc rgb violet lw 2 pt 7 ps 0.6, \
     rows("h100", "sumTunedInt") using 1:2 with linespoints lc rgb blue lw 2 dt 2 pt 6 ps 0.6, \
     rows("h100", "cubSumInt") using 1:2 with linespoints lc rgb amber lw 2 dt 2 pt 6 ps 0.6
