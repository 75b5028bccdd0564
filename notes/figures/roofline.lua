-- The roofline of an H200 with the kernels of the book whose operations are known: operations per byte that DRAM moved,
-- and the rate reached, both from ncu's rows in results/h200-counters.csv.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 438)

local BANDWIDTH, PEAK = 4.8e12, 66.9e12
local LEFT, RIGHT, TOP, BOTTOM = 62, 660, 22, 378
if draw.narrow then
    LEFT, RIGHT = 40, 324
end
local FROM, TO, LOW, HIGH = -2, 3, 9, 14 -- powers of ten: operations per byte, operations per second

local function x_of(intensity)
    return LEFT + (math.log(intensity, 10) - FROM) / (TO - FROM) * (RIGHT - LEFT)
end
local function y_of(rate)
    return BOTTOM - (math.log(rate, 10) - LOW) / (HIGH - LOW) * (BOTTOM - TOP)
end

-- program, n -> operations of one run of any of its kernels (of those that match `only`); colour
local N20, N24, CUBE = 2 ^ 20, 2 ^ 24, 2 * 512 ^ 3
local COUNTED = {
    {'ch3-reduce', '16777216', N24, 'amber'}, {'ch3-shared', '16777216', N24, 'amber'}, {'ch3-join', '1048576', N20, 'amber'},
    {'ch3-ops', '1048576', N20, 'amber'}, {'ch3-segmented', '1048576', N20, 'amber'}, {'ch3-scan', '1048576', N20, 'amber'},
    {'ch3-lookback', '1048576', N20, 'amber'},
    {'ch4-unroll', '16777216', N24, 'green'}, {'ch4-limit', '16777216', N24, 'green'}, {'ch4-ticket', '16777216', N24, 'green'},
    {'ch2-blocksize', '4096', N24, 'blue'}, {'ch1-coalesce', '1048576', N20, 'blue', '^walk'},
    {'ch1-weights', '1048576', 18 * N20, 'blue', '^stencil'}, -- nine products and nine sums for each element
    {'ch1-matmul', '1024', 8 * CUBE, 'violet'}, {'ch6-sgemm', '2048x2048x1024', 32 * CUBE, 'red'},
    {'ch6-tuned', '2048x2048x1024', 32 * CUBE, 'red'},
    {'ch3-softmax', '4096', 7 * N24, 'amber', '^softmax'}, -- maximum; difference, exponential, sum; difference, exponential, quotient
    {'ch3-softmax -m 8192', '4096', 14 * N24, 'amber', '^softmax'},
    {'ch3-layernorm', '4096', 8 * N24, 'amber', '^norm'}, -- sum; difference, square, sum; difference, two products, sum
    {'ch3-histogram', '16777216', N24, 'amber'},
}
local NAMED = {reduceNeighbored = {-106, 4}, sumTunedInt = {8, -8}, reduceShuffle = {10, -6}, matmulByRows = {-88, 4},
    matmulPlain = {-78, 4}, matmulFixed32 = {-90, 4}, sgemmNaive = {-30, 18}, sgemmTuned = {-78, 4}, sum1x256 = {-58, 4}, segmentThread = {10, 4}, stencilTile = {8, 12}, softmaxKept = {8, -6}, histGlobal = {10, 4}}

if draw.narrow then -- two names would stand on others
    NAMED.reduceNeighbored, NAMED.softmaxKept = nil, nil
end

local counts = {}
for line in io.lines('results/h200-counters.csv') do
    local program, kernel, n, metric, _, gpu = line:match('^([^,]*),([^,]*),([^,]*),([^,]*),([^,]*),([^,]*)')
    local key = program .. ' ' .. kernel .. ' ' .. n
    counts[key] = counts[key] or {program = program, kernel = kernel, n = n, at = #counts + 1}
    counts[key][metric] = tonumber(gpu)
    if not counts[counts[key].at] then
        counts[#counts + 1] = counts[key]
    end
end

for power = FROM, TO do
    d:line({x_of(10 ^ power), TOP, x_of(10 ^ power), BOTTOM}, 'plain hair')
    d:text(x_of(10 ^ power), BOTTOM + 17, ({[-2] = '0.01', [-1] = '0.1'})[power] or ('%d'):format(10 ^ power), 'small middle soft')
end
for power = LOW, HIGH do
    d:line({LEFT, y_of(10 ^ power), RIGHT, y_of(10 ^ power)}, 'plain hair')
    d:text(LEFT - 6, y_of(10 ^ power) + 4, ({'1 G', '10 G', '100 G', '1 T', '10 T', '100 T'})[power - LOW + 1], 'small end soft')
end
d:text((LEFT + RIGHT) / 2, BOTTOM + 38, 'operations per byte that DRAM moves', 'small middle')
d:text(LEFT, TOP - 8, 'operations per second', 'small')

local ridge = PEAK / BANDWIDTH
d:line({x_of(10 ^ FROM), y_of(10 ^ FROM * BANDWIDTH), x_of(ridge), y_of(PEAK), x_of(10 ^ TO), y_of(PEAK)}, 'ink thick')
d:text(x_of(0.03) - 8, y_of(0.03 * BANDWIDTH) - 8, '4.8 TB/s', 'small bold end')
d:text(draw.narrow and RIGHT or x_of(ridge) + 10, y_of(PEAK) + (draw.narrow and -7 or 17), '66.9 TFLOP/s', draw.narrow and 'small bold end' or 'small bold')

for _, run in ipairs(COUNTED) do
    for _, count in ipairs(counts) do
        local read, time = count['dram__bytes_read.sum'], count['gpu__time_duration.sum']
        -- (Of a kernel that is launched for several levels the last one was counted, which reads a few kilobytes.)
        if count.program == run[1] and count.n == run[2] and count.kernel:find(run[5] or '') and time and read and read > 1e6 then
            local bytes = read + (count['dram__bytes_write.sum'] or 0)
            local x, y = x_of(run[3] / bytes), y_of(run[3] / (time * 1e-6))
            d:box(x - 3.5, y - 3.5, 7, 7, run[4] .. ' full', 3.5)
            local label = NAMED[count.kernel]
            if label then
                d:text(x + label[1], y + label[2], count.kernel, 'code small')
            end
        end
    end
end
d.height = d:key(draw.narrow and 8 or LEFT, 424, {{'blue full', 'chapters 1 and 2'}, {'violet full', 'products of chapter 1'}, {'amber full', 'chapter 3'}, {'green full', 'chapter 4'},
    {'red full', 'chapter 6'}})
d:print()
