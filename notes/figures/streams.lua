-- Six pieces of work in one stream and in two: copy in (5 units), kernel (4), copy out (5).
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 308)
local PIECES, IN, RUN, OUT = 6, 5, 4, 5
local X, UNIT = 112, 6.6
if draw.narrow then
    X, UNIT = 82, 3
end
local LANES = {{'to the device', 'blue'}, {'kernels', 'green'}, {'to the host', 'violet'}}

local function lanes(y)
    for i, lane in ipairs(LANES) do
        d:text(X - 8, y + i * 32 - 12, lane[1], 'small end soft')
        d:line({X, y + i * 32 - 2, d.width - 4, y + i * 32 - 2}, 'plain')
    end
end

-- odd pieces are drawn full where two streams take turns
local function piece(y, lane, start, length, number, full)
    local colour = LANES[lane][2] .. (full and ' full' or '')
    d:cell(X + start * UNIT, y + lane * 32 - 26, length * UNIT - 1.5, 22, colour, number, 'small')
end

local function finish(y, units)
    d:line({X + units * UNIT, y, X + units * UNIT, y + 98}, 'amber dashed')
    d:text(X + units * UNIT + 5, y + 10, units .. ' units', 'small amber')
end

local y = 26
d:text(10, 16, 'One stream: one thing after the other', 'bold')
lanes(y)
local at = 0
for p = 0, PIECES - 1 do
    piece(y, 1, at, IN, p)
    piece(y, 2, at + IN, RUN, p)
    piece(y, 3, at + IN + RUN, OUT, p)
    at = at + IN + RUN + OUT
end
d:line({X + at * UNIT, y, X + at * UNIT, y + 98}, 'amber dashed')
d:text(X + at * UNIT - (draw.narrow and 0 or 5), y + (draw.narrow and 111 or 10), at .. ' units', 'small amber end')

y = 180
d:text(10, 170, draw.narrow and 'Two streams, which meet each other’s copies' or 'Two streams: the copies and the kernel of one meet those of the other', 'bold')
lanes(y)
-- until when each lane is busy, and each stream: what is put into one runs in order
local copied, ran, back, stream = 0, 0, 0, {[0] = 0, 0}
for p = 0, PIECES - 1 do
    local full, start = p % 2 == 1, math.max(copied, stream[p % 2])
    piece(y, 1, start, IN, p, full)
    copied = start + IN
    ran = math.max(copied, ran)
    piece(y, 2, ran, RUN, p, full)
    ran = ran + RUN
    back = math.max(ran, back)
    piece(y, 3, back, OUT, p, full)
    back = back + OUT
    stream[p % 2] = back
end
finish(y, back)
d:says(300, 'Filled pieces are in the second stream.')
d:print()
