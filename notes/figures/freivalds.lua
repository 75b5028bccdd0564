-- Freivalds' test: three products of a matrix and a vector in place of a product of two matrices.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 176)
local S = 88

local function matrix(x, name, colour)
    d:cell(x, 40, S, S, colour, name, 'bold')
end
local function vector(x, name, colour)
    d:cell(x, 40, 18, S, colour, name, 'small')
end

matrix(8, 'C', 'green')
vector(104, 'v', 'violet')
d:text(138, 90, '=', 'bold')
matrix(160, 'A', 'blue')
d:text(256, 92, '(', 'bold')
matrix(268, 'B', 'blue')
vector(362, 'v', 'violet')
d:text(386, 92, ')', 'bold')
d:text(408, 92, '?', 'bold')
d:text(8, 24, 'the kernel’s result', 'small soft')
d:text(160, 24, 'first B v, a vector; then A times it', 'small soft')
d:text(446, 62, 'three products of a matrix', 'small')
d:text(446, 80, 'and a vector:', 'small')
d:text(446, 104, '3 n² multiply-adds', 'small bold green')
d:text(446, 122, 'where A B takes n³', 'small soft')
d:text(8, 164, 'If one element of C is wrong, its row of C v is wrong, for no entry of v is zero.', 'small soft')
d:print()
