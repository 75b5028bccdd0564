-- Nested launches as CDP2 has them: fire-and-forget children run beside their parent, a tail launch
-- runs when the parent and all its children are done.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 260)

-- Time runs to the right, on a telephone in smaller steps.
local function at(x)
    return draw.narrow and 8 + (x - 110) * 0.6 or x
end
local function bar(x1, x2, y, h, colour, text, class)
    d:cell(at(x1), y, at(x2) - at(x1), h, colour, text, class)
end
-- What a row is: before it, or on a telephone where the row is empty.
local function names(y, text, narrow_x, narrow_y)
    d:text(draw.narrow and narrow_x or 10, draw.narrow and narrow_y or y, text, draw.narrow and 'small bold' or 'bold')
end

names(22, 'host', 90, 14)
d:line({draw.narrow and 8 or 90, 18, at(660), 18}, 'plain')
d:cell(at(110), 8, 62, 20, 'plain', 'launch', 'small')
d:cell(at(656) - 96, 8, 96, 20, 'plain', 'synchronize', 'small')
d:arrow(at(141), 28, at(141), 58, 'soft')

names(80, 'parent', 36, 54)
bar(130, 370, 62, 30, 'green', 'parent grid')
names(140, 'fire and forget', 8, 180)
bar(210, 320, 122, 30, 'blue', 'child')
bar(280, 470, 160, 30, 'blue', 'child')
d:arrow(at(222), 92, at(222), 120, 'blue')
d:arrow(at(300), 92, at(300), 158, 'blue')
names(226, 'tail launch', 8, 228)
bar(476, 562, 208, 30, 'violet', 'tail')
d:line({at(335), 92, at(335), 223}, 'violet dashed')
d:arrow(at(335), 223, at(474), 223, 'violet dashed')
d:line({at(471), 60, at(471), 246}, 'soft dashed')
d:lines(at(480), draw.narrow and 60 or 92, 'the parent and all its children are done: now the tail may start', 'small soft', draw.narrow and 76 or 100)
d:line({at(562), 223, at(608), 223, at(608), 34}, 'soft dashed')
d:head(at(608), 30, at(608), 60, 'soft')
d:print()
