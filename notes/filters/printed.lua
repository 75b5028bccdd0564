-- printed.lua: what programs print, and tables drawn with characters, as HTML that a telephone can show.
--
-- A telephone closes the gaps between the columns: the style sheet hides what is slack there, and makes the letters as large as the columns'
-- width in characters, --across, allows. (More than 70 never fit: such lines are broken. And where there are columns, lines that are merely
-- indented may break, too.) A report whose lines are a little too long for the page is set a little smaller.

local book = require 'book'
local List = require 'pandoc.List'

local printed = {}

-- The characters of a line; and whether it is a rule, of dashes alone.
local function characters(line)
    local out = List()
    for _, code in utf8.codes(line) do
        out:insert(utf8.char(code))
    end
    out.rule = not line:find('[^%s-]')
    return out
end

-- Returns which columns of lines that stand together are slack: blank in all of them, but for one before the next word. A rule counts as
-- blank, since it is as long as what stands below it needs.
local function slack_columns(lines)
    local width, slack = 0, {}
    for _, line in ipairs(lines) do
        width = math.max(width, #line)
    end
    local function blank(column)
        return not lines:find_if(function (line) return not line.rule and (line[column] or ' ') ~= ' ' end)
    end
    for column = 2, width do
        slack[column] = #lines > 1 and blank(column - 1) and blank(column)
    end
    return slack
end

-- A command, as HTML, whose options are not torn behind their dashes.
local function tied_options(html)
    return (html:gsub('%f[%S]%-%-?%a[%w-]*', '<span class="tied">%0</span>'))
end

-- A code block as HTML if it is what a program prints; nil for code.
function printed.block(block)
    local output = book.has(block.classes, 'output')
    if #block.classes > (output and 1 or 0) then
        return nil
    end
    local out, group, classes, longest, across = List(), List(), List(block.classes), 0, {columns = 0, indents = 0}
    local function close()
        local slack = slack_columns(group)
        for _, line in ipairs(group) do
            local text, hidden, shown, kind = '', '', 0, nil
            for column, char in ipairs(line) do
                if slack[column] then
                    hidden = hidden .. char
                else
                    if hidden ~= '' then
                        kind = text:find('%S') and 'columns' or 'indents'
                        text = text .. '<span class="slack">' .. hidden .. '</span>'
                    end
                    text = text .. book.escape(char)
                    hidden, shown = '', shown + 1
                end
            end
            out:insert(text:sub(1, 2) == '$ ' and tied_options(text) or text)
            if kind and shown <= 70 then
                across[kind] = math.max(across[kind], shown)
            end
        end
        group = List()
    end
    for _, line in ipairs(book.lines(block.text)) do
        longest = math.max(longest, utf8.len(line))
        if line == '' then
            close()
            out:insert('')
        else
            group:insert(characters(line))
        end
    end
    close()
    local width = across.columns > 0 and across.columns or across.indents
    if width > 0 then
        classes:insert('aligned')
    end
    if output and longest > 107 and longest <= 120 then
        classes:insert('long')
    end
    return pandoc.RawBlock('html', ('<pre%s%s><code>%s</code></pre>'):format(#classes > 0 and ' class="' .. table.concat(classes, ' ') .. '"' or '',
        width > 0 and (' style="--across: %d"'):format(width) or '', table.concat(out, '\n')))
end

return printed
