-- The tiled product with values: a block of 2 x 2 on matrices of 4 x 4, both phases, the tiles and the sums after each.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 330)

local A = {{1, 2, 0, 1}, {3, 1, 2, 0}, {0, 1, 1, 2}, {2, 0, 1, 3}}
local B = {{2, 1, 0, 1}, {0, 3, 1, 2}, {1, 0, 2, 1}, {4, 1, 0, 2}}
local S = 26

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
    local y, k = 34 + phase * 156, phase * 2
    d:text(8, y - 18, 'Phase ' .. phase, 'bold violet')
    matrix(8, y + 8, 'A', A, function (i, j) return i <= 2 and (j - 1) // 2 == phase and 'green' end)
    matrix(132, y + 8, 'B', B, function (i, j) return j <= 2 and (i - 1) // 2 == phase and 'violet' end)
    local a, b = part(A, 1, k + 1), part(B, k + 1, 1)
    d:arrow(248, y + 50, 276, y + 50, 'soft')
    matrix(288, y + 8, 'tileA', a, function () return 'green full' end)
    matrix(358, y + 8, 'tileB', b, function () return 'violet full' end)
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
        d:text(440, y + 4 + i * 22, line, 'small')
    end
    d:text(288, y + 84, 'four threads, one element', 'small soft')
    d:text(288, y + 98, 'of each tile for each', 'small soft')
end
d:text(8, 324, 'After the last phase each thread stores its sum: C begins with ' .. sums[1][1] .. ', ' .. sums[1][2] .. ' above ' ..
    sums[2][1] .. ', ' .. sums[2][2] .. '.', 'small')
d:print()
