# How much of the memory's bandwidth the best sum of chapter 4 and CUB's reach, by size, on two devices.
# needs: results/h200.csv ch4-ticket
# needs: results/h100.csv ch4-ticket

set terminal svg size width,360 font "Inter,12" enhanced
rows(file, kernel) = "< awk -F, '$1 == \"ch4-ticket\" && $2 == \"".kernel."\" { print log($3) / log(2) \",\" $7 }' results/".file.".csv | sort -n"

set xlabel "elements"
set ylabel "% of the memory's bandwidth"
set xrange [19.5:30.5]
set yrange [0:100]
set xtics ("2^{20}" 20, "2^{22}" 22, "2^{24}" 24, "2^{26}" 26, "2^{28}" 28, "2^{30}" 30)
set lmargin at screen 68.0 / width
set label "sumTunedInt, H200" at 25,graph 0.30 tc rgb green
set label "CUB, H200" at 25,graph 0.23 tc rgb violet
set label "sumTunedInt, H100" at 25,graph 0.16 tc rgb blue
set label "CUB, H100" at 25,graph 0.09 tc rgb amber
# the lines themselves, for those who do not see the colours
set arrow from 23.9,graph 0.30 to 24.8,graph 0.30 nohead lc rgb green lw 2
set arrow from 23.9,graph 0.23 to 24.8,graph 0.23 nohead lc rgb violet lw 2
set arrow from 23.9,graph 0.16 to 24.8,graph 0.16 nohead lc rgb blue lw 2 dt 2
set arrow from 23.9,graph 0.09 to 24.8,graph 0.09 nohead lc rgb amber lw 2 dt 2

plot rows("h200", "sumTunedInt") using 1:2 with linespoints lc rgb green lw 2 pt 7 ps 0.6, \
     rows("h200", "cubSumInt") using 1:2 with linespoints lc rgb violet lw 2 pt 7 ps 0.6, \
     rows("h100", "sumTunedInt") using 1:2 with linespoints lc rgb blue lw 2 dt 2 pt 6 ps 0.6, \
     rows("h100", "cubSumInt") using 1:2 with linespoints lc rgb amber lw 2 dt 2 pt 6 ps 0.6
