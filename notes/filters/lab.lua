-- lab.lua: labs (lab/README.md) as they stand in a page that does not run, on paper and in the EPUB: a frame, drawn from what
-- the build saw of the kernel at the moment that the note names.

local draw = dofile 'notes/figures/draw.lua'

local lab = {}

-- How wide a frame is, where what has a label begins, how many banks are in a row, and how long a row of an array is: 1 is the whole.
local WIDE, NARROW = {width = 680, left = 56, banks = 32, row = 1}, {width = 340, left = 46, banks = 16, row = 0.5}
local LANE_COLOURS = {run = 'green', barrier = 'amber', mbarrier = 'amber', sync = 'amber', meet = 'blue'}

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

-- Each part draws itself from y on, as `form` has it, WIDE or NARROW, and returns where it ends.

local function draw_line(d, y, form, about, state)
    for _, section in ipairs(about.source) do
        local number = section.line
        for text in section.text:gmatch('([^\n]*)\n') do
            if section.file == state.file and number == state.line then
                d:text(0, y + 12, ('%d'):format(number), 'code small soft')
                -- (A letter of code is 7.2 pixels wide.)
                local code, most = text:gsub('^%s+', ''), form == WIDE and 88 or 42
                while #code > most do
                    local cut = code:sub(1, most):match('^.*() ') or most
                    d:text(36, y + 12, code:sub(1, cut), 'code')
                    code, y = code:sub(cut + 1), y + 16
                end
                d:text(36, y + 12, code, 'code')
                return y + 26
            end
            number = number + 1
        end
    end
    return y
end

local function draw_lanes(d, y, form, state)
    local left = form.left
    d:text(0, y + 11, ('Block %d of %d: lanes'):format(state.block, state.blocks), 'small bold soft')
    y = y + 18
    local size = (form.width - left) / 32
    for w, warp in ipairs(state.warps) do
        if w > 8 then
            d:text(left, y + 10, ('and %d more warps'):format(#state.warps - 8), 'small soft')
            y = y + 16
            break
        end
        d:text(left - 8, y + 10, ('warp %d'):format(w - 1), 'small end soft')
        for lane = 0, 31 do
            local colour = lane_colour(state, w - 1, warp, lane)
            if colour then
                d:box(left + lane * size, y, size - 2, 12, colour, 2)
            end
        end
        y = y + 16
    end
    return d:key(form == WIDE and left or 0, y + 3, {{'green full', 'runs this line'}, {'green', 'waits for its turn'}, {'amber', 'at a barrier'},
        {'blue', 'waits to meet'}, {'plain', 'has ended'}}) + 5
end

-- Sectors by their place in memory: the four of a line of 128 bytes side by side, on a telephone two and two.
local function draw_sectors(d, y, form, access)
    local across = form.banks // 8
    local size = (form.width - form.left - (across - 1) * 8) / form.banks
    local row, last = 0, nil
    for i, sector in ipairs(access.sectors) do
        local at = sector[1] // (across * 32)
        local new = at ~= last
        if last and new then
            row = row + 1
        end
        last = at
        if row > 7 then
            d:text(form.left, y + row * 18 + 12, ('and %d more sectors'):format(#access.sectors - i + 1), 'small soft')
            return y + row * 18 + 20
        end
        local top, left = y + row * 18, form.left + sector[1] // 32 % across * (8 * size + 8)
        if new then
            d:text(form.left - 8, top + 11, tostring(at * across * 32), 'small end soft')
        end
        for k = 1, 8 do
            local lane = sector[k + 1]
            d:cell(left + (k - 1) * size, top, size - 1.5, 14, lane < 0 and 'plain' or access.kind == 'load' and 'blue full' or 'green full',
                lane >= 0 and tostring(lane) or '', 'code small')
        end
    end
    return y + (row + 1) * 18 + 6
end

-- Banks, and below them who wants a word of each, a row for a wavefront; on a telephone the first sixteen banks above the others.
-- A wavefront comes late, and is red, if the one before it serves the same lanes: wide accesses go part by part, some lanes in each.
local function draw_banks(d, y, form, access)
    local left, size = form.left, (form.width - form.left) / form.banks
    local function part(k)
        return access.banks[k] and math.max(table.unpack(access.banks[k])) // access.phase
    end
    for first = 0, 31, form.banks do
        d:text(left - 8, y + 11, 'bank', 'small end soft')
        for bank = first, first + form.banks - 1, 4 do
            d:text(left + (bank - first + 0.5) * size, y + 11, tostring(bank), 'small middle soft')
        end
        y = y + 16
        for k, row in ipairs(access.banks) do
            if k > 8 then
                d:text(left, y + 12, ('and %d more wavefronts'):format(#access.banks - 8), 'small soft')
                y = y + 20
                break
            end
            local late = k > 1 and part(k) == part(k - 1)
            for bank = first, first + form.banks - 1 do
                local lane = row[bank + 1]
                d:cell(left + (bank - first) * size, y, size - 1.5, 14, lane < 0 and 'plain' or late and 'red full' or 'green full',
                    lane >= 0 and tostring(lane) or '', 'code small')
            end
            y = y + 18
        end
    end
    return y + 6
end

local function many(n, word)
    return ('%d %s%s'):format(n, word, n == 1 and '' or 's')
end

local function draw_access(d, y, form, state)
    local access = state.access
    if not access then
        return y
    end
    local ideal = access.cost == access.ideal and 'no bank conflict' or ('%d would do'):format(access.ideal)
    local cost = access.banks and ('%s, %s'):format(many(access.cost, 'wavefront'), ideal)
        or ('%s, %s, %d %% of the bytes wanted'):format(many(count(access.lanes), 'lane'), many(access.cost, 'sector'),
            100 * access.wanted // (32 * access.cost))
    y = d:lines(0, y + 11, ('The last %s%s (line %d, warp %d): %s'):format(access.kind, access.array ~= '' and ' of ' .. access.array or '',
        access.line, access.warp, cost), 'small bold soft')
    return (access.banks and draw_banks or draw_sectors)(d, y - 8, form, access)
end

-- The tile of an ldmatrix, wgmma or copy of a tensor: a row is 128 bytes of shared memory, a cell a piece of 16 bytes, which says the
-- tile's row and the piece in that row. The first column of the tile is green.
local function draw_tiles(d, y, form, state)
    for _, tile in ipairs(state.tiles and state.tiles.now and state.tiles.list or {}) do
        y = d:lines(0, y + 11, ('%s: %s of %s of 16 bytes; eight of a column lie in %d of the 8 groups of four banks'):format(tile.name,
            many(tile.rows, 'row'), many(tile.pieces, 'piece'), tile.spread), 'small bold soft') - 8
        local size = (form.width - form.left) / 8
        for i, line in ipairs(tile.lines) do
            if i > 8 then
                d:text(form.left, y + 10, ('and %d more lines of 128 bytes'):format(#tile.lines - 8), 'small soft')
                y = y + 16
                break
            end
            d:text(form.left - 8, y + 11, tostring(line[1]), 'small end soft')
            for k = 1, 8 do
                local piece = line[k + 1]
                d:cell(form.left + (k - 1) * size, y, size - 2, 14, piece < 0 and 'plain' or piece % tile.pieces == 0 and 'green full' or 'blue',
                    piece < 0 and '' or ('%d.%d'):format(piece // tile.pieces, piece % tile.pieces), 'code small')
            end
            y = y + 17
        end
        y = y + 6
    end
    return y
end

-- The copies in flight, and what the mbarriers lack, in words.
local function draw_async(d, y, state)
    for _, f in ipairs(state.flights) do
        y = d:lines(0, y + 11, ('In flight: %s, %s to %s'):format(many(f.bytes, 'byte'), f.from, f.to), 'small') - 8
    end
    for _, m in ipairs(state.mbarriers) do
        local bytes = m.bytes > 0 and ' and ' .. many(m.bytes, 'byte') or ''
        local waiting = #m.waiting > 0 and (', %s for it'):format(#m.waiting == 1 and 'a warp waits' or #m.waiting .. ' warps wait') or ''
        y = d:lines(0, y + 11, ('%s: phase %d lacks %d of %s%s%s'):format(m.name, m.phase, m.lacks, many(m.each, 'arrival'), bytes, waiting),
            'small') - 8
    end
    return y + ((#state.flights > 0 or #state.mbarriers > 0) and 8 or 0)
end

local function set(list)
    local out = {}
    for _, i in ipairs(list or {}) do
        out[i] = true
    end
    return out
end

local function draw_array(d, y, form, array)
    if #array.values == 0 then
        return y
    end
    y = d:lines(0, y + 11, ('%s: %s%d %s, %s'):format(array.name, array.rows > 0 and array.rows .. ' × ' or '', array.columns, array.type,
        array.place == 'shared' and 'shared memory' or 'global memory'), 'small bold soft') - 8
    local longest = 0
    for i = 1, math.min(#array.values, 128) do
        longest = math.max(longest, utf8.len(short(array.values[i])))
    end
    local per_row = (longest <= 3 and 32 or longest <= 6 and 16 or 8) * form.row // 1
    local rows = 4 / form.row // 1
    local size, stored, loaded = form.width / per_row, set(array.stored), set(array.loaded)
    for i, value in ipairs(array.values) do
        local row = (i - 1) // per_row
        if row >= rows then
            d:text(0, y + rows * 18 + 10, ('and %d more'):format(math.max(array.rows, 1) * array.columns - i + 1), 'small soft')
            return y + rows * 18 + 18
        end
        local colour = stored[i - 1] and 'green full' or loaded[i - 1] and 'blue full' or array.writers[i] > 0 and 'green' or 'plain'
        d:cell((i - 1) % per_row * size, y + row * 18, size - 2, 15, colour, short(value), longest == 3 and 'code tiny' or 'code small')
    end
    return y + math.min(rows, (#array.values - 1) // per_row + 1) * 18 + 6
end

local function draw_numbers(d, y, state)
    local m = state.metrics
    local parts = {('moment %d of %d'):format(state.moment, state.total), ('%.1f lanes an instruction'):format(state.each)}
    if m['load efficiency'] then
        parts[#parts + 1] = ('%.1f sectors a load, %.0f %% wanted'):format(m['sectors per load request'], m['load efficiency'])
    end
    local conflicts = (m['load bank conflicts'] or 0) + (m['store bank conflicts'] or 0)
    parts[#parts + 1] = ('%.0f bank conflicts'):format(conflicts)
    return d:lines(0, y + 12, table.concat(parts, '  ·  '), 'small') - 7
end

-- What the build saw of a lab: {about, state}; nil if it saw none of that name.
function lab.read(build, id)
    local chunk = loadfile(('%s/labs/%s.lua'):format(build, id))
    return chunk and chunk()
end

-- The frame as SVG, or its narrow form.
function lab.frame(seen, narrow)
    local form = narrow and NARROW or WIDE
    local d = draw.canvas(form.width, 0)
    local y = draw_line(d, 0, form, seen.about, seen.state)
    y = draw_lanes(d, y, form, seen.state)
    y = draw_access(d, y, form, seen.state)
    y = draw_tiles(d, y, form, seen.state)
    y = draw_async(d, y, seen.state)
    for i, array in ipairs(seen.state.arrays) do
        if i <= 3 then
            y = draw_array(d, y, form, array)
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
