-- The script $DDLBENCH_SCRIPT, until the file $DDLBENCH_STOP is there. sysbench prints its histogram only when all its
-- threads come to their own end; a signal or --time cannot do that at a moment that is not known before.
local ffi = require("ffi")
ffi.cdef("int access(const char *path, int mode);")

local script, stop = os.getenv("DDLBENCH_SCRIPT"), os.getenv("DDLBENCH_STOP")
if script:find("/", 1, true) then dofile(script) else require(script) end

local inner = event

function event(thread_id)
   -- One system call of about a microsecond; an event takes hundreds.
   if ffi.C.access(stop, 0) == 0 then return true end
   return inner(thread_id)
end
