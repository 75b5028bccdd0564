-- The 64-bit word in which blocks of the sum of ints meet: number of blocks below, their sum above.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 216)
local SUMS = {{2, 17}, {0, 9}, {3, -4}, {1, 20}}
local SUM, BLOCKS = {190, 150}, {342, 110} -- where the halves are, and how wide
if draw.narrow then
    SUM, BLOCKS = {142, 92}, {236, 92}
end

d:text(8, 18, 'Four blocks, in the order in which they come', 'bold')
local sum = 0
for i, add in ipairs(SUMS) do
    local y = 34 + (i - 1) * 34
    sum = sum + add[2]
    local last = i == #SUMS
    d:text(8, y + 16, ('block %d adds %d'):format(add[1], add[2]), 'small')
    d:arrow(SUM[1] - (draw.narrow and 36 or 50), y + 12, SUM[1] - 6, y + 12, 'soft')
    d:cell(SUM[1], y, SUM[2], 24, last and 'green full' or 'blue', 'sum ' .. sum, 'small')
    d:cell(BLOCKS[1], y, BLOCKS[2], 24, last and 'green full' or 'violet', 'blocks ' .. i, 'small')
end
d:text(SUM[1], 186, 'upper 32 bits', 'small soft')
d:text(BLOCKS[1], 186, 'lower 32 bits', 'small soft')
d:says(210, 'Three blocks leave. The last one finds gridDim.x blocks in the word, so the sum beside it is the total.', 'green')
d:print()
