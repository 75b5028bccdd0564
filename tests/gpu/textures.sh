#!/usr/bin/env bash
# textures.sh FOLDER: what this machine's GPU gives for 600 ways of reading random pictures through texture instructions, and for
# surfaces, beside the guide's formulas, which the simulator follows. FOLDER/textures.txt has a line for each way that differs,
# with the first such place before it, and a sum at its end. Under a minute.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:?a folder for the lines}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -arch=native -std=c++17 -w -o "$work/texture" tests/simulator/elsewhere/texture.cu
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1 >"$folder/textures.txt"
"$work/texture" all >"$work/all" || true
awk '/^    at/ { place = $0; next } / [1-9][0-9]* of [0-9]+ differ/ { if (place != "") print place; print } { place = "" }
    / ways of reading|^surfaces/ { print }' "$work/all" >>"$folder/textures.txt"
tail -n 2 "$folder/textures.txt"
