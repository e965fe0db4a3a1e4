"""What a model says of an option that is first to be checked, and which options stand beside its
answer as none."""

from __future__ import annotations

import pytest

from tests.integration.llm.test_checked_options import label, written

OFFER = "Pembrolizumab is indicated for metastatic MSI-high colorectal cancer."
OTHER = "Nivolumab is indicated for metastatic MSI-high colorectal cancer."
ADVICE = (
    "Panitumumab is not recommended for metastatic colorectal cancer with a KRAS mutation.",
    "Panitumumab is recommended for metastatic colorectal cancer with a KRAS mutation.",
)
CASE = "70-year-old man, metastatic MSI-high colorectal cancer, {}. What are the options?"
STOCK = (label("Olaparib", OFFER, *ADVICE), label("Fulvestrant", OTHER))
# The two titles are those that the reader of these tests knows.


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


@pytest.mark.parametrize(
    ("told", "sentence", "verified"),
    [
        ("kidney transplant in 2011", OFFER, False),
        (
            "kidney transplant in 2011",
            "Pembrolizumab is indicated for metastatic MSI-high colorectal cancer; no safety with a"
            " transplant is stated there.",
            True,
        ),
        ("RAS wild type", OFFER, True),
    ],
)
async def test_an_option_to_be_checked_may_be_told_where_the_sentence_says_what(
    told: str, sentence: str, verified: bool
) -> None:
    answer = await written(
        CASE.format(told), ((1, OFFER),), f"{sentence} [c1]", stock=STOCK, query="pembrolizumab"
    )
    (said,) = answer.sentences
    assert said.verified is verified, said.problem
    assert verified or said.problem.startswith("to be checked before, which it does not say: ")


@pytest.mark.parametrize(("quote", "excluded"), [(ADVICE[0], ()), (ADVICE[1], ("panitumumab",))])
async def test_advice_against_a_drug_refuses_it_to_nobody_else(
    quote: str, excluded: tuple[str, ...]
) -> None:
    """In RAS wild-type disease it is not "panitumumab (needs KRAS alteration)"."""
    asked = CASE.format("KRAS and NRAS wild type, is panitumumab one")
    stock = (label("Olaparib", OFFER, quote), STOCK[1])
    quotes = ((1, OFFER), (1, quote))
    answer = await written(asked, quotes, f"{OFFER} [c1]", stock=stock, query="colorectal cancer")
    assert tuple(each.option for each in answer.excluded) == excluded


HAD = "Trastuzumab is indicated for HER2-positive metastatic breast cancer."
WITH = (
    "Tucatinib plus trastuzumab plus capecitabine is indicated for HER2-positive metastatic breast"
    " cancer after one or more anti-HER2 regimens."
)
PERTUZUMAB = "Pertuzumab is indicated for HER2-positive metastatic breast cancer."


@pytest.mark.parametrize(
    ("told", "is_told"),
    [
        ("had trastuzumab with pertuzumab", False),
        ("had pertuzumab, progressed on trastuzumab", True),
    ],
)
async def test_part_of_a_regimen_that_fits_is_not_refused_for_having_been_had(
    told: str, is_told: bool
) -> None:
    """The answer would contradict itself; that it failed is worth saying."""
    asked = (
        f"57-year-old woman, HER2-positive metastatic breast cancer, {told}, now second line. What"
        " are the options?"
    )
    stock = (label("Olaparib", WITH, HAD, PERTUZUMAB), STOCK[1])
    quotes = ((1, WITH), (1, HAD), (1, PERTUZUMAB))
    answer = await written(asked, quotes, f"{WITH} [c1]", stock=stock, query="breast cancer")
    excluded = [each.option for each in answer.excluded]
    assert "pertuzumab" in excluded
    assert ("trastuzumab" in excluded) is is_told
