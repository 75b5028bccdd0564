-- Turning the corner: a tile is read by rows, and its columns are written as rows of the result.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 470 or 242)
local S = 17

-- A matrix of rows x columns cells; lit(r, c) gives a colour.
local function matrix(x, y, rows, columns, title, lit)
    d:text(x, y - 10, title, 'bold')
    for r = 0, rows - 1 do
        for c = 0, columns - 1 do
            d:box(x + c * S, y + r * S, S - 2, S - 2, lit(r, c) or 'plain', 1)
        end
    end
end

-- Tile (1, 1) of four by four, of a matrix of 8 x 12; row 1 of it is marked.
matrix(8, 34, 8, 12, 'in, 8 × 12', function (r, c)
    return r >= 4 and c >= 4 and c < 8 and (r == 5 and 'blue full' or 'blue')
end)
local tx, ty, ox, oy = 276, 68, 496, 34
if draw.narrow then
    tx, ty, ox, oy = 256, 68, 196, 252
end
matrix(tx, ty, 4, 4, draw.narrow and 'tile' or 'tile, in shared memory', function (r, c)
    return c == 2 and 'green full' or r == 1 and 'blue full' or 'blue'
end)
matrix(ox, oy, 12, 8, 'out, 12 × 8', function (r, c)
    return r >= 4 and r < 8 and c >= 4 and (r == 6 and 'green full' or 'green')
end)
d:arrow(216, 102, tx - 8, 102, 'blue')
d:text((208 + tx) / 2, 90, draw.narrow and 'rows' or 'by rows', 'small middle blue')
if draw.narrow then
    d:arrow(290, 142, 290, 228, 'green')
    d:text(280, 180, 'a column of the tile', 'small end green')
    d:text(280, 196, 'is a row of out', 'small end green')
else
    d:arrow(352, 102, 488, 102, 'green')
    d:text(420, 90, 'a column of the tile', 'small middle green')
    d:text(420, 120, 'is a row of out', 'small middle green')
end
d:lines(draw.narrow and 8 or tx, draw.narrow and 276 or 158, 'A warp reads neighbours, and writes neighbours. It turns in between, in shared memory, where that costs little.',
    'small soft', 170)
d:print()
