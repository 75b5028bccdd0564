-- weave.lua: the second of two steps (see book.lua): makes of a collected page what a reader sees.
--
--     pandoc PAGE.json -L notes/filters/weave.lua -M page=ch3 -M build=build/book -M target=web
--
-- target=web: one HTML page among others; navigation goes into the template's variables.
-- target=print: the same page as a part of one long document, again as JSON; identifiers get the
-- page's name in front, and answers move to the part of the page that ends in `# Answers`.

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'
local printed = require 'printed'
local List = require 'pandoc.List'

local build, page, target
local pages        -- list as in book.pages, each with its labels as `labels`
local here         -- this page's entry of `pages`

-- ---- Where things are ---------------------------------------------------------------------------

local function file_of(name)
    return name == 'home' and 'index.html' or name .. '.html'
end

-- In print all pages share one document, and an EPUB's identifiers have no colons.
local function print_id(name, id)
    return ((name .. (id ~= '' and '.' .. id or '')):gsub(':', '-'))
end

-- The address of an identifier on a page, as seen from this page. An empty id is the page itself.
local function address(name, id)
    if target == 'print' then
        return '#' .. print_id(name, id)
    end
    if id == '' then
        return file_of(name)
    end
    return (name ~= page and file_of(name) or '') .. '#' .. id
end

local function own_id(id)
    return target == 'print' and print_id(page, id) or id
end

-- The label and the page that has it: this page's own first, then any other's.
local function find_label(name)
    if here.labels.labels[name] then
        return here.labels.labels[name], here
    end
    local found, where
    for _, p in ipairs(pages) do
        if p.labels.labels[name] then
            if found then
                book.fail(here.source, '@' .. name, '%s is a label of %s and of %s; give one another name', name,
                    where.source, p.source)
            end
            found, where = found or p.labels.labels[name], where or p
        end
    end
    return found, where
end

-- "Chapter 3" or "Appendix B" or "Preface".
local function page_title(p)
    if p.kind == 'chapter' then
        return 'Chapter ' .. p.number
    end
    return p.number ~= '' and 'Appendix ' .. p.number or p.labels.title
end

-- ---- References ---------------------------------------------------------------------------------

local KINDS = {fig = true, tbl = true, lst = true, eq = true, sec = true, ch = true, ex = true, quiz = true,
               predict = true, trap = true, ref = true, lab = true}
local WORDS = {Figure = 'figure', Lab = 'lab', Table = 'table', Listing = 'listing', Equation = 'equation', Section = 'section'}

-- What a reference says, inside a sentence: "figure 3.2", "section 3.4.1".
local function reference_text(label, where)
    if label.kind == 'Chapter' then
        return where.kind == 'chapter' and 'chapter ' .. where.number or page_title(where)
    end
    if label.kind == 'Reference' or label.kind == 'Exercise' then
        return label.title
    end
    if label.number == '' then
        return '“' .. label.title .. '”'
    end
    return (WORDS[label.kind] or label.kind) .. ' ' .. label.number
end

local function cite(el)
    local out = List()
    for i, citation in ipairs(el.citations) do
        local name = citation.id
        local kind = name:match('^(%w+):')
        if not KINDS[kind] then
            name, kind = 'ref:' .. name, 'ref'
        end
        local label, where = find_label(name)
        if not label then
            book.fail(here.source, '@' .. citation.id, kind == 'ref'
                and 'notes/reading.md has no entry %s' or 'unknown label @%s', citation.id)
            return nil
        end
        if i > 1 then
            out:extend({pandoc.Str(';'), pandoc.Space()})
        end
        out:extend(citation.prefix)
        if #citation.prefix > 0 then
            out:insert(pandoc.Space())
        end
        -- A title may end a line within, but not before its year.
        local text = reference_text(label, where):gsub(label.kind == 'Reference' and ' (%d+)$' or ' (.)', '\u{A0}%1')
        out:insert(pandoc.Link(text, address(where.page, label.id), '', pandoc.Attr('', label.kind == 'Exercise' and {'tied'} or {})))
        out:extend(citation.suffix)
    end
    if el.citations[1].mode ~= 'AuthorInText' then
        out:insert(1, pandoc.Str('('))
        out:insert(pandoc.Str(')'))
    end
    return out
end

-- A reference with which a sentence begins has a capital: "Figure 3.2 shows". What is no paragraph, such as a cell of a table, need not
-- begin with one.
local function capitals(block)
    local before = block.t == 'Para' and '. ' or ''
    for _, el in ipairs(block.content) do
        local first = el.t == 'Link' and el.content[1]
        if first and first.t == 'Str' and first.text:find('^%l+\u{A0}') and before:find('[.?!][)”]*%s+%(?$') then
            first.text = first.text:gsub('^%l', string.upper)
        end
        before = before .. ((el.t == 'SoftBreak' or el.t == 'Space') and ' ' or book.text(el))
    end
    return block
end

-- The identifier that `id` means on a page: a label's, with or without its kind; nil if there is none.
local function identifier(p, id)
    for _, label in pairs(p.labels.labels) do
        if label.id == id then
            return id
        end
    end
    local label = p.labels.labels[id] or p.labels.labels['sec:' .. id]
    return label and label.id
end

-- Links inside the book must lead somewhere: #id on this page, another page's file, or a file of the
-- repository, which is then named, not linked, because readers of the book do not have it.
local function link(el)
    local to = el.target
    if to:find('^%a[%w+.-]*:') then
        return nil
    end
    local path, id = to:match('^([^#]*)#?(.*)$')
    local where = path == '' and here
    if not where then
        local folder = here.source:match('^.*/')
        while path:find('^%.%./') do
            path, folder = path:sub(4), folder:match('^(.*/)[^/]+/$') or ''
        end
        path = folder .. path
        for _, p in ipairs(pages) do
            where = p.source == path and p or where
        end
    end
    if where then
        local there = id == '' and '' or identifier(where, id)
        if not there then
            book.fail(here.source, to, 'broken link: no #%s in %s', id, where.source)
            return nil
        end
        el.target = address(where.page, there)
        return el
    end
    if not book.read(path) and not book.read(path:gsub('/$', '') .. '/README.md') then
        book.fail(here.source, to, 'broken link: no file %s', path)
    end
    return el.content
end

-- ---- Glossary -----------------------------------------------------------------------------------

local terms = {}         -- first word, lower case -> list of {words, id}, longest first
local term_seen = {}     -- id -> true once linked on this page

local function load_terms()
    for _, p in ipairs(pages) do
        for term, entry in pairs(p.labels.terms) do
            local words = List()
            for word in term:gmatch('%S+') do
                words:insert(word)
            end
            terms[words[1]] = terms[words[1]] or List()
            terms[words[1]]:insert({words = words, id = entry.id, everyday = p.labels.everyday[term]})
        end
    end
    for _, list in pairs(terms) do
        table.sort(list, function (a, b)
            return #a.words > #b.words or #a.words == #b.words and a.id < b.id
        end)
    end
end

-- What stands before a word, the word in lower case, and what stands behind it.
local function split_word(text)
    local head, word, tail = text:match('^([^%w]*)([%w-]+)(.*)$')
    return head, word and word:lower(), tail
end

local function same_word(got, want, last)
    return got == want or last and (got == want .. 's' or got == want .. 'es')
end

-- The term that begins at inlines[i] and the number of inlines it takes. Terms that are everyday words
-- too are meant as terms only where the author emphasizes them.
local function term_at(inlines, i, emphasized)
    if inlines[i].t ~= 'Str' then
        return nil
    end
    local head, word = split_word(inlines[i].text)
    if not word or head ~= '' and head ~= '(' then
        return nil
    end
    local list = terms[word] or terms[word:gsub('s$', '')] or terms[word:gsub('es$', '')]
    for _, term in ipairs(list or {}) do
        local fits, at = not term_seen[term.id] and (emphasized or not term.everyday), i
        for k, want in ipairs(term.words) do
            local el = inlines[at]
            local h, got, tail
            if fits and el and el.t == 'Str' then
                h, got, tail = split_word(el.text)
            end
            fits = fits and got and same_word(got, want, k == #term.words) and (k == 1 or h == '')
                and (k == #term.words and not tail:find('^[-_(%w]') or tail == '')
            at = at + (k < #term.words and 2 or 1)
        end
        if fits then
            return term, at - i
        end
    end
    return nil
end

-- Links the first place on a page where running text uses a term of the glossary.
local function link_terms(inlines, emphasized)
    local out, i = List(), 1
    while i <= #inlines do
        local term, count = term_at(inlines, i, emphasized)
        if term then
            term_seen[term.id] = true
            local words = List()
            for k = i, i + count - 1 do
                words:insert(inlines[k])
            end
            -- punctuation stays outside the link
            local first, last = words[1].text, words[#words].text
            local head = first:match('^%(') or ''
            if head ~= '' then
                words[1] = pandoc.Str(first:sub(2))
                last = words[#words].text
            end
            local body, tail = last:match('^(.-)([^%w]*)$')
            words[#words] = pandoc.Str(body)
            if head ~= '' then
                out:insert(pandoc.Str(head))
            end
            out:insert(pandoc.Link(words, address('glossary', term.id), '', pandoc.Attr('', {'term'})))
            if tail ~= '' then
                out:insert(pandoc.Str(tail))
            end
            i = i + count
        else
            local el = inlines[i]
            if el.t == 'Emph' then
                el.content = link_terms(el.content, true)
            end
            out:insert(el)
            i = i + 1
        end
    end
    return out
end

-- ---- Blocks -------------------------------------------------------------------------------------

local function html(text)
    return pandoc.RawBlock('html', text)
end

local function inline_html(text)
    return pandoc.RawInline('html', text)
end

-- What has a caption: a figure on the web; in print, where identifiers must be pandoc's to be found,
-- a Div. content and caption are blocks and inlines; above: the caption comes first.
local function captioned(class, id, content, caption, above)
    local head
    if target == 'web' then
        head = {html('<figcaption>'), pandoc.Plain(caption), html('</figcaption>')}
    else
        head = {pandoc.Div({pandoc.Plain(caption)}, pandoc.Attr('', {'figcaption'}))}
    end
    local blocks = List(above and head or content)
    blocks:extend(above and content or head)
    if target == 'web' then
        blocks:insert(1, html(('<figure class="%s" id="%s">'):format(class, id)))
        blocks:insert(html('</figure>'))
        return blocks
    end
    return {pandoc.Div(blocks, pandoc.Attr(own_id(id), {class}))}
end

local function span(class, inlines)
    return pandoc.Span(inlines, pandoc.Attr('', {class}))
end

local function listing(div)
    local at, code = div.attributes, div.content[1]
    code.classes:insert('numberLines')
    code.attributes.startFrom = at.first
    local label = span('label', {pandoc.Str('Listing ' .. at.number)})
    local place = span('place', {pandoc.Str(('%s:%s'):format(at.path:gsub('^chapters/', ''), at.first))})
    local about = List({label, pandoc.Space()})
    about:extend(pandoc.utils.blocks_to_inlines(pandoc.read(at.caption:gsub(':$', '.'), 'commonmark').blocks))
    if at.marks then -- tools/book/fix.pl puts the marks to the lines
        code.attributes.marks = at.marks
        about:extend {pandoc.Str(' Marked: what differs from '), pandoc.Code(at.after), pandoc.Str('.')}
    end
    return captioned('listing', div.identifier, {code}, {pandoc.Span(about), pandoc.Space(), place}, true)
end

-- A drawing on the web: as it is, and its narrow form for a telephone (notes/figures/draw.lua). The style sheet shows one of them.
local function drawing(path, alt)
    return ('<div class="wide-form">%s</div><div class="narrow-form">%s</div>'):format(book.drawing(path, alt),
        book.drawing(path:gsub('%.svg$', '.narrow.svg'), alt))
end

local function figure(para)
    local image = para.content[1]
    local caption = List({span('label', {pandoc.Str('Figure ' .. image.attributes.number)}), pandoc.Space()})
    caption:extend(image.caption)
    local content
    local path, alt = build .. '/figures/' .. image.src:match('[^/]*$'), image.attributes.alt
    if target == 'web' then
        content = html(drawing(path, alt))
    else
        content = pandoc.Plain({pandoc.Image({}, path, '', pandoc.Attr('', {}, {alt = alt}))})
    end
    return captioned('drawn', image.identifier, {content}, caption)
end

-- How many characters of a table a telephone shows side by side: a page has smaller letters there than the EPUB.
local ACROSS = {web = 50, print = 38}

-- Whether a table is narrow enough for a telephone as it is, a gap between columns counted as one and a half characters. A heading may
-- break into its words.
local function fits(tbl)
    local columns = {}
    local function text_of(cell) -- a formula without the names of its signs
        return pandoc.utils.stringify(pandoc.Div(cell.contents):walk {Math = function (math)
            return pandoc.Str((math.text:gsub('\\%a+', '×'):gsub('[{}^_]', '')))
        end})
    end
    local function measure(rows, words)
        for _, row in ipairs(rows) do
            for i, cell in ipairs(row.cells) do
                for text in text_of(cell):gmatch(words) do
                    columns[i] = math.max(columns[i] or 0, utf8.len(text))
                end
            end
        end
    end
    measure(tbl.head.rows, '%S+')
    for _, body in ipairs(tbl.bodies) do
        measure(body.body, '.+')
    end
    local width = 1.5 * (#columns - 1)
    for _, column in ipairs(columns) do
        width = width + column
    end
    return width <= ACROSS[target]
end

-- Returns the characters of the longest word in a table's first column.
local function longest_name(tbl)
    local longest = 0
    for _, body in ipairs(tbl.bodies) do
        for _, row in ipairs(body.body) do
            for word in pandoc.utils.stringify(row.cells[1].contents):gmatch('%S+') do
                longest = math.max(longest, utf8.len(word))
            end
        end
    end
    return longest
end

-- A table's number goes before its caption. On the web it scrolls sideways in its own box, its caption does not. Columns are
-- as wide as what stands in them, not as the dashes in the note.
local function numbered_table(tbl)
    local number, id = tbl.attributes.number, tbl.identifier
    tbl.attributes.number = nil
    tbl.colspecs = List(tbl.colspecs):map(function (spec) return {spec[1]} end)
    local numbers = #tbl.colspecs:filter(function (spec) return spec[1] ~= 'AlignDefault' end)
    if numbers == 0 or numbers == 1 and #tbl.colspecs > 3 then
        tbl.classes:insert('texts') -- and hardly any numbers
    end
    if fits(tbl) then
        tbl.classes:insert('fits')
    elseif #tbl.colspecs == 2 and longest_name(tbl) > 20 then
        tbl.classes:insert('names') -- which leave no room beside them
    end
    local caption
    if number then
        caption = {span('label', {pandoc.Str('Table ' .. number)}), pandoc.Space(), table.unpack(tbl.caption.long[1].content)}
    end
    if target == 'print' then
        if caption then
            tbl.caption.long = {pandoc.Plain(caption)}
            tbl.identifier = own_id(id)
        end
        return pandoc.Div({tbl}, pandoc.Attr('', {'table'}))
    end
    tbl.identifier, tbl.caption.long = '', {}
    -- (As pairs: a table's keys have another order in each run.)
    local scrolls = pandoc.Div({tbl}, pandoc.Attr('', {'scroll'},
        {{'tabindex', '0'}, {'role', 'group'}, {'aria-label', number and 'Table ' .. number or 'Table'}}))
    return caption and captioned('table', id, {scrolls}, caption) or pandoc.Div({scrolls}, pandoc.Attr(id, {'table'}))
end

-- Puts inlines before the first words of blocks.
local function run_in(blocks, inlines)
    local first = blocks[1]
    if first and (first.t == 'Para' or first.t == 'Plain') then
        local all = List(inlines)
        all:insert(pandoc.Space())
        all:extend(first.content)
        blocks[1] = pandoc.Para(all)
    else
        table.insert(blocks, 1, pandoc.Para(inlines))
    end
end

local answers = List()   -- for print: {title, back, blocks}

-- An answer is covered on the web; in print it stands at the end of the book, and this says where.
-- word: what it is, "Answer" or "Hint 1".
local function answer(div, title, key, word)
    word = word or 'Answer'
    if target == 'web' then
        local out = List({html(('<details class="answer"><summary>%s</summary><div>'):format(word))})
        out:extend(div.content)
        out:insert(html('</div></details>'))
        return out
    end
    local there, back = own_id('answer-' .. key), own_id('ask-' .. key)
    answers:insert({title = title, id = there, back = back, blocks = div.content})
    return {pandoc.Para({pandoc.Link(word, '#' .. there, '', pandoc.Attr(back, {'to-answer'}))})}
end

local function is_answer(block)
    return block.t == 'Div' and book.has(block.classes, 'answer')
end

local BOXES = {predict = 'Prediction', trap = 'Trap', note = 'Note', goals = 'After this you can'}

local function box(div, kind)
    local title = BOXES[kind]
    if div.attributes.count and kind == 'predict' then
        title = title .. ' ' .. div.attributes.count
    end
    if div.attributes.title then
        title = title .. ': ' .. div.attributes.title
    end
    local out = List({pandoc.Div({pandoc.Plain({pandoc.Str(title)})}, pandoc.Attr('', {'box-title'}))})
    for _, block in ipairs(div.content) do
        if is_answer(block) then
            out:extend(answer(block, title, div.identifier))
        else
            out:insert(block)
        end
    end
    return pandoc.Div(out, pandoc.Attr(div.identifier ~= '' and own_id(div.identifier) or '', {'box', kind}))
end

-- What a first reading may leave closed: figures behind a statement, a derivation. On paper it is a box.
local function detail(div)
    local title = 'In detail: ' .. (div.attributes.title or ''):gsub("'", '’')
    if target == 'web' then
        local out = List({html('<details class="detail"><summary>' .. book.escape(title) .. '</summary>')})
        out:extend(div.content)
        out:insert(html('</details>'))
        return out
    end
    local out = List({pandoc.Div({pandoc.Plain({pandoc.Str(title)})}, pandoc.Attr('', {'box-title'}))})
    out:extend(div.content)
    return pandoc.Div(out, pandoc.Attr('', {'box', 'detail'}))
end

local exercises_on_page = 0

-- An exercise. On the web a fold-out that says what the exercise is and begins with why it is worth doing; it takes the editor and the
-- judge (lab/page/exercises.js). On paper its text is a box, with its hints among the answers.
local function exercise(div)
    local at, why, task, hints = div.attributes, table.unpack(div.content)
    exercises_on_page = exercises_on_page + 1
    local title = List({pandoc.Strong({pandoc.Str(div.identifier)}), pandoc.Space(), pandoc.Str(at.title), pandoc.Space(),
        span('level', {pandoc.Str(('★'):rep(tonumber(at.level)))}), pandoc.Space(), span('exercise-about', {pandoc.Str(at.task .. '. ' .. at.time .. '.')})})
    if target == 'print' then
        local links = List()
        for _, hint in ipairs(hints.content) do
            links:extend(hint.content)
            links:insert(pandoc.Space())
        end
        local out = List({pandoc.Div({pandoc.Plain(title)}, pandoc.Attr('', {'box-title'}))})
        out:extend(task.content)
        if #links > 0 then
            out:insert(pandoc.Para(links))
        end
        return pandoc.Div(out, pandoc.Attr(own_id(div.identifier), {'box', 'exercise'}))
    end
    title:insert(span('why', why.content[1].content))
    local out = List({html(('<details class="exercise" id="%s"%s><summary>'):format(div.identifier, at.program and ' data-program="true"' or '')),
        pandoc.Plain(title), html('</summary>'), task})
    if #hints.content > 0 then
        out:insert(hints)
    end
    out:insert(html('</details>'))
    return out
end

-- The choices of a question: [x] marks the right one, [ ] the others.
local function choices(list, key)
    local right, out = List(), List()
    for i, item in ipairs(list.content) do
        local inlines = item[1].content
        local mark = inlines[1] and inlines[1].text
        if mark ~= '☐' and mark ~= '☒' then
            return nil
        end
        local letter = ('abcdefghij'):sub(i, i)
        if mark == '☒' then
            right:insert(letter)
        end
        inlines:remove(1)
        inlines:remove(1)
        out:insert({letter = letter, right = mark == '☒', inlines = inlines})
    end
    if target == 'print' then
        return pandoc.OrderedList(out:map(function (c) return {pandoc.Plain(c.inlines)} end),
            pandoc.ListAttributes(1, 'LowerAlpha', 'Period')), right
    end
    local kind = #right > 1 and 'checkbox' or 'radio'
    local blocks = List({html('<ul class="choices">')})
    for _, c in ipairs(out) do
        local inlines = List({inline_html(('<label><input type="%s" name="%s" value="%s"%s> '):format(kind, key,
            c.letter, c.right and ' data-right' or '')), span('letter', {pandoc.Str(c.letter .. '.')}), pandoc.Space()})
        inlines:extend(c.inlines)
        inlines:insert(inline_html('</label>'))
        blocks:extend({html('<li>'), pandoc.Plain(inlines), html('</li>')})
    end
    blocks:insert(html('</ul>'))
    return blocks, right
end

local function quiz(div)
    local out = List()
    for _, block in ipairs(div.content) do
        if block.t == 'OrderedList' then
            for i, item in ipairs(block.content) do
                local key, right, question = div.identifier .. '-' .. i, nil, List()
                for _, part in ipairs(item) do
                    if is_answer(part) then
                        if right and #right > 0 then
                            run_in(part.content, {pandoc.Strong({pandoc.Str('Right: ' .. table.concat(right, ', ') ..
                                '.')})})
                        end
                        question:extend(answer(part, 'Question ' .. i, key))
                    elseif part.t == 'BulletList' then
                        local list, letters = choices(part, key)
                        if list then
                            right = letters
                            if list.t then
                                question:insert(list)
                            else
                                question:extend(list)
                            end
                        else
                            question:insert(part)
                        end
                    else
                        question:insert(part)
                    end
                end
                block.content[i] = question
            end
        end
        out:insert(block)
    end
    return pandoc.Div(out, pandoc.Attr(own_id(div.identifier), {'quiz'}))
end

-- Headings sink by one, for the page's title is h1; a section's number stands before its title, and a
-- link to itself behind it.
local function heading(header)
    local number = header.attributes.number
    header.attributes.number = nil
    local id = header.identifier
    header.identifier = own_id(id)
    local named = number and number ~= '' and 'section ' .. number or book.text(header.content)
    if number and number ~= '' then
        header.content:insert(1, pandoc.Space())
        header.content:insert(1, pandoc.Span({pandoc.Str(number)}, pandoc.Attr('', {'number'})))
    end
    if target == 'web' then
        header.content:insert(inline_html((' <a class="anchor" href="#%s" aria-label="Link to %s">#</a>'):format(id, book.escape(named))))
    end
    header.level = math.min(header.level + 1, 6)
    return header
end

-- ---- Pages made from all others -----------------------------------------------------------------

-- A glossary's name inside a sentence: "Bank" becomes "bank", "PTX" and "Little's law" stay.
local function inside(name)
    return name:find('^%u%l') and not name:find('^%S+s ') and name:sub(1, 1):lower() .. name:sub(2) or name
end

-- What the index calls an entry: a term is called as in the glossary, whatever its form in the text;
-- nil if it is none. code: whether it is to look like code.
local function index_name(entry)
    if entry.kind ~= 'term' then
        return entry.key, entry.kind == 'code'
    end
    for _, p in ipairs(pages) do
        for _, form in ipairs {entry.key, entry.key:gsub('s$', ''), (entry.key:gsub('es$', ''))} do
            if p.labels.terms[form] then
                return inside(p.labels.terms[form].name), false
            end
        end
    end
    return nil
end

-- The index: every name with the sections that speak of it, in order of the pages. Terms begin with
-- their place in the glossary. Names of code are sorted without their underscores.
local function index_blocks()
    local entries, names = {}, List()
    local function add(name, code, where, id, said)
        local key = name:lower()
        if not entries[key] then
            entries[key] = {name = name, code = code, places = List()}
            names:insert(key)
        end
        entries[key].places:insert({said = said, to = address(where.page, id)})
    end
    for _, p in ipairs(pages) do
        for _, term in pairs(p.labels.terms) do
            add(inside(term.name), false, p, term.id, 'glossary')
        end
    end
    for _, p in ipairs(pages) do
        local numbers = {}
        for _, s in ipairs(p.labels.sections) do
            numbers[s.id] = s.number ~= '' and s.number or s.title
        end
        for _, entry in ipairs(p.labels.index) do
            local name, code = index_name(entry)
            if name and p.page ~= 'glossary' and (p.page ~= 'home' or target == 'web') then
                add(name, code, p, entry.id, numbers[entry.id] or p.labels.title)
            end
        end
    end
    local function sort_key(key)
        return key:gsub('^[^%w]+', '') .. '\0' .. key
    end
    table.sort(names, function (a, b) return sort_key(a) < sort_key(b) end)
    local items = names:map(function (key)
        local entry = entries[key]
        local inlines = List({entry.code and pandoc.Code(entry.name) or pandoc.Str(entry.name)})
        for i, place in ipairs(entry.places) do
            inlines:extend({pandoc.Str(i == 1 and '\u{2002}' or ', '), pandoc.Link(place.said, place.to)})
        end
        return {pandoc.Plain(inlines)}
    end)
    return {pandoc.Div({pandoc.BulletList(items)}, pandoc.Attr('', {'index'}))}
end

-- A chapter's exercises as a table, the easiest first. On the web a row has an exercise's name: what used to lead to the page of
-- exercises goes on from there (scripts/book.js).
local function exercise_table(chapter)
    local found = List()
    for _, p in ipairs(pages) do
        for name, label in pairs(p.labels.labels) do
            local number = name:match('^ex:' .. chapter .. '%-(%d+)$')
            if number then
                found:insert({number = tonumber(number), label = label, where = p})
            end
        end
    end
    table.sort(found, function (a, b)
        return a.label.level < b.label.level or a.label.level == b.label.level and a.number < b.number
    end)
    local rows = found:map(function (e)
        local label = e.label
        local section = e.where.labels.labels['sec:' .. label.section] or e.where.labels.labels[label.section]
        local practises = (section.number ~= '' and section.number .. ' ' or '') .. section.title
        return {
            {pandoc.Plain({pandoc.Link({pandoc.Code(label.id), pandoc.Space(), pandoc.Str(label.about)}, address(e.where.page, label.id))})},
            {pandoc.Plain({span('level', {pandoc.Str(('★'):rep(label.level))})})},
            {pandoc.Plain({pandoc.Str(label.task .. '. ' .. label.time .. '.')})},
            {pandoc.Plain({pandoc.Link(practises, address(e.where.page, section.id))})},
        }
    end)
    local heads = List({'Exercise', 'Level', 'Task', 'Practises'}):map(function (head) return {pandoc.Plain({pandoc.Str(head)})} end)
    local tbl = pandoc.utils.from_simple_table(pandoc.SimpleTable({}, {'AlignDefault', 'AlignDefault', 'AlignDefault', 'AlignDefault'},
        {0, 0, 0, 0}, heads, rows))
    if target == 'web' then
        for i, row in ipairs(tbl.bodies[1].body) do
            row.attr = pandoc.Attr(found[i].label.id)
        end
    end
    return tbl
end

-- The chapters as cards for the first page: number, title, what it is about, its first sections.
local function chapter_cards()
    local out = List({html('<ol class="cards" role="list">')})
    for _, p in ipairs(pages) do
        if p.kind == 'chapter' then
            out:insert(html(('<li><a href="%s"><span class="number">%s</span> <span class="title">%s</span></a>' ..
                '<p>%s</p></li>'):format(address(p.page, ''), p.number, book.escape(p.labels.title),
                book.escape(p.labels.about or ''))))
        end
    end
    out:insert(html('</ol>'))
    return out
end

-- For print: this page's part of the answers at the end.
local function answer_section(title)
    if #answers == 0 then
        return {}
    end
    local out = List({pandoc.Header(2, title, pandoc.Attr('answers.' .. page))})
    for _, a in ipairs(answers) do
        run_in(a.blocks, {pandoc.Strong({pandoc.Link(a.title .. '.', '#' .. a.back, '', pandoc.Attr(a.id))})})
        out:extend(a.blocks)
    end
    return out
end

-- All traps of the chapters, in their order, as links.
local function trap_list()
    local items = List()
    for _, p in ipairs(pages) do
        local traps = List()
        for _, label in pairs(p.labels.labels) do
            if label.kind == 'trap' then
                traps:insert(label)
            end
        end
        local function place(label)
            return tonumber(label.number:match('%d+$'))
        end
        table.sort(traps, function (a, b) return place(a) < place(b) end)
        if #traps > 0 and p.kind == 'chapter' then
            items:insert({
                pandoc.Plain({pandoc.Str(p.number .. ' ' .. p.labels.title)}),
                pandoc.BulletList(traps:map(function (label)
                    return {pandoc.Plain({pandoc.Link(label.title, address(p.page, label.id))})}
                end)),
            })
        end
    end
    return {pandoc.Div({pandoc.BulletList(items)}, pandoc.Attr('', {'trap-list'}))}
end

-- ---- Navigation ---------------------------------------------------------------------------------

local function nav_entry(p)
    local number = p.number ~= '' and ('<span class="number">%s</span> '):format(p.number) or ''
    local current = p.page == page and ' aria-current="page"' or ''
    local out = ('<li><a href="%s"%s>%s%s</a>'):format(file_of(p.page), current, number, book.escape(p.labels.title))
    if p.page == page then
        local sections = p.labels.sections:filter(function (s) return s.level == 1 end)
        if #sections > 0 then
            out = out .. '<ol class="sections">'
            for _, s in ipairs(sections) do
                out = out .. ('<li><a href="#%s">%s</a></li>'):format(s.id, book.escape(s.title))
            end
            out = out .. '</ol>'
        end
    end
    return out .. '</li>\n'
end

local PARTS = {{'front', nil}, {'chapter', 'Chapters'}, {'back', 'Appendices'}}

local function navigation()
    local out = ''
    for _, part in ipairs(PARTS) do
        if part[2] then
            out = out .. ('<p class="part">%s</p>\n'):format(part[2])
        end
        out = out .. '<ol role="list">\n'
        for _, p in ipairs(pages) do
            if p.kind == part[1] and p.page ~= 'home' then
                out = out .. nav_entry(p)
            end
        end
        out = out .. '</ol>\n'
    end
    return out
end

local function neighbour(step)
    for i, p in ipairs(pages) do
        if p.page == page and pages[i + step] then
            local other = pages[i + step]
            local number = other.number == '' and '' or other.kind == 'back' and page_title(other) .. ': ' or other.number .. ' '
            return {href = file_of(other.page), title = number .. other.labels.title}
        end
    end
    return nil
end

-- ---- Labs ---------------------------------------------------------------------------------------

local labs_on_page = 0

-- On the web a frame that notes' scripts make live (lab/page/boot.js); on paper the frame.
local function laboratory(el)
    local at = el.attributes
    local place = at.program .. ' · ' .. at.kernel
    labs_on_page = labs_on_page + 1
    if target == 'web' then
        local name = book.escape(('Lab %s %s'):format(at.number, at.title))
        local out = List({html(('<figure class="lab" id="%s" data-lab="%s" aria-label="%s"><div class="lab-head">' ..
            '<span class="lab-title"><b>Lab %s</b> %s</span> <code>%s</code> <span class="lab-buttons"></span></div>' ..
            '<div class="lab-try">'):format(el.identifier, (el.identifier:gsub(':', '-')), name, at.number, book.escape(at.title), book.escape(place)))})
        out:extend(el.content)
        out:insert(html(('</div><div class="lab-frame drawn">%s<p class="figcaption">%s</p></div></figure>')
            :format(drawing(at.svg, at.words), book.escape(at.words))))
        return out
    end
    local out = List({pandoc.Div({pandoc.Plain({span('label', {pandoc.Str('Lab ' .. at.number)}), pandoc.Space(), pandoc.Str(at.title),
        pandoc.Space(), pandoc.Code(place)})}, pandoc.Attr('', {'box-title'}))})
    out:extend(el.content)
    out:insert(pandoc.Div({pandoc.Plain({pandoc.Image({}, at.svg, '', pandoc.Attr('', {}, {alt = at.words}))})}, pandoc.Attr('', {'drawn'})))
    out:insert(pandoc.Div({pandoc.Plain({pandoc.Str(at.words)})}, pandoc.Attr('', {'figcaption'})))
    return pandoc.Div(out, pandoc.Attr(own_id(el.identifier), {'lab'}))
end

-- The language model (lab/page/model.js): a frame that can be made live where there is WebAssembly; elsewhere and on paper what it says.
local function language_model(el)
    if target == 'print' then
        return el.content
    end
    labs_on_page = labs_on_page + 1
    local title = book.escape(el.attributes.title)
    local out = List({html(('<figure class="lab" id="%s" data-model aria-label="%s"><div class="lab-head"><span class="lab-title"><b>Lab</b> %s</span> ' ..
        '<code>model</code> <span class="lab-buttons"></span></div><div class="lab-try">'):format(el.identifier, title, title))})
    out:extend(el.content)
    out:insert(html('</div></figure>'))
    return out
end

-- ---- The page -----------------------------------------------------------------------------------

local function div(el)
    if book.has(el.classes, 'language-model') then
        return language_model(el)
    end
    if book.has(el.classes, 'lab') and el.attributes.svg then
        return laboratory(el)
    end
    if el.attributes.path then
        return listing(el)
    end
    for kind in pairs(BOXES) do
        if book.has(el.classes, kind) then
            return box(el, kind)
        end
    end
    if book.has(el.classes, 'detail') then
        return detail(el)
    end
    if book.has(el.classes, 'quiz') then
        return quiz(el)
    end
    if book.has(el.classes, 'exercise') then
        return exercise(el)
    end
    if book.has(el.classes, 'hint') then
        local at = el.attributes
        return answer(el, at.of .. ', ' .. at.title:lower(), el.identifier, at.title)
    end
    if book.has(el.classes, 'the-index') then
        return index_blocks()
    end
    if book.has(el.classes, 'the-traps') then
        return trap_list()
    end
    if book.has(el.classes, 'the-chapters') then
        return chapter_cards()
    end
    if el.identifier ~= '' and not el.identifier:find('^' .. page .. '%.') then
        local label = here.labels.labels['ref:' .. el.identifier]
        if label then
            run_in(el.content, {pandoc.Strong({pandoc.Str(label.title)}), pandoc.Str('.')})
        end
        el.identifier = own_id(el.identifier)
        return el
    end
end

-- Terms are linked in running text only: not in headings, captions or code.
local function paragraph(para)
    local image = para.content[1]
    if #para.content == 1 and image.t == 'Image' and image.attributes.number then
        return figure(para)
    end
    para.content = link_terms(para.content)
    return para
end

local counters_seen = {} -- for print: name -> true once it has been told

-- A counter has a nickname in the text. On the web its full name comes when the pointer or the focus is on it, which a tap
-- gives, too; on paper it follows where the nickname comes first.
local function counter(el)
    local name = el.attributes.counter
    if target == 'web' then
        local out = List({inline_html('<span class="counter" tabindex="0">')})
        out:extend(el.content)
        out:insert(inline_html(('<code class="full">%s</code></span>'):format(book.escape(name))))
        return out
    end
    if counters_seen[name] then
        return el.content
    end
    counters_seen[name] = true
    local out = List(el.content)
    out:extend({pandoc.Space(), pandoc.Str('('), pandoc.Code(name), pandoc.Str(')')})
    return out
end

-- Where a table's numbers come from. On the web a caption has it behind an “i”; on paper at its end, in small type.
local function source(el)
    if target == 'print' then
        return el
    end
    local out = List({inline_html('<details class="source"><summary aria-label="Where these numbers come from">i</summary>')})
    out:extend(el.content)
    out:insert(inline_html('</details>'))
    return out
end

-- A numbered formula has its number at the right.
local function identified(el)
    if book.has(el.classes, 'source') then
        return source(el)
    end
    if el.attributes.counter then
        return counter(el)
    end
    if el.attributes.number then
        local number = el.attributes.number
        el.attributes.number = nil
        el.classes:insert('equation')
        el.content:insert(pandoc.Str('(' .. number .. ')'))
    end
    if el.identifier ~= '' then
        el.identifier = own_id(el.identifier)
    end
    return el
end

-- What pandoc's MathML sets with gaps: names of functions, and the commas of thousands.
local NAMED = {max = true, min = true, tanh = true}
local function close_up(tex)
    tex = tex:gsub('%d[%d{},]*{,}%d+', function (number) return '\\text{' .. number:gsub('[{}]', '') .. '}' end)
    tex = tex:gsub('\\mathrm(%b{})', '\\text%1'):gsub('\\bmod%f[%A]', '\\text{ mod }')
    tex = tex:gsub('\\(%a+)%s*(%a?)', function (name, of)
        return NAMED[name] and ('\\text{%s}%s'):format(name, of ~= '' and '\\,' .. of or '')
    end)
    return (tex:gsub('\\log_(%w)%s*', '\\text{log}_%1\\,'):gsub('\\log%f[^%a_]%s*', '\\text{log}\\,'))
end

-- A formula of its own that is wider than a telephone breaks into lines there: where \qquad separates its parts, and where \allowbreak
-- says so. One that has no such place scrolls on the web (scripts/book.js).
local function formula(math)
    local whole, alone, parts = close_up(math.text), math.mathtype == 'DisplayMath', List()
    for part in (whole:gsub('\\qquad', '%0\\allowbreak') .. '\\allowbreak'):gmatch('(.-)\\allowbreak') do
        parts:insert(part)
    end
    local class = alone and (target == 'web' or #parts > 1) and 'formula' or target == 'web' and #whole > 30 and 'long formula'
    if not class then
        math.text = whole:gsub('\\allowbreak%s*', '')
        return math
    end
    local out = List({inline_html(('<span class="%s">'):format(class))})
    for _, part in ipairs(parts) do
        out:extend({inline_html('<span class="part">'), pandoc.Math(math.mathtype, part), inline_html('</span>')})
    end
    out:insert(inline_html('</span>'))
    return out
end

-- ---- What a line's end must not tear apart -------------------------------------------------------

local UNITS = {}
for unit in ('% B KB MB GB TB KiB MiB GiB TiB ns µs ms s MHz GHz B/s KB/s MB/s GB/s TB/s GFLOP/s TFLOP/s W points'):gmatch('%S+') do
    UNITS[unit] = true
end

local function tied(...)
    return span('tied', {...})
end

-- A word with a hyphen in code, such as a program's name or an option: a line may end before it, not within it, unless it is long.
local function code_with_hyphens(code)
    if not code.text:find('%-[%w>]') then
        return nil
    end
    local text = book.escape(code.text):gsub('%S*%-[%w&]%S*', function (word)
        if #word <= 24 then
            return '<span class="tied">' .. word .. '</span>'
        end
        return word:gsub('^%-%w+', '<span class="tied">%0</span>')
    end)
    return inline_html('<code>' .. text .. '</code>')
end

-- Whether a number keeps what comes after the space: its unit, or a × and the next number.
local function stays(el, next)
    if next.t ~= 'Str' then
        return false
    elseif el.t == 'Str' and el.text == '×' then
        return next.text:find('^%d')
    end
    return UNITS[next.text:match('^(.-)[.,;:)]*$')] and (el.t == 'Math' or book.text(el):find('%d$'))
        or next.text == '×' and book.text(el):find('%d$')
end

local function is_short_formula(el)
    return el and el.t == 'Math' and el.mathtype == 'InlineMath' and #el.text <= 30
end

-- A formula keeps the punctuation that touches it, a date its parts.
local function tie(inlines)
    local out, i = List(), 1
    while i <= #inlines do
        local el, one, two = inlines[i], inlines[i + 1], inlines[i + 2]
        if el.t == 'Str' and el.text:find('^[(%[“]+$') and is_short_formula(one) then
            local behind = two and two.t == 'Str' and two.text:find('^[^%w%s]')
            out:insert(behind and tied(el, one, two) or tied(el, one))
            i = i + (behind and 2 or 1)
            one, two = inlines[i + 1], inlines[i + 2]
        elseif is_short_formula(el) and one and one.t == 'Str' and one.text:find('^[^%w%s]') then
            out:insert(tied(el, one))
            i = i + 1
        elseif el.t == 'Str' and el.text:find('%d%d%d%d%-%d%d%-%d%d') then
            out:insert(tied(el))
        else
            out:insert(el)
        end
        if one and (one.t == 'Space' or one.t == 'SoftBreak') and two and stays(el, two) then
            out:insert(pandoc.Str('\u{A0}'))
            i = i + 1
        end
        i = i + 1
    end
    return out
end

local notes = List() -- for print: what the page's notes say
local sidenotes = 0  -- on the web: how many there are

-- A note: on the web a sidenote, in the margin where there is room and else below its line; in print, where all pages are
-- one document, the notes of each stand at its end. Glossary terms are linked in paragraphs, which a note has none of: its
-- cited titles stay as they are.
local function footnote(note)
    if target == 'web' then
        sidenotes = sidenotes + 1
        local mark = ('<sup class="mark">%d</sup>'):format(sidenotes)
        local out = List({inline_html(mark .. '<span class="sidenote" role="note">' .. mark .. ' ')})
        out:extend(pandoc.utils.blocks_to_inlines(note.content))
        out:insert(inline_html('</span>'))
        return out
    end
    local blocks = List(note.content):map(function (block)
        return block.t == 'Para' and pandoc.Plain(block.content) or block
    end)
    local id = own_id('note-' .. #notes + 1)
    notes:insert({pandoc.Div(blocks, pandoc.Attr(id))})
    return pandoc.Superscript({pandoc.Link(tostring(#notes), '#' .. id)})
end

-- On paper what announces the next block stays with it: what ends in a colon, or is a heading in all but name.
local function leads(para)
    local only = #para.content == 1 and para.content[1].t
    if only == 'Strong' or book.text(para):find(':$') then
        return pandoc.Div({para}, pandoc.Attr('', {'leads'}))
    end
end

-- On the web what a program prints fits a telephone; in print it stays as it is, and epub.lua does the same.
local function code_block(block)
    return target == 'web' and printed.block(block) or nil
end

-- Boxes and quizzes come last: they hold what is woven already.
local steps = {
    {Cite = cite, Span = identified, Code = code_with_hyphens, Note = footnote},
    {Inlines = tie},
    {Para = capitals, Plain = capitals},
    {Math = formula},
    {Para = paragraph, Header = heading, Table = numbered_table, CodeBlock = code_block},
    {Div = div},
}

function Pandoc(doc)
    page, build, target = book.text(doc.meta.page), book.text(doc.meta.build), book.text(doc.meta.target)
    pages = book.pages(build)
    for _, p in ipairs(pages) do
        p.labels = dofile(('%s/labels/%s.lua'):format(build, p.page))
        p.labels.sections = List(p.labels.sections)
        here = p.page == page and p or here
    end
    if not book.has({'glossary', 'reading', 'terms', 'home'}, page) then
        load_terms()
    end
    -- The author's links come first, so that only those are looked up.
    local blocks = pandoc.walk_block(pandoc.Div(doc.blocks), {Link = link}).content
    blocks = pandoc.walk_block(pandoc.Div(blocks), {Div = function (el)
        return book.has(el.classes, 'exercises-of') and exercise_table(el.attributes.chapter) or nil
    end}).content
    for _, step in ipairs(steps) do
        blocks = pandoc.walk_block(pandoc.Div(blocks), step).content
    end
    book.stop_on_errors()

    local meta = doc.meta
    if target == 'web' then
        meta.pagetitle = meta.title
        meta['page-' .. page] = true
        meta['kind-' .. here.kind] = true
        meta.label = here.number ~= '' and page_title(here) or nil
        meta.nav = pandoc.MetaBlocks({html(navigation())})
        meta.prev, meta.next = neighbour(-1), neighbour(1)
        meta.exercises = exercises_on_page > 0 or page == 'exercises'
        meta.labs = labs_on_page > 0 or meta.exercises
        meta.live = meta.labs and doc.meta.wasm and book.text(doc.meta.wasm) == 'here'
        return pandoc.Pandoc(blocks, meta)
    end
    if #notes > 0 then
        blocks:insert(pandoc.Div({pandoc.OrderedList(notes)}, pandoc.Attr('', {'footnotes'})))
    end
    blocks = pandoc.walk_block(pandoc.Div(blocks), {Para = leads}).content
    local title = pandoc.Header(1, List(meta.title), pandoc.Attr(page, {here.kind}))
    if here.number ~= '' then
        title.content:insert(1, pandoc.Space())
        title.content:insert(1, pandoc.Span({pandoc.Str(here.number)}, pandoc.Attr('', {'number'})))
    end
    blocks:insert(1, title)
    book.write(('%s/print/%s.answers.json'):format(build, page),
        pandoc.write(pandoc.Pandoc(answer_section(title.content)), 'json'))
    return pandoc.Pandoc(blocks, {})
end
