"""What a model says to be missing, held against what it was shown; tools called wrongly to the
end; a model that asks the person."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from agents.endings.plaintext import plain_ending
from agents.facts.read_sheet import Message
from agents.run.limits import Limits
from agents.turns import Abstention, Answer, Failed
from tests.fakes import MemorySilos
from tests.integration.llm.economy.libraries import CorpusLibrary
from tests.integration.llm.scripted_core import core_over, is_own, messages_of
from tests.integration.llm.whole_run import Asked, Ran, run_whole, tools_of, words_of
from tests.sample_documents import DOCUMENTS
from tests.scripted_provider import Call, Reply, Say

DOSE = "The recommended dose of drug alpha is 600 mg orally twice daily with food."
ASKED = "What is the dose of drug alpha?"
SEARCH = Call((("search", {"silos": ["drug_information"], "query": "drug alpha dose"}),), text="I.")
WRITTEN = Say(f"READY It rests on the label.\n{DOSE} [c1]")


class SilosWithRoles(MemorySilos):
    """Silos whose cards say what they hold."""

    @property
    def cards(self) -> Any:
        roles = {"drug_information": "label", "pubmed": "literature", "clinical_trials": "trial"}
        return tuple(replace(card, role=roles[card.name]) for card in super().cards)


SILOS = SilosWithRoles(DOCUMENTS)


def gap(name: str, missing: str = "silo", purpose: str = "its dose") -> Call:
    return Call((("declare_gap", {"missing": missing, "name": name, "purpose": purpose}),))


@pytest.mark.parametrize(
    "name",
    ["a label of drug alpha", "prescribing information", "the recommended dose of alpha"],
)
async def test_a_gap_for_what_was_shown_is_refused_once_with_the_document(name: str) -> None:
    async with core_over("openai", SEARCH, gap(name), WRITTEN) as (core, scripted):
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Answer)
    told = words_of(scripted.asked[2])
    assert "This gap is not accepted: drug_information/label-alpha “About label-alpha”" in told
    assert "see [c1]" in told


async def test_declared_again_it_is_told_as_what_it_is() -> None:
    again = gap("the label of alpha")
    async with core_over("openai", SEARCH, gap("a label of drug alpha"), again) as (core, _):
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "GapContradicted"
    told = plain_ending(ran.ending)
    assert "drug_information/label-alpha “About label-alpha”" in told
    assert "no gap of the sources" in told
    assert DOSE in told, "what was found is shown"


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("its dose in children", "silo"),
        ("a label of drug delta", "silo"),
        ("a guideline on drug alpha", "silo"),
        ("the dose of alpha on dialysis", "silo"),
        ("an answer", "silo"),
        ("reading an X-ray", "capability"),
        ("the weight of the patient", "fact"),
    ],
)
async def test_what_was_not_shown_may_be_missing(name: str, missing: str) -> None:
    async with core_over("openai", SEARCH, gap(name, missing)) as (core, scripted):
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Abstention)
    assert len(scripted.asked) == 2


async def test_no_answer_after_findings_tells_what_was_shown() -> None:
    async with core_over("openai", SEARCH, Say("NO ANSWER")) as (core, _):
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Abstention)
    told = plain_ending(ran.ending)
    assert "The language model found no answer in what it was shown: “About label-alpha”." in told


CASE = (
    "61-year-old woman, metastatic breast cancer, germline BRCA2, creatinine clearance 38 mL/min,"
    " after palbociclib. Which dose of olaparib?"
)
LABEL = Call(
    (("search", {"silos": ["drug_information"], "query": "olaparib dose renal impairment"}),),
    text="I.",
)


async def _on_case(*replies: Reply) -> tuple[Ran, str]:
    async with core_over("openai", LABEL, *replies) as (core, scripted):
        asked = Asked(text=CASE, earlier=(Message(CASE, "earlier question"),))
        ran = await run_whole(
            core, Asked(text=asked.text, silos=CorpusLibrary(), earlier=asked.earlier)
        )
        return ran, words_of(scripted.asked[-1])


@pytest.mark.parametrize(
    "name", ["a label of Lynparza", "olaparib dose in moderate renal impairment"]
)
async def test_a_document_is_known_by_another_name_and_by_one_of_its_statements(name: str) -> None:
    ran, told = await _on_case(gap(name), gap(name))
    assert isinstance(ran.ending, Failed)
    assert "This gap is not accepted: drug_information/olaparib" in told


async def test_a_fact_that_is_known_is_not_missing_at_first() -> None:
    ran, told = await _on_case(
        gap("creatinine clearance", "fact"), gap("her creatinine clearance", "fact")
    )
    assert "This gap is not accepted: it is known of the patient: creatinine clearance 38" in told
    assert isinstance(ran.ending, Abstention), "the person is asked after all"
    assert "Known so far: creatinine clearance 38 mL/min." in ran.ending.gap.detail


WRONG_CALLS: dict[str, Reply] = {
    "a silo that is not there": Call((("search", {"silos": ["uptodate"], "query": "alpha"}),)),
    "arguments of other types": Call((("search", {"silos": {"a": 1}, "query": ["alpha", 3]}),)),
    "no arguments": Call((("search", "null"),)),
    "a tool that is not there": Call((("web_search", {"q": "alpha"}),)),
}


@pytest.mark.parametrize("kind", WRONG_CALLS)
async def test_tools_called_wrongly_to_the_end_are_told_as_that(kind: str) -> None:
    def brain(request: dict[str, Any]) -> Reply:
        return WRONG_CALLS[kind] if tools_of(request) else Say("NO ANSWER")

    async with core_over("openai") as (core, scripted):
        scripted.brain = brain
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Failed)
    assert ran.ending.error == "ToolsMisused"
    assert "called its tools wrongly" in ran.ending.reason
    assert "used up" not in ran.ending.reason


async def test_what_was_found_before_the_wrong_calls_is_answered_from_and_says_so() -> None:
    def brain(request: dict[str, Any]) -> Reply:
        if not tools_of(request):
            return Say(f"{DOSE} [c1]")
        if not any(is_own(each) for each in messages_of(request)):
            return SEARCH
        return WRONG_CALLS["a tool that is not there"]

    async with core_over("openai") as (core, scripted):
        scripted.brain = brain
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Answer)
    assert "called its tools wrongly" in ran.ending.limited


async def test_one_slip_among_steps_that_searched_is_no_misuse() -> None:
    others = [
        Call((("search", {"silos": ["pubmed"], "query": f"alpha {n}"}),), text="I.") for n in "abc"
    ]
    async with core_over("openai", *others, WRONG_CALLS["no arguments"], Say("NO ANSWER")) as (
        core,
        _,
    ):
        ran = await run_whole(
            core, Asked(text=ASKED, silos=MemorySilos(DOCUMENTS)), limits=Limits(steps=4)
        )
    assert "wrongly" not in plain_ending(ran.ending)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Which gene do you mean?", "Which gene do you mean?"),
        (
            "READY\nCould you tell me the patient's weight first?",
            "Could you tell me the patient's weight first?",
        ),
        (
            "To answer this I need more.\nIs she taking a CYP3A inhibitor? Thank you.",
            "Is she taking a CYP3A inhibitor?",
        ),
        ("Please specify the line of treatment.", "Please specify the line of treatment."),
    ],
)
@pytest.mark.parametrize("searched", [False, True])
async def test_a_model_that_asks_the_person_ends_as_a_question(
    said: str, asked: str, searched: bool
) -> None:
    replies = (SEARCH, Say(said)) if searched else (Say(said), Say(said))
    async with core_over("openai", *replies) as (core, scripted):
        ran = await run_whole(core, Asked(text="And the dose?"))
    assert scripted.script == []
    assert isinstance(ran.ending, Abstention)
    assert (ran.ending.gap.missing, ran.ending.gap.asks) == ("fact", asked)
    assert asked in plain_ending(ran.ending)


@pytest.mark.parametrize(
    "said",
    [
        "READY It rests on the label.\nThe dose is 600 mg.",
        "I should check the label. Is the dose reduced in renal impairment?",
        "Should she take 300 mg? I would give 300 mg.",
    ],
)
async def test_a_model_that_talks_to_itself_or_tells_something_asks_nobody(said: str) -> None:
    async with core_over("openai", Say(said), Say(said), Say("NO ANSWER")) as (core, _):
        ran = await run_whole(core, Asked(text=ASKED, silos=SILOS))
    assert isinstance(ran.ending, Failed)


async def test_an_answer_about_another_drug_says_that_it_is_not_on_the_one_asked_about() -> None:
    def brain(request: dict[str, Any]) -> Reply:
        if not any(is_own(each) for each in messages_of(request)):
            query = "talazoparib dose renal impairment"
            return Call((("search", {"silos": ["drug_information"], "query": query}),), text="I.")
        told = re.search(r"\[(c\d+)\] (Talazoparib [^\n\[]{20,300}\.)", words_of(request))
        assert told is not None
        return Say(f"READY The label.\n{told[2]} [{told[1]}]")

    async with core_over("openai") as (core, scripted):
        scripted.brain = brain
        text = "Which olaparib dose at a creatinine clearance of 40 mL/min?"
        ran = await run_whole(core, Asked(text=text, silos=CorpusLibrary()))
    assert isinstance(ran.ending, Answer)
    assert any(each.verified for each in ran.ending.sentences)
    (said,) = ran.ending.unweighed
    assert said.startswith("olaparib, which was asked about")
