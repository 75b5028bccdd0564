-- What is in an SM of compute capability 9.0: four equal parts, and what they share.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 330)

-- n small cells in rows of `per_row`, with a label below
local function units(x, y, n, per_row, colour, label)
    for i = 0, n - 1 do
        d:box(x + i % per_row * 9, y + i // per_row * 11, 7.4, 9, colour, 1.5)
    end
    d:text(x, y + (n - 1) // per_row * 11 + 23, label, 'small soft')
end

d:text(10, 18, 'SM, one of 132', 'bold')
for part = 0, 3 do
    local x = 10 + part * 166
    d:box(x, 28, 158, 226, 'plain none', 5)
    d:cell(x + 7, 35, 144, 30, 'green', 'warp scheduler')
    d:text(x + 79, 79, 'one instruction per cycle', 'small soft middle')
    d:cell(x + 7, 88, 144, 26, 'plain', '16,384 registers', 'small')
    units(x + 8, 124, 32, 16, 'blue', '32 units for float')
    units(x + 8, 164, 16, 8, 'violet', '16 int')
    units(x + 80, 164, 16, 8, 'violet', '16 double')
    units(x + 8, 216, 4, 4, 'amber', '4 special')
    units(x + 68, 216, 8, 8, 'amber', '8 load/store')
end
d:cell(10, 264, 324, 34, 'violet', 'shared memory, L1 and texture cache: 256 KiB')
d:cell(342, 264, 158, 34, 'blue', 'constant cache')
d:says(320, 'A block stays on its SM; its warps are shared out among the four schedulers.')
d:fold(335)
d:print()
