"""What a follow-up in a ward's words takes the place of: no answer on the old state."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said

CLARITHROMYCIN = "ribociclib with clarithromycin, dose?"
OMEPRAZOLE = "sotorasib ok with omeprazole?"
MELANOMA = "BRAF V600E melanoma, PD on dabrafenib + trametinib, options?"
OVARY = "ovarian cancer, olaparib maintenance, had carboplatin + paclitaxel"
PANCREAS = "pancreatic cancer, FOLFIRINOX, no PD, maintenance?"


def told_by(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts if not fact.rule]


@pytest.mark.parametrize(
    "later",
    [
        "if I swap clarithromycin to azithromycin?",
        "swap clarithromycin for azithromycin?",
        "can we change clarithromycin to azithromycin?",
        "what if azithromycin instead of clarithromycin",
        "replaced clarithromycin with azithromycin",
        "changed clarithromycin to azithromycin",
    ],
)
def test_a_partner_gives_its_place_in_a_swap(later: str) -> None:
    told = " · ".join(told_by(CLARITHROMYCIN, later))
    assert "takes azithromycin" in told
    assert "takes clarithromycin" not in told


def test_a_swap_to_a_drug_that_no_table_has_ends_the_one_before() -> None:
    told = told_by("olaparib with fluconazole", "switched fluconazole to nystatin")
    assert told == ["had fluconazole"]


def test_going_back_to_a_drug_ends_the_one_that_replaced_it() -> None:
    first = "tamoxifen, on paroxetine, switched to venlafaxine"
    assert "on venlafaxine" not in (told := told_by(first, "she went back to paroxetine"))
    assert "on paroxetine" in told


@pytest.mark.parametrize("later", ["swapped omeprazole for famotidine", "PPI off, now famotidine"])
def test_an_antacid_of_another_class_is_no_cancer_treatment(later: str) -> None:
    told = " · ".join(told_by(OMEPRAZOLE, later))
    assert "takes famotidine (H2 antagonism)" in told


@pytest.mark.parametrize(
    ("first", "later", "told"),
    [
        (MELANOMA, "and ipi-nivo also failed?", "progressed on ipilimumab + nivolumab"),
        (MELANOMA, "ipi/nivo too. then?", "progressed on nivolumab + ipilimumab"),
        (OVARY, "no bev given", "never had bevacizumab"),
        ("osimertinib QTc 505", "470 after K replaced. dose?", "QTc 470 ms"),
        ("niraparib plts 45", "110 after transfusion", "platelets 110 10^9/L"),
    ],
)
def test_what_is_new_is_taken(first: str, later: str, told: str) -> None:
    assert told in told_by(first, later)


@pytest.mark.parametrize(
    ("first", "later", "untold"),
    [
        (MELANOMA, "ipi/nivo too?", "progressed on nivolumab + ipilimumab"),
        ("osimertinib QTc 505", "400 mg after food?", "QTc 400 ms"),
        (PANCREAS, "progressed on scan. next?", "no progression"),
        ("ER+ MBC on abemaciclib, VTE", "other pt: on palbociclib, VTE", "on abemaciclib"),
    ],
)
def test_what_is_not_said_or_over_is_not_told(first: str, later: str, untold: str) -> None:
    assert untold not in told_by(first, later)


def test_no_progression_stays_where_the_next_scan_shows_none() -> None:
    assert "no progression" in told_by(PANCREAS, "no PD on scan. next?")


HER2 = "HER2+ MBC on trastuzumab + pertuzumab, PD. options?"
FAILED = "progressed on trastuzumab deruxtecan"


@pytest.mark.parametrize("later", ["got T-DXd. PD again, next?", "had T-DXd. progressed. next?"])
def test_what_a_sentence_begins_fails_in_the_one_behind(later: str) -> None:
    assert FAILED in told_by(HER2, later)


@pytest.mark.parametrize(
    "later", ["had T-DXd. no PD, next?", "never got T-DXd. PD again?", "we got T-DXd approved. ok?"]
)
def test_what_was_not_given_or_holds_has_not_failed(later: str) -> None:
    assert FAILED not in told_by(HER2, later)


CARBAMAZEPINE = "olaparib with carbamazepine, dose?"


@pytest.mark.parametrize(
    "later",
    [
        "neuro swapped it for levetiracetam",
        "neuro changed it to levetiracetam. dose now?",
        "it was switched to keppra last week",
        "it's been replaced by levetiracetam, ok now?",
        "GP swapped that for zonisamide yesterday",
        "replaced it with valproate",
    ],
)
def test_the_only_drug_taken_beside_is_the_one_swapped(later: str) -> None:
    told = told_by(CARBAMAZEPINE, later)
    assert "had carbamazepine" in told
    assert not any(each.startswith("takes carbamazepine") for each in told)


@pytest.mark.parametrize(
    "later",
    [
        "neuro has not swapped it for levetiracetam",
        "neuro wants to change it to levetiracetam next week",
        "we swapped it for niraparib",
        "levetiracetam added too",
    ],
)
def test_a_drug_taken_beside_stays_where_it_was_not_swapped(later: str) -> None:
    assert "takes carbamazepine (strong CYP3A induction)" in told_by(CARBAMAZEPINE, later)


@pytest.mark.parametrize(
    "later", ["neuro swapped it for levetiracetam", "swapped carbamazepine for levetiracetam"]
)
def test_a_swap_ends_no_other_drug_taken_beside(later: str) -> None:
    told = told_by("ribociclib, on carbamazepine and fluconazole, ok?", later)
    assert "takes fluconazole (moderate CYP3A inhibition)" in told
