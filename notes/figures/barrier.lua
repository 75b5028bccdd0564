-- A barrier of a block on a timeline: warps arrive and wait for the slowest; one that has left is not waited for.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 218)

local LEFT, RIGHT, OPEN = 92, 660, 400
local WARPS = {{'warp 0', 210}, {'warp 1', 300}, {'warp 2', 400}, {'warp 3', nil}}
if draw.narrow then
    LEFT, RIGHT, OPEN = 48, 336, 198
    WARPS = {{'warp 0', 138}, {'warp 1', 160}, {'warp 2', 198}, {'warp 3', nil}}
end

for i, warp in ipairs(WARPS) do
    local y, arrives = 30 + (i - 1) * 34, warp[2]
    d:text(LEFT - 8, y + 14, warp[1], 'small end')
    if arrives then
        d:box(LEFT, y, arrives - LEFT, 20, 'green')
        d:text(LEFT + 6, y + 14, 'writes its part', 'small')
        if arrives < OPEN then
            d:box(arrives, y, OPEN - arrives, 20, 'amber')
            d:text((arrives + OPEN) / 2, y + 14, 'waits', 'small middle amber')
        end
        d:box(OPEN, y, RIGHT - OPEN, 20, 'blue')
        d:text(OPEN + 12, y + 14, 'reads the others’ parts', 'small')
    else
        d:box(LEFT, y, 60, 20, 'plain')
        d:text(LEFT + 8, y + 14, 'returns', 'small soft')
        d:lines(LEFT + 68, y + 14, 'has left: the barrier does not wait for it, and what it should have written is missing', 'small soft')
    end
end
d:line({OPEN, 16, OPEN, 30 + 3 * 34 - 8}, 'red thick')
d:text(OPEN, 12, '__syncthreads() opens', 'code small middle red')
local foot = draw.narrow and 194 or 174
d:arrow(LEFT, foot, RIGHT, foot, 'soft')
d:text(RIGHT, foot + 18, 'time', 'small end soft')
d:print()
