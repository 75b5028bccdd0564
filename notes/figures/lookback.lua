-- Decoupled look-back: what tile 6 finds when it looks at the tiles before it, and how it gets its prefix.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 296 or 212)

-- sum: of the tile; prefix: of all up to it, once known
local TILES = {{3, 3}, {5, 8}, {1, 9}, {4}, {2}, {6}, {7}}
local FOUND = {[5] = '+ 6', [4] = '+ 2', [3] = '+ 4', [2] = '+ 9: a prefix, stop'}

-- Where tile i is and what is written about it: side by side, on a telephone in rows.
local W = 84
local function place(i)
    if draw.narrow then
        return 62, 38 + i * 34, 176, 38 + i * 34, 264
    end
    return 18 + i * (W + 10), 64, 18 + i * (W + 10), 96
end

for i = 0, 6 do
    local tile = TILES[i + 1]
    local x, y, px, py = place(i)
    d:text(draw.narrow and x - 8 or x + W / 2, draw.narrow and y + 17 or y - 12, 'tile ' .. i, 'small' .. (draw.narrow and ' end' or ' middle') .. (i == 6 and ' bold' or ''))
    d:cell(x, y, draw.narrow and 108 or W, 26, i == 6 and 'violet full' or 'blue', 'sum ' .. tile[1])
    if tile[2] then
        d:cell(px, py, draw.narrow and 84 or W, 26, 'green full', 'prefix ' .. tile[2])
    else
        d:cell(px, py, draw.narrow and 84 or W, 26, 'plain', i == 6 and 'prefix ?' or 'not yet')
    end
end
for k, i in ipairs({5, 4, 3, 2}) do -- looks at tiles 5, 4, 3 and stops at 2
    local colour = i == 2 and 'green' or 'amber'
    local x, y = place(i)
    if draw.narrow then
        d:text(268, y + 17, i == 2 and '+ 9: stop' or FOUND[i], 'small bold ' .. colour)
        d:arrow(325, 38 + (i + 1) * 34 + 17 - 6, 325, y + 16, colour)
    else
        d:arrow(place(i + 1) + W / 2 - 6, y + 78, x + W / 2 + 6, y + 78, colour)
        d:text(x + W / 2, y + 100, FOUND[i], 'small middle bold ' .. colour)
    end
end
d:lines(draw.narrow and 8 or 18, 16, draw.narrow and 'Tile 6 walks back and adds, until it meets a prefix.' or
    'Tile 6 knows its own sum. It walks back, adds sums, and stops at the first prefix that it meets.', draw.narrow and 'small' or '', 900)
d:says(draw.narrow and 294 or 200, 'Before tile 6: 6 + 2 + 4 + 9 = 21. Tiles are numbered in the order in which blocks start, so each is at work.')
d:print()
