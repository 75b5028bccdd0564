-- Copies and arithmetic of one block on a timeline: one after the other with two barriers, and three stages by cp.async.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 262)
local LEFT, PARTS, COPY, STAGE, MULTIPLY = 92, 4, 66, 96, 68 -- parts copied in turn; a copy alone, one of three, a product
if draw.narrow then
    LEFT, PARTS, COPY, STAGE, MULTIPLY = 62, 3, 40, 53, 37
end
local RIGHT = draw.width - 4

local function row(y, name)
    d:text(LEFT - 8, y + 15, name, 'small end')
end

d:text(8, 16, 'sgemmQuads: copy, barrier, multiply, barrier', 'bold')
row(28, 'copies')
row(56, 'FMA pipe')
for part = 0, PARTS - 1 do
    local x = LEFT + part * (2 * COPY + 13)
    local multiply = x + COPY + 6
    d:cell(x, 28, COPY, 22, 'violet', 'part ' .. part, 'small')
    d:cell(multiply, 56, COPY, 22, 'green full', 'part ' .. part, 'small')
    d:box(x, 56, COPY, 22, 'amber')
    d:text(x + COPY / 2, 71, 'waits', 'small middle amber')
    d:line({multiply - 3, 24, multiply - 3, 82}, 'red thick')
    d:line({multiply + COPY + 3.5, 24, multiply + COPY + 3.5, 82}, 'red thick')
end

d:text(8, 118, 'Three stages: a copy that nobody waits for', 'bold')
row(130, 'stage 0')
row(156, 'stage 1')
row(182, 'stage 2')
row(214, 'FMA pipe')
for part = 0, 6 do
    -- The first two copies follow each other at once, each other one the product that frees its stage.
    local x = LEFT + STAGE + 4 + part * (MULTIPLY + 4)
    local start = part < 2 and LEFT + part * STAGE // 4 or x - 2 * (MULTIPLY + 4)
    if start + STAGE < RIGHT then
        d:cell(start, 130 + part % 3 * 26, STAGE, 20, 'violet', 'part ' .. part, 'small')
    end
    if x + MULTIPLY < RIGHT + 2 then
        d:cell(x, 214, MULTIPLY, 22, 'green full', 'part ' .. part, 'small')
        d:line({x + MULTIPLY + 2, 210, x + MULTIPLY + 2, 240}, 'red')
    end
end
d:says(256, 'Red: a barrier of the block. A stage is filled again when its part has been multiplied.')
d:print()
