#!/usr/bin/env bash
# bits.sh FOLDER: what this machine's GPU gives, to the last bit, where NVIDIA says only how large an error may be: the approximate
# functions and the sums of tensor cores. FOLDER/functions.txt and products.txt are the records with which tests/simulator/bits.t
# compares, and so is warpgroup.txt. FOLDER/bits.txt says how often GPU and simulator agree when all 2^32 operands of each function, 20,000
# matrices of each shape and kind, and 12 products of a warpgroup are tried. It takes two minutes on 16 cores.
. "$(dirname "$0")/begin.sh"

make -s build/sim/libwarpsim.a
export WARPSIM=device=h200
for program in functions products warpgroup; do
    nvcc -lcuda -arch=native -o "$work/$program.gpu" "tests/simulator/bits/$program.cu"
    ./warpcc -arch=compute_90 -o "$work/$program.sim" "tests/simulator/bits/$program.cu"
    {
        headline bits.sh
        "$work/$program.gpu"
    } >"$folder/$program.txt"
done

# compare PROGRAM ARGUMENT: prints how many hashes of each instruction are the same.
compare()
{
    for device in gpu sim; do
        "$work/$1.$device" "$2" >"$work/$1.$device.txt"
    done
    paste -d ' ' "$work/$1".{gpu,sim}.txt | awk -v program="$1 $2" '
        {
            hash = NF / 2
            name = $1 (program ~ /functions/ ? "" : " " $2)
            if (!(name in all)) order[++names] = name
            all[name]++
            if ($hash == $NF) same[name]++
            else if (!(name in first)) first[name] = ", not " $(hash - 1)
        }
        END {
            for (i = 1; i <= names; i++)
                printf "%s: %s: %d of %d hashes are the same%s\n", program, order[i], same[order[i]], all[order[i]], first[order[i]]
        }'
}

{
    headline bits.sh
    compare functions all
    compare products 20000
    compare warpgroup 12
} | tee "$folder/bits.txt"
