-- Release and acquire on a timeline: A writes data and releases a flag, B acquires it and reads; and what goes wrong without.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 306 or 276)

-- Where each box begins and how wide it is; a telephone has room for the words alone.
local narrow = draw.narrow
local DATA, RELEASE, AGAIN, ACQUIRE, READS = {70, 110}, {192, 130}, {192, 120}, {352, 130}, {494, 110}
local FLAG, LATE, SEEN, OLD = {70, 110}, {400, 110}, {192, 110}, {314, 130}
if narrow then
    DATA, RELEASE, AGAIN, ACQUIRE, READS = {2, 58}, {66, 92}, {66, 92}, {170, 94}, {270, 66}
    FLAG, LATE, SEEN, OLD = {2, 58}, {200, 70}, {66, 58}, {130, 96}
end

-- A block's name and boxes: {place, colour, text}. On a telephone the first name stands above its row, the second where the row is empty.
local function thread(y, name, boxes)
    if narrow then
        d:text(2, name == 'block A' and y - 6 or y + 17, name, 'small bold')
    else
        d:text(60, y + 17, name, 'small end bold')
    end
    for _, b in ipairs(boxes) do
        d:cell(b[1][1], y, b[1][2], 26, b[2], b[3], 'small')
    end
end

local y = narrow and 46 or 34
d:text(narrow and 2 or 8, 18, 'With release and acquire', 'bold')
thread(y, 'block A', {{DATA, 'blue', 'data = 42'}, {RELEASE, 'green full', 'release flag = 1'}})
thread(y + 58, 'block B', {{AGAIN, 'amber', 'flag is 0: again'}, {ACQUIRE, 'green full', 'acquire flag: 1'}, {READS, 'blue', 'reads 42'}})
d:arrow(RELEASE[1] + RELEASE[2], y + 14, ACQUIRE[1] + (narrow and 12 or -1), y + (narrow and 56 or 64), 'green')
local sinks, rises = RELEASE[1] - (narrow and 3 or 6), READS[1] - (narrow and 3 or 6)
d:line({sinks, y - 4, sinks, y + 32}, 'green thick')
d:line({rises, y + 54, rises, y + 90}, 'green thick')
d:text(sinks, y + 44, 'nothing sinks below', 'small middle green')
d:text(rises, y + 102, 'nothing rises above', 'small middle green')

y = y + 134
d:text(narrow and 2 or 8, y, 'With relaxed accesses', 'bold')
y = y + (narrow and 28 or 16)
thread(y, 'block A', {{FLAG, 'plain', 'flag = 1'}, {LATE, 'blue', 'data = 42'}})
thread(y + 48, 'block B', {{SEEN, 'plain', 'flag: 1'}, {OLD, 'red full', 'reads old data'}})
d:arrow(FLAG[1] + FLAG[2], y + 13, SEEN[1] + 13, y + 47, 'soft')
if narrow then
    d:says(y + 96, 'The two stores arrived in the other order.', 'red')
else
    d:lines(524, y + 16, 'The two stores arrived in the other order.', 'small red', 140)
end
d:print()
