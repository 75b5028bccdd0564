-- The tiled product with values: a block of 2 x 2 on matrices of 4 x 4, both phases, the tiles and the sums after each.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 500 or 330)

local A = {{1, 2, 0, 1}, {3, 1, 2, 0}, {0, 1, 1, 2}, {2, 0, 1, 3}}
local B = {{2, 1, 0, 1}, {0, 3, 1, 2}, {1, 0, 2, 1}, {4, 1, 0, 2}}
local S = 26
local AT = {a = 8, b = 132, arrow = 248, tile_a = 288, tile_b = 358, sums = 440, high = 156}
if draw.narrow then -- what the threads add comes below the tiles
    S, AT = 22, {a = 8, b = 112, arrow = 212, tile_a = 244, tile_b = 294, sums = 8, high = 240}
end

local function matrix(x, y, name, values, lit)
    d:text(x, y - 7, name, 'bold')
    for i, row in ipairs(values) do
        for j, value in ipairs(row) do
            d:cell(x + (j - 1) * S, y + (i - 1) * S, S - 2, S - 2, lit(i, j) or 'plain', tostring(value), 'small')
        end
    end
end

local function part(m, row, column)
    return {{m[row][column], m[row][column + 1]}, {m[row + 1][column], m[row + 1][column + 1]}}
end

local sums = {{0, 0}, {0, 0}}
for phase = 0, 1 do
    local y, k = 34 + phase * AT.high, phase * 2
    d:text(8, y - 18, 'Phase ' .. phase, 'bold violet')
    matrix(AT.a, y + 8, 'A', A, function (i, j) return i <= 2 and (j - 1) // 2 == phase and 'green' end)
    matrix(AT.b, y + 8, 'B', B, function (i, j) return j <= 2 and (i - 1) // 2 == phase and 'violet' end)
    local a, b = part(A, 1, k + 1), part(B, k + 1, 1)
    d:arrow(AT.arrow, y + 50, AT.arrow + 28, y + 50, 'soft')
    matrix(AT.tile_a, y + 8, draw.narrow and 'tA' or 'tileA', a, function () return 'green full' end)
    matrix(AT.tile_b, y + 8, draw.narrow and 'tB' or 'tileB', b, function () return 'violet full' end)
    local text = {}
    for i = 1, 2 do
        for j = 1, 2 do
            local add = a[i][1] * b[1][j] + a[i][2] * b[2][j]
            local now = sums[i][j] + add
            text[#text + 1] = ('thread (%d, %d): %d + %d·%d + %d·%d = %d'):format(i - 1, j - 1, sums[i][j], a[i][1], b[1][j],
                a[i][2], b[2][j], now)
            sums[i][j] = now
        end
    end
    for i, line in ipairs(text) do
        d:text(AT.sums, y + (draw.narrow and 122 or 4) + i * (draw.narrow and 18 or 22), line, 'small')
    end
    d:lines(draw.narrow and 8 or 288, y + (draw.narrow and 116 or 84), 'four threads, one element of each tile for each', 'small soft', draw.narrow and 320 or 140)
end
d:says(AT.high * 2 + 12, 'After the last phase each thread stores its sum: C begins with ' .. sums[1][1] .. ', ' .. sums[1][2] .. ' above ' ..
    sums[2][1] .. ', ' .. sums[2][2] .. '.', 'ink')
d:print()
