-- What a warp's load moves, for four patterns: above the lanes, below the floats of memory in their sectors.
-- Green is what lanes want, amber what comes along because it lies in the same sector. The places are those of the
-- simulator's trace of ch1-coalesce.
local draw = dofile 'notes/figures/draw.lua'
local trace = dofile 'notes/figures/trace.lua'
local d = draw.canvas(draw.width, 404)
local LANES, FLOATS = 32, 8        -- in a warp, in a sector
local LEFT, S, GAP, ROW = 6, 7.6, 5, 100
if draw.narrow then
    LEFT, S, GAP = 4, 4.8, 3
end
local SHOWN = 8                    -- sectors that there is room for

-- Where float f is drawn, when sectors from `cut` to `jump` are left out; nil for those.
local function x_of(f, cut, jump)
    local sector = f // FLOATS
    if sector >= cut and sector < jump then
        return nil
    end
    local place = sector < cut and sector or sector - jump + cut + 2
    return LEFT + place * (FLOATS * S + GAP) + f % FLOATS * S
end

-- One pattern, from the trace of the program's kernel of that name.
local function pattern(row, code, kernel)
    local places = trace.first('coalesce-' .. kernel, 'load', 'global')
    local y, last, touched, sectors = row * ROW, 0, {}, 0
    local wanted = {}
    for lane = 0, LANES - 1 do
        local f = places[lane] // 4
        wanted[f] = true
        last = math.max(last, f // FLOATS)
        if not touched[f // FLOATS] then
            touched[f // FLOATS], sectors = true, sectors + 1
        end
    end
    local cut, jump = SHOWN, SHOWN
    if last >= SHOWN then
        cut, jump = SHOWN - 3, last
    end
    local lanes, memory = y + 24, y + 66
    local start = LEFT + (SHOWN * (FLOATS * S + GAP) - LANES * (S + 2)) / 2
    d:text(LEFT, y + 14, code, 'code bold')
    for lane = 0, LANES - 1 do
        local x, f = start + lane * (S + 2), places[lane] // 4
        d:box(x, lanes, S, 12, 'blue', 1.5)
        local to = x_of(f, cut, jump)
        if to then
            d:line({x + S / 2, lanes + 13, to + S / 2 - 1, memory - 2}, 'plain hair')
        end
    end
    d:text(start - 6, lanes + 10, 'lane 0', 'small soft end')
    d:text(start + LANES * (S + 2) + 4, lanes + 10, 'lane 31', 'small soft')
    for f = 0, math.max(last + 1, SHOWN) * FLOATS - 1 do
        local x = x_of(f, cut, jump)
        if x then
            d:box(x, memory, S - 2, 18, wanted[f] and 'green full' or touched[f // FLOATS] and 'amber' or 'plain', 1)
        end
    end
    if cut < jump then
        d:text(LEFT + (cut + 1) * (FLOATS * S + GAP), memory + 13, '· · ·', 'bold middle soft')
    end
    local share = 0
    for _ in pairs(wanted) do
        share = share + 1
    end
    local x, words = LEFT + SHOWN * (FLOATS * S + GAP) + 20, memory - 4
    if draw.narrow then
        x, words = 150, y + 14
    end
    d:text(x, words, sectors .. ' sectors', 'bold')
    d:text(draw.narrow and x + 80 or x, draw.narrow and words or words + 17, ('%g %% wanted'):format(100 * share / (sectors * FLOATS)), 'small ' ..
        (share == sectors * FLOATS and 'green' or 'amber'))
end

pattern(0, 'in[i]', 'offset0')
pattern(1, 'in[i + 1]', 'offset1')
pattern(2, 'in[2 * i]', 'stride2')
pattern(3, 'in[8 * i]', 'stride8')
d:print()
