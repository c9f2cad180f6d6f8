"""JSON Schemas of the TOML files that people write, made of the models; `ddlbench new` refers to them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ddlbench.experiment import Experiment
from ddlbench.keys import explanations
from ddlbench.models import Strict
from ddlbench.parse.format import FormatFile

FILE = re.compile(r"`[^`]*\.toml`")
"""How the docstring of a model begins that is a whole file."""


def models() -> dict[str, type[BaseModel]]:
    """The models of whole files, by their names in lower case."""
    found: list[type[BaseModel]] = [each for each in Strict.__subclasses__() if FILE.match(each.__doc__ or "")]
    return {each.__name__.lower(): each for each in found} | {"experiment": Experiment, "format": FormatFile}


def write_schemas(folder: Path) -> None:
    """Write one schema a kind of file below `schemas/`."""
    (folder / "schemas").mkdir()
    for name, model in sorted(models().items()):
        text = json.dumps(schema(model), ensure_ascii=False, indent=1, sort_keys=True)
        (folder / "schemas" / f"{name}.json").write_text(text + "\n", "utf-8")


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model, its keys described as keys.toml does."""
    document = model.model_json_schema(by_alias=True)
    for name, part in [(model.__name__, document), *document.get("$defs", {}).items()]:
        for key, meaning in explanations(name).items():
            if key in part.get("properties", {}):
                part["properties"][key]["description"] = meaning
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
