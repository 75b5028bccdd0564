-- The 64-bit word in which blocks of the sum of ints meet: number of blocks below, their sum above.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 196)
local SUMS = {{2, 17}, {0, 9}, {3, -4}, {1, 20}}

d:text(8, 18, 'Four blocks, in the order in which they come', 'bold')
local sum = 0
for i, add in ipairs(SUMS) do
    local y = 34 + (i - 1) * 34
    sum = sum + add[2]
    local last = i == #SUMS
    d:text(8, y + 16, ('block %d adds %d'):format(add[1], add[2]), 'small')
    d:arrow(140, y + 12, 184, y + 12, 'soft')
    d:cell(190, y, 150, 24, last and 'green full' or 'blue', 'sum ' .. sum, 'small')
    d:cell(342, y, 110, 24, last and 'green full' or 'violet', 'blocks ' .. i, 'small')
    if last then
        d:text(464, y + 16, 'count is gridDim.x: the total is here', 'small green')
    else
        d:text(464, y + 16, 'goes home', 'small soft')
    end
end
d:text(190, 186, 'upper 32 bits', 'small soft')
d:text(342, 186, 'lower 32 bits', 'small soft')
d:print()
