-- Short connections: each makes a temporary table of some rows, sorts it, drops it, and is closed.
require("oltp_common")

function prepare_statements()
end

function event()
   local source = "sbtest" .. sysbench.rand.uniform(1, sysbench.opt.tables)
   local first = sysbench.rand.uniform(1, sysbench.opt.table_size)
   con:query(string.format("CREATE TEMPORARY TABLE short AS SELECT id, k, c FROM %s WHERE id BETWEEN %d AND %d",
                           source, first, first + 99))
   con:query("SELECT k, count(*), max(c) FROM short GROUP BY k ORDER BY max(c) LIMIT 10")
   con:query("DROP TEMPORARY TABLE short")
   -- `con:reconnect()` of sysbench 1.0.20 ends by a segmentation fault.
   con:disconnect()
   con = drv:connect()
end
