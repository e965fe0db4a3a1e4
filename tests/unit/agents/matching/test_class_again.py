"""A class of drugs that was had: advice against giving it again, and partners that hide it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.sequence.class_again import judge_class_again
from names.clinical.values import Therapy
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import OPTION, judged

ADVICE = replace(OPTION, kind="recommendation", drugs=())
HAD_PARP = Therapy(drugs=("olaparib",), outcome="completed", setting="maintenance")


@pytest.mark.parametrize(
    "text",
    [
        "No PARP inhibitor for stage I disease, nor a second course of PARP inhibition.",
        "It advises against retreatment with a PARP inhibitor.",
        "The society does not recommend another PARP inhibitor.",
    ],
)
def test_advice_against_the_class_again_is_for_who_had_it(text: str) -> None:
    (verdict,) = judge_class_again(ADVICE, text, [HAD_PARP])
    assert (verdict.dimension, verdict.outcome) == ("had before", "ok")
    assert "PARP" in verdict.reason


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("Nor a second course of PARP inhibition.", Therapy(drugs=("carboplatin",))),
        (
            "Nor a second course of PARP inhibition.",
            Therapy(drugs=("olaparib",), outcome="not given"),
        ),
        ("No PARP inhibitor is advised for stage I disease.", HAD_PARP),
        ("A second course of PARP inhibition is an option.", HAD_PARP),
    ],
)
def test_other_advice_says_nothing_of_it(text: str, had: Therapy) -> None:
    assert judge_class_again(ADVICE, text, [had]) == []


def test_a_partner_given_again_does_not_hide_the_class_of_the_other_drug() -> None:
    had = Therapy(drugs=("fulvestrant", "ribociclib"), outcome="given")
    option = replace(OPTION, drugs=("abemaciclib", "fulvestrant"))
    rule = Therapy(classes=("Endocrine therapy",), outcome="progressed")
    again = judged(Applicability(prior_required=(rule,)), had, statement=option)
    assert any("abemaciclib after ribociclib" in each for each in again.missing)
    alone = Therapy(drugs=("fulvestrant",), outcome="given")
    assert not judged(Applicability(), alone, statement=option).missing
