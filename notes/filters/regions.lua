-- regions.lua: regions of a source, from a line `// [begin NAME]` to a line `// [end NAME]`.
--
-- A mark is a line of its own, with nothing but spaces around it. NAME is of letters, digits and the characters _ . - alone.
-- lab/build/region.c reads the same marks; tests/book/regions.t holds both to it with the same lines.

local regions = {}

-- Which mark a line is, 'begin' or 'end', and the region's name; nil for any other line.
function regions.mark(line)
    local kind, name = line:match('^[ \t]*// %[(%l+) ([%w_.-]+)%][ \t]*$')
    if kind == 'begin' or kind == 'end' then
        return kind, name
    end
end

-- The lines of a text without their marks.
function regions.unmarked(lines)
    local out = {}
    for _, line in ipairs(lines) do
        if not regions.mark(line) then
            out[#out + 1] = line
        end
    end
    return out
end

-- The lines of a region with their common indent removed, and the numbers of the first and the last. Marks of other regions inside
-- are left out.
-- nil if there is no such region.
function regions.find(lines, name)
    local first, last, indent
    for number, line in ipairs(lines) do
        local mark, marked = regions.mark(line)
        if marked == name then
            if mark == 'end' then
                last = first and number - 1
                break
            end
            first = first or number + 1
        elseif first and not mark and line:find('%S') then
            local width = #line:match('^ *')
            indent = math.min(indent or width, width)
        end
    end
    if not last then
        return nil
    end
    local out = {}
    for _, line in ipairs(regions.unmarked({table.unpack(lines, first, last)})) do
        out[#out + 1] = line:sub((indent or 0) + 1)
    end
    return out, first, last
end

-- What a region is about: the first sentence of the comment that ends right above its first mark, "Rung 3: tiles." for
-- "// Rung 3: tiles. The block …". nil if there is no such comment.
function regions.about(lines, name)
    local comment = {}
    for _, line in ipairs(lines) do
        local mark, marked = regions.mark(line)
        if mark == 'begin' and marked == name then
            break
        end
        local words = line:match('^%s*// (.*)$')
        if words and not mark then
            comment[#comment + 1] = words
        else
            comment = {}
        end
    end
    local said = table.concat(comment, ' ')
    return said:match('^(.-[.:]) %u') or said ~= '' and said or nil
end

return regions
