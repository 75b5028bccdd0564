-- Blelloch's way down for eight numbers: each node tells its children what comes before them.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 300)
local VALUES, X, PITCH, W, ROW = {3, 1, 7, 0, 4, 1, 6, 3}, 150, 64, 40, 62
if draw.narrow then
    X, PITCH, W = 6, 42, 34
end

-- The sums of the tree by level, the leaves first.
local levels = {VALUES}
while #levels[#levels] > 1 do
    local below, sums = levels[#levels], {}
    for i = 1, #below, 2 do
        sums[#sums + 1] = below[i] + below[i + 1]
    end
    levels[#levels + 1] = sums
end

-- The middle of node i of a level, which spans 2^(level - 1) leaves.
local function middle(level, i)
    local span = 2 ^ (level - 1)
    return X + ((i - 0.5) * span - 0.5) * PITCH + W / 2
end

local function node(level, i, y, colour, text)
    d:cell(middle(level, i) - W / 2, y, W, 24, colour, text, 'small')
end

-- What each node was told, the root first.
local told = {[#levels] = {0}}
for level = #levels - 1, 1, -1 do
    told[level] = {}
    for i, before in ipairs(told[level + 1]) do
        told[level][2 * i - 1] = before
        told[level][2 * i] = before + levels[level][2 * i - 1]
    end
end

for level = #levels, 1, -1 do
    local y = 30 + (#levels - level) * ROW
    for i = 1, #levels[level] do
        node(level, i, y, 'blue', levels[level][i])
        node(level, i, y + 24, 'green full', told[level][i])
        if level > 1 then
            local at, below = middle(level, i), y + ROW
            d:line({at - 6, y + 49, middle(level - 1, 2 * i - 1), below - 1}, 'soft hair')
            d:line({at + 6, y + 49, middle(level - 1, 2 * i), below - 1}, 'soft hair')
        end
    end
end
d:text(8, 46, 'the root', 'small bold')
local under = draw.narrow and 95 or 46 -- where there is room for what the leaves are
d:text(8, under + 3 * ROW, 'the elements, and', 'small bold')
d:text(draw.narrow and 114 or 8, under + (draw.narrow and 0 or 24) + 3 * ROW, 'their exclusive sums', 'small bold')
d.height = d:key(8, 296, {{'blue', 'the sum of this subtree'}, {'green full', 'what it is told: the sum of all that comes before'}})
d:print()
