"""In a channel that asks for it, what fails the check twice is removed, and that is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from agents.checking.answers import decide_ending
from agents.endings.json_result import markdown, result_object
from agents.endings.layout import ONLY_QUOTES
from agents.endings.plaintext import plain_ending
from agents.turns import Answer, Failed, View
from bot.asking.terminal import ending_lines
from bot.rendering.answer.answers import render
from bot.rendering.blocks import plain_text
from bot.rendering.links import PassageLinks
from tests.integration.llm.scripted_core import core_over
from tests.integration.llm.test_cases import WRITTEN, case_view
from tests.integration.llm.whole_run import Asked, run_whole, tools_of, words_of
from tests.scripted_provider import Call, Reply, Say

GOOD = "Drug alpha inhibits gene beta in cells that carry the variant. [c1]"
BAD = "Drug alpha inhibits gene gamma in all of 97 models. [c1]"


@dataclass
class Stubborn:
    """A model that searches once, answers with these sentences, and stands by them when asked."""

    sentences: Sequence[str]

    def __call__(self, request: dict[str, Any]) -> Reply:
        words = words_of(request)
        if "search" in tools_of(request) and "outcome:" not in words:
            return Call((("search", {"silo": "pubmed", "query": "drug alpha"}),), text="I look.")
        if "Reason: " in words:
            return Say("\n".join(f"{n}: {each}" for n, each in enumerate(self.sentences, 1)))
        return Say("READY. It rests on c1.\n" + "\n".join(self.sentences))


async def ending_of(name: str, *sentences: str, removes: bool) -> tuple[View, Answer | Failed]:
    async with core_over(name) as (core, scripted):
        scripted.brain = Stubborn(sentences)
        ran = await run_whole(core, Asked(), removes=removes)
    assert isinstance(ran.ending, Answer | Failed)
    return ran.view, ran.ending


def thread_of(view: View, ending: Answer) -> str:
    return plain_text(render(view, ending, PassageLinks("", b"k"), steps_behind=False))


async def test_what_fails_twice_is_removed_counted_and_remembered(provider_name: str) -> None:
    view, ending = await ending_of(provider_name, GOOD, BAD, removes=True)
    assert isinstance(ending, Answer)
    assert [each.verified for each in ending.sentences] == [True]
    (gone,) = ending.removed
    assert gone.problem
    thread = thread_of(view, ending)
    assert "gene gamma in all of 97" not in thread
    why = gone.problem.rstrip(".")
    assert f"*Removed:* 1 sentence that does not hold against the sources ({why})" in thread
    shown = " ".join(" ".join(ending_lines(view)).split())
    assert "Removed: Drug alpha inhibits gene gamma in all of 97 models." in shown
    assert f"(not verified: {gone.problem})" in shown
    told = plain_ending(ending)
    assert f"(Not verified, {why}: Drug alpha inhibits gene gamma in all of 97 models.)" in told
    result = result_object(view, 0)
    assert [each["problem"] for each in result["removed"]] == [gone.problem]
    assert all(each["verified"] for each in result["sentences"])
    assert "gene gamma in all of 97" not in result["answer"]
    assert "Removed: 1 sentence" in result["answer"]


async def test_without_the_policy_it_is_shown_and_marked(provider_name: str) -> None:
    view, ending = await ending_of(provider_name, GOOD, BAD, removes=False)
    assert isinstance(ending, Answer)
    assert [each.verified for each in ending.sentences] == [True, False]
    thread = thread_of(view, ending)
    assert "*Not verified*" in thread
    assert "Removed" not in thread
    assert "(Not verified, " in plain_ending(ending)


async def test_when_nothing_is_left_the_quotes_are_shown(provider_name: str) -> None:
    view, ending = await ending_of(provider_name, BAD, removes=True)
    assert isinstance(ending, Answer)
    assert ending.only_quotes
    assert [each.text for each in ending.sentences] == [each.quote for each in ending.citations]
    assert len(ending.removed) == 1
    said = (thread_of(view, ending), markdown(ending, ending.citations, None), plain_ending(ending))
    for words in (*said, " ".join(" ".join(ending_lines(view)).split())):
        assert ONLY_QUOTES in words
        assert ending.citations[0].quote in words


@pytest.mark.parametrize(("sentence", "removes"), [(BAD, False), (BAD.replace("[c1]", ""), True)])
async def test_without_quotes_or_policy_nothing_left_is_no_answer(
    sentence: str, removes: bool
) -> None:
    _, ending = await ending_of("openai", sentence, removes=removes)
    assert isinstance(ending, Failed)
    assert ending.error == "AnswerUnverified"


async def test_a_cell_that_is_removed_leaves_a_dash() -> None:
    asked = case_view()
    async with core_over("openai", Say(WRITTEN), Say("nothing")) as (core, _):
        draft = await core.answer(asked, ())
    ending = decide_ending(draft, asked, removes=True)
    assert isinstance(ending, Answer)
    table = [
        line for line in markdown(ending, ending.citations, None).splitlines() if line[:1] == "|"
    ]
    cells = [cell.strip() for cell in table[3].strip("|").split("|")]
    assert cells[:3] == ["alpelisib + fulvestrant", "–", ""]
    assert cells[3].startswith("Hyperglycemia")
    assert len(cells) == 5
    row = next(x for x in thread_of(asked, ending).splitlines() if "*alpelisib + ful" in x)
    assert "_Evidence:_ – · _Against:_ Hyperglycemia" in row
