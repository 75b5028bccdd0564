-- pdf.lua: of all pages woven for print, in one document, makes what Chromium prints: pictures go into
-- the page, each part gets its running head, the table of contents and the index get their page numbers.
--
--     pandoc print/*.json -f json -L notes/filters/pdf.lua -M build=build/book -t html5
--
-- The page numbers come from the printing before (tools/book/pdf.sh): build/book/print/numbers has lines
-- "ID PAGE". Without that file they have none.

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'
local List = require 'pandoc.List'

-- The style that gives the pages of a part its title as running head.
local function running_head(header)
    local part = header.identifier:gsub('%W', '-')
    local text = book.text(header.content):gsub('["\\]', '\\%0')
    return (([[
@page p-PART { @top-left { content: "%s" } }
#%s { page: p-PART }]]):gsub('PART', part):format(text, header.identifier))
end

-- A line of the table of contents: number, title, page.
local function contents_line(header, page)
    local number, title = '', book.text(header.content)
    if header.content[1].t == 'Span' then
        number = book.text(header.content[1])
        title = title:sub(#number + 2)
    end
    return ('<li class="l%d"><a href="#%s"><span class="n">%s</span><span class="t">%s</span>' ..
        '<span class="p">%s</span></a></li>'):format(header.level, header.identifier, number, book.escape(title), page)
end

-- An entry of the index: its name, then the pages that its links lead to, each once. Before they are known it takes as much
-- room as they may need, so that the second printing moves nothing.
local function index_entry(plain, numbers)
    local out, seen = List({plain.content[1]}), {}
    for _, el in ipairs(plain.content) do
        local known = el.t == 'Link' and numbers[el.target:sub(2)]
        local number = known or '000'
        if el.t == 'Link' and not seen[number] then
            seen[number] = known
            out:extend({pandoc.Str(#out == 1 and '\u{2002}' or ', '), pandoc.Link(number, el.target)})
        end
    end
    return pandoc.Plain(out)
end

function Pandoc(doc)
    local numbers = {}
    for id, number in (book.read(book.text(doc.meta.build) .. '/print/numbers') or ''):gmatch('(%S+) (%d+)\n') do
        numbers[id] = number
    end
    local heads, contents = List(), List()
    for _, block in ipairs(doc.blocks) do
        if block.t == 'Header' and block.level == 1 then
            heads:insert(running_head(block))
        end
        if block.t == 'Header' and block.level <= 2 and not block.identifier:find('^answers%.') then
            contents:insert(contents_line(block, numbers[block.identifier] or '000'))
        end
    end
    doc.meta.heads = pandoc.MetaBlocks({pandoc.RawBlock('html', table.concat(heads, '\n'))})
    doc.meta.contents = pandoc.MetaBlocks({pandoc.RawBlock('html', table.concat(contents, '\n'))})
    doc.blocks = pandoc.walk_block(pandoc.Div(doc.blocks), {
        Image = book.picture,
        Div = function (div)
            if book.has(div.classes, 'index') then
                return pandoc.walk_block(div, {Plain = function (plain) return index_entry(plain, numbers) end})
            end
        end,
        Link = function (link)
            if book.has(link.classes, 'to-answer') then
                link.content:insert(pandoc.Str(' on page ' .. (numbers[link.target:sub(2)] or '000')))
                return link
            end
        end,
    }).content
    return doc
end
