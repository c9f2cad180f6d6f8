"""What lies below a folder, as one walk finds it; in a process of its own, if there is other work to do meanwhile.

As a script it lists the folder that it is given. It loads next to nothing, so that it begins at once.
"""

from __future__ import annotations

import gc
import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Tree = dict[str, "Tree | str | None"]
"""By name, sorted: the tree of a folder, the stamp of a file, None for a link, "" for anything else."""


def tree_of(folder: str | Path) -> Tree:
    """What lies below a folder; nothing where there is no folder. Links are not followed."""
    try:
        with os.scandir(folder) as scanned:
            tree = {entry.name: _node(entry) for entry in scanned}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    return dict(sorted(tree.items()))


def _node(entry: os.DirEntry[str]) -> Tree | str | None:
    if entry.is_dir(follow_symlinks=False):
        return tree_of(entry.path)
    if entry.is_file(follow_symlinks=False):
        return _stamp(entry.stat(follow_symlinks=False))
    return None if entry.is_symlink() else ""


def stamp(path: str | Path) -> str:
    """Size, time and inode of a file: while they stay, so do its bytes."""
    return _stamp(os.lstat(path))


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_size}:{status.st_mtime_ns}:{status.st_ino}"


def begin(folder: Path) -> Callable[[], Tree]:
    """Begin to list a folder in a process of its own; what this gives waits for the tree."""
    command = [sys.executable, "-I", "-S", __file__, os.fspath(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def tree() -> Tree:
        listed, _ = process.communicate()
        if process.returncode:
            return tree_of(folder)  # This raises what the other could not tell.
        found: Tree = marshal.loads(listed)
        return found

    return tree


def below(tree: Tree, name: str) -> Tree:
    """The tree of a folder in a tree; nothing where there is none of that name."""
    found = tree.get(name)
    return found if isinstance(found, dict) else {}


def stamp_in(tree: Tree, path: str) -> str:
    """The stamp of a file by its path in a tree; "" where there is none."""
    *folders, name = path.split("/")
    for folder in folders:
        tree = below(tree, folder)
    found = tree.get(name)
    return found if isinstance(found, str) else ""


if __name__ == "__main__":
    gc.disable()
    sys.stdout.buffer.write(marshal.dumps(tree_of(sys.argv[1])))
