-- ladder.lua: a ladder's rungs side by side: what each took, and what it gained on the one before and on the first; and
-- in a rung's listing the lines in which it differs from another.
--
--   ::: {.ladder #tbl:reduce-ladder file="results/h200.csv" program="ch3-reduce" n="16777216" counter="load %=smsp__…pct"}
--   Caption.
--   :::
--
-- becomes a table of the rows that ran on the GPU, in the file's order (kernel="a b" picks some), with a bar for each: the
-- time of the first rung over its own. counter: one of FILE-counters.csv, headed by the words before its name; counters="n"
-- says at which size it was counted, if at another.

local book = require 'book'
local List = require 'pandoc.List'

local ladder = {}

-- ---- The table ----------------------------------------------------------------------------------

-- A number as a table shows it: three digits that mean something.
local function short(value)
    local size, names, i = value, {'k', 'M', 'G'}, 0
    while math.abs(size) >= (i == 0 and 10000 or 1000) and i < #names do
        size, i = size / 1000, i + 1
    end
    local text = size >= 100 and ('%.0f'):format(size) or size >= 10 and ('%.1f'):format(size) or ('%.2f'):format(size)
    return text .. (i > 0 and ' ' .. names[i] or '')
end

-- Ten boxes, of which so many are full as the value is of the most.
local function bar(value, most)
    local full = math.floor(value / most * 10 + 0.5)
    return ('█'):rep(math.max(full, 1)) .. ('░'):rep(10 - math.max(full, 1))
end

-- rows: of the results; counts: of the counters, kernel -> value, or nil; head: the counter's name in the table
-- Returns lines of cells, the heads first.
function ladder.lines(rows, counts, head)
    local first, before, lines = tonumber(rows[1].ms), nil, List()
    lines:insert(List({'rung', 'time, ms', '× previous', '× first', ''}))
    if counts then
        lines[1]:insert(head)
    end
    local most = 1
    for _, row in ipairs(rows) do
        most = math.max(most, first / tonumber(row.ms))
    end
    for _, row in ipairs(rows) do
        local ms = tonumber(row.ms)
        local cells = List({row.kernel, ('%.4g'):format(ms), before and ('%.2f'):format(before / ms) or '', ('%.2f'):format(first / ms),
            bar(first / ms, most)})
        if counts then
            cells:insert(counts[row.kernel] and short(counts[row.kernel]) or '–')
        end
        lines:insert(cells)
        before = ms
    end
    return lines
end

-- ---- Changed lines ------------------------------------------------------------------------------

-- The numbers of the lines of `code` that `before` has not, in order: what is left beside a longest common part.
function ladder.changed(before, code)
    local a, b = book.lines(before), book.lines(code)
    local function plain(line) -- space and comments are no difference
        return (line:gsub('//.*$', ''):gsub('%s+', ' '):gsub('^ ', ''):gsub(' $', ''))
    end
    a, b = a:map(plain), b:map(plain)
    local length = {}
    for i = #a + 1, 1, -1 do
        length[i] = {}
        for j = #b + 1, 1, -1 do
            length[i][j] = (i > #a or j > #b) and 0 or a[i] == b[j] and length[i + 1][j + 1] + 1
                or math.max(length[i + 1][j], length[i][j + 1])
        end
    end
    local out, i = List(), 1
    for j = 1, #b do
        while i <= #a and a[i] ~= b[j] and length[i + 1][j] >= length[i][j + 1] and length[i + 1][j] > 0 do
            i = i + 1
        end
        if i <= #a and a[i] == b[j] then
            i = i + 1
        elseif b[j] ~= '' then
            out:insert(j)
        end
    end
    return out
end

return ladder
