-- Grid, blocks, warps, threads, and where each of them runs.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 568 or 312)

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

-- one block: 4 warps of 32 lanes; beside the grid, on a telephone below it
local left, top, wide, lane = 262, 48, 408, 10.9
if draw.narrow then
    left, top, wide, lane = 10, 238, 326, 8.4
    d:line({120, 167, 10, 238}, 'soft dashed')
    d:line({166, 167, 336, 238}, 'soft dashed')
else
    d:line({226, 115, 262, 48}, 'soft dashed')
    d:line({226, 167, 262, 178}, 'soft dashed')
end
d:text(left, top - (draw.narrow and -150 or 28), 'Block (2, 1)', 'bold')
d:text(left, top - (draw.narrow and -167 or 11), 'blockDim = (32, 4): 128 threads, 4 warps', 'code small soft')
d:box(left, top, wide, 130, 'green', 4)
for warp = 0, 3 do
    local y = top + 8 + warp * 30
    d:text(left + 8, y + 16, 'warp ' .. warp, 'small')
    for i = 0, 31 do
        d:box(left + 54 + i * lane, y + 3, lane - 2, 18, warp == 3 and 'green full' or 'plain', 1.5)
    end
end

-- where they run
local PLACES = {{'grid', 'the whole GPU', 'blocks in any order, on any SM', 10, 216, 182}, {'block', 'one SM', 'from start to end; its threads share memory', 262, 196, 182},
    {'warp', 'units of an SM', 'one instruction for all lanes that take part', 474, 196, 169}}
for i, place in ipairs(PLACES) do
    local who, where, how, x, w, from = table.unpack(place)
    local colour = who == 'warp' and 'green' or 'soft'
    if draw.narrow then
        local y = 396 + i * 44
        d:text(10, y + 20, who, 'bold')
        d:arrow(52, y + 16, 76, y + 16, colour)
        d:cell(80, y, 104, 32, 'plain', where, 'small')
        d:lines(192, y + 13, how, 'small soft')
    else
        d:arrow(x + w / 2, from, x + w / 2, 228, colour)
        d:cell(x, 232, w, 40, 'plain', where)
        d:lines(x, 291, how, 'small soft', w)
    end
end
d:text(10, draw.narrow and 428 or 222, draw.narrow and 'where they run' or 'runs on', 'small soft')
d:print()
