-- Bytes in flight on an SM of an H200 with 2,048 threads, by what each thread has asked for, beside what its memory needs.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 252 or 214)
local LEFT, SCALE, ROW = 216, 3.1, 36 -- pixels a KiB
if draw.narrow then
    LEFT, SCALE, ROW = 8, 2.1, 46
end
local NEED = 12

local ROWS = {{'sumStride', '1 load of 4 bytes', 8, 1}, {'sumUnroll', '4 loads of 4 bytes', 32, 4}, {'sumWide', '1 load of 16 bytes', 32, 1},
    {'sumFlight', '4 loads of 16 bytes', 128, 4}}
for i, row in ipairs(ROWS) do
    local y = 38 + (i - 1) * ROW + (draw.narrow and 12 or 0)
    d:text(draw.narrow and 42 or 8, draw.narrow and y - 5 or y + 15, row[1], 'code small')
    d:text(draw.narrow and 220 or LEFT - 8, draw.narrow and y - 5 or y + 15, row[2], 'small soft end')
    local part = row[3] / row[4]
    for k = 0, row[4] - 1 do
        d:box(LEFT + k * part * SCALE, y, part * SCALE - 1.5, 22, row[3] < NEED and 'amber full' or 'green full', 1)
    end
    d:text(LEFT + math.max(row[3], NEED) * SCALE + 8, y + 15, row[3] .. ' KiB', 'small bold')
end
d:line({LEFT + NEED * SCALE, 26, LEFT + NEED * SCALE, 36 + 4 * ROW}, 'red thick')
d:text(LEFT + NEED * SCALE, 18, '12 KiB: 4.8 TB/s × 338 ns, for each of 132 SMs', 'small red')
d:says(60 + 4 * ROW, '2,048 threads on an SM. A box is one load of each of them. Under load reads take longer, and more is needed.')
d:print()
