-- An array that begins 4 bytes after a multiple of 16: head, body of 16-byte loads, tail.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, 150)
local S, N, FIRST = 27, 22, 1 -- 22 floats; the first is the word after a boundary
local ROW = draw.narrow and 12 or 24 -- words in a row

-- Where a word is drawn.
local function place(word)
    return 10 + word % ROW * S, 44 + word // ROW * 96
end

for word = 0, 24, 4 do
    local x, y = place(math.min(word, 23))
    x = word == 24 and x + S or x
    d:line({x - 1.5, y - 20, x - 1.5, y + 30}, 'soft dashed')
    d:text(x - 1.5, y - 28, 4 * word, 'small middle soft')
end
for i = 0, N - 1 do
    local word = i + FIRST
    local x, y = place(word)
    local head, tail = word < 4, word >= (N + FIRST) // 4 * 4
    d:cell(x, y, S - 3, 24, (head or tail) and 'amber full' or 'blue full', i, 'small')
end
for word = 4, 16, 4 do
    local x, y = place(word)
    d:box(x - 1, y - 4, 4 * S - 1, 32, 'none')
    d:line({x, y + 32, x + 4 * S - 4, y + 32}, 'blue thick')
end
local x, y = place(1)
d:brace(x, x + 3 * S - 3, y + 34, 'head', 'amber')
x, y = place(20)
d:brace(x, x + 3 * S - 3, y + 34, 'tail', 'amber')
x, y = place(draw.narrow and 12 or 7)
d:lines(x, y + 53, 'body: one load of 16 bytes for four elements', 'small blue', draw.narrow and 190)
d:says(y + 96, 'Numbers above: bytes from a multiple of 16. The address of a 16-byte load must be one.')
d:print()
