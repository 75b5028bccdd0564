#!/bin/sh
# stamp.sh PROGRAM: turns a program's --csv rows into rows of results/. The program's name goes before each row; date, driver,
# toolkit and commit of the measurement go behind it. COMMIT names the commit where there is no git.
set -eu

commit=${COMMIT:-$(git rev-parse --short HEAD 2>/dev/null || echo unknown)}
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)
toolkit=$("$(tools/need.sh nvcc)" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
awk -v program="$1" -v stamp="$(date +%F),${driver:-none},$toolkit,$commit" '
    NR == 1 { print "program," $0 ",date,driver,toolkit,commit"; next }
    { print program "," $0 "," stamp }'
