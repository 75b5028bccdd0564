# How fast each rung of chapter 6 multiplies matrices of 4,096 x 4,096, and cuBLAS.
# needs: results/h200.csv ch6-sgemm
# needs: results/h200.csv ch6-tuned

set terminal svg size width,360 font "Inter,12" noenhanced
rows = "< awk -F, '$1 ~ /^ch6-(sgemm|tuned)$/ && $3 == 4096 { i++; print i \",\" $2 \",\" $5 / 1000 \",\" ($2 ~ /cublas/) }' results/h200.csv"

set xlabel "TFLOP/s"
set xrange [0:70]
set lmargin at screen (narrow ? 112.0 : 129.0) / width
peak = 66.9 # TFLOP/s in single precision: 132 SMs x 128 lanes x 2 x 1.98 GHz
set arrow from peak,graph 0 to peak,graph 1 nohead lc rgb amber lw 1.5 dt 2
set label "what the FMA pipes could do" at peak - 1,graph 0.96 right tc rgb amber

plot rows using (0):(-$1):(0):($4 == 0 ? $3 : 1/0):(-$1 - 0.34):(-$1 + 0.34):ytic(2) with boxxyerror lc rgb blue, \
     rows using (0):(-$1):(0):($4 == 1 ? $3 : 1/0):(-$1 - 0.34):(-$1 + 0.34) with boxxyerror lc rgb violet, \
     rows using ($3 + 0.8):(-$1):(sprintf("%.1f", $3)) with labels left tc rgb soft
