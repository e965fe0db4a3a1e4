"""The plain query of a document."""

from __future__ import annotations

from tests.known_item_queries import plain_query

BODY = "## What it is\nText.\n\n## Brain metastases\nText.\n\n## Limits\nText.\n"


def test_it_is_the_beginning_of_the_title_and_the_last_topic_that_is_its_own() -> None:
    title = "Circulating tumour cells and survival (2024)"
    assert plain_query(title, BODY) == "circulating tumour cells and survival brain metastases"


def test_a_short_subject_is_followed_by_what_the_title_says_of_it() -> None:
    title = "Fulvestrant (Faslodex) — indications, dose, hepatic and renal impairment"
    asked = "fulvestrant indications, dose, hepatic and renal impairment brain metastases"
    assert plain_query(title, BODY) == asked


def test_identifiers_and_years_are_not_typed() -> None:
    title = "NCT02437318 — alpelisib plus fulvestrant in breast cancer (2019)"
    assert plain_query(title, "") == "alpelisib plus fulvestrant in breast cancer"


def test_a_long_title_is_not_typed_to_its_end() -> None:
    title = " ".join(f"word{number}" for number in range(20))
    assert plain_query(title, "").split() == [f"word{number}" for number in range(8)]
