-- Two branches over four warps: every second thread, and every second warp. Time runs to the right.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 238)
local LANES, S, GAP = 32, 4.25, 8

-- A warp's 32 lanes in one step; on(lane) tells which of them run, in `colour`.
local function lanes(x, y, colour, on)
    for lane = 0, LANES - 1 do
        d:box(x + lane * S, y, S - 1.3, 20, on(lane) and colour .. ' full' or 'plain', 0.5)
    end
end

-- One half: steps(warp) lists what the warp goes through: {colour, on}.
local function half(x, title, steps, below)
    d:text(x, 18, title, 'code bold')
    for warp = 0, 3 do
        local y = 36 + warp * 36
        for i, step in ipairs(steps(warp)) do
            lanes(x + 46 + (i - 1) * (LANES * S + GAP), y, step[1], step[2])
        end
        d:text(x, y + 14, 'warp ' .. warp, 'small soft')
    end
    d:arrow(x + 46, 190, x + 46 + 2 * LANES * S + GAP, 190, 'soft')
    d:text(x + 46 + 2 * LANES * S + GAP, 182, 'time', 'small soft end')
    d:text(x + 46, 210, below[1], 'small bold ' .. below[3])
    d:text(x + 46, 227, below[2], 'small soft')
end

local function all() return true end
local function even(lane) return lane % 2 == 0 end
local function odd(lane) return lane % 2 == 1 end

half(6, 'if (i % 2 == 0)', function () return {{'green', even}, {'violet', odd}} end,
    {'8 × rounds instructions', '16 threads each: every warp takes both branches', 'amber'})
half(350, 'if (i / 32 % 2 == 0)', function (warp)
    return {warp % 2 == 0 and {'green', all} or {'violet', all}}
end, {'4 × rounds instructions', '32 threads each: a warp takes one of the two', 'green'})
d:cell(548, 6, 12, 12, 'green full')
d:text(564, 16, 'if', 'small code')
d:cell(588, 6, 12, 12, 'violet full')
d:text(604, 16, 'else', 'small code')
d:cell(642, 6, 12, 12, 'plain')
d:text(658, 16, 'idle', 'small')
d:fold(333)
d:print()
