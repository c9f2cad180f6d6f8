"""Charts of the version before that would be drawn of the same: they are taken over, and only they."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ddlbench.build import Loaded
from ddlbench.publish import cards, charts
from ddlbench.publish.kept import Kept
from ddlbench.publish.queries import Answer
from support import ROOT


def answers_of(project: Path) -> dict[str, Answer]:
    """The answers to the queries of a project that was built."""
    queries = json.loads((project / "build/hugo/queries.json").read_text("utf-8"))
    return {
        name: Answer(name, each["description"], each["sql"], each["key"], tuple(each["columns"]), tuple(each["rows"]))
        for name, each in queries.items()
    }


def test_charts_of_the_same_are_taken_over(built_project: Path, real: Loaded, tmp_path: Path) -> None:
    fonts = charts.register_fonts(ROOT / "node_modules")
    answers = answers_of(built_project)

    def drawn(name: str, before: str) -> Path:
        kept = Kept(tmp_path / name, tmp_path / before)
        (kept.out / "downloads").mkdir(parents=True)
        found = charts.draw_charts(answers, built_project, fonts, kept, built_project / "build/cache")
        cards.draw_cards(found, real.inventory, built_project, fonts, kept, built_project / "build/cache")
        kept.store()
        return kept.out

    def anew(one: Path, other: Path) -> set[str]:
        names = [path.relative_to(one) for path in sorted(one.rglob("*.*")) if path.name != "kept.json"]
        return {name.name.partition(".")[0] for name in names if not (one / name).samefile(other / name)}

    first, second = drawn("first", "none"), drawn("second", "first")
    assert anew(first, second) == set()

    touched = second / "charts/ko/own_fast_ddl.svg"
    whole = touched.read_bytes()
    touched.unlink()
    touched.write_bytes(b"something else")
    [row, *rest] = answers["tidb_add_index_durations"].rows
    answers["tidb_add_index_durations"] = replace(answers["tidb_add_index_durations"], rows=(*rest, row))
    third = drawn("third", "second")
    assert anew(second, third) == {"own_fast_ddl", "tidb_add_index_durations"}
    assert (third / "charts/ko/own_fast_ddl.svg").read_bytes() == whole
