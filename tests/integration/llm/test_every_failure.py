"""Every failure of a model, in every call of a run, on every provider's wire: never a gap of the
sources, and never an answer without what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agents.journal.codec import decode, encode
from agents.run.limits import Limits
from agents.turns import Abstention, Answer, Ending, Failed
from tests.fakes import MemorySilos
from tests.integration.llm.scripted_core import FILLER, core_over, is_own, messages_of
from tests.integration.llm.whole_run import Asked, Ran, run_whole, tools_of, words_of
from tests.sample_documents import DOCUMENTS
from tests.scripted_provider import Call, Fail, Hang, Refuse, Reply, Say, TooLong

SEARCH = Call((("search", {"silos": ["drug_information"], "query": "drug alpha dose"}),), text="I.")
DOSE = "The recommended dose of drug alpha is 600 mg orally twice daily with food."
WRITTEN = Say(f"READY It rests on the label.\n{DOSE} [c1]")
WRONG = Say("READY It rests on the label.\nDrug alpha is given at 900 mg once daily. [c1]")
REPORT = Call((("report", {"insights": [{"text": DOSE, "statements": ["1.1"]}]}),))
LONG = tuple(replace(each, text=each.text + FILLER) for each in DOCUMENTS)
FAILURES: dict[str, Reply] = {
    "refusal": Refuse("The rec"),
    "empty": Say(""),
    "length": TooLong("The recommended dose of"),
    "slow": Hang(0.6),
    "overload": Fail(529, "overloaded_error"),
    "rate": Fail(429, "rate_limit_exceeded"),
    "unreadable": Call((("report", '{"insights": "none'), ("search", "{broken"))),
}
Stage = Callable[[dict[str, Any]], bool]


def is_first(request: dict[str, Any]) -> bool:
    return "search" in tools_of(request) and not _seen(request)


def is_reading(request: dict[str, Any]) -> bool:
    return "report" in tools_of(request)


def is_last(request: dict[str, Any]) -> bool:
    return "search" in tools_of(request) and _seen(request)


def is_repair(request: dict[str, Any]) -> bool:
    return "do not hold" in words_of(request) and not tools_of(request)


def _seen(request: dict[str, Any]) -> bool:
    return any(is_own(each) for each in messages_of(request))


STAGES: dict[str, Stage] = {
    "first thought": is_first,
    "reading": is_reading,
    "answer": is_last,
    "repair": is_repair,
}


async def played(name: str, stage: str, failing: Reply) -> Ran:
    """A run in which every call of this stage fails in this way."""

    def brain(request: dict[str, Any]) -> Reply:
        if STAGES[stage](request):
            return failing
        if is_reading(request):
            return REPORT
        if not tools_of(request):
            return Say(f"{DOSE} [c1]")
        if not _seen(request):
            return SEARCH
        return WRONG if stage == "repair" else WRITTEN

    async with core_over(name, seconds=0.3 if isinstance(failing, Hang) else 5.0) as (
        core,
        scripted,
    ):
        scripted.brain = brain
        silos = MemorySilos(LONG if stage == "reading" else DOCUMENTS)
        return await run_whole(core, Asked(text="What is the dose of drug alpha?", silos=silos))


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("stage", STAGES)
async def test_no_failure_of_a_model_is_told_as_a_gap(
    provider_name: str, stage: str, failure: str
) -> None:
    ran = await played(provider_name, stage, FAILURES[failure])
    ending: Ending = ran.ending
    assert not isinstance(ending, Abstention)
    if stage != "repair" and failure != "unreadable":
        assert isinstance(ending, Failed)
    if stage == "answer" and isinstance(ending, Failed):
        assert DOSE in [each.text for each in ending.found]
    if isinstance(ending, Answer):
        assert all(each.keys for each in ending.sentences)


async def test_a_reading_that_takes_too_long_is_no_failure_of_the_source() -> None:
    def brain(request: dict[str, Any]) -> Reply:
        if is_reading(request):
            return Hang(3.0)
        gap = {"missing": "silo", "name": "a label of alpha", "purpose": "its dose"}
        return Call((("declare_gap", gap),)) if _seen(request) else SEARCH

    async with core_over("openai", seconds=30.0) as (core, scripted):
        scripted.brain = brain
        asked = Asked(text="What is the dose of drug alpha?", silos=MemorySilos(LONG))
        ran = await run_whole(core, asked, limits=Limits(steps=4, tool_seconds=0.5))
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "ReadingTooSlow"
    (seen,) = ran.view.steps[0].observations
    assert (seen.outcome, seen.failed) == ("error", "ReadingTooSlow")
    assert decode("observation", encode(seen)) == seen


async def test_a_source_that_was_read_after_all_may_be_found_to_lack_it() -> None:
    reports = iter((Refuse(), REPORT))
    again = Call((("search", {"silos": ["drug_information"], "query": "alpha food"}),), text="I.")
    gap = {"missing": "silo", "name": "its dose in children", "purpose": "dosing"}
    thoughts = iter((SEARCH, again, Call((("declare_gap", gap),))))

    def brain(request: dict[str, Any]) -> Reply:
        return next(reports) if is_reading(request) else next(thoughts)

    async with core_over("openai") as (core, scripted):
        scripted.brain = brain
        asked = Asked(text="What is the dose of drug alpha?", silos=MemorySilos(LONG))
        ran = await run_whole(core, asked)
    assert isinstance(ran.ending, Abstention)
