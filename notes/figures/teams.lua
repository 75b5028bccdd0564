-- Tickets of teams: two blocks, and two rows of two parts each. A block that draws too early waits for itself.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 288)
local X, H = 80, 24

-- A timeline of a block from y on: {width, colour, text} one after the other.
local function line(y, name, spans)
    local x = X
    d:text(8, y + 16, name, 'small bold')
    for _, span in ipairs(spans) do
        d:box(x, y, span[1], H, span[2])
        d:text(x + span[1] / 2, y + 16, span[3], 'small middle' .. (span[2]:find 'full' and ' on' or ''))
        x = x + span[1] + 2
    end
end

d:text(8, 18, 'A block draws its next ticket early', 'bold')
line(30, 'block 0', {{116, 'blue', 'row 0, part 0'}, {134, 'violet', 'draws: row 0, part 1'}, {338, 'red', 'waits to hear of part 1, which nobody else has'}})
line(62, 'block 1', {{116, 'blue', 'row 1, part 0'}, {134, 'violet', 'draws: row 1, part 1'}, {338, 'red', 'waits to hear of part 1, which nobody else has'}})
d:text(8, 112, 'Block 0 drew tickets 0 and 1 before block 1 drew any: both parts of row 0 are its own.', 'small soft')
d:text(8, 154, 'A block draws when it has heard its team', 'bold')
line(166, 'block 0', {{116, 'blue', 'row 0, part 0'}, {70, 'amber', 'hears'}, {134, 'violet', 'draws: row 1, part 0'}, {70, 'green', 'stores'}, {116, 'blue', 'row 1, part 0'}, {60, 'amber', '…'}})
line(198, 'block 1', {{140, 'blue', 'row 0, part 1'}, {46, 'amber', 'hears'}, {134, 'violet', 'draws: row 1, part 1'}, {70, 'green', 'stores'}, {116, 'blue', 'row 1, part 1'}, {60, 'amber', '…'}})
d:text(8, 248, 'Nobody has two parts that it has not heard of, so the parts of a row belong to different blocks,', 'small soft')
d:text(8, 264, 'and each of them is being worked on.', 'small soft')
d:print()
