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

-- How far down a request goes for each part. Its way leads between the magnified SM's parts, and turns into L1.
local WAY = 445
local STOPS = {warp = 74, l1 = 204, l2 = 288, dram = 333}

function chip.draw(what)
    local d = draw.canvas(680, what.words and 412 or 392)
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

    -- The 132 SMs, eleven in a row, one of them magnified.
    d:text(10, 18, '132 SMs', 'bold')
    for i = 0, 131 do
        local x, y = 10 + i % 11 * 17, 28 + i // 11 * 18.5
        d:box(x, y, 14, 15, i == 10 and 'green' or colour('blocks', 'green'), 2)
        if lit.blocks and i % 3 ~= 2 then
            d:box(x + 3, y + 3.5, 8, 3, 'green full', 1)
            d:box(x + 3, y + 8.5, 8, 3, 'green full', 1)
        end
    end
    d:line({194, 28, 222, 10}, 'soft hair')
    d:line({194, 43, 222, 252}, 'soft hair')

    -- The magnified SM: four quarters, and what they share.
    d:box(222, 10, 448, 242, 'plain none', 5)
    d:text(232, 27, 'one SM', 'bold')
    d:text(660, 27, 'up to 64 warps of 32 threads', words('warp') .. ' end')
    for quarter = 0, 3 do
        local x = 232 + quarter * 108
        d:cell(x, 36, 102, 20, colour('schedulers', 'green'), 'scheduler', words('schedulers'))
        for slot = 0, 15 do
            d:box(x + slot % 8 * 12.9, 61 + slot // 8 * 13, 11, 10, colour('warp', 'green'), 1.5)
        end
        d:cell(x, 91, 102, 20, colour('registers', 'green'), '16,384 registers', words('registers'))
        for lane = 0, 31 do
            d:box(x + lane % 16 * 6.4, 117 + lane // 16 * 9, 5.2, 7, colour('lanes', 'blue'), 1)
        end
        d:cell(x, 139, 102, 20, colour('tensor', 'violet'), 'tensor core', words('tensor'))
    end
    d:text(232, 176, '4 × 32 lanes: four warps add in a cycle', words('lanes'))
    d:cell(232, 186, 210, 36, colour('shared', 'violet'), 'shared memory')
    d:cell(448, 186, 212, 36, colour('l1', 'blue'), 'L1 cache')
    d:text(232, 240, cycles('Shared'), words('shared'))
    d:text(660, 240, cycles('L1'), words('l1') .. ' end')
    d:text(436, 240, '256 KiB for both', 'small soft end')

    -- What all SMs share.
    d:cell(10, 274, 660, 34, colour('l2', 'blue'), 'L2 cache, 60 MB: ' .. cycles('L2'))
    for stack = 0, 5 do
        d:cell(182 + stack * 82, 332, 78, 34, colour('dram', 'blue'), 'HBM3e', words('dram'))
    end
    d:text(670, 384, ('141 GB of memory in six stacks: %s, 4.8 TB/s'):format(cycles('Memory')), words('dram') .. ' end')
    d:cell(10, 332, 104, 34, colour('host', 'amber'), 'host memory', lit.host and '' or 'soft')
    d:line({62, 332, 62, 308}, lit.link and 'amber thick' or 'soft')
    for _, x in ipairs {103, 552} do
        d:line({x, 252, x, 274}, lit.l2 and 'blue' or 'soft')
    end
    for stack = 0, 5 do
        d:line({221 + stack * 82, 308, 221 + stack * 82, 332}, lit.dram and 'blue' or 'soft')
    end
    d:text(10, 384, ('the link: %.0f GB/s'):format(measured('h200.csv', '^ch1%-transfer,toDevicePinned,%d+,[%d.]+,([%d.]+),GB/s')), words('link'))

    -- The way of a request.
    for i = 2, #(what.path or {}) do
        local from, to = STOPS[what.path[i - 1]], STOPS[what.path[i]]
        d:line({WAY, from, WAY, to}, 'red thick')
        if i == #what.path then
            d:head(WAY, to + (to > from and 5 or -5), WAY, from, 'red')
        end
    end
    if what.path and table.concat(what.path, ' '):find('l1', 1, true) then
        d:line({WAY, STOPS.l1, WAY + 14, STOPS.l1}, 'red thick')
        d:head(WAY + 19, STOPS.l1, WAY, STOPS.l1, 'red')
    end
    if what.words then
        d:text(340, 406, what.words, 'middle red')
    end
    d:print()
end

return chip
