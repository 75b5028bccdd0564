-- trace.lua: what warps did to memory, from the simulator's traces in notes/traces/.
--
--     local trace = dofile 'notes/figures/trace.lua'
--     for _, access in ipairs(trace.read('steps-reduceInterleaved')) do … end
--     local places = trace.first('coalesce-offset1', 'load', 'global')
--
-- An access is {warp, op, space, places}: op is load, store or atomic, space global, shared and so on, and
-- places[lane] is the byte at which the access of that lane begins; lanes from 0, those that take no part have none.
-- tools/book/traces.sh says what is run for each trace; a test compares them with the simulator.

local trace = {}

-- All accesses of notes/traces/NAME.csv, in order.
function trace.read(name)
    local accesses = {}
    for line in io.lines('notes/traces/' .. name .. '.csv') do
        local warp, op, space, lanes, list = line:match('^%d+,(%d+),%d+,(%a+),(%a+),%d+,(%w+),(.*)$')
        if warp then
            local places, lane = {}, 0
            for place in list:gmatch('%d+') do
                while tonumber(lanes) >> lane & 1 == 0 do
                    lane = lane + 1
                end
                places[lane], lane = tonumber(place), lane + 1
            end
            accesses[#accesses + 1] = {warp = tonumber(warp), op = op, space = space, places = places}
        end
    end
    return accesses
end

-- The places of the first access of a kind.
function trace.first(name, op, space)
    for _, access in ipairs(trace.read(name)) do
        if access.op == op and access.space == space then
            return access.places
        end
    end
    error(('notes/traces/%s.csv has no %s of %s memory'):format(name, op, space))
end

return trace
