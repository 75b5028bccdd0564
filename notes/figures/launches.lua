-- Three ways to give the steps of a sum to launches: a child of each block's own for each step, one child for all, and none.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 268)

d:text(8, 16, 'nestedBlocks', 'code bold small')
d:text(8, 34, 'a child for each block and step', 'small soft')
for block = 0, 3 do
    for step, threads in ipairs({8, 4, 2, 1}) do
        local y = 46 + (step - 1) * 40
        d:cell(8 + block * 50, y, 8 + threads * 4, 22, step == 1 and 'blue full' or 'green', '', 'small')
        if step > 1 then
            d:arrow(12 + block * 50, y - 18, 12 + block * 50, y - 1, 'green')
        end
    end
end
d:text(8, 222, '1,024 stretches: 9,218 launches', 'small bold red')

d:text(244, 16, 'nestedGrids', 'code bold small')
d:text(244, 34, 'a tail launch takes a step for all', 'small soft')
for step, threads in ipairs({8, 4, 2, 1}) do
    local y = 46 + (step - 1) * 40
    d:box(240, y - 3, 200, 28, 'green')
    for block = 0, 3 do
        d:cell(244 + block * 50, y, 8 + threads * 4, 22, 'blue full', '', 'small')
    end
    if step > 1 then
        d:arrow(340, y - 15, 340, y - 4, 'green')
    end
end
d:text(244, 222, '11 launches', 'small bold amber')

d:text(476, 16, 'nestedSums', 'code bold small')
d:text(476, 34, 'steps by barriers in the block', 'small soft')
d:box(472, 43, 200, 82, 'green')
for block = 0, 3 do
    d:cell(476 + block * 50, 46, 40, 22, 'blue full', '', 'small')
    for step = 1, 3 do
        d:line({476 + block * 50, 68 + step * 12, 516 + block * 50, 68 + step * 12}, 'red')
        d:box(476 + block * 50, 71 + step * 12, 40 >> step, 7, 'blue full', 1)
    end
end
d:arrow(572, 126, 572, 150, 'green')
d:box(540, 151, 64, 28, 'green')
d:cell(552, 154, 40, 22, 'violet full', '', 'small')
d:text(476, 222, '2 launches', 'small bold green')
d:says(256, 'A green frame is a launch; a red line is a barrier of a block. The numbers are for a million elements.')
d:cut({0, 0, 236, 232}, {236, 0, 234, 232}, {468, 0, 212, 232})
d:print()
