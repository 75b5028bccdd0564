-- Four ways to join the sums of blocks, on a timeline: atomics, a second launch, a barrier of the grid, a ticket.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 330)
local ENDS = {150, 210, 120, 180}

-- Four blocks from x on; what each does after its sum is for the caller. Returns the y of a block.
local function blocks(x, y, title)
    d:text(x, y, title, 'bold')
    for block, length in ipairs(ENDS) do
        local top = y + 10 + (block - 1) * 22
        d:box(x, top, length, 16, 'blue')
        d:text(x + 6, top + 12, 'block ' .. block - 1, 'small')
    end
    return function (block) return y + 10 + (block - 1) * 22 end
end

local top = blocks(8, 20, 'Atomics')
for block, length in ipairs(ENDS) do
    d:box(8 + length, top(block), 14, 16, 'violet full')
end
d:text(8, 134, 'Each block adds to one word when it is done. The order is open.', 'small soft')

top = blocks(356, 20, 'A second launch')
d:box(356 + 232, top(1), 40, 82, 'violet full')
d:text(356 + 252, top(2) + 20, 'launch', 'small middle on')
d:text(356 + 252, top(2) + 36, '2', 'small middle on')
d:line({356 + 216, top(1) - 2, 356 + 216, top(4) + 18}, 'amber thick')
d:text(356, 134, 'The second kernel begins when the first has ended.', 'small soft')

top = blocks(8, 184, 'A barrier of the grid')
for block, length in ipairs(ENDS) do
    if length < 210 then
        d:box(8 + length, top(block), 210 - length, 16, 'amber')
    end
end
d:line({8 + 213, top(1) - 2, 8 + 213, top(4) + 18}, 'red thick')
d:box(8 + 218, top(1), 40, 16, 'violet full')
d:text(8, 298, 'All blocks wait, so all must be resident at once. Then one of', 'small soft')
d:text(8, 314, 'them adds up.', 'small soft')

top = blocks(356, 184, 'A ticket')
local number = {[3] = 0, [1] = 1, [4] = 2, [2] = 3}
for block, length in ipairs(ENDS) do
    d:cell(356 + length, top(block), 18, 16, number[block] == 3 and 'green full' or 'plain', number[block], 'small')
end
d:box(356 + 228, top(2), 40, 16, 'violet full')
d:text(356, 298, 'Each draws a number when its sum is stored. The last one', 'small soft')
d:text(356, 314, 'knows that all are there, and adds up. Nobody waits.', 'small soft')
d:fold(350, 165)
d:print()
