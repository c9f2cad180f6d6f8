"""TOML files that were read before: what nobody has touched since is taken from the build database."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import TypeVar

import duckdb
from pydantic import BaseModel, ValidationError

from ddlbench import experiment, models, toml_files
from ddlbench.database import transaction
from ddlbench.discover import Read
from ddlbench.toml_files import read_toml
from ddlbench.tree import Tree, stamp_in

Model = TypeVar("Model", bound=BaseModel)

LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.toml (file VARCHAR PRIMARY KEY, mark VARCHAR, document VARCHAR);
"""


class KnownFiles:
    """Reads files as `read_toml` does; those with faults are read each time, so that each time the faults are told."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)
        rows = connection.execute("SELECT file, mark, document FROM ledger.toml").fetchall()
        self.known: dict[str, tuple[str, str]] = {file: (mark, document) for file, mark, document in rows}
        self.used: dict[str, tuple[str, str]] = {}
        self.documents: dict[str, str] = {}
        """What the files that were read state, as JSON, but for those with faults."""
        sources = [Path(str(each.__file__)).read_bytes() for each in (experiment, models, toml_files)]
        self.code = hashlib.sha256(b"\0".join(sources)).hexdigest()

    def reader(self, tree: Tree) -> Read:
        """A reader of the files of a tree, which its stamps spare the reading of those that are as they were."""
        return partial(self._read, tree)

    def _read(self, tree: Tree, model: type[Model], path: str, name: str) -> Model:
        stamp = stamp_in(tree, name)
        mark = f"{stamp} {model.__name__} {self.code}"
        known = self.known.get(name)
        if stamp and known and known[0] == mark:
            self.used[name] = known
            self.documents[name] = known[1]
            return model.model_validate_json(known[1])
        found = read_toml(model, path, name)
        document = found.model_dump_json(by_alias=True, exclude_unset=True)
        if _same(found, document):
            self.documents[name] = document
            if stamp:
                self.used[name] = mark, document
        return found

    def store(self) -> None:
        """Make the ledger hold the files that were read, and no others."""
        stale = [name for name, known in self.known.items() if self.used.get(name) != known]
        fresh = {name: used for name, used in self.used.items() if self.known.get(name) != used}
        with transaction(self.connection):
            self.connection.execute("DELETE FROM ledger.toml WHERE file IN (SELECT unnest($files))", {"files": stale})
            self.connection.execute(
                "INSERT INTO ledger.toml SELECT unnest($files), unnest($marks), unnest($documents)",
                {
                    "files": list(fresh),
                    "marks": [mark for mark, _ in fresh.values()],
                    "documents": [document for _, document in fresh.values()],
                },
            )


def _same(model: BaseModel, document: str) -> bool:
    """Whether a document gives the model back."""
    try:
        return type(model).model_validate_json(document) == model
    except ValidationError:
        return False
