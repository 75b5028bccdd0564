-- chip.lua: the book's one picture of a GPU. Every chapter shows it with its own part lit, so that a reader knows where in the machine
-- the chapter is. A figure says which parts those are, and may let a load travel:
--
--     local chip = dofile 'notes/figures/chip.lua'
--     chip.draw {lit = 'shared l1 l2 dram link'}
--     chip.draw {lit = 'l1 l2', path = {'warp', 'l1', 'l2'}, words = 'Not in L1: the request goes on to L2.'}
--
-- Parts: blocks (of the grid, on their SMs), warp (the slots of an SM), schedulers, registers, lanes, tensor, shared, l1, l2, dram, link,
-- host. Latencies and rates are those that ch2-latency and ch1-transfer measured on an H200.
local draw = dofile 'notes/figures/draw.lua'
local chip = {}

-- What a row of results/ says of a kernel.
local function measured(file, pattern)
    for line in io.lines('results/' .. file) do
        local value = line:match(pattern)
        if value then
            return tonumber(value)
        end
    end
    error('results/' .. file .. ' has no row like ' .. pattern)
end

local function cycles(place)
    return ('%.0f cycles'):format(measured('h200-counters.csv', '^ch2%-latency,chase' .. place .. ',%d+,cycles_per_step,cycle,([%d.]+)'))
end

-- Where things are: the magnified SM beside the 132 and its quarters in a row, on a telephone below them and two by two.
local AT = draw.narrow and {
    left = 4, right = 336, height = 622, across = 22, pitch = {15.1, 16}, box = {12, 13}, chosen = 110, rays = {{4, 121, 4, 140}, {16, 121, 336, 140}},
    sm = {4, 140, 332, 326}, quarters = 2, add = 176, quarter = {12, 166, 154, 162, 108}, slots = 16, slot = {9.7, 8}, lanes = 32, lane = {4.85, 3.8},
    shared = 400, cell = 154, l2 = 488, arrows = {60, 280}, host = 72, stacks = {81, 43}, memory = 614, way = 170,
} or {
    left = 10, right = 670, height = 392, across = 11, pitch = {17, 18.5}, box = {14, 15}, chosen = 10, rays = {{194, 28, 222, 10}, {194, 43, 222, 252}},
    sm = {222, 10, 448, 242}, quarters = 4, add = 306, quarter = {232, 36, 102, 108, 0}, slots = 8, slot = {12.9, 11}, lanes = 16, lane = {6.4, 5.2},
    shared = 186, cell = 210, l2 = 274, arrows = {103, 552}, host = 104, stacks = {182, 82}, memory = 384, way = 445,
}

-- How far down a request goes for each part. Its way leads between the magnified SM's parts, and turns into L1.
local STOPS = {warp = AT.quarter[2] + 38, l1 = AT.shared + 18, l2 = AT.l2 + 14, dram = AT.l2 + 59}

function chip.draw(what)
    local d = draw.canvas(draw.width, AT.height)
    local lit = {}
    for part in (what.lit or ''):gmatch('%S+') do
        lit[part] = true
    end
    local function colour(part, own)
        return lit[part] and own or 'plain'
    end
    local function words(part)
        return lit[part] and 'small' or 'small soft'
    end
    local cramped = draw.narrow and ' tiny' or ''

    -- The 132 SMs, one of them magnified.
    d:text(AT.left, 18, '132 SMs', 'bold')
    for i = 0, 131 do
        local x, y, w, h = AT.left + i % AT.across * AT.pitch[1], 28 + i // AT.across * AT.pitch[2], AT.box[1], AT.box[2]
        d:box(x, y, w, h, i == AT.chosen and 'green' or colour('blocks', 'green'), 2)
        if lit.blocks and i % 3 ~= 2 then
            d:box(x + 3, y + h / 2 - 4, w - 6, 3, 'green full', 1)
            d:box(x + 3, y + h / 2 + 1, w - 6, 3, 'green full', 1)
        end
    end
    for _, ray in ipairs(AT.rays) do
        d:line(ray, 'soft hair')
    end

    -- The magnified SM: four quarters, and what they share.
    local left, top, width, height = table.unpack(AT.sm)
    local first, right, bottom = AT.quarter[1], left + width - 10, top + height
    d:box(left, top, width, height, 'plain none', 5)
    d:text(first, top + 17, 'one SM', 'bold')
    d:text(right, top + 17, 'up to 64 warps of 32 threads', words('warp') .. ' end')
    for quarter = 0, 3 do
        local x, y, w = first + quarter % AT.quarters * AT.quarter[4], AT.quarter[2] + quarter // AT.quarters * AT.quarter[5], AT.quarter[3]
        -- Five bars from y on: all slots, and all lanes, in one row or two.
        local more = AT.slots == 8 and {14, 22} or {0, 0}
        d:cell(x, y, w, 20, colour('schedulers', 'green'), 'scheduler', words('schedulers'))
        for slot = 0, 15 do
            d:box(x + slot % AT.slots * AT.slot[1], y + 25 + slot // AT.slots * 13, AT.slot[2], 10, colour('warp', 'green'), 1.5)
        end
        d:cell(x, y + 41 + more[1], w, 20, colour('registers', 'green'), '16,384 registers', words('registers'))
        for lane = 0, 31 do
            d:box(x + lane % AT.lanes * AT.lane[1], y + 67 + more[1] + lane // AT.lanes * 9, AT.lane[2], 7, colour('lanes', 'blue'), 1)
        end
        d:cell(x, y + 81 + more[2], w, 20, colour('tensor', 'violet'), 'tensor core', words('tensor'))
    end
    d:text(first, AT.shared - 10, '4 × 32 lanes:', words('lanes'))
    d:text(AT.add, AT.shared - 10, 'four warps add in a cycle', words('lanes'))
    d:cell(first, AT.shared, AT.cell, 36, colour('shared', 'violet'), 'shared memory')
    d:cell(right - AT.cell, AT.shared, AT.cell, 36, colour('l1', 'blue'), 'L1 cache')
    d:text(first, AT.shared + 54, cycles('Shared'), words('shared'))
    d:text(right, AT.shared + 54, cycles('L1'), words('l1') .. ' end')
    d:text(AT.way - 9, AT.shared + 54, '256 KiB for both', 'small soft end')

    -- What all SMs share.
    local l2, memory = AT.l2, AT.l2 + 58
    for _, x in ipairs(AT.arrows) do
        d:line({x, bottom, x, l2}, lit.l2 and 'blue' or 'soft')
    end
    d:box(AT.left, l2, AT.right - AT.left, 34, colour('l2', 'blue'))
    d:text(AT.way - 14, l2 + 21.6, 'L2 cache, 60 MB', 'end')
    d:text(AT.way + 14, l2 + 21.6, cycles('L2'))
    for stack = 0, 5 do
        local x, w = AT.stacks[1] + stack * AT.stacks[2], AT.stacks[2] - 4
        d:cell(x, memory, w, 34, colour('dram', 'blue'), 'HBM3e', words('dram') .. cramped)
        d:line({x + w / 2, l2 + 34, x + w / 2, memory}, lit.dram and 'blue' or 'soft')
    end
    d:text(AT.right, AT.memory, ('141 GB of memory in six stacks: %s, 4.8 TB/s'):format(cycles('Memory')), words('dram') .. ' end')
    d:cell(AT.left, memory, AT.host, 34, colour('host', 'amber'), 'host memory', words('host') .. cramped)
    d:line({AT.left + AT.host / 2, memory, AT.left + AT.host / 2, l2 + 34}, lit.link and 'amber thick' or 'soft')
    d:text(AT.left, memory + 52, ('the link: %.0f GB/s'):format(measured('h200.csv', '^ch1%-transfer,toDevicePinned,%d+,[%d.]+,([%d.]+),GB/s')), words('link'))

    -- The way of a request.
    local way = AT.way
    for i = 2, #(what.path or {}) do
        local from, to = STOPS[what.path[i - 1]], STOPS[what.path[i]]
        d:line({way, from, way, to}, 'red thick')
        if i == #what.path then
            d:head(way, to + (to > from and 5 or -5), way, from, 'red')
        end
    end
    if what.path and table.concat(what.path, ' '):find('l1', 1, true) then
        d:line({way, STOPS.l1, way + 14, STOPS.l1}, 'red thick')
        d:head(way + 19, STOPS.l1, way, STOPS.l1, 'red')
    end
    if what.words then
        d:says(AT.height + 14, what.words, 'bold red')
    end
    d:print()
end

return chip
