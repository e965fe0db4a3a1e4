"""Lines of treatment before a target was known, and drugs that need an earlier one against it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.ordering import awaited_treatment
from agents.matching.sequence.first_target import line_against_target
from names.clinical.values import Line, Marker, Therapy
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import OPTION, judged, rule

HER2 = Marker(name="HER2", state="positive")
FIRST, LATER = Line(first=1, last=1), Line(first=2, last=None)
ADVICE = replace(
    OPTION,
    kind="recommendation",
    drugs=("pertuzumab", "trastuzumab"),
    applies=Applicability(tumours=("breast cancer",), line=FIRST, requires=(rule(HER2),)),
)
LABEL = replace(ADVICE, kind="indication", drugs=("pertuzumab", "trastuzumab", "docetaxel"))
ENDOCRINE = Therapy(drugs=("letrozole", "palbociclib"), outcome="progressed")
CHEMOTHERAPY = Therapy(drugs=("capecitabine",), outcome="progressed")


@pytest.mark.parametrize("statement", [ADVICE, LABEL])
def test_the_first_drug_against_a_target_is_for_the_first_line(statement: object) -> None:
    assert line_against_target(statement, [ENDOCRINE], LATER) == FIRST  # type: ignore[arg-type]


def test_advice_also_after_chemotherapy_but_a_label_as_it_stands() -> None:
    had = [ENDOCRINE, CHEMOTHERAPY]
    assert line_against_target(ADVICE, had, LATER) == FIRST
    assert line_against_target(LABEL, had, LATER) == LATER


@pytest.mark.parametrize(
    "had",
    [
        [],
        [Therapy(drugs=("trastuzumab deruxtecan",), outcome="progressed")],
        [Therapy(classes=("HER2 inhibition",), outcome="given")],
        [Therapy(drugs=("letrozole",), outcome="not given")],
    ],
)
def test_the_line_stays_where_the_target_was_treated_or_nothing_is_told(had: list[Therapy]) -> None:
    assert line_against_target(ADVICE, had, LATER) == LATER


def test_the_line_stays_in_other_tumours_and_for_other_lines() -> None:
    gastric = replace(ADVICE, applies=replace(ADVICE.applies, tumours=("gastric cancer",)))
    second = replace(ADVICE, applies=replace(ADVICE.applies, line=Line(first=2, last=2)))
    untargeted = replace(ADVICE, drugs=("docetaxel",))
    for statement in (gastric, second, untargeted):
        assert line_against_target(statement, [ENDOCRINE], LATER) == LATER


def test_a_statement_for_the_first_line_holds_after_them() -> None:
    judgement = judged(ADVICE.applies, HER2, ENDOCRINE, statement=ADVICE)
    assert not any(v.dimension == "line" for v in judgement.contradictions)


def test_what_needs_an_earlier_drug_against_the_target_is_held_back() -> None:
    after = Therapy(classes=("HER2 inhibition",))
    applies = Applicability(requires=(rule(HER2),), prior_required=(after,))
    option = replace(OPTION, drugs=("tucatinib",))
    told = judged(applies, HER2, ENDOCRINE, statement=option)
    assert awaited_treatment(told, first=False) == "prior HER2 inhibition"
    # Nothing is held back while nobody has told what was had, or for another class.
    assert not awaited_treatment(judged(applies, HER2, statement=option), first=False)
    other = replace(applies, prior_required=(Therapy(classes=("Taxane chemotherapy",)),))
    assert not awaited_treatment(judged(other, HER2, ENDOCRINE, statement=option), first=False)
