-- trace.lua: what a warp's lanes did to memory, from the simulator's traces in notes/traces/.
--
--     local trace = dofile 'notes/figures/trace.lua'
--     local places = trace.first('coalesce-offset1', 'load', 'global')  -- places[lane], lane from 0, in bytes
--
-- tools/book-traces.sh says what is run for each trace; a test compares them with the simulator.

local trace = {}

-- The first access of a kind (load, store, atomic) to a space (global, shared, …) in notes/traces/NAME.csv: for
-- each lane that takes part, the byte at which its access begins.
function trace.first(name, op, space)
    local path = 'notes/traces/' .. name .. '.csv'
    for line in io.lines(path) do
        local lanes, places = line:match(('^%%d+,%%d+,%%d+,%s,%s,%%d+,(%%w+),(.*)$'):format(op, space))
        if lanes then
            local at, lane = {}, 0
            for place in places:gmatch('%d+') do
                while tonumber(lanes) >> lane & 1 == 0 do
                    lane = lane + 1
                end
                at[lane], lane = tonumber(place), lane + 1
            end
            return at
        end
    end
    error(('%s has no %s of %s memory'):format(path, op, space))
end

return trace
