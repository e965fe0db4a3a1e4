"""What nothing has read is named: an answer does not weigh it."""

from __future__ import annotations

import pytest

from agents.endings.plaintext import plain_ending
from agents.extractive.question.unread.words import unread_phrases
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary


@pytest.mark.parametrize(
    ("question", "unread"),
    [
        ("gBRCA2 breast cancer, BRCA2 reversion on olaparib. Niraparib?", ()),
        ("RAS wild type mCRC, left-sided, first line?", ()),
        ("Lenvatinib for RAI refractory DTC, starting dose?", ("RAI refractory",)),
        ("alpelisib, glucose 280 mg/dL, no ketones. What now?", ("no ketones",)),
        ("BRCA mutated? no. mCRPC after enzalutamide, olaparib?", ("BRCA mutated? no",)),
        ("Olaparib dose at CrCl 40 mL/min?", ()),
        ("Olaparib dose at CrCl 4000 mL/min?", ("CrCl 4000 mL/min",)),
        ("potassium 45 mmol/L on capmatinib?", ("potassium 45 mmol/L",)),
        ("height 17 cm, 70 kg woman: paclitaxel dose?", ("height 17 cm",)),
        ("height 172 m, 70 kg woman: paclitaxel dose?", ("height 172 m",)),
        ("height 1.72 m, 70 kg woman: paclitaxel dose?", ()),
        ("height 170 cm, 70 kg woman: paclitaxel dose?", ()),
        ("Why isn't olaparib given where that's first line?", ()),
        ("She can’t have it and they're sure, olaparib dose?", ()),
        ("he doesn't tolerate zorbing, olaparib?", ("doesn't tolerate zorbing",)),
        ("pls quick: which steps of dose reduction for abemaciclib, thanks", ()),
    ],
)
def test_unread(question: str, unread: tuple[str, ...]) -> None:
    assert unread_phrases(question) == unread


def test_the_length_of_a_lesion_is_no_height_that_cannot_be_right() -> None:
    assert "length 17 cm" not in unread_phrases("length 17 cm of the lesion: paclitaxel dose?")


def test_words_of_the_answer_are_read() -> None:
    question = "HER2+ after T-DM1, pulmonary lymphangitis. Next?"
    assert unread_phrases(question) == ("pulmonary lymphangitis",)
    assert unread_phrases(question, "in pulmonary lymphangitis") == ()


@pytest.mark.parametrize("name", ["Mrs Smith", "mrs smith", "Smith", "named smith", "Dr. Meier"])
def test_names_of_persons_are_never_repeated(name: str) -> None:
    assert unread_phrases(f"{name}, 58F, HER2+ mBC after THP, next?") == ()


def test_few_phrases_of_long_questions() -> None:
    text = ", ".join(f"{letter * 3}glorp{letter}" for letter in "abcdefgh")
    assert len(unread_phrases(text)) == 4


async def test_a_message_in_capitals_repeats_no_word() -> None:
    library = FakeLibrary([])
    ending = await Conversation(library).ask("JOHN GLORPSMITH, HER2+ MBC AFTER THP. NEXT LINE?")
    assert "glorpsmith" not in plain_ending(ending).lower()


def test_a_short_form_of_parts_that_say_nothing_is_named() -> None:
    assert unread_phrases("DM-1 patient, alpelisib?") == ("DM-1",)


def test_the_end_of_a_longer_word_is_heard() -> None:
    question = "pembrolizumab, colitis grade 3, steroids?"
    assert unread_phrases(question, "High-dose corticosteroids are started.") == ()
    assert unread_phrases(question, "It is suspended.") == ("steroids",)


@pytest.mark.parametrize(
    "question", ["subcutaneous trastuzumab dose?", "lorlatinib, triglycerides above 1000 mg/dL?"]
)
def test_ways_of_giving_and_bounds_are_read(question: str) -> None:
    assert unread_phrases(question) == ()
