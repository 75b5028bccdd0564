-- Two, four, eight elements per thread: what a block of 64 adds before it begins to halve, which loads are in flight
-- together, and the halving that follows. From the simulator's trace of ch4-unroll.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(draw.width, draw.narrow and 500 or 330)
local PITCH, BOX, ROW = 66, 31, 100 -- of two warps' boxes; a box; a kernel
if draw.narrow then
    PITCH, BOX, ROW = 41, 19, 148
end

-- Of warp 0: the loads before its first store, by the element of lane 0; and how many additions the block makes after it.
local function of(kernel)
    local firsts, stores = {}, 0
    for _, access in ipairs(trace.read('unroll-' .. kernel)) do
        if access.op == 'store' and access.warp == 0 then
            stores = stores + 1
        elseif access.op == 'load' and access.warp == 0 and stores == 0 then
            firsts[#firsts + 1] = access.places[0] // 4
        end
    end
    table.sort(firsts)
    return firsts
end

for i, kernel in ipairs({'reduceUnroll2', 'reduceUnroll4', 'reduceUnroll8'}) do
    local y, firsts = 24 + (i - 1) * ROW, of(kernel)
    local elements = 64 * #firsts
    local together = ('%d loads of each warp are in flight at once'):format(#firsts)
    local share = ('%.3f steps an element'):format((math.log(64, 2) + 1) / elements)
    d:text(8, y, kernel, 'code bold small')
    if draw.narrow then
        y = y + 16
        d:text(8, y, together, 'small soft')
        y = y + 16 -- the numbers stand above the boxes
        d:text(84, y + 82, share, 'small soft')
    else
        d:text(180, y, together, 'small soft')
        d:text(548, y + 24, share, 'small soft')
    end
    for k = 0, 7 do
        local inside = k < #firsts
        for warp = 0, 1 do
            d:box(8 + k * PITCH + warp * (BOX + 1), y + 10, BOX, 20, inside and (warp == 0 and 'blue full' or 'blue') or 'plain', 2)
        end
    end
    for k, first in ipairs(firsts) do
        local x = 8 + (k - 1) * PITCH + BOX // 2
        d:text(x, draw.narrow and y + 5 or y + 24, first, draw.narrow and 'small middle' or 'small middle on')
        if k > 1 then
            d:curve(x, y + 31, 8 + BOX // 2, y + 52, 'soft hair')
        end
    end
    d:box(8, y + 53, BOX, 18, 'green full', 2)
    d:box(9 + BOX, y + 53, BOX, 18, 'green', 2)
    d:text(84, y + 66, ('one halving, with its barriers, for %d elements'):format(elements), 'small green')
end
d.height = d:key(8, 12 + 3 * ROW, {{'blue full', 'what warp 0 loads; the number is the element of its lane 0'}, {'blue', 'what warp 1 loads'}})
d:print()
