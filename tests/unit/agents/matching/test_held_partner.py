"""The dose of a regimen is not that of a patient in whom a partner is on hold."""

from __future__ import annotations

from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.matching.judging import judge
from names.clinical.values import Therapy
from retrieval.statements.model import Statement
from tests.unit.agents.matching.judged import DOSE, OPTION, PlainContext

BOTH = replace(OPTION, kind="dose", drugs=("encorafenib", "binimetinib"))
ASKED = replace(DOSE, text="encorafenib dose?", drugs=frozenset({"encorafenib"}))


def _reasons(text: str, outcome: str, statement: Statement = BOTH) -> list[str]:
    therapy = Therapy(drugs=("binimetinib",), outcome=outcome)  # type: ignore[arg-type]
    sheet = FactSheet(facts=(Fact(value=therapy, text="said"),))
    context = PlainContext(text=text, names=frozenset({"encorafenib"}))
    judgement = judge(statement, context, ASKED, sheet)
    return [v.reason for v in judgement.verdicts if v.outcome == "contradicts"]


def test_the_dose_with_a_held_partner_is_none() -> None:
    told = "Encorafenib is given at 450 mg with binimetinib."
    assert _reasons(told, "held") == ["is the dose with binimetinib, which is on hold"]
    assert _reasons(told, "intolerant") == ["is the dose with binimetinib, which was not tolerated"]
    assert _reasons(told, "current") == []


def test_a_rule_for_the_hold_itself_stays() -> None:
    assert _reasons("If binimetinib is withheld, encorafenib is given at 300 mg.", "held") == []
    alone = replace(BOTH, drugs=("encorafenib",))
    assert _reasons("Encorafenib is given at 300 mg.", "held", alone) == []
