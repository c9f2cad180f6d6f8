"""The TOML files of `data/`, as typed models; a fault names the file and the key."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, model_validator

LANGUAGES = ("en", "zh-cn", "ko")

Text = Annotated[str, Field(min_length=1)]
MOST = 1_000_000_000
"""Largest number that a description may hold; columns have room for it."""

Name = Annotated[str, Field(pattern="^[a-z][a-z0-9_.]*$")]
ToolName = Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9 ._+-]*$")]
FactorValue = StrictInt | StrictFloat | StrictBool | str


class Strict(BaseModel):
    """A table of a TOML file: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, allow_inf_nan=False)


class Translated(Strict):
    """One text in the three languages of the site."""

    en: Text
    zh_cn: Text = Field(alias="zh-cn")
    ko: Text

    def by_language(self) -> dict[str, str]:
        """The texts under the names of their languages."""
        return {"en": self.en, "zh-cn": self.zh_cn, "ko": self.ko}


class PackagedVersion(Strict):
    """A version that `ddlbench lab engine add` installs: the Debian suite and the packages that have it."""

    suite: Annotated[str, Field(pattern="^[a-z]+$")]
    packages: list[Annotated[str, Field(pattern="^[a-z0-9][a-z0-9.+-]+$")]] = Field(min_length=1)


class LabDialect(Strict):
    """What the lab asks an engine; every query is one statement without parameters.

    `variables_query` and `status_query` give rows (name, value); `variables` are globs of names whose values decide
    what a run can be compared with. The columns of `progress` and `lock_waits` have the names of the columns of
    `ddl_progress` and `lock_wait`. `clients` counts the sessions of others. `statements` are templates for
    `str.format`: those of `DIALECT` for experiments, and `kill`. `version_pattern` is looked for in what the server
    says of itself; an engine without one is what every other server of its protocol is taken for.
    """

    version_pattern: Text | None = None
    version_query: Text
    variables_query: Text
    status_query: Text | None = None
    variables: list[Text] = Field(min_length=1)
    progress: Text | None = None
    lock_waits: Text | None = None
    clients: Text
    statements: dict[str, Text]
    versions: dict[str, PackagedVersion] = {}


class Engine(Strict):
    """`engines/<engine>.toml`; `publication` says whether the licence lets people publish measurements."""

    name: Text
    vendor: Text
    licence: Text
    link: Annotated[str, Field(pattern="^https://")]
    protocol: Literal["mysql", "postgresql"]
    publication: Literal["allowed", "forbidden"] | None = None
    publication_note: Translated | None = None
    lab: LabDialect | None = None

    @model_validator(mode="after")
    def _ban_is_explained(self) -> Self:
        if self.publication == "forbidden" and self.publication_note is None:
            raise ValueError('`publication = "forbidden"` needs a `publication_note`: what the licence says')
        return self


class Machine(Strict):
    """`machines/<machine>.toml`"""

    title: Translated
    cpu: Text
    cores: Annotated[int, Field(gt=0, le=MOST)]
    memory_gib: Annotated[float, Field(gt=0, le=MOST)]
    storage: Text
    virtualisation: Text | None = None
    kernel: Text | None = None
    shared: bool = False
    note: Translated | None = None


class Factor(Strict):
    """What a factor of an experiment, run or source is."""

    type: Literal["integer", "decimal", "text"]
    unit: Text | None = None
    title: Translated


class Column(Factor):
    """A column of a table of figures."""

    role: Literal["factor", "measure"]
    labels: dict[str, Translated] = {}


class FigureTable(Strict):
    """A table of a source: of figures, one row a measured point, or of facts about the test."""

    kind: Literal["figures", "facts"] = "figures"
    place: Translated
    title: Translated
    note: Translated | None = None
    columns: dict[str, Column] = Field(min_length=1)


class Command(Strict):
    """A command, statement or formula as a source prints it."""

    title: Translated
    text: Text


class Source(Strict):
    """`sources/<id>/source.toml`"""

    author: Text | None = None
    publisher: Text | None = None
    address: Annotated[str, Field(pattern="^https://")] | None = None
    licence: Text
    published: Annotated[str, Field(pattern=r"^\d{4}(-\d{2}){0,2}$")] | None = None
    language: Text
    engine: Text
    engine_version: Text | None = None
    title: Translated
    taken: Translated
    factors: dict[str, Factor] = {}
    tables: dict[str, FigureTable] = {}
    commands: list[Command] = []


class ExcerptTrial(Strict):
    """`sources/<id>/excerpts/<nnn>/trial.toml`"""

    place: Translated
    engine: Text | None = None
    engine_version: Text | None = None
    factors: dict[str, FactorValue] = {}


class Regime(Strict):
    """What decides, with the machine and the load level, whether two runs are comparable."""

    data_mib: Annotated[float, Field(gt=0, le=MOST)]
    buffer_mib: Annotated[float, Field(gt=0, le=MOST)] | None = None
    durability: Literal["full", "relaxed", "off"]


class Withdrawal(Strict):
    """Why a run no longer counts."""

    date: dt.date
    reason: Translated


class Run(Strict):
    """`runs/<engine>/<machine>/<YYYYMMDD>-<label>/run.toml`"""

    title: Translated
    engine_version: Text
    origin: Literal["lab", "logs"]
    contributor: Text
    affiliation: Text
    paid_by: Text | None = None
    licence: Text
    tuning: Literal["default", "tuned"]
    tuned: Translated | None = None
    experiment: Text | None = None
    replicates: Text | None = None
    note: Translated | None = None
    regime: Regime
    # Plain defaults are copied deeply for every model, and of runs and trials there are thousands.
    tools: dict[ToolName, Text] = Field(default_factory=dict)
    redacted: dict[ToolName, Annotated[int, Field(gt=0, le=MOST)]] = Field(default_factory=dict)
    factors: dict[Name, Factor] = Field(default_factory=dict)
    withdrawn: Withdrawal | None = None

    @model_validator(mode="after")
    def _tuning_is_explained(self) -> Self:
        if self.tuning == "tuned" and self.tuned is None:
            raise ValueError("a tuned run needs `tuned`: what was changed")
        return self


class RunTrial(Strict):
    """`trials/<nnn>/trial.toml` of a run; `ddl_starts_at_s` is on the load's clock, for logs without a timeline."""

    repeat: Annotated[int, Field(gt=0, le=MOST)]
    outcome: Literal["completed", "failed"]
    reason: Text | None = None
    block: Annotated[int, Field(gt=0, le=MOST)] | None = None
    control: bool = False
    ddl_starts_at_s: Annotated[float, Field(ge=0, le=MOST)] | None = None
    factors: dict[str, FactorValue] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _failure_has_reason(self) -> Self:
        if self.outcome == "failed" and self.reason is None:
            raise ValueError("a failed trial needs a `reason`")
        return self


class Correction(Strict):
    """A known error; exactly one of `table`, `excerpt`, `claim` and `command` says where."""

    id: Annotated[str, Field(pattern="^[a-z0-9-]+$")]
    table: Text | None = None
    excerpt: Text | None = None
    claim: Text | None = None
    command: Text | None = None
    column: Text | None = None
    where: dict[str, FactorValue | list[FactorValue]] = {}
    published: Text | None = None
    corrected: Text | None = None
    kind: Literal["misprint", "inconsistent", "suspect-copy", "arithmetic", "wording"]
    noted: dt.date
    reason: Translated
    evidence: Translated

    @model_validator(mode="after")
    def _has_one_target(self) -> Self:
        if sum(each is not None for each in (self.table, self.excerpt, self.claim, self.command)) != 1:
            raise ValueError("give exactly one of `table`, `excerpt`, `claim` and `command`")
        return self


class Corrections(Strict):
    """`sources/<id>/corrections.toml`"""

    correction: list[Correction] = []


Verdict = Literal["supported", "contradicted", "overstated", "not testable here"]
"""What a query makes of a sentence; the queries return one of these words in the column `verdict`."""

Level = Literal["raw", "excerpt", "transcribed", "documented", "asserted"]


class Reply(Strict):
    """What the author of a claim answered."""

    date: dt.date
    address: Annotated[str, Field(pattern="^https://")] | None = None
    text: Translated


class Claim(Strict):
    """`claims/<id>.toml`; `{name}` in its texts is filled from `asserted` and from the row of the query."""

    source: Text
    place: Translated
    text: Translated
    asserted: dict[str, FactorValue] = {}
    query: Text
    verdict: Verdict
    reason: Translated
    regime: Translated | None = None
    reply: Reply | None = None


class Evidence(Strict):
    """What a guidance rests on: a query over our tables, or a vendor's documentation."""

    level: Level
    condition: Translated
    query: Text | None = None
    address: Annotated[str, Field(pattern="^https://")] | None = None
    product_version: Text | None = None
    read: dt.date | None = None

    @model_validator(mode="after")
    def _is_a_query_or_a_document(self) -> Self:
        document = (self.address, self.product_version, self.read)
        if self.level == "documented" and (None in document or self.query is not None):
            raise ValueError("documented evidence has `address`, `product_version` and `read`, and no `query`")
        if self.level != "documented" and (self.query is None or any(document)):
            raise ValueError("evidence that is not documented has a `query`, and nothing of a document")
        return self


class Change(Strict):
    """One version of a guidance."""

    version: Annotated[int, Field(gt=0)]
    date: dt.date
    change: Translated


class Guidance(Strict):
    """`guidance/<id>.toml`; `{name}` in its texts is filled from the rows of its evidence queries."""

    version: Annotated[int, Field(gt=0)]
    verdict: Verdict
    engine: Text
    versions: Translated
    review_by: dt.date
    superseded_by: Text | None = None
    title: Translated
    action: Translated
    audience: Translated
    condition: Translated
    cost: Translated
    gain: Translated
    regime: Translated
    what_would_change: Translated
    evidence: list[Evidence] = Field(min_length=1)
    history: list[Change] = Field(min_length=1)

    @model_validator(mode="after")
    def _history_ends_here(self) -> Self:
        if [each.version for each in self.history] != list(range(1, self.version + 1)):
            raise ValueError("`history` has one entry for each version, from 1 up to `version`")
        return self


class Step(Strict):
    """One step of a runbook; the tests execute its statements on a real server unless it is `documented`."""

    kind: Literal["preflight", "run", "watch", "abort", "undo"]
    sql: Text
    documented: bool = False
    title: Translated
    text: Translated


class Runbook(Strict):
    """`tonight/<id>.toml`: what to do on one engine and range of versions; `table` is the one of its statements.

    `elsewhere` names guidance of the engine that is for other versions.
    """

    engine: Text
    table: Text
    elsewhere: list[Text] = Field(default_factory=list)
    versions: Translated
    title: Translated
    summary: Translated
    address: Annotated[str, Field(pattern="^https://")] | None = None
    step: list[Step] = Field(min_length=1)

    @model_validator(mode="after")
    def _documents_are_named(self) -> Self:
        if any(step.documented for step in self.step) and self.address is None:
            raise ValueError("a step that is only documented needs the `address` of the documentation")
        return self
