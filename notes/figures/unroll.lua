-- Two, four, eight elements per thread: what a block of 64 adds before it begins to halve, which loads are in flight
-- together, and the halving that follows. From the simulator's trace of ch4-unroll.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(680, 330)
local SEEN = {'blue', 'violet', 'green', 'amber'}

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
    local y, firsts = 24 + (i - 1) * 100, of(kernel)
    local elements = 64 * #firsts
    d:text(8, y, kernel, 'code bold small')
    d:text(180, y, ('%d loads of each warp are in flight at once'):format(#firsts), 'small soft')
    for k = 0, 7 do
        local inside = k < #firsts
        for warp = 0, 1 do
            d:box(8 + k * 66 + warp * 32, y + 10, 31, 20, inside and (warp == 0 and 'blue full' or 'blue') or 'plain', 2)
        end
    end
    for k, first in ipairs(firsts) do
        d:text(8 + (k - 1) * 66 + 15, y + 24, first, 'small middle on')
        if k > 1 then
            d:curve(8 + (k - 1) * 66 + 15, y + 31, 23, y + 52, 'soft hair')
        end
    end
    d:box(8, y + 53, 31, 18, 'green full', 2)
    d:box(40, y + 53, 31, 18, 'green', 2)
    d:text(84, y + 66, ('one halving, with its barriers, for %d elements'):format(elements), 'small green')
    d:text(548, y + 24, ('%.3f steps an element'):format((math.log(64, 2) + 1) / elements), 'small soft')
end
d:cell(8, 312, 11, 11, 'blue full')
d:text(24, 322, 'what warp 0 loads; the number is the element of its lane 0', 'small')
d:cell(380, 312, 11, 11, 'blue')
d:text(396, 322, 'what warp 1 loads', 'small')
d:print()
