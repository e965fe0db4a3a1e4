"""The fold of a journal: what a core sees, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agents.errors import PayloadUnreadable, RunUnknown
from agents.facts.read_sheet import Message
from agents.journal.codec import (
    Addition,
    Compaction,
    PayloadValue,
    decode,
    encode,
    entry_of,
    kind_of,
)
from agents.journal.entry import Event
from agents.journal.folding import fold
from agents.journal.hash_chain import verify_chain
from agents.journal.messages_of_run import messages_of, question_of
from agents.journal.run_progress import (
    TURN_CHARACTERS,
    TURNS_SHOWN,
    pending_actions,
    repeat_of,
    repeats_in_a_row,
    seconds_spent,
    tokens_spent,
    with_last_question,
)
from agents.run.compaction import makes_progress, size_of, span_to_fold, with_forgotten_keys
from agents.turns import (
    Abstention,
    Action,
    Answer,
    Attachment,
    Citation,
    Failed,
    Finding,
    Gap,
    Observation,
    Question,
    Reply,
    Review,
    Sentence,
    Stopped,
    Thought,
    Turn,
    Usage,
    View,
)
from retrieval.documents import DocumentRef
from tests.fakes import MemoryJournal
from tests.sample_documents import QUESTION, THREAD

CITATION = Citation(
    key="c1",
    ref=DocumentRef("pubmed", "1", "2"),
    title="T",
    organisation="O",
    url="https://example.org",
    date="2024",
    quote="Words as they stand.",
    start=3,
    end=23,
    match="typographic",
    status="unconfirmed",
    evidence_level="B",
)
USAGE = Usage(model="m", input_tokens=5, output_tokens=7, input_price_usd=0.1, output_price_usd=2.5)
ACTIONS = (
    Action(call_id="s1a1", tool="search_pubmed", arguments={"query": "alpha"}),
    Action(call_id="s1a2", tool="open_step", arguments={"step": 2, "exact": True, "share": 0.5}),
)
FOUND = Observation(
    call_id="s1a1",
    tool="search_pubmed",
    outcome="data",
    findings=(Finding(text="Found.", citations=(CITATION,), removed=1),),
    documents=(CITATION.ref,),
    titles=("T",),
    detail="One.",
    usage=USAGE,
    prompt_sha="abc",
    seconds=1.25,
)
NOTHING = Observation(call_id="s1a2", tool="open_step", outcome="empty")
THOUGHT = Thought(text="Look.", actions=ACTIONS, usage=USAGE, prompt_sha="abc")
GAP = Gap(purpose="dosing", missing="fact", name="weight", detail="Ask.")
REPLY = Reply(text="Hello.")
ANSWER = Answer(
    sentences=(Sentence(text="S.", keys=("c1",), verified=False, problem="No."),),
    citations=(CITATION,),
    not_found=("X.",),
    note="N",
    limited="L",
)
VALUES: tuple[PayloadValue, ...] = (
    replace(QUESTION, attachments=(Attachment(name="a.pdf", problem="Locked."),)),
    Addition(text="64 years", by="U"),
    THOUGHT,
    Thought(text="No.", gap=GAP),
    Thought(text="No.", reply=REPLY),
    FOUND,
    Compaction(summary="s", hidden=2, usage=USAGE),
    ANSWER,
    REPLY,
    Abstention(gap=GAP, tried=("PubMed",)),
    Stopped(by="U"),
    Failed(error="E", reason="R."),
    Review(seq=None, verdict="agree", by="U"),
)


async def journal_of(*values: PayloadValue) -> list[Event]:
    journal = MemoryJournal("run", QUESTION)
    for value in values:
        call_id = value.call_id if isinstance(value, Observation) else ""
        await journal.append(entry_of(value, call_id=call_id))
    return journal.events


async def view_of(*values: PayloadValue, turns: Sequence[Turn] = ()) -> View:
    return fold(await journal_of(*values), turns, 3)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_every_value_survives_its_json_form(value: PayloadValue) -> None:
    import json

    payload = json.loads(json.dumps(encode(value)))
    assert decode(kind_of(value), payload) == value
    assert payload["v"] == 1


def test_a_payload_of_a_newer_version_is_refused() -> None:
    with pytest.raises(PayloadUnreadable):
        decode("fact", {**encode(Addition(text="x", by="y")), "v": 2})


def test_what_postgres_cannot_store_is_replaced_one_for_one() -> None:
    assert encode(Addition(text="a\x00b\udfffc µ", by=""))["text"] == "a\ufffdb\ufffdc µ"


async def test_a_question_alone_folds_to_a_view_without_steps() -> None:
    view = await view_of()
    assert view.question == QUESTION
    assert (view.steps, view.ending, view.steps_left, view.additions) == ((), None, 3, ())
    assert pending_actions(view) == ()


def test_an_empty_journal_has_no_question() -> None:
    with pytest.raises(RunUnknown):
        question_of(())


async def test_pending_are_the_actions_without_an_observation() -> None:
    assert pending_actions(await view_of(THOUGHT)) == ACTIONS
    assert pending_actions(await view_of(THOUGHT, NOTHING)) == ACTIONS[:1]
    assert pending_actions(await view_of(THOUGHT, NOTHING, FOUND)) == ()


async def test_observations_stand_in_the_order_of_the_actions() -> None:
    view = await view_of(THOUGHT, NOTHING, FOUND)
    assert view.steps[0].observations == (FOUND, NOTHING)
    assert (view.steps[0].number, view.steps[0].seq) == (1, 2)
    assert view.citations == {"c1": CITATION}


async def test_an_observation_of_no_action_is_not_shown() -> None:
    view = await view_of(THOUGHT, replace(FOUND, call_id="s9a9"))
    assert view.steps[0].observations == ()


async def test_facts_reviews_and_usage_are_folded() -> None:
    view = await view_of(
        Addition(text="64", by="U"), THOUGHT, FOUND, Review(seq=2, verdict="x", by="U")
    )
    assert view.additions == ("64",)
    assert view.usage == (USAGE, USAGE)
    assert tokens_spent(view) == 24
    assert view.ending is None


@pytest.mark.parametrize(
    "ending",
    [ANSWER, REPLY, Abstention(gap=GAP), Stopped(by="U"), Failed(error="E", reason="R.")],
)
async def test_every_ending_is_seen_even_under_a_review(ending: PayloadValue) -> None:
    assert (await view_of(ending, Review(seq=2, verdict="agree", by="U"))).ending == ending


async def test_small_talk_of_older_journals_is_read_as_a_reply() -> None:
    aside = {
        "purpose": "something to look up",
        "missing": "fact",
        "name": "a clinical question",
        "detail": "Hello.",
        "aside": True,
    }
    thought = {"v": 1, "text": "No.", "actions": [], "gap": aside, "prompt_sha": ""}
    assert decode("thought", thought) == Thought(text="No.", reply=REPLY)
    assert decode("gap", {"v": 1, "gap": aside, "tried": []}) == REPLY
    plain = {**aside, "aside": False}
    assert isinstance(decode("gap", {"v": 1, "gap": plain, "tried": []}), Abstention)


async def test_only_the_newest_compaction_counts_and_citations_stay() -> None:
    view = await view_of(
        THOUGHT, FOUND, NOTHING,
        Compaction(summary="old", hidden=1),
        Thought(text="More."),
        Compaction(summary="new c1", hidden=2),
    )  # fmt: skip
    assert (view.folded, view.hidden, len(view.steps)) == ("new c1", 2, 2)
    assert "c1" in view.citations


def test_a_thread_of_wishes_keeps_the_question_that_they_are_on() -> None:
    texts = ("dose of olaparib?", "first line of melanoma?", *["shorter", "only ESMO"] * 6)
    turns = [
        Turn(run_id=str(n), question=text, answer="a", outcome="reply" if n % 2 else "answer")
        for n, text in enumerate(texts)
    ]
    turns[1] = replace(turns[1], outcome="answer")
    assert [each.run_id for each in with_last_question(turns, 4)] == ["1", "11", "12", "13"]
    assert [each.run_id for each in with_last_question(turns[:4], 3)] == ["1", "2", "3"]
    assert [each.run_id for each in with_last_question(turns[2:], 2)] == ["12", "13"]


async def test_earlier_turns_are_bounded() -> None:
    turns = [
        Turn(run_id=str(n), question="q" * 9_000, answer="a", outcome="answer") for n in range(30)
    ]
    view = await view_of(turns=turns)
    assert [turn.run_id for turn in view.turns] == [str(n) for n in range(30 - TURNS_SHOWN, 30)]
    assert len(view.turns[0].question) == TURN_CHARACTERS
    assert view.turns[0].question.endswith("…")


def test_a_question_asked_again_says_nothing_anew_and_counts_as_its_own_words() -> None:
    said = Message("HER2 1+. What now?", "earlier question")
    put_right = Message("no, HER2 0", "thread")
    report = Message("Report: PIK3CA H1047R", "attachment")
    again = replace(
        QUESTION,
        text=said.text,
        attachments=(Attachment(name="a.txt", text=report.text), Attachment(name="b", text="new")),
        repeats="run1",
    )
    rows = MemoryJournal("run2", again).events
    view = fold(rows, earlier=(report, said, put_right))
    assert [message.text for message in view.said] == ["new"]
    assert [message.place for message in view.earlier] == ["attachment", "question", "thread"]
    assert messages_of(rows)[-1].text == said.text, "without the thread nothing was said before"


async def test_time_spent_counts_parallel_actions_once() -> None:
    journal = MemoryJournal("run", QUESTION)
    await journal.append(entry_of(THOUGHT, call_id="s1", latency_ms=1_000))
    await journal.append(entry_of(FOUND, call_id="s1a1", latency_ms=3_000))
    await journal.append(entry_of(NOTHING, call_id="s1a2", latency_ms=2_000))
    await journal.append(entry_of(ANSWER, latency_ms=500))
    assert seconds_spent(journal.events) == 4.5
    assert fold(journal.events).seconds == 4.5
    assert fold(journal.events[:3]).seconds == 4.0, "what is under way counts, too"


async def test_a_repeat_is_the_same_tool_with_the_same_arguments() -> None:
    again = replace(ACTIONS[0], call_id="s2a1")
    other = replace(again, call_id="s2a2", arguments={"query": "beta"})
    view = await view_of(THOUGHT, FOUND, NOTHING, Thought(text="", actions=(again, other)))
    first = view.steps[0]
    assert repeat_of(view, ACTIONS[0]) is None
    assert repeat_of(view, again) == first
    assert repeat_of(view, other) is None
    assert repeats_in_a_row(view) == 0
    view = await view_of(THOUGHT, FOUND, NOTHING, Thought(text="", actions=(again,)))
    assert repeats_in_a_row(view) == 1


async def test_nothing_is_folded_when_it_fits_or_nothing_would_be_gained() -> None:
    view = await view_of(THOUGHT, FOUND, NOTHING)
    assert span_to_fold(view, 10_000) is None
    assert span_to_fold(view, 0) is None, "the newest two steps stay"


def long_thoughts(count: int) -> list[Thought]:
    return [Thought(text=f"{n}" * 1_000) for n in range(count)]


async def test_folding_leaves_the_newest_steps_and_makes_progress() -> None:
    view = await view_of(*long_thoughts(5))
    assert span_to_fold(view, 1_000) == 3
    assert makes_progress(view, 3, "short")
    assert not makes_progress(view, 3, "x" * 3_001)
    assert not makes_progress(view, 3, "  ")
    folded = await view_of(*long_thoughts(5), Compaction(summary="short", hidden=3))
    assert size_of(folded) < size_of(view)
    assert span_to_fold(folded, 1_000) is None, "it would loop for ever"
    assert not makes_progress(folded, 3, "shorter")


async def test_a_summary_names_every_key_that_it_forgot() -> None:
    view = await view_of(THOUGHT, FOUND, NOTHING)
    assert with_forgotten_keys("It says so (c1).", view) == "It says so (c1)."
    assert with_forgotten_keys("It says so (c12).", view).endswith("Also citable: c1 (T).")


async def test_the_chain_covers_every_part_of_a_row() -> None:
    events = await journal_of(THOUGHT, FOUND, NOTHING, ANSWER)
    assert verify_chain(events) is None
    entry = events[2].entry
    changes = [
        replace(entry, call_id="other"),
        replace(entry, payload={**entry.payload, "detail": "other"}),
        replace(entry, usage=replace(entry.usage, input_price_usd=9.0)),
        replace(entry, prompt_sha="other"),
        replace(entry, latency_ms=9),
    ]
    for change in changes:
        tampered = [*events[:2], replace(events[2], entry=change), *events[3:]]
        broken = verify_chain(tampered)
        assert broken is not None
        assert broken.seq == 3
    assert verify_chain([*events[:2], *events[3:]]) is not None
    assert verify_chain([events[1], events[0]]) is not None


def test_questions_keep_their_thread() -> None:
    decoded = decode("question", encode(QUESTION))
    assert isinstance(decoded, Question)
    assert decoded.thread == THREAD
