-- The phases of a CUDA program on a timeline: host code, copies, a grid of blocks, copy back, host code.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 232)

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
for block = 0, 3 do
    local x = 300 + block * 33
    d:box(x, 126, 30, 74, 'green')
    d:text(x + 15, 140, block, 'small middle')
    for row = 0, 7 do
        d:line({x + 6 + row * 2.6, 148, x + 4 + row * 2.6, 162, x + 8 + row * 2.6, 178, x + 6 + row * 2.6, 194}, 'green hair')
    end
end
d:text(366, 218, 'a grid of blocks of threads', 'small middle green')
d:arrow(640, 98, 668, 98, 'soft')
d:text(668, 90, 'time', 'small end soft')
d:text(66, 20, 'One program, two machines. The host says what is to happen, and the device does it.', 'small soft')
d:print()
