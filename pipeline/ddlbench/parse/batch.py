"""One batch of logs of one format, from text to rows in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import duckdb

from ddlbench.database import identifier, table_columns
from ddlbench.errors import Problem
from ddlbench.parse import account, compile
from ddlbench.parse.format import Fold, Format
from ddlbench.parse.read import Log

BATCH_CHARACTERS = 32 * 1024 * 1024
"""Text of one batch: enough to keep DuckDB busy, little enough to bound the memory."""

CURSORS = 2

Finish = Callable[[duckdb.DuckDBPyConnection, Format, list[Log], list[Problem]], None]


class Parser:
    """Puts the rows of logs into the tables of a database; safe to use from several threads, each with a cursor."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> None:
        self.connection = connection
        self.formats = formats
        self.columns = table_columns(connection)

    def parse(
        self, logs: Iterable[tuple[Log, str]], finish: Finish | None = None
    ) -> Iterator[tuple[list[Log], list[Problem]]]:
        """Parse logs with the names of their formats; yields each finished batch with its problems.

        `finish` is called at the end of each batch, inside the transaction of its rows.
        """
        with ThreadPoolExecutor(CURSORS) as pool:
            running = []
            for form, batch in batches(logs):
                running.append(pool.submit(self._with_cursor, self.formats[form], batch, finish))
                if len(running) > CURSORS:
                    yield running.pop(0).result()
            for each in running:
                yield each.result()

    def _with_cursor(self, form: Format, logs: list[Log], finish: Finish | None) -> tuple[list[Log], list[Problem]]:
        with self.connection.cursor() as cursor:
            cursor.begin()
            problems = self._parse_batch(cursor, form, logs)
            if finish:
                finish(cursor, form, logs, problems)
            cursor.commit()
        return logs, problems

    def _parse_batch(self, cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log]) -> list[Problem]:
        fill_batch(cursor, logs)
        for statement in compile.classify(form):
            cursor.execute(statement)
        found = {n for (n,) in cursor.execute("SELECT DISTINCT pattern FROM classified WHERE pattern > 0").fetchall()}
        present = [name for number, name in enumerate(form.patterns, start=1) if number in found]
        problems = account.unaccounted(cursor, form)
        for name in present:
            if form.patterns[name].table:
                problems += self._insert_lines(cursor, form, name)
        for fold in form.folds:
            problems += self._insert_folded(cursor, form, fold, present)
        return problems

    def _extract(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, table: str
    ) -> tuple[str, list[Problem]]:
        """Make `extracted` for a pattern; returns the SELECT of its typed lines, and lines with untypable text."""
        plan = compile.extraction(form, name, self.columns[table])
        cursor.execute(plan.extract)
        places = cursor.execute(
            f"SELECT file, line_no FROM ({plan.untypable}) AS lost(file_no, line_no) JOIN batch USING (file_no) "
            "ORDER BY ALL"
        ).fetchall()
        return plan.typed, account.untypable(form, name, places)

    def _insert_lines(self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> list[Problem]:
        pattern = form.patterns[name]
        assert pattern.table is not None
        typed, problems = self._extract(cursor, form, name, pattern.table)
        available = compile.line_columns(pattern)
        cursor.execute(compile.insert(pattern.table, self.columns[pattern.table], available, typed))
        return problems

    def _insert_folded(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, present: list[str]
    ) -> list[Problem]:
        fold = form.folds[name]
        patterns = {each: pattern for each, pattern in form.patterns.items() if pattern.fold == name}
        columns = {c: self._type(fold, c) for each in patterns.values() for c in [*each.groups, *each.compute]}
        blocks = [f"nth_{block}" for block in form.blocks if block != "execution"]
        listed = ", ".join(
            ["file_no INTEGER", "file VARCHAR", "line INTEGER", "execution_no INTEGER"]
            + [f"{block} BIGINT" for block in blocks]
            + [f"{identifier(column)} {data_type}" for column, data_type in columns.items()]
        )
        cursor.execute(f"CREATE OR REPLACE TEMP TABLE fold_line ({listed})")
        problems = []
        for each in patterns:
            if each in present:
                typed, found = self._extract(cursor, form, each, fold.table)
                cursor.execute(f"INSERT INTO fold_line BY NAME {typed}")
                problems += found
        rows, available = compile.fold_rows(fold, form, patterns)
        cursor.execute(f"CREATE OR REPLACE TEMP TABLE {identifier('fold_' + name)} AS {rows}")
        finished = form.query(name) or f"SELECT * FROM {identifier('fold_' + name)}"
        if form.query(name):
            available = list(self.columns[fold.table])
        cursor.execute(compile.insert(fold.table, self.columns[fold.table], available, finished.rstrip().rstrip(";")))
        return problems + self._filled_twice(cursor, form, fold, compile.filled_twice(fold, patterns))

    def _type(self, fold: Fold, column: str) -> str:
        return self.columns[fold.table].get(column, "VARCHAR")

    def _filled_twice(self, cursor: duckdb.DuckDBPyConnection, form: Format, fold: Fold, query: str) -> list[Problem]:
        places = cursor.execute(
            f"SELECT file, line_no, column_name FROM ({query}) AS twice(file_no, line_no, column_name) "
            "JOIN batch USING (file_no) ORDER BY ALL"
        ).fetchall()
        return [
            Problem(file, line, f"`{column}` of one `{fold.table}` row stands on two lines; the first is kept")
            for file, line, column in places
        ]


def fill_batch(connection: duckdb.DuckDBPyConnection, logs: list[Log]) -> None:
    """Make the table `batch` that compiled formats work on."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE batch AS "
        "SELECT unnest($numbers) AS file_no, unnest($names) AS file, unnest($texts) AS content",
        {
            "numbers": list(range(len(logs))),
            "names": [log.name for log in logs],
            "texts": [log.text for log in logs],
        },
    )


def batches(logs: Iterable[tuple[Log, str]]) -> Iterator[tuple[str, list[Log]]]:
    """Logs of one format together, up to the size of a batch."""
    open_: dict[str, list[Log]] = {}
    sizes: dict[str, int] = {}
    for log, form in logs:
        open_.setdefault(form, []).append(log)
        sizes[form] = sizes.get(form, 0) + len(log.text)
        if sizes[form] >= BATCH_CHARACTERS:
            yield form, open_.pop(form)
            sizes[form] = 0
    yield from open_.items()


def detect(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], texts: list[str]) -> list[str | None]:
    """The format of each text: the one whose detection matches first in it; None where none does."""
    known = list(formats.values())
    either = "(?m)" + "|".join(f"(?:{form.detect})" for form in known)
    which = " ".join(f"WHEN regexp_matches(hit, '(?m)' || $d{n}) THEN '{form.name}'" for n, form in enumerate(known))
    rows = connection.execute(
        f"SELECT CASE WHEN hit = '' THEN NULL {which} END FROM ("
        "SELECT regexp_extract(text, $either) AS hit, number FROM ("
        "SELECT unnest($texts) AS text, generate_subscripts($texts, 1) AS number)) ORDER BY number",
        {"texts": texts, "either": either, **{f"d{n}": form.detect for n, form in enumerate(known)}},
    ).fetchall()
    return [name for (name,) in rows]


def explain(connection: duckdb.DuckDBPyConnection, form: Format, log: Log) -> list[tuple[int, str, str | None]]:
    """Each line of a log with the rule that took it: None where none did, "" for a blank line."""
    fill_batch(connection, [log])
    for statement in compile.classify(form):
        connection.execute(statement)
    names = ["", *form.rules]
    rows = connection.execute("SELECT line_no, text, pattern FROM classified ORDER BY line_no").fetchall()
    return [(line, text, None if number is None else names[number]) for line, text, number in rows]
