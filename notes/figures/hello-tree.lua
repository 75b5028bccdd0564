-- Who greets in helloFire with 8 threads: a grid, its child of half as many threads, and so on; and what is ordered.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 240)

local x, y = 60, 24
for depth, threads in ipairs({8, 4, 2, 1}) do
    d:text(8, y + 18, 'depth ' .. depth - 1, 'small soft')
    for t = 0, threads - 1 do
        d:cell(x + t * 40, y, 36, 26, t == 0 and 'green full' or 'blue', 't ' .. t, 'small')
    end
    if threads > 1 then
        d:curve(x + 18, y + 27, x + 58, y + 52, 'green')
        d:head(x + 58, y + 53, x + 58, y + 40, 'green')
    end
    x, y = x + 40, y + 54
end
d:text(404, 42, 'Thread 0 says hello, then launches.', 'small')
d:text(404, 60, 'So its line comes before every line', 'small')
d:text(404, 78, 'of the child.', 'small')
d:text(404, 108, 'The other threads of the parent', 'small amber')
d:text(404, 126, 'and the child are in no order.', 'small amber')
d:text(404, 156, 'A grid has ended when all below', 'small')
d:text(404, 174, 'it have ended, too.', 'small')
d:fold(378)
d:print()
