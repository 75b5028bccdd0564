-- Latency hidden on a timeline: one warp waits after each load; four warps of one scheduler fill each other's waits.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 270)

local LEFT, STEP, STEPS = 96, 14, 36 -- a step of time in pixels; an instruction issues in one, a load takes nine
if draw.narrow then
    LEFT, STEP, STEPS = 70, 11, 18
end
local WAIT = 8

local function row(y, name, start, rounds)
    d:text(LEFT - 8, y + 13, name, 'small end')
    local x = LEFT + start * STEP
    for round = 1, rounds do
        d:cell(x, y, STEP, 18, 'green full', '')
        d:box(x + STEP, y, math.min(WAIT * STEP, LEFT + STEPS * STEP - x - STEP), 18, 'amber')
        if round == 1 then
            d:text(x + STEP + WAIT * STEP / 2, y + 13, 'waits for its load', 'small middle amber')
        end
        x = x + (WAIT + 1) * STEP
    end
end

local function issue(y, full)
    d:text(LEFT - 8, y + 13, 'scheduler', 'small end bold')
    for t = 0, STEPS - 1 do
        d:box(LEFT + t * STEP, y, STEP - 1, 18, full(t) and 'green full' or 'plain', 1)
    end
end

d:text(10, 16, 'One warp', 'bold')
row(26, 'warp 0', 0, STEPS // (WAIT + 1))
issue(50, function (t) return t % (WAIT + 1) == 0 end)
d:text(LEFT + STEPS * STEP + 8, 64, '1 slot in 9', 'small')

d:text(10, 102, 'Four warps', 'bold')
for warp = 0, 3 do
    row(112 + warp * 24, 'warp ' .. warp, warp, STEPS // (WAIT + 1))
end
issue(212, function (t) return t % (WAIT + 1) < 4 end)
d:text(LEFT + STEPS * STEP + 8, 226, '4 in 9', 'small')
d:arrow(LEFT, 246, LEFT + STEPS * STEP, 246, 'soft')
d:text(LEFT + STEPS * STEP + 8, 250, 'time', 'small soft')
d:says(264, 'With nine warps, or with several loads in each, no slot would stay empty.')
d:print()
