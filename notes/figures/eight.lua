-- The shared ladder on eight numbers: what stands in memory after each step, and which thread has added.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 408)
local VALUES, S, ROW = {3, 1, 7, 0, 4, 1, 6, 3}, 25, 40
local COLUMNS, WIDE, HIGH = 3, 232, 192 -- panels in a row; a panel's size
if draw.narrow then
    S, COLUMNS, WIDE, HIGH = 20, 2, 172, 212
end

-- One row of numbers; by: place -> thread that has added there.
local function row(x, y, values, by)
    for i, value in ipairs(values) do
        d:cell(x + (i - 1) * S, y, S - 2, 20, by[i] and 'green full' or 'plain', value, 'small')
        if by[i] then
            d:text(x + (i - 0.5) * S - 1, y - 4, 't' .. by[i], 'small middle green')
        end
    end
end

-- Rung `number`, from 1. steps: list of steps, each a list of {thread, to, from}, places from 0; all read before any writes, as between barriers.
-- Without `from`, nobody needs the sum. A step's `places` are as many as are left, if not all are.
local function panel(number, rung, kernel, values, steps)
    local x, y = 4 + (number - 1) % COLUMNS * WIDE, 14 + (number - 1) // COLUMNS * HIGH
    y = d:lines(x, y, ('Rung %d: %s'):format(number, rung), 'small bold', WIDE - 16) - 15
    d:text(x, y + 15, kernel, 'code small')
    row(x, y + 26, values, {})
    for i, step in ipairs(steps) do
        local old, by = {table.unpack(values)}, {}
        values = {table.unpack(values)}
        for _, add in ipairs(step) do
            values[add[2] + 1] = add[3] and old[add[2] + 1] + old[add[3] + 1] or '–'
            by[add[2] + 1] = add[1]
        end
        values = {table.unpack(values, 1, step.places)}
        row(x, y + 26 + i * ROW, values, by)
    end
end

local baseline, less, half, loaded, warp = {}, {}, {}, {}, {}
for _, stride in ipairs({1, 2, 4}) do
    local one, two = {}, {}
    for t = 0, 7, 2 * stride do
        one[#one + 1] = {t, t, t + stride}
        two[#two + 1] = {#two, t, t + stride}
    end
    baseline[#baseline + 1], less[#less + 1] = one, two
end
for _, stride in ipairs({4, 2, 1}) do
    local one, all = {}, {}
    for t = 0, stride - 1 do
        one[#one + 1] = {t, t, t + stride}
    end
    for t = 0, 3 do
        all[#all + 1] = {t, t, t < stride and t + stride or nil}
    end
    all.places = 4
    half[#half + 1], warp[#warp + 1] = one, all
    loaded[#loaded + 1] = {places = 4, table.unpack(one)}
end

panel(1, 'a thread at each pair’s left', 'reduceBaseline', VALUES, baseline)
panel(2, 'threads side by side', 'reduceNoDivergence', VALUES, less)
panel(3, 'pairs half apart', 'reduceNoBankConflict', VALUES, half)
panel(4, 'four threads, added on the way', 'reduceAddDuringLoad', VALUES, loaded)
panel(5, 'all lanes of the last warp', 'reduceUnrollLastWarp', VALUES, warp)
panel(6, 'the same in registers', 'reduceShuffle', VALUES, warp)
d:says((6 // COLUMNS) * HIGH + 16, 'A filled box has just been added to, by the thread above it. From rung 4 on, the first step is done while the elements are loaded.')
d:print()
