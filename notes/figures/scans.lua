-- Two ways to all prefix sums of eight numbers: Kogge and Stone's steps, and Brent and Kung's up and down.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(660, 344)
local VALUES, W, GAP, ROW = {3, 1, 7, 0, 4, 1, 6, 3}, 30, 7, 46

-- One row of cells at y; changed: which of them have just been added to, final: which are done.
local function row(x, y, values, changed)
    local sum = 0
    for i, value in ipairs(values) do
        sum = sum + VALUES[i]
        local colour = value == sum and 'green' or 'plain'
        d:cell(x + (i - 1) * (W + GAP), y, W, 24, changed[i] and value == sum and 'green full' or changed[i] and 'blue full' or colour, value, 'small')
    end
end

-- Adds for each {to, from}: lines from the row above, then the new row.
local function step(x, y, values, pairs_)
    local new, changed = {table.unpack(values)}, {}
    for _, p in ipairs(pairs_) do
        new[p[1]], changed[p[1]] = values[p[1]] + values[p[2]], true
        local fx, tx = x + (p[2] - 1) * (W + GAP) + W / 2, x + (p[1] - 1) * (W + GAP) + W / 2
        d:line({fx, y - ROW + 25, tx - 2, y - 1}, 'soft hair')
        d:line({tx, y - ROW + 25, tx, y - 1}, 'soft hair')
    end
    row(x, y, new, changed)
    return new, #pairs_
end

local function panel(x, title, steps)
    d:text(x, 16, title, 'bold')
    row(x, 32, VALUES, {})
    local values, additions = VALUES, 0
    for i, pairs_ in ipairs(steps) do
        local count
        values, count = step(x, 32 + i * ROW, values, pairs_)
        additions = additions + count
    end
    d:text(x, 32 + (draw.narrow and #steps or 5) * ROW + 44, ('%d additions in %d steps'):format(additions, #steps), 'small bold')
end

local kogge = {{}, {}, {}}
for i, stride in ipairs({1, 2, 4}) do
    for to = stride + 1, 8 do
        table.insert(kogge[i], {to, to - stride})
    end
end
panel(8, 'Kogge and Stone', kogge)
panel(364, 'Brent and Kung', {{{2, 1}, {4, 3}, {6, 5}, {8, 7}}, {{4, 2}, {8, 6}}, {{8, 4}}, {{6, 4}}, {{3, 2}, {5, 4}, {7, 6}}})
d:key(8, 324, {{'blue full', 'added to in this step'}, {'green full', 'and final now'}, {'green', 'final before'}}, draw.narrow and 320)
d:cut({0, 0, 310, 316}, {356, 0, 304, 316}, {0, 320, 340, 38})
d:print()
