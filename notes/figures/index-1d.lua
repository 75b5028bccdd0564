-- The number of a thread among all threads of a one-dimensional grid, on an array of 20 elements.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 214)
local N, BLOCK, W = 20, 8, 27

d:text(10, 18, 'i = blockIdx.x * blockDim.x + threadIdx.x', 'code')
for block = 0, 2 do
    local x = 10 + block * (BLOCK * W + 3)
    d:text(x, 48, 'block ' .. block, 'bold')
    for t = 0, BLOCK - 1 do
        local i = block * BLOCK + t
        local chosen = block == 1 and t == 3
        local colour = chosen and 'green full' or i < N and 'green' or 'amber'
        d:cell(x + t * W, 58, W - 2, 30, colour, t, 'code small')
        d:arrow(x + t * W + W / 2 - 1, 92, x + t * W + W / 2 - 1, 118, i < N and (chosen and 'green' or 'plain') or 'amber')
        if i < N then
            d:cell(x + t * W, 122, W - 2, 30, chosen and 'blue full' or 'blue', i, 'code small')
        else
            d:text(x + t * W + W / 2 - 1, 141, '–', 'amber middle')
        end
    end
end
d:text(10, 176, 'threadIdx.x = 3 in block 1: i = 1 * 8 + 3 = 11', 'code small')
d:says(198, 'n = 20 takes 3 blocks of 8; the last 4 threads have no element: if (i < n)')
d:print()
