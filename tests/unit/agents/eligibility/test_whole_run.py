"""A run that is asked for the criteria of a trial: searched, judged, checked, and shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.answers import check_draft
from agents.eligibility.answering import draft_on_trial
from agents.eligibility.asking import trials_to_compare
from agents.endings.json_result import result_object
from agents.endings.plaintext import plain_ending
from agents.turns import Abstention, Answer
from bot.asking.terminal import ending_lines
from bot.rendering.answer import answers
from bot.rendering.blocks import plain_text
from bot.rendering.links import PassageLinks
from retrieval.documents import Document, Facets, Identifier
from retrieval.statements.model import Statement
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

RECORD = replace(
    document(
        "clinical_trials",
        "nct90000001",
        "A trial (NCT90000001)",
        "## Eligibility\n\nInclusion Criteria:\n\n* Age 18 to 65 years\n* ECOG 0-1\n* KPS ≥ 80\n\n"
        "Exclusion Criteria:\n\n* Pregnancy\n\n- Sex: Female\n",
    ),
    facets=Facets(identifiers=(Identifier("nct", "NCT90000001"),)),
)
ASKED = "70-year-old woman, postmenopausal, ECOG 1. Does she fit NCT90000001?"


async def asked(text: str, *documents: Document) -> Conversation:
    thread = Conversation(FakeLibrary(list(documents)))
    await thread.ask(text)
    return thread


async def test_each_criterion_is_told_with_why_and_span() -> None:
    view = (await asked(ASKED, RECORD)).views[-1]
    assert isinstance(view.ending, Answer)
    told = result_object(view, 0.0)
    assert told["standing"] == "partly"
    assert [(each["side"], each["number"], each["verdict"]) for each in told["criteria"]] == [
        ("inclusion", "1", "not met"),
        ("inclusion", "2", "met"),
        ("inclusion", "3", "unknown"),
        ("exclusion", "1", "not met"),
        ("inclusion", "sex", "met"),
    ]
    for each in told["criteria"]:
        start, end = each["span"]
        assert RECORD.text[start:end] == each["text"]
        assert bool(each["facts"]) == (each["verdict"] != "unknown")
    fact = told["criteria"][0]["facts"][0]
    assert ASKED[slice(*fact["span"])] == "70-year-old"
    assert "| inclusion 1 | not met | age 70 (“70-year-old”) |" in told["answer"]
    for shown in (
        "\n".join(ending_lines(view)),
        plain_text(answers.render(view, view.ending, PassageLinks("", b"k"), steps_behind=False)),
    ):
        assert "3 speak for taking part, 1 against it, 1 is open" in shown
        assert shown.index("inclusion 1") < shown.index("inclusion 2") < shown.index("KPS ≥ 80")
    assert "exclusion 1: not met, does not exclude" in plain_ending(view.ending)


async def test_a_verdict_that_does_not_come_out_again_is_not_said() -> None:
    view = (await asked(ASKED, RECORD)).views[-1]
    draft = draft_on_trial(view)
    assert draft is not None
    forged = tuple(replace(each, verdict="met", why="as said") for each in draft.criteria)
    assert check_draft(replace(draft, criteria=forged), view).criteria == ()
    told = draft.sentences[0].text
    lie = replace(draft.sentences[0], text=told.replace("1 against", "0 against"))
    assert not check_draft(replace(draft, sentences=(lie,)), view).sentences[0].verified


async def test_in_a_thread_the_case_is_the_one_told_before() -> None:
    thread = Conversation(FakeLibrary([RECORD]))
    await thread.ask("70-year-old woman, ECOG 1. What is an invented question?")
    await thread.ask("Criteria of NCT90000001 for this patient")
    ending = thread.views[-1].ending
    assert isinstance(ending, Answer)
    assert [each.verdict for each in ending.criteria][:2] == ["not met", "met"]
    assert all(each.facts[0].place == "earlier question" for each in ending.criteria[:2])


async def test_a_digest_is_not_taken_for_the_record() -> None:
    view = (await asked(ASKED, replace(RECORD, kind="digest"))).views[-1]
    assert isinstance(view.ending, Answer)
    assert view.ending.sentences[0].text.startswith("Of the 5 criteria that a digest of NCT9")
    assert "curbside ingest clinicaltrials NCT90000001" in view.ending.not_found[0]
    shown = "\n".join(ending_lines(view))
    assert shown.count("[1]") == 2, "beside its criterion, and before its source"


async def test_without_the_record_it_says_how_to_fetch_it() -> None:
    thread = await asked(ASKED, replace(RECORD, facets=Facets()))
    ending = thread.views[-1].ending
    assert isinstance(ending, Abstention)
    assert "curbside ingest clinicaltrials NCT90000001" in ending.gap.detail


OTHER = replace(
    document(
        "clinical_trials",
        "nct90000002",
        "B trial (NCT90000002)",
        "- Acronym: NEWNAME-7\n\n## Eligibility\n\nInclusion Criteria:\n\n"
        "* ECOG 0-1\n* Age under 60\n",
    ),
    facets=Facets(identifiers=(Identifier("nct", "NCT90000002"),)),
)


async def test_two_trials_are_compared_side_by_side() -> None:
    view = (await asked(f"{ASKED[:-1]} or NCT90000002?", RECORD, OTHER)).views[-1]
    assert isinstance(view.ending, Answer)
    first, second = view.ending.sentences
    assert first.text.startswith("Of the 5 criteria of NCT90000001, 3 speak")
    assert second.text == (
        "Of the 2 criteria of NCT90000002, 1 speaks for taking part, 1 against it, 0 are open."
    )
    assert first.verified
    assert second.verified
    shown = "\n".join(ending_lines(view))
    assert "NCT90000002 inclusion 2" in shown
    assert shown.index("NCT90000001 inclusion 2") < shown.index("NCT90000002 inclusion 2")


async def test_of_two_trials_the_one_without_a_record_is_named() -> None:
    view = (await asked(f"{ASKED[:-1]} or NCT90000003?", RECORD)).views[-1]
    assert isinstance(view.ending, Answer)
    (missing,) = view.ending.not_found
    assert "NCT90000003" in missing


DIGEST = replace(
    document("landmark_trials", "db06", "A digest", "DESTINY-Breast06 enrolled ECOG 0 or 1."),
    kind="digest",
    statements=(
        Statement(
            id="s", kind="eligibility", spans=((0, 38),),
            trials=("DESTINY-Breast06",),
        ),
    ),
)  # fmt: skip


async def test_of_a_digest_the_statements_on_who_took_part_are_compared() -> None:
    view = (await asked("ECOG 2. Is she eligible for DESTINY-Breast06?", DIGEST)).views[-1]
    assert isinstance(view.ending, Answer)
    (said,) = view.ending.sentences
    assert said.text == (
        "The one criterion that a digest of DESTINY-Breast06 states speaks against it."
    )
    assert "registration number" in view.ending.not_found[0]
    (told,) = result_object(view, 0.0)["criteria"]
    assert (told["verdict"], told["text"]) == ("not met", "ECOG 0 or 1.")


@pytest.mark.parametrize(
    ("text", "trials"),
    [
        ("Trial criteria of NCT90000001 for this patient", "NCT90000001"),
        ("Is my patient eligible for NCT90000001?", "NCT90000001"),
        ("Does he meet the criteria of ARROW?", "ARROW (NCT03037385)"),
        ("Is she eligible for ARROW?", "ARROW (NCT03037385)"),
        ("Is she eligible for DESTINY-Breast06?", "DESTINY-Breast06"),
        ("Could he join the KEYNOTE-189 trial?", "KEYNOTE-189 (NCT02578680)"),
        ("Does she fit DB-06 or DB-04?", "DESTINY-Breast06, DESTINY-Breast04"),
        ("Does she fit NCT90000001 or NCT90000002?", "NCT90000001, NCT90000002"),
        ("He left NCT90000002. Is he eligible for NCT90000001?", "NCT90000001"),
        ("Is she a candidate for T-DXd as in DESTINY-Breast06?", ""),
        ("Is she a candidate for the KEYNOTE-189 regimen?", ""),
        ("Would she be included among those who benefit in ARROW?", ""),
        ("Which patients were eligible for NCT90000001?", ""),
        ("What are the inclusion criteria of NCT90000001?", ""),
    ],
)
def test_what_asks_for_it(text: str, trials: str) -> None:
    assert ", ".join(each.name for each in trials_to_compare(text)) == trials
