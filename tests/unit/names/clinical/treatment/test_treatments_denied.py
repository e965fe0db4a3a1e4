"""Treatments that were not had, and those of which is left open whether they were."""

from __future__ import annotations

import pytest

from names.clinical.markers import read_markers
from names.clinical.treatment import read_therapies
from names.clinical.treatment.agents import classes_worded
from names.clinical.values import Therapy

CLASSES = {
    "androgen receptor pathway inhibitor": "Antiandrogen",
    "ARPI": "Antiandrogen",
    "CDK4/6 inhibitor": "CDK4/6 inhibition",
    "PARP inhibitor": "PARP inhibition",
    "taxane": "Taxane-based chemotherapy",
    "anti-HER2 therapy": "HER2 inhibition",
    "platinum-based chemotherapy": "Platinum-based chemotherapy",
    "aromatase inhibitor": "Aromatase inhibition",
}
DENIED = (
    "disease without a prior {}",
    "disease without any prior {}",
    "disease without prior exposure to a {}",
    "disease without exposure to a {}",
    "those who have not had a {}",
    "patients who could not have had a {}",
    "patients who have never received a {}",
    "no prior {}",
    "no previous treatment with a {}",
    "had no {} before",
    "in the absence of a prior {}",
    "{}-naive disease",
    "before any {}",
    "patients not previously treated with a {}",
    "disease untreated with a {}",
    "not after a {}",
    "without having received a {}",
)
OPEN = (
    "with or without a {}",
    "with or without an earlier {}",
    "regardless of prior {}",
    "irrespective of an earlier {}",
    "whether or not a {} was given",
)


def outcomes(text: str) -> set[tuple[str, str]]:
    values = (found.value for found in read_therapies(text))
    return {
        (name, value.outcome)
        for value in values
        if isinstance(value, Therapy)
        for name in value.classes
    }


@pytest.mark.parametrize("wording", DENIED)
def test_a_class_that_is_denied_was_not_had(wording: str) -> None:
    wrong = {
        told: found
        for told, name in CLASSES.items()
        if (name, "not given") not in (found := outcomes(wording.format(told)))
        or any(outcome != "not given" for _, outcome in found)
    }
    assert wrong == {}


@pytest.mark.parametrize("wording", OPEN)
def test_a_class_that_is_left_open_is_neither_had_nor_denied(wording: str) -> None:
    assert [outcomes(wording.format(told)) for told in CLASSES] == [set()] * len(CLASSES)


def test_what_stands_before_what_is_left_open_was_had() -> None:
    text = "after endocrine therapy, with or without an earlier CDK4/6 inhibitor"
    assert outcomes(text) == {("Endocrine therapy", "given")}


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("Since atezolizumab + nab-paclitaxel is approved we'd start it.", []),
        ("Since cetuximab works in G13D, start it?", []),
        ("neuropathy since docetaxel", ["docetaxel"]),
        ("since letrozole she has pain", ["letrozole"]),
    ],
)
def test_since_is_a_time_or_a_reason(text: str, drugs: list[str]) -> None:
    values = [each.value for each in read_therapies(text)]
    assert [d for v in values if isinstance(v, Therapy) for d in v.drugs] == drugs


@pytest.mark.parametrize(("told", "name"), CLASSES.items())
def test_a_class_has_one_name(told: str, name: str) -> None:
    assert classes_worded(told) == (name,)
    assert classes_worded(name) == (name,)


def test_a_class_of_no_table_keeps_its_name() -> None:
    assert classes_worded("moonlight therapy") == ("moonlight therapy",)


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("BRAF V600E- or V600K-mutated melanoma", {"V600E", "V600K"}),
        ("ALK- or ROS1-positive lung cancer", {"fusion"}),
        ("PIK3CA- or ESR1-mutated breast cancer", {"altered"}),
    ],
)
def test_a_hyphen_that_waits_for_its_word_is_no_minus(text: str, present: set[str]) -> None:
    found = [each.value for each in read_markers(text)]
    assert {each.polarity for each in found} == {"present"}  # type: ignore[union-attr]
    assert {each.state for each in found} == present  # type: ignore[union-attr]
    assert len(found) == 2


@pytest.mark.parametrize("text", ["ER+/HER2- or TNBC", "HER2- and ESR1-mutated", "HER2- disease"])
def test_a_minus_stays_one(text: str) -> None:
    (her2,) = {e.value for e in read_markers(text) if e.value.name == "HER2"}  # type: ignore[union-attr]
    assert her2.polarity == "absent"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "behind", ["", ", progressing now", ", relapsed in bone", "; growing again", " and now PD"]
)
@pytest.mark.parametrize("name", ["a PARP inhibitor", "an ARPI", "any taxane", "anti-HER2 therapy"])
def test_never_before_a_treatment_denies_it_whatever_follows(name: str, behind: str) -> None:
    found = outcomes(f"three lines of chemotherapy, never {name}{behind}")
    assert (
        CLASSES[name.removeprefix("an ").removeprefix("a ").removeprefix("any ")],
        "not given",
    ) in found
    assert "progressed" not in {outcome for _, outcome in found}


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("never responded to a taxane", "progressed"),
        ("never progressed on a taxane", "given"),
        ("never smoker, on a taxane", "current"),
        ("never smoker, progressed on a taxane", "progressed"),
    ],
)
def test_never_before_something_else_denies_no_treatment(said: str, outcome: str) -> None:
    assert ("Taxane-based chemotherapy", outcome) in outcomes(said)
