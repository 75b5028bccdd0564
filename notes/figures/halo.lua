-- A tile of 8 x 4 elements with a halo of one: 32 threads load 60 elements, in two turns.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 216)
local WIDE, HIGH, S = 8, 4, 26
local COLUMNS, ROWS = WIDE + 2, HIGH + 2

d:text(8, 16, 'What the block needs', 'bold')
d:text(352, 16, 'Who loads it', 'bold')
for r = 0, ROWS - 1 do
    for c = 0, COLUMNS - 1 do
        local inside = r > 0 and r <= HIGH and c > 0 and c <= WIDE
        local corner = (r == 0 or r == ROWS - 1) and (c == 0 or c == COLUMNS - 1)
        local cross = math.abs(r - 2) + math.abs(c - 5) <= 1
        d:box(8 + c * S, 30 + r * S, S - 3, S - 3, cross and 'green full' or inside and 'blue' or corner and 'plain' or 'violet', 2)
        local number = r * COLUMNS + c
        d:cell(352 + c * S, 30 + r * S, S - 3, S - 3, number < 32 and 'blue full' or 'amber full', number % 32, 'small')
    end
end
local y = 30 + ROWS * S + 14
d:cell(8, y, 11, 11, 'blue')
d:text(24, y + 10, 'the tile', 'small')
d:cell(84, y, 11, 11, 'violet')
d:text(100, y + 10, 'its halo', 'small')
d:cell(164, y, 11, 11, 'green full')
d:text(180, y + 10, 'what one result is made of', 'small')
d:cell(352, y, 11, 11, 'blue full')
d:text(368, y + 10, 'first turn', 'small')
d:cell(440, y, 11, 11, 'amber full')
d:text(456, y + 10, 'second turn, by the same threads', 'small')
d:fold(327)
d:print()
