-- The steps of the three reductions in global memory, for a block of 64: which lanes of its two warps add, and which
-- elements they touch. From the simulator's trace of ch3-reduce.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(680, 388)
local THREADS, LANES, S, ROW, TOP = 64, 32, 3.06, 46, 58

-- The additions of a kernel by their stride: an addition is two loads and a store, and the stride is how far the
-- loads lie apart.
local function steps_of(kernel)
    local steps, accesses, executions = {}, trace.read('steps-' .. kernel), 0
    for i = 1, #accesses - 2, 3 do
        local a, b, to = accesses[i], accesses[i + 1], accesses[i + 2]
        local lane = next(to.places)
        local stride = math.abs(a.places[lane] - b.places[lane]) // 4
        if stride > 0 then
            steps[stride] = steps[stride] or {}
            table.insert(steps[stride], {warp = to.warp, a = a.places, b = b.places, to = to.places})
            executions = executions + 1
        end
    end
    return steps, executions
end

-- The sectors of 32 bytes that a request touches.
local function sectors(places)
    local seen, count = {}, 0
    for _, place in pairs(places) do
        if not seen[place // 32] then
            seen[place // 32], count = true, count + 1
        end
    end
    return count
end

local function panel(x, kernel, strides)
    local steps, executions = steps_of(kernel)
    local moved = 0
    d:text(x, 14, kernel, 'code bold small')
    for row, stride in ipairs(strides) do
        local y = TOP + (row - 1) * ROW
        for warp = 0, 1 do
            d:box(x + warp * LANES * S - 0.8, y, LANES * S - 0.6, 11, 'plain', 1)
        end
        d:box(x - 0.8, y + 15, THREADS * S + 0.6, 11, 'plain', 1)
        for _, add in ipairs(steps[stride]) do
            moved = moved + sectors(add.a) + sectors(add.b)
            for lane, to in pairs(add.to) do
                local from = add.a[lane] == to and add.b[lane] or add.a[lane]
                add[#add + 1] = {lane, to // 4, from // 4}
            end
            table.sort(add, function (p, q) return p[1] < q[1] end) -- the same figure every time
            for _, one in ipairs(add) do
                d:box(x + (add.warp * LANES + one[1]) * S + 0.4, y + 1, S - 1.4, 9, 'blue full', 0.5)
                d:box(x + one[2] * S + 0.4, y + 16, S - 1.4, 9, 'green full', 0.5)
                d:box(x + one[3] * S + 0.4, y + 16, S - 1.4, 9, 'violet full', 0.5)
            end
        end
    end
    local y = TOP + #strides * ROW + 8
    d:text(x, y, ('a warp executes the addition %d times'):format(executions), 'small')
    d:text(x, y + 16, ('%d sectors are read'):format(moved), 'small')
    d:text(x, 40, 'warp 0', 'small soft')
    d:text(x + LANES * S, 40, 'warp 1', 'small soft')
end

local up, down = {1, 2, 4, 8, 16, 32}, {32, 16, 8, 4, 2, 1}
panel(58, 'reduceNeighbored', up)
panel(268, 'reduceNeighboredLess', up)
panel(478, 'reduceInterleaved', down)
for row = 1, 6 do
    d:text(2, TOP + (row - 1) * ROW + 9, 'lanes', 'small soft')
    d:text(2, TOP + (row - 1) * ROW + 24, 'elements', 'small soft')
end
d:cell(58, 372, 11, 11, 'blue full')
d:text(74, 382, 'a lane that adds', 'small')
d:cell(184, 372, 11, 11, 'green full')
d:text(200, 382, 'an element that grows', 'small')
d:cell(340, 372, 11, 11, 'violet full')
d:text(356, 382, 'one that is added to it', 'small')
d:print()
