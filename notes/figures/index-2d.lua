-- Rows and columns on a picture that the blocks do not fit: 76 x 62 on blocks of 16 x 16.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 320)
local S, X, Y = draw.narrow and 3.3 or 3.9, draw.narrow and 68 or 90, 40 -- pixels per thread, the grid's corner
local W, H, B = 76, 62, 16
local bw, bh = (W + B - 1) // B, (H + B - 1) // B

d:text(X, 22, '76 columns: 5 blocks of 16', 'small soft')
for by = 0, bh - 1 do
    for bx = 0, bw - 1 do
        d:cell(X + bx * B * S, Y + by * B * S, B * S, B * S, 'plain', ('%d,%d'):format(bx, by), 'code small')
    end
end
-- what of the grid has no pixel
d:box(X + W * S, Y, (bw * B - W) * S, bh * B * S, 'amber full', 0)
d:box(X, Y + H * S, W * S, (bh * B - H) * S, 'amber full', 0)
d:box(X, Y, W * S, H * S, 'blue none thick', 0)
d:text(X - 12, Y + 14, '62 rows:', 'small soft end')
d:text(X - 12, Y + 29, '4 blocks', 'small soft end')
d:text(X - 12, Y + 44, 'of 16', 'small soft end')

-- one thread
local col, row = 2 * B + 13, 1 * B + 3
d:box(X + col * S - 1, Y + row * S - 1, S + 2, S + 2, 'green full', 1)
if not draw.narrow then
    d:line({X + col * S + 8, Y + row * S + 2, 432, Y + 66}, 'green')
end
d:text(440, Y + 36, 'thread (13, 3) of block (2, 1)', 'bold green')
d:text(440, Y + 60, 'col = 2 * 16 + 13 = 45', 'code small')
d:text(440, Y + 78, 'row = 1 * 16 + 3 = 19', 'code small')
d:text(440, Y + 96, 'i = row * 76 + col = 1489', 'code small')
d:text(440, Y + 142, 'the picture: 4712 pixels', 'small blue')
d:text(440, Y + 160, 'the grid: 5 × 4 × 256 = 5120 threads', 'small')
d:text(440, Y + 178, '408 threads have no pixel:', 'small amber')
d:text(440, Y + 196, 'if (col < 76 && row < 62)', 'code small amber')
d:says(Y + bh * B * S + 28, 'Row by row in memory: x, the fastest index, is the column. Lanes of a warp differ in x first, so they read neighbours.')
d:cut({0, 0, 340, 262}, {432, 62, 248, 180})
d:print()
