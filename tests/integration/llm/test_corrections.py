"""Sentences that do not hold are written again once; a second model can only take marks away."""

from __future__ import annotations

import pytest

from agents.checking.answers import check_draft, decide_ending
from agents.turns import Answer, Draft
from tests.integration.llm.scripted_core import core_over, messages_of, seen_step, view
from tests.scripted_provider import Call, Fail, Reply, Say

GOOD = "Drug A helped 12 of 30 patients. [c1]"
BAD = "Drug A helped 15 of 30 patients. [c1]"


async def answered(name: str, *script: Reply, checked_again: bool = False) -> tuple[Draft, Answer]:
    async with core_over(name, *script, checked_again=checked_again) as (core, _):
        draft = await core.answer(view(seen_step()), ())
    return draft, check_draft(draft, view(seen_step()))


def note_of(draft: Draft) -> str:
    """What stands below the answer, where what does not hold is marked."""
    ending = decide_ending(draft, view(seen_step()))
    assert isinstance(ending, Answer)
    return ending.note


async def test_a_sentence_that_fails_is_sent_back_with_the_reason(provider_name: str) -> None:
    script = (Say(f"{GOOD}\n{BAD}"), Say("2: In the study 12 of 30 patients were helped. [c1]"))
    async with core_over(provider_name, *script) as (core, scripted):
        draft = await core.answer(view(seen_step()), ())
    asked = str(messages_of(scripted.asked[1]))
    assert "helped 15 of 30" in asked
    assert "Reason: " in asked
    assert GOOD.removesuffix(" [c1]") not in asked.partition("Evidence")[0]
    assert [each.text for each in draft.sentences] == [
        "Drug A helped 12 of 30 patients.",
        "In the study 12 of 30 patients were helped.",
    ]
    note = note_of(draft)
    assert "\nWritten again, it did not hold: “Drug A helped 15 of 30 patients.” (" in note
    assert note.endswith(" Now: “In the study 12 of 30 patients were helped.”")
    assert draft.usage.output_tokens == 40


@pytest.mark.parametrize("again", ["2: Drug A helped 16 of 30 patients. [c1]", "I stand by it."])
async def test_what_fails_again_stays_and_is_marked(provider_name: str, again: str) -> None:
    _, answer = await answered(provider_name, Say(f"{GOOD}\n{BAD}"), Say(again))
    assert [each.verified for each in answer.sentences] == [True, False]
    assert "15 of 30" in answer.sentences[1].text


async def test_what_is_taken_back_is_gone_and_that_is_said(provider_name: str) -> None:
    draft, answer = await answered(provider_name, Say(f"{GOOD}\n{BAD}"), Say("2: REMOVE"))
    assert [each.verified for each in answer.sentences] == [True]
    (line,) = [each for each in note_of(draft).splitlines() if each.startswith("Taken back")]
    assert line.startswith("Taken back, it did not hold: “Drug A helped 15 of 30 patients.” (")
    assert "15" in line.partition("(")[2], "the reason is told"


async def test_where_words_that_fail_are_removed_they_are_not_told_below_either(
    provider_name: str,
) -> None:
    again = "2: REMOVE\n3: In the study 12 of 30 patients were helped. [c1]"
    worse = "Drug A helped 16 of 30 patients. [c1]"
    draft, _ = await answered(provider_name, Say(f"{GOOD}\n{BAD}\n{worse}"), Say(again))
    ending = decide_ending(draft, view(seen_step()), removes=True)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.removed] == ["Drug A helped 15 of 30 patients."]
    assert "of 30" not in ending.note
    assert ending.note.endswith("Did not hold and was written again: 1 sentence.")
    marked = decide_ending(draft, view(seen_step()))
    assert isinstance(marked, Answer)
    assert ("15 of 30" in marked.note, marked.removed) == (True, ())


async def test_of_many_sentences_the_first_are_told(provider_name: str) -> None:
    many = "\n".join(f"Drug A helped {13 + n} of 30 patients. [c1]" for n in range(14))
    gone = "\n".join(f"{n + 2}: REMOVE" for n in range(14))
    draft, _ = await answered(provider_name, Say(f"{GOOD}\n{many}"), Say(gone))
    assert note_of(draft).count("Taken back") == 12
    assert note_of(draft).endswith("\nThe same of 2 sentences more.")


async def test_a_model_that_is_away_for_the_repair_leaves_it_marked(provider_name: str) -> None:
    down = Fail(500)
    _, answer = await answered(provider_name, Say(f"{GOOD}\n{BAD}"), down, down, down)
    assert [each.verified for each in answer.sentences] == [True, False]


async def test_a_doubt_takes_the_mark_of_a_verified_sentence_away(provider_name: str) -> None:
    doubts = {"doubts": [{"number": 1, "reason": "It was another endpoint."}]}
    script = (Say(GOOD), Call((("report_doubts", doubts),)))
    draft, answer = await answered(provider_name, *script, checked_again=True)
    (sentence,) = answer.sentences
    assert not sentence.verified
    assert sentence.problem == "A second model doubts it: It was another endpoint."
    assert "checked 1 again and doubts 1." in draft.note


async def test_the_second_model_is_told_whose_words_a_quote_is(provider_name: str) -> None:
    script = (Say(GOOD), Call((("report_doubts", {"doubts": []}),)))
    async with core_over(provider_name, *script, checked_again=True) as (core, scripted):
        seen = view(seen_step())
        await core.answer(seen, ())
    asked = str(messages_of(scripted.asked[1]))
    (cited,) = [each for each in seen.citations.values() if each.key == "c1"]
    assert cited.title in asked
    assert cited.organisation in asked
    assert cited.date in asked
    assert seen.question.text in asked


async def test_no_doubt_gives_a_mark(provider_name: str) -> None:
    nothing = Call((("report_doubts", {"doubts": [{"number": 7, "reason": "no such"}]}),))
    script = (Say(f"{GOOD}\n{BAD}"), Say("2: no"), nothing)
    draft, answer = await answered(provider_name, *script, checked_again=True)
    assert [each.verified for each in answer.sentences] == [True, False]
    assert "checked 1 again and doubts none." in draft.note


async def test_a_second_model_that_is_away_is_said(provider_name: str) -> None:
    down = Fail(500)
    draft, answer = await answered(provider_name, Say(GOOD), down, down, down, checked_again=True)
    assert [each.verified for each in answer.sentences] == [True]
    assert "was to check it again and did not answer." in draft.note
