#!/usr/bin/env bash
# Marks of regions, `// [begin NAME]`: the book's filters and the labs' build take the same lines for marks.
. "$(dirname "$0")/../harness/lib.sh"
needs_tools gcc lua5.4

# What a line is, as both must say it: "begin NAME", "end NAME", or nothing; then the line.
lines="begin sum|// [begin sum]
end sum|// [end sum]
begin a.b-c_4|    // [begin a.b-c_4]
end x|$(printf '\t')// [end x]  
|// [begin two words]
|// [end of your code]
|// [your code]
|// [begin ]
|// [begin sum
|// [begin sum] and more
|x = 1; // [begin sum]
|//[begin sum]
|// [ begin sum]
|// [Begin sum]
|/* [begin sum] */
|# [begin sum]
|int a[end - 1];
|"
cut -d'|' -f2- <<<"$lines" >"$work/lines"
cut -d'|' -f1 <<<"$lines" >"$work/wanted"

cat >"$work/marks.c" <<'EOC'
#include "lab/build/region.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[256];
    Span name;
    while (fgets(line, sizeof line, stdin)) {
        RegionMark mark = region_mark(line, strcspn(line, "\n"), &name);
        if (mark != REGION_NONE)
            printf("%s %.*s", mark == REGION_BEGIN ? "begin" : "end", name.length, name.at);
        putchar('\n');
    }
    return 0;
}
EOC
run gcc -std=c11 -Wall -Wextra -Isimulator -I. "$work/marks.c" lab/build/region.c lab/core/span.c -o "$work/marks"
is 'the reader of the build compiles' "$status/$err" 0/
is 'the build of the labs takes these lines for marks' "$("$work/marks" <"$work/lines")" "$(cat "$work/wanted")"
cat >"$work/marks.lua" <<'EOL'
package.path = 'notes/filters/?.lua;' .. package.path
local regions = require 'regions'
for line in io.lines() do
    local kind, name = regions.mark(line)
    print(kind and kind .. ' ' .. name or '')
end
EOL
is 'and so do the filters of the book' "$(lua5.4 "$work/marks.lua" <"$work/lines")" "$(cat "$work/wanted")"

done_testing
