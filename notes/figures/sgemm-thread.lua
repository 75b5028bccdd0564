-- What a thread loads in one step of K, and what it multiplies: one element, a column of eight, a square of 8 x 8.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 236)
local S = 15

local function panel(x, title, kernel, rows, columns)
    d:text(x, 16, title, 'bold')
    d:text(x, 33, kernel, 'code small')
    local cx, cy = x + 30, 74
    for c = 0, columns - 1 do
        d:box(cx + c * S, cy - 24, S - 2, S - 2, 'violet full', 1)
    end
    for r = 0, rows - 1 do
        d:box(cx - 24, cy + r * S, S - 2, S - 2, 'blue full', 1)
        for c = 0, columns - 1 do
            d:box(cx + c * S, cy + r * S, S - 2, S - 2, 'green', 1)
        end
    end
    local loads, products = rows + columns, rows * columns
    local y = draw.narrow and cy + rows * S + 20 or 214
    d:text(x + 4, y, ('%d loads for %d multiply-add%s'):format(loads, products, products > 1 and 's' or ''), 'small bold')
    d:text(x + 4, y + 16, ('%.2g for each'):format(loads / products), 'small soft')
end

panel(8, 'One element', 'sgemmShared', 1, 1)
panel(236, 'A column', 'sgemmColumn', 8, 1)
panel(464, 'A square', 'sgemmSquare', 8, 8)
d:cell(300, 60, 11, 11, 'violet full')
d:text(316, 70, 'of B', 'small')
d:cell(300, 82, 11, 11, 'blue full')
d:text(316, 92, 'of A', 'small')
d:cell(300, 104, 11, 11, 'green')
d:text(316, 114, 'sums in registers', 'small')
d:cut({0, 0, 228, 132}, {228, 0, 228, 236}, {456, 0, 224, 236})
d:print()
