"""A statement judged for a patient of a few values, for the tests of each dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agents.facts.sheet import Fact, FactSheet
from agents.matching.judging import judge
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from names.clinical.values import ClinicalValue, Marker, MarkerRule
from retrieval.statements.model import Applicability, Statement

OPTION = Statement(id="one", kind="indication", spans=((0, 10),), drugs=("olaparib",))


CHOICE = SubQuestion(text="olaparib?", kind="therapy", drugs=frozenset({"olaparib"}))


DOSE = SubQuestion(text="dose of olaparib?", kind="dose", drugs=frozenset({"olaparib"}))


def rule(*patterns: Marker, **bounds: float | str) -> MarkerRule:
    return MarkerRule(any_of=patterns, **bounds)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True)
class PlainContext:
    """What stands around a statement, as plain values."""

    title: str = ""
    text: str = ""
    drugs: frozenset[str] = frozenset()
    genes: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    names_inside: frozenset[str] = frozenset()
    stems: frozenset[str] = frozenset()
    stems_above: frozenset[str] = frozenset()
    aspects: frozenset[str] = frozenset()
    only_asked: frozenset[str] = frozenset()
    role: str = ""


def needs(*rules: MarkerRule) -> Applicability:
    return Applicability(requires=rules)


def judged(
    applies: Applicability,
    *values: ClinicalValue,
    asked: SubQuestion = CHOICE,
    statement: Statement = OPTION,
) -> Judgement:
    sheet = FactSheet(facts=tuple(Fact(value=value, text="said") for value in values))
    context = PlainContext(names=frozenset({"olaparib"}))
    return judge(replace(statement, applies=applies), context, asked, sheet)


def outcome(dimension: str, judgement: Judgement) -> str:
    found = [each.outcome for each in judgement.verdicts if each.dimension == dimension]
    return found[0] if found else "silent"
