"""The earlier messages of a thread, as their unread words are looked for."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.earlier_cases import in_plain_words
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.spelling import normalise_message

TEXT = "Mrs Anna Smith, egfr l858r nsclc, on osimertnib, prior bev: none"
BLANK = TEXT.replace("Mrs Anna Smith", " " * len("Mrs Anna Smith"))


def test_a_message_is_written_out_once() -> None:
    read_fact_sheet((Message(TEXT, "earlier question"),))
    before = normalise_message.cache_info().misses
    in_plain_words(TEXT, BLANK)
    assert normalise_message.cache_info().misses == before


@pytest.mark.parametrize("word", ["EGFR L858R", "osimertinib", "no prior bev"])
def test_it_is_told_in_the_words_that_are_read(word: str) -> None:
    assert word in in_plain_words(TEXT, BLANK)


def test_what_is_personal_is_not_in_it() -> None:
    assert "Smith" not in in_plain_words(TEXT, BLANK)
    assert "Smith" in in_plain_words(TEXT, TEXT)
