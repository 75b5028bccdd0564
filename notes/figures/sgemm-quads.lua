-- Rung 7: which banks the first eight lanes touch that load 16 bytes of B each, before and after. From the simulator's
-- trace of ch6-sgemm.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(680, 226)
local S = 19.5

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

local function panel(y, kernel, word)
    local places, base = loads_of(kernel)[1], nil
    base = places[0] // 4
    d:text(8, y, kernel, 'code bold small')
    d:text(150, y, word, 'small soft')
    local used, most = {}, 0
    for lane = 0, 7 do
        for word_of = places[lane] // 4, places[lane] // 4 + 3 do
            local bank = (word_of - base) % 32
            used[bank] = used[bank] or {}
            table.insert(used[bank], lane)
            most = math.max(most, #used[bank])
        end
    end
    for bank = 0, 31 do
        for level = 1, most do
            local lane = used[bank] and used[bank][level]
            d:cell(8 + bank * S, y + 12 + (level - 1) * 22, S - 2, 20, lane and (most > 1 and 'red full' or 'green full') or 'plain',
                lane or '', 'small')
        end
    end
    d:text(8 + 32 * S + 4, y + 27, most .. ' ×', 'small bold ' .. (most > 1 and 'red' or 'green'))
end

panel(16, 'sgemmVector', 'a lane’s eight columns lie side by side: its neighbour is two quads on')
panel(106, 'sgemmQuads', 'two quads of four, half a tile apart: neighbours’ quads touch')
for bank = 0, 31, 4 do
    d:text(8 + bank * S + 9, 170, bank, 'small middle soft')
end
d:text(8, 190, 'bank', 'small soft')
d:text(8, 218, 'The number in a box is the lane. A load of 16 bytes by eight lanes is one wavefront if it touches each bank once.', 'small soft')
d:print()
