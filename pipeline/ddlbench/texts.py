"""The interface strings of the site, `i18n/<language>.toml`: the same keys in each language."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ddlbench.errors import Problem, did_you_mean
from ddlbench.models import LANGUAGES


def read_texts(project: Path, language: str) -> dict[str, str]:
    """The strings of a language."""
    texts: dict[str, str] = tomllib.loads(text_file(project, language).read_text("utf-8"))
    return texts


def text_file(project: Path, language: str) -> Path:
    """Where the strings of a language stand."""
    return project / "i18n" / f"{language}.toml"


def check_texts(project: Path) -> list[Problem]:
    """Problems of the strings: a file that is none, and keys that another language has."""
    found: dict[str, dict[str, str]] = {}
    problems = []
    for language in LANGUAGES:
        name = text_file(project, language).relative_to(project).as_posix()
        try:
            found[language] = read_texts(project, language)
        except (OSError, tomllib.TOMLDecodeError) as error:
            problems.append(Problem(name, 0, f"cannot be read: {error}"))
    every = {key: language for language in reversed(found) for key in found[language]}
    for language, texts in found.items():
        name = text_file(project, language).relative_to(project).as_posix()
        for key in sorted(every.keys() - texts.keys()):
            hint = did_you_mean(key, texts.keys() - found[every[key]].keys()) or "translate it and add the line"
            problems.append(Problem(name, 0, f"the key `{key}` of i18n/{every[key]}.toml is missing", hint=hint))
    return problems
