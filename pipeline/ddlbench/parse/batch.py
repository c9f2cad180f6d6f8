"""One batch of logs of one format, from text to rows in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock

import duckdb
import numpy as np

from ddlbench.database import identifier, table_columns
from ddlbench.errors import Problem
from ddlbench.parse import account, anew, compile, lines
from ddlbench.parse.format import Format
from ddlbench.parse.prove import prove_all
from ddlbench.parse.read import Log

BATCH_CHARACTERS = 80 * 1024 * 1024
"""Text of one batch: enough to keep DuckDB busy, little enough to bound the memory."""

SMALLEST_CHARACTERS = 24 * 1024 * 1024
"""A batch takes some 0.15 s however small it is; only the last one may be smaller than this."""

PIECES = 2
"""Batches that the last one is cut into."""

HEAD_CHARACTERS = 4096
"""Where a log nearly always shows what it is."""

CURSORS = 2

MOST_STATEMENTS = 200
"""Statements that are kept as parsed."""

Finish = Callable[[duckdb.DuckDBPyConnection, Format, list[Log], list[Problem]], None]


class Parser:
    """Puts the rows of logs into the tables of a database; safe to use from several threads, each with a cursor."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> None:
        self.connection = connection
        self.formats = formats
        self.columns = table_columns(connection)
        self.proved: set[str] = set()
        self.proving = Lock()
        self.fold_shapes: dict[str, dict[str, str]] = {}
        self.statements: dict[str, duckdb.Statement] = {}

    def parse(
        self, logs: Iterable[tuple[Log, str]], finish: Finish | None = None
    ) -> Iterator[tuple[list[Log], list[Problem]]]:
        """Parse logs with the names of their formats; yields each finished batch with its problems.

        `finish` is called at the end of each batch, inside the transaction of its rows.
        """
        with self._one_thread_a_cursor(), ThreadPoolExecutor(CURSORS) as pool:
            running = []
            proved = self._proving(logs, pool)
            for form, batch in tapered(batches(proved, min(SMALLEST_CHARACTERS, BATCH_CHARACTERS))):
                running.append(pool.submit(self._with_cursor, self.formats[form], batch, finish))
                if len(running) > CURSORS:
                    yield running.pop(0).result()
            for each in running:
                yield each.result()

    @contextmanager
    def _one_thread_a_cursor(self) -> Iterator[None]:
        """Let cursors share the processors: a query on several threads compiles its expressions once for each."""
        [(before,)] = self.connection.execute("SELECT current_setting('threads')").fetchall()
        self.connection.execute("SET threads = 1")
        try:
            yield
        finally:
            self.connection.execute(f"SET threads = {before}")

    def _proving(self, logs: Iterable[tuple[Log, str]], pool: ThreadPoolExecutor) -> Iterator[tuple[Log, str]]:
        """The same logs; what a format says is looked at while its first batch is still read."""
        seen: set[str] = set()
        for log, form in logs:
            if form not in seen:
                seen.add(form)
                pool.submit(self._prove, self.formats[form])
            yield log, form

    def _prove(self, form: Format) -> None:
        """Raise for a format that its samples contradict; looked at once."""
        with self.proving:
            if form.name not in self.proved:
                prove_all([form])
                self.proved.add(form.name)

    def _shapes(self, form: Format) -> dict[str, str]:
        """Columns of the tables of folds, as they were first made: what an empty one needs no query for."""
        return self.fold_shapes.setdefault(form.name, {})

    def _execute(self, cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
        """Execute a statement that comes again with each batch: to parse them takes a fifth of a small one."""
        statement = self.statements.get(sql)
        if statement is None:
            [statement] = cursor.extract_statements(sql)
            if len(self.statements) >= MOST_STATEMENTS:  # Each holds as many nodes as its text has words.
                self.statements.clear()
            self.statements[sql] = statement
        cursor.execute(statement)

    def _with_cursor(self, form: Format, logs: list[Log], finish: Finish | None) -> tuple[list[Log], list[Problem]]:
        self._prove(form)
        with self.connection.cursor() as cursor:
            cursor.begin()
            problems = self._parse_batch(cursor, form, logs)
            if finish:
                finish(cursor, form, logs, problems)
            cursor.commit()
        return logs, problems

    def parse_now(self, cursor: duckdb.DuckDBPyConnection, name: str, log: Log) -> list[Problem]:
        """Put the rows of one log into the tables, within the transaction of a cursor; returns its problems."""
        self._prove(self.formats[name])
        return self._parse_batch(cursor, self.formats[name], [log])

    def _parse_batch(self, cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log]) -> list[Problem]:
        fill_batch(cursor, logs)
        chosen = self._classify(cursor, form)
        problems = account.unaccounted(cursor, form)
        query = "SELECT DISTINCT pattern FROM placed"
        found = {number for (number,) in cursor.execute(query).fetchall()}
        present = [name for number, name in enumerate(form.patterns, start=1) if number in found]
        beginning = [name for name, fold in form.folds.items() if fold.goes_on]
        for name in beginning:  # They number executions, which all other rows then name.
            anew.number_heads(cursor, form, name)
            problems += self._fill_fold(cursor, form, name, present)
        for name in present:
            if form.patterns[name].table:
                problems += self._insert_lines(cursor, form, name, name in chosen)
        for name in [each for each in form.folds if each not in beginning]:
            problems += self._fill_fold(cursor, form, name, present)
        return problems

    def _fill_fold(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, present: list[str]
    ) -> list[Problem]:
        """Fill the tables of a fold; without lines, only what a query makes of other rows, such as executions."""
        has_lines = any(form.patterns[each].fold == name for each in present)
        shape = self._shapes(form).get(name)
        if has_lines or shape is None or (form.folds[name].block == "execution" and form.query(name)):
            return self._insert_folded(cursor, form, name, present)
        cursor.execute(f"CREATE OR REPLACE TEMP TABLE {fold_table(name)} ({shape})")
        return []

    def _classify(self, cursor: duckdb.DuckDBPyConnection, form: Format) -> list[str]:
        """Classify the lines of the batch; returns the patterns that are lanes, their values in a table of each."""
        chosen = lines.lanes(form)
        if chosen and not any(self._set_apart(cursor, form, chosen, exact) for exact in (False, True)):
            chosen = []
        for statement in lines.classify(form, bool(chosen)):
            self._execute(cursor, statement)
        return chosen

    def _set_apart(self, cursor: duckdb.DuckDBPyConnection, form: Format, chosen: list[str], exact: bool) -> bool:
        """Set the lines of lanes apart and extract their values; returns whether the patterns matched them all."""
        self._execute(cursor, lines.set_apart(form, chosen, exact))
        return all(self._extract_lane(cursor, form, name) for name in chosen)

    def _extract_lane(self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> bool:
        """Extract the values of a lane; returns whether its pattern matched all its lines."""
        columns = self.columns[form.patterns[name].table or ""]
        values = f"CREATE OR REPLACE TEMP TABLE {lane_table(name)} AS {compile.lane(form, name, columns)}"
        self._execute(cursor, values)
        return not cursor.execute(f"SELECT 1 FROM {lane_table(name)} WHERE unmatched LIMIT 1").fetchall()

    def _insert_lines(self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, is_lane: bool) -> list[Problem]:
        pattern = form.patterns[name]
        assert pattern.table is not None
        columns = self.columns[pattern.table]
        if is_lane:
            rows = compile.lane_rows(form, name, lane_table(name))
        else:
            # A table of its own: within one statement DuckDB would match the expression again for every group.
            self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE extracted AS {compile.extract(form, name)}")
            rows = compile.typed(form, name, columns, "FROM extracted")
        self._execute(cursor, compile.insert(pattern.table, columns, compile.line_columns(pattern), rows))
        if is_lane and not cursor.execute(f"SELECT 1 FROM {lane_table(name)} WHERE lost LIMIT 1").fetchall():
            return []
        places = cursor.execute(f"SELECT file, line FROM ({rows}) WHERE lost ORDER BY ALL").fetchall()
        return account.untypable(form, pattern.table, places)

    def _insert_folded(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, present: list[str]
    ) -> list[Problem]:
        fold = form.folds[name]
        columns = self.columns[fold.table]
        folded, lines = fold_table(name), f"({compile.fold_lines(form, name, present, columns)})"
        alone = compile.one_line_each(form, name)
        source = lines if alone else "fold_line"
        if not alone:
            self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE fold_line AS FROM {lines}")
        rows, available = compile.fold_rows(form, name, source, columns)
        self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE {folded} AS {rows}")
        query = f"SELECT file_no, line FROM {folded if alone else source} WHERE lost ORDER BY ALL"
        lost = cursor.execute(query).fetchall()
        query = (
            f"SELECT file_no, twice, beyond FROM {folded} WHERE twice IS NOT NULL OR beyond IS NOT NULL ORDER BY ALL"
        )
        marked = [] if alone else cursor.execute(query).fetchall()
        twice = [(file, line) for file, line, _ in marked if line is not None]
        if fold.goes_on and (twice or anew.more_than_one_end(cursor, fold, folded)):
            anew.begin(cursor, form, name)
            cursor.execute(f"CREATE OR REPLACE TEMP TABLE {folded} AS {rows}")
            twice = []
        lost += [(file, line) for file, _, line in marked if line is not None]
        if name not in self._shapes(form):
            shape = cursor.execute(f"DESCRIBE {folded}").fetchall()
            self._shapes(form)[name] = ", ".join(f"{identifier(column)} {kind}" for column, kind, *_ in shape)
        finished = form.query(name)
        if finished is not None:
            available = list(columns)
        query = compile.with_file((finished or f"FROM {folded}").rstrip().rstrip(";"))
        self._execute(cursor, compile.insert(fold.table, columns, available, query))
        problems = account.untypable(form, fold.table, _named(cursor, lost))
        return problems + account.repeated(form, fold.table, _named(cursor, twice))


def _named(cursor: duckdb.DuckDBPyConnection, places: list[tuple[int, int]]) -> list[tuple[str, int]]:
    """Places with the names of their files in the place of the numbers."""
    names = dict(cursor.execute("SELECT file_no, file FROM numbered_file").fetchall()) if places else {}
    return [(names[number], line) for number, line in places]


def fold_table(name: str) -> str:
    """The temporary table of the rows of a fold."""
    return identifier(f"fold_{name}")


def lane_table(name: str) -> str:
    """The temporary table of the values of a lane."""
    return identifier(f"lane_{name}")


def fill_batch(connection: duckdb.DuckDBPyConnection, logs: list[Log]) -> None:
    """Make the view `batch` that compiled formats work on: the texts are read where they are."""
    texts = {"file": [log.name for log in logs], "content": [log.text for log in logs]}
    columns = {name: np.array(values, dtype=object) for name, values in texts.items()}
    connection.register("batch", {"file_no": np.arange(len(logs), dtype=np.int32), **columns})


def batches(logs: Iterable[tuple[Log, str]], characters: int) -> Iterator[tuple[str, list[Log]]]:
    """Logs of one format together, up to a size that doubles up to that of a batch: cursors start early."""
    open_: dict[str, list[Log]] = {}
    sizes: dict[str, int] = {}
    for log, form in logs:
        open_.setdefault(form, []).append(log)
        sizes[form] = sizes.get(form, 0) + len(log.text)
        if sizes[form] >= characters:
            yield form, open_.pop(form)
            sizes[form] = 0
            characters = min(2 * characters, BATCH_CHARACTERS)
    yield from open_.items()


def tapered(whole: Iterable[tuple[str, list[Log]]]) -> Iterator[tuple[str, list[Log]]]:
    """The same batches, the last one in pieces: so that the cursors end at about the same time."""
    last: tuple[str, list[Log]] | None = None
    for each in whole:
        if last:
            yield last
        last = each
    if last:
        form, logs = last
        size = max(SMALLEST_CHARACTERS, sum(len(log.text) for log in logs) // PIECES)
        yield from batches(((log, form) for log in logs), size)


def detect(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], texts: list[str]) -> list[str | None]:
    """The format of each text: the one whose detection matches first in it; None where none does."""
    found = _detected(connection, formats, [text[:HEAD_CHARACTERS] for text in texts])
    # Most logs say at their beginning what they are; the whole of the others is looked through.
    unknown = [place for place, name in enumerate(found) if name is None and len(texts[place]) > HEAD_CHARACTERS]
    whole = _detected(connection, formats, [texts[place] for place in unknown])
    for place, name in zip(unknown, whole, strict=True):
        found[place] = name
    return found


def _detected(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], texts: list[str]) -> list[str | None]:
    if not texts:
        return []
    known = list(formats.values())
    either = "(?m)" + "|".join(f"(?:{form.detect})" for form in known)
    which = " ".join(f"WHEN regexp_matches(hit, '(?m)' || $d{n}) THEN '{form.name}'" for n, form in enumerate(known))
    connection.register("head", {"number": np.arange(len(texts)), "text": np.array(texts, dtype=object)})
    rows = connection.execute(
        f"SELECT CASE WHEN hit = '' THEN NULL {which} END FROM ("
        "SELECT regexp_extract(text, $either) AS hit, number FROM head) ORDER BY number",
        {"either": either, **{f"d{n}": form.detect for n, form in enumerate(known)}},
    ).fetchall()
    connection.unregister("head")
    return [name for (name,) in rows]


def detected(connection: duckdb.DuckDBPyConnection, form: Format, texts: list[str]) -> list[int]:
    """Numbers, from 1, of the lines that detect a format, some of them with the line below."""
    rows = connection.execute(
        "SELECT number FROM ("
        "SELECT text || chr(10) || coalesce(lead(text) OVER (), '') AS text, number "
        "FROM (SELECT unnest($lines) AS text, generate_subscripts($lines, 1) AS number)) "
        "WHERE regexp_matches(text, $detect) ORDER BY number",
        {"lines": texts, "detect": at_start(form.detect)},
    ).fetchall()
    return [number for (number,) in rows]


def at_start(detect: str) -> str:
    """A detection that must match where a text begins, whatever follows in other lines."""
    return rf"(?m)\A(?:{detect})"


def explain(connection: duckdb.DuckDBPyConnection, form: Format, log: Log) -> list[tuple[int, str, str | None]]:
    """Each line of a log with the rule that took it: None where none did, "" for a blank line."""
    fill_batch(connection, [log])
    for statement in lines.classify(form, with_lanes=False):
        connection.execute(statement)
    names = ["", *form.rules]
    rows = connection.execute("SELECT line_no, text, pattern FROM classified ORDER BY line_no").fetchall()
    return [(line, text, None if number is None else names[number]) for line, text, number in rows]
