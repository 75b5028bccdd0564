-- names.lua: tells a misspelt CUDA identifier from a right one.
--
-- Known are the names in the toolkit's headers and in the workbook's own code, which notes/book.mk
-- gathers in build/book/names, and those in notes/names.txt: PTX, profiler metrics, and what older
-- CUDA had. Checked are names that look like CUDA's: cudaMalloc, __syncwarp, threadIdx, sm__cycles.

local book = require 'book'

local names = {}
local known = {}

-- "op_{ld,st}" as op_ld and op_st, any number of braces.
local function expand(name, add)
    local head, choices, tail = name:match('^([^{]*){([^}]*)}(.*)$')
    if not head then
        return add(name)
    end
    for choice in (choices .. ','):gmatch('([^,]*),') do
        expand(head .. choice .. tail, add)
    end
end

function names.load(build)
    for _, path in ipairs {build .. '/names', 'notes/names.txt'} do
        for line in (book.read(path) or ''):gmatch('[^\n]+') do
            local name = line:match('^[%w_.{},]+')
            if name then
                expand(name, function (one)
                    known[one] = true
                    known[one:match('^[^.]*')] = true -- a metric without .sum or .pct
                end)
            end
        end
    end
end

-- True for names that only CUDA can have given.
local function looks_like_cuda(name)
    return name:find('^cuda[A-Z]') or name:find('^cub[A-Z]') or name:find('^cublas[A-Z]') or
        name:find('^__[a-z]') or name:find('^thread[A-Z]') or name:find('^block[A-Z]') or
        name:find('^grid[A-Z]') or name:find('^atomic[A-Z]') or name:find('^%l[%l%d]+__%l')
end

-- The known name that differs from `name` in one letter added, dropped, changed or swapped, or nil.
local function nearest(name)
    local best
    local function try(candidate)
        if known[candidate] and (not best or candidate < best) then
            best = candidate
        end
    end
    local letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789'
    for i = 1, #name + 1 do
        local head, tail = name:sub(1, i - 1), name:sub(i)
        try(head .. tail:sub(2))
        try(head .. tail:sub(2, 2) .. tail:sub(1, 1) .. tail:sub(3))
        for letter in letters:gmatch('.') do
            try(head .. letter .. tail)
            try(head .. letter .. tail:sub(2))
        end
    end
    return best
end

-- Notes an error for each name in a piece of code that looks like CUDA's and is not known. A metric's
-- ending (.sum, .avg.pct_of_peak_…) is not looked at, nor a variable's (.x).
function names.check(source, code)
    for name in code:gmatch('[%a_][%w_]*') do
        if looks_like_cuda(name) and not known[name] then
            local instead = nearest(name)
            book.fail(source, name, 'CUDA has no %s%s', name, instead and '; did you mean ' .. instead .. '?' or
                '; if it is right, add it to notes/names.txt')
        end
    end
end

-- How the index names a piece of code: the name of a CUDA function, variable or metric; nil if it
-- is not one.
function names.index_key(code)
    local name = code:match('^([%a_][%w_.]*)%(?.*$')
    if name and looks_like_cuda(name) and known[name] then
        return name
    end
    return nil
end

return names
