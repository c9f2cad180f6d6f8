"""JSON Schemas of the TOML files that people write, made of the models; `ddlbench new` refers to them."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import version
from typing import Any

from pydantic import BaseModel

from ddlbench import keys
from ddlbench.experiment import Experiment
from ddlbench.keys import explanations
from ddlbench.models import Strict
from ddlbench.parse.format import FormatFile
from ddlbench.publish.kept import Kept, hash_of_code

FILE = re.compile(r"`[^`]*\.toml`")
"""How the docstring of a model begins that is a whole file."""


def models() -> dict[str, type[BaseModel]]:
    """The models of whole files, by their names in lower case."""
    found: list[type[BaseModel]] = [each for each in Strict.__subclasses__() if FILE.match(each.__doc__ or "")]
    return {each.__name__.lower(): each for each in found} | {"experiment": Experiment, "format": FormatFile}


def write_schemas(kept: Kept) -> None:
    """Write one schema a kind of file for a version, unless the version before has them."""
    files = {name: f"downloads/schemas/{name}.json" for name in sorted(models())}
    modules = {str(sys.modules[model.__module__].__file__) for model in models().values()}
    made_of = hash_of_code(__file__, str(keys.FILE), *sorted(modules)) + version("pydantic")
    if kept.taken_over("schemas", made_of, files.values()):
        return
    for name, file in files.items():
        text = json.dumps(schema(models()[name]), ensure_ascii=False, indent=1, sort_keys=True)
        (kept.out / file).parent.mkdir(parents=True, exist_ok=True)
        (kept.out / file).write_text(text + "\n", "utf-8")
    kept.made("schemas", made_of, files.values())


def schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model, its keys described as keys.toml does."""
    document = model.model_json_schema(by_alias=True)
    for name, part in [(model.__name__, document), *document.get("$defs", {}).items()]:
        for key, meaning in explanations(name).items():
            if key in part.get("properties", {}):
                part["properties"][key]["description"] = meaning
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
