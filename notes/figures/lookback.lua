-- Decoupled look-back: what tile 6 finds when it looks at the tiles before it, and how it gets its prefix.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 232)

-- sum: of the tile; prefix: of all up to it, once known
local TILES = {{3, 3}, {5, 8}, {1, 9}, {4}, {2}, {6}, {7}}
local W, X, Y = 84, 18, 64

for i, tile in ipairs(TILES) do
    local x = X + (i - 1) * (W + 10)
    d:text(x + W / 2, Y - 12, 'tile ' .. i - 1, 'small middle' .. (i == 7 and ' bold' or ''))
    d:cell(x, Y, W, 26, i == 7 and 'violet full' or 'blue', 'sum ' .. tile[1])
    if tile[2] then
        d:cell(x, Y + 32, W, 26, 'green full', 'prefix ' .. tile[2])
    else
        d:cell(x, Y + 32, W, 26, 'plain', i == 7 and 'prefix ?' or 'not yet')
    end
end
local me = X + 6 * (W + 10) + W / 2
for k, i in ipairs({5, 4, 3, 2}) do -- looks at tiles 5, 4, 3 and stops at 2
    local x = X + i * (W + 10) + W / 2
    d:curve(me - 6 * k + 4, Y + 62, x, Y + 74 + 10 * k, i == 2 and 'green thick' or 'amber')
    d:text(x, Y + 90 + 10 * k, ({'+ 6', '+ 2', '+ 4', '+ 9: a prefix, stop'})[k], 'small middle bold ' .. (i == 2 and 'green' or 'amber'))
end
d:text(X, 20, 'Tile 6 knows its own sum. It walks back, adds sums, and stops at the first prefix that it meets.', '')
d:text(X, 222, 'Before tile 6: 6 + 2 + 4 + 9 = 21. Tiles are numbered in the order in which blocks start, so each is at work.', 'small soft')
d:print()
