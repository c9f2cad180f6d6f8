"""What lies below a folder, listed here or by another process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from ddlbench import tree
from ddlbench.tree import begin, below, stamp, stamp_in, tree_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with whatever a folder can hold."""
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / "a.toml").write_text("a = 1\n", "utf-8")
    (tmp_path / "b" / "deep" / "sysbench.log").write_text("", "utf-8")
    (tmp_path / os.fsdecode(b"no text \xff")).write_text("x", "utf-8")
    (tmp_path / "b" / "link").symlink_to(tmp_path / "b")
    os.mkfifo(tmp_path / "b" / "pipe")
    return tmp_path


def test_folders_files_and_what_is_neither(folder: Path) -> None:
    log = folder / "b" / "deep" / "sysbench.log"
    odd = os.fsdecode(b"no text \xff")
    deep = {"sysbench.log": stamp(log)}
    assert tree_of(folder) == {
        "a.toml": stamp(folder / "a.toml"),
        "b": {"deep": deep, "link": None, "pipe": ""},
        odd: stamp(folder / odd),
    }
    assert list(tree_of(folder)) == sorted(["a.toml", "b", odd])
    assert stamp(folder / "a.toml").startswith("6:")


def test_another_process_lists_the_same(folder: Path) -> None:
    assert begin(folder)() == tree_of(folder)
    assert begin(folder / "nowhere")() == tree_of(folder / "nowhere") == {}
    assert begin(folder / "a.toml")() == {}


def test_where_the_other_process_fails_the_folder_is_listed_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "__file__", str(folder / "no such script.py"))
    assert begin(folder)() == tree_of(folder)


def test_files_are_found_by_their_paths(folder: Path) -> None:
    found = tree_of(folder)
    assert stamp_in(found, "b/deep/sysbench.log") == stamp(folder / "b" / "deep" / "sysbench.log")
    assert [stamp_in(found, path) for path in ("b", "b/link", "b/pipe", "b/deep/none", "none/none")] == [""] * 5
    assert below(found, "b").keys() == {"deep", "link", "pipe"}
    assert below(found, "a.toml") == below(found, "none") == {}
