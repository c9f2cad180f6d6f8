"""JSON Schemas: one a kind of TOML file, each key explained where contributors write it, each reference right."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from ddlbench.contribute.toml_text import schema_line
from ddlbench.keys import explanations
from ddlbench.publish.kept import Kept
from ddlbench.publish.schemas import models, schema, write_schemas
from support import ROOT

WRITTEN_BY_NEW = ("run", "runtrial", "machine")


def test_every_kind_of_file_has_a_schema(tmp_path: Path) -> None:
    write_schemas(Kept(tmp_path, tmp_path / "none"))
    folder = tmp_path / "downloads" / "schemas"
    written = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.iterdir()}
    assert set(written) == set(models())
    assert {"claim", "engine", "experiment", "format", "guidance", "machine", "run", "runtrial", "source"} <= set(
        written
    )
    for document in written.values():
        assert document["type"] == "object"
        assert document["additionalProperties"] is False


@pytest.mark.parametrize("name", WRITTEN_BY_NEW)
def test_the_keys_are_explained(name: str) -> None:
    properties = schema(models()[name])["properties"]
    assert {key for key, each in properties.items() if "description" not in each} == set()
    assert {key: each["description"] for key, each in properties.items()} == explanations(name)


@pytest.mark.parametrize("name", WRITTEN_BY_NEW)
def test_files_refer_to_a_schema_that_is_there(name: str) -> None:
    assert schema_line(name, 2) == f"#:schema ../../build/downloads/schemas/{name}.json"
    assert name in models()


def test_languages_have_the_names_that_files_use() -> None:
    title = schema(models()["run"])["$defs"]["Translated"]["properties"]
    assert set(title) == {"en", "zh-cn", "ko"}


def test_editors_find_the_schema_of_every_file() -> None:
    rules = tomllib.loads((ROOT / ".taplo.toml").read_text("utf-8"))["rule"]
    found = [path for rule in rules for pattern in rule["include"] for path in ROOT.glob(pattern)]
    wanted = [*(ROOT / "data").rglob("*.toml"), *(ROOT / "pipeline/ddlbench/formats").glob("*.toml")]
    assert sorted(found) == sorted(wanted)
    assert {rule["schema"]["path"] for rule in rules} == {f"build/downloads/schemas/{name}.json" for name in models()}
