-- draw.lua: how every figure of the book is drawn, so that all look alike.
--
-- A figure is a Lua file that makes a canvas, draws on it, and prints it as SVG:
--
--     local draw = dofile 'notes/figures/draw.lua'
--     local d = draw.canvas(680, 200)
--     d:cell(10, 10, 40, 24, 'green', 'A')
--     d:print()
--
-- Coordinates are pixels, y downwards; 680 is the text's width and 13 the size of its letters. Colours
-- are named by what they say, the same in every figure:
--
--     green  what works, what is wanted      amber  what is wasted or waits     blue   memory, data
--     violet a second kind of data           plain  what is merely there        red    what is wrong
--
-- A colour has three uses: 'green' is a box with that outline and a wash of it inside, 'green full' is
-- filled with it, and text or lines have the colour alone. In a page the colours follow the theme, for
-- the style sheet that `lua5.4 notes/figures/draw.lua` prints gives both; a file by itself is light.

-- On a telephone a drawing of this width would shrink until nobody could read it, so each has a narrow form, at most 340 wide, which
-- `lua5.4 notes/figures/NAME.lua narrow` prints. A figure that is made of panels says where it may be cut, and its pieces are put one below
-- the other (Canvas:fold, Canvas:cut). Any other asks `draw.narrow` and draws itself differently.

local draw = {}
draw.narrow = arg and arg[1] == 'narrow'
draw.width = draw.narrow and 340 or 680

-- name -> light and dark: the colour, and its wash
local PALETTE = {
    ink = {'#1d2321', '#e4e8e4', '#fdfcf9', '#141817'},
    soft = {'#58615c', '#a3aea8', '#f5f3ed', '#1c2220'},
    plain = {'#a9b0ab', '#66716b', '#f5f3ed', '#1c2220'},
    green = {'#0a6a4c', '#63d0a4', '#d9eee4', '#173a2d'},
    blue = {'#1f5a99', '#86bdf0', '#dce9f6', '#1a2f45'},
    amber = {'#8a4b08', '#efb467', '#f8e6c8', '#3d2e16'},
    violet = {'#5f3dad', '#c2abff', '#e9e1fa', '#2d2444'},
    red = {'#a3262a', '#f59a95', '#f9dedd', '#452121'},
}

-- The style sheet, with pick(light, dark) as the value of a colour.
local function style(prefix, pick)
    local names, out = {}, {}
    for name in pairs(PALETTE) do
        names[#names + 1] = name
    end
    table.sort(names)
    local function rule(selector, text)
        out[#out + 1] = ('%s%s {%s}'):format(prefix, selector ~= '' and ' ' .. selector or '', text)
    end
    rule('', 'font: 13px Inter, sans-serif; fill: ' .. pick(PALETTE.ink[1], PALETTE.ink[2]))
    rule('.small', 'font-size: 11px')
    rule('.tiny', 'font-size: 10px')
    rule('.bold', 'font-weight: 600')
    rule('.code', "font-family: 'JetBrains Mono', monospace; font-size: 12px; font-variant-ligatures: none")
    rule('.code.small', 'font-size: 10.5px')
    rule('.code.tiny', 'font-size: 10.5px; letter-spacing: -0.8px')
    rule('.middle', 'text-anchor: middle')
    rule('.end', 'text-anchor: end')
    rule('.line', 'fill: none; stroke-width: 1.4')
    rule('.hair', 'stroke-width: 0.7')
    rule('.thick', 'stroke-width: 2.6')
    rule('.dashed', 'stroke-dasharray: 4 3')
    for _, name in ipairs(names) do
        local c = PALETTE[name]
        local colour, wash = pick(c[1], c[2]), pick(c[3], c[4])
        rule('.box.' .. name, ('fill: %s; stroke: %s; stroke-width: 1.2'):format(wash, colour))
        rule('.box.full.' .. name, 'fill: ' .. colour)
        rule('.line.' .. name, 'stroke: ' .. colour)
        rule('.head.' .. name, 'fill: ' .. colour)
        rule('text.' .. name, 'fill: ' .. colour)
    end
    rule('.box.none', 'fill: none')
    rule('text.on', 'fill: ' .. pick('#ffffff', '#101413'))
    return table.concat(out, '\n') .. '\n'
end

local function escape(text)
    return (tostring(text):gsub('[&<>"]', {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'}))
end

-- 12.50 as 12.5, 3.00 as 3: short, and the same on every machine.
local function num(x)
    return (('%.2f'):format(x):gsub('%.?0+$', ''):gsub('^%-0$', '0'))
end

local Canvas = {}
Canvas.__index = Canvas

function draw.canvas(width, height)
    return setmetatable({width = width, height = height, parts = {}, said = {}}, Canvas)
end

-- Adds a part of the drawing; (x, y) is its middle, which says to which piece of a narrow drawing it belongs.
local function add(d, x, y, height, format, ...)
    d.parts[#d.parts + 1] = {x = x, y = y, height = height, svg = format:format(...)}
end

-- A box: colour as told at the head, radius 3 unless told.
function Canvas:box(x, y, w, h, colour, radius)
    add(self, x + w / 2, y + h / 2, h, '<rect class="box %s" x="%s" y="%s" width="%s" height="%s" rx="%s"/>', colour or 'plain', num(x), num(y),
        num(w), num(h), num(radius or 3))
end

-- Text at its baseline. class: any of small tiny bold code middle end on, and a colour.
function Canvas:text(x, y, text, class)
    local inside = not class and 2 or class:find('middle') and 0 or class:find('end') and -2 or 2
    add(self, x + inside, y - 4, 14, '<text%s x="%s" y="%s">%s</text>', (class or '') ~= '' and (' class="%s"'):format(class) or '', num(x),
        num(y), escape(text))
end

-- Text in lines no longer than `width`, as small letters are wide on average; returns the y of the line after the last.
function Canvas:lines(x, y, text, class, width)
    local most, line = (width or self.width - x) // 5.6, ''
    for word in text:gmatch('%S+') do
        if line ~= '' and utf8.len(line) + 1 + utf8.len(word) > most then
            self:text(x, y, line, class)
            line, y = '', y + 15
        end
        line = line .. (line ~= '' and ' ' or '') .. word
    end
    self:text(x, y, line, class)
    return y + 15
end

-- A box with text in its middle; class is the text's.
function Canvas:cell(x, y, w, h, colour, text, class)
    self:box(x, y, w, h, colour)
    if text and text ~= '' then
        local on = colour:find('full') and ' on' or ''
        self:text(x + w / 2, y + h / 2 + (class and class:find('small') and 4 or 4.6), text,
            (class or '') .. ' middle' .. on)
    end
end

-- A line through points {x, y, x, y, …}; class: a colour, thick, dashed.
function Canvas:line(points, class)
    local path, last = {}, #points
    for i = 1, last, 2 do
        path[#path + 1] = (i == 1 and 'M' or 'L') .. num(points[i]) .. ' ' .. num(points[i + 1])
    end
    add(self, (points[1] + points[last - 1]) / 2, (points[2] + points[last]) / 2, math.abs(points[last] - points[2]),
        '<path class="line %s" d="%s"/>', class or 'ink', table.concat(path))
end

-- A curve from one point to another that leaves and arrives vertically.
function Canvas:curve(x1, y1, x2, y2, class)
    local mid = (y1 + y2) / 2
    add(self, (x1 + x2) / 2, mid, math.abs(y2 - y1), '<path class="line %s" d="M%s %sC%s %s %s %s %s %s"/>', class or 'ink', num(x1), num(y1), num(x1),
        num(mid), num(x2), num(mid), num(x2), num(y2))
end

-- An arrow's head at (x, y) that comes from the direction of (fx, fy).
function Canvas:head(x, y, fx, fy, class)
    local dx, dy = x - fx, y - fy
    local length = math.sqrt(dx * dx + dy * dy)
    dx, dy = dx / length * 7, dy / length * 7
    add(self, x - dx / 2, y - dy / 2, math.abs(dy), '<path class="head %s" d="M%s %sL%s %sL%s %sZ"/>', (class or 'ink'):match('^%S+'), num(x), num(y),
        num(x - dx - dy * 0.5), num(y - dy + dx * 0.5), num(x - dx + dy * 0.5), num(y - dy - dx * 0.5))
end

function Canvas:arrow(x1, y1, x2, y2, class)
    self:line({x1, y1, x2, y2}, class)
    self:head(x2, y2, x1, y1, class)
end

-- A horizontal brace from x1 to x2 below y (above with up), with text at its middle.
function Canvas:brace(x1, x2, y, text, class, up)
    local s = up and -1 or 1
    self:line({x1, y, x1, y + 5 * s, x2, y + 5 * s, x2, y}, class or 'soft')
    self:text((x1 + x2) / 2, y + (up and -11 or 19), text, 'small middle ' .. (class or 'soft'))
end

-- Sentences below the picture, as many lines as they need. (The pieces of a narrow drawing come above them, so they wait for these.)
function Canvas:says(y, text, class)
    self.said[#self.said + 1] = {y = y, text = text, class = 'small ' .. (class or 'soft')}
end

-- A key below or above the picture: boxes of these colours with their meanings, {colour, meaning, …}, in as many rows as they need.
-- A meaning may have two boxes before it: {'green full', 'red full', 'meaning'}. Returns the y below it.
function Canvas:key(x, y, entries, width)
    local at, right = x, x + (width or self.width - x)
    for _, entry in ipairs(entries) do
        local boxes, meaning = #entry - 1, entry[#entry]
        local length = boxes * 16 + 6.1 * utf8.len(meaning)
        if at > x and at + length > right then
            at, y = x, y + 19
        end
        for i = 1, boxes do
            self:box(at + (i - 1) * 16, y, 12, 12, entry[i])
        end
        self:text(at + boxes * 16 + 2, y + 10, meaning, 'small')
        at = at + length + 18
    end
    return y + 19
end

-- Where a narrow drawing is cut: each piece is {x, y, width, height} of the wide one. They come one below the other, in this order.
function Canvas:cut(...)
    self.pieces = {...}
end

-- The usual cut: what is right of x comes below what is left of it; with `y`, so does first the part above y and then the part below it.
function Canvas:fold(x, y)
    local w, h = self.width - x, self.height
    if y then
        self:cut({0, 0, x, y}, {x, 0, w, y}, {0, y, x, h - y}, {x, y, w, h - y})
    else
        self:cut({0, 0, x, h}, {x, 0, w, h})
    end
end

-- The parts in their pieces, these one below the other: each begins with its highest part and ends with its lowest.
local function arrange(d)
    local LEAST, MARGIN, GAP = 300, 6, 16 -- a drawing that is not so wide would get larger letters than the others
    local out, parts, width, y = {}, d.parts, LEAST, MARGIN
    for _, piece in ipairs(d.pieces) do
        local left, top, w, h = table.unpack(piece)
        local inside, others, highest, lowest = {}, {}, math.huge, -math.huge
        for _, part in ipairs(parts) do
            if part.x >= left and part.x < left + w and part.y >= top and part.y < top + h then
                inside[#inside + 1] = part.svg
                highest, lowest = math.min(highest, part.y - part.height / 2), math.max(lowest, part.y + part.height / 2)
            else
                others[#others + 1] = part
            end
        end
        out[#out + 1] = ('<g transform="translate(%s %s)">\n%s\n</g>'):format(num(-left), num(y - highest), table.concat(inside, '\n'))
        parts, width, y = others, math.max(width, w), y + lowest - highest + GAP
    end
    if parts[1] then
        error('this part of the drawing is in none of its pieces: ' .. parts[1].svg, 0)
    end
    d.parts, d.width, d.height = {{svg = table.concat(out, '\n')}}, width, y - GAP + MARGIN
end

function Canvas:svg()
    local cut = draw.narrow and self.pieces
    if cut then
        arrange(self)
    end
    for _, words in ipairs(self.said) do
        local y = cut and self.height + 12 or words.y
        self.height = math.max(self.height, self:lines(8, y, words.text, words.class) - 9)
    end
    local parts = {}
    for i, part in ipairs(self.parts) do
        parts[i] = part.svg
    end
    local width, height = math.ceil(self.width), math.ceil(self.height)
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">\n'):format(width, height, width, height) .. '<style>\n' .. style('svg', function (light) return light end) .. '</style>\n' ..
        table.concat(parts, '\n') .. '\n</svg>\n'
end

function Canvas:print()
    io.write(self:svg())
end

-- '#0a6a4c' as gnuplot writes it into SVG, in lines and, if narrow, in text.
local function rgb(colour, narrow)
    local r, g, b = colour:match('#(%x%x)(%x%x)(%x%x)')
    local form = narrow and 'rgb(%d,%d,%d)' or 'rgb(%3d, %3d, %3d)'
    return form:format(tonumber(r, 16), tonumber(g, 16), tonumber(b, 16))
end

-- Plots have the light colours written into them; in a page they follow the theme all the same.
local function plot_style()
    local out = {}
    for _, c in pairs(PALETTE) do
        for _, what in ipairs {'fill', 'stroke', 'color'} do
            out[#out + 1] = ('.drawn svg [%s="%s"], .drawn svg [%s="%s"] {%s: light-dark(%s, %s)}'):format(what,
                rgb(c[1]), what, rgb(c[1], true), what, c[1], c[2])
        end
    end
    table.sort(out)
    return table.concat(out, '\n') .. '\n'
end

-- Run by itself it prints the style sheet for pages, the one for the EPUB, or colours and width as gnuplot's variables.
if arg and arg[0] and arg[0]:find('draw%.lua$') then
    if arg[1] == 'gnuplot' then
        local out = {('width = %d'):format(arg[2] == 'narrow' and 340 or 680)}
        for name, c in pairs(PALETTE) do
            out[#out + 1] = ('%s = "%s"'):format(name, c[1])
        end
        table.sort(out)
        print(table.concat(out, '\n'))
    elseif arg[1] == 'epub' then
        io.write(style('.drawn svg', function (light) return light end))
    else
        io.write('/* Made by notes/figures/draw.lua. */\n')
        io.write(style('.drawn svg', function (light, dark)
            return ('light-dark(%s, %s)'):format(light, dark)
        end))
        io.write(plot_style())
    end
end

return draw
