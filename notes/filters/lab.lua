-- lab.lua: labs (lab/README.md) as they stand in a page that does not run, on paper and in the EPUB: a frame, drawn from what
-- the build saw of the kernel at the moment that the note names.

local draw = dofile 'notes/figures/draw.lua'

local lab = {}

local WIDTH, LEFT = 680, 56
local LANE_COLOURS = {run = 'green', barrier = 'amber', sync = 'amber', meet = 'blue'}

local function bit(mask, lane)
    return (mask >> lane) & 1 == 1
end

local function count(mask)
    local n = 0
    for lane = 0, 31 do
        n = n + (bit(mask, lane) and 1 or 0)
    end
    return n
end

local function short(value)
    if math.type(value) == 'integer' then
        return (tostring(value):gsub('-', '−'))
    end
    if type(value) ~= 'number' then
        return tostring(value)
    end
    return ((value == math.floor(value) and math.abs(value) < 1e6 and ('%d'):format(value) or ('%.3g'):format(value)):gsub('-', '−'))
end

-- What a lane does now: a box's colour; nil where there is none.
local function lane_colour(state, w, warp, lane)
    if not bit(warp.lanes, lane) then
        return nil
    end
    if state.moment > 0 and w == state.warp and bit(state.enabled, lane) then
        return 'green full'
    end
    for _, group in ipairs(warp.groups) do
        if bit(group.lanes, lane) then
            return LANE_COLOURS[group.state]
        end
    end
    return 'plain'
end

-- Each part draws itself from y on, and returns where it ends.

local function draw_line(d, y, about, state)
    for _, section in ipairs(about.source) do
        local number = section.line
        for text in section.text:gmatch('([^\n]*)\n') do
            if section.file == state.file and number == state.line then
                d:text(0, y + 12, ('%d'):format(number), 'code small soft')
                d:text(36, y + 12, text:gsub('^%s+', ''):sub(1, 88), 'code')
                return y + 26
            end
            number = number + 1
        end
    end
    return y
end

local function draw_lanes(d, y, state)
    d:text(0, y + 11, ('Block %d of %d: lanes'):format(state.block, state.blocks), 'small bold soft')
    y = y + 18
    local size = (WIDTH - LEFT) / 32
    for w, warp in ipairs(state.warps) do
        if w > 8 then
            d:text(LEFT, y + 10, ('and %d more warps'):format(#state.warps - 8), 'small soft')
            return y + 20
        end
        d:text(LEFT - 8, y + 10, ('warp %d'):format(w - 1), 'small end soft')
        for lane = 0, 31 do
            local colour = lane_colour(state, w - 1, warp, lane)
            if colour then
                d:box(LEFT + lane * size, y, size - 2, 12, colour, 2)
            end
        end
        y = y + 16
    end
    local x = LEFT
    for _, key in ipairs {{'green full', 'runs this line'}, {'green', 'waits for its turn'}, {'amber', 'at a barrier'}, {'blue', 'waits to meet'}, {'plain', 'has ended'}} do
        d:box(x, y + 3, 10, 10, key[1], 2)
        d:text(x + 15, y + 12, key[2], 'small soft')
        x = x + 32 + 6.2 * #key[2]
    end
    return y + 24
end

local function draw_sectors(d, y, access)
    local size = (WIDTH - LEFT - 3 * 8) / 32
    local row, column, line = 0, 0, nil
    for i, sector in ipairs(access.sectors) do
        local at = sector[1] // 128
        if line and at ~= line then
            row, column = row + 1, 0
        end
        line, column = at, sector[1] // 32 % 4
        if row > 7 then
            d:text(LEFT, y + row * 18 + 12, ('and %d more sectors'):format(#access.sectors - i + 1), 'small soft')
            return y + row * 18 + 20
        end
        local top, left = y + row * 18, LEFT + column * (8 * size + 8)
        d:text(LEFT - 8, top + 11, tostring(at * 128), 'small end soft')
        for k = 1, 8 do
            local lane = sector[k + 1]
            d:cell(left + (k - 1) * size, top, size - 1.5, 14, lane < 0 and 'plain' or access.kind == 'load' and 'blue full' or 'green full',
                lane >= 0 and tostring(lane) or '', 'code small')
        end
    end
    return y + (row + 1) * 18 + 6
end

local function draw_banks(d, y, access)
    local size = (WIDTH - LEFT) / 32
    d:text(LEFT - 8, y + 11, 'bank', 'small end soft')
    for bank = 0, 31, 4 do
        d:text(LEFT + (bank + 0.5) * size, y + 11, tostring(bank), 'small middle soft')
    end
    y = y + 16
    for k, row in ipairs(access.banks) do
        if k > 8 then
            d:text(LEFT, y + 12, ('and %d more wavefronts'):format(#access.banks - 8), 'small soft')
            return y + 20
        end
        for bank, lane in ipairs(row) do
            d:cell(LEFT + (bank - 1) * size, y, size - 1.5, 14, lane < 0 and 'plain' or k > 1 and 'red full' or 'green full',
                lane >= 0 and tostring(lane) or '', 'code small')
        end
        y = y + 18
    end
    return y + 6
end

local function many(n, word)
    return ('%d %s%s'):format(n, word, n == 1 and '' or 's')
end

local function draw_access(d, y, state)
    local access = state.access
    if not access then
        return y
    end
    local ideal = access.cost == access.ideal and 'no bank conflict' or ('%d would do'):format(access.ideal)
    local cost = access.banks and ('%s, %s'):format(many(access.cost, 'wavefront'), ideal)
        or ('%s, %s, %d %% of the bytes wanted'):format(many(count(access.lanes), 'lane'), many(access.cost, 'sector'),
            100 * access.wanted // (32 * access.cost))
    d:text(0, y + 11, ('The last %s%s (line %d, warp %d): %s'):format(access.kind, access.array ~= '' and ' of ' .. access.array or '',
        access.line, access.warp, cost), 'small bold soft')
    return (access.banks and draw_banks or draw_sectors)(d, y + 18, access)
end

local function set(list)
    local out = {}
    for _, i in ipairs(list or {}) do
        out[i] = true
    end
    return out
end

local function draw_array(d, y, array)
    if #array.values == 0 then
        return y
    end
    d:text(0, y + 11, ('%s: %s%d %s, %s'):format(array.name, array.rows > 0 and array.rows .. ' × ' or '', array.columns, array.type,
        array.place == 'shared' and 'shared memory' or 'global memory'), 'small bold soft')
    y = y + 18
    local longest = 0
    for i = 1, math.min(#array.values, 128) do
        longest = math.max(longest, utf8.len(short(array.values[i])))
    end
    local per_row = longest <= 3 and 32 or longest <= 6 and 16 or 8
    local size, stored, loaded = WIDTH / per_row, set(array.stored), set(array.loaded)
    for i, value in ipairs(array.values) do
        local row = (i - 1) // per_row
        if row > 3 then
            d:text(0, y + 4 * 18 + 10, ('and %d more'):format(#array.values - i + 1), 'small soft')
            return y + 4 * 18 + 18
        end
        local colour = stored[i - 1] and 'green full' or loaded[i - 1] and 'blue full' or array.writers[i] > 0 and 'green' or 'plain'
        d:cell((i - 1) % per_row * size, y + row * 18, size - 2, 15, colour, short(value), 'code small')
    end
    return y + math.min(4, (#array.values - 1) // per_row + 1) * 18 + 6
end

local function draw_numbers(d, y, state)
    local m = state.metrics
    local parts = {('moment %d of %d'):format(state.moment, state.total), ('%.1f lanes an instruction'):format(state.each)}
    if m['load efficiency'] then
        parts[#parts + 1] = ('%.1f sectors a load, %.0f %% wanted'):format(m['sectors per load request'], m['load efficiency'])
    end
    local conflicts = (m['load bank conflicts'] or 0) + (m['store bank conflicts'] or 0)
    parts[#parts + 1] = ('%.0f bank conflicts'):format(conflicts)
    d:text(0, y + 12, table.concat(parts, '  ·  '), 'small')
    return y + 20
end

-- What the build saw of a lab: {about, state}; nil if it saw none of that name.
function lab.read(build, id)
    local chunk = loadfile(('%s/labs/%s.lua'):format(build, id))
    return chunk and chunk()
end

-- The frame as SVG.
function lab.frame(seen)
    local d = draw.canvas(WIDTH, 0)
    local y = draw_line(d, 0, seen.about, seen.state)
    y = draw_lanes(d, y, seen.state)
    y = draw_access(d, y, seen.state)
    for i, array in ipairs(seen.state.arrays) do
        if i <= 3 then
            y = draw_array(d, y, array)
        end
    end
    d.height = math.ceil(draw_numbers(d, y, seen.state))
    return d:svg()
end

-- The frame in words.
function lab.words(seen)
    local state = seen.state
    local place = state.moment > 0 and ('At line %d, moment %d of %d: '):format(state.line, state.moment, state.total) or ''
    local found = #state.findings > 0 and ' Found so far: ' .. state.findings[1]:match('^[^\n]*') or ''
    return place .. state.words .. found
end

return lab
