"""Lines around the output of a load generator: what no script says of itself stays unaccounted."""

from __future__ import annotations

from ddlbench.database import connect
from ddlbench.parse.format import Format
from ddlbench.parse.read import make_log
from second_reading import explained

PROSE = (
    "The test ran for an hour and nothing happened.",
    "Note: the second run was slower.",
    "Result: good enough, I think",
    "see https://example.org/results?threads=8",
    "We used docker and ran sysbench.",
    "Then the server stopped ...",
    "oltp_read_only was done twice, in 20 s",
    "Tables: 4 x 10000 rows, and then some",
    "The results are in the table below.",
    "Running it again gave the same",
    "Started on a Tuesday",
    "注意: 第二次慢得多",
    "The CPU test was slow on the second run",
    "Test results are below",
    "CPU usage went up to 100% in the test",
    "Memory is limited to 2 GB in this VM",
    "File IO is slower with QEMU",
    "Test 3 failed with an error",
    "Creating indexes took a long time",
    "Command: it did not work",
    "See the test results",
    "Maximum prime was raised for the second test",
    "The file test mode rndrw was slow",
    "Step 3 took longest",
    "CPU: the second run was slower",
    "Kernel: it was too old",
    " * The second run was slower",
    "Linux was started anew",
)
DAMAGED = (
    "read: 1407",
    "total number of events: 8873",
    "events per second: 887.33",
    "transactions: 641 (320.33 per sec.)",
    "queries: 10260 rows",
    "total time: 2.0009s",
    "Number of threads: 4x",
    "Target transaction rate: 20",
    "[ 10s ] thds: 2 tps: 17",
    "120,4,8124.00,67.70,8124.00",
    "[2024-03-05 10:20:30] [ 10s ] thds: 2 tps: 17.00",
    "[INFO] [ 10s ] thds: 2 tps: 17.00 qps: 340.00",
    "Thread yields per test: 1000",
    "CPU events per second: 4322.01",
    "Memory speed: 6246.60 MiB/sec",
    "Run 3 tps: 100.00",
    "Average: 2523.12 events/sec",
    "CPU: 4322.01 events/s",
    "       0.427 1.01 2.02",
    "transacti",
    "17",
)


def test_no_pattern_takes_it(formats: dict[str, Format]) -> None:
    made = [
        f"sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n{line}\nThreads started!\n" for line in PROSE + DAMAGED
    ]
    with connect() as connection:
        logs = [make_log(f"{number}.log", text.encode(), text.encode()) for number, text in enumerate(made)]
        found = explained(connection, formats["sysbench"], logs)
    assert [text for each in found for line, text, rule in each if line == 2 and rule is not None] == []
