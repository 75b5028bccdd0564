-- An array that begins 4 bytes after a multiple of 16: head, body of 16-byte loads, tail.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 150)
local S, N, FIRST = 27, 22, 1 -- 22 floats; the first is the word after a boundary

for k = 0, 6 do
    local x = 12 + k * 4 * S
    d:line({x - 1.5, 24, x - 1.5, 74}, 'soft dashed')
    d:text(x - 1.5, 16, 16 * k, 'small middle soft')
end
for i = 0, N - 1 do
    local word = i + FIRST
    local head, tail = word < 4, word >= (N + FIRST) // 4 * 4
    d:cell(12 + word * S, 44, S - 3, 24, (head or tail) and 'amber full' or 'blue full', i, 'small')
end
for k = 1, 4 do
    d:box(12 + k * 4 * S - 1, 40, 4 * S - 1, 32, 'none')
    d:line({12 + k * 4 * S, 76, 12 + (k + 1) * 4 * S - 4, 76}, 'blue thick')
end
d:brace(12 + S, 12 + 4 * S - 3, 78, 'head', 'amber')
d:text(12 + 12 * S, 97, 'body: one load of 16 bytes for four elements', 'small middle blue')
d:brace(12 + 20 * S, 12 + 23 * S - 3, 78, 'tail', 'amber')
d:text(12, 140, 'Numbers above: bytes from a multiple of 16. The address of a 16-byte load must be one.', 'small soft')
d:print()
