-- How a fast matrix product cuts its work: block tile, warp tile, thread tile, and where each lives.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 318)

local function grid(x, y, size, n, colour, chosen)
    local s = size / n
    for i = 0, n - 1 do
        for j = 0, n - 1 do
            local on = chosen and i == chosen[2] and j == chosen[1]
            d:box(x + j * s, y + i * s, s - 2, s - 2, on and colour .. ' full' or colour, 2)
        end
    end
end

local size, y = 148, 52
local at = {10, 188, 366, 544}
local function panel(i, title, sub)
    d:text(at[i], 20, title, 'bold')
    d:text(at[i], 38, sub, 'small soft')
end
panel(1, 'C', 'one tile per block')
grid(at[1], y, size, 4, 'plain', {1, 1})
d:line({at[1] + size / 2 - 2, y + size / 4, at[2], y}, 'soft dashed')
d:line({at[1] + size / 2 - 2, y + size / 2 - 2, at[2], y + size - 2}, 'soft dashed')
panel(2, 'Block tile', '128 × 128, 4 × 2 warps')
for i = 0, 3 do
    for j = 0, 1 do
        local chosen = i == 1 and j == 1
        d:box(at[2] + j * size / 2, y + i * size / 4, size / 2 - 2, size / 4 - 2, chosen and 'violet full' or 'violet', 2)
    end
end
if not draw.narrow then
    d:line({at[2] + size - 2, y + size / 4, at[3], y}, 'soft dashed')
    d:line({at[2] + size - 2, y + size / 2 - 2, at[3], y + 72}, 'soft dashed')
end
panel(3, 'Warp tile', '32 × 64, 4 × 8 lanes')
for i = 0, 3 do
    for j = 0, 7 do
        local chosen = i == 2 and j == 5
        d:box(at[3] + j * size / 8, y + i * 18.5, size / 8 - 2, 16.5, chosen and 'green full' or 'green', 2)
    end
end
d:line({at[3] + 6 * size / 8 - 2, y + 37, at[4], y}, 'soft dashed')
d:line({at[3] + 6 * size / 8 - 2, y + 53.5, at[4], y + 124}, 'soft dashed')
panel(4, 'Thread tile', '8 × 8 sums')
grid(at[4], y, 126, 8, 'blue')

local function lives(i, colour, text, more)
    d:cell(at[i], 226, i == 4 and 126 or size, 32, colour, text)
    for n, line in ipairs(more) do
        d:text(at[i], 262 + n * 16, line, 'small soft')
    end
end
lives(1, 'plain', 'global memory', {'read once per block', 'that needs it'})
lives(2, 'violet', 'shared memory', {'tiles of A and B, two or', 'more stages in flight'})
lives(3, 'green', 'registers', {'columns of A, rows of B,', 'as float4 from shared'})
lives(4, 'blue', 'registers', {'64 sums; 16 loads', 'feed 64 products'})
d:cut({4, 0, 340, 304}, {360, 0, 316, 304})
d:print()
