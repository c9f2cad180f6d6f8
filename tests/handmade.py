"""Runs made by hand, whose impact is known: logs as the lab writes them, from a list of figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

RUN = """
origin = "lab"
engine_version = "8.0.25"
contributor = "A tester"
affiliation = "none"
licence = "CC-BY-4.0"
tuning = "default"
regime = {{ data_mib = {data_mib}, buffer_mib = 128, durability = "full" }}
title = {{ en = "A run", zh-cn = "一次测试", ko = "실행" }}

[factors.load_level]
type = "integer"
title = {{ en = "Load level", zh-cn = "负载水平", ko = "부하 수준" }}

[factors.innodb_sort_buffer_size]
type = "integer"
title = {{ en = "Sort buffer", zh-cn = "排序缓冲区", ko = "정렬 버퍼" }}

[factors.workload]
type = "text"
title = {{ en = "Workload", zh-cn = "负载", ko = "워크로드" }}
"""

HEADER = """sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: {threads}
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

"""

FINAL = """SQL statistics:
    queries performed:
        read:                            {read}
        write:                           {write}
        other:                           {other}
        total:                           {queries}
    transactions:                        {transactions}   ({tps:.2f} per sec.)
    queries:                             {queries}  ({qps:.2f} per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          {seconds:.4f}s
    total number of events:              {transactions}

Latency (ms):
         min:                                    0.61
         avg:                                    {latency:.2f}
         max:                                  104.02
         95th percentile:                        5.77
         sum:                                {latency_sum:.2f}

Threads fairness:
    events (avg/stddev):           {events_per_thread:.4f}/0.00
    execution time (avg/stddev):   {seconds:.4f}/0.00

"""

Figures = Sequence[tuple[float, float]]
"""Transactions a second and latency in milliseconds, an interval each."""


def sysbench_log(figures: Figures, threads: int = 4) -> str:
    """The output of sysbench for intervals of one second, with the final report that follows from them."""
    text = HEADER.format(threads=threads)
    for second, (tps, latency) in enumerate(figures, start=1):
        rates = f"{14 * tps:.2f}/{4 * tps:.2f}/{2 * tps:.2f}"
        text += (
            f"[ {second}s ] thds: {threads} tps: {tps:.2f} qps: {20 * tps:.2f} (r/w/o: {rates}) "
            f"lat (ms,95%): {latency:.2f} err/s: 0.00 reconn/s: 0.00\n"
        )
    transactions, seconds = round(sum(tps for tps, _ in figures)), float(len(figures))
    return text + FINAL.format(
        read=14 * transactions,
        write=4 * transactions,
        other=2 * transactions,
        queries=20 * transactions,
        transactions=transactions,
        tps=transactions / seconds,
        qps=20 * transactions / seconds,
        seconds=seconds,
        latency=threads * seconds * 1000 / transactions,
        latency_sum=threads * seconds * 1000,
        events_per_thread=transactions / threads,
    )


def events(**moments: float) -> str:
    """A timeline; the load starts at 1000 s of the monotonic clock, `moments` are seconds since then."""
    lines = [
        {
            "t": _wall(second),
            "mono_s": 1000 + second,
            "event": event,
            "detail": "completed" if event == "ddl_ended" else None,
        }
        for event, second in sorted({"load_started": 0.0, **moments}.items(), key=lambda item: item[1])
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def progress(*samples: tuple[float, str, int, int]) -> str:
    """Samples of the progress: second of the load, stage, work done and work estimated."""
    return "".join(
        json.dumps(
            {
                "t": _wall(second),
                "mono_s": 1000 + second,
                "ddl_pid": 7,
                "stage": stage,
                "work_done": done,
                "work_total": estimated,
            }
        )
        + "\n"
        for second, stage, done, estimated in samples
    )


def _wall(second: float) -> str:
    return f"2026-03-01T10:{int(second) // 60:02}:{second % 60:09.6f}Z"


class HandmadeRun:
    """A run folder of a project, filled trial by trial."""

    def __init__(self, project: Path, name: str = "20260401-handmade", data_mib: int = 230) -> None:
        self.folder = project / "data" / "runs" / "mysql" / "laptop" / name
        self.run_id = f"mysql/laptop/{name}"
        self.folder.mkdir(parents=True)
        (self.folder / "run.toml").write_text(RUN.format(data_mib=data_mib), "utf-8")
        self.count = 0

    def trial(self, logs: dict[str, str], *, control: bool = False, extra: str = "", **factors: int | str) -> str:
        """Add a trial with its logs; returns its id. `extra` is more TOML."""
        self.count += 1
        place = self.folder / "trials" / f"{self.count:03}"
        place.mkdir(parents=True)
        lines = [
            f"repeat = {self.count}",
            'outcome = "completed"',
            f"control = {str(control).lower()}",
            extra,
            "[factors]",
        ]
        lines += [f"{name} = {json.dumps(value)}" for name, value in factors.items()]
        (place / "trial.toml").write_text("\n".join(lines) + "\n", "utf-8")
        for name, text in logs.items():
            (place / name).write_text(text, "utf-8")
        return f"runs/{self.run_id}/trials/{self.count:03}"


def trial_logs(before: float, during: float, duration_s: float = 5.0) -> dict[str, str]:
    """Logs of a trial with a steady load: 10 s of baseline, a DDL that starts at 10 s, 10 s of recovery."""
    inside = round(duration_s)
    figures = [(before, 4.0)] * 10 + [(during, 8.0)] * inside + [(before, 4.0)] * 10
    moments = {"baseline_started": 0.0, "ddl_started": 10.0, "ddl_ended": 10.0 + duration_s}
    return {"sysbench.log": sysbench_log(figures), "timeline.jsonl": events(**moments)}
