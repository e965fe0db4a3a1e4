"""Graded things, the currency of a statement, and its subject."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.asked import Asked
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    OrganFunction,
    Phenotype,
    Population,
    Toxicity,
)
from retrieval.statements.model import Applicability, Statement
from tests.unit.agents.matching.judged import DOSE, OPTION, judged

GRADED: list[tuple[Applicability, ClinicalValue, str]] = [
    (
        Applicability(organ=(OrganFunction(organ="renal", low=31, high=50, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "ok",
    ),
    (
        Applicability(organ=(OrganFunction(organ="renal", low=51, high=80, unit="mL/min"),)),
        OrganFunction(organ="renal", low=44, high=44, unit="mL/min"),
        "contradicts",
    ),
    (
        Applicability(organ=(OrganFunction(organ="hepatic", grade="Child-Pugh B"),)),
        OrganFunction(organ="hepatic", grade="Child-Pugh C"),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="moderate"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "contradicts",
    ),
    (
        Applicability(exposures=(Exposure(mechanism="CYP3A induction", strength="strong"),)),
        Exposure(mechanism="CYP3A induction", strength="strong", drugs=("rifampicin",)),
        "ok",
    ),
    (
        Applicability(phenotypes=(Phenotype(gene="DPYD", score_from=1, score_to=1),)),
        Phenotype(gene="DPYD", score_from=1.5, score_to=1.5),
        "contradicts",
    ),
    (
        Applicability(
            toxicities=(Toxicity(event="interstitial lung disease", grade_from=1, grade_to=1),)
        ),
        Toxicity(event="interstitial lung disease", grade_from=2, grade_to=2),
        "contradicts",
    ),
    (
        Applicability(population=Population(menopause="postmenopausal")),
        Population(menopause="premenopausal"),
        "contradicts",
    ),
]


@pytest.mark.parametrize(("applies", "value", "expected"), GRADED)
def test_graded_things_are_exact(
    applies: Applicability, value: ClinicalValue, expected: str
) -> None:
    judgement = judged(applies, value, asked=DOSE, statement=replace(OPTION, kind="adjustment"))
    told = {each.outcome for each in judgement.verdicts if each.dimension != "subject"}
    assert expected in told
    assert expected == "contradicts" or "contradicts" not in told


def test_a_superseded_statement_is_never_an_option() -> None:
    old = replace(OPTION, currency="superseded", superseded_by="the guideline of 2024")
    judgement = judged(Applicability(), statement=old)
    assert not judgement.answers
    assert not judgement.is_excluded_option


def test_another_drug_or_trial_is_beside_the_subject() -> None:
    other = Asked(text="x", kind="therapy", drugs=frozenset({"niraparib"}))
    assert not judged(Applicability(), asked=other).is_on_subject
    trial = Asked(text="OlympiA?", kind="trial_result", trials=frozenset({"OlympiA"}))
    result = Statement(id="r", kind="result", spans=((0, 1),), trials=("OlympiAD",))
    assert not judged(Applicability(), asked=trial, statement=result).is_on_subject
