"""One batch of logs of one format, from text to rows in the tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock

import duckdb
import numpy as np

from ddlbench.database import identifier, table_columns, transaction
from ddlbench.errors import Problem
from ddlbench.parse import account, anew, compile, fallen, lines
from ddlbench.parse.format import Format
from ddlbench.parse.prove import prove_once
from ddlbench.parse.read import Log
from ddlbench.parse.titles import titles

BATCH_CHARACTERS = 96 * 1024 * 1024
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

Batch = tuple[list[Log], list[Problem], dict[str, list[Log]]]
"""Logs of a batch that was parsed, its problems, and the parts of divided logs by their formats."""

Finish = Callable[[duckdb.DuckDBPyConnection, Format, list[Log], list[Problem]], None]

Divide = Callable[[duckdb.DuckDBPyConnection, Format, list[Log], bool], dict[str, list[Log]]]
"""Given the logs of a batch that is classified, with lanes or without, gives parts of them by their formats.

These are then parsed in the place of the logs."""


class Parser:
    """Puts the rows of logs into the tables of a database; safe to use from several threads, each with a cursor."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> None:
        self.connection = connection
        self.formats = formats
        self.columns = table_columns(connection)
        self.proving = Lock()
        self.fold_shapes: dict[str, dict[str, str]] = {}
        self.statements: dict[str, duckdb.Statement] = {}
        self.with_noise: set[str] = set()

    def parse(
        self, logs: Iterable[tuple[Log, str]], finish: Finish | None = None, divide: Divide | None = None
    ) -> Iterator[tuple[list[Log], list[Problem]]]:
        """Parse logs with the names of their formats; yields each finished batch with its problems.

        `divide` is called when the lines of a batch are classified, `finish` at its end, inside the transaction of its
        rows.
        """
        with self._one_thread_a_cursor(), ThreadPoolExecutor(CURSORS) as pool:
            running: deque[Future[Batch]] = deque()
            proved = self._proving(logs, pool)
            for form, batch in batches(proved, min(SMALLEST_CHARACTERS, BATCH_CHARACTERS)):
                running.append(pool.submit(self._with_cursor, self.formats[form], batch, finish, divide))
                if len(running) > CURSORS:
                    yield self._finished(running, pool)
            while running:
                yield self._finished(running, pool)

    def _finished(self, running: deque[Future[Batch]], pool: ThreadPoolExecutor) -> tuple[list[Log], list[Problem]]:
        """The first of the running batches, when it is finished; the parts of its divided logs are batches then."""
        logs, problems, parts = running.popleft().result()
        running += [pool.submit(self._with_cursor, self.formats[form], some) for form, some in parts.items()]
        return logs, problems

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
            prove_once(form)

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

    def _with_cursor(
        self, form: Format, logs: list[Log], finish: Finish | None = None, divide: Divide | None = None
    ) -> Batch:
        with self.connection.cursor() as cursor, transaction(cursor):
            try:
                problems, parts = self._parse_batch(cursor, form, logs, divide)
            finally:  # Beside parsing, not before it: a format that its samples contradict leaves no rows all the same.
                self._prove(form)
            if finish:
                finish(cursor, form, logs, problems)
        return logs, problems, parts

    def _parse_batch(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log], divide: Divide | None
    ) -> tuple[list[Problem], dict[str, list[Log]]]:
        fill_batch(cursor, logs)
        chosen = self._classify(cursor, form)
        parts = divide(cursor, form, logs, bool(chosen)) if divide else {}
        divided = {log.name for some in parts.values() for log in some}
        if divided:
            leave_out(cursor, divided)
        return self._put_rows(cursor, form, chosen) if len(divided) < len(logs) else [], parts

    def _put_rows(self, cursor: duckdb.DuckDBPyConnection, form: Format, chosen: list[str]) -> list[Problem]:
        """Put the rows of the classified batch into the tables; returns its problems."""
        problems = account.unaccounted(cursor, form)
        query = "SELECT DISTINCT pattern FROM placed"
        found = {number for (number,) in cursor.execute(query).fetchall()}
        present = [name for number, name in enumerate(form.patterns, start=1) if number in found]
        if form.cumulative:
            fallen.begin(cursor, form, form.cumulative)
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
        # What makes no rows stands last, and is half the work of asking: most logs with lanes have none of it.
        most = lines.without_last_noise(form) if chosen and form.name not in self.with_noise else None
        classified, *others = lines.classify(form, bool(chosen), most, self._spans(cursor, form, most))
        self._execute(cursor, classified)
        if most is not None and cursor.execute("SELECT 1 FROM classified WHERE pattern IS NULL LIMIT 1").fetchall():
            self.with_noise.add(form.name)
            self._execute(cursor, lines.classify(form, bool(chosen), spans=self._spans(cursor, form))[0])
        for statement in others:
            self._execute(cursor, statement)
        return chosen

    def _spans(self, cursor: duckdb.DuckDBPyConnection, form: Format, most: int | None = None) -> list[str]:
        """The spans that lines of the batch may open, of those that the first patterns ask for."""
        asked = lines.spans_of(form, most)
        [opened] = cursor.execute(lines.opened_spans(form, asked)).fetchall() if asked else [()]
        return [name for name, is_opened in zip(asked, opened, strict=True) if is_opened]

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
            valued, rows = lane_table(name), compile.lane_rows(form, name, lane_table(name))
        else:
            # A table of its own: within one statement DuckDB would match the expression again for every group.
            self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE extracted AS {compile.extract(form, name)}")
            values = compile.valued(pattern, columns, "FROM extracted")
            self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE valued AS {values}")
            valued, rows = "valued", compile.computed(form, name, "FROM valued")
        self._execute(cursor, compile.insert(pattern.table, columns, compile.line_columns(pattern), rows))
        if not cursor.execute(f"SELECT 1 FROM {valued} WHERE lost LIMIT 1").fetchall():
            return []
        places = cursor.execute(f"SELECT file, line FROM ({rows}) WHERE lost ORDER BY ALL").fetchall()
        return account.untypable(form, pattern.table, places)

    def _insert_folded(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, present: list[str]
    ) -> list[Problem]:
        fold = form.folds[name]
        columns = self.columns[fold.table]
        folded, lines = fold_table(name), f"({compile.fold_lines(form, name, present, columns)})"
        rows, available = compile.fold_rows(form, name, lines, columns, present, exact=False)
        self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE {folded} AS {rows}")
        twice: list[tuple[int, int]] = []
        if compile.one_line_each(form, name):
            lost = cursor.execute(f"SELECT file_no, line FROM {folded} WHERE lost ORDER BY ALL").fetchall()
        else:
            lost, twice = self._unusual(cursor, form, name, present)
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

    def _unusual(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, name: str, present: list[str]
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Places of figures that do not fit the rows of a fold, and of those given twice; most batches have neither.

        Else the rows are made anew, and so they are where executions begin whose start is not in the log.
        """
        fold, folded = form.folds[name], fold_table(name)
        query = f"SELECT file_no, lost, twice, beyond FROM {folded} WHERE lost OR twice > 0 OR beyond > 0 ORDER BY ALL"
        marked = cursor.execute(query).fetchall()
        begins = fold.goes_on and (
            any(line is not None for _, _, line, _ in marked) or anew.more_than_one_end(cursor, fold, folded)
        )
        if not marked and not begins:
            return [], []
        # Line by line, which costs more than all the rest of a fold.
        columns = self.columns[fold.table]
        lines = compile.fold_lines(form, name, present, columns)
        self._execute(cursor, f"CREATE OR REPLACE TEMP TABLE fold_line AS {lines}")
        lost = cursor.execute("SELECT file_no, line FROM fold_line WHERE lost ORDER BY ALL").fetchall()
        lost += [(file, line) for file, _, _, line in marked if line is not None]
        if begins:
            anew.begin(cursor, form, name)
        rows, _ = compile.fold_rows(form, name, "fold_line", columns, present, exact=True)
        cursor.execute(f"CREATE OR REPLACE TEMP TABLE {folded} AS {rows}")
        return lost, [] if begins else [(file, line) for file, _, line, _ in marked if line is not None]


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


def leave_out(connection: duckdb.DuckDBPyConnection, names: set[str]) -> None:
    """Take the lines of some logs out of the classified batch."""
    for table in ("classified", "placed"):
        connection.execute(
            f"DELETE FROM {table} WHERE file_no IN (SELECT file_no FROM batch WHERE list_contains($names, file))",
            {"names": sorted(names)},
        )


def batches(logs: Iterable[tuple[Log, str]], characters: int) -> Iterator[tuple[str, list[Log]]]:
    """Logs of one format together, up to a size that doubles up to that of a batch: cursors start early.

    What is left of a format at the end comes in pieces, so that the cursors end at about the same time.
    """
    open_: dict[str, list[Log]] = {}
    sizes: dict[str, int] = {}
    for log, form in logs:
        open_.setdefault(form, []).append(log)
        sizes[form] = sizes.get(form, 0) + len(log.text)
        if sizes[form] >= characters:
            yield form, open_.pop(form)
            sizes[form] = 0
            characters = min(2 * characters, BATCH_CHARACTERS)
    for form, rest in open_.items():
        for piece in _in_pieces(rest, max(SMALLEST_CHARACTERS, sizes[form] // PIECES)):
            yield form, piece


def _in_pieces(logs: list[Log], characters: int) -> Iterator[list[Log]]:
    """The same logs in lists of at least so much text, but for the last."""
    piece: list[Log] = []
    size = 0
    for log in logs:
        piece.append(log)
        size += len(log.text)
        if size >= characters:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


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


def at_start(detect: str) -> str:
    """A detection that must match where a text begins, whatever follows in other lines."""
    return rf"(?m)\A(?:{detect})"


def explain(connection: duckdb.DuckDBPyConnection, form: Format, log: Log) -> list[tuple[int, str, str | None]]:
    """Each line of a log with what took it: a rule, None where none did, "" for a blank line, or what `titles` says."""
    fill_batch(connection, [log])
    for statement in lines.classify(form, with_lanes=False):
        connection.execute(statement)
    names = ["", *form.rules]
    told = titles(connection, form)
    titled = dict(zip(told["line_no"].tolist(), told["what"].tolist(), strict=True))
    rows = connection.execute("SELECT line_no, text, pattern FROM classified ORDER BY line_no").fetchall()
    untaken = {line: titled.get(line) for line, _, number in rows if number is None}
    return [(line, text, untaken[line] if number is None else names[number]) for line, text, number in rows]
