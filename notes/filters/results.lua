-- results.lua: measured numbers and tables, straight from results/*.csv.
--
-- `make bench` writes a file per device: lines "# key: value" (device, date, driver, toolkit, commit,
-- command), then a line of column names, then rows. The columns are those of common/rows.h with the
-- program's name in front: program,kernel,n,ms,rate,unit,percent_of_limit,verdict,device,time.

local book = require 'book'
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

-- A results file as {about = {key -> value}, columns = list, rows = list of {column -> value}}; nil
-- and an error at `needle` in `source` if it is not there.
local function load(source, path, needle)
    if files[path] then
        return files[path]
    end
    local text = book.read(path)
    if not text then
        book.fail(source, needle, "no %s: run 'make bench' on a machine with that GPU, which writes it", path)
        return nil
    end
    local file = {about = {}, columns = nil, rows = List()}
    for _, line in ipairs(book.lines(text)) do
        local key, value = line:match('^#%s*([%w ]+):%s*(.*)$')
        if key then
            file.about[key] = value
        elseif not line:find('^#') and line ~= '' then
            local cells = fields(line)
            if not file.columns then
                file.columns = cells
            else
                local row = {}
                for i, column in ipairs(file.columns) do
                    row[column] = cells[i] or ''
                end
                file.rows:insert(row)
            end
        end
    end
    files[path] = file
    return file
end

-- The rows that a query asks for: program="…" and, if given, kernel, n and any other column.
local function select_rows(source, file, path, query, needle)
    local rows = file.rows:filter(function (row)
        for column, value in pairs(query) do
            if column == 'kernel' then
                if not (' ' .. value .. ' '):find(' ' .. row.kernel .. ' ', 1, true) then
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
        return ('%.1f'):format(number)
    end
    return value
end

local HEADS = {kernel = 'kernel', n = '*n*', ms = 'ms', rate = 'rate', percent_of_limit = '% of limit',
               verdict = 'verdict', program = 'program', unit = 'unit', device = 'device', time = 'time'}

local function provenance(file, path)
    local about = file.about
    local said = List()
    if about.device then
        said:insert(about.device)
    end
    if about.date then
        said:insert(about.date)
    end
    if about.driver then
        said:insert('driver ' .. about.driver)
    end
    if about.toolkit then
        said:insert('CUDA ' .. about.toolkit)
    end
    if about.commit then
        said:insert('commit ' .. about.commit:sub(1, 10))
    end
    return ('Measured: %s; `%s`.'):format(table.concat(said, ', '), path)
end

-- ::: {.results file="results/h200.csv" program="ch3-reduce" columns="kernel ms rate" n="16777216"}
-- with a caption or nothing inside becomes that table, its device and date below.
function results.table(source, div)
    local path = div.attributes.file
    local needle = ('program="%s"'):format(div.attributes.program or '')
    if not path or not div.attributes.program then
        book.fail(source, '.results', 'results want file="results/….csv" and program="…"')
        return pandoc.Null()
    end
    local file = load(source, path, needle)
    if not file then
        return pandoc.Div({})
    end
    local query = {program = div.attributes.program, kernel = div.attributes.kernel, n = div.attributes.n,
                   device = div.attributes.device}
    local rows = select_rows(source, file, path, query, needle)
    local columns = List()
    for column in (div.attributes.columns or 'kernel n ms rate percent_of_limit'):gmatch('%S+') do
        columns:insert(column)
        if not book.has(file.columns, column) then
            book.fail(source, needle, '%s has no column %s', path, column)
        end
    end
    if #rows == 0 then
        return pandoc.Div({})
    end
    local text = {'', '', ''}
    for i, column in ipairs(columns) do
        local head = HEADS[column] or column
        if column == 'rate' then
            head = rows[1].unit
        end
        text[1] = text[1] .. '| ' .. head .. ' '
        text[2] = text[2] .. (column == 'kernel' and '| --- ' or '| ---: ')
        for r, row in ipairs(rows) do
            local value = pretty(column, row[column])
            text[r + 2] = (text[r + 2] or '') .. '| ' .. (column == 'kernel' and '`' .. value .. '`' or value) .. ' '
        end
    end
    local doc = pandoc.read(table.concat(text, '|\n') .. '|\n\n: C\n\n' .. provenance(file, path), 'markdown')
    local tbl, origin = doc.blocks[1], doc.blocks[2]
    local caption = List()
    for _, block in ipairs(div.content) do
        caption:extend(block.content)
        caption:insert(pandoc.Space())
    end
    caption:extend(origin.content)
    tbl.caption = {long = {pandoc.Plain(caption)}}
    tbl.identifier = div.identifier
    return pandoc.Div({tbl}, pandoc.Attr('', {'measured'}))
end

-- [4.36]{result="results/h200.csv ch4-limit reduceWide rate n=268435456"} must be what the file says,
-- rounded to the digits written; with scale=0.001 the file's value is multiplied first. Without a
-- text the number is filled in.
function results.number(source, span)
    local words = List()
    for word in span.attributes.result:gmatch('%S+') do
        words:insert(word)
    end
    local needle = span.attributes.result
    local path, program, kernel, column = words[1], words[2], words[3], words[4]
    if not column then
        book.fail(source, needle, 'result wants "FILE PROGRAM KERNEL COLUMN [n=…] [scale=…]"')
        return nil
    end
    local query, scale = {program = program, kernel = kernel}, 1
    for i = 5, #words do
        local key, value = words[i]:match('^(%w+)=(.+)$')
        if key == 'scale' then
            scale = tonumber(value)
        elseif key then
            query[key] = value
        end
    end
    local file = load(source, path, needle)
    if not file then
        return nil
    end
    local rows = select_rows(source, file, path, query, needle)
    if #rows == 0 then
        return nil
    end
    local value = tonumber(rows[1][column])
    if not value then
        book.fail(source, needle, '%s has no number in column %s', path, column)
        return nil
    end
    local written = book.text(span.content)
    if written == '' then
        return pandoc.Str(pretty(column, scale == 1 and rows[1][column] or tostring(value * scale)))
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
