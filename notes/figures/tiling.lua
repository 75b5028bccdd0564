-- C = A B by tiles: what one block reads, step by step.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 388)
local S = 20 -- pixels per element; a tile is 2 x 2 of them, a matrix 4 x 4 tiles

local function matrix(x, y, name)
    d:text(x, y - 8, name, 'bold')
    for i = 0, 7 do
        for j = 0, 7 do
            d:box(x + j * S, y + i * S, S - 1, S - 1, 'plain', 1)
        end
    end
end

local ax, ay, bx, by, cx, cy = 10, 216, 200, 26, 200, 216
matrix(ax, ay, 'A')
matrix(bx, by, 'B')
matrix(cx, cy, 'C')
-- the block's tile of C and the strips it needs
local row, col, k = 1, 2, 1
for t = 0, 3 do
    d:box(ax + t * 2 * S, ay + row * 2 * S, 2 * S - 1, 2 * S - 1, t == k and 'green full' or 'green', 2)
    d:box(bx + col * 2 * S, by + t * 2 * S, 2 * S - 1, 2 * S - 1, t == k and 'violet full' or 'violet', 2)
    d:text(ax + t * 2 * S + S, ay + row * 2 * S + S + 5, t, 'middle' .. (t == k and ' on' or ''))
    d:text(bx + col * 2 * S + S, by + t * 2 * S + S + 5, t, 'middle' .. (t == k and ' on' or ''))
end
d:box(cx + col * 2 * S, cy + row * 2 * S, 2 * S - 1, 2 * S - 1, 'blue full', 2)

local x = 400
d:text(x, 40, 'One block makes one tile of C.', 'bold')
d:text(x, 66, 'For each step 0, 1, 2, 3:')
d:text(x, 88, '1  load a tile of A and a tile of B')
d:text(x + 14, 105, 'into shared memory, one element each', 'small soft')
d:text(x, 127, '2  __syncthreads()', '')
d:text(x, 149, '3  add TILE products to the sum,')
d:text(x + 14, 166, 'which stays in a register', 'small soft')
d:text(x, 188, '4  __syncthreads()', '')
d:text(x, 232, 'A block asks global memory for each element', 'small')
d:text(x, 248, 'once, where each of its threads would ask:', 'small')
d:text(x, 264, 'TILE times fewer requests.', 'small bold')
d:text(x, 296, 'If TILE does not divide the width there is a', 'small')
d:text(x, 312, 'last, partial step: round the number of steps', 'small')
d:text(x, 328, 'up, and load 0 outside.', 'small')
d:fold(375)
d:print()
