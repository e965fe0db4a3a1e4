"""A made patient is told so that the product reads what the statement asks for, and each change
turns just one thing of it."""

from __future__ import annotations

from random import Random

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from evals.near_misses.changes import CHANGES
from evals.near_misses.patients import patient_for
from names.clinical.values import (
    Exposure,
    Line,
    Marker,
    MarkerRule,
    OrganFunction,
    Phenotype,
    Population,
    Therapy,
    Toxicity,
)
from retrieval.statements.model import Applicability, Statement, StatementKind

CHANCE = Random(1)
EGFR = MarkerRule(any_of=(Marker(name="EGFR", state="L858R"),))
HER2 = MarkerRule(any_of=(Marker(name="HER2", state="positive"),))


def statement(applies: Applicability, kind: StatementKind = "indication") -> Statement:
    return Statement(id="one", kind=kind, spans=((0, 9),), drugs=("neratinib",), applies=applies)


LUNG = Applicability(
    tumours=("non-small cell lung cancer",), settings=("metastatic",), requires=(EGFR,),
    line=Line(first=1, last=1),
)  # fmt: skip
LATER = Applicability(
    tumours=("breast cancer",), settings=("metastatic",), requires=(HER2,),
    prior_required=(Therapy(drugs=("trastuzumab",), outcome="progressed"),),
    population=Population(sex="female", menopause="postmenopausal"),
)  # fmt: skip
LIVER = Applicability(organ=(OrganFunction(organ="hepatic", grade="Child-Pugh B"),))
TAKEN = Applicability(exposures=(Exposure(mechanism="CYP3A inhibition", strength="strong"),))
SLOW = Applicability(phenotypes=(Phenotype(gene="DPYD", phenotype="poor"),))
EVENT = Applicability(toxicities=(Toxicity(event="diarrhoea", grade_from=3, grade_to=4),))


@pytest.mark.parametrize(
    ("applies", "change", "gone", "there"),
    [
        (LUNG, "tumour", "lung", ""),
        (LUNG, "setting", "metastatic", "adjuvant"),
        (LUNG, "variant", "L858R", "exon 20 insertion"),
        (LUNG, "line", "first line,", "progressed on first-line chemotherapy"),
        (LUNG, "had before", "first line", "progressed on neratinib"),
        (LATER, "untreated", "trastuzumab", ""),
        (LATER, "population", "postmenopausal", "premenopausal"),
        (LIVER, "organ class", "Child-Pugh B", "Child-Pugh C"),
        (TAKEN, "strength", "", "takes"),
        (SLOW, "phenotype", "poor", "normal"),
        (EVENT, "grade", "grade 3", "grade 2"),
    ],
)
def test_a_change_turns_one_thing(
    applies: Applicability, change: str, gone: str, there: str
) -> None:
    told = statement(applies)
    patient = patient_for(told, CHANCE)
    assert patient is not None
    changed = CHANGES[change](told, patient, CHANCE)
    assert changed is not None
    assert changed.in_words() != patient.in_words()
    assert not gone or gone not in changed.in_words().lower().replace("child-pugh", "Child-Pugh")
    assert there in changed.in_words()


def test_the_polarity_of_one_marker_is_turned() -> None:
    told = statement(LATER)
    patient = patient_for(told, CHANCE)
    assert patient is not None
    changed = CHANGES["marker"](told, patient, CHANCE)
    assert changed is not None
    sheet = read_fact_sheet((Message(f"{changed.in_words()}. What next?"),))
    her2 = [m for m in sheet.of(Marker) if (m.name, m.state) == ("HER2", "positive")]
    assert [each.polarity for each in her2] == ["absent"]


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_statement_does_not_state_is_not_changed(change: str) -> None:
    told = statement(Applicability(settings=()), kind="dose")
    made = patient_for(statement(LIVER), CHANCE)
    assert made is not None
    assert CHANGES[change](told, made, CHANCE) is None


def test_a_statement_without_words_makes_no_patient() -> None:
    unworded = MarkerRule(any_of=(Marker(name="PD-L1", state="positive"),))
    assert patient_for(statement(Applicability(requires=(unworded,))), CHANCE) is None
    assert patient_for(statement(Applicability()), CHANCE) is None
