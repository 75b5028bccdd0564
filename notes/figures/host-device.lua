-- The phases of a CUDA program on a timeline: host code, copies, a grid of blocks, copy back, host code. On a telephone time runs down.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 398 or 232)

-- A grid of four blocks at (x, y), each with eight threads.
local function grid(x, y)
    for block = 0, 3 do
        local left = x + block * 33
        d:box(left, y, 30, 74, 'green')
        d:text(left + 15, y + 14, block, 'small middle')
        for thread = 0, 7 do
            local at = left + thread * 2.6
            d:line({at + 6, y + 22, at + 4, y + 36, at + 8, y + 52, at + 6, y + 68}, 'green hair')
        end
    end
end

if draw.narrow then
    d:text(8, 18, 'host', 'bold')
    d:text(196, 18, 'device', 'bold')
    d:line({168, 8, 168, 364}, 'plain dashed')
    d:cell(8, 30, 110, 34, 'blue', 'fills a and b', 'small')
    d:cell(8, 70, 110, 34, 'blue', 'starts copies', 'small')
    d:cell(8, 110, 110, 34, 'blue', 'launches', 'small')
    d:cell(8, 150, 110, 156, 'amber', 'waits', 'small')
    d:cell(8, 312, 110, 34, 'blue', 'checks c', 'small')
    d:cell(196, 72, 126, 30, 'violet', 'a, b come', 'small')
    grid(196, 126)
    d:text(196, 218, 'a grid of blocks of threads', 'small green')
    d:cell(196, 270, 126, 30, 'violet', 'c goes', 'small')
    d:arrow(118, 87, 194, 87, 'violet')
    d:arrow(118, 127, 194, 142, 'green')
    d:arrow(196, 286, 120, 322, 'violet')
    d:arrow(140, 180, 140, 240, 'soft')
    d:text(140, 256, 'time', 'small middle soft')
else
    d:text(8, 62, 'host', 'bold')
    d:text(8, 168, 'device', 'bold')
    d:line({0, 108, 680, 108}, 'plain dashed')
    d:cell(66, 42, 92, 34, 'blue', 'fills a and b', 'small')
    d:cell(164, 42, 92, 34, 'blue', 'starts copies', 'small')
    d:cell(262, 42, 62, 34, 'blue', 'launches', 'small')
    d:cell(330, 42, 186, 34, 'amber', 'waits', 'small')
    d:cell(522, 42, 92, 34, 'blue', 'checks c', 'small')
    d:cell(164, 126, 92, 30, 'violet', 'a, b come', 'small')
    d:cell(440, 126, 76, 30, 'violet', 'c goes', 'small')
    d:arrow(210, 77, 210, 125, 'violet')
    d:arrow(292, 77, 300, 125, 'green')
    d:arrow(478, 125, 530, 77, 'violet')
    grid(300, 126)
    d:text(366, 218, 'a grid of blocks of threads', 'small middle green')
    d:arrow(640, 98, 668, 98, 'soft')
    d:text(668, 90, 'time', 'small end soft')
end
d:says(draw.narrow and 376 or 20, 'One program, two machines. The host says what is to happen, and the device does it.')
d:print()
