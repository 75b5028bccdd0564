#!/usr/bin/env bash
# editor.sh NVCC: writes compile_commands.json, .clangd and .vscode/tasks.json, so that clangd, and editors that ask it,
# understand every .cu file, and VS Code's "Run Task" knows the workbook's verbs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cuda=$(dirname "$(dirname "$(realpath "$1")")")

# json TEXT: as a JSON string
json()
{
    local text=${1//\\/\\\\}
    printf '"%s"' "${text//\"/\\\"}"
}

# write FILE: what comes in, written aside and renamed
write()
{
    cat >"$1.new"
    mv "$1.new" "$1"
}

# clangd reads CUDA as clang does; tools/clangd/ has what the CUDA headers of an older clang miss.
entries()
{
    local file separator='['
    while read -r file; do
        printf '%s\n  {"directory": %s, "file": %s, "arguments": [' "$separator" "$(json "$PWD")" "$(json "$file")"
        printf '"clang++", "-x", "cuda", "-std=c++17", "--cuda-host-only", "--cuda-gpu-arch=sm_75", "-nocudalib", '
        printf '"-Wno-unknown-cuda-version", "-Xclang", "-fcuda-allow-variadic-functions", '
        printf '"-D__CLANG_CUDA_TEXTURE_INTRINSICS_H__", "-idirafter", "tools/clangd", '
        printf '%s, "-isystem", %s, ' "$(json "--cuda-path=$cuda")" "$(json "$cuda/include/cccl")"
        printf '"-include", "tools/clangd/prelude.h", "-Icommon", %s]}' "$(json "$file")"
        separator=,
    done
    printf '\n]\n'
}

find chapters exercises solutions -name '*.cu' -not -path '*/.given/*' 2>/dev/null | sort -V | entries | write compile_commands.json

# A kernel that launches a kernel is an error to clang and none to nvcc -rdc=true.
write .clangd <<'END'
Diagnostics:
  Suppress: [err_ref_bad_target]
END

mkdir -p .vscode
write .vscode/tasks.json <<'END'
{
  "version": "2.0.0",
  "tasks": [
    {"label": "watch: judge at each save", "type": "shell", "command": "make watch",
     "presentation": {"panel": "dedicated", "focus": true}, "problemMatcher": []},
    {"label": "judge this exercise", "type": "shell",
     "command": "make $(basename '${fileDirname}' | cut -d- -f1,2)",
     "group": {"kind": "build", "isDefault": true}, "problemMatcher": []},
    {"label": "hint for this exercise", "type": "shell",
     "command": "make hint-$(basename '${fileDirname}' | cut -d- -f1,2)", "problemMatcher": []},
    {"label": "progress", "type": "shell", "command": "make progress", "problemMatcher": []}
  ]
}
END

echo "compile_commands.json, .clangd and .vscode/tasks.json are written, for CUDA in $cuda."
