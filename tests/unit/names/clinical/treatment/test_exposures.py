"""Interacting classes with their strength, drugs of such classes, and what a patient takes."""

from __future__ import annotations

import pytest

from names.clinical.exposures import (
    effects_of,
    exposure_covers,
    read_comedication,
    read_exposures,
)
from names.clinical.exposures.wordings import acts_in_both_ways
from names.clinical.values import Exposure, Therapy


def exposures(text: str) -> list[Exposure]:
    return [each.value for each in read_exposures(text) if isinstance(each.value, Exposure)]


def classes(text: str) -> set[tuple[str, str]]:
    return {(each.mechanism, each.strength) for each in exposures(text)}


CYP3A, INDUCTION, PGP = "CYP3A inhibition", "CYP3A induction", "P-gp inhibition"
WORDINGS = {
    "strong CYP3A4 inhibitor": {(CYP3A, "strong")},
    "a potent CYP3A4 inhibitor": {(CYP3A, "strong")},
    "moderate or strong CYP3A inhibitors": {(CYP3A, "moderate"), (CYP3A, "strong")},
    "strong and moderate CYP3A inhibitors": {(CYP3A, "moderate"), (CYP3A, "strong")},
    "strong to weak CYP3A inhibitors": {(CYP3A, "strong"), (CYP3A, "moderate"), (CYP3A, "weak")},
    "CYP3A inhibitors": {(CYP3A, "")},
    "strong inhibitors of CYP3A4": {(CYP3A, "strong")},
    "drugs that inhibit CYP3A": {(CYP3A, "")},
    "moderate and weak CYP3A inducers": {(INDUCTION, "moderate"), (INDUCTION, "weak")},
    "strong CYP3A4-inducers": {(INDUCTION, "strong")},
    "Strong CYP3A4 or P-gp inhibitors": {(CYP3A, "strong"), (PGP, "")},
    "combined P-gp and moderate CYP3A4 inhibitors": {(CYP3A, "moderate"), (PGP, "")},
    "P-glycoprotein inhibitors": {(PGP, "")},
    "Strong P-gp inhibitors": {(PGP, "strong")},
    "CYP2C8 inhibitor": {("CYP2C8 inhibition", "")},
    "strong CYP2D6 inhibitors": {("CYP2D6 inhibition", "strong")},
    "UGT1A1 inducers": {("UGT1A1 induction", "")},
    "PPIs": {("Proton pump inhibition", "")},
    "proton-pump inhibitor": {("Proton pump inhibition", "")},
    "H2 blockers": {("H2 antagonism", "")},
    "gastric acid-reducing agents": {("Acid reduction", "")},
    "QT-prolonging drugs": {("QT prolongation", "")},
    "one third with a strong CYP3A4 inhibitor and one half with a moderate one": {
        (CYP3A, "strong"),
        (CYP3A, "moderate"),
    },
    "drugs that strongly induce CYP3A4": {(INDUCTION, "strong")},
    "Adagrasib inhibits CYP3A and CYP2D6": set(),
    "CDK4/6 inhibitor": set(),
    "PARP inhibitors": set(),
}


@pytest.mark.parametrize("text", WORDINGS)
def test_a_class_is_read_with_its_strength(text: str) -> None:
    assert classes(text) == WORDINGS[text]


def test_a_drug_brings_its_class_and_strength() -> None:
    found = exposures("Everolimus in a patient on rifampicin?")
    assert found[-1] == Exposure(
        mechanism=INDUCTION, strength="strong", drugs=("rifampin",), from_drug=True
    )
    assert ("Proton pump inhibition", "") in classes("Neratinib and omeprazole")


STRENGTHS = {
    "itraconazole": (CYP3A, "strong"),
    "clarithromycin": (CYP3A, "strong"),
    "fluconazole": (CYP3A, "moderate"),
    "diltiazem": (CYP3A, "moderate"),
    "verapamil": (CYP3A, "moderate"),
    "ciprofloxacin": (CYP3A, "moderate"),
    "amiodarone": (CYP3A, "weak"),
    "cimetidine": (CYP3A, "weak"),
    "carbamazepine": (INDUCTION, "strong"),
    "phenytoin": (INDUCTION, "strong"),
    "efavirenz": (INDUCTION, "moderate"),
    "phenobarbital": (INDUCTION, "moderate"),
    "modafinil": (INDUCTION, "weak"),
    "paroxetine": ("CYP2D6 inhibition", "strong"),
    "duloxetine": ("CYP2D6 inhibition", "moderate"),
    "sertraline": ("CYP2D6 inhibition", "weak"),
    "gemfibrozil": ("CYP2C8 inhibition", "strong"),
    "clopidogrel": ("CYP2C8 inhibition", "moderate"),
    "trimethoprim": ("CYP2C8 inhibition", "weak"),
    "carvedilol": (PGP, ""),
}


@pytest.mark.parametrize("drug", STRENGTHS)
def test_strengths_are_those_of_the_table_of_the_fda(drug: str) -> None:
    assert STRENGTHS[drug] in classes(f"Patient on {drug}")


def test_a_cancer_drug_that_is_named_is_not_taken_for_an_interacting_one() -> None:
    assert exposures("Lorlatinib after dabrafenib?") == []
    induces = {(each.mechanism, each.strength) for each in effects_of("lorlatinib")}
    assert (INDUCTION, "moderate") in induces


def test_members_and_exceptions_stand_with_their_class() -> None:
    found = exposures("Moderate or strong CYP3A4 inhibitors such as fluconazole or itraconazole")
    assert {each.drugs for each in found} == {("fluconazole", "itraconazole")}
    (found_one,) = exposures("With strong CYP3A inhibitors other than ketoconazole abemaciclib is")
    assert found_one.excluded == ("ketoconazole",)


STRONG = Exposure(mechanism=CYP3A, strength="strong")
CLARITHROMYCIN = Exposure(
    mechanism=CYP3A, strength="strong", drugs=("clarithromycin",), from_drug=True
)
COVERS = [
    (STRONG, CLARITHROMYCIN, True),
    (Exposure(mechanism=CYP3A, strength="moderate"), CLARITHROMYCIN, False),
    (Exposure(mechanism=CYP3A), CLARITHROMYCIN, True),
    (STRONG, Exposure(mechanism=CYP3A), None),
    (Exposure(mechanism=INDUCTION, strength="weak"), CLARITHROMYCIN, False),
    (Exposure(mechanism=PGP), CLARITHROMYCIN, None),
    (
        Exposure(mechanism=CYP3A, strength="strong", excluded=("clarithromycin",)),
        CLARITHROMYCIN,
        False,
    ),
    (
        Exposure(mechanism=CYP3A, strength="strong", drugs=("itraconazole",), from_drug=True),
        CLARITHROMYCIN,
        None,
    ),
    (CLARITHROMYCIN, CLARITHROMYCIN, True),
    (
        Exposure(mechanism="Acid reduction"),
        Exposure(mechanism="Proton pump inhibition", drugs=("omeprazole",), from_drug=True),
        True,
    ),
    (Exposure(mechanism="Antacid"), Exposure(mechanism="Proton pump inhibition"), False),
]


@pytest.mark.parametrize(("rule", "patient", "covered"), COVERS)
def test_a_rule_covers_exactly_its_strength(
    rule: Exposure, patient: Exposure, covered: bool | None
) -> None:
    assert exposure_covers(rule, patient) is covered


TAKES = {
    "71 yo man, takes carbamazepine for epilepsy": [("carbamazepine", "current")],
    "patient on warfarin": [("warfarin", "current")],
    "She takes metformin 500 mg, atorvastatin and warfarin": [
        ("metformin", "current"),
        ("atorvastatin", "current"),
        ("warfarin", "current"),
    ],
    "not on aspirin": [("aspirin", "not given")],
    "Olaparib with fluconazole?": [],
    "on palbociclib and letrozole": [],
    "capecitabine and warfarin": [],
    "on palbociclib and warfarin": [("warfarin", "current")],
    "was on carbamazepine until last year": [],
    "no recommendation on voriconazole": [],
    "no omeprazole": [("omeprazole", "not given")],
    "meds: metformin, digoxin": [("metformin", "current"), ("digoxin", "current")],
}


@pytest.mark.parametrize("text", TAKES)
def test_what_a_patient_takes_beside_the_treatment(text: str) -> None:
    found = [each.value for each in read_comedication(text)]
    assert [(each.drugs[0], each.outcome) for each in found if isinstance(each, Therapy)] == TAKES[
        text
    ]


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("It is reduced to 2.5 mg with P-gp and moderate CYP3A4 inhibitors.", True),
        ("It is reduced with P-gp or moderate CYP3A4 inhibitors.", False),
        ("Both P-gp and strong CYP3A4 inhibitors lower the dose.", True),
        ("P-gp inhibitors that are also strong CYP3A4 inhibitors should be avoided.", False),
    ],
)
def test_which_rules_are_for_drugs_that_act_in_both_ways(text: str, both: bool) -> None:
    assert acts_in_both_ways(text) is both


@pytest.mark.parametrize("drug", ["metoprolol", "bisoprolol", "carvedilol", "labetalol"])
def test_a_beta_blocker_is_told_by_its_stem(drug: str) -> None:
    assert "Bradycardia" in {each.mechanism for each in effects_of(drug)}


def test_a_rule_on_drugs_that_slow_the_heart_is_on_their_class() -> None:
    rule = "Drugs that cause bradycardia, such as beta-blockers, should be avoided."
    mechanisms = {getattr(each.value, "mechanism", "") for each in read_exposures(rule)}
    assert mechanisms == {"Bradycardia"}


@pytest.mark.parametrize("drug", ["diltiazem", "verapamil", "digoxin", "clonidine", "ivabradine"])
def test_a_drug_that_slows_the_heart_is_told_by_its_record(drug: str) -> None:
    assert "Bradycardia" in {each.mechanism for each in effects_of(drug)}


@pytest.mark.parametrize("drug", ["amlodipine", "nifedipine", "lisinopril", "apixaban"])
def test_a_drug_of_the_heart_need_not_slow_it(drug: str) -> None:
    assert "Bradycardia" not in {each.mechanism for each in effects_of(drug)}
