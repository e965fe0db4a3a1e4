"""How criteria are read, as ``rules.toml`` declares it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from names.clinical.grammar.bounds import UNIT


@dataclass(frozen=True, slots=True)
class MeasuredRule:
    """How the limit of a value of the laboratory is read, and what its units mean."""

    pattern: re.Pattern[str]
    units: Mapping[str, float]
    """Unit → what a number in it is multiplied by, to be in the first."""
    apart: frozenset[str]
    """Units of which nothing leads to another."""

    @property
    def unit(self) -> str:
        """The one in which values are compared."""
        return next(iter(self.units))


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionRules:
    """The patterns by which a record is cut into criteria, and a criterion is read."""

    asking: re.Pattern[str]
    entering: re.Pattern[str]
    not_entered: re.Pattern[str]
    headings: Mapping[str, re.Pattern[str]]
    leads: Mapping[str, re.Pattern[str]]
    fields: Mapping[str, re.Pattern[str]]
    digest: Mapping[str, re.Pattern[str]]
    beside: re.Pattern[str]
    narrower: re.Pattern[str]
    behind: re.Pattern[str]
    exceptions: re.Pattern[str]
    choices: re.Pattern[str]
    asked: re.Pattern[str]
    conditional: re.Pattern[str]
    only_with: tuple[re.Pattern[str], ...]
    """A limit that is asked of who has a condition; of others nothing is."""
    only_without: re.Pattern[str]
    numbers: Mapping[str, tuple[re.Pattern[str], ...]]
    measured: Mapping[str, MeasuredRule]
    treatments: Mapping[str, re.Pattern[str]]
    measures: Mapping[str, re.Pattern[str]]
    """The measure that is meant → the words that say so."""


@cache
def rules() -> CriterionRules:
    """The rules, read once."""
    declared = files("agents.eligibility") / "rules.toml"
    table = tomllib.loads(declared.read_text(encoding="utf-8"))
    beside, narrower, unread = table["beside"], table["narrower"], table["unread"]
    meant: dict[str, list[str]] = {}
    for words, measure in table["measures"].items():
        meant.setdefault(measure, []).append(words)
    return CriterionRules(
        asking=_asking_pattern(table["asking"]),
        entering=_pattern(table["entering"]["before"]),
        not_entered=_pattern(table["entering"]["behind"]),
        digest=_compile_all(table["digest"]),
        headings=_compile_all(table["headings"]),
        leads=_compile_all(table["leads"]),
        fields=_compile_all(table["fields"]),
        beside=_pattern("|".join([beside["brackets"], beside["times"], _words(beside["words"])])),
        narrower=_pattern(_words(narrower["words"])),
        behind=_pattern(narrower["behind"]),
        exceptions=_pattern(unread["exceptions"]),
        choices=_pattern(unread["choices"]),
        asked=_pattern(unread["asked"]),
        conditional=_pattern(unread["conditional"]),
        only_with=tuple(map(_pattern, unread["only"])),
        only_without=_pattern(unread["absent"]),
        numbers={
            name: tuple(map(_pattern, each["patterns"])) for name, each in table["number"].items()
        },
        measured={name: _read_measured(each) for name, each in table["measured"].items()},
        treatments=_compile_all(table["treatments"]),
        measures={measure: _pattern("|".join(words)) for measure, words in meant.items()},
    )


def _asking_pattern(table: Mapping[str, Any]) -> re.Pattern[str]:
    """The ways to ask as one pattern, with those whom it may be asked of."""
    return _pattern("|".join(each.replace("{who}", table["who"]) for each in table["patterns"]))


_LIMIT = (
    r"(?: of| is|:)? ?(?P<sign>≥|>=|=>|≤|<=|=<|>|<|at least|at most|no (?:more|less) than"
    r"|(?:greater|higher|less|lower|more) than(?: or equal to)?|above|below) ?"
    r"(?P<number>\d{1,3}(?:,\d{3})+|\d{1,5}(?:\.\d{1,2})?) ?"
)


def _read_measured(table: Mapping[str, Any]) -> MeasuredRule:
    """A limit without a unit is not read, but for what has none."""
    unit = (
        rf"(?P<unit>(?-i:{UNIT})?)(?![\d.]|\s?(?:[x×*]|times|-?fold))"
        if "" in table["units"]
        else rf"(?P<unit>(?-i:{UNIT}))"
    )
    pattern = _pattern(f"{table['words']}{_LIMIT}{unit}")
    return MeasuredRule(pattern, table["units"], frozenset(table.get("apart", ())))


def _words(alternatives: list[str]) -> str:
    return rf"(?<![\w-])(?:{'|'.join(alternatives)})(?![\w-])"


def _compile_all(table: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    return {name: _pattern(written) for name, written in table.items()}


def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(written, re.IGNORECASE)
