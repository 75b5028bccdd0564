#!/usr/bin/env bash
# What the book's build finds out by itself: what programs print (tools/book/runs.pl), which lines of a rung differ from the rung
# before, and the table of rungs (notes/filters/ladder.lua), and the marks in the page (tools/book/fix.pl).
. "$(dirname "$0")/../harness/lib.sh"
here=$PWD

# ---- Commands in notes; the program prints its arguments and WARPSIM

mkdir -p "$work/build/sim" "$work/runs"
cat >"$work/build/sim/ch9-say" <<'END'
#!/bin/sh
echo "said: $*, ${WARPSIM-nothing}"
echo "took 3 ms"
exit "${2-0}"
END
chmod +x "$work/build/sim/ch9-say"
cd "$work" || exit

# made TEXT: makes a note of this text and runs its commands.
made()
{
    rm -f runs/*
    printf '%s\n' "$1" >note.md
    run "$here/tools/book/runs.pl" note.md runs
}
made $'Words.\n\n```{.run command="ch9-say -n" warpsim="check"}\n```'
is 'a run: exit status' "$status$err" 0
is 'a run: what it printed, under the name that the filter looks for' \
    "$(cat "runs/$(printf 'check|ch9-say -n|' | sha1sum | cut -c 1-40).txt")" $'said: -n, check\ntook 3 ms'
made $'```{.run command="ch9-say" drop="ms$"}\n```'
is 'lines that differ from run to run are left out, and an ellipsis says so' "$(cat runs/*.txt)" $'said: , nothing\n…'
made $'\n\n```{.run command="ch9-none"}\n```'
is 'no such program: exit status' "$status" 1
is 'no such program: where' "$err" 'note.md:3: command="ch9-none": no such program'
made $'```{.run command="ch9-say x 4"}\n```'
has 'another status than expected is an error' "$err" "^note.md:1: 'ch9-say x 4' ended with status 4"
made $'```{.run command="ch9-say x 4" status="4"}\n```'
is 'the expected status is no error' "$status$err" 0
cd "$here" || exit

# ---- A ladder

cat >"$work/ladder.lua" <<'END'
package.path = 'notes/filters/?.lua;' .. package.path
local ladder = require 'ladder'
local function say(...) io.stderr:write(table.concat({...}, ' '), '\n') end
say('same', table.concat(ladder.changed('a\nb', 'a\nb'), ' '))
say('added', table.concat(ladder.changed('a\nb', 'a\nc\nb'), ' '))
say('gone', table.concat(ladder.changed('a\nc\nb', 'a\nb'), ' '))
say('changed', table.concat(ladder.changed('a\nx = 1;\nb', 'a\nx = 2;\nb'), ' '))
say('comment and space', table.concat(ladder.changed('a\nb // one', 'a\n  b // two\n\n'), ' '))
say('moved', table.concat(ladder.changed('a\nb\nc', 'b\nc\na'), ' '))
for _, cells in ipairs(ladder.lines({{kernel = 'one', ms = '0.4'}, {kernel = 'two', ms = '0.2'}, {kernel = 'three', ms = '0.05'}},
    {one = 511, three = 12345}, 'sectors')) do
    say(table.concat(cells, '|'))
end
END
run pandoc -L "$work/ladder.lua" -f markdown -t plain /dev/null
is 'lines that differ; a table of rungs' "$err" 'same 
added 2
gone 
changed 2
comment and space 
moved 3
rung|time, ms|× previous|× first||sectors
one|0.4||1.00|█░░░░░░░░░|511
two|0.2|2.00|2.00|███░░░░░░░|–
three|0.05|4.00|8.00|██████████|12.3 k'

is 'marks in the page' "$(printf '%s\n' '<div class="sourceCode" id="cb1" data-marks="2">' \
    '<pre><code><span id="cb1-9">a</span>' '<span id="cb1-10">b</span></code></pre></div>' '<span id="cb2-1">c</span>' |
    tools/book/fix.pl)" '<div class="sourceCode" id="cb1">
<pre><code><span id="cb1-9">a</span>
<span id="cb1-10" class="marked">b</span></code></pre></div>
<span id="cb2-1">c</span>'

is 'a line of code says how far it is indented' "$(tools/book/fix.pl <<<'<span id="cb1-2" class="marked">    <span class="cf">if</span> (x)</span>')" \
    '<span id="cb1-2" class="marked" style="--in:4">    <span class="cf">if</span> (x)</span>'

done_testing
