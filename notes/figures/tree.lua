-- Summing eight numbers one after the other, and as a tree.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(660, 286)
local values = {3, 1, 7, 0, 4, 1, 6, 3}

-- as a loop
d:text(10, 20, 'In a row: 7 additions, 7 steps', 'bold')
local sum = values[1]
for i = 1, 8 do
    d:cell(10 + (i - 1) * 34, 34, 28, 26, 'blue', values[i], 'small')
end
for i = 2, 8 do
    sum = sum + values[i]
    local cx, cy = 24 + (i - 1) * 34, 62 + (i - 1) * 28
    d:cell(cx - 14, cy - 4, 28, 22, i == 8 and 'green full' or 'green', sum, 'small')
    d:line({cx, 60, cx, cy - 4}, 'plain')
    d:line({cx - 34, i == 2 and 60 or cy - 10, cx - 34, cy + 7, cx - 14, cy + 7}, 'soft')
end

-- as a tree
local X = 330
d:text(X, 20, 'As a tree: 7 additions, 3 steps', 'bold')
local level, at = {}, {}
for i, v in ipairs(values) do
    level[i], at[i] = v, X + 14 + (i - 1) * 42
    d:cell(at[i] - 14, 34, 28, 26, 'blue', v, 'small')
end
local y = 60
while #level > 1 do
    local half = #level // 2
    local sums, places = {}, {}
    for i = 1, half do
        sums[i] = level[2 * i - 1] + level[2 * i]
        places[i] = (at[2 * i - 1] + at[2 * i]) / 2
        d:line({at[2 * i - 1], y, places[i], y + 40}, 'soft')
        d:line({at[2 * i], y, places[i], y + 40}, 'soft')
    end
    for i = 1, half do
        d:cell(places[i] - 14, y + 36, 28, 24, half == 1 and 'green full' or 'green', sums[i], 'small')
    end
    level, at, y = sums, places, y + 60
end
d:text(X, 264, 'The additions of one step do not wait for each other.', 'small soft')
d:fold(307)
d:print()
