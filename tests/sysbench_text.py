"""Sysbench 1.0 output, written and read a second time: by its printf formats, and word by word without expressions.

`render(read(text))` gives the bytes of real captures back, so both can be trusted to judge the parser.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

RATES = ("transactions", "queries", "ignored errors", "reconnects")


@dataclass
class Interval:
    """A periodic line of a test with a database."""

    elapsed_s: int
    threads: int
    tps: float
    qps: float
    read_qps: float
    write_qps: float
    other_qps: float
    percentile: int
    latency_ms: float
    errors_per_s: float
    reconnects_per_s: float
    line: int = 0


@dataclass
class Queue:
    """A periodic line about the event queue."""

    elapsed_s: int
    length: int
    concurrency: int
    line: int = 0


@dataclass
class Report:
    """A block of statistics: of a checkpoint, or (`checkpoint_s` is None) the final one."""

    checkpoint_s: int | None
    queries: list[int]
    counts: dict[str, int]
    rates: dict[str, float]
    total_time_s: float
    events: int
    latency: dict[str, float]
    percentile: int
    events_fairness: tuple[float, float]
    time_fairness: tuple[float, float]
    histogram: list[tuple[float, int]] = field(default_factory=list)
    histogram_lines: list[int] = field(default_factory=list)


@dataclass
class Execution:
    """One start of sysbench."""

    version: str
    threads: int
    report_interval_s: int
    parts: list[Interval | Queue | Report]
    rate: int = 0
    checkpoints: list[int] = field(default_factory=list)

    def reports(self) -> list[Report]:
        """The blocks of statistics."""
        return [part for part in self.parts if isinstance(part, Report)]

    def intervals(self) -> list[Interval]:
        """The periodic lines."""
        return [part for part in self.parts if isinstance(part, Interval)]


def render(execution: Execution) -> str:
    """The text that sysbench 1.0.20 prints, as src/sysbench.c, src/db_driver.c and src/sb_histogram.c write it."""
    text = f"sysbench {execution.version} (using system LuaJIT 2.1.0-beta3)\n\n"
    text += f"Running the test with following options:\nNumber of threads: {execution.threads}\n"
    if execution.rate:
        text += f"Target transaction rate: {execution.rate}/sec\n"
    text += f"Report intermediate results every {execution.report_interval_s} second(s)\n"
    if execution.checkpoints:
        text += f"Report checkpoint(s) at {', '.join(map(str, execution.checkpoints))} seconds\n"
    text += "Initializing random number generator from current time\n\n\nInitializing worker threads...\n\n"
    text += "Threads started!\n\n"
    return text + "".join(map(_part, execution.parts))


def _part(part: Interval | Queue | Report) -> str:
    if isinstance(part, Interval):
        return _interval(part)
    if isinstance(part, Queue):
        return f"[ {part.elapsed_s}s ] queue length: {part.length}, concurrency: {part.concurrency}\n"
    opening = "" if part.checkpoint_s is None else f"[ {part.checkpoint_s}s ] Checkpoint report:\n"
    return opening + _histogram(part.histogram) + _statistics(part)


def _interval(line: Interval) -> str:
    return (
        f"[ {line.elapsed_s}s ] thds: {line.threads} tps: {line.tps:4.2f} qps: {line.qps:4.2f} "
        f"(r/w/o: {line.read_qps:4.2f}/{line.write_qps:4.2f}/{line.other_qps:4.2f}) "
        f"lat (ms,{line.percentile}%): {line.latency_ms:4.2f} "
        f"err/s: {line.errors_per_s:4.2f} reconn/s: {line.reconnects_per_s:4.2f}\n"
    )


def _histogram(bars: list[tuple[float, int]]) -> str:
    if not bars:
        return ""
    most = max(count for _, count in bars)
    text = "Latency histogram (values are in milliseconds)\n"
    text += "       value  ------------- distribution ------------- count\n"
    for value, count in bars:
        text += f"{value:12.3f} |{'*' * math.floor(count * (40 / most) + 0.5):<40} {count}\n"
    return text + " \n"


def _statistics(report: Report) -> str:
    read, write, other = report.queries
    text = "SQL statistics:\n    queries performed:\n"
    for name, number in (("read", read), ("write", write), ("other", other), ("total", read + write + other)):
        text += f"        {name + ':':<33}{number}\n"
    for name in RATES:
        text += f"    {name + ':':<37}{report.counts[name]:<6} ({report.rates[name]:.2f} per sec.)\n"
    text += f"\nGeneral statistics:\n    {'total time:':<37}{report.total_time_s:.4f}s\n"
    text += f"    {'total number of events:':<37}{report.events}\n\nLatency (ms):\n"
    for name in ("min", "avg", "max"):
        text += f"         {name}: {report.latency[name]:39.2f}\n"
    if report.percentile:
        text += f"        {report.percentile:3}th percentile: {report.latency['percentile']:27.2f}\n"
    else:
        text += "         percentile stats:               disabled\n"
    text += f"         sum: {report.latency['sum']:39.2f}\n\nThreads fairness:\n"
    text += f"    events (avg/stddev):           {report.events_fairness[0]:.4f}/{report.events_fairness[1]:3.2f}\n"
    text += f"    execution time (avg/stddev):   {report.time_fairness[0]:.4f}/{report.time_fairness[1]:3.2f}\n\n"
    return text


def read(text: str) -> list[Execution]:
    """The executions of a log, read line by line; other lines (messages) are passed over."""
    executions: list[Execution] = []
    checkpoint: int | None = None
    bars: list[tuple[float, int]] = []
    places: list[int] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        words = line.replace("(", " ").replace(")", "").replace(",", " ").split()
        if line.startswith("sysbench "):
            executions.append(Execution(words[1], 0, 0, []))
        elif not executions or not words:
            continue
        elif line.startswith("["):
            if "Checkpoint" in words:
                checkpoint = int(words[1].rstrip("s"))
            elif "tps:" in words:
                executions[-1].parts.append(_read_interval(words, number))
            elif "queue" in words:
                executions[-1].parts.append(Queue(int(words[1].rstrip("s")), int(words[5]), int(words[7]), number))
        elif len(words) >= 3 and words[1].startswith("|"):
            bars.append((float(words[0]), int(words[-1])))
            places.append(number)
        elif line == "SQL statistics:":
            executions[-1].parts.append(_read_report(lines[number:], checkpoint, bars, places))
            checkpoint, bars, places = None, [], []
        else:
            _read_option(executions[-1], line, words)
    return executions


def _read_interval(words: list[str], line: int) -> Interval:
    value = dict(zip(words, words[1:], strict=False))
    reads, writes, others = (float(each) for each in value["r/w/o:"].split("/"))
    percentile = words[words.index("ms") + 1]
    return Interval(
        elapsed_s=int(words[1].rstrip("s")),
        threads=int(value["thds:"]),
        tps=float(value["tps:"]),
        qps=float(value["qps:"]),
        read_qps=reads,
        write_qps=writes,
        other_qps=others,
        percentile=int(percentile.rstrip("%:")),
        latency_ms=float(value[percentile]),
        errors_per_s=float(value.get("err/s:") or value["err/s"]),
        reconnects_per_s=float(value["reconn/s:"]),
        line=line,
    )


def _read_option(execution: Execution, line: str, words: list[str]) -> None:
    if line.startswith("Number of threads:"):
        execution.threads = int(words[-1])
    elif line.startswith("Report intermediate results"):
        execution.report_interval_s = int(words[4])
    elif line.startswith("Target transaction rate:"):
        execution.rate = int(words[-1].removesuffix("/sec"))
    elif line.startswith("Report checkpoint"):
        execution.checkpoints = [int(word) for word in words if word.isdigit()]


def _read_report(lines: list[str], checkpoint: int | None, bars: list[tuple[float, int]], places: list[int]) -> Report:
    """The block whose title stands before these lines."""
    value: dict[str, str] = {}
    percentile = 0
    for line in lines:
        name, _, rest = line.strip().partition(":")
        if name.endswith("th percentile"):
            percentile, name = int(name.removesuffix("th percentile")), "percentile"
        value[name] = rest.strip()
        if name.startswith("execution time"):
            break
    names: list[str] = [name for name in ("min", "avg", "max", "percentile", "sum") if name in value]
    latency = {name: float(value[name]) for name in names}
    return Report(
        checkpoint,
        [int(value[name]) for name in ("read", "write", "other")],
        {name: int(value[name].split()[0]) for name in RATES},
        {name: float(value[name].split()[1].lstrip("(")) for name in RATES},
        float(value["total time"].rstrip("s")),
        int(value["total number of events"]),
        latency,
        percentile,
        _pair(value["events (avg/stddev)"]),
        _pair(value["execution time (avg/stddev)"]),
        bars,
        places,
    )


def _pair(text: str) -> tuple[float, float]:
    first, second = text.split("/")
    return float(first), float(second)
