-- Privatization: where the counts of three blocks meet, with one table in global memory and with a table in each block.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(672, 300)
local BIN = {{0, 2, 1, 3, 2, 0, 2, 3}, {2, 0, 0, 1, 3, 2, 0, 3}, {1, 2, 3, 0, 2, 1, 0, 2}} -- of each element, block by block

local function bins(x, y, colour, values)
    for i, value in ipairs(values) do
        d:cell(x + (i - 1) * 26, y, 24, 22, colour, value, 'small')
    end
end

local function blocks(x, y)
    for block = 0, 2 do
        d:cell(x + block * 106, y, 98, 40, 'plain', '')
        d:text(x + block * 106 + 8, y + 16, 'block ' .. block, 'small bold')
        for i = 0, 7 do
            d:box(x + block * 106 + 8 + i * 10.5, y + 24, 8, 8, 'blue full', 1)
        end
    end
end

d:text(8, 16, 'One table', 'bold')
blocks(8, 30)
for block = 0, 2 do
    for i, bin in ipairs(BIN[block + 1]) do
        d:line({8 + block * 106 + 12 + (i - 1) * 10.5, 64, 110 + bin * 26 + 12, 226}, 'red hair')
    end
end
bins(110, 228, 'red full', {7, 4, 8, 5})
d:text(162, 272, '24 atomics in L2, one after the other', 'small middle red')
d:text(162, 290, 'global memory', 'small middle soft')

d:text(358, 16, 'A table in each block', 'bold')
blocks(358, 30)
for block = 0, 2 do
    local x, counts = 358 + block * 106, {0, 0, 0, 0}
    for i, bin in ipairs(BIN[block + 1]) do
        counts[bin + 1] = counts[bin + 1] + 1
        d:line({x + 12 + (i - 1) * 10.5, 64, x + bin * 24 + 12, 114}, 'green hair')
    end
    for i, value in ipairs(counts) do
        d:cell(x + (i - 1) * 24, 116, 22, 22, 'green full', value, 'small')
        d:line({x + (i - 1) * 24 + 11, 139, 460 + (i - 1) * 26 + 12, 226}, 'violet hair')
    end
end
d:text(358, 158, 'shared memory', 'small soft')
bins(460, 228, 'violet full', {7, 4, 8, 5})
d:text(512, 272, 'one atomic for each bin of a block: 12', 'small middle violet')
d:text(512, 290, 'global memory', 'small middle soft')
d:fold(323)
d:print()
