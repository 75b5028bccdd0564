-- results.lua: measured numbers and tables, straight from results/*.csv.
--
-- `make bench` writes them: a line of column names, then rows. The columns are those of common/rows.h
-- between the program's name and where the row comes from:
--   program,kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time,date,driver,toolkit,commit
-- results/*-counters.csv hold a profiler's counters beside the simulator's:
--   program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit

local book = require 'book'
local ladder = require 'ladder'
local List = require 'pandoc.List'

local results = {}

-- The fields of one CSV line; a field may stand in double quotes.
local function fields(line)
    local out, at = List(), 1
    while at <= #line + 1 do
        local quoted, next_at = line:match('^"([^"]*)",?()', at)
        if not quoted then
            quoted, next_at = line:match('^([^,]*),?()', at)
        end
        out:insert(quoted)
        if line:sub(next_at - 1, next_at - 1) ~= ',' then
            break
        end
        at = next_at
    end
    return out
end

local files = {}

-- A results file as {columns = list, rows = list of {column -> value}}; nil and an error at `needle`
-- in `source` if it is not there.
local function load(source, path, needle)
    if files[path] then
        return files[path]
    end
    local text = book.read(path)
    if not text then
        book.fail(source, needle, "no %s: run 'make bench' on a machine with that GPU, which writes it", path)
        return nil
    end
    local file = {rows = List()}
    for _, line in ipairs(book.lines(text)) do
        local cells = fields(line)
        if not file.columns then
            file.columns = cells
        elseif line ~= '' then
            local row = {}
            for i, column in ipairs(file.columns) do
                row[column] = cells[i] or ''
            end
            file.rows:insert(row)
        end
    end
    files[path] = file
    return file
end

-- The rows that a query asks for: program="…", several with commas between them, and, if given, kernel, several with
-- spaces between them, n and any other column.
local function select_rows(source, file, path, query, needle)
    local rows = file.rows:filter(function (row)
        for column, value in pairs(query) do
            local between = column == 'kernel' and ' ' or column == 'program' and ', ' or nil
            if between then
                if not (between .. value .. between):find(between .. row[column] .. between, 1, true) then
                    return false
                end
            elseif row[column] ~= value then
                return false
            end
        end
        return true
    end)
    if #rows == 0 then
        local asked = {}
        for column, value in pairs(query) do
            asked[#asked + 1] = column .. '=' .. value
        end
        table.sort(asked)
        book.fail(source, needle, "%s has no row %s: run 'make bench' on that GPU again", path, table.concat(asked, ' '))
    end
    return rows
end

-- 16777216 as "16,777,216", 0.555200 as "0.5552".
local function pretty(column, value)
    local number = tonumber(value)
    if not number then
        return value
    end
    if column == 'n' or (math.type(number) == 'integer' and math.abs(number) >= 10000) then
        local digits = ('%d'):format(number)
        return (digits:reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', ''))
    end
    if column == 'ms' then
        return number >= 100 and ('%.1f'):format(number) or number >= 1 and ('%.3f'):format(number)
            or ('%.4f'):format(number)
    end
    if column == 'rate' or column == 'percent_of_limit' then
        return (number == 0 or number >= 0.05) and ('%.1f'):format(number) or ('%.2g'):format(number)
    end
    return value
end

local HEADS = {kernel = 'kernel', n = '*n*', ms = 'ms', rate = 'rate', percent_of_limit = '% of limit',
               verdict = 'verdict', program = 'program', unit = 'unit', device = 'device', time = 'time'}

-- Where rows come from: each device, date and so on that they name, once.
local function provenance(rows, path)
    local said = List()
    local function say(format, column)
        local seen = List()
        for _, row in ipairs(rows) do
            local value = row[column]
            if value and value ~= '' and value ~= 'CPU' and not book.has(seen, value) then
                seen:insert(value)
            end
        end
        if #seen > 0 then
            said:insert(format:format(table.concat(seen, ', ')))
        end
    end
    say('%s', 'device')
    say('%s', 'date')
    say('driver %s', 'driver')
    say('CUDA %s', 'toolkit')
    say('commit %s', 'commit')
    local how = rows[1].time == 'modelled' and 'Modelled' or 'Measured'
    return ('%s: %s. `%s`'):format(how, table.concat(said, ', '), path)
end

-- A table from a list of {cells}, the first being the heads; the first column holds code, the others
-- numbers. Its caption: the Div's text, then where the numbers come from.
local function make_table(div, lines, rows, path)
    local text = List()
    for i, cells in ipairs(lines) do
        if i > 1 then
            cells[1] = '`' .. cells[1] .. '`'
        end
        text:insert('| ' .. table.concat(cells, ' | ') .. ' |')
        if i == 1 then
            text:insert('| --- ' .. ('| ---: '):rep(#cells - 1) .. '|')
        end
    end
    local doc = pandoc.read(table.concat(text, '\n') .. '\n\n: C\n\n' .. provenance(rows, path), 'markdown-tex_math_dollars')
    local tbl, origin = doc.blocks[1], doc.blocks[2]
    local caption = List()
    for _, block in ipairs(div.content) do
        caption:extend(block.content)
        caption:insert(pandoc.Space())
    end
    caption:insert(pandoc.Span(origin.content, pandoc.Attr('', {'source'})))
    tbl.caption = {long = {pandoc.Plain(caption)}}
    tbl.identifier = div.identifier
    return pandoc.Div({tbl}, pandoc.Attr('', {'measured'}))
end

-- The common part of both kinds of table: the file and the rows that the Div's attributes ask for.
local function ask(source, div)
    local at = div.attributes
    local needle = ('program="%s"'):format(at.program or '')
    if not at.file or not at.program then
        book.fail(source, '::: {.', 'results and counters want file="results/….csv" and program="…"')
        return nil
    end
    local file = load(source, at.file, needle)
    local rows = file and select_rows(source, file, at.file, {program = at.program, kernel = at.kernel, n = at.n,
        device = at.device}, needle) or List()
    return #rows > 0 and file or nil, rows, needle
end

-- ::: {.results file="results/h200.csv" program="ch3-reduce" columns="kernel ms rate" n="16777216"}
-- becomes that table.
function results.table(source, div)
    local file, rows, needle = ask(source, div)
    if not file then
        return pandoc.Div({})
    end
    local lines, columns = List({List()}), div.attributes.columns
    if not columns then
        local limited = rows:find_if(function (row) return row.percent_of_limit ~= '' end)
        columns = 'kernel n ms rate' .. (limited and ' percent_of_limit' or '')
    end
    for column in columns:gmatch('%S+') do
        lines[1]:insert(column == 'rate' and rows[1].unit or HEADS[column] or column)
        if not book.has(file.columns, column) then
            book.fail(source, needle, '%s has no column %s', div.attributes.file, column)
        end
        for i, row in ipairs(rows) do
            lines[i + 1] = lines[i + 1] or List()
            lines[i + 1]:insert(pretty(column, row[column] or ''))
        end
    end
    return make_table(div, lines, rows, div.attributes.file)
end

-- ::: {.ladder …}: a ladder's rungs side by side (ladder.lua).
function results.ladder(source, div)
    local file, rows, needle = ask(source, div)
    if not file then
        return pandoc.Div({})
    end
    rows = rows:filter(function (row) return row.device ~= 'CPU' end)
    local head, metric = (div.attributes.counter or ''):match('^(.-)=(%S+)$')
    local counts
    if head then
        local path = div.attributes.file:gsub('%.csv$', '-counters.csv')
        local counted = load(source, path, needle)
        counts = {}
        for _, row in ipairs(counted and counted.rows or {}) do
            if div.attributes.program:find(row.program, 1, true) and row.metric == metric and row.n == (div.attributes.counters or div.attributes.n) then
                counts[row.kernel] = tonumber(row.gpu)
            end
        end
        if not next(counts) then
            book.fail(source, needle, '%s has no %s for %s', path, metric, div.attributes.program)
        end
    end
    return make_table(div, ladder.lines(rows, counts, head), rows, div.attributes.file)
end

-- A count as 6.26 M, a percentage as 25.02, a rate as 1731: three or four digits that mean something.
local function short(value, unit)
    local number = tonumber(value)
    if not number then
        return '–'
    end
    if unit == 'Gbyte/s' then
        return ('%.0f'):format(number)
    end
    if unit == '%' or math.abs(number) < 1000 then
        return (('%.2f'):format(number):gsub('%.?0+$', ''))
    end
    local size, names, i = number, {'k', 'M', 'G', 'T'}, 0
    while math.abs(size) >= 1000 and i < #names do
        size, i = size / 1000, i + 1
    end
    return ('%.3g\u{A0}%s'):format(size, names[i])
end

-- ::: {.counters file="results/h200-counters.csv" program="ch3-reduce" n="16777216"
-- metrics="load=smsp__…pct sectors=l1tex__…sum"} becomes a table with a row per kernel and a column per
-- metric, headed by the word before its name: what the GPU's profiler read / what the simulator counted.
function results.counters(source, div)
    local file, rows, needle = ask(source, div)
    if not file then
        return pandoc.Div({})
    end
    local lines, at = List({List({'kernel'})}), {}
    for _, row in ipairs(rows) do
        if not at[row.kernel] then
            lines:insert(List({row.kernel}))
            at[row.kernel] = lines[#lines]
        end
    end
    for head, metric in (div.attributes.metrics or ''):gmatch('(%S-)=(%S+)') do
        local found, unit = false, ''
        for _, row in ipairs(rows) do
            if row.metric == metric then
                found, unit = true, row.unit == 'Gbyte/s' and ', GB/s' or ''
                at[row.kernel][#lines[1] + 1] = short(row.gpu, row.unit) .. ' / ' .. short(row.simulator, row.unit)
            end
        end
        lines[1]:insert(head:gsub('_', ' ') .. unit)
        if not found then
            book.fail(source, metric, '%s has no %s for %s', div.attributes.file, metric, div.attributes.program)
        end
        for _, line in pairs(at) do
            line[#lines[1]] = line[#lines[1]] or '–'
        end
    end
    if #lines[1] == 1 then
        book.fail(source, needle, 'counters want metrics="HEAD=METRIC …"')
    end
    return make_table(div, lines, rows, div.attributes.file)
end

-- [4.37]{result="results/h200.csv ch4-limit sumWideInt rate n=268435456"} must be what the file says,
-- rounded to the digits written; with scale=0.001 the file's value is multiplied first, with over=KERNEL it is divided by
-- that kernel's, over=PROGRAM/KERNEL that of another program. Without a text the number is filled in.
function results.number(source, span)
    local words = List()
    for word in span.attributes.result:gmatch('%S+') do
        words:insert(word)
    end
    local needle = span.attributes.result
    local path, program, kernel, column = words[1], words[2], words[3], words[4]
    if not column then
        book.fail(source, needle, 'result wants "FILE PROGRAM KERNEL COLUMN [n=…] [over=KERNEL] [per=METRIC] [scale=…]"')
        return nil
    end
    local query, scale, over, per = {program = program, kernel = kernel}, 1, nil, nil
    for i = 5, #words do
        local key, value = words[i]:match('^(%w+)=(.+)$')
        if key == 'scale' then
            scale = tonumber(value)
        elseif key == 'over' then
            over = value
        elseif key == 'per' then
            per = value
        elseif key then
            query[key] = value
        end
    end
    local file = load(source, path, needle)
    if not file then
        return nil
    end
    -- The column's value for a kernel, nil and an error without one.
    local function value_of(name)
        query.program, query.kernel = name:match('^(.*)/(.*)$')
        query.program, query.kernel = query.program or program, query.kernel or name
        local rows = select_rows(source, file, path, query, needle)
        if #rows == 0 then
            return nil
        end
        local value = tonumber(rows[1][column])
        if not value then
            book.fail(source, needle, '%s has no number in column %s', path, column)
        end
        return value
    end
    local value = value_of(kernel)
    local divisor = not over and 1 or value_of(over)
    if per then
        query.metric = per
        divisor = value_of(kernel)
    end
    if not value or not divisor then
        return nil
    end
    value = value / divisor
    local written = book.text(span.content)
    if written == '' then
        return pandoc.Str(pretty(column, tostring(value * scale)))
    end
    local digits = #(written:match('%.(%d+)$') or '')
    local plain = written:gsub(',', '')
    local now = ('%.' .. digits .. 'f'):format(value * scale)
    if plain ~= now then
        book.fail(source, needle, 'stale: the text says %s, %s says %s', written, path, now)
    end
    return span.content
end

return results
