-- Turning the corner: a tile is read by rows, and its columns are written as rows of the result.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 236)
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
matrix(276, 68, 4, 4, 'tile, in shared memory', function (r, c)
    return c == 2 and 'green full' or r == 1 and 'blue full' or 'blue'
end)
matrix(496, 34, 12, 8, 'out, 12 × 8', function (r, c)
    return r >= 4 and r < 8 and c >= 4 and (r == 6 and 'green full' or 'green')
end)
d:arrow(216, 102, 268, 102, 'blue')
d:text(242, 90, 'by rows', 'small middle blue')
d:arrow(352, 102, 488, 102, 'green')
d:text(420, 90, 'a column of the tile', 'small middle green')
d:text(420, 120, 'is a row of out', 'small middle green')
d:text(276, 158, 'A warp reads neighbours,', 'small soft')
d:text(276, 174, 'and writes neighbours.', 'small soft')
d:text(276, 190, 'It turns in between,', 'small soft')
d:text(276, 206, 'where that costs little.', 'small soft')
d:print()
