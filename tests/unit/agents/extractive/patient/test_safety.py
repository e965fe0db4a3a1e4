"""Facts that a treatment has to weigh, in pairs that differ in one fact."""

from __future__ import annotations

import pytest

from agents.endings.plaintext import plain_ending
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """## Indications

Trastuzumab is indicated for HER2-positive metastatic breast cancer.
{}
"""
WARNING = "Trastuzumab can cause fetal harm when it is given to a pregnant woman."
CARDIAC = "Trastuzumab is withheld when the LVEF falls below 50%."
CASE = "HER2-positive metastatic breast cancer, first line. Trastuzumab an option?"
IN_GENERAL = "HER2-positive metastatic breast cancer, first line. What are the options?"


def library(*more: str) -> FakeLibrary:
    text = LABEL.format("\n".join(more))
    return FakeLibrary(
        [document("drug_information", "tra", "Trastuzumab", text, drugs=["trastuzumab"])]
    )


async def answer_to(question: str, *more: str) -> Answer | Abstention:
    ending = await Conversation(library(*more)).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


def said(ending: Answer | Abstention) -> str:
    return " ".join(s.text for s in ending.sentences) if isinstance(ending, Answer) else ""


async def test_without_such_a_fact_the_option_is_said() -> None:
    ending = await answer_to(f"Woman with {CASE}")
    assert "is indicated for HER2-positive" in said(ending)
    assert isinstance(ending, Answer)
    assert not ending.unweighed


@pytest.mark.parametrize(
    ("who", "fact"),
    [
        ("Pregnant woman", "in pregnancy"),
        ("Breastfeeding woman", "in breastfeeding"),
        ("Woman who wishes to become pregnant", "with a wish for pregnancy"),
    ],
)
async def test_nothing_is_an_option_that_does_not_speak_of_pregnancy(who: str, fact: str) -> None:
    ending = await answer_to(f"{who} with {CASE}")
    assert "is indicated for HER2-positive" not in said(ending)
    if isinstance(ending, Answer):
        first = ending.sentences[0]
        assert first.verified
        assert "until checked" in first.text
        assert fact in first.text
    else:
        assert "until checked" in ending.gap.detail


async def test_the_warning_of_the_drug_stands_beside_what_is_held_back() -> None:
    ending = await answer_to(f"Pregnant woman with {CASE}", WARNING)
    assert "until checked" in said(ending)
    assert "fetal harm" in said(ending)
    told = await answer_to(f"Woman with {CASE}", WARNING)
    assert "is indicated for HER2-positive" in said(told)
    assert "until checked" not in said(told)


async def test_advice_that_speaks_of_pregnancy_is_said() -> None:
    advice = "In pregnant patients trastuzumab is recommended for HER2-positive breast cancer."
    ending = await answer_to(f"Pregnant woman with {CASE}", advice)
    assert "In pregnant patients trastuzumab is recommended" in said(ending)


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("LVEF 35%", "LVEF 35%"),
        ("history of ILD", "interstitial lung disease"),
        ("kidney transplant", "transplant"),
        ("HbA1c 9.1%", "HbA1c 9.1%"),
        ("on warfarin", "warfarin"),
    ],
)
async def test_what_no_source_weighs_is_named(fact: str, words: str) -> None:
    ending = await answer_to(f"Woman, {fact}, with {CASE}")
    if isinstance(ending, Answer) and "is indicated for HER2-positive" in said(ending):
        assert any(words in each for each in ending.unweighed), ending.unweighed


async def test_a_limit_that_weighs_the_fact_is_shown_in_its_place() -> None:
    question = f"Woman with LVEF 35% and {CASE}"
    without = await answer_to(question)
    assert isinstance(without, Answer)
    assert without.sentences[0].text.startswith("Trastuzumab is not an option here until checked")
    assert "is indicated" not in said(without)
    in_general = await answer_to(f"Woman with LVEF 35% and {IN_GENERAL}")
    assert isinstance(in_general, Answer)
    assert in_general.unweighed == ("LVEF 35%",)
    weighed = await answer_to(question, CARDIAC)
    assert isinstance(weighed, Answer)
    assert "LVEF falls below 50%" in said(weighed)
    assert not weighed.unweighed
    normal = await answer_to(f"Woman with LVEF 62% and {CASE}")
    assert isinstance(normal, Answer)
    assert not normal.unweighed


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("visceral crisis", "visceral crisis"),
        ("TP53 R175H", "TP53 R175H"),
    ],
)
async def test_what_no_option_weighs_is_named(more: str, words: str) -> None:
    ending = await answer_to(f"Woman, {more}, with {CASE}")
    assert isinstance(ending, Answer)
    assert ending.unweighed == (words,)
    spoken = await answer_to(
        f"Woman, {more}, with {CASE}",
        f"Trastuzumab is indicated for patients with {more} and HER2-positive breast cancer.",
    )
    assert isinstance(spoken, Answer)
    assert not spoken.unweighed


async def test_what_is_not_understood_stands_first() -> None:
    ending = await answer_to(f"Woman, lymphangitic spread, with {CASE}")
    assert isinstance(ending, Answer)
    assert ending.unread == ("lymphangitic spread",)
    assert plain_ending(ending).startswith("Not weighed: “lymphangitic spread” (not understood).")


MELANOMA = """## Indications

Nivolumab is indicated for unresectable or metastatic melanoma.

Dabrafenib plus trametinib is indicated for metastatic melanoma with a BRAF V600E mutation.
"""


@pytest.mark.parametrize("graft", ["kidney tx 2016 on tacrolimus", "liver transplant 2019"])
async def test_a_graft_holds_back_what_may_have_it_rejected(graft: str) -> None:
    drugs = ["nivolumab", "dabrafenib", "trametinib"]
    shelf = FakeLibrary([document("indications", "mel", "Melanoma", MELANOMA, drugs=drugs)])
    case = f"61M, {graft}, metastatic melanoma BRAF V600E."
    held = await Conversation(shelf).ask(f"{case} Can I give nivolumab?")
    assert isinstance(held, Answer | Abstention)
    assert "Nivolumab is indicated" not in said(held)
    told = await Conversation(shelf).ask(f"{case} Can I give dabrafenib/trametinib?")
    assert isinstance(told, Answer)
    assert "is indicated for metastatic melanoma" in said(told)
    assert "transplant" in " ".join(told.unweighed)


async def test_a_severe_event_of_the_past_that_nothing_weighs_is_named() -> None:
    asked = await answer_to(f"Woman, hx SJS on lamotrigine 2015, {CASE}")
    assert isinstance(asked, Answer)
    assert "speaks of severe cutaneous adverse reactions with" in asked.sentences[0].text
    assert "is indicated" not in asked.sentences[0].text
    ending = await answer_to(f"Woman, hx SJS on lamotrigine 2015, {IN_GENERAL}")
    assert isinstance(ending, Answer)
    assert "severe cutaneous adverse reactions" in ending.unweighed


ALPELISIB = "Alpelisib is indicated with fulvestrant for PIK3CA-mutated metastatic breast cancer."
NOT_ESTABLISHED = "The safety of alpelisib is not established in diabetes that is not controlled."


@pytest.mark.parametrize(
    ("told", "leads"),
    [
        ("glucose 15 mmol/L", NOT_ESTABLISHED),
        ("fasting glucose 280 mg/dL", NOT_ESTABLISHED),
        ("HbA1c 9.8 %", NOT_ESTABLISHED),
        ("glucose 5.1 mmol/L", ALPELISIB),
        ("fasting glucose 95 mg/dL", ALPELISIB),
    ],
)
async def test_a_high_glucose_is_told_before_the_option_that_raises_it(
    told: str, leads: str
) -> None:
    text = f"## Indications\n\n{ALPELISIB}\n\n## Warnings\n\n{NOT_ESTABLISHED}\n"
    page = document("drug_information", "a", "Alpelisib", text, drugs=["alpelisib"])
    question = f"PIK3CA-mutated metastatic breast cancer, {told}. What are the options?"
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == leads
    assert not any("270" in each for each in ending.unweighed)


async def test_an_effect_asked_about_apart_takes_no_place_of_the_indication() -> None:
    rule = "For hyperglycaemia on alpelisib metformin is started."
    text = f"## Indications\n\n{ALPELISIB}\n\n## Hyperglycaemia\n\n{rule}\n"
    page = document("drug_information", "a", "Alpelisib", text, drugs=["alpelisib"])
    ending = await Conversation(FakeLibrary([page])).ask(
        "Alpelisib: indicated? And hyperglycaemia?"
    )
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert told == [f"Only with PIK3CA alteration: {ALPELISIB}", rule]


GRAFTS = """## Warnings

Complications, graft-versus-host disease included, occur on pembrolizumab after an allogeneic stem
cell transplant.

Rejection of a solid organ transplant occurs on pembrolizumab.
"""


@pytest.mark.parametrize(
    ("graft", "words", "other"),
    [
        ("kidney transplant 2016", "Rejection of a solid organ", "graft-versus-host"),
        ("allo-SCT 2016", "graft-versus-host", "Rejection of a solid organ"),
    ],
)
async def test_blood_stem_cells_are_no_organ(graft: str, words: str, other: str) -> None:
    library = FakeLibrary(
        [document("drug_information", "p", "Pembrolizumab", GRAFTS, drugs=["pembrolizumab"])]
    )
    ending = await Conversation(library).ask(f"61M, {graft}, melanoma: pembrolizumab ok?")
    assert words in said(ending)
    assert other not in said(ending)


RESUMED = """## Adverse reactions

For grade 3 diarrhoea ipilimumab is withheld and corticosteroids are started.

{more}
"""


async def test_that_a_drug_is_withheld_does_not_say_whether_it_is_given_again() -> None:
    asked = "Melanoma, G3 colitis on ipilimumab, resolved to G1. Restart ipilimumab?"

    async def told(more: str) -> str:
        text = RESUMED.format(more=more)
        shelf = [document("drug_information", "i", "Ipilimumab", text, drugs=["ipilimumab"])]
        return said(await Conversation(FakeLibrary(shelf)).ask(asked))

    assert "withheld" not in await told("")
    rule = "For grade 3 diarrhoea ipilimumab is discontinued permanently."
    assert "discontinued permanently" in await told(rule)
