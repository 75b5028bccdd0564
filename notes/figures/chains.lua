-- One chain of multiply-adds and four, in one warp: when each instruction issues, and how long it is in flight.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 226)
local LEFT, STEP, LATENCY, CYCLES = 92, 30, 4, 18
if draw.narrow then
    LEFT, STEP = 50, 13
end

-- chains: how many; each issues as soon as its own last result is there, one a cycle in all
local function part(y, title, chains)
    d:text(8, y, title, 'bold')
    local issued = 0
    for chain = 0, chains - 1 do
        local top = y + 10 + chain * 20
        d:text(LEFT - 8, top + 12, 'chain ' .. chain, 'small end')
        for start = chain, CYCLES - 1, LATENCY do
            local length = math.min(LATENCY, CYCLES - start)
            d:box(LEFT + start * STEP, top, length * STEP - 2, 15, 'amber', 2)
            d:box(LEFT + start * STEP, top, STEP - 2, 15, 'green full', 2)
            issued = issued + 1
        end
    end
    d:text(LEFT + CYCLES * STEP + 4, y + 22, issued .. ' of ' .. CYCLES, 'small bold')
end

part(16, 'One chain: each waits for the one before it', 1)
part(76, 'Four chains: nothing to wait for', 4)
for cycle = 0, CYCLES, 2 do
    d:text(LEFT + cycle * STEP, 186, cycle, 'small middle soft')
end
d:text(8, 186, 'cycle', 'small soft')
d.height = d:key(8, 204, {{'green full', 'issues'}, {'amber', 'in flight: four cycles until the result can be used'}})
d:print()
