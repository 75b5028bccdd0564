-- collect.lua: the first of two steps (see book.lua): reads one page, fills in what comes from code
-- and results, numbers it, checks it, and writes what the other pages need to know about it.
--
--     pandoc NOTE -L notes/filters/collect.lua -M page=ch3 -M build=build/book -t json
--
-- The order of work matters: included code and tables first, because they are numbered and searched
-- like everything else; then one walk from top to bottom that carries the section it is in.

package.path = PANDOC_SCRIPT_FILE:match('^.*/') .. '?.lua;' .. package.path
local book = require 'book'
local results = require 'results'
local names = require 'names'
local regions = require 'regions'
local lab = require 'lab'
local ladder = require 'ladder'
local List = require 'pandoc.List'

local build, page, source, folder -- from the command line and the list of pages
local labels                      -- what is written at the end, see book.lua
local search = List()             -- what can be found, each {id, number, kind, title, text, shown, code}: a section, a term, a trap or a lab
local here                        -- the one that the walk is in; nil before the first

-- What follows belongs to something new that can be found. `kind` is a lab's, else ''.
local function find_here(id, number, title, kind)
    here = {id = id, number = number, kind = kind or '', title = title, text = List(), shown = List(), code = List()}
    search:insert(here)
end

-- ---- Code from marked regions -------------------------------------------------------------------

-- A code block with include="FILE" becomes a numbered listing: a Div with the code and its origin.
-- What a program printed (class output) stays a plain block.
local function include(block)
    local file, name = block.attributes.include, block.attributes.region
    local path = book.read(folder .. file) and folder .. file or file
    if block.text:find('%S') then
        book.fail(source, file, 'a block that includes %s has text of its own; leave it empty', file)
    end
    if not book.read(path) then
        book.fail(source, file, 'no file %s', folder .. file)
        return nil
    end
    local lines = book.lines((book.read(path):gsub('\n$', '')))
    local first, last = 1, #lines
    if name then
        lines, first, last = regions.find(lines, name)
        if not lines then
            book.fail(source, ('region="%s"'):format(name), 'no region %s in %s (// [begin %s] … // [end %s])',
                name, path, name, name)
            return nil
        end
    end
    if #regions.unmarked(lines) <= last - first then
        book.fail(source, name and ('region="%s"'):format(name) or file,
            'the listing has marks of regions inside, so that its line numbers would not be those of %s', path)
    end
    local code = table.concat(lines, '\n')
    if book.has(block.classes, 'output') then
        local from, to = (block.attributes.lines or ''):match('^(%d+)-(%d+)$')
        if from then -- of a long report
            code = table.concat(book.lines(code), '\n', tonumber(from), math.min(tonumber(to), #book.lines(code)))
        end
        return pandoc.CodeBlock(code, pandoc.Attr('', {'output'}))
    end
    local id = block.identifier
    if id == '' then
        id = 'lst:' .. (name or file:match('[^/]*$'))
        if labels.labels[id] then
            id = 'lst:' .. file:match('([^/]*)%.%w+$') .. '-' .. (name or '')
        end
    end
    local listing = pandoc.Div({pandoc.CodeBlock(code, pandoc.Attr('', block.classes))},
        pandoc.Attr(id, {'listing'}, {path = path, first = tostring(first), region = name or ''}))
    listing.attributes.caption = block.attributes.caption or regions.about(book.lines(book.read(path)), name or '')
    if not listing.attributes.caption then
        book.fail(source, name and ('region="%s"'):format(name) or file,
            'the listing has no caption: say caption="…" here, or put a comment right above [begin %s] in %s', name or '', path)
    end
    if block.attributes.after then
        local before = regions.find(book.lines(book.read(path)), block.attributes.after)
        if not before then
            book.fail(source, ('after="%s"'):format(block.attributes.after), 'no region %s in %s', block.attributes.after, path)
        else
            listing.attributes.marks = table.concat(ladder.changed(table.concat(before, '\n'), code), ' ')
            listing.attributes.after = block.attributes.after
        end
    end
    return listing
end

local made = {} -- programs that the page has told the reader to make

local function note_made(text)
    for program in text:gmatch('make (ch%d%-%w+)') do
        made[program] = true
    end
end

-- A block of class run becomes what its command printed on the simulator when the book was built (tools/book/runs.pl). Above it stands the
-- command, which makes the program first if the page has not done so before.
local function run(block)
    local at = block.attributes
    local command, warpsim = at.command or '', at.warpsim or ''
    local name = pandoc.utils.sha1(table.concat({warpsim, command, at.drop or ''}, '|'))
    local printed = book.read(('%s/runs/%s.txt'):format(build, name))
    if not printed then
        book.fail(source, command, "the build has not run '%s'; a run is ```{.run command=\"ch0-add\"}, at the line's begin", command)
        return nil
    end
    local program = command:match('^%S+')
    local make = made[program] and '' or ('make %s && '):format(program)
    made[program] = true
    local line = '$ ' .. make .. (warpsim ~= '' and ('WARPSIM=%s '):format(warpsim:find('%s') and '"' .. warpsim .. '"' or warpsim) or '') .. './' .. command
    return pandoc.CodeBlock(line .. '\n' .. printed:gsub('\n$', ''), pandoc.Attr('', {'output'}))
end

-- ---- Numbers ------------------------------------------------------------------------------------

local counts = {}

-- "3.2" for the second `kind` of chapter 3, "2" where pages have no number.
local function next_number(kind)
    counts[kind] = (counts[kind] or 0) + 1
    return (labels.number ~= '' and labels.number .. '.' or '') .. counts[kind]
end

local function add_label(id, kind, number, title)
    if labels.labels[id] then
        book.fail(source, '#' .. id, 'the label %s is there twice', id)
    end
    labels.labels[id] = {id = id, kind = kind, number = number, title = title}
end

-- Sections: {1, 2} is the second subsection of the first section.
local section_number = {}

local function add_section(header)
    local level = header.level
    section_number[level] = (section_number[level] or 0) + 1
    for deeper = level + 1, 6 do
        section_number[deeper] = 0
    end
    local number = ''
    if labels.number ~= '' and not book.has(header.classes, 'unnumbered') then
        number = labels.number
        for i = 1, level do
            number = number .. '.' .. (section_number[i] or 0)
        end
    end
    local id, title = header.identifier, book.text(header.content)
    labels.sections:insert({id = id, number = number, title = title, level = level})
    add_label(id:find('^sec:') and id or 'sec:' .. id, 'Section', number, title)
    labels.labels[id:find('^sec:') and id or 'sec:' .. id].id = id
    find_here(id, number, title)
    header.attributes.number = number
    return header
end

-- "{#tbl:id}" at the end of a table's caption, which pandoc leaves as text.
local function table_id(tbl)
    local last = tbl.caption.long[#tbl.caption.long]
    if not last then
        return
    end
    local words = last.content
    local id = words[#words] and words[#words].t == 'Str' and words[#words].text:match('^{#(tbl:[^}]+)}$')
    if id then
        words:remove()
        if #words > 0 and words[#words].t == 'Space' then
            words:remove()
        end
        last.content = words
        tbl.identifier = id
    end
end

-- ---- Predictions and quizzes --------------------------------------------------------------------

local function is_div(block, class)
    return block and block.t == 'Div' and book.has(block.classes, class)
end

-- An answer that follows its prediction is put inside; one that follows a list of questions makes a
-- quiz of both, unless they stand in a box already.
local function adopt_answers(blocks, boxed)
    local out = List()
    for _, block in ipairs(blocks) do
        local before = out[#out]
        if is_div(block, 'answer') and is_div(before, 'predict') then
            before.content:insert(block)
        elseif is_div(block, 'answer') and not boxed and before and before.t == 'OrderedList' then
            out[#out] = pandoc.Div({before, block}, pandoc.Attr('', {'quiz'}))
        else
            out:insert(block)
        end
    end
    return out
end

-- A quiz is an ordered list of questions. One answer that is itself a list of as many items is dealt
-- out to them; after that each question has its answer inside.
local function deal_answers(quiz)
    local questions, answer
    for _, block in ipairs(quiz.content) do
        if block.t == 'OrderedList' then
            questions = block
        elseif is_div(block, 'answer') then
            answer = block
        end
    end
    if not questions then
        book.fail(source, '::: quiz', 'a quiz wants a numbered list of questions')
        return quiz
    end
    if answer then
        local list = answer.content[1]
        if not list or list.t ~= 'OrderedList' or #answer.content > 1 or #list.content ~= #questions.content then
            book.fail(source, '::: quiz', 'the quiz has %d questions; its answer must be a list of as many items',
                #questions.content)
            return quiz
        end
        for i, item in ipairs(questions.content) do
            item[#item + 1] = pandoc.Div(list.content[i], pandoc.Attr('', {'answer'}))
        end
        quiz.content = quiz.content:filter(function (block) return not is_div(block, 'answer') end)
    end
    for i, item in ipairs(questions.content) do
        if not is_div(item[#item], 'answer') then
            book.fail(source, '::: quiz', 'question %d of a quiz has no answer', i)
        end
    end
    quiz.attributes.questions = tostring(#questions.content)
    return quiz
end

-- ---- The index ----------------------------------------------------------------------------------

local indexed = {}

-- kind: 'code', 'term' (it counts if the glossary has it) or 'entry' (the author wants it).
local function add_index(key, kind)
    local id = here and (here.inside or here.id) or ''
    if not indexed[key .. '\0' .. id] then
        indexed[key .. '\0' .. id] = true
        labels.index:insert({key = key, id = id, kind = kind})
    end
end

-- ---- The walk -----------------------------------------------------------------------------------

local walk_blocks

-- Walks through a part of a section that has a title of its own, by which it is found.
local function walk_titled(blocks, id, number, title, kind)
    local outer = here
    find_here(id, number, title, kind)
    here.inside = outer.id -- the index names the section
    blocks = walk_blocks(blocks, true)
    here = outer
    return blocks
end

local inline_rules = {
    Code = function (code)
        names.check(source, code.text)
        local key = names.index_key(code.text)
        if key then
            add_index(key, 'code')
        end
    end,
    Emph = function (emph)
        add_index(book.text(emph.content):lower(), 'term')
    end,
    Span = function (span)
        if span.attributes.index then
            add_index(span.attributes.index, 'entry')
        end
        if book.has(span.classes, 'term') then -- a term is explained here that is not to be emphasized
            add_index(book.text(span.content):lower(), 'term')
            return span.content
        end
        if span.attributes.counter then -- its nickname is in the text, its name is checked and found
            names.check(source, span.attributes.counter)
            add_index(span.attributes.counter, 'code')
            if here then
                here.text:insert(span.attributes.counter)
            end
        end
        if span.attributes.result then
            return results.number(source, span)
        end
        if span.attributes.from then -- what a number is calculated from, or where it is given: tests/book/numbers.pl asks
            return pandoc.Span(span.content, pandoc.Attr('', {'given'}, {title = span.attributes.from}))
        end
        if span.identifier:find('^eq:') then
            local number = next_number('Equation')
            span.attributes.number = number
            add_label(span.identifier, 'Equation', number, '')
            return span
        end
    end,
    Image = function (image)
        if not image.attributes.alt or image.attributes.alt == '' then
            book.fail(source, image.src, 'the image %s has no alternative text; add alt="…"', image.src)
        end
    end,
}

local function walk_inlines(block)
    return pandoc.walk_block(block, inline_rules)
end

-- TeX as one would read it aloud: "2^24", "i mod 32".
local function plain_tex(tex)
    tex = tex:gsub('\\[,;!]', ''):gsub('\\q?quad', ''):gsub('\\allowbreak', ''):gsub('\\bmod', 'mod'):gsub('\\cdot', '·'):gsub('\\times', '×'):gsub('\\log', 'log')
    return (tex:gsub('\\text%s*(%b{})', function (words) return words:sub(2, -2) end):gsub('\\(%a+)', '%1'):gsub('[{}]', ''))
end

-- Adds what a block says to what the search knows.
local function remember(block)
    if here then
        here.text:insert(book.text(pandoc.walk_block(block, {
            Math = function (math) return pandoc.Str(plain_tex(math.text)) end,
            Cite = function (cite) -- of a reference, whose number is not known yet, a chapter's stays
                local chapter = cite.citations[1].id:match('^ch:(.*)')
                return chapter and {pandoc.Str('chapter'), pandoc.Space(), pandoc.Str(chapter)} or {}
            end,
        })))
    end
end

-- A table is as many blocks as it has rows, and its caption.
local function remember_table(tbl)
    local rows = List()
    rows:extend(tbl.head.rows)
    for _, body in ipairs(tbl.bodies) do
        rows:extend(body.body)
    end
    for _, row in ipairs(rows) do
        local words = List()
        for _, cell in ipairs(row.cells) do
            words:extend(pandoc.utils.blocks_to_inlines(cell.contents))
            words:insert(pandoc.Space())
        end
        remember(pandoc.Plain(words))
    end
    remember(pandoc.Plain(pandoc.utils.blocks_to_inlines(tbl.caption.long)))
end

-- Adds code, or what a program prints.
local function remember_shown(text)
    if here then
        here.shown:insert(text)
    end
end

-- A figure's caption, id and number; its picture must be one that the book's build can draw.
local function figure(para)
    local image = para.content[1]
    if image.identifier == '' then
        image.identifier = 'fig:' .. image.src:match('([^/]*)%.%w+$')
    end
    local name = image.src:match('([^/]*)%.svg$')
    if name and not book.read(build .. '/figures/' .. name .. '.svg') then
        book.fail(source, image.src, 'no figure %s: neither notes/figures/%s.lua nor notes/plots/%s.gp draws it',
            name, name, name)
    end
    image.attributes.number = next_number('Figure')
    add_label(image.identifier, 'Figure', image.attributes.number, book.text(image.caption))
    return para
end

-- A lab (lab/README.md): its text is the build's; what stays is what to try, and the frame that was drawn of it.
local function laboratory(div)
    local name = div.identifier:gsub(':', '-')
    local seen = lab.read(build, name)
    if not seen then
        book.fail(source, '#' .. div.identifier, 'the build has made no lab of #%s; a lab is ::: {#lab:name .lab title="…"} with a ``` lab block',
            div.identifier)
        return div
    end
    local number = next_number('Lab')
    add_label(div.identifier, 'Lab', number, div.attributes.title)
    if seen.left_out then
        div.content = List({pandoc.Para({pandoc.Strong({pandoc.Str('Lab ' .. number)}), pandoc.Space(), pandoc.Str(div.attributes.title),
            pandoc.Str(' is not in this book: it was made with nvcc 11, which can’t compile the lab’s program.')})})
        return div
    end
    local svg = ('%s/labs/%s.svg'):format(build, name)
    book.write(svg, lab.frame(seen))
    book.write(svg:gsub('%.svg$', '.narrow.svg'), lab.frame(seen, true))
    div.content = walk_titled(List(div.content):filter(function (block)
        return not (block.t == 'CodeBlock' and book.has(block.classes, 'lab'))
    end), div.identifier, number, div.attributes.title or '', 'Lab')
    if #div.content == 0 or not div.attributes.title then
        book.fail(source, '#' .. div.identifier, 'a lab wants a title, and a sentence that says what to try and what to watch')
    end
    div.attributes.number = number
    div.attributes.svg = svg
    div.attributes.program = (seen.state.file or ''):gsub('^chapters/', '')
    div.attributes.kernel = seen.about.kernel
    div.attributes.words = lab.words(seen)
    return div
end

local rules = {
    Header = function (header)
        return add_section(walk_inlines(header))
    end,
    CodeBlock = function (block)
        local language = block.classes[1]
        if language == 'cuda' or language == 'ptx' or language == 'c' then
            names.check(source, block.text)
        end
        remember_shown(block.text)
        return block
    end,
    Table = function (tbl)
        table_id(tbl)
        if #tbl.caption.long > 0 then
            local number = next_number('Table')
            if tbl.identifier == '' then
                tbl.identifier = 'tbl:' .. number
            end
            add_label(tbl.identifier, 'Table', number, book.text(tbl.caption.long))
            tbl.attributes.number = number
        end
        remember_table(tbl)
        return walk_inlines(tbl)
    end,
    Para = function (para)
        para = walk_inlines(para)
        remember(para)
        local image = para.content[1]
        if #para.content == 1 and image.t == 'Image' then
            return figure(para)
        end
        return para
    end,
    Div = function (div)
        if div.attributes.source then -- what another file says: errors are that file's
            local page_source = source
            source, div.attributes.source = div.attributes.source, nil
            div.content = walk_blocks(div.content, true)
            source = page_source
            return div
        end
        if book.has(div.classes, 'why') then -- an exercise's first sentence, which comes again
            return div
        end
        if book.has(div.classes, 'exercise') then
            div.content = walk_titled(div.content, div.identifier, '', div.identifier .. ' ' .. div.attributes.title)
            return div
        end
        if book.has(div.classes, 'results') then
            div = results.table(source, div)
        elseif book.has(div.classes, 'ladder') then
            div = results.ladder(source, div)
        elseif book.has(div.classes, 'counters') then
            div = results.counters(source, div)
        end
        if book.has(div.classes, 'lab') then
            return laboratory(div)
        end
        if book.has(div.classes, 'detail') and not div.attributes.title then
            book.fail(source, '.detail', 'what is told in detail wants a title: ::: {.detail title="…"}')
        end
        if book.has(div.classes, 'quiz') then
            div = deal_answers(div)
        end
        for _, kind in ipairs {'predict', 'quiz', 'trap'} do
            if book.has(div.classes, kind) then
                if div.identifier == '' then
                    div.identifier = kind .. '-' .. (counts[kind] or 0) + 1
                end
                div.attributes.count = next_number(kind)
                if div.attributes.title then
                    div.attributes.title = div.attributes.title:gsub("'", '’')
                end
                add_label(kind .. ':' .. div.identifier, kind, div.attributes.count, div.attributes.title or '')
                labels.labels[kind .. ':' .. div.identifier].id = div.identifier
            end
        end
        if book.has(div.classes, 'trap') and div.attributes.title then
            div.content = walk_titled(div.content, div.identifier, '', div.attributes.title)
            return div
        end
        if book.has(div.classes, 'ref') then
            add_label('ref:' .. div.identifier, 'Reference', '', div.attributes.short)
            labels.labels['ref:' .. div.identifier].id = div.identifier
            div.attributes.short = nil
        end
        if div.attributes.path then
            local number = next_number('Listing')
            div.attributes.number = number
            add_label(div.identifier, 'Listing', number, div.attributes.region)
            remember_shown(div.content[1].text)
            here.text:insert(div.attributes.caption or '')
            if div.attributes.region ~= '' then
                if div.attributes.region:find('%l%u') or div.attributes.region:find('_') then -- not a mere word
                    add_index(div.attributes.region, 'code')
                end
                here.code:insert(div.attributes.region)
            end
            return div
        end
        div.content = walk_blocks(div.content, true)
        return div
    end,
    BlockQuote = function (quote)
        quote.content = walk_blocks(quote.content)
        return quote
    end,
    BulletList = function (list)
        list.content = list.content:map(function (item) return walk_blocks(item, true) end)
        return list
    end,
    OrderedList = function (list)
        list.content = list.content:map(function (item) return walk_blocks(item, true) end)
        return list
    end,
    DefinitionList = function (list)
        for _, item in ipairs(list.content) do
            local term = book.text(item[1])
            if page == 'glossary' then
                local id = 'term-' .. term:lower():gsub('%W+', '-')
                labels.terms[term:lower()] = {id = id, name = term}
                item[1] = {pandoc.Span(item[1], pandoc.Attr(id))}
                find_here(id, '', term)
            end
            for i, blocks in ipairs(item[2]) do
                item[2][i] = walk_blocks(List(blocks))
            end
        end
        return list
    end,
}
rules.Plain = rules.Para
rules.LineBlock = function (block)
    remember(block)
    return walk_inlines(block)
end

function walk_blocks(blocks, boxed)
    local included = List()
    for _, block in ipairs(blocks) do
        if block.t == 'CodeBlock' and block.attributes.include then
            block = include(block)
        elseif block.t == 'CodeBlock' and book.has(block.classes, 'run') then
            block = run(block)
        elseif block.t == 'CodeBlock' then
            note_made(block.text)
        end
        if block then
            included:insert(block)
        end
    end
    return adopt_answers(included, boxed):map(function (block)
        local rule = rules[block.t]
        return rule and rule(block) or block
    end)
end

-- ---- Exercises ----------------------------------------------------------------------------------

-- A text up to the end of its first sentence.
local function first_sentence(inlines)
    local out = List()
    for i, el in ipairs(inlines) do
        out:insert(el)
        local word = el.t == 'Str' and el.text or ''
        if word:gsub('”$', ''):find('[.?!]$') and inlines[i + 1] then
            break
        end
    end
    return out
end

-- Tells whether an exercise is a whole program, or a task of kernel golf: `.program = true`, `.golf = true` in its judge.c.
local function is_marked(exercise, property)
    return (book.read(('exercises/%s/judge.c'):format(exercise.name)) or ''):find('%.' .. property .. ' = true') ~= nil
end

-- An exercise, from its folder. README.md begins with its title as a heading. The third line has a star for each level, 1 to 3, and
-- says in italics what is to be done and how long it takes. The text opens with why it is worth doing. Hints, if there are any,
-- stand in hint1.md, hint2.md and so on and are covered as answers are. Returns a list of {level, number, block}: empty, if it can't be read.
local function read_exercise(exercise)
    local folder_of = ('exercises/%s/'):format(exercise.name)
    local path, id = folder_of .. 'README.md', ('ex%s-%s'):format(exercise.chapter, exercise.number)
    local task = List(pandoc.read(book.read(path) or '', 'markdown').blocks)
    local title, head = task:remove(1), task:remove(1)
    if not title or title.t ~= 'Header' or not head or head.t ~= 'Para' then
        book.fail(path, nil, 'an exercise begins with its title as a heading, and a line of stars')
        return {}
    end
    local what = List(head.content):find_if(function (el) return el.t == 'Emph' end)
    local kind, time = (what and book.text(what) or ''):match('^(.-)%.%s+(.-)[.,]')
    local _, level = book.text(head):gsub('★', '')
    if not kind or level == 0 then
        book.fail(path, '*', 'the third line has stars, and in italics what is to be done and how long it takes: *Write the kernel. Ten minutes.*')
        return {}
    end
    local why = pandoc.Plain(task[1] and task[1].t == 'Para' and first_sentence(task[1].content) or {})
    local hints = List()
    for i = 1, 9 do
        local file = ('%shint%d.md'):format(folder_of, i)
        local text = book.read(file)
        if text then
            hints:insert(pandoc.Div(pandoc.read(text, 'markdown').blocks, pandoc.Attr(('%s-hint-%d'):format(id, i), {'hint'},
                {title = 'Hint ' .. i, of = id, source = file})))
        end
    end
    local program = is_marked(exercise, 'program') and 'true' or nil
    title = book.text(title.content)
    add_label(('ex:%s-%s'):format(exercise.chapter, exercise.number), 'Exercise', '', id)
    local label = labels.labels[('ex:%s-%s'):format(exercise.chapter, exercise.number)]
    label.id, label.about, label.level, label.task, label.time, label.section = id, title, level, kind, time, exercise.section
    return {{level = level, number = exercise.number, block = pandoc.Div({
        pandoc.Div({why}, pandoc.Attr('', {'why'})),
        pandoc.Div(task, pandoc.Attr('', {'task'}, {source = path})),
        pandoc.Div(hints, pandoc.Attr('', {'hints'})),
    }, pandoc.Attr(id, {'exercise'}, {title = title, level = tostring(level), task = kind, time = time, program = program}))}}
end

-- Puts each exercise of this page at the end of the section that it belongs to; of several the easiest comes first.
local function with_exercises(blocks)
    local due = {} -- section -> its exercises
    for _, exercise in ipairs(book.exercises(build)) do
        if exercise.note == source then
            due[exercise.section] = due[exercise.section] or List()
            due[exercise.section]:insert(exercise)
        end
    end
    local out, open = List(), List() -- open: the sections around a block that have exercises, each {level, exercises}
    local function close(level)
        while #open > 0 and open[#open].level >= level do
            local done = List()
            for _, exercise in ipairs(open:remove().exercises) do
                done:extend(read_exercise(exercise))
            end
            table.sort(done, function (a, b) return a.level < b.level or a.level == b.level and a.number < b.number end)
            out:extend(done:map(function (exercise) return exercise.block end))
        end
    end
    for _, block in ipairs(blocks) do
        if block.t == 'Header' then
            close(block.level)
            if due[block.identifier] then
                open:insert({level = block.level, exercises = due[block.identifier]})
                due[block.identifier] = nil
            end
        end
        out:insert(block)
    end
    close(0)
    for section, exercises in pairs(due) do
        for _, exercise in ipairs(exercises) do
            book.fail(('exercises/%s/README.md'):format(exercise.name), '#' .. section, 'no section #%s in %s', section, source)
        end
    end
    return out
end

-- For the page of exercises: a heading for each chapter, and below it what weave.lua makes a table of. Each exercise must have a place.
local function exercise_index()
    local out, chapters, golf, notes = List(), List(), {}, {}
    for _, p in ipairs(book.pages(build)) do
        notes[p.source] = true
    end
    for _, exercise in ipairs(book.exercises(build)) do
        if not notes[exercise.note or ''] then
            book.fail(('exercises/%s/README.md'):format(exercise.name), '★', 'the third line names no section of a chapter: ' ..
                'After “[Heading](../../chapters/ch3-reduction/note.md#heading)” in chapter 3.')
        end
        local chapter = tonumber(exercise.chapter)
        if not chapters:includes(chapter) then
            chapters:insert(chapter)
            golf[chapter] = is_marked(exercise, 'golf') -- it is numbered as a chapter, and comes last
        end
    end
    table.sort(chapters)
    for _, chapter in ipairs(chapters) do
        local title, id = 'Chapter ' .. chapter, 'chapter-' .. chapter
        if golf[chapter] then
            title, id = 'Kernel golf', 'kernel-golf'
        end
        out:insert(pandoc.Header(1, title, pandoc.Attr(id)))
        out:insert(pandoc.Div({}, pandoc.Attr('', {'exercises-of'}, {chapter = tostring(chapter)})))
    end
    return out
end

-- ---- The page -----------------------------------------------------------------------------------

-- A text has a line for each block: the search wants to know what stands together.
local function write_search()
    local function lines(list)
        return book.json_string(table.concat(list:map(function (block) return (block:gsub('%s+', ' ')) end), '\n'))
    end
    local out = {}
    for _, s in ipairs(search) do
        out[#out + 1] = ('{"page":%s,"id":%s,"number":%s,"kind":"%s","title":%s,"code":%s,"text":%s,"shown":%s}'):format(
            book.json_string(page), book.json_string(s.id), book.json_string(s.number), s.kind,
            book.json_string(s.title), book.json_string(table.concat(s.code, ' ')), lines(s.text), lines(s.shown))
    end
    -- What is looked for by its number.
    local numbered = {}
    for _, l in pairs(labels.labels) do
        if ({Figure = 1, Table = 1, Listing = 1})[l.kind] then
            numbered[#numbered + 1] = ('{"page":%s,"id":%s,"kind":"%s","number":"%s","title":%s}'):format(
                book.json_string(page), book.json_string(l.id), l.kind, l.number, book.json_string(l.title))
        end
    end
    table.sort(numbered)
    table.move(numbered, 1, #numbered, #out + 1, out)
    book.write(('%s/search/%s.json'):format(build, page), table.concat(out, ',\n') .. '\n')
end

function Pandoc(doc)
    page, build = book.text(doc.meta.page), book.text(doc.meta.build)
    local this
    for _, p in ipairs(book.pages(build)) do
        this = p.page == page and p or this
    end
    source = this.source
    folder = source:match('^.*/')
    labels = {
        page = page, source = source, number = this.number, kind = this.kind,
        title = doc.meta.title and book.text(doc.meta.title) or '',
        about = doc.meta.about and book.text(doc.meta.about) or '',
        sections = List(), labels = {}, index = List(), terms = {}, everyday = {},
    }
    if labels.title == '' then
        book.fail(source, nil, 'no title; begin the file with --- title: … ---')
    end
    for _, word in ipairs(doc.meta['everyday-words'] or {}) do
        labels.everyday[book.text(word)] = true
    end
    names.load(build)
    find_here('', labels.number, labels.title)
    local own = 'ch:' .. (this.kind == 'chapter' and labels.number or page)
    labels.labels[own] = {id = '', kind = 'Chapter', number = labels.number, title = labels.title}
    if page == 'exercises' then
        doc.blocks:extend(exercise_index())
    end
    doc.blocks = walk_blocks(with_exercises(doc.blocks))
    book.stop_on_errors()
    book.write(('%s/labels/%s.lua'):format(build, page), 'return ' .. book.source(labels) .. '\n')
    write_search()
    local ast = ('%s/ast/%s'):format(build, page)
    book.write_dependencies(ast .. '.d', ast .. '.json', build)
    return doc
end
