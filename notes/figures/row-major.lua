-- A matrix of 4 x 4 and the row of memory in which it lies: row after row as in C, column after column as in Fortran.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, draw.narrow and 430 or 312)
local COLOURS, S = {'blue', 'green', 'violet', 'amber'}, 34
local ROW, HIGH = draw.narrow and 8 or 16, 54 -- cells of memory in a row

local function matrix(x, title, line_of)
    d:text(x, 16, title, 'bold')
    for r = 0, 3 do
        for c = 0, 3 do
            local marked = r == 2 and c == 1
            d:cell(x + c * S, 30 + r * S, S - 3, S - 3, COLOURS[line_of(r, c) + 1] .. (marked and ' full' or ''), r .. ',' .. c, 'small')
        end
    end
end

-- The cells of memory, in the order of at(number) -> row, column.
local function memory(y, at, line_of)
    for number = 0, 15 do
        local r, c = at(number)
        local marked = r == 2 and c == 1
        local x, top = 8 + number % ROW * 41.5, y + number // ROW * HIGH
        d:cell(x, top, 38, 28, COLOURS[line_of(r, c) + 1] .. (marked and ' full' or ''), r .. ',' .. c, 'small')
        d:text(x + 19, top + 43, number, 'small middle ' .. (marked and 'bold' or 'soft'))
    end
end

matrix(8, 'Row after row', function (r) return r end)
d:text(166, 60, 'Element (2, 1) is number', '')
d:text(166, 82, '2 × 4 + 1 = 9', 'bold green')
d:text(166, 110, 'C and C++', 'small soft')
matrix(364, 'Column after column', function (_, c) return c end)
d:text(522, 60, 'It is number', '')
d:text(522, 82, '1 × 4 + 2 = 6', 'bold green')
d:text(522, 110, 'Fortran, cuBLAS', 'small soft')
d:text(8, 190, 'row after row in memory', 'small')
memory(196, function (n) return n // 4, n % 4 end, function (r) return r end)
local below = 190 + 16 // ROW * HIGH + 10
d:text(8, below, 'column after column', 'small')
memory(below + 6, function (n) return n % 4, n // 4 end, function (_, c) return c end)
d:cut({0, 0, 340, 166}, {356, 0, 324, 166}, {0, 174, 340, 256})
d:print()
