"""The transcribed sources: how much there is, what it says, and the bytes it was reviewed in."""

from __future__ import annotations

import csv
import hashlib
import tomllib
from decimal import Decimal
from typing import Any

from ddlbench.build import Loaded
from support import DATA, TESTS, Golden

IN_003 = "file LIKE 'sources/003/%'"
EXCERPTS = DATA / "sources" / "003" / "excerpts"


def rows(loaded: Loaded, query: str) -> list[tuple[Any, ...]]:
    return loaded.connection.execute(query).fetchall()


def table(source: str, name: str) -> list[dict[str, str]]:
    """A table of figures as plain text."""
    with (DATA / "sources" / source / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_nobody_edited_a_figure_or_an_excerpt(golden: Golden) -> None:
    """`sha256sum -c tests/golden/sources.sha256` says the same."""
    files = sorted([*DATA.glob("sources/*/tables/*.csv"), *DATA.glob("sources/*/excerpts/*/*.log")])
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(DATA.parent).as_posix()}\n"
        for path in files
    ]
    golden(TESTS / "golden" / "sources.sha256", "".join(sums))


def test_the_data_of_this_project_is_valid(real: Loaded) -> None:
    assert [str(problem) for problem in real.problems if problem.severity == "error"] == []


def test_000_has_98_settings_and_3_baselines_of_which_2_differ(real: Loaded) -> None:
    counts = rows(real, "SELECT table_name, count(*) FROM trial WHERE owner_id = '000' GROUP BY ALL ORDER BY ALL")
    assert counts == [("add_index", 98), ("baseline", 3)]
    assert len(table("000", "add_index")) == 98
    assert len({(row["workload"], row["tps"], row["qps"]) for row in table("000", "baseline")}) == 2


def test_figures_are_kept_as_published_and_as_numbers(real: Loaded) -> None:
    found = rows(
        real,
        "SELECT line, measure, published, value FROM figure JOIN trial USING (trial_id, file, line) "
        "WHERE owner_id = '000' AND table_name = 'add_index' ORDER BY line, measure",
    )
    expected = [
        (line, measure, row[measure], Decimal(row[measure]))
        for line, row in enumerate(table("000", "add_index"), start=2)
        for measure in ("duration_s", "qps", "tps")
        if row[measure] != ""
    ]
    assert found == expected


def test_factors_of_a_setting(real: Loaded) -> None:
    found = rows(
        real,
        "SELECT line, factor, value FROM trial JOIN trial_factor USING (trial_id) "
        "WHERE owner_id = '000' AND table_name = 'add_index' ORDER BY line, factor",
    )
    names = ("plan", "tidb_ddl_reorg_batch_size", "tidb_ddl_reorg_worker_cnt")
    listed = enumerate(table("000", "add_index"), start=2)
    assert found == [(line, name, row[name]) for line, row in listed for name in names]


def test_every_setting_was_measured_once() -> None:
    names = ("plan", "tidb_ddl_reorg_batch_size", "tidb_ddl_reorg_worker_cnt")
    settings = [tuple(row[name] for name in names) for row in table("000", "add_index")]
    assert len(set(settings)) == len(settings)


def seconds(text: str) -> float:
    """Seconds of a duration as the client prints it, word by word."""
    words = text.split()
    units = {"day": 86400, "days": 86400, "hour": 3600, "hours": 3600, "min": 60, "sec": 1}
    return sum(float(number) * units[unit] for number, unit in zip(words[::2], words[1::2], strict=True))


def test_003_has_6_builds_with_their_durations(real: Loaded) -> None:
    expected = []
    for path in sorted(EXCERPTS.glob("*/client.log")):
        buffer = tomllib.loads((path.parent / "trial.toml").read_text("utf-8"))["factors"]
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("Query OK"):
                text = line.partition("(")[2].rstrip(")")
                expected.append((buffer["innodb_sort_buffer_size"], round(seconds(text), 2)))
    assert len(expected) == 6
    found = rows(real, "SELECT buffer_bytes, duration_s FROM sort_buffer_build ORDER BY buffer_bytes")
    assert [(buffer, float(duration)) for buffer, duration in found] == expected
    raw = rows(
        real, f"SELECT round(duration_s, 2) FROM ddl_statement WHERE outcome = 'completed' AND {IN_003} ORDER BY file"
    )
    assert [duration for (duration,) in raw] == [duration for _, duration in expected]


def test_003_has_28_lines_of_queries(real: Loaded) -> None:
    expected = []
    for path in sorted(EXCERPTS.glob("*/sysbench.log")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            _, count, rate, *_ = line.replace("(", "").split()
            expected.append((path.relative_to(DATA).as_posix(), number, int(count), float(rate)))
    assert len(expected) == 28
    query = f"SELECT file, line, total_queries, qps FROM sysbench_report WHERE {IN_003} ORDER BY file, line"
    assert rows(real, query) == expected


def test_003_has_18_trace_rows(real: Loaded) -> None:
    expected: list[tuple[Any, ...]] = []
    for path in sorted(EXCERPTS.glob("*/ib_merge_sort.log")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            _, _, event = line.partition("ib_merge_sort: ")
            if event.startswith("write "):
                pointer, fd, block = event.removeprefix("write ").removesuffix(" EOF").split(",")
                expected.append((path.parent.name, number, "block_end", int(fd), int(block), None, pointer))
            elif event:
                fd, offset = (part.partition("=")[2] for part in event.split())
                expected.append((path.parent.name, number, "write", int(fd), None, int(offset), None))
    assert len(expected) == 18
    columns = "split_part(file, '/', 4), line, operation, fd, block_no, offset_bytes, pointer"
    assert rows(real, f"SELECT {columns} FROM sort_merge_io WHERE {IN_003} ORDER BY file, line") == expected


def test_003_has_12_listed_files(real: Loaded) -> None:
    expected = []
    for path in sorted(EXCERPTS.glob("*/lsof.log")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            words = line.split()
            if line.startswith("mysqld"):
                expected.append((path.parent.name, number, int(words[1]), words[3], int(words[6]), words[8]))
    assert len(expected) == 12
    columns = "split_part(file, '/', 4), line, pid, fd || fd_mode, size_bytes, path"
    assert rows(real, f"SELECT {columns} FROM temp_file_sample WHERE {IN_003} ORDER BY file, line") == expected


def test_003_has_20_frames(real: Loaded) -> None:
    columns = "frame_no, function, source_line, library"
    found = rows(real, f"SELECT {columns} FROM stack_frame WHERE {IN_003} ORDER BY file, line")
    assert [frame for frame, *_ in found] == list(range(20))
    text = "\n".join(path.read_text("utf-8") for path in sorted(EXCERPTS.glob("015/*.log")))
    places = [part.split()[0] for part in text.split(" at ")[1:]]
    assert [line for *_, line, _ in found if line] == [int(place.rpartition(":")[2]) for place in places]
    assert [library for *_, library in found if library] == ["/lib64/libpthread.so.0", "/lib64/libc.so.6"]


def test_every_table_and_every_log_is_in_the_list_of_files(real: Loaded) -> None:
    columns = "file, sha256, size_bytes, line_count, evidence_level"
    listed = rows(real, f"SELECT {columns} FROM file WHERE owner_kind = 'source' ORDER BY file")
    expected = []
    for path in sorted([*DATA.glob("sources/*/tables/*.csv"), *DATA.glob("sources/**/*.log")]):
        content = path.read_bytes()
        count = content.count(b"\n") + (not content.endswith(b"\n"))
        name = path.relative_to(DATA).as_posix()
        level = "transcribed" if path.suffix == ".csv" else "excerpt"
        expected.append((name, hashlib.sha256(content).hexdigest(), len(content), count, level))
    assert listed == sorted(expected)


def test_corrections_quote_the_cell_they_correct(real: Loaded) -> None:
    for source in ("000", "003"):
        written = tomllib.loads((DATA / "sources" / source / "corrections.toml").read_text("utf-8"))["correction"]
        found = dict(
            rows(real, f"SELECT correction_id, count(*) FROM correction WHERE source_id = '{source}' GROUP BY 1")
        )
        assert found.keys() == {each["id"] for each in written}
        assert len(written) == len(found)
    wrong = rows(
        real,
        "SELECT * FROM correction JOIN figure USING (trial_id, measure) WHERE correction.published <> figure.published",
    )
    assert wrong == []
