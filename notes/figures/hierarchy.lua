-- Grid, blocks, warps, threads, and where each of them runs.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 330)

-- the grid, 4 x 2 blocks
d:text(10, 20, 'Grid', 'bold')
d:text(10, 37, 'gridDim = (4, 2)', 'code small soft')
d:box(10, 48, 216, 130, 'plain none')
for y = 0, 1 do
    for x = 0, 3 do
        local chosen = x == 2 and y == 1
        d:cell(20 + x * 50, 58 + y * 57, 46, 52, chosen and 'green' or 'plain', ('%d,%d'):format(x, y), 'code small')
    end
end

-- one block: 4 warps of 32 lanes
d:line({226, 115, 262, 48}, 'soft dashed')
d:line({226, 167, 262, 178}, 'soft dashed')
d:text(262, 20, 'Block (2, 1)', 'bold')
d:text(262, 37, 'blockDim = (32, 4): 128 threads, 4 warps', 'code small soft')
d:box(262, 48, 408, 130, 'green', 4)
for warp = 0, 3 do
    local y = 56 + warp * 30
    d:text(272, y + 16, 'warp ' .. warp, 'small')
    for lane = 0, 31 do
        d:box(318 + lane * 10.9, y + 3, 8.9, 18, warp == 3 and 'green full' or 'plain', 1.5)
    end
end

-- where they run
d:text(10, 222, 'runs on', 'small soft')
d:cell(10, 232, 216, 40, 'plain', 'the whole GPU')
d:text(118, 291, 'blocks in any order, on any SM', 'small soft middle')
d:cell(262, 232, 196, 40, 'plain', 'one SM')
d:text(360, 291, 'a block, from start to end;', 'small soft middle')
d:text(360, 306, 'its threads share memory', 'small soft middle')
d:cell(474, 232, 196, 40, 'plain', 'units of an SM')
d:text(572, 291, 'one warp: one instruction', 'small soft middle')
d:text(572, 306, 'for all lanes that take part', 'small soft middle')
d:arrow(118, 182, 118, 228, 'soft')
d:arrow(360, 182, 360, 228, 'soft')
d:arrow(572, 169, 572, 228, 'green')
d:print()
