-- A tile's column in shared memory: as it is, padded, swizzled. 8 banks stand for 32.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 306)
local N, S, COLUMN = 8, 24, 2

-- One tile: label(y, place) is what stands at a place, colour(y, place) its colour.
local function tile(x, title, columns, label, colour, below, tone)
    d:text(x, 18, title, 'bold')
    for y = 0, N - 1 do
        for place = 0, columns - 1 do
            local c = colour(y, place)
            d:cell(x + place * S, 46 + y * S, S - 2, S - 2, c, label(y, place), 'code small')
        end
    end
    for place = 0, columns - 1 do
        d:text(x + place * S + S / 2 - 1, 38, place, 'small soft middle')
    end
    d:text(x, 46 + N * S + 20, below[1], 'small bold ' .. tone)
    d:text(x, 46 + N * S + 37, below[2], 'small soft')
    d:text(x, 46 + N * S + 53, below[3] or '', 'small soft')
end

tile(10, 'tile[8][8]', N, function (_, place) return place end, function (_, place)
    return place == COLUMN and 'red full' or 'plain'
end, {'8 wavefronts', 'The number in a cell is its bank:', 'the column lies in bank 2.'}, 'red')

tile(226, 'tile[8][9], padded', N + 1, function (y, place) return place == N and '' or (9 * y + place) % N end,
    function (_, place)
        return place == COLUMN and 'green full' or place == N and 'amber' or 'plain'
    end, {'1 wavefront', 'Each row begins one bank further on:', 'the column lies in 8 banks.'}, 'green')

tile(466, 'tile[8][8], swizzled', N, function (y, place) return place ~ y end, function (y, place)
    return place ~ y == COLUMN and 'green full' or 'plain'
end, {'1 wavefront', 'Here it is the x of the element: (x, y)', 'is kept at place x xor y.'}, 'green')
d:print()
