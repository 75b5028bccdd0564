-- A block of normTeam: in each turn a different pair of rows is in each of three stages.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 208)
local STAGES = {{'on its way', 'copied into shared memory'}, {'told', 'in registers; the team gets its part'},
    {'heard and stored', 'the others have answered'}}
local X, W, GAP, TOP, ROW = 74, 190, 12, 56, 44
if draw.narrow then
    X, W, GAP, TOP = 46, 92, 8, 90
end
local COLOURS = {A = 'plain', B = 'violet', C = 'blue', D = 'amber', E = 'green'}

for s, stage in ipairs(STAGES) do
    local x = X + (s - 1) * (W + GAP)
    d:text(x + W / 2, 18, stage[1], (draw.narrow and 'small ' or '') .. 'bold middle')
    d:lines(x + W / 2, 36, stage[2], 'small middle soft', W + 20)
end
local PAIRS = {'A', 'B', 'C', 'D', 'E'}
for turn = 1, 3 do
    local y = TOP + (turn - 1) * ROW
    d:text(8, y + 17, 'turn ' .. turn, 'small bold')
    for s = 1, 3 do
        local pair, x = PAIRS[turn + 3 - s], X + (s - 1) * (W + GAP)
        d:cell(x, y, W, 26, COLOURS[pair], 'pair ' .. pair, 'small')
        if turn < 3 and s < 3 then
            d:arrow(x + W / 2 + 24, y + 28, x + W + GAP + W / 2 - 24, y + ROW - 2, 'soft')
        end
    end
end
d:says(TOP + 3 * ROW + 8, 'A pair waits a whole turn between telling and hearing. Meanwhile the block works on two others.')
d:print()
