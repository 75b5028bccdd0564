-- A tile of 32 × 32 words in shared memory, as its banks see it: a warp writes a row (blue), and later reads a
-- column. The places are those of the simulator's trace of ch1-transpose.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(680, 354)
local BANKS, S = 32, 6.4
local TOP = 48

-- One tile at x: what its kernel's warp writes and reads; `words` it takes in all.
local function tile(x, title, kernel, words, below)
    local row = trace.first('banks-' .. kernel, 'store', 'shared')
    local column = trace.first('banks-' .. kernel, 'load', 'shared')
    local written, read, busy, most = {}, {}, {}, 0
    for lane = 0, BANKS - 1 do
        written[row[lane] // 4] = true
        read[column[lane] // 4] = true
        local bank = column[lane] // 4 % BANKS
        busy[bank] = (busy[bank] or 0) + 1
        most = math.max(most, busy[bank])
    end
    local good = most == 1
    d:text(x, 14, title, 'code bold')
    d:text(x, 40, '0', 'small soft')
    d:text(x + BANKS * S / 2, 40, 'bank', 'small soft middle')
    d:text(x + BANKS * S, 40, '31', 'small soft end')
    local rows = words // BANKS
    for i = 0, BANKS do
        d:line({x + i * S, TOP, x + i * S, TOP + rows * S}, 'plain hair')
    end
    for i = 0, rows do
        d:line({x, TOP + i * S, x + BANKS * S, TOP + i * S}, 'plain hair')
    end
    for word = 0, words - 1 do
        local colour = read[word] and (good and 'green full' or 'red full') or written[word] and 'blue full'
        if colour then
            d:box(x + word % BANKS * S + 0.6, TOP + word // BANKS * S + 0.6, S - 1.2, S - 1.2, colour, 1)
        end
    end
    local y = TOP + 33 * S + 16
    d:text(x, y, most == 1 and '1 wavefront' or most .. ' wavefronts', 'bold ' .. (good and 'green' or 'red'))
    for i, line in ipairs(below) do
        d:text(x, y + 3 + 16 * i, line, 'small soft')
    end
end

tile(4, 'tile[32][32]', 'transposeTiled', 32 * 32,
    {'The column that a warp reads', 'lies in one bank.'})
tile(238, 'tile[32][33], padded', 'transposePadded', 32 * 33,
    {'Each row begins one bank further', 'on: the column lies in all 32.'})
tile(472, 'tile[32][32], swizzled', 'transposeSwizzled', 32 * 32,
    {'Element (x, y) is kept at', 'place x xor y of its row.'})
d:cell(4, 330, 12, 12, 'blue full')
d:text(22, 340, 'the row that a warp writes', 'small')
d:cell(238, 330, 12, 12, 'green full')
d:cell(254, 330, 12, 12, 'red full')
d:text(272, 340, 'the column that it reads, without and with conflicts', 'small')
d:cut({0, 0, 234, 318}, {234, 0, 234, 318}, {468, 0, 212, 318}, {0, 326, 234, 20}, {234, 326, 340, 20})
d:print()
