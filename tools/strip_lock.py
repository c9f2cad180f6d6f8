"""Take the addresses of sponsors out of package-lock.json: a lock names packages, versions and hashes."""

from __future__ import annotations

import json
from pathlib import Path

LOCK = Path("package-lock.json")


def main() -> None:
    """Write the lock without them."""
    lock = json.loads(LOCK.read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
