-- What a child sees of its parent's block: with a bare launch, after a barrier, and as a tail launch.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 264)

-- writes: when each of four threads has written; seen: which of them the child is promised
local function panel(x, title, launch, wait, seen, below)
    d:text(x, 16, title, 'bold')
    for t = 0, 3 do
        local y, written = 30 + t * 26, ({40, 92, 64, 110})[t + 1]
        d:text(x + 14, y + 14, 't' .. t, 'small end soft')
        d:box(x + 20, y, written, 18, 'blue')
        d:box(x + 20 + written, y, 8, 18, 'blue full')
        if wait and written + 8 < wait then
            d:box(x + 28 + written, y, wait - written - 8, 18, 'amber')
        end
    end
    if wait then
        d:line({x + 20 + wait, 26, x + 20 + wait, 130}, 'red thick')
    end
    d:arrow(x + 20 + launch, 48, x + 20 + launch, 156, 'green')
    d:cell(x + 20 + launch - 12, 158, 60, 22, 'green full', 'child', 'small')
    d:text(x, 206, 'It sees writes of', 'small')
    for t = 0, 3 do
        d:cell(x + 102 + t * 27, 192, 25, 20, seen[t + 1] and 'blue full' or 'plain', 't' .. t, 'small')
    end
    for i, line in ipairs(below) do
        d:text(x, 220 + i * 17, line, 'small soft')
    end
end

panel(4, 'A launch', 60, nil, {true}, {'The launch orders what its', 'own thread wrote.'})
panel(226, 'A barrier, then a launch', 130, 124, {true, true, true, true}, {'The barrier orders the block.', 'Other blocks are in no order.'})
panel(452, 'A tail launch', 150, nil, {true, true, true, true}, {'It begins when the whole grid', 'has ended: all blocks.'})
d:line({452 + 156, 26, 452 + 156, 134}, 'amber dashed')
d:cut({0, 0, 216, 264}, {222, 0, 220, 264}, {448, 0, 232, 264})
d:print()
