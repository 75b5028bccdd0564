-- Segments of unequal length and a warp of eight lanes, for short: who adds which element, and in which turn.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(draw.width, draw.narrow and 704 or 312)
local LENGTHS, S, LANES = {2, 1, 0, 9, 3, 1, 6, 2}, 26, 8
local ROW = draw.narrow and 12 or 24 -- elements in a row
local COLOURS = {'blue', 'violet', 'green', 'amber', 'blue', 'violet', 'green', 'amber'}

local segment_of = {}
for segment, length in ipairs(LENGTHS) do
    for _ = 1, length do
        segment_of[#segment_of + 1] = segment
    end
end

d:text(8, 16, draw.narrow and '24 elements, 8 segments, the third empty' or 'The array: 24 elements, 8 segments, the third of them empty', 'bold')
for i, segment in ipairs(segment_of) do
    d:cell(8 + (i - 1) % ROW * S, 26 + (i - 1) // ROW * 24, S - 2, 20, COLOURS[segment] .. ' full', segment - 1, 'small')
end

-- turns: list of turns, each lane -> segment
local function chart(x, y, title, turns, word)
    d:text(x + 32, y, title, 'bold')
    local busy = 0
    for turn, lanes in ipairs(turns) do
        for lane = 1, LANES do
            local segment = lanes[lane]
            busy = busy + (segment and 1 or 0)
            d:cell(x + 32 + (lane - 1) * 20, y + 10 + (turn - 1) * 19, 18, 17, segment and COLOURS[segment] .. ' full' or 'plain',
                segment and segment - 1 or '', 'small')
        end
        d:text(x + 26, y + 23 + (turn - 1) * 19, turn, 'small soft end')
    end
    d:text(x + 32, y + 24 + #turns * 19, ('%d turns, %.0f %% of the lanes busy'):format(#turns, 100 * busy / (#turns * LANES)), 'small bold')
    d:text(x + 32, y + 40 + #turns * 19, word, 'small soft')
end

local by_thread, by_warp, by_element = {}, {}, {}
for turn = 1, 9 do
    by_thread[turn] = {}
    for lane, length in ipairs(LENGTHS) do
        by_thread[turn][lane] = turn <= length and lane or nil
    end
end
for segment, length in ipairs(LENGTHS) do
    for first = 1, length, LANES do
        local lanes = {}
        for lane = 1, math.min(LANES, length - first + 1) do
            lanes[lane] = segment
        end
        by_warp[#by_warp + 1] = lanes
    end
end
for turn = 1, 3 do
    by_element[turn] = {table.unpack(segment_of, (turn - 1) * LANES + 1, turn * LANES)}
end
local narrow = draw.narrow
chart(0, narrow and 104 or 80, 'A lane for each segment', by_thread, 'the longest segment decides')
chart(narrow and 0 or 232, narrow and 352 or 80, 'A warp for each segment', by_warp, 'short segments waste lanes')
chart(narrow and 0 or 452, narrow and 580 or 80, 'A lane for each element', by_element, 'sums cross lanes by a scan')
d:text(narrow and 32 or 484, narrow and 698 or 220, 'The number in a box is its segment.', 'small soft')
d:print()
