-- How the book is made: the design, and what its filters share.
--
-- A page of the book is one Markdown file: chapters/*/note*.md, or one of notes/*.md. Two steps turn
-- it into what a reader sees; notes/book.mk runs them and says which page comes after which.
--
--   collect.lua  reads one page and depends on no other. It takes listings from the code, fills
--                tables from results/, numbers everything that has a number, and checks what can be
--                checked in one page. Out come the page as pandoc's JSON, its labels as a Lua table
--                (below) and its text for the search.
--   weave.lua    takes that JSON and the labels of all pages: it resolves references, links
--                glossary terms and makes navigation, predictions and quizzes. It weaves for the
--                web, or for print (PDF and EPUB), where the answers stand at the book's end.
--
-- A page whose labels did not change leaves all other pages alone: that keeps `make serve` quick.
--
-- The labels of a page, in build/book/labels/PAGE.lua:
--   page, source, title, number, kind   "ch3", its file, "Reduction", "3", front|chapter|back
--   sections   list of {id, number, title, level}, in order; level 1 is right below the page
--   labels     "fig:tree" -> {id, kind, number, title}; kinds: Figure Table Listing Equation Section …
--   index      list of {key, id, kind}: what the index says about this page; kind: code, term or entry
--   terms      term -> {id, name}, of the glossary alone; everyday: those of them that are everyday words too
--
-- Every error is one line, FILE:LINE: what is wrong, and what to do. All errors of a page are told
-- before pandoc stops.

local book = {}

local List = require 'pandoc.List'

-- ---- Files --------------------------------------------------------------------------------------

local texts = {}

-- The whole text of a file, nil if it can't be read.
function book.read(path)
    if texts[path] == nil then
        local file = io.open(path, 'rb')
        texts[path] = file and file:read('a') or false
        if file then
            file:close()
        end
    end
    return texts[path] or nil
end

-- Writes a file whole or not at all; leaves it alone if nothing changes, so that make sees no change.
function book.write(path, text)
    if book.read(path) == text then
        return
    end
    local file = assert(io.open(path .. '.new', 'wb'))
    file:write(text)
    file:close()
    assert(os.rename(path .. '.new', path))
    texts[path] = text
end

-- Tells make, in the file `path`, that `target` depends on every source file that has been read.
function book.write_dependencies(path, target, build)
    local sources = List()
    for name, text in pairs(texts) do
        if text and name:sub(1, #build) ~= build then
            sources:insert(name)
        end
    end
    table.sort(sources)
    -- a rule without recipe for each: a file that is gone is no error of make's but of the page
    book.write(path, ('%s: %s\n%s:\n'):format(target, table.concat(sources, ' '), table.concat(sources, ' ')))
end

-- The lines of a text, without their ends.
function book.lines(text)
    local lines = List()
    for line in (text:sub(-1) == '\n' and text or text .. '\n'):gmatch('([^\n]*)\n') do
        lines:insert(line)
    end
    return lines
end

-- ---- Errors -------------------------------------------------------------------------------------

local errors = List()

-- The line of a file in which `needle` stands for the first time, 1 if it does not. pandoc tells
-- no positions, so an error is placed by looking for what caused it.
function book.line_of(path, needle)
    local text = book.read(path) or ''
    local at = needle and text:find(needle, 1, true)
    if not at then
        return 1
    end
    local _, newlines = text:sub(1, at - 1):gsub('\n', '')
    return newlines + 1
end

-- Notes an error about `needle` in `path`.
function book.fail(path, needle, message, ...)
    errors:insert(('%s:%d: %s'):format(path, book.line_of(path, needle), message:format(...)))
end

-- Ends pandoc if there were errors: every error once, in order.
function book.stop_on_errors()
    if #errors == 0 then
        return
    end
    local seen = {}
    for _, line in ipairs(errors) do
        if not seen[line] then
            io.stderr:write(line, '\n')
        end
        seen[line] = true
    end
    os.exit(1)
end

-- ---- Small things -------------------------------------------------------------------------------

book.text = pandoc.utils.stringify

function book.has(list, value)
    for _, v in ipairs(list) do
        if v == value then
            return true
        end
    end
    return false
end

function book.escape(text)
    return (text:gsub('[&<>"]', {['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;'}))
end

-- A drawing's SVG as it goes into a page: its words for those who do not see it, and no style of its own, for the
-- page has one that follows the theme. nil if it can't be read.
function book.drawing(path, alt)
    local svg = book.read(path)
    if not svg then
        return nil
    end
    local words = book.escape(alt or ''):gsub('%s+', ' '):gsub('%%', '%%%%')
    svg = svg:gsub('<%?xml.-%?>%s*', ''):gsub('<style>.-</style>%s*', '')
    return (svg:gsub('<svg ', '<svg role="img" aria-label="' .. words .. '" ', 1))
end

-- An image's picture as SVG in the page; nil if it is none.
function book.picture(image)
    local svg = image.src:find('%.svg$') and book.drawing(image.src, image.attributes.alt)
    return svg and pandoc.RawInline('html', svg)
end

-- A Lua value as Lua source, keys sorted so that the same value gives the same text.
function book.source(value, indent)
    if type(value) ~= 'table' then
        return ('%q'):format(value)
    end
    indent = indent or ''
    local deeper, keys, out = indent .. ' ', {}, {}
    for key in pairs(value) do
        keys[#keys + 1] = key
    end
    table.sort(keys, function (a, b)
        return type(a) == type(b) and a < b or type(a) == 'number' and type(b) ~= 'number'
    end)
    for _, key in ipairs(keys) do
        out[#out + 1] = ('%s[%q]=%s'):format(deeper, key, book.source(value[key], deeper))
    end
    return '{\n' .. table.concat(out, ',\n') .. '}'
end

function book.json_string(text)
    return '"' .. text:gsub('[%c"\\]', function (c)
        return ('\\u%04x'):format(c:byte())
    end) .. '"'
end

-- The exercises: list of {name, chapter, number, note, section}; the last two, where the exercise stands, are nil if its README.md
-- doesn't say so. notes/book.mk writes the list.
function book.exercises(build)
    local list = List()
    for line in (book.read(build .. '/exercises') or ''):gmatch('[^\n]+') do
        local name, note, section = line:match('^(%S+) ?(%S*) ?(%S*)$')
        local chapter, number = name:match('^ex(%d+)-(%d+)')
        list:insert({name = name, chapter = chapter, number = tonumber(number), note = note ~= '' and note or nil, section = section})
    end
    return list
end

-- The pages in the book's order: list of {page, source, kind, number}. notes/book.mk writes the list.
function book.pages(build)
    local pages = List()
    for _, line in ipairs(book.lines(book.read(build .. '/pages') or '')) do
        local page, source, kind, number = line:match('^(%S+) (%S+) (%S+) ?(%S*)$')
        pages:insert({page = page, source = source, kind = kind, number = number})
    end
    return pages
end

return book
