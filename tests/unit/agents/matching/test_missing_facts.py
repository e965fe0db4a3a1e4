"""Of which kind a missing fact is: told by the rule, and never by its words."""

from __future__ import annotations

import pytest

from agents.facts.sheet import FactSheet
from agents.journal.codec import decode, encode
from agents.matching.dimensions import MissingKind
from agents.matching.ordering import hangs_on_absence
from agents.matching.patient.circumstances import judge_circumstances
from agents.matching.patient.markers import judge_markers
from agents.matching.patient.tumours import judge_tumour
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import Finding, Observation
from names.clinical.values import Condition, Marker, MarkerRule
from retrieval.statements.model import Applicability, Statement

EGFR = Marker(name="EGFR")
NO_EGFR = Marker(name="EGFR", polarity="absent")
NO_HER2 = Marker(name="HER2", state="positive", polarity="absent")


def open_marker(*patterns: Marker, at_least: float | None = None, unit: str = "") -> Verdict:
    rule = MarkerRule(any_of=patterns, at_least=at_least, unit=unit)
    (verdict,) = judge_markers([rule], [], [], frozenset())
    return verdict


def open_condition(name: str, *, absent: bool = False) -> Verdict:
    rule = Condition(name=name, polarity="absent" if absent else "present")
    applies = Applicability(conditions=(rule,))
    statement = Statement(id="s", kind="indication", spans=((0, 1),), applies=applies)
    (verdict,) = judge_circumstances(statement, FactSheet())
    return verdict


@pytest.mark.parametrize(
    ("verdict", "kind", "holds_back"),
    [
        (open_marker(EGFR), "marker", True),
        (open_marker(NO_EGFR, Marker(name="ALK", polarity="absent")), "absent marker", True),
        (open_marker(NO_HER2), "negative receptor", False),
        (open_marker(Marker(name="PD-L1"), at_least=10, unit="CPS"), "marker", True),
        (open_condition("recurrence score 11 to 25"), "number range", True),
        (open_condition("at least 4 positive nodes"), "number range", True),
        (open_condition("cirrhosis"), "", False),
        (open_condition("cirrhosis", absent=True), "absent condition", False),
    ],
)
def test_an_open_fact_has_its_kind(verdict: Verdict, kind: MissingKind, holds_back: bool) -> None:
    assert verdict.missing
    assert (verdict.missing_kind, verdict.holds_back) == (kind, holds_back)


def test_an_option_waits_for_the_one_grade_that_it_names() -> None:
    low, high = "low-grade glioma", "high-grade glioma"
    here = frozenset(("glioma",))
    one = judge_tumour(Applicability(tumours=(low,)), here)
    both = judge_tumour(Applicability(tumours=(low, high)), here)
    assert (one.missing_kind, one.holds_back) == ("grade of tumour", True)
    assert not both.holds_back


def test_advice_hangs_on_absence_only_where_all_that_is_open_is_absent() -> None:
    weighed = Verdict("condition", "ok")
    statement = Statement(id="s", kind="recommendation", spans=((0, 1),))
    absent, present = open_marker(NO_EGFR), open_marker(EGFR)
    assert hangs_on_absence(Judgement(statement, 0, (weighed, absent)))
    assert not hangs_on_absence(Judgement(statement, 0, (weighed, absent, present)))


def test_a_marker_in_an_older_journal_holds_an_option_back() -> None:
    statement = Statement(id="s", kind="indication", spans=((0, 1),))
    judgement = Judgement(statement, 0, (open_marker(EGFR),))
    finding = Finding(text="", citations=(), judgements=(judgement,))
    observation = Observation(call_id="a1", tool="search", outcome="data", findings=(finding,))
    payload = encode(observation)
    del payload["findings"][0]["judgements"][0]["verdicts"][0]["missing_kind"]
    read = decode("observation", payload)
    assert isinstance(read, Observation)
    assert read.findings[0].judgements[0].verdicts[0].holds_back
