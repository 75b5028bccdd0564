#!/usr/bin/env bash
# textures.sh FOLDER: records what this machine's GPU gives for random pictures and places, read in each way that texture
# instructions have, as FOLDER/textures.txt.gz, and tries surfaces. It takes some seconds. The repository's record,
# tests/simulator/elsewhere/h200-textures.txt.gz, was made by it; tests/simulator/elsewhere.t compares the simulator with that.
#
# Exits 0 if the surfaces are right, 3 without a GPU.
. "$(dirname "$0")/begin.sh"

nvcc -arch=native -std=c++17 -w -o "$work/texture" tests/simulator/elsewhere/texture.cu
for seed in 1 2 3; do
    echo "# device $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# date $(date +%F)"
    echo '# command tests/gpu/textures.sh'
    "$work/texture" record "$seed"
done | gzip -9n >"$folder/textures.txt.gz"
"$work/texture"
