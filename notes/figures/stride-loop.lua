-- The grid-stride loop: 8 threads in two blocks on 20 elements, in three turns.
local draw = dofile 'notes/figures/draw.lua'
local S, THREADS, N = 32.5, 8, 20
local ROW = draw.narrow and THREADS or N -- elements in a row
local d = draw.canvas(draw.width, draw.narrow and 440 or 196)

-- Where element i is drawn.
local function place(i)
    return 14 + i % ROW * S, i // ROW * 126
end

for i = 0, N - 1 do
    local colour = i % THREADS < 4 and 'blue' or 'violet'
    local x, y = place(i)
    d:cell(x, y + 126, S - 3, 26, colour, i, 'small')
    d:cell(x + 3, y + 60, S - 9, 22, colour .. ' full', i % THREADS, 'small')
    d:arrow(x + (S - 3) / 2, y + 83, x + (S - 3) / 2, y + 124, 'soft hair')
end
for turn = 0, 2 do
    local first, y = place(turn * THREADS)
    local last = place(math.min((turn + 1) * THREADS, N) - 1)
    d:brace(first, last + S - 3, y + 50, ('turn %d'):format(turn + 1), 'soft', true)
end
d:key(14, 6, {{'blue full', 'threads of block 0'}, {'violet full', 'threads of block 1'}})
d:says(d.height - 16, 'Each thread goes on by 8, the number of all threads. In the third turn four threads find nothing left.')
d:print()
