-- epub.lua: makes pages woven for print ready for the EPUB.
--
-- Pictures go into the pages, where they have its fonts; an image of its own would have the reader's. Each comes with its narrow form for a
-- telephone, and the style sheet shows one of the two. There a table that is too wide becomes a block for each row, and every cell says its
-- column's name, which it gets here. What programs print closes its gaps there.
--
--     pandoc print/*.json -f json -L notes/filters/epub.lua -t epub3

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'
local printed = require 'printed'

local function form(image, class)
    return pandoc.Span({book.picture(image)}, pandoc.Attr('', {class}))
end

local function both_forms(image)
    if not book.picture(image) then
        return nil
    end
    local wide = form(image, 'wide-form')
    image.src = image.src:gsub('%.svg$', '.narrow.svg')
    return {wide, form(image, 'narrow-form')}
end

-- Lines are short there, so in a listing those that are indented by more than twelve move in by half of the rest.
local function code_block(el)
    local block = printed.block(el)
    if block then
        return block
    end
    el.text = ('\n' .. el.text):gsub('(\n            )( +)', function (twelve, more)
        return twelve .. (' '):rep(math.min(#more // 2, 6))
    end):sub(2)
    return el
end

-- A column's name in letters alone: 2²⁰.
local RAISED = {['0'] = '⁰', ['1'] = '¹', ['2'] = '²', ['3'] = '³', ['4'] = '⁴', ['5'] = '⁵', ['6'] = '⁶', ['7'] = '⁷', ['8'] = '⁸', ['9'] = '⁹'}
local function name_of(cell)
    return book.text(cell.contents:walk({Superscript = function (el) return pandoc.Str((book.text(el):gsub('%d', RAISED))) end}))
end

-- The most characters of a column's name and a number after it, for two of them to share a telephone's line.
local PAIR = 20

-- Gives each cell of a table that is too wide its column's name.
local function folding(tbl)
    if book.has(tbl.classes, 'fits') then
        return nil
    end
    local names = tbl.head.rows[1].cells:map(name_of)
    local short = true
    for _, body in ipairs(tbl.bodies) do
        for _, row in ipairs(body.body) do
            local numbers = false
            for i, cell in ipairs(row.cells) do
                local text, is_number = book.text(cell.contents), tbl.colspecs[i][1] ~= 'AlignDefault'
                cell.attr.attributes['data-label'] = names[i] ~= '' and names[i] or nil
                short = short and (not is_number or utf8.len(names[i] .. text) < PAIR)
                numbers = numbers or is_number and text ~= ''
            end
            if not numbers then
                row.attr.classes:insert('words') -- its empty cells need no place
            end
        end
    end
    tbl.classes:extend(short and {'folds', 'pairs'} or {'folds'})
    return tbl
end

return {{Image = both_forms, CodeBlock = code_block, Table = folding}}
