-- The memories of a GPU: who sees each, how large it is, how far away. Sizes and latencies: H200.
local draw = dofile 'notes/figures/draw.lua'
local cycles = {} -- of a load, as ch2-latency measured them
for line in io.lines('results/h200-counters.csv') do
    local kernel, value = line:match('^ch2%-latency,chase(%w+),%d+,cycles_per_step,cycle,([%d.]+)')
    if kernel then
        cycles[kernel] = ('%.0f cycles'):format(value)
    end
end
local d = draw.canvas(draw.width, draw.narrow and 560 or 392)

-- The SM's memories side by side, on a telephone two and two. Each is drawn from (x, y) on, with what is to be said about it.
local function memory(x, y, who, width, cells, colour, ...)
    d:text(x, y, who, 'small soft')
    for i, name in ipairs(cells) do
        d:cell(x + (i - 1) * (width + 4), y + 8, width, 34, colour, name, name == 'R' and 'code' or '')
    end
    for i, line in ipairs {...} do
        d:text(x, y + 45 + i * 15, line, 'small' .. (line:find('cycles') and ' bold' or ''))
    end
end

local narrow = draw.narrow
d:box(narrow and 2 or 10, 26, narrow and 336 or 660, narrow and 294 or 148, 'plain none', 6)
d:text(narrow and 2 or 22, 18, 'SM, one of 132', 'bold')
memory(narrow and 12 or 24, 48, 'each thread', 36, {'R', 'R', 'R', 'R'}, 'green', 'registers: at most 255 each,', '64 Ki words per SM', 'local: what does not',
    'fit there, in global memory')
memory(narrow and 182 or 222, 48, 'each block', narrow and 146 or 190, {'shared memory'}, 'violet', '__shared__, up to', '227 KiB a block', '32 banks of 4 bytes',
    cycles.Shared)
local x, y = 448, 48
if narrow then
    x, y = 12, 192
end
memory(x, y, 'all blocks on this SM', 104, {'L1 cache'}, 'blue', '256 KiB, less', 'what is used as', 'shared memory')
memory(narrow and 182 or 560, y, '', 100, {'constant'}, 'blue', '__constant__,', '64 KiB in all;', 'one address', 'at a time')

-- What all SMs share.
local left, right, l2 = narrow and 2 or 10, narrow and 338 or 670, narrow and 350 or 230
d:arrow(narrow and 64 or 500, l2 - (narrow and 30 or 54), narrow and 64 or 500, l2 - 4, 'blue')
d:cell(left, l2, right - left, 40, 'blue', 'L2 cache, 60 MB, for the whole GPU: ' .. cycles.L2)
d:arrow((left + right) / 2, l2 + 42, (left + right) / 2, l2 + 66, 'blue')
d:cell(left, l2 + 70, right - left - 140, 44, 'blue', (narrow and 'DRAM, 4.8 TB/s: ' or 'global memory (DRAM), 4.8 TB/s: ') .. cycles.Memory)
d:line({right - 138, l2 + 92, right - 106, l2 + 92}, 'soft thick')
d:cell(right - 104, l2 + 70, 104, 44, 'plain', 'host memory')
d:says(l2 + 136, 'Global memory (cudaMalloc, __device__) is seen by every thread of every grid, and by the host through copies, until it is freed. ' ..
    'It moves in sectors of 32 bytes.')
d:print()
