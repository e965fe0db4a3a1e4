"""A statement that offers several regimens, of which only some are none for the patient."""

from __future__ import annotations

from dataclasses import replace

from agents.matching.verdicts import Judgement
from names.clinical.values import ClinicalValue, Condition, Therapy, Toxicity
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.matching.judged import CHOICE, OPTION, judged

EITHER = (("atezolizumab", "bevacizumab"), ("durvalumab", "tremelimumab"))
ADVICE = replace(
    OPTION,
    kind="recommendation",
    drugs=tuple(drug for regimen in EITHER for drug in regimen),
    regimens=EITHER,
)
NO_DRUG = replace(CHOICE, drugs=frozenset())


def judge(*values: ClinicalValue, statement: Statement = ADVICE) -> Judgement:
    return judged(Applicability(), *values, asked=NO_DRUG, statement=statement)


def regimens_out(judgement: Judgement) -> dict[tuple[str, ...], str]:
    return {each.regimen: each.reason for each in judgement.verdicts if each.regimen}


def test_a_fact_that_is_hard_for_one_regimen_leaves_the_other() -> None:
    judgement = judge(Condition(name="bleeding"))
    assert not judgement.contradictions
    assert regimens_out(judgement) == {
        EITHER[0]: "the source states no safety of bevacizumab in bleeding; here: bleeding"
    }


def test_a_haemorrhage_counts_as_bleeding() -> None:
    assert list(regimens_out(judge(Toxicity(event="haemorrhage")))) == [EITHER[0]]


def test_a_fact_that_is_hard_for_both_rules_the_statement_out() -> None:
    judgement = judge(Condition(name="transplant"))
    assert "transplant" in judgement.reason
    assert not regimens_out(judgement)


def test_one_regimen_is_ruled_out_as_a_whole() -> None:
    alone = replace(ADVICE, drugs=EITHER[0], regimens=())
    assert "bleeding" in judge(Condition(name="bleeding"), statement=alone).reason


def test_a_regimen_that_failed_leaves_the_other() -> None:
    judgement = judge(Therapy(drugs=EITHER[1], outcome="progressed"))
    assert not any(each.dimension == "had before" for each in judgement.contradictions)
    assert regimens_out(judgement) == {EITHER[1]: "progressed on durvalumab with tremelimumab"}


def test_both_failed() -> None:
    had = [Therapy(drugs=each, outcome="progressed") for each in EITHER]
    assert not regimens_out(judge(*had))
