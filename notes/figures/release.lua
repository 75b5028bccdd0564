-- Release and acquire on a timeline: A writes data and releases a flag, B acquires it and reads; and what goes wrong without.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 276)

local function thread(y, name, boxes)
    d:text(60, y + 17, name, 'small end bold')
    for _, b in ipairs(boxes) do
        d:cell(b[1], y, b[2], 26, b[3], b[4], 'small')
    end
end

d:text(8, 18, 'With release and acquire', 'bold')
thread(34, 'block A', {{70, 110, 'blue', 'data = 42'}, {192, 130, 'green full', 'release flag = 1'}})
thread(92, 'block B', {{192, 120, 'amber', 'flag is 0: again'}, {352, 130, 'green full', 'acquire flag: 1'}, {494, 110, 'blue', 'reads 42'}})
d:arrow(322, 48, 351, 98, 'green')
d:line({186, 30, 186, 66}, 'green thick')
d:line({488, 88, 488, 124}, 'green thick')
d:text(186, 76, 'nothing sinks below', 'small middle green')
d:text(488, 136, 'nothing rises above', 'small middle green')

d:text(8, 168, 'With relaxed accesses', 'bold')
thread(184, 'block A', {{70, 110, 'plain', 'flag = 1'}, {400, 110, 'blue', 'data = 42'}})
thread(232, 'block B', {{192, 110, 'plain', 'flag: 1'}, {314, 130, 'red full', 'reads old data'}})
d:arrow(180, 197, 205, 231, 'soft')
d:text(524, 200, 'The two stores arrived in', 'small red')
d:text(524, 216, 'the other order.', 'small red')
d:print()
