-- Four threads on a matrix of 4 x 4, walking along rows and down columns: what they read together in each step, and where
-- that lies in memory.
local draw = dofile 'notes/figures/draw.lua'
local d = draw.canvas(680, 304)
local COLOURS, S = {'blue', 'violet', 'green', 'amber'}, 32

-- step_of(row, column), thread_of(row, column)
local function panel(x, title, step_of, thread_of, word, good)
    d:text(x, 16, title, 'bold')
    for r = 0, 3 do
        for c = 0, 3 do
            d:cell(x + 8 + c * S, 30 + r * S, S - 3, S - 3, COLOURS[step_of(r, c) + 1] .. (step_of(r, c) == 0 and ' full' or ''),
                'T' .. thread_of(r, c), 'small')
        end
    end
    for n = 0, 15 do
        local step, thread = step_of(n // 4, n % 4), thread_of(n // 4, n % 4)
        d:cell(x + n * 19.5, 196, 18, 20, COLOURS[step + 1] .. (step == 0 and ' full' or ''), thread, 'small')
    end
    d:text(x, 186, 'the same in memory', 'small soft')
    d:text(x, 240, word, 'small bold ' .. (good and 'green' or 'red'))
end

panel(8, 'Each thread along a row', function (_, c) return c end, function (r) return r end, 'step 0 reads every fourth element', false)
panel(364, 'Each thread down a column', function (r) return r end, function (_, c) return c end, 'step 0 reads four neighbours', true)
for step = 0, 3 do
    d:arrow(158, 40 + step * S, 200, 40 + step * S, 'soft')
    d:arrow(380 + step * S, 160, 380 + step * S, 176, 'soft')
end
d:key(8, 262, {{'blue full', 'step 0'}, {'violet', 'step 1'}, {'green', 'step 2'}, {'amber', 'step 3'}})
d:says(298, 'The threads of a warp run side by side: what counts is what they read in the same step.')
d:cut({0, 0, 330, 250}, {356, 0, 324, 250}, {0, 256, 330, 22})
d:print()
