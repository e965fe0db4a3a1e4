"""That a source is silent on a fact of the patient refuses nothing: an autoimmune disease or an
interstitial lung disease is told as to be checked before a checkpoint antibody."""

from __future__ import annotations

import pytest

from agents.endings.layout import AnswerLayout, label_of_option, whole_layout
from agents.endings.plaintext import plain_limits
from agents.turns import Answer, ExcludedOption
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = (
    "Pembrolizumab alone is indicated for first-line treatment of metastatic non-small cell lung "
    "cancer with PD-L1 TPS of at least 1% and no EGFR or ALK aberrations."
)
CASE = "stage IV NSCLC, TPS 70, no EGFR/ALK aberration, "


async def _ask(question: str) -> Answer:
    shelf = FakeLibrary([document("indications", "one", "Pembrolizumab", f"## Lung\n\n{LABEL}\n")])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("mild psoriasis on topicals. pembrolizumab 1L?", "autoimmune disease"),
        ("hashimoto on levothyroxine. pembro first line?", "autoimmune disease"),
        ("known IPF. pembrolizumab first line?", "interstitial lung disease"),
        ("ILD known. first line?", "interstitial lung disease"),
    ],
)
async def test_a_caution_refuses_nothing_and_stands_beside_the_option(fact: str, told: str) -> None:
    ending = await _ask(f"{CASE}{fact}")
    first = ending.sentences[0]
    assert first.text.startswith("To be checked before pembrolizumab")
    assert f"states no safety in {told}" in first.text
    assert not first.problem
    below = plain_limits(whole_layout(ending))
    assert not any("Not for this patient" in each for each in below)
    assert all(each.is_to_check for each in ending.excluded)
    assert not any("no option" in each.text.lower() for each in ending.sentences)


async def test_a_graft_is_no_option_until_checked() -> None:
    ending = await _ask(f"{CASE}kidney transplant. pembrolizumab 1L?")
    assert ending.sentences[0].text.startswith("Pembrolizumab is not an option here until checked")


PONATINIB = (
    "Ponatinib alone is indicated for T315I-positive chronic myeloid leukaemia in chronic phase."
)


@pytest.mark.parametrize(
    ("fact", "is_offered"),
    [("heart attack in May", False), ("stroke last year", False), ("hypertension", True)],
)
async def test_no_bcr_abl_inhibitor_is_an_option_unchecked(fact: str, is_offered: bool) -> None:
    label = document("indications", "one", "Ponatinib", f"## Leukaemia\n\n{PONATINIB}\n")
    ending = await Conversation(FakeLibrary([label])).ask(f"CML with T315I, {fact}. Ponatinib?")
    assert isinstance(ending, Answer)
    told = " ".join(each.text for each in ending.sentences)
    assert ("not an option here until checked" not in told) is is_offered
    assert ("is indicated for" in told) is is_offered


@pytest.mark.parametrize(
    ("reason", "is_to_check", "label"),
    [
        ("other words for it", True, "To be checked before"),
        ("the source states no safety in pregnancy; here: pregnant", False, "Not for this patient"),
        # Written down before the kind of a reason was kept with it.
        ("the source states no safety in sarcoidosis; here: it", None, "To be checked before"),
        (
            "the source states no safety of bevacizumab in bleeding; here: bleeding",
            None,
            "To be checked before",
        ),
        ("needs KRAS G12C; here: KRAS G12D", None, "Not for this patient"),
        (
            "the source states no safety in pregnancy; here: pregnant; needs KRAS G12C",
            None,
            "Not for this patient",
        ),
    ],
)
def test_silence_of_a_source_is_told_by_its_kind_not_its_words(
    reason: str, is_to_check: bool | None, label: str
) -> None:
    option = ExcludedOption(option="pembrolizumab", reason=reason, is_to_check=is_to_check)
    assert label_of_option(option) == label
    assert plain_limits(AnswerLayout(excluded=(option,)))[0].startswith(label)
