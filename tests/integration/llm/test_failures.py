"""A model that fails after searches which found things: told as a failure, with what was found."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from agents.endings.plaintext import FOUND, plain_ending
from agents.llm.reader import COULD_NOT_READ
from agents.turns import Abstention, Answer, Failed
from bot.asking.terminal import ending_lines
from bot.rendering.answer import answers
from bot.rendering.links import PassageLinks
from tests.fakes import MemorySilos
from tests.integration.llm.scripted_core import FILLER, core_over
from tests.integration.llm.whole_run import Asked, run_whole, tools_of, words_of
from tests.sample_documents import DOCUMENTS
from tests.scripted_provider import Breaks, Call, Fail, Refuse, Reply, Say, TooLong

SEARCH = Call(
    (
        ("search", {"silo": "drug_information", "query": "recommended dose of drug alpha"}),
        ("search", {"silo": "pubmed", "query": "drug alpha in gene beta"}),
    ),
    text="I look.",
)
DOSE = "The recommended dose of drug alpha is 600 mg orally twice daily with food."
READY = Say("READY. It rests on the label.")
EMPTY_GAP = Call((("declare_gap", {"missing": "silo", "name": " ", "purpose": ""}),))


@pytest.mark.parametrize(
    ("failing", "error"),
    [
        ((Fail(500),) * 3, "ModelUnavailable"),
        ((Refuse("The recommended"),), "ModelRefused"),
        ((Breaks("The", "image_parse_error"),) * 2, "ModelAnswerInvalid"),
        ((Say(""),) * 2, "ModelAnswerInvalid"),
        ((TooLong("The recommended dose of"),) * 2, "ModelAnswerCutOff"),
    ],
)
async def test_what_had_been_found_stands_beside_what_failed(
    failing: tuple[Reply, ...], error: str
) -> None:
    async with core_over("openai", SEARCH, READY, *failing) as (core, scripted):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert scripted.script == [], "every try was made"
    ending = ran.ending
    assert isinstance(ending, Failed), "never a gap of the sources"
    assert ending.error == error
    assert DOSE in [each.text for each in ending.found]
    for finding in ending.found:
        assert all(each.quote.strip() == finding.text for each in finding.citations)
    slack = str(answers.render(ran.view, ending, PassageLinks("", b"k"), steps_behind=False))
    terminal = "\n".join(ending_lines(ran.view))
    for told in (slack, terminal, plain_ending(ending)):
        assert FOUND in told
        assert "600 mg orally" in told


async def test_a_model_that_fails_before_anything_was_found_says_only_that() -> None:
    async with core_over("openai", Fail(500), Fail(500), Fail(500)) as (core, _):
        ran = await run_whole(core, Asked())
    assert isinstance(ran.ending, Failed)
    assert ran.ending.found == ()
    assert plain_ending(ran.ending) == ran.ending.reason


async def test_an_empty_gap_is_refused_with_the_reason_and_the_run_goes_on() -> None:
    gap = Call((("declare_gap", {"missing": "silo", "name": "football", "purpose": "a score"}),))
    async with core_over("openai", EMPTY_GAP, gap) as (core, scripted):
        ran = await run_whole(core, Asked())
    assert isinstance(ran.ending, Abstention)
    (refused,) = ran.view.steps[0].observations
    assert refused.outcome == "error"
    assert "'purpose' is empty" in refused.detail or "'name' is empty" in refused.detail
    assert "is empty. Example:" in str(scripted.asked[1])


WRONG = Say("READY It rests on the label.\nDrug alpha is given at 900 mg once daily. [c1]")


@pytest.mark.parametrize("again", ["1: REMOVE", "1: Drug alpha is given at 800 mg. [c1]"])
async def test_an_answer_of_which_nothing_holds_is_no_gap_of_the_sources(again: str) -> None:
    async with core_over("openai", SEARCH, WRONG, Say(again)) as (core, _):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    ending = ran.ending
    assert isinstance(ending, Failed)
    assert ending.error == "AnswerUnverified"
    assert [each.problem for each in ending.removed if each.problem], "it can be looked at"
    assert DOSE in [each.text for each in ending.found], "and what the sources say is shown"
    slack = str(answers.render(ran.view, ending, PassageLinks("", b"k"), steps_behind=False))
    assert "600 mg orally" in slack
    assert "covers this question" not in slack


async def test_a_model_that_answers_without_a_search_tells_nothing_of_the_sources() -> None:
    nothing = Say("READY.\nNO ANSWER")
    async with core_over("openai", nothing, nothing) as (core, _):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert isinstance(ran.ending, Failed), "no source was asked"


async def test_a_model_that_finds_its_answer_in_no_source_declares_a_gap() -> None:
    async with core_over("openai", SEARCH, Say("READY.\nNO ANSWER")) as (core, _):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert isinstance(ran.ending, Abstention)
    assert ran.ending.tried


@pytest.mark.parametrize("fails_on", ["label-alpha", "label-beta", "both"])
async def test_a_document_that_the_model_cannot_read_hides_no_other(fails_on: str) -> None:
    """Two long documents of one search are read side by side."""
    alpha = next(each for each in DOCUMENTS if DOSE in each.text)
    beta = replace(
        alpha, id="label-beta", title="About label-beta", text="Beta beside alpha. " + FILLER
    )
    silos = MemorySilos((replace(alpha, text=alpha.text + FILLER), beta))
    search = Call((("search", {"silos": ["drug_information"], "query": "alpha dose"}),), text="I.")
    report = Call((("report", {"insights": [{"text": DOSE, "statements": ["1.1"]}]}),))
    gap = Call((("declare_gap", {"missing": "silo", "name": "a label", "purpose": "a dose"}),))

    def brain(request: dict[str, Any]) -> Reply:
        told = words_of(request)
        if "report" in tools_of(request):
            if fails_on == "both" or f'title="About {fails_on}"' in told:
                return Refuse()
            return report if DOSE in told else Call((("report", {"insights": []}),))
        return gap if "About label" in told else search

    async with core_over("openai") as (core, scripted):
        scripted.brain = brain
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?", silos=silos))
    (seen,) = ran.view.steps[0].observations
    if fails_on == "label-beta":
        assert [each.text for each in seen.findings] == [DOSE]
        assert f"{COULD_NOT_READ}: About label-beta." in seen.detail
        assert [each.id for each in seen.unread] == ["label-beta"]
    else:
        assert seen.failed == "ModelRefused"
        assert isinstance(ran.ending, Failed), "what nobody read is no gap of the sources"


@pytest.mark.parametrize("said", ["READY", "READY.", "**READY**\n\n"])
async def test_ready_and_nothing_behind_it_is_no_gap_of_the_sources(said: str) -> None:
    async with core_over("openai", SEARCH, READY, Say(said), Say(said)) as (core, scripted):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert scripted.script == [], "it was asked once more"
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "ModelAnswerInvalid"


async def test_a_request_that_a_gateway_calls_too_large_is_told_as_too_long() -> None:
    async with core_over("openai", SEARCH, Fail(413, "request_too_large")) as (core, _):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "ContextTooLong"


async def test_a_model_that_repeats_itself_is_shown_once() -> None:
    said = "\n".join(["READY It rests on the label.", *[f"{DOSE} [c1]"] * 2_000])
    async with core_over("openai", SEARCH, Say(said)) as (core, _):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert isinstance(ran.ending, Answer)
    assert [each.text for each in ran.ending.sentences if each.verified] == [DOSE]


async def test_a_sentence_without_an_end_is_not_checked_to_its_end() -> None:
    said = Say("READY It rests on the label.\n" + "drug alpha " * 30_000 + "[c1]")
    async with core_over("openai", SEARCH, said, Say("1: REMOVE")) as (core, _):
        run = run_whole(core, Asked(text="What is the dose of drug alpha?"))
        ran = await asyncio.wait_for(run, 30)
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "AnswerUnverified"


async def test_an_answer_in_another_language_is_asked_for_in_english() -> None:
    german = Say("READY.\nDie Dosis von drug alpha ist 600 mg und wird nicht reduziert. [c1]")
    async with core_over("openai", SEARCH, german, Say(f"1: {DOSE} [c1]")) as (core, scripted):
        ran = await run_whole(core, Asked(text="What is the dose of drug alpha?"))
    assert "not in English" in words_of(scripted.asked[-1])
    assert isinstance(ran.ending, Answer)
    assert [each.text for each in ran.ending.sentences] == [DOSE]
