"""A contraindication of one drug rules out what is given together with it."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LAPATINIB = """## Indications

Lapatinib plus capecitabine is indicated for HER2-positive metastatic breast cancer.

Lapatinib plus letrozole is indicated for HER2-positive metastatic breast cancer.
"""
CAPECITABINE = """## DPD deficiency

Capecitabine is contraindicated in DPYD poor metabolizers.
"""
ONLY = CAPECITABINE.replace("metabolizers.", "metabolizers, unless no treatment is left.")
CASE = "HER2+ metastatic breast cancer, {}. {}?"


async def ask(question: str, limit: str = CAPECITABINE) -> Answer:
    shelf = FakeLibrary(
        [
            document("drug_information", "l", "lapatinib", LAPATINIB, drugs=["lapatinib"]),
            document("drug_information", "c", "capecitabine", limit, drugs=["capecitabine"]),
        ]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer), ending
    return ending


@pytest.mark.parametrize("deficiency", ["complete DPD deficiency", "DPYD *2A/*2A"])
async def test_a_combination_with_the_contraindicated_drug_is_not_for_this_patient(
    deficiency: str,
) -> None:
    ending = await ask(CASE.format(deficiency, "Lapatinib + capecitabine, an option"))
    told = [each.text for each in ending.sentences]
    assert "is not indicated here: is given with capecitabine" in told[0]
    assert any("Capecitabine is contraindicated" in each for each in told)
    assert not any(each.startswith("Lapatinib plus capecitabine is indicated") for each in told)
    refused = {each.option: each for each in ending.excluded}
    assert "is given with capecitabine" in refused["lapatinib with capecitabine"].reason
    assert len(refused["lapatinib with capecitabine"].keys) == 2
    assert not any("lapatinib with capecitabine" in each.options for each in ending.missing)


@pytest.mark.parametrize("known", ["DPYD normal metaboliser", "no allergies"])
async def test_what_the_patient_can_have_stays(known: str) -> None:
    ending = await ask(CASE.format(known, "Lapatinib + capecitabine, an option"))
    assert not any("contraindicated; here" in each.reason for each in ending.excluded)
    assert any("plus capecitabine is indicated" in each.text for each in ending.sentences)


async def test_a_contraindication_with_an_exception_rules_nothing_out() -> None:
    ending = await ask(
        CASE.format("complete DPD deficiency", "Lapatinib + capecitabine, an option"), ONLY
    )
    assert not any("contraindicated; here" in each.reason for each in ending.excluded)


KINASES = """## Indications

Lorlatinib alone is indicated for ALK-positive metastatic non-small cell lung cancer.

Alectinib alone is indicated for ALK-positive metastatic non-small cell lung cancer.
"""
INDUCERS = """## Interactions

Lorlatinib is contraindicated with strong CYP3A inducers.
"""
LUNG = "ALK-positive metastatic NSCLC first line, {}. Which ALK inhibitor?"


async def ask_with(taken: str) -> Answer:
    shelf = FakeLibrary(
        [
            document("indications", "k", "ALK", KINASES, drugs=["lorlatinib", "alectinib"]),
            document("drug_information", "l", "lorlatinib", INDUCERS, drugs=["lorlatinib"]),
        ]
    )
    ending = await Conversation(shelf).ask(LUNG.format(taken))
    assert isinstance(ending, Answer), ending
    return ending


@pytest.mark.parametrize("taken", ["on rifampicin", "takes carbamazepine"])
async def test_a_drug_contraindicated_with_another_that_is_taken_is_no_option(taken: str) -> None:
    ending = await ask_with(taken)
    assert "contraindicated; here:" in {e.option: e.reason for e in ending.excluded}["lorlatinib"]
    assert not any(e.text.startswith("Lorlatinib alone") for e in ending.sentences)
    drug = taken.split()[-1].replace("rifampicin", "rifampin")
    assert f"{drug} for alectinib" in ending.unweighed


async def test_a_weak_inducer_bars_nothing() -> None:
    ending = await ask_with("takes ibuprofen")
    assert any(e.text.startswith("Lorlatinib alone") for e in ending.sentences)


PEMBROLIZUMAB = """## Indications

Pembrolizumab plus chemotherapy is indicated for metastatic triple-negative breast cancer.

## Rules for adverse reactions

For grade 3 or 4 hepatitis, or recurrent grade 2, pembrolizumab is {}.
"""
CAPECITABINE_TOO = """## Indications

Capecitabine alone is indicated for metastatic breast cancer.
"""
AGAIN = "Metastatic TNBC, {}. Pembrolizumab + chemotherapy or capecitabine now?"


async def options_after(history: str, rule: str = "discontinued permanently") -> tuple[str, str]:
    """What is told, and what is refused."""
    shelf = FakeLibrary(
        [
            document(
                "drug_information",
                "p",
                "pembrolizumab",
                PEMBROLIZUMAB.format(rule),
                drugs=["pembrolizumab"],
            ),
            document("drug_information", "c", "capecitabine", CAPECITABINE_TOO),
        ]
    )
    ending = await Conversation(shelf).ask(AGAIN.format(history))
    assert isinstance(ending, Answer), ending
    told = " ".join(each.text for each in ending.sentences)
    return told, " ".join(f"{each.option}: {each.reason}" for each in ending.excluded)


@pytest.mark.parametrize(
    "history",
    [
        "had grade 3 hepatitis on pembrolizumab",
        "on pembrolizumab + carboplatin, now hepatitis grade 4",
    ],
)
async def test_what_is_to_be_stopped_for_good_is_no_option(history: str) -> None:
    told, refused = await options_after(history)
    assert "Pembrolizumab plus chemotherapy is indicated" not in told
    assert "pembrolizumab: is to be stopped for good; here: hepatotoxicity grade" in refused


@pytest.mark.parametrize(
    ("history", "rule"),
    [
        ("had grade 2 hepatitis on pembrolizumab", "discontinued permanently"),
        ("had grade 3 hepatitis on paclitaxel", "discontinued permanently"),
        ("had grade 3 hepatitis on pembrolizumab", "withheld, or discontinued permanently"),
        ("had grade 3 hepatitis on pembrolizumab", "discontinued permanently if it recurs"),
    ],
)
async def test_a_stop_that_does_not_hold_rules_nothing_out(history: str, rule: str) -> None:
    _, refused = await options_after(history, rule)
    assert "stopped for good" not in refused
