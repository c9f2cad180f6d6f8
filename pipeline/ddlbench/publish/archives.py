"""The logs of a run as one archive, so that each row can be led back to its line on the site itself."""

from __future__ import annotations

import gzip
import tarfile
from io import BytesIO
from pathlib import Path

LIMIT_BYTES = 64 * 1024 * 1024
"""Logs of a run that are larger than this together stay in the repository only: a site is no archive of bulk data."""


def write_archive(root: Path, run_id: str, logs: dict[str, str], path: Path) -> bool:
    """Pack the logs of a run, given by their paths below `root` with their SHA-256, with a list of the hashes.

    The names in the archive are those of the run folder. The same logs give the same bytes. Returns whether there is
    an archive: there is none for no logs, or for too many bytes.
    """
    path.unlink(missing_ok=True)
    if not logs or sum((root / name).stat().st_size for name in logs) > LIMIT_BYTES:
        return False
    folder = f"runs/{run_id}/"
    label = run_id.rpartition("/")[2]
    sums = "".join(f"{sha256}  {name.removeprefix(folder)}\n" for name, sha256 in sorted(logs.items()))
    with (
        path.open("wb") as packed,
        gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        _add(archive, f"{label}/SHA256SUMS", sums.encode())
        for name in sorted(logs):
            _add(archive, f"{label}/{name.removeprefix(folder)}", (root / name).read_bytes())
    return True


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a file with nothing of this machine or moment."""
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, BytesIO(content))
