#!/usr/bin/env bash
# pack.sh [-o OUT.zip] EXERCISE...: packs an autograder for Gradescope: its two scripts, the judge, the chosen exercises
# and their hidden cases. It packs no solutions, so that a submission that reads the file system finds none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

out=autograder.zip
if [ "${1-}" = -o ]; then
    out=${2:?"gradescope: -o needs a name"}
    shift 2
fi
if [[ $out != *.zip ]]; then
    echo "gradescope: OUT=$out: name a .zip" >&2
    exit 2
fi
if [ $# = 0 ]; then
    echo "gradescope: which exercises? make gradescope EX='3-1 3-2'" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tar -c --exclude='*.~*~' --exclude=node_modules --exclude=judge/page Makefile rooms.mk VERSION LICENSE LICENSES NOTICE warpcc common chapters/*/*.h compile judge simulator tools | tar -x -C "$work"
cp tools/class/gradescope/setup.sh tools/class/gradescope/run_autograder "$work/"
mkdir -p "$work/exercises"
cp exercises/levels.csv "$work/exercises/"
for name in "$@"; do
    folders=("exercises/$name"-*/)
    if [ ! -d "${folders[0]}" ]; then
        echo "gradescope: there is no exercise '$name'" >&2
        exit 2
    fi
    folder=$(basename "${folders[0]}")
    mkdir -p "$work/exercises/.given" "$work/solutions/$folder"
    cp -r "exercises/$folder" "$work/exercises/"
    cp "exercises/.given/$folder.cu" "$work/exercises/.given/"
    cp "exercises/.given/$folder.cu" "$work/exercises/$folder/exercise.cu"
    rm -f "$work/exercises/$folder"/*.~*~
    [ ! -e "solutions/$folder/hidden.txt" ] || cp "solutions/$folder/hidden.txt" "$work/solutions/$folder/"
done
bsdtar -caf "$out.new.zip" -C "$work" .
mv "$out.new.zip" "$out"
echo "$out: $# exercises, for Gradescope: Configure Autograder, Upload"
