-- The shared ladder, rung by rung, for a block of 128: which lanes add in each step, and how the words that warp 0 loads
-- lie in the banks. From the simulator's trace of ch3-shared.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(draw.width, 524)
local WARPS, LANES, S, B, ROW = 4, 32, 0.8, 2.1, 22
local COLUMNS, WIDE, HIGH = 3, 232, 250 -- panels in a row; a panel's size
if draw.narrow then
    S, B, COLUMNS, WIDE, HIGH = 0.68, 1.6, 2, 174, 272
end

-- Where the panel of a rung is.
local function place(rung)
    return 4 + (rung - 1) % COLUMNS * WIDE, 14 + (rung - 1) // COLUMNS * HIGH
end

-- The additions of a kernel, step by step: warp -> places of its last load before it stores. A warp that takes part in a
-- step has taken part in all before it, and its first store brings the elements.
local function steps_of(kernel)
    local steps, stores, loads = {}, {}, {}
    for _, access in ipairs(trace.read('shared-' .. kernel)) do
        local warp = access.warp
        if access.space == 'shared' and access.op == 'load' then
            loads[warp] = access.places
        elseif access.space == 'shared' then
            local step = stores[warp] or 0
            stores[warp] = step + 1
            if step > 0 then
                steps[step] = steps[step] or {}
                steps[step][warp] = loads[warp]
            end
        end
    end
    if kernel == 'reduceUnrollLastWarp' then -- its last step keeps the sum in a register
        steps[#steps + 1] = {[0] = loads[0]}
    end
    return steps
end

-- The words that lanes want from each bank.
local function banks_of(places)
    local seen, count, most = {}, {}, 0
    for _, place in pairs(places) do
        local word = place // 4
        if not seen[word] then
            seen[word] = true
            count[word % 32] = (count[word % 32] or 0) + 1
            most = math.max(most, count[word % 32])
        end
    end
    return count, most
end

local function panel(rung, kernel, below)
    local x, y = place(rung)
    d:text(x, y, 'Rung ' .. rung, 'small bold')
    d:text(x, y + 16, kernel, 'code small')
    local bx = x + WARPS * LANES * S + (draw.narrow and 8 or 12)
    d:text(x, y + 36, 'lanes of 4 warps', 'small soft')
    d:text(bx, y + 36, 'banks', 'small soft')
    y = y + 44
    for i, step in ipairs(steps_of(kernel)) do
        local top = y + (i - 1) * ROW
        for warp = 0, WARPS - 1 do
            d:box(x + warp * LANES * S, top, LANES * S - 1.5, 13, 'plain', 1)
            for lane = 0, LANES - 1 do
                if step[warp] and step[warp][lane] then
                    d:box(x + (warp * LANES + lane) * S, top + 2, S, 9, 'blue full', 0)
                end
            end
        end
        local count, most = banks_of(step[0])
        d:box(bx - 1, top, 32 * B + 2, 13, 'plain', 1)
        for bank = 0, 31 do
            if count[bank] then
                d:box(bx + bank * B, top + 12 - 10 * count[bank] / math.max(most, 1), B - 0.7, 10 * count[bank] / most,
                    most > 1 and 'red full' or 'green full', 0)
            end
        end
        d:text(bx + 32 * B + 5, top + 11, most, 'small ' .. (most > 1 and 'bold red' or 'green'))
    end
    d:lines(x, y + 7 * ROW + 12, below, 'small soft', WIDE - 20)
end

panel(1, 'reduceBaseline', 'every warp, few lanes')
panel(2, 'reduceNoDivergence', 'few warps, but lanes meet in a bank')
panel(3, 'reduceNoBankConflict', 'neighbours lie in 32 banks')
panel(4, 'reduceAddDuringLoad', 'the same, for 256 elements')
panel(5, 'reduceUnrollLastWarp', 'the last steps: one whole warp')

local x, y = place(6)
local lane_width = draw.narrow and 5 or 6
d:text(x, y, 'Rung 6', 'small bold')
d:text(x, y + 16, 'reduceShuffle', 'code small')
d:text(x, y + 36, draw.narrow and 'registers of a warp' or 'registers of a warp, no memory', 'small soft')
for step = 0, 5 do
    local top, stride = y + 44 + step * 26, 32 >> step
    for lane = 0, 31 do
        d:box(x + lane * lane_width, top, lane_width - 1, 10, lane < stride and 'blue full' or 'plain', 1)
    end
    if step < 5 then
        local half = stride // 2
        d:arrow(x + (half + 0.5) * lane_width, top + 11, x + 3, top + 25, 'violet hair')
        d:arrow(x + (stride - 0.5) * lane_width, top + 11, x + (half - 0.5) * lane_width, top + 25, 'violet hair')
    end
end
d:text(x, y + 44 + 7 * ROW + 12, 'then one sum of each warp', 'small soft')
y = 2 + 6 // COLUMNS * HIGH
d.height = d:key(4, y, {{'blue full', 'a lane that adds'}, {'green full', 'red full', 'words that warp 0 wants from a bank: one, or more'}})
d:says(d.height + 10, 'The number at the right is that of wavefronts.')
d:print()
