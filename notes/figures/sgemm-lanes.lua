-- Rungs 1 and 2 of the product: what the 32 lanes of a warp read of A and of B in one step, and which elements of C are
-- theirs. From the simulator's trace of ch6-sgemm with matrices of 32 x 8 and 8 x 32.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(680, 334)
local N, K, S = 32, 8, 4.6

-- A matrix of rows x columns; those of its elements that stand in `lit` (by number) are filled.
local function matrix(x, y, rows, columns, name, lit, colour)
    d:box(x - 1, y - 1, columns * S + 1, rows * S + 1, 'plain', 0)
    local sectors, count = {}, 0
    for place in pairs(lit) do
        if not sectors[place // 8] then
            sectors[place // 8], count = true, count + 1
        end
    end
    for place = 0, rows * columns - 1 do
        if lit[place] then
            d:box(x + place % columns * S, y + place // columns * S, S - 1, S - 1, colour .. ' full', 0)
        end
    end
    d:text(x, y - 7, name, 'small bold')
    return count
end

local function set(places)
    local lit = {}
    for lane = 0, 31 do
        lit[places[lane] // 4] = true
    end
    return lit
end

local function panel(x, kernel, title)
    local loads, store = {}, nil
    for _, access in ipairs(trace.read('sgemm-' .. kernel)) do
        if access.op == 'load' then
            loads[#loads + 1] = access.places
        else
            store = access.places
        end
    end
    local b, a = loads[1], loads[2]
    if a[0] == a[1] and b[0] ~= b[1] and kernel == 'sgemmNaive' then
        a, b = b, a
    end
    d:text(x, 16, title, 'bold')
    d:text(x, 33, kernel, 'code small')
    local of_b = matrix(x + 62, 66, K, N, 'B', set(b), 'violet')
    local of_a = matrix(x, 128, N, K, 'A', set(a), 'blue')
    matrix(x + 62, 128, N, N, 'C', set(store), 'green')
    d:text(x + 226, 82, ('B: %d sector%s'):format(of_b, of_b > 1 and 's' or ''), 'small ' .. (of_b > 4 and 'red bold' or 'green'))
    d:text(x + 226, 160, ('A: %d sector%s'):format(of_a, of_a > 1 and 's' or ''), 'small ' .. (of_a > 4 and 'red bold' or 'green'))
    d:text(x + 226, 182, 'in one step', 'small soft')
end

panel(8, 'sgemmNaive', 'Rung 1: lanes down a column')
panel(354, 'sgemmCoalesced', 'Rung 2: lanes along a row')
d:key(8, 296, {{'blue full', 'read of A'}, {'violet full', 'read of B'}, {'green full', 'the elements of C that the warp makes'}}, draw.narrow and 320)
d:says(334, 'A sector is eight neighbours of a row.')
d:cut({0, 0, 340, 284}, {346, 0, 334, 284}, {0, 292, 340, 38})
d:print()
