"""`ddlbench redact`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ddlbench.commands.new import common_folder, expand
from ddlbench.contribute import REDACTIONS
from ddlbench.database import connect
from ddlbench.errors import failure
from ddlbench.privacy.redact import Redactor, holds_secret


def redact(
    logs: Annotated[list[Path], typer.Argument(help="Logs, or folders of logs.")],
    out: Annotated[Path, typer.Option(help="New folder for the copies.")],
) -> None:
    """Write copies of logs without passwords, keys, tokens, e-mail and public IP addresses, and internal host names.

    The logs themselves stay as they are. The folder gets a record of what was replaced: kinds and counts, no values.

    Example: ddlbench redact logs/ --out clean/
    """
    files = expand(logs)
    root = common_folder(files)
    if out.exists() and any(out.iterdir()):
        raise failure(out, "is not empty", "name a new folder")
    redactor = Redactor(connect())
    for file in files:
        name = file.relative_to(root)
        if holds_secret(name.as_posix()):
            raise failure("a log", "has a name that must not be published", "rename the file")
        copy = out / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(redactor.redact(file.read_bytes(), name.as_posix()))
        print(f"{copy.as_posix()}: {'changed' if copy.read_bytes() != file.read_bytes() else 'as it was'}")
    record = json.dumps(dict(sorted(redactor.counts.items())), indent=1)
    (out / REDACTIONS).write_text(record + "\n", "utf-8")
    print(f"replaced: {', '.join(f'{count} {kind}' for kind, count in sorted(redactor.counts.items())) or 'nothing'}")
