"""The dose of a regimen is not that of a patient in whom a partner is on hold."""

from __future__ import annotations

from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.matching.judging import judge
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Judgement
from names.clinical.values import Therapy
from retrieval.statements.model import Statement
from tests.unit.agents.matching.judged import DOSE, OPTION, PlainContext

BOTH = replace(OPTION, kind="dose", drugs=("encorafenib", "binimetinib"))
ASKED = replace(DOSE, text="encorafenib dose?", drugs=frozenset({"encorafenib"}))


def _judged(text: str, outcome: str, statement: Statement, asked: SubQuestion = ASKED) -> Judgement:
    therapy = Therapy(drugs=("binimetinib",), outcome=outcome)  # type: ignore[arg-type]
    sheet = FactSheet(facts=(Fact(value=therapy, text="said"),))
    return judge(statement, PlainContext(text=text, names=asked.drugs), asked, sheet)


def _reasons(text: str, outcome: str, statement: Statement = BOTH) -> list[str]:
    found = _judged(text, outcome, statement).verdicts
    return [v.reason for v in found if v.outcome == "contradicts"]


def test_the_dose_with_a_held_partner_is_none() -> None:
    told = "Encorafenib is given at 450 mg with binimetinib."
    assert _reasons(told, "held") == ["is the dose with binimetinib, which is on hold"]
    assert _reasons(told, "intolerant") == ["is the dose with binimetinib, which was not tolerated"]
    assert _reasons(told, "current") == []


def test_a_rule_for_the_hold_itself_stays() -> None:
    assert _reasons("If binimetinib is withheld, encorafenib is given at 300 mg.", "held") == []
    alone = replace(BOTH, drugs=("encorafenib",))
    assert _reasons("Encorafenib is given at 300 mg.", "held", alone) == []


def test_the_rule_for_the_hold_is_what_is_asked_for_the_dose() -> None:
    rule = replace(BOTH, kind="adjustment", drugs=("encorafenib",))
    told = "If binimetinib is withheld, encorafenib is reduced to at most 300 mg once daily."
    assert _judged(told, "held", rule).gives_what_is_asked
    assert not _judged(told, "intolerant", rule).gives_what_is_asked
    other = "If trametinib is withheld, encorafenib is reduced to at most 300 mg once daily."
    assert not _judged(other, "held", rule).gives_what_is_asked


def test_the_dose_with_another_partner_is_none() -> None:
    told = "Encorafenib is given at 300 mg once a day with cetuximab."
    other = replace(BOTH, drugs=("encorafenib", "cetuximab"))
    reason = "is the dose with cetuximab; here: binimetinib, which is on hold"
    assert _reasons(told, "held", other) == [reason]
    assert _reasons(told, "current", other) == []
    unrelated = replace(BOTH, drugs=("lapatinib", "capecitabine"))
    asked = replace(ASKED, drugs=frozenset({"lapatinib"}))
    assert not _judged("Lapatinib is given with capecitabine.", "held", unrelated, asked).reasons
