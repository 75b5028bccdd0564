-- A grid of 3 x 2 x 2 blocks, one of them enlarged: 4 x 2 x 2 threads and their numbers, x first, then y, then z.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 292)

-- A layer of cells at (x, y): columns x rows, numbered from `first`; lit: the number that is filled.
local function layer(x, y, columns, rows, size, first, lit, label)
    for r = 0, rows - 1 do
        for c = 0, columns - 1 do
            local number = first + r * columns + c
            d:cell(x + c * size, y + r * size, size - 3, size - 3, number == lit and 'green full' or 'blue', number, 'small')
        end
    end
    d:text(x, y - 7, label, 'small soft')
end

d:text(8, 16, 'The blocks of a grid of 3 × 2 × 2', 'bold')
layer(8, 52, 3, 2, 40, 0, 11, 'z = 0')
layer(54, 164, 3, 2, 40, 6, 11, 'z = 1')
if not draw.narrow then
    d:line({174, 247, 344, 52}, 'soft dashed')
    d:line({174, 207, 344, 40}, 'soft dashed')
end
d:text(356, 16, 'The threads of block 11, of 4 × 2 × 2', 'bold')
layer(356, 52, 4, 2, 40, 0, 15, 'z = 0')
layer(402, 164, 4, 2, 40, 8, 15, 'z = 1')
d:arrow(356, 142, 396, 142, 'soft')
d:text(400, 146, 'x', 'small soft')
d:arrow(346, 52, 346, 92, 'soft')
d:text(343, 106, 'y', 'small soft')
d:says(280, 'Thread (3, 1, 1) of block (2, 1, 1) is thread 15 of block 11: number 11 × 16 + 15 = 191.', 'ink')
d:cut({0, 0, 304, 252}, {338, 0, 304, 252})
d:print()
