-- The online softmax: maximum and sum of exponentials of a row in one pass, with values.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 214)
local ROW, W = {1, 0, 3, 2, 4}, 96

d:text(8, 18, 'The row', 'bold')
d:text(8, 74, 'largest so far', 'small')
d:text(8, 118, 'sum so far', 'small')
local largest, sum = -math.huge, 0
for i, value in ipairs(ROW) do
    local x = 130 + (i - 1) * (W + 12)
    d:cell(x, 4, W, 24, 'blue full', 'x = ' .. value)
    local grew = value > largest
    local scale = grew and math.exp(largest - value) or 1
    local before = sum
    largest = math.max(largest, value)
    sum = sum * scale + math.exp(value - largest)
    d:cell(x, 58, W, 24, grew and 'amber full' or 'plain', 'm = ' .. largest)
    d:cell(x, 102, W, 24, 'green full', ('%.3f'):format(sum))
    d:line({x + W / 2, 29, x + W / 2, 57}, 'soft hair')
    if i > 1 then
        local term = grew and ('%.3f × %.3f'):format(before, scale) or ('%.3f'):format(before)
        d:text(x + W / 2, 146, term, 'small middle ' .. (grew and 'amber' or 'soft'))
        d:text(x + W / 2, 162, ('+ %.3f'):format(math.exp(value - largest)), 'small middle soft')
        d:arrow(x - 12, 114, x - 1, 114, 'soft')
    end
end
d:says(196, 'When a larger element comes (amber), the sum so far is scaled down to the new maximum. One pass is enough.')
d:fold(334)
d:print()
