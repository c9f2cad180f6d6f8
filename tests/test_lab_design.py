"""From an experiment to its trials, and what the lab writes and concludes, without a server."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ddlbench.errors import DdlbenchError
from ddlbench.experiment import DIALECT, Experiment
from ddlbench.lab import design
from ddlbench.lab.catalog import engines_of, experiments_of
from ddlbench.lab.choice import Choice, chosen
from ddlbench.lab.design import Point
from ddlbench.lab.matrix import cells, judged, matrix_points, printed_s
from ddlbench.lab.own import OwnDdl
from ddlbench.lab.rerun import Ratio, verdict
from ddlbench.lab.start import Asked, needs_port, new_state
from ddlbench.lab.toml import to_toml, written
from ddlbench.models import LabDialect
from hypothesis import given
from hypothesis import strategies as st
from support import LANGUAGES, ROOT

EXPERIMENTS = experiments_of(ROOT)
CASES = [(name, engine) for name, experiment in EXPERIMENTS.items() for engine in experiment.engines]
ENGINES = engines_of(ROOT)
PRODUCTS = ("mysql", "mariadb", "aurora-mysql", "alisql", "tidb", "oceanbase", "postgresql", "cockroachdb")


def names_of(engine: str) -> dict[str, str]:
    """The placeholders that a server fills in."""
    return {"database": "sbtest", "socket": "/s", "port": "1", "user": "root", **dialect_of(engine).statements}


def dialect_of(engine: str) -> LabDialect:
    lab = ENGINES[engine].lab
    assert lab is not None
    return lab


def trials(name: str, engine: str, choice: Choice = Choice(), seed: int = 1) -> tuple[Experiment, list[Point]]:  # noqa: B008
    experiment = chosen(EXPERIMENTS[name], choice, name)
    order = matrix_points if experiment.kind == "matrix" else design.ordered
    return experiment, order(experiment, engine, seed)


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_every_block_has_every_setting_once_and_a_control(name: str, engine: str) -> None:
    experiment, points = trials(name, engine)
    blocks = Counter(point.block for point in points)
    assert len(blocks) == experiment.repeats
    assert [point.number for point in points] == list(range(1, len(points) + 1))
    for block in blocks:
        done = [point for point in points if point.block == block and not point.control]
        assert len({repr(sorted(point.setting.items())) for point in done}) == len(done)
        controls = [point for point in points if point.block == block and point.control]
        assert len(controls) == (experiment.kind == "trials")


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_every_trial_has_something_to_do(name: str, engine: str) -> None:
    """With every preset, each trial's statements have all their names filled in."""
    protocol, names = ENGINES[engine].protocol, names_of(engine)
    for preset in [None, *EXPERIMENTS[name].preset]:
        experiment, points = trials(name, engine, Choice(preset=preset))
        for point in points if experiment.kind == "trials" else []:
            plan = design.plan_of(experiment, engine, protocol, point, 1000.0, names)
            assert point.control != bool(plan.ddl or plan.ddl_command)
            level = plan.factors["load_level"]
            assert (plan.load is None) == (level == 0)
            if plan.load is not None:
                assert plan.load.rate_tps == (None if level == 100 else 10.0 * float(level))
            assert plan.warmup_s + plan.baseline_s + plan.recovery_s > 0
        for point in points if experiment.kind == "matrix" else []:
            tried = list(cells(experiment, engine, point.setting, names))
            assert tried
            assert len({cell.statement for cell in tried}) == len(tried)
            assert all(cell.what.texts("before") for cell in tried)


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_every_experiment_can_be_begun_where_its_programs_are(
    name: str, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(name, engine, contributor="a test")
    with monkeypatch.context() as patched:
        patched.setattr("shutil.which", lambda program: f"/usr/bin/{program}")
        assert new_state(ROOT, asked).left


@pytest.mark.parametrize("name", PRODUCTS)
def test_every_product_has_its_dialect_and_can_be_tried(name: str) -> None:
    lab = dialect_of(name)
    assert lab.statements.keys() == DIALECT | {"kill"}
    assert all((lab.version_query, lab.variables_query, lab.progress, lab.clients))
    assert name in EXPERIMENTS["smoke"].engines
    assert name in EXPERIMENTS["add-index-online-load"].engines or ENGINES[name].protocol == "postgresql"


@pytest.fixture
def without_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without tools for schema changes."""
    monkeypatch.setattr("shutil.which", lambda program: None)


def methods(**changes: Any) -> Asked:  # noqa: ANN401
    return replace(Asked("methods", "mysql", contributor="a test"), **changes)


@pytest.mark.usefixtures("without_tools")
def test_a_tool_that_is_missing_is_told_and_an_optional_one_is_left_out() -> None:
    with pytest.raises(
        DdlbenchError, match=r"pt-online-schema-change: is not installed\nhint: install it, or leave it out"
    ):
        new_state(ROOT, methods())
    with pytest.raises(DdlbenchError, match=r"gh-ost: is not installed"):
        new_state(ROOT, methods(choice=Choice(values={"method": ["gh_ost"]})))
    native = Choice(values={"method": ["online", "copy"]})
    assert not needs_port(new_state(ROOT, methods(choice=native)))


def test_an_optional_tool_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for programs, listens in ({"pt-online-schema-change"}, False), ({"pt-online-schema-change", "gh-ost"}, True):
        monkeypatch.setattr("shutil.which", lambda program, programs=programs: program if program in programs else None)
        state = new_state(ROOT, methods())
        assert any(trial.setting.get("method") == "gh_ost" for trial in state.trials) == listens
        assert needs_port(state) == listens


@pytest.mark.parametrize(
    ("name", "factor", "value", "words"),
    [
        ("methods", "method", "pt_osc", "a tool that connects by itself"),
        ("what-really-hurts", "scenario", "replica", "a replica"),
        ("what-really-hurts", "scenario", "temporary-folder-full", "a small temporary folder"),
        ("innodb-sort-buffer-size", "traced", "yes", "a trace of its system calls"),
    ],
)
def test_what_only_a_private_server_can_is_refused_on_a_target(name: str, factor: str, value: str, words: str) -> None:
    asked = Asked(name, "mysql", target="mysql://me@host/db", contributor="a test")
    with pytest.raises(
        DdlbenchError, match=rf"needs a private server for {words} \([^\n]*{value}[^\n]*\)\nhint: leave"
    ):
        new_state(ROOT, asked)
    rest = Choice(values={factor: EXPERIMENTS[name].factors[factor].values[:1]})
    assert new_state(ROOT, replace(asked, choice=rest)).left


def test_the_order_is_random_and_the_seed_decides() -> None:
    orders = [
        [point.setting for point in trials("add-index-online-load", "mariadb", seed=seed)[1]] for seed in (1, 1, 2)
    ]
    assert orders[0] == orders[1] != orders[2]


def test_controls_take_turns_through_the_loads() -> None:
    _, points = trials(
        "add-index-online-load", "mariadb", Choice(values={"plan": [1, 2], "load_level": [50, 100]}, repeats=4)
    )
    controls = [(point.setting["plan"], point.setting["load_level"]) for point in points if point.control]
    assert sorted(controls) == [(1, 50), (1, 100), (2, 50), (2, 100)]


def test_a_preset_and_the_user_narrow_an_experiment() -> None:
    experiment, _ = trials("fast-ddl", "mariadb", Choice("small", 2, 5000, {"algorithm": ["COPY"]}))
    assert experiment.repeats == 2
    assert experiment.settings_for("mariadb") == [
        {"table_rows": 5000, "load_level": level, "threads": 4, "algorithm": "COPY"} for level in (0, 50)
    ]


@pytest.mark.parametrize("engine", EXPERIMENTS["fast-ddl"].engines)
def test_concurrency_is_swept_by_a_preset(engine: str) -> None:
    experiment, _ = trials("fast-ddl", engine, Choice("concurrency"))
    assert {setting["threads"] for setting in experiment.settings_for(engine)} == {1, 4, 16, 64}
    assert {setting["load_level"] for setting in experiment.settings_for(engine)} == {100}


@pytest.mark.parametrize("choice", [Choice(preset="tiny"), Choice(values={"plam": [1]})])
def test_what_an_experiment_has_not_is_refused(choice: Choice) -> None:
    with pytest.raises(DdlbenchError):
        trials("add-index-online-load", "mariadb", choice)


PLAIN = st.one_of(st.booleans(), st.integers(-(2**60), 2**60), st.text(st.characters(codec="utf-8")))
KEYS = st.text(st.characters(codec="utf-8"), min_size=1)


@given(st.dictionaries(KEYS, st.one_of(PLAIN, st.lists(PLAIN), st.dictionaries(KEYS, PLAIN, min_size=1))))
def test_what_is_written_is_read_again(values: dict[str, object]) -> None:
    assert tomllib.loads(to_toml(values)) == values


def test_texts_are_there_in_every_language() -> None:
    texts = tomllib.loads((Path(ROOT) / "pipeline/ddlbench/lab/texts.toml").read_text("utf-8"))
    assert [name for name, text in texts.items() if tuple(text) != LANGUAGES] == []
    assert written("machine", cores=2, memory=8)["en"] == "Machine with 2 cores and 8 GiB"


@pytest.mark.parametrize(
    ("duration_s", "blocked_s", "outcome"),
    [(0.4, 0.39, "blocks_writes"), (0.4, 0.05, "allowed"), (0.02, 0.019, "brief")],
)
def test_a_statement_is_judged_by_the_longest_write(duration_s: float, blocked_s: float, outcome: str) -> None:
    assert judged(duration_s, blocked_s) == outcome


@pytest.mark.parametrize(
    ("output", "seconds"),
    [
        ("Query OK, 0 rows affected (0.123 sec)\nRecords: 0\n\nQuery OK, 0 rows affected (1 min 2.5 sec)\n", 62.5),
        ("CREATE INDEX\nTime: 63.113 ms\n", 0.063113),
        ("Bye\n", None),
    ],
)
def test_the_clients_own_time_counts(output: str, seconds: float | None) -> None:
    assert printed_s(output) == seconds


@pytest.mark.parametrize(
    ("reasons", "ratios", "words"),
    [
        ([], [Ratio("s", "m", 1.1, 0.9, 1.3)], "replicated"),
        ([], [Ratio("s", "m", 1.5, 1.2, 1.9), Ratio("t", "m", 1.0, 0.9, 1.1)], "not replicated"),
        ([], [], "not comparable: no setting was completed at least twice in both"),
        (["the machine is a, not b"], [Ratio("s", "m", 1.0, 0.9, 1.1)], "not comparable: the machine is a, not b"),
    ],
)
def test_a_verdict_of_a_repetition(reasons: list[str], ratios: list[Ratio], words: str) -> None:
    assert verdict(reasons, ratios) == words


@pytest.mark.parametrize(
    ("ddl", "statement"),
    [
        ("ALTER TABLE t ADD INDEX t_day (day)", "ALTER TABLE t_ddlbench_clone ADD INDEX t_day (day)"),
        ("CREATE INDEX i ON `t` (day)", "CREATE INDEX i ON t_ddlbench_clone (day)"),
    ],
)
def test_an_own_ddl_is_turned_to_the_clone(ddl: str, statement: str) -> None:
    assert OwnDdl("t", ddl).statement() == statement


@pytest.mark.parametrize(
    ("table", "message"), [("t", "does not name the table"), ("shop.t", "is not the plain name of a table")]
)
def test_an_own_ddl_names_its_table(table: str, message: str) -> None:
    with pytest.raises(DdlbenchError, match=message):
        OwnDdl(table, "ALTER TABLE tt ADD INDEX (day)")
