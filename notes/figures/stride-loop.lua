-- The grid-stride loop: 8 threads in two blocks on 20 elements, in three turns.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 196)
local S, THREADS, N = 32.5, 8, 20

for i = 0, N - 1 do
    d:cell(14 + i * S, 126, S - 3, 26, i % THREADS < 4 and 'blue' or 'violet', i, 'small')
    local x = 14 + i * S + (S - 3) / 2
    d:cell(14 + i * S + 3, 60, S - 9, 22, i % THREADS < 4 and 'blue full' or 'violet full', i % THREADS, 'small')
    d:arrow(x, 83, x, 124, 'soft hair')
end
for turn = 0, 2 do
    local last = math.min((turn + 1) * THREADS, N)
    d:brace(14 + turn * THREADS * S, 14 + last * S - 3, 50, ('turn %d'):format(turn + 1), 'soft', true)
end
d:cell(14, 6, 14, 14, 'blue full')
d:text(34, 17, 'threads of block 0', 'small')
d:cell(160, 6, 14, 14, 'violet full')
d:text(180, 17, 'threads of block 1', 'small')
d:text(14, 180, 'Each thread goes on by 8, the number of all threads. In the third turn four threads find nothing left.', 'small soft')
d:print()
