-- Rung 7: which banks the first eight lanes touch that load 16 bytes of B each, before and after. From the simulator's
-- trace of ch6-sgemm.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(draw.width, 226)
local S = 19.5
local ROW = draw.narrow and 16 or 32 -- banks in a row

-- The first two 16-byte loads of shared memory in which lanes 0 and 1 want different words.
local function loads_of(kernel)
    local loads = {}
    for _, access in ipairs(trace.read('sgemm-' .. kernel)) do
        if access.op == 'load' and access.space == 'shared' and access.places[0] ~= access.places[1] and #loads < 2 then
            loads[#loads + 1] = access.places
        end
    end
    return loads
end

-- Draws a kernel's banks from y on, and returns the y below them.
local function panel(y, kernel, word)
    local places = loads_of(kernel)[1]
    local base = places[0] // 4
    d:text(8, y, kernel, 'code bold small')
    y = draw.narrow and d:lines(8, y + 16, word, 'small soft') - 6 or d:lines(150, y, word, 'small soft') - 3
    local used, most = {}, 0
    for lane = 0, 7 do
        for word_of = places[lane] // 4, places[lane] // 4 + 3 do
            local bank = (word_of - base) % 32
            used[bank] = used[bank] or {}
            table.insert(used[bank], lane)
            most = math.max(most, #used[bank])
        end
    end
    local high = most * 22 + 24
    for bank = 0, 31 do
        local x, top = 8 + bank % ROW * S, y + bank // ROW * high
        for level = 1, most do
            local lane = used[bank] and used[bank][level]
            d:cell(x, top + (level - 1) * 22, S - 2, 20, lane and (most > 1 and 'red full' or 'green full') or 'plain', lane or '', 'small')
        end
        if bank % 4 == 0 then
            d:text(x + 9, top + most * 22 + 13, bank, 'small middle soft')
        end
    end
    d:text(8 + ROW * S + 2, y + 15, most .. ' ×', 'small bold ' .. (most > 1 and 'red' or 'green'))
    return y + 32 // ROW * high
end

local y = panel(16, 'sgemmVector', 'a lane’s eight columns lie side by side: its neighbour is two quads on')
y = panel(y + 24, 'sgemmQuads', 'two quads of four, half a tile apart: neighbours’ quads touch')
d:says(y + 18, 'The number in a box is the lane, the number below it the bank. A load of 16 bytes by eight lanes is one wavefront if it touches each bank once.')
d:print()
