"""What a list denies, what is waited for, and what is over is not there."""

from __future__ import annotations

import pytest

from names.clinical.conditions import read_conditions
from names.clinical.disease import read_settings, read_tumours
from names.clinical.phenotypes.metabolisers import read_phenotypes
from names.clinical.population import read_population
from names.clinical.toxicities import read_toxicities
from names.clinical.values import Condition, Population, Setting, Tumour


def conditions(text: str) -> list[str]:
    found = [each.value for each in read_conditions(text)]
    return [each.polarity for each in found if isinstance(each, Condition)]


@pytest.mark.parametrize(
    ("text", "polarities"),
    [
        ("denies heart failure, diabetes, epilepsy", ["absent"] * 3),
        ("denies: diabetes, epilepsy", ["absent"] * 2),
        ("negative for HBV, HCV, HIV", ["absent"] * 3),
        ("without diabetes, epilepsy", ["absent"] * 2),
        ("HBV, HCV, HIV negative", ["absent"] * 3),
        ("HBV/HCV/HIV neg", ["absent"] * 3),
        ("HBsAg-", ["absent"]),
        ("HBsAg (-)", ["absent"]),
        ("HIV pending", ["uncertain"]),
        ("HIV not tested", ["uncertain"]),
        ("no diabetes, epilepsy, asthma", ["absent", "uncertain", "uncertain"]),
        ("no ILD, diabetic", ["absent", "present"]),
        ("no ILD, has diabetes", ["absent", "present"]),
        ("denies ILD, has diabetes", ["absent", "present"]),
        ("anti-HBc positive, HBsAg negative", ["present"]),
        ("hepatitis B vaccinated", ["present"]),
    ],
)
def test_a_list_is_denied_whole_where_its_words_say_so(text: str, polarities: list[str]) -> None:
    assert conditions(text) == polarities


def test_a_list_that_may_be_denied_is_no_event() -> None:
    assert not read_toxicities("no diabetes, ILD, heart failure")
    assert read_toxicities("grade 2 ILD, heart failure")


@pytest.mark.parametrize(
    "text",
    [
        "UGT1A1 *28/*28 not found",
        "DPYD *2A pending",
        "DPD deficiency suspected",
        "not a CYP2D6 poor metaboliser",
        "DPYD *2A/*13 excluded",
    ],
)
def test_a_phenotype_that_is_denied_or_waited_for_is_none(text: str) -> None:
    assert not read_phenotypes(text)


@pytest.mark.parametrize("text", ["UGT1A1 *28/*28", "CYP2D6 poor metaboliser", "DPD deficiency"])
def test_a_phenotype_that_is_told_is_read(text: str) -> None:
    assert read_phenotypes(text)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("metastatic disease excluded", "absent"),
        ("r/o brain mets", ""),
        ("suspected liver metastases", ""),
        ("stage II, possibly metastatic", ""),
        ("no longer metastatic", ""),
        ("no mets except brain", "present"),
        ("no mets", "absent"),
        ("liver metastases", "present"),
    ],
)
def test_spread_that_is_doubted_is_not_told(text: str, polarity: str) -> None:
    found = [each.value for each in read_settings(text)]
    told = [e.polarity for e in found if isinstance(e, Setting) and e.name == "metastatic"]
    assert told == ([polarity] if polarity else [])


@pytest.mark.parametrize("text", ["not stage IV", "stage IV excluded", "suspected brain mets"])
def test_a_denied_stage_or_place_is_none_of_the_tumour(text: str) -> None:
    found = [each.value for each in read_tumours(f"{text}, breast cancer")]
    tumours = [each for each in found if isinstance(each, Tumour)]
    assert [(each.stage, each.sites) for each in tumours] == [("", ())]


@pytest.mark.parametrize(
    "text", ["no longer pregnant", "was pregnant last year", "patients were pregnant"]
)
def test_a_pregnancy_that_is_over_is_none(text: str) -> None:
    found = [each.value for each in read_population(text)]
    assert "pregnant" not in {e.pregnancy for e in found if isinstance(e, Population)}


@pytest.mark.parametrize("text", ["what if she were pregnant?", "if she were pregnant, what then"])
def test_a_pregnancy_that_is_supposed_is_read(text: str) -> None:
    found = [each.value for each in read_population(text)]
    assert "pregnant" in {e.pregnancy for e in found if isinstance(e, Population)}
