-- epub.lua: puts the pictures of all pages woven for print into the EPUB's pages, where they have its fonts. An image of its own would
-- have the reader's. Each comes with its narrow form for a telephone, and the style sheet shows one of the two.
--
--     pandoc print/*.json -f json -L notes/filters/epub.lua -t epub3

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'

local function form(image, class)
    return pandoc.Span({book.picture(image)}, pandoc.Attr('', {class}))
end

return {{Image = function (image)
    if not book.picture(image) then
        return nil
    end
    local wide = form(image, 'wide-form')
    image.src = image.src:gsub('%.svg$', '.narrow.svg')
    return {wide, form(image, 'narrow-form')}
end}}
