-- pdf.lua: of all pages woven for print, in one document, makes what Chromium prints: pictures go into
-- the page, each part gets its running head, and the table of contents its page numbers.
--
--     pandoc print/*.json -f json -L notes/filters/pdf.lua -M build=build/book -t html5
--
-- The page numbers come from the first of two printings (tools/book-pdf.sh): build/book/print/numbers
-- has lines "ID PAGE". Without that file the contents have none.

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'
local List = require 'pandoc.List'

local build
local figures = 0

local function picture(image)
    local svg = image.src:find('%.svg$') and book.read(image.src)
    if not svg then
        return nil
    end
    figures = figures + 1
    svg = svg:gsub('<%?xml.-%?>%s*', ''):gsub('<style>.-</style>%s*', '')
    return pandoc.RawInline('html', (svg:gsub('<svg ', ('<svg role="img" aria-label="%s" '):format(
        book.escape(image.attributes.alt or '')), 1)))
end

local function plain(header)
    return book.text(header.content:filter(function (el) return not (el.t == 'RawInline') end))
end

function Pandoc(doc)
    build = book.text(doc.meta.build)
    local numbers = {}
    for id, number in (book.read(build .. '/print/numbers') or ''):gmatch('(%S+) (%d+)\n') do
        numbers[id] = number
    end
    local heads, contents = List(), List()
    for _, block in ipairs(doc.blocks) do
        if block.t == 'Header' and block.level <= 2 then
            local text = book.escape(plain(block))
            local part = block.identifier:gsub('[^%w]', '-')
            if block.level == 1 then
                heads:insert(('@page p-%s { @top-left { content: "%s" } }\n@page p-%s:first { @top-left { content: "" } }\n' ..
                    '#%s { page: p-%s }'):format(part, plain(block):gsub('["\\]', '\\%0'), part, block.identifier, part))
            end
            local number, title = '', text
            if block.content[1].t == 'Span' then
                number = book.text(block.content[1])
                title = book.escape(plain(block):sub(#number + 2))
            end
            if block.level == 1 or not block.identifier:find('^answers%.') then
                contents:insert(('<li class="l%d"><a href="#%s"><span class="n">%s</span><span class="t">%s</span><span class="p">%s</span></a></li>')
                    :format(block.level, block.identifier, number, title, numbers[block.identifier] or '000'))
            end
        end
    end
    doc.meta.heads = pandoc.MetaBlocks({pandoc.RawBlock('html', table.concat(heads, '\n'))})
    doc.meta.contents = pandoc.MetaBlocks({pandoc.RawBlock('html', table.concat(contents, '\n'))})
    doc.blocks = pandoc.walk_block(pandoc.Div(doc.blocks), {
        Image = picture,
        Link = function (link)
            if book.has(link.classes, 'to-answer') then
                link.content:insert(pandoc.Str(' on page ' .. (numbers[link.target:sub(2)] or '000')))
                return link
            end
        end,
    }).content
    return doc
end
