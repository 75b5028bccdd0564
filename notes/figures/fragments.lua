-- Who holds what: the lanes that hold the elements of an mma of 16 x 8 x 16, A to the left of D and B above it. A number is a lane, which
-- holds both elements of its box. One quad and one lane are lit. ch7-fragments finds the same by trying.
local draw = dofile 'notes/figures/draw.lua'
local S = draw.narrow and 13 or 17
local WIDE = 24 * S + 10
local d = draw.canvas(draw.width, draw.narrow and 32 * S + 128 or 32 * S + 44)
local LEFT, TOP = 2, 18

-- Boxes of two elements, side by side or one below the other, from (x, y) on: rows x cols elements.
local function matrix(x, y, rows, cols, across, name, lane_of)
    d:text(x, y - 5, name, 'bold small')
    for row = 0, rows - 1, across and 1 or 2 do
        for col = 0, cols - 1, across and 2 or 1 do
            local lane = lane_of(row, col)
            local colour = lane == 5 and 'green full' or lane // 4 == 1 and 'green' or 'plain'
            d:cell(x + col * S, y + row * S, across and 2 * S - 1 or S - 1, across and S - 1 or 2 * S - 1, colour, lane,
                'small' .. (draw.narrow and not across and ' tiny' or '') .. (lane == 5 and ' on' or ''))
        end
    end
end

local function by_rows(row, col)
    return row % 8 * 4 + col % 8 // 2
end

local right, below = LEFT + 16 * S + 10, TOP + 16 * S + 20
matrix(right, TOP, 16, 8, false, 'B: 16 × 8', function(row, col)
    return col * 4 + row % 8 // 2
end)
matrix(LEFT, below, 16, 16, true, 'A: 16 × 16', by_rows)
matrix(right, below, 16, 8, true, 'D: 16 × 8', by_rows)

local x, y, w = draw.narrow and LEFT or WIDE + 20, draw.narrow and below + 16 * S + 22 or TOP + 12, draw.narrow and 270 or 240
d:lines(x, y, 'A number is the lane that holds both elements of its box.', '', w)
d:lines(x, y + 46, 'Lane 5 is in quad 1, lanes 4 to 7. The quad holds row 1 of D, and what row 1 needs of A.', 'green', w)
d:print()
