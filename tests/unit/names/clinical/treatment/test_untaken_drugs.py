"""Drugs beside the treatment of the tumour that are named and are not taken."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_patient
from names.clinical.values import Exposure, Therapy

DRUGS = ("ketoconazole", "clarithromycin", "rifampicin")


def effects(text: str) -> set[str]:
    """The drugs of which the text is read as if they changed the exposure to another."""
    found = (each.value for each in read_patient(text))
    return {
        drug
        for value in found
        if isinstance(value, Exposure)
        or (isinstance(value, Therapy) and value.outcome == "current")
        for drug in value.drugs
    }


@pytest.mark.parametrize("drug", DRUGS)
@pytest.mark.parametrize(
    "text",
    [
        "no longer on {}",
        "on ribociclib, {} stopped",
        "on ribociclib, {} was discontinued last week",
        "on ribociclib, {} paused",
        "on ribociclib, {} on hold",
        "on ribociclib, {} d/c'd",
        "on ribociclib, {} not needed",
        "on ribociclib, {} not started",
        "on ribociclib, {} never taken",
        "on ribociclib, {} no longer",
        "on ribociclib, {} 2 years ago",
        "on ribociclib, {} allergy",
        "meds: {} (stopped)",
        "{} allergic",
        "allergies: {}",
        "avoids {}",
        "we avoid {}.",
        "declined {}",
        "stopped {} yesterday",
        "instead of {} takes metformin",
        "{}: none",
        "has used {} until last week",
        "no {}",
    ],
)
def test_a_drug_that_is_not_taken_changes_nothing(text: str, drug: str) -> None:
    name = "rifampin" if drug == "rifampicin" else drug
    assert name not in effects(f"Breast cancer, {text.format(drug)}")


@pytest.mark.parametrize("drug", DRUGS)
@pytest.mark.parametrize(
    "text",
    [
        "takes {}",
        "takes {}, off osimertinib since May",
        "takes {}, stopped letrozole",
        "takes {}, declined surgery",
        "takes {}, allergic to penicillin",
        "takes {}, allergies: penicillin",
        "takes {}, 2 years ago mastectomy",
        "takes {}, last year chemo",
        "started {} 2 weeks ago",
        "on ribociclib, {} restarted",
        "on ribociclib, {} cannot be stopped",
        "on ribociclib, {} to be stopped next week",
        "on ribociclib, should {} be stopped?",
        "is {} contraindicated with ribociclib?",
        "avoid {} with ribociclib?",
        "ribociclib dose once {} is stopped?",
        "can we give {} with ribociclib?",
        "allergic to penicillin but takes {}",
    ],
)
def test_what_is_said_of_another_drug_or_asked_leaves_it(text: str, drug: str) -> None:
    name = "rifampin" if drug == "rifampicin" else drug
    assert name in effects(f"Breast cancer, {text.format(drug)}")


@pytest.mark.parametrize(
    "text",
    [
        "avoids ketoconazole and clarithromycin",
        "no longer on ketoconazole or clarithromycin",
        "stopped ketoconazole/clarithromycin",
        "allergic to ketoconazole and clarithromycin",
        "allergies: ketoconazole, clarithromycin",
    ],
)
def test_a_list_of_drugs_that_are_not_taken_is_whole(text: str) -> None:
    assert effects(f"Breast cancer, {text}") == set()


@pytest.mark.parametrize(
    "text",
    [
        "stopped ketoconazole and clarithromycin started",
        "no longer on ketoconazole, takes clarithromycin",
        "avoids ketoconazole, on clarithromycin",
        "ketoconazole stopped and clarithromycin started",
        "stopped ketoconazole. Takes metformin and clarithromycin",
    ],
)
def test_a_drug_beside_one_that_was_stopped_stays(text: str) -> None:
    assert "clarithromycin" in effects(f"Breast cancer, {text}")


def test_a_drug_of_a_list_that_was_stopped_is_no_longer_taken() -> None:
    found = [each.value for each in read_patient("on letrozole, palbociclib stopped in May")]
    told = {value.drugs: value.outcome for value in found if isinstance(value, Therapy)}
    assert told == {("letrozole",): "current", ("palbociclib",): "given"}
