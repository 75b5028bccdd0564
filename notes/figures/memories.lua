-- The memories of a GPU: who sees each, how large it is, how far away. Sizes and latencies: H200.
local draw = dofile 'notes/figures/draw.lua'
local cycles = {} -- of a load, as ch2-latency measured them
for line in io.lines('results/h200-counters.csv') do
    local kernel, value = line:match('^ch2%-latency,chase(%w+),%d+,cycles_per_step,cycle,([%d.]+)')
    if kernel then
        cycles[kernel] = ('%.0f cycles'):format(value)
    end
end
local d = draw.canvas(680, 392)

d:box(10, 26, 660, 148, 'plain none', 6)
d:text(22, 18, 'SM, one of 132', 'bold')
-- per thread
d:text(24, 48, 'each thread', 'small soft')
for i = 0, 3 do
    d:cell(24 + i * 40, 56, 36, 34, 'green', 'R', 'code')
end
d:text(24, 108, 'registers: at most 255 each,', 'small')
d:text(24, 123, '64 Ki words per SM', 'small')
d:text(24, 143, 'local: what does not fit there,', 'small')
d:text(24, 158, 'in global memory', 'small')
-- per block
d:text(222, 48, 'each block', 'small soft')
d:cell(222, 56, 190, 34, 'violet', 'shared memory', '')
d:text(222, 108, '__shared__, up to 227 KiB a block', 'small')
d:text(222, 123, '32 banks of 4 bytes', 'small')
d:text(222, 143, cycles.Shared, 'small bold')
-- caches
d:text(448, 48, 'all blocks on this SM', 'small soft')
d:cell(448, 56, 104, 34, 'blue', 'L1 cache')
d:cell(560, 56, 100, 34, 'blue', 'constant')
d:text(448, 108, '256 KiB, less', 'small')
d:text(448, 123, 'what is used as', 'small')
d:text(448, 138, 'shared memory', 'small')
d:text(560, 108, '__constant__,', 'small')
d:text(560, 123, '64 KiB in all;', 'small')
d:text(560, 138, 'one address', 'small')
d:text(560, 153, 'at a time', 'small')

d:arrow(500, 176, 500, 226, 'blue')
d:cell(10, 230, 660, 40, 'blue', 'L2 cache, 60 MB, for the whole GPU: ' .. cycles.L2)
d:arrow(340, 272, 340, 296, 'blue')
d:cell(10, 300, 520, 44, 'blue', 'global memory (DRAM), 4.8 TB/s: ' .. cycles.Memory)
d:cell(566, 300, 104, 44, 'plain', 'host memory')
d:line({532, 322, 564, 322}, 'soft thick')
d:text(10, 366, 'cudaMalloc, __device__: seen by every thread of every grid, and by the host through copies,', 'small soft')
d:text(10, 382, 'until it is freed. Moved in sectors of 32 bytes.', 'small soft')
d:print()
