"""Where organisations differ on the same drug in the same situation. No number here is a fact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.dissent import OrganisationVoice, dissents
from retrieval.statements.model import Applicability, Statement

HERE = Applicability(tumours=("breast cancer",), settings=("metastatic",))


def voice(
    publisher: str, words: str, kind: str = "adjustment", **more: object
) -> OrganisationVoice:
    drugs = more.pop("drugs", ("capecitabine",))
    statement = Statement(
        id=publisher,
        kind=kind,  # type: ignore[arg-type]
        spans=((0, len(words)),),
        drugs=drugs,  # type: ignore[arg-type]
        applies=more.pop("applies", HERE),  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
    )
    date = {"A": "2018", "B": "2024-05"}.get(publisher, "")
    return OrganisationVoice(
        publisher=publisher, date=date, words=words, statement=statement, key=publisher
    )


HALF = voice("A", "Capecitabine is reduced by 50% in intermediate metabolisers.")
MORE = voice("B", "Intermediate metabolisers get 75% of the usual dose of capecitabine.")


def test_another_share_of_the_dose_is_a_dissent_with_name_and_date_the_newest_first() -> None:
    (found,) = dissents([HALF, MORE])
    assert found.keys == ("B", "A")
    assert found.sentence == (
        "On capecitabine: B (2024-05) says 75% of the dose; A (2018) says 50% of the dose."
    )


@pytest.mark.parametrize(
    "other",
    [
        voice("B", "Capecitabine starts at 50% of the usual dose."),
        voice("B", "The dose of capecitabine is reduced by 25% to 50%."),
        voice("B", "Capecitabine is reduced by 25% if it is tolerated."),
        voice("B", "Capecitabine is reduced by 25%, and in 12% of patients stopped."),
        voice("B", "Fluorouracil is reduced by 25%.", drugs=("fluorouracil",)),
        voice("B", "Capecitabine is reduced by 25%.", applies=replace(HERE, settings=("early",))),
        voice("B", "Capecitabine is reduced by 25%.", currency="superseded"),
        voice("B", "Capecitabine is reduced by 25%.", limitation="elderly"),
        voice("A", "Capecitabine is reduced by 25%."),
        voice("B", "Capecitabine with oxaliplatin is reduced by 25%."),
    ],
    ids=lambda each: each.words[:50],
)
def test_where_anything_else_may_be_meant_there_is_silence(other: OrganisationVoice) -> None:
    assert dissents([HALF, other]) == ()


def test_a_daily_dose_differs_only_in_the_same_unit_interval_and_form() -> None:
    def dose(publisher: str, amount: str) -> OrganisationVoice:
        return voice(publisher, f"Capecitabine is given at {amount}.", "dose")

    (found,) = dissents([dose("A", "500 mg twice daily"), dose("B", "750 mg twice daily")])
    assert "says 750 mg twice daily; A (2018) says 500 mg twice daily" in found.sentence
    assert dissents([dose("A", "500 mg twice daily"), dose("B", "750 mg once daily")]) == ()
    assert dissents([dose("A", "500 mg twice daily"), dose("B", "750 mg/m2 twice daily")]) == ()
    capsules = dose("B", "750 mg twice daily as capsules")
    assert dissents([dose("A", "500 mg twice daily"), capsules]) == ()


def test_one_that_advises_against_what_another_advises_is_a_dissent() -> None:
    given = voice("A", "A advises capecitabine.", "recommendation")
    refused = voice("B", "B does not recommend capecitabine.", "recommendation")
    (found,) = dissents([given, refused])
    assert "B (2024-05) says not to give it; A (2018) says to give it" in found.sentence
    assert dissents([given, replace(given, publisher="B")]) == ()
