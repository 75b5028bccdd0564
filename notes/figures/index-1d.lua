-- The number of a thread among all threads of a one-dimensional grid, on an array of 20 elements.
local draw = dofile 'notes/figures/draw.lua'
local N, BLOCK, W = 20, 8, 27
local ROWS = draw.narrow and 3 or 1 -- the blocks stand one below the other on a telephone
local FOOT = 44 + 120 * ROWS
local d = draw.canvas(draw.width, FOOT + 40)

d:text(10, 18, 'i = blockIdx.x * blockDim.x + threadIdx.x', 'code')
for block = 0, 2 do
    local x, y = 10 + block * (BLOCK * W + 3), 48
    if draw.narrow then
        x, y = 10, 48 + block * 120
    end
    d:text(x, y, 'block ' .. block, 'bold')
    for t = 0, BLOCK - 1 do
        local i = block * BLOCK + t
        local chosen = block == 1 and t == 3
        local colour = chosen and 'green full' or i < N and 'green' or 'amber'
        local middle = x + t * W + W / 2 - 1
        d:cell(x + t * W, y + 10, W - 2, 30, colour, t, 'code small')
        d:arrow(middle, y + 44, middle, y + 70, i < N and (chosen and 'green' or 'plain') or 'amber')
        if i < N then
            d:cell(x + t * W, y + 74, W - 2, 30, chosen and 'blue full' or 'blue', i, 'code small')
        else
            d:text(middle, y + 93, '–', 'amber middle')
        end
    end
end
d:text(10, FOOT + 12, 'threadIdx.x = 3 in block 1: i = 1 * 8 + 3 = 11', 'code small')
d:says(FOOT + 34, 'n = 20 takes 3 blocks of 8; the last 4 threads have no element: if (i < n)')
d:print()
