-- Tickets of teams: two blocks, and two rows of two parts each. A block that draws too early waits for itself. Time runs to the right, on
-- a telephone down.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 288)
local SCALE = draw.narrow and 0.3 or 1 -- pixels for a unit of time

-- Block `number` on a timeline that begins at y: {length, colour, text} one after the other. Returns where it ends.
local function line(y, number, spans)
    local x, at = 8 + number * 166, y + 8
    d:text(draw.narrow and x or 8, draw.narrow and y + 2 or y + 16 + number * 32, 'block ' .. number, 'small bold')
    for _, span in ipairs(spans) do
        local length, colour, text = span[1] * SCALE, span[2], span[3]
        if draw.narrow then
            d:box(x, at, 158, length - 2, colour)
            d:lines(x + 79, at + length / 2 + (#text > 30 and -4 or 3), text, 'small middle', 150)
        else
            d:box(72 + at - y, y + number * 32, length, 24, colour)
            d:text(72 + at - y + length / 2, y + 16 + number * 32, text, 'small middle')
            length = length + 2
        end
        at = at + length
    end
    return at
end

d:text(8, 18, 'A block draws its next ticket early', 'bold')
local waits = {338, 'red', 'waits to hear of part 1, which nobody else has'}
local y = draw.narrow and 36 or 30
local foot = line(y, 0, {{116, 'blue', 'row 0, part 0'}, {134, 'violet', 'draws: row 0, part 1'}, waits})
line(y, 1, {{116, 'blue', 'row 1, part 0'}, {134, 'violet', 'draws: row 1, part 1'}, waits})
y = draw.narrow and foot + 16 or 112
y = d:lines(8, y, 'Block 0 drew tickets 0 and 1 before block 1 drew any: both parts of row 0 are its own.', 'small soft')
y = y + 27
d:text(8, y, 'A block draws when it has heard its team', 'bold')
y = y + (draw.narrow and 18 or 12)
foot = line(y, 0, {{116, 'blue', 'row 0, part 0'}, {70, 'amber', 'hears'}, {134, 'violet', 'draws: row 1, part 0'}, {70, 'green', 'stores'}, {116, 'blue', 'row 1, part 0'}, {60, 'amber', '…'}})
line(y, 1, {{140, 'blue', 'row 0, part 1'}, {46, 'amber', 'hears'}, {134, 'violet', 'draws: row 1, part 1'}, {70, 'green', 'stores'}, {116, 'blue', 'row 1, part 1'}, {60, 'amber', '…'}})
d.height = 0
d:says(draw.narrow and foot + 16 or y + 82, 'Nobody has two parts that it has not heard of, so the parts of a row belong to different blocks, and each of them is being worked on.')
d:print()
