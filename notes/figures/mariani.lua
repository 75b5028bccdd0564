-- The Mandelbrot set by rectangles, as chapter 5's kernels cut it: borders that are uniform are filled, others are cut, and
-- small ones computed.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 348)
local PIXELS, FIRST, LEAST, ROUNDS, SCALE = 256, 32, 8, 96, 1.25

local known = {}
local function dwell(px, py)
    local key = py * PIXELS + px
    if not known[key] then
        local cx, cy, x, y, n = -2 + 2.6 * (px + 0.5) / PIXELS, -1.3 + 2.6 * (py + 0.5) / PIXELS, 0, 0, 0
        while n < ROUNDS and x * x + y * y <= 4 do
            x, y, n = x * x - y * y + cx, 2 * x * y + cy, n + 1
        end
        known[key] = n
    end
    return known[key]
end

-- The dwell of a rectangle's border if it is uniform, else nil.
local function border(px, py, side)
    local first = dwell(px, py)
    for i = 0, side - 1 do
        if dwell(px + i, py) ~= first or dwell(px + i, py + side - 1) ~= first or dwell(px, py + i) ~= first or
            dwell(px + side - 1, py + i) ~= first then
            return nil
        end
    end
    return first
end

local filled, cut, computed = 0, 0, 0
local function rectangle(px, py, side)
    local x, y, s = 8 + px * SCALE, 14 + py * SCALE, side * SCALE
    local same = border(px, py, side)
    if same then
        filled = filled + 1
        d:box(x, y, s - 0.6, s - 0.6, same == ROUNDS and 'violet full' or 'green', 0)
    elseif side <= LEAST then
        computed = computed + 1
        d:box(x, y, s - 0.6, s - 0.6, 'amber', 0)
    else
        cut = cut + 1
        for quarter = 0, 3 do
            rectangle(px + quarter % 2 * side // 2, py + quarter // 2 * side // 2, side // 2)
        end
    end
end
for i = 0, (PIXELS // FIRST) ^ 2 - 1 do
    rectangle(i % (PIXELS // FIRST) // 1 * FIRST, i // (PIXELS // FIRST) * FIRST, FIRST)
end

local x = 356
d:text(x, 30, ('%d × %d pixels, rectangles of %d'):format(PIXELS, PIXELS, FIRST), 'bold')
local seen = 0
for _ in pairs(known) do
    seen = seen + 1
end
for i, row in ipairs({{'green', filled, 'filled: the border has one dwell'}, {'violet full', nil, 'the same, and it is the set itself'},
    {'amber', computed, 'computed pixel by pixel: too small to cut'}}) do
    d:box(x, 30 + i * 30, 16, 16, row[1], 0)
    d:text(x + 26, 43 + i * 30, (row[2] and row[2] .. ' ' or '') .. row[3], 'small')
end
d:text(x, 170, ('%d were cut into four: a launch each'):format(cut), 'small')
d:text(x, 190, 'in mandelNested.', 'small')
d:text(x, 222, 'Large rectangles save work. Along the edge of the', 'small soft')
d:text(x, 238, 'set all are small, and save little.', 'small soft')
d:fold(340)
d:print()
