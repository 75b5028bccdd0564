-- Blelloch's way down for eight numbers: each node tells its children what comes before them.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 300)
local VALUES, X, PITCH, W, ROW = {3, 1, 7, 0, 4, 1, 6, 3}, 150, 64, 40, 62

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
d:text(8, 46 + 3 * ROW, 'the elements', 'small bold')
d:text(8, 70 + 3 * ROW, 'their exclusive sums', 'small bold')
d:cell(8, 280, 12, 12, 'blue')
d:text(26, 290, 'the sum of this subtree', 'small')
d:cell(200, 280, 12, 12, 'green full')
d:text(218, 290, 'what it is told: the sum of all that comes before this subtree', 'small')
d:print()
