-- How a block of 16 x 5 threads is cut into warps: counted row by row, 32 threads each.
local draw = dofile 'notes/figures/draw.lua'
local COLOURS, S = {'blue', 'violet', 'green'}, 22
local LEFT, ROW, LANE = 70, 32, 18.6 -- lanes in a row
if draw.narrow then
    S, LEFT, ROW, LANE = 19, 48, 16, 18.2
end
local HIGH = 32 // ROW * 20 + 4 -- from a warp to the next
local d = draw.canvas(draw.width, draw.narrow and 350 or 248)

d:text(8, 16, 'A block of 16 × 5 threads', 'bold')
for y = 0, 4 do
    for x = 0, 15 do
        local number = y * 16 + x
        d:cell(30 + x * S, 44 + y * S, S - 2, S - 2, COLOURS[number // 32 + 1], number, 'small')
    end
    d:text(24, 59 + y * S, y, 'small soft end')
end
d:text(30, 38, 'x from 0 to 15', 'small soft')
d:text(8, 38, 'y', 'small soft')
for warp = 0, 2 do
    local y = (draw.narrow and 156 or 172) + warp * HIGH
    d:text(LEFT - 6, y + 13, 'warp ' .. warp, 'small end')
    for lane = 0, 31 do
        local number = warp * 32 + lane
        d:cell(LEFT + lane % ROW * LANE, y + lane // ROW * 20, LANE - 1.6, 18, number < 80 and COLOURS[warp + 1] .. ' full' or 'plain', number < 80 and number or '', 'small')
    end
end
local x, y = 410, 70
if draw.narrow then
    x, y = 8, 304
end
y = d:lines(x, y, 'Threads are counted x first, then y, then z. 32 of them are a warp: here two rows.', 'small', draw.narrow and 320 or 180)
d:text(x, y + 6, 'Of warp 2, 16 lanes are empty.', 'small soft')
d:print()
