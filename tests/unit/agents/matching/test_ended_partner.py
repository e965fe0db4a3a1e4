"""A rule on a drug taken beside the treatment, once that drug is taken no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.sheet import Fact, FactSheet
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.drug_pairs import judge_pair
from names.clinical.values import Exposure, Therapy, TherapyOutcome
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.matching.judged import PlainContext

INDUCER = Exposure(mechanism="CYP3A induction", strength="strong")
TAKEN = replace(INDUCER, drugs=("carbamazepine",), from_drug=True)
RULE = Statement(
    id="one",
    kind="interaction",
    spans=((0, 10),),
    drugs=("olaparib",),
    applies=Applicability(exposures=(INDUCER,)),
)
ASKED = SubQuestion(
    text="olaparib with carbamazepine?",
    kind="interaction",
    drugs=frozenset({"olaparib"}),
    partners=frozenset({"carbamazepine"}),
    about=(TAKEN,),
)
AVOID = "Avoid strong CYP3A inducers."


def reasons(
    *outcomes: TherapyOutcome, text: str = AVOID, rule: Statement = RULE, asked: SubQuestion = ASKED
) -> list[str]:
    taken = (Therapy(drugs=("carbamazepine",), outcome=each) for each in outcomes)
    sheet = FactSheet(facts=tuple(Fact(value=each, text="said") for each in taken))
    return [each.reason for each in judge_pair(rule, PlainContext(text=text), asked, sheet)]


@pytest.mark.parametrize("outcome", ["given", "completed", "not given"])
def test_a_rule_on_a_partner_does_not_hold_once_it_is_over(outcome: TherapyOutcome) -> None:
    assert reasons(outcome) == ["holds while carbamazepine is taken; here: no longer taken"]


@pytest.mark.parametrize(
    "outcomes", [(), ("current",), ("held",), ("planned",), ("given", "current")]
)
def test_it_holds_while_the_partner_is_not_over(outcomes: tuple[TherapyOutcome, ...]) -> None:
    assert reasons(*outcomes) == []


@pytest.mark.parametrize(
    "text",
    [
        "After the inducer is stopped, resume the dose taken before.",
        "Resume it 3 to 5 half-lives after the inducer.",
        "Once discontinued, wait for washout.",
    ],
)
def test_a_rule_that_tells_of_the_time_after_holds_then(text: str) -> None:
    assert reasons("given", text=text) == []


def test_of_two_partners_one_that_is_taken_keeps_the_rule() -> None:
    both = replace(ASKED, partners=ASKED.partners | {"phenytoin"})
    assert reasons("given", asked=both) == []


def test_a_rule_on_no_partner_is_left_alone() -> None:
    assert reasons("given", rule=replace(RULE, applies=Applicability())) == []
