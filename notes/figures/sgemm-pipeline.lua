-- Copies and arithmetic of one block on a timeline: one after the other with two barriers, and three stages by cp.async.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 262)
local LEFT = 92

local function row(y, name)
    d:text(LEFT - 8, y + 15, name, 'small end')
end

d:text(8, 16, 'sgemmQuads: copy, barrier, multiply, barrier', 'bold')
row(28, 'copies')
row(56, 'FMA pipe')
for part = 0, 3 do
    local x = LEFT + part * 145
    d:cell(x, 28, 66, 22, 'violet', 'part ' .. part, 'small')
    d:cell(x + 72, 56, 66, 22, 'green full', 'part ' .. part, 'small')
    d:box(x, 56, 66, 22, 'amber')
    d:text(x + 33, 71, 'waits', 'small middle amber')
    d:line({x + 69, 24, x + 69, 82}, 'red thick')
    d:line({x + 141.5, 24, x + 141.5, 82}, 'red thick')
end

d:text(8, 118, 'Three stages: a copy that nobody waits for', 'bold')
row(130, 'stage 0')
row(156, 'stage 1')
row(182, 'stage 2')
row(214, 'FMA pipe')
for part = 0, 6 do
    local start = part < 2 and part * 24 or 100 + (part - 2) * 72
    local y = 130 + part % 3 * 26
    if LEFT + start + 96 < 676 then
        d:cell(LEFT + start, y, 96, 20, 'violet', 'part ' .. part, 'small')
    end
    local x = LEFT + 100 + part * 72
    if x + 68 < 678 then
        d:cell(x, 214, 68, 22, 'green full', 'part ' .. part, 'small')
        d:line({x + 70, 210, x + 70, 240}, 'red')
    end
end
d:text(8, 256, 'Red: a barrier of the block. A stage is filled again when its part has been multiplied.', 'small soft')
d:print()
