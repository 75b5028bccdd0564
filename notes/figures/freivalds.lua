-- Freivalds' test: three products of a matrix and a vector in place of a product of two matrices.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 176)
local S = draw.narrow and 66 or 88
local x = 8 -- where the next part of the equation begins

local function matrix(name, colour)
    d:cell(x, 40, S, S, colour, name, 'bold')
    x = x + S + 8
end
local function vector(colour)
    d:cell(x, 40, 18, S, colour, 'v', 'small')
    x = x + 24
end
local function sign(text)
    d:text(x + 5, 44 + S / 2, text, 'bold middle')
    x = x + 14
end

d:text(x, 24, 'the kernel’s result', 'small soft')
matrix('C', 'green')
vector('violet')
sign('=')
d:text(x, 24, 'first B v, a vector; then A times it', 'small soft')
matrix('A', 'blue')
sign('(')
matrix('B', 'blue')
vector('violet')
sign(')')
sign('?')
local y = draw.narrow and 128 or 62
x = draw.narrow and 8 or x + 30
y = d:lines(x, y, 'three products of a matrix and a vector:', 'small', draw.narrow and 320 or 170)
d:text(x, y + 8, '3 n² multiply-adds', 'small bold green')
d:text(x, y + 26, 'where A B takes n³', 'small soft')
d:says(draw.narrow and y + 52 or 164, 'If one element of C is wrong, its row of C v is wrong, for no entry of v is zero.')
d:print()
