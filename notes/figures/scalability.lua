-- Transparent scalability: the same eight blocks on a device with two SMs and on one with four.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 226)

local function device(x, title, sms, rounds)
    d:text(x, 16, title, 'bold')
    for sm = 0, sms - 1 do
        d:box(x + sm * 68, 28, 62, rounds * 34 + 26, 'plain')
        d:text(x + sm * 68 + 31, 43, 'SM ' .. sm, 'small middle soft')
        for round = 0, rounds - 1 do
            d:cell(x + sm * 68 + 6, 50 + round * 34, 50, 28, round % 2 == 0 and 'blue full' or 'violet full', 'block ' .. round * sms + sm, 'small')
        end
    end
end

device(46, 'Two SMs', 2, 4)
device(280, 'Four SMs', 4, 2)
d:arrow(26, 52, 26, 182, 'soft')
d:text(6, 200, 'time', 'small soft')
d:text(280, 160, 'Half the time, and no word of the program changed.', 'small')
d:text(280, 180, 'No block waits for another, so they may run in', 'small soft')
d:text(280, 196, 'any order, on any number of SMs.', 'small soft')
d:cut({0, 0, 190, 208}, {272, 0, 300, 208})
d:print()
