#!/usr/bin/env bash
# editor.sh: writes compile_commands.json, .clangd and .vscode/tasks.json, so that clangd, and editors that ask it,
# understand every .cu file, and VS Code's "Run Task" knows the workbook's verbs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# json TEXT: prints the text as a JSON string.
json()
{
    local text=${1//\\/\\\\}
    printf '"%s"' "${text//\"/\\\"}"
}

# write FILE: writes its input to another name and renames it, so that FILE is never half-written.
write()
{
    cat >"$1.new"
    mv "$1.new" "$1"
}

# headers_of FILE: prints the option for the folder of headers that the judge.c of an exercise or of a solution names, if it names one.
headers_of()
{
    local judge
    judge=exercises/$(basename "$(dirname "$1")")/judge.c
    [ ! -e "$judge" ] || sed -n 's/.*\.headers = "\(.*\)".*/"-I\1", /p' "$judge"
}

# entries: prints compile_commands.json for the files that it reads. clangd gets the options and the headers that warpcc gives
# clang, also where nvcc compiles.
entries()
{
    local file option options='' separator='['
    for option in $(<compile/toolkit/clang.options); do
        options+="$(json "$option"), "
    done
    while read -r file; do
        printf '%s\n  {"directory": %s, "file": %s, "arguments": [' "$separator" "$(json "$PWD")" "$(json "$file")"
        printf '"clang++", %s"-isystem", "compile/toolkit", "--cuda-host-only", "--cuda-gpu-arch=sm_86", ' "$options"
        printf '"-D__WARPSIM__=1", "-Icommon", %s%s]}' "$(headers_of "$file")" "$(json "$file")"
        separator=,
    done
    printf '\n]\n'
}

# (A handout has no solutions.)
{ find chapters exercises solutions -name '*.cu' -not -path '*/.given/*' 2>/dev/null || true; } | sort -V | entries | write compile_commands.json

# A kernel that launches a kernel is an error for clang, but not for nvcc -rdc=true.
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

echo "compile_commands.json, .clangd and .vscode/tasks.json are written."
