-- epub.lua: puts the pictures of all pages woven for print into the EPUB's pages, where they have its fonts. An image of its own would
-- have the reader's.
--
--     pandoc print/*.json -f json -L notes/filters/epub.lua -t epub3

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'

return {{Image = book.picture}}
