-- The steps of the three reductions in global memory, for a block of 64: which lanes of its two warps add, and which
-- elements they touch. From the simulator's trace of ch3-reduce.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(draw.width, 388)
local THREADS, LANES, S, ROW, TOP, LEFT = 64, 32, 3.06, 46, 58, 58
local HIGH = 0 -- from one panel to the next below it
if draw.narrow then
    S, ROW, HIGH = 4.3, 38, 346
end

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

local function panel(x, top, kernel, strides)
    local steps, executions = steps_of(kernel)
    local moved = 0
    d:text(x, top + 14, kernel, 'code bold small')
    for row, stride in ipairs(strides) do
        local y = top + TOP + (row - 1) * ROW
        if x == LEFT then
            d:text(LEFT - 6, y + 9, 'lanes', 'small soft end')
            d:text(LEFT - 6, y + 24, 'elements', 'small soft end')
        end
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
    local y = top + TOP + #strides * ROW + 8
    d:text(x, y, ('a warp executes the addition %d times'):format(executions), 'small')
    d:text(x, y + 16, ('%d sectors are read'):format(moved), 'small')
    d:text(x, top + 40, 'warp 0', 'small soft')
    d:text(x + LANES * S, top + 40, 'warp 1', 'small soft')
end

local up, down = {1, 2, 4, 8, 16, 32}, {32, 16, 8, 4, 2, 1}
panel(LEFT, 0, 'reduceNeighbored', up)
panel(draw.narrow and LEFT or 268, HIGH, 'reduceNeighboredLess', up)
panel(draw.narrow and LEFT or 478, 2 * HIGH, 'reduceInterleaved', down)
d.height = d:key(LEFT, 2 * HIGH + TOP + 6 * ROW + 38, {{'blue full', 'a lane that adds'}, {'green full', 'an element that grows'}, {'violet full', 'one that is added to it'}})
d:print()
