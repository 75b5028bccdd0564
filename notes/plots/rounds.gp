# What nested launches and the queue take for the Mandelbrot set beside the flat kernel, by the number of iterations.
# needs: results/h200.csv ch5-mandelbrot-512
# needs: results/h200.csv ch5-mandelbrot-32768

set terminal svg size width,330 font "Inter,12" noenhanced
beside(kernel) = "< awk -F, '$1 ~ /^ch5-mandelbrot-/ && $2 == \"mandelFlat\" { split($1, p, \"-\"); flat[p[3]] = $4 } ".\
    "$1 ~ /^ch5-mandelbrot-/ && $2 == \"".kernel."\" { split($1, p, \"-\"); it[p[3]] = $4 } ".\
    "END { for (r in it) print r \",\" it[r] / flat[r] }' results/h200.csv | sort -n"

set xlabel "iterations for a point of the set"
set ylabel "time over that of mandelFlat"
set logscale x
set xrange [400:45000]
set yrange [0:5]
set xtics (512, 2048, 8192, 32768)
set lmargin at screen 68.0 / width
set arrow from 400,1 to 45000,1 nohead lc rgb blue lw 1.5
set label "mandelFlat" at 600,0.72 tc rgb blue
set label "mandelNested" at 720,4.2 tc rgb green
set label "mandelQueue" at 4500,1.55 tc rgb violet

plot beside("mandelNested") using 1:2 with linespoints lc rgb green lw 2 pt 7 ps 0.6, \
     beside("mandelQueue") using 1:2 with linespoints lc rgb violet lw 2 dt 2 pt 6 ps 0.6, \
     beside("mandelNested") using ($1 * 1.06):($2 < 0.9 ? $2 - 0.2 : $2 + 0.2):(sprintf("%.2f", $2)) with labels left tc rgb green
