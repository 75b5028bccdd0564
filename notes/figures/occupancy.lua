-- What fits an SM: three kernels on an SM of an H200, blocks as boxes in the room for 64 warps; what runs out first.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 300)

-- Warps of a block, blocks that fit, what decides. 65,536 registers, 228 KiB of shared memory, 64 warps.
local KERNELS = {
    {name = '256 threads, 32 registers', warps = 8, blocks = 8, colour = 'green', why = 'threads: 8 × 256 = 2,048', sum = '64 of 64 warps'},
    {name = '256 threads, 72 registers', warps = 8, blocks = 3, colour = 'blue', why = 'registers: a fourth block finds too few', sum = '24 of 64 warps'},
    {name = '128 threads, 48 KiB shared', warps = 4, blocks = 4, colour = 'violet', why = 'shared memory: 4 × 49 KiB of 228', sum = '16 of 64 warps'},
}
local W, H, COLUMNS = 22, 15, 8

for i, kernel in ipairs(KERNELS) do
    local x, y = 10 + (i - 1) * 226, 50
    d:text(x, 20, kernel.name, 'bold')
    d:text(x, 38, 'blocks of ' .. kernel.warps .. ' warps', 'small soft')
    for warp = 0, 63 do
        local full = warp < kernel.warps * kernel.blocks
        d:box(x + warp % COLUMNS * (W + 3), y + warp // COLUMNS * (H + 6), W, H, full and (kernel.colour .. (warp // kernel.warps % 2 == 0 and ' full' or '')) or 'plain', 2)
    end
    d:text(x, y + 8 * (H + 6) + 20, kernel.sum, 'bold ' .. kernel.colour)
    d:text(x, y + 8 * (H + 6) + 38, kernel.why, 'small')
end
d:says(292, 'A small box is room for one warp. Neighbouring blocks are filled and pale in turn; grey is room that stays empty.')
d:cut({0, 0, 230, 266}, {230, 0, 226, 266}, {456, 0, 224, 266})
d:print()
