"""Where a citation comes from, in plain words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from agents.endings.provenance import (
    OUTDATED,
    TOO_OLD,
    date_words,
    evidence_words,
    question_day,
    source_words,
    warning_words,
)
from agents.facts.read_sheet import Message
from agents.turns import View
from retrieval.statements.model import Currency, EvidenceLevel
from tests.sample_documents import QUESTION
from tests.unit.agents.journal.test_view import CITATION

TODAY = date(2026, 11, 22)
BARE = replace(CITATION, evidence_level="", organisation="", date="")


@pytest.mark.parametrize(
    ("scale", "value", "words"),
    [
        ("FDA approval", "regular", "FDA approval"),
        ("FDA approval", "approved", "FDA approval"),
        ("FDA approval", "accelerated", "FDA accelerated approval"),
        ("CIViC evidence level", "B", "CIViC evidence level B (clinical evidence)"),
        (
            "CIViC evidence level",
            "A (validated association)",
            "CIViC evidence level: A (validated association)",
        ),
        ("NCCN category", "2A", "NCCN category: 2A"),
        ("as the document states it", "randomised trial", "randomised trial"),
        ("as the document states it", "B", ""),
    ],
)
def test_a_level_names_its_scale(scale: str, value: str, words: str) -> None:
    graded = replace(BARE, evidence=EvidenceLevel(scale=scale, value=value), evidence_level="C")
    assert evidence_words(graded) == words


def test_a_level_of_the_document_names_whose_it_is_or_is_not_said() -> None:
    assert evidence_words(replace(BARE, evidence_level="B")) == ""
    assert evidence_words(replace(BARE, evidence_level="B", organisation="CIViC")) == (
        "evidence up to level B on the scale of CIViC"
    )
    assert evidence_words(replace(BARE, evidence_level="review")) == "review"
    assert evidence_words(BARE) == ""


def test_the_date_of_the_statement_goes_before_that_of_its_document() -> None:
    dated = replace(BARE, date="2025")
    assert date_words(replace(dated, as_of="2023-11")) == "as of 2023-11"
    assert date_words(dated) == "dated 2025"
    assert date_words(BARE) == f"version {CITATION.ref.version}"


def test_only_what_is_known_is_said() -> None:
    assert source_words(BARE) == (f"version {CITATION.ref.version}",)
    full = replace(BARE, organisation="FDA", jurisdiction="US", as_of="2023")
    assert source_words(full) == ("FDA", "US", "as of 2023")


@pytest.mark.parametrize(
    ("as_of", "is_old"),
    [
        ("2023-11-21", True),
        ("2023-11-22", False),
        ("2023-11", False),
        ("2023-10", True),
        ("2023", False),
        ("2022", True),
        ("", False),
        ("lately", False),
        ("2023-02-31", False),
    ],
)
def test_older_than_three_years_is_said(as_of: str, is_old: bool) -> None:
    assert warning_words(replace(BARE, as_of=as_of), TODAY) == ((TOO_OLD,) if is_old else ())


def test_the_age_of_a_document_counts_where_no_statement_has_a_date() -> None:
    assert warning_words(replace(BARE, date="2017"), TODAY) == (TOO_OLD,)
    assert warning_words(replace(BARE, date="2017"), None) == ()


@pytest.mark.parametrize("currency", list(OUTDATED))
def test_what_was_overtaken_says_so_in_plain_words(currency: Currency) -> None:
    (words,) = warning_words(replace(BARE, currency=currency, as_of="2010"), TODAY)
    assert words.startswith(currency)


def test_the_day_of_the_question_is_that_of_its_newest_message() -> None:
    view = View(run_id="r", question=QUESTION)
    assert question_day(view) is None
    messages = (
        Message("a", "question", "U", "2026-11-21T23:59:00+00:00"),
        Message("b", "thread", "U", "2026-11-22T00:01:00+00:00"),
    )
    assert question_day(replace(view, said=messages)) == TODAY
    odd = replace(messages[0], said_at="yesterday")
    assert question_day(replace(view, said=(odd,))) is None
