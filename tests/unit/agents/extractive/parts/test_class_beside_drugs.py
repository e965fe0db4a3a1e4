"""A class that is asked about beside drugs, and a further part for another time of the disease."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Abstention, Answer
from names.recognise import recognise
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

CASE = "resected stage IIIB melanoma BRAF V600E"
RESULTS = """## Results

The 3-year relapse-free survival of BRAF V600E melanoma was 58% with dabrafenib plus trametinib; \
some patients got immunotherapy later.

Relapse-free survival of BRAF V600E melanoma was longer with nivolumab than with ipilimumab.
"""


@pytest.mark.parametrize("asked", ["anti-PD-1?", "anti-PD1?", "PD1 inhibitor?", "immunotherapy?"])
async def test_a_result_of_other_drugs_does_not_answer_for_a_class(asked: str) -> None:
    shelf = FakeLibrary([document("landmark_trials", "one", "Melanoma", RESULTS)])
    ending = await Conversation(shelf).ask(f"{CASE}, adjuvant {asked}")
    assert isinstance(ending, Answer | Abstention)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert not any("dabrafenib" in each for each in said)


@pytest.mark.parametrize("written", ["anti-PD1", "anti-PDL1", "PD1 inhibitors", "PDL1 inhibitor"])
def test_a_class_is_no_gene(written: str) -> None:
    found = recognise(f"adjuvant {written}?")
    assert found.names("drug_class") == {"PD-1/PD-L1 inhibition"}
    assert not found.names("gene")


@pytest.mark.parametrize("last", ["and what if neoadj possible", "and neoadjuvant?", "and neoadj?"])
def test_a_part_on_another_time_takes_over_no_setting(last: str) -> None:
    *_, part = parse_text(f"{CASE}, adj dab/tram or anti-PD1? {last}").parts
    assert part.settings == {"neoadjuvant"}
    assert part.kind == "therapy"
    assert part.genes == {"BRAF"}
