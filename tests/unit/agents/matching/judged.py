"""A statement judged for a patient of a few values, for the tests of each dimension."""

from __future__ import annotations

from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.matching.asked import Asked, Scope
from agents.matching.judging import judge
from agents.matching.verdicts import Judgement
from names.clinical.values import ClinicalValue, Marker, MarkerRule
from retrieval.statements.model import Applicability, Statement

OPTION = Statement(id="one", kind="indication", spans=((0, 10),), drugs=("olaparib",))


CHOICE = Asked(text="olaparib?", kind="therapy", drugs=frozenset({"olaparib"}))


DOSE = Asked(text="dose of olaparib?", kind="dose", drugs=frozenset({"olaparib"}))


def rule(*patterns: Marker, **bounds: float | str) -> MarkerRule:
    return MarkerRule(any_of=patterns, **bounds)  # type: ignore[arg-type]


def needs(*rules: MarkerRule) -> Applicability:
    return Applicability(requires=rules)


def judged(
    applies: Applicability,
    *values: ClinicalValue,
    asked: Asked = CHOICE,
    statement: Statement = OPTION,
) -> Judgement:
    sheet = FactSheet(facts=tuple(Fact(value=value, text="said") for value in values))
    scope = Scope(names=frozenset({"olaparib"}))
    return judge(replace(statement, applies=applies), scope, asked, sheet)


def outcome(dimension: str, judgement: Judgement) -> str:
    found = [each.outcome for each in judgement.verdicts if each.dimension == dimension]
    return found[0] if found else "silent"
