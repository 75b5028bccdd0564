-- How a block of 16 x 5 threads is cut into warps: counted row by row, 32 threads each.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 248)
local COLOURS, S = {'blue', 'violet', 'green'}, 22

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
    local y = 172 + warp * 24
    d:text(62, y + 13, 'warp ' .. warp, 'small end')
    for lane = 0, 31 do
        local number = warp * 32 + lane
        d:cell(70 + lane * 18.6, y, 17, 18, number < 80 and COLOURS[warp + 1] .. ' full' or 'plain', number < 80 and number or '', 'small')
    end
end
d:text(410, 70, 'Threads are counted x first,', 'small')
d:text(410, 88, 'then y, then z. 32 of them', 'small')
d:text(410, 106, 'are a warp: here two rows.', 'small')
d:text(410, 130, 'Of warp 2, 16 lanes are empty.', 'small soft')
d:print()
