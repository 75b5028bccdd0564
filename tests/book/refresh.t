#!/usr/bin/env bash
# refresh.pl writes what results/ says into notes: with all kinds of queries, to the digits that stood there, and nothing else. The notes
# themselves need none of it.
. "$(dirname "$0")/../harness/lib.sh"

cat chapters/*/note*.md >"$work/notes.md"
run tools/measure/refresh.pl "$work/notes.md"
is 'the notes are fresh' "$status$out$err" 0

cat >"$work/r.csv" <<'END'
program,kernel,n,metric,ms,device
p,fast,4,,0.25,"NVIDIA H200"
p,slow,4,,12345.678,"NVIDIA H200"
p,slow,8,time,2,"NVIDIA H200"
p,slow,8,bytes,8,"NVIDIA H200"
q,fast,4,,0.5,"NVIDIA H200"
END
# refreshed WRITTEN QUERY: what a number becomes.
refreshed()
{
    echo "It takes [$1]{result=\"$work/r.csv $2\"} ms; [7]{from=\"elsewhere\"}." >"$work/one.md"
    run tools/measure/refresh.pl "$work/one.md"
    sed -n 's/^It takes \[\(.*\)\]{result=.*; \[7\]{from="elsewhere"}\.$/\1/p' "$work/one.md"
}
is 'as many digits as before' "$(refreshed 0.1 'p fast ms')" 0.2
is 'thousands' "$(refreshed 9,999 'p slow ms n=4')" 12,346
is 'scaled' "$(refreshed 1.0 'p slow ms n=4 scale=0.001')" 12.3
is 'over another kernel' "$(refreshed 1 'p slow ms n=4 over=fast scale=0.001')" 49
is "over another program's" "$(refreshed 9.99 'p fast ms over=q/fast')" 0.50
is 'per metric' "$(refreshed 1.00 'p slow ms n=8 metric=time per=bytes')" 0.25
refreshed 1 'p none ms' >/dev/null
has 'no such row' "$status/$err" "has no row for none of p$"
done_testing
