"""What logs do not say: from flags, from a person at a terminal, or named as missing, all at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from ddlbench.errors import DdlbenchError, Problem, did_you_mean, printable

Prompt = Callable[[str, str], str]


@dataclass(frozen=True)
class Question:
    """A key that needs a value; without a `default` it must be answered, an empty default leaves it out."""

    key: str
    meaning: str
    default: str | None = None
    choices: tuple[str, ...] = ()


@dataclass
class Answers:
    """Values by key. `prompt` asks a person; without one, what has no default is collected as missing."""

    given: dict[str, str]
    prompt: Prompt | None = None
    values: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question) -> str:
        """The answer, empty where there is none."""
        self.asked.append(question)
        if question.key in self.given:
            value = self.given[question.key]
        elif self.prompt and question.default != "":
            value = self.prompt(f"{question.key}: {question.meaning}", question.default or "")
        else:
            value = question.default or ""
        self._check(question, value.strip())
        self.values[question.key] = value.strip()
        return self.values[question.key]

    def _check(self, question: Question, value: str) -> None:
        if printable(value) != value:
            hint = "take it away"
            self.problems.append(Problem(question.key, 0, "holds a character that readers do not see", hint=hint))
        elif value and question.choices and value not in question.choices:
            hint = did_you_mean(value, question.choices)
            self.problems.append(Problem(question.key, 0, f"`{value}` is not possible", hint=hint))
        elif not value and question.default is None:
            hint = f"give --set {question.key}=…"
            self.problems.append(Problem(question.key, 0, f"is missing: {question.meaning}", hint=hint))

    def finish(self) -> None:
        """Raise `DdlbenchError` when something is missing, impossible, or given and not known."""
        keys = {question.key for question in self.asked}
        for key in sorted(self.given.keys() - keys):
            self.problems.append(Problem(key, 0, "is not a key that can be set", hint=did_you_mean(key, keys)))
        if self.problems:
            raise DdlbenchError(self.problems)


def at_terminal(text: str, default: str) -> str:
    """Ask a person; an empty line takes the default."""
    print(text + (f" [{default}]" if default else ""), file=sys.stderr)
    print("> ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() or default


def settings(texts: list[str]) -> dict[str, str]:
    """`KEY=VALUE` texts by key."""
    wrong = [text for text in texts if "=" not in text]
    if wrong:
        raise DdlbenchError(Problem("--set", 0, f"`{text}` is not KEY=VALUE") for text in wrong)
    return {key.strip(): value for key, _, value in (text.partition("=") for text in texts)}
