-- The last six steps of a sum: with the block's barriers, and by one warp alone.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 296)
local STEPS, H = {32, 16, 8, 4, 2, 1}, 36

d:text(8, 16, 'As a loop: 16 warps come to six barriers', 'bold')
d:text(392, 16, 'Unrolled: warp 0 alone', 'bold')
for i, stride in ipairs(STEPS) do
    local y = 30 + (i - 1) * H
    d:text(26, y + 14, stride, 'small end soft')
    for warp = 0, 15 do
        d:box(34 + warp * 20, y, 18, 18, warp == 0 and 'blue full' or 'amber', 2)
    end
    d:line({34, y + 25, 352, y + 25}, 'red thick')
    for lane = 0, 31 do
        d:box(392 + lane * 8.6, y, 7.2, 18, lane < stride and 'blue full' or 'plain', 1)
    end
    d:line({392, y + 25, 392 + 32 * 8.6, y + 25}, 'green')
end
local y = 30 + 6 * H + 10
d:cell(34, y, 11, 11, 'blue full')
d:text(50, y + 10, 'adds what somebody needs', 'small')
d:cell(210, y, 11, 11, 'amber')
d:text(226, y + 10, 'comes only to the barrier', 'small')
d:cell(392, y, 11, 11, 'plain')
d:text(408, y + 10, 'a lane whose sum nobody needs, at no cost', 'small')
d:line({34, y + 25, 54, y + 25}, 'red thick')
d:text(60, y + 29, '__syncthreads()', 'code small')
d:line({392, y + 25, 412, y + 25}, 'green')
d:text(418, y + 29, '__syncwarp()', 'code small')
d:fold(358)
d:print()
