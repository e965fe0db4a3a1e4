"""What a blind second reader is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agents.facts.read_sheet import Message
from agents.turns import Citation, View
from bot.rendering.review.blind import vote_form
from tests.unit.bot.rendering.test_narration import ANSWER, CITATION, DONE, FOUND
from workspace.block_kit.views import check_view

IDS = {"channel": "C1", "thread": "1.0", "ts": "2.0", "at": "3.0"}
CASE = Message("Ms. Maria Huber, MRN 4471199, 62F, TNBC, ECOG 1. Next?", "question", "U1", "")
ENDED = replace(DONE, said=(CASE,), ending=ANSWER)


def words_of(form: dict[str, Any]) -> list[str]:
    return [block["text"]["text"] for block in form["blocks"] if block["type"] == "section"]


def with_findings(cited: list[Citation]) -> View:
    (finding,) = FOUND.findings
    found = replace(FOUND, findings=tuple(replace(finding, citations=(each,)) for each in cited))
    return replace(ENDED, steps=(replace(ENDED.steps[0], observations=(found,)),))


def test_the_case_stands_above_the_findings_without_who_it_is() -> None:
    form = vote_form(ENDED, IDS)
    assert check_view(form, "modal") is None
    first, second, *_ = words_of(form)
    assert first == "*The case:* woman, 62 · triple-negative breast cancer · ECOG 1"
    assert second.startswith("*What was found*")
    assert "Huber" not in str(form)
    assert "4471199" not in str(form)


def test_what_cannot_all_hold_of_the_case_is_told_to_the_reader() -> None:
    later = Message("Maria Huber has HER2-positive disease", "thread", "U2", "")
    both = words_of(vote_form(replace(ENDED, said=(CASE, later)), IDS))[0].splitlines()
    assert both[0].startswith("*The case:* woman, 62")
    assert both[1].startswith("⚠️ Both HER2-negative")
    assert "Huber" not in both[1]


def test_without_facts_of_a_patient_it_begins_with_the_findings() -> None:
    assert words_of(vote_form(replace(ENDED, said=()), IDS))[0].startswith("*What was found*")


def test_of_more_than_fits_each_silo_has_its_part() -> None:
    cited = [
        replace(
            CITATION,
            key=f"c{number}",
            ref=replace(CITATION.ref, silo=silo),
            quote=f"{silo} says {number}.",
            start=number,
        )
        for silo, first in (("asco", 100), ("pubmed", 200))
        for number in range(first, first + 60)
    ]
    few = replace(CITATION, key="c1", ref=replace(CITATION.ref, silo="zoo"), quote="Zoo says so.")
    form = vote_form(with_findings([*cited, few]), IDS)
    assert check_view(form, "modal") is None
    shown = [each for each in words_of(form) if each.startswith("> ")]
    counts = [sum(f"“{name}" in each for each in shown) for name in ("asco", "pubmed", "Zoo")]
    assert counts == [20, 19, 1]
    assert "81 further findings are not shown." in str(form)
