-- What a timeline of ch0-vecadd shows: copies there, the kernel, the copy back, from results/h200.csv, to scale.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 166)
local LEFT, WIDTH = 70, 596
if draw.narrow then
    LEFT, WIDTH = 52, 282
end

local ms = {}
for line in io.lines('results/h200.csv') do
    local kernel, time = line:match('^ch0%-vecadd,(%w+),67108864,([%d.]+)')
    if kernel then
        ms[kernel] = tonumber(time)
    end
end
local whole = ms.copyToDevice + ms.vecAdd + ms.copyToHost
local function x_of(time)
    return LEFT + time / whole * WIDTH
end

d:text(LEFT - 8, 47, 'copies', 'small end')
d:text(LEFT - 8, 93, 'kernels', 'small end')
d:cell(x_of(0), 28, x_of(ms.copyToDevice) - LEFT, 28, 'violet', ('copyToDevice, %.1f ms'):format(ms.copyToDevice), 'small')
d:box(x_of(ms.copyToDevice), 74, math.max(x_of(ms.vecAdd) - LEFT, 2), 28, 'green full', 0)
d:text(x_of(ms.copyToDevice) - 8, 93, ('vecAdd, %.2f ms'):format(ms.vecAdd), 'small end green')
local back, words = x_of(ms.copyToDevice + ms.vecAdd), ('copyToHost, %.1f ms'):format(ms.copyToHost)
d:cell(back, 28, LEFT + WIDTH - back, 28, 'violet', not draw.narrow and words, 'small')
if draw.narrow then
    d:text(LEFT + WIDTH, 69, words, 'small end violet')
end
for time = 0, whole, 10 do
    d:line({x_of(time), 18, x_of(time), 122}, 'plain hair')
    d:text(x_of(time), 138, ('%d'):format(time), 'small middle soft')
end
d:text(LEFT + WIDTH, 160, 'milliseconds', 'small end soft')
d:print()
