"""A scripted core answers stored questions over a real PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from agents.answering import Answerer
from agents.endings.reviews import verdict_counts
from agents.errors import MemoryUnavailable, RunUnknown
from agents.journal.hash_chain import verify_chain
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import (
    Abstention,
    Action,
    Answer,
    Draft,
    DraftSentence,
    Gap,
    Reply,
    Review,
    Stopped,
    Thought,
    ThreadKey,
    Usage,
    View,
)
from bot.asking.terminal import view_lines
from bot.builders.answerer import FoundIn, build_answerer
from bot.builders.cores import Cores
from bot.commands.runs import whole_run_id
from bot.db.channels.rules import RulesOfChannels
from bot.failures.errors import RunIdTooShort, RunNotFound
from bot.settings import read_settings
from retrieval.records.library import RecordSources
from retrieval.sql import Database
from tests.fakes import MemorySilos, Narrator, ScriptedCore, every_finding, search
from tests.integration.agents.conftest import mark
from tests.sample_documents import DOCUMENTS, QUESTION, THREAD, question
from tests.unit.retrieval.records.in_memory import RecordsInMemory
from tests.waiting import HANG_SECONDS, eventually

DEFAULTS = Limits()

SCRIPT = (
    Thought(
        text="Two places to look.",
        actions=(search("clinical_trials", "alpha"), search("pubmed", "alpha")),
    ),
    Thought(text="And the label.", actions=(search("drug_information", "alpha dose"),)),
)


def answerer(
    memory: Memory,
    core: ScriptedCore | None = None,
    silos: MemorySilos | None = None,
    limits: Limits = DEFAULTS,
) -> Answerer:
    return Answerer(
        memory=memory,
        core=core or ScriptedCore(SCRIPT),
        silos=silos or MemorySilos(DOCUMENTS),
        limits=limits,
    )


@pytest.mark.parametrize("removing", [f"C0OTHER, {THREAD.channel}", "C0OTHER"])
async def test_what_is_not_verified_goes_by_the_setting_for_the_channel(
    memory: Memory, removing: str
) -> None:
    def with_a_lie(view: View) -> Draft:
        lie = DraftSentence(text="Drug alpha cures 97% of all patients.", keys=("c1",))
        draft = every_finding(view)
        return replace(draft, sentences=(*draft.sentences, lie))

    await memory.open_run("run", QUESTION)
    core = ScriptedCore(SCRIPT, draft=with_a_lie)
    silos: Any = MemorySilos(DOCUMENTS)
    settings = read_settings(removing_channels=removing)
    built = build_answerer(
        settings,
        memory,
        Cores(core, core),
        FoundIn(silos, silos, RecordSources((), RecordsInMemory())),
        RulesOfChannels(settings, memory._database).run_rules,
    )
    ending = await built.answer("run", narrate=Narrator())
    assert isinstance(ending, Answer)
    is_removed = THREAD.channel in removing
    assert all(each.verified for each in ending.sentences) is is_removed
    assert ["97%" in each.text for each in ending.removed] == [True] * is_removed
    assert (await memory.view("run")).ending == ending
    (turn,) = await memory.turns(THREAD)
    assert "(Not verified, " in turn.answer, "the memory keeps it, marked"
    assert "cures 97% of all patients" in turn.answer


async def test_what_the_model_cost_is_kept_with_the_row_and_told(memory: Memory) -> None:
    assert await memory.open_run("run", QUESTION)
    usage = Usage(
        model="m",
        input_tokens=3_000,
        output_tokens=20,
        input_price_usd=1.0,
        output_price_usd=4.0,
        cached_tokens=2_000,
        cached_price_usd=0.1,
    )
    thought = Thought(text="Hm.", reply=Reply(text="Hello."), usage=usage)
    await answerer(memory, ScriptedCore((thought,))).answer("run", narrate=Narrator())
    view = await memory.view("run")
    assert view.usage == (usage,)
    assert await memory.verify("run") is None
    assert view_lines(view)[-1].text == "3,000 tokens in (2,000 of them cached), 20 out, $0.0013"


async def test_a_question_ends_in_an_answer_with_verified_citations(memory: Memory) -> None:
    assert await memory.open_run("run", QUESTION)
    narrator = Narrator()
    ending = await answerer(memory).answer("run", narrate=narrator)
    assert isinstance(ending, Answer)
    # Two silos are searched at once; who answers first has the first key.
    assert sorted(citation.key for citation in ending.citations) == ["c1", "c2", "c3"]
    assert all(sentence.verified for sentence in ending.sentences)
    assert narrator.views[-1].ending == ending
    events = await memory.events("run")
    assert verify_chain(events) is None
    kinds = [event.entry.kind for event in events]
    assert kinds == [
        "question", "thought", "observation", "observation", "thought", "observation", "thought",
        "answer",
    ]  # fmt: skip
    assert len(narrator.views) == len(events)
    assert [turn.outcome for turn in await memory.turns(THREAD)] == ["answer"]


@pytest.mark.parametrize("hang", ["think", "read", "answer"])
async def test_a_stop_is_effective_while_a_core_hangs(memory: Memory, hang: str) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore(SCRIPT, hang=hang)
    working = asyncio.create_task(answerer(memory, core).answer("run", narrate=Narrator()))
    await eventually(lambda: hang in core.calls)
    assert await memory.request_stop("run", "U0BEN")
    assert await memory.request_stop("run", "U0CHEN")
    assert await asyncio.wait_for(working, HANG_SECONDS) == Stopped(by="U0BEN")
    assert not await memory.request_stop("run", "U0BEN")
    assert await memory.live_runs(THREAD) == ()
    assert [turn.outcome for turn in await memory.turns(THREAD)] == ["stopped"]


async def test_small_talk_is_remembered_as_a_reply(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore((Thought(text="Hm.", reply=Reply(text="Hello.")),))
    assert await answerer(memory, core).answer("run", narrate=Narrator()) == Reply(text="Hello.")
    assert (await memory.view("run")).ending == Reply(text="Hello.")
    assert await memory.live_runs(THREAD) == ()
    (turn,) = await memory.turns(THREAD)
    assert (turn.outcome, turn.answer) == ("reply", "Hello.")


async def test_a_run_that_is_stopped_before_it_starts_does_nothing(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    await memory.request_stop("run", "U0BEN")
    silos, core = MemorySilos(DOCUMENTS), ScriptedCore(SCRIPT)
    assert await answerer(memory, core, silos).answer("run", narrate=Narrator()) == Stopped(
        by="U0BEN"
    )
    assert (core.calls, silos.searches) == ([], [])


async def test_a_follow_up_sees_the_thread_and_opens_its_steps(memory: Memory) -> None:
    await memory.open_run("first", QUESTION)
    await answerer(memory).answer("first", narrate=Narrator())
    await memory.open_run("elsewhere", question("Other?", ThreadKey("T", "C", "2")))
    await memory.open_run("second", question("What did the trials search return in step 1?"))
    call = Action(call_id="", tool="open_step", arguments={"step": 1, "tool": "clinical_trials"})
    core = ScriptedCore([Thought(text="Look back.", actions=(call,))])
    ending = await answerer(memory, core, MemorySilos(DOCUMENTS)).answer(
        "second", narrate=Narrator()
    )
    assert isinstance(ending, Answer)
    assert [each.ref for each in ending.citations] == [DOCUMENTS[0].ref]
    view = await memory.view("second")
    assert [turn.run_id for turn in view.turns] == ["first"]
    assert [turn.run_id for turn in await memory.turns(THREAD)] == ["first", "second"]


async def test_facts_and_reviews_go_to_any_run(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    assert await memory.add_to_run("run", "The patient is 64.", "U0BEN") == "used"
    assert (await memory.view("run")).additions == ("The patient is 64.",)
    await answerer(memory).answer("run", narrate=Narrator())
    assert await memory.add_to_run("run", "Too late.", "U0BEN") == "kept"
    first = (await memory.view("run")).steps[0].seq
    await mark(memory, "run", Review(seq=first, verdict="wrong", by="U0CHEN", comment="No."))
    events = await memory.events("run")
    assert events[-1].entry.kind == "review"
    assert verify_chain(events) is None
    view = await memory.view("run")
    assert isinstance(view.ending, Answer)
    (run,) = await memory.recent_runs()
    assert (run.state, run.reviews) == ("answer", view.reviews)
    assert verdict_counts(run.reviews) == "wrong 1"
    told = [line.text for line in view_lines(view)]
    assert f"Marked wrong on step 1 by U0CHEN, {view.reviews[0].at:%Y-%m-%d}: No." in told


async def test_a_fact_that_arrives_while_the_run_goes_on_is_told_and_used(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    narrator = Narrator()
    core = ScriptedCore(SCRIPT, pause=0.15)
    working = asyncio.create_task(answerer(memory, core).answer("run", narrate=narrator))
    await asyncio.sleep(0.2)
    await memory.add_to_run("run", "The patient is 64.", "U0BEN")
    await working
    assert narrator.views[-1].additions == ("The patient is 64.",)
    events = await memory.events("run")
    assert verify_chain(events) is None


GAP = Gap(purpose="the dose", missing="fact", name="creatinine clearance")


async def test_a_run_that_ended_in_a_gap_goes_on_when_the_fact_is_stated(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore([Thought(text="Which clearance?", gap=GAP)])
    assert isinstance(await answerer(memory, core).answer("run", narrate=Narrator()), Abstention)
    assert await memory.add_to_run("run", "CrCl 44 mL/min", "U0BEN") == "resumed"
    assert await memory.live_runs(THREAD) == ("run",)
    assert await memory.add_to_run("run", "ECOG 1", "U0BEN") == "used"

    core, narrator = ScriptedCore(SCRIPT), Narrator()
    ending = await answerer(memory, core).answer("run", narrate=narrator)
    assert isinstance(ending, Answer)
    view = await memory.view("run")
    assert (view.ending, view.resumptions) == (ending, 1)
    assert [step.number for step in view.all_steps] == [1, 2, 3, 4]
    assert [step.number for step in view.earlier_steps] == [1]
    assert narrator.views[0].additions == ("CrCl 44 mL/min", "ECOG 1")
    assert narrator.views[0].steps_left == Limits().steps
    events = await memory.events("run")
    assert verify_chain(events) is None
    assert await memory.verify("run") is None
    assert [e.entry.kind for e in events if e.entry.kind in ("gap", "fact", "answer")] == [
        "gap", "fact", "fact", "answer",
    ]  # fmt: skip
    (turn,) = await memory.turns(THREAD)
    assert turn.outcome == "answer"


async def test_what_a_model_asks_waits_for_any_answer(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    asking = replace(GAP, asks="Is she on warfarin?")
    for gap, missing in ((asking, "answer"), (GAP, "fact")):
        core = ScriptedCore([Thought(text="I ask.", gap=gap)])
        await answerer(memory, core).answer("run", narrate=Narrator())
        last = await memory.last_gap(THREAD)
        assert last is not None
        assert last.missing == missing
        await memory.add_to_run("run", "No.", "U0BEN")


async def test_a_run_may_end_in_a_gap_twice(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    for fact in ("CrCl 44 mL/min", "ECOG 1"):
        core = ScriptedCore([Thought(text="What else?", gap=GAP)])
        ending = await answerer(memory, core).answer("run", narrate=Narrator())
        assert isinstance(ending, Abstention)
        assert await memory.add_to_run("run", fact, "U0BEN") == "resumed"
    ending = await answerer(memory).answer("run", narrate=Narrator())
    assert isinstance(ending, Answer)
    assert (await memory.view("run")).resumptions == 2


async def test_a_stop_of_the_first_part_does_not_stop_the_second(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore([Thought(text="Which clearance?", gap=GAP)])
    await answerer(memory, core).answer("run", narrate=Narrator())
    await memory.add_to_run("run", "CrCl 44 mL/min", "U0BEN")
    assert await memory.request_stop("run", "U0BEN")
    assert await answerer(memory).answer("run", narrate=Narrator()) == Stopped(by="U0BEN")
    assert await memory.add_to_run("run", "ECOG 1", "U0BEN") == "kept"


async def test_the_fact_sheet_is_read_from_all_that_was_said_in_the_thread(memory: Memory) -> None:
    await memory.open_run("first", question("HER2-low breast cancer, what next?"))
    await answerer(memory).answer("first", narrate=Narrator())
    await memory.add_to_run("first", "no, HER2 0", "U0BEN")
    await memory.open_run("elsewhere", question("Other?", ThreadKey("T", "C", "2")))
    await memory.open_run("second", question("And the dose?"))
    view = await memory.view("second")
    assert [(m.text, m.place, m.said_by) for m in view.messages] == [
        ("HER2-low breast cancer, what next?", "earlier question", QUESTION.asker),
        ("no, HER2 0", "thread", "U0BEN"),
        ("And the dose?", "question", QUESTION.asker),
    ]
    assert all(message.said_at for message in view.messages)


async def test_characters_that_postgres_cannot_store_do_not_break_a_run(memory: Memory) -> None:
    odd = question("What is \x00 alpha \ud800 here?")
    await memory.open_run("run", odd)
    ending = await answerer(memory).answer("run", narrate=Narrator())
    assert isinstance(ending, Answer)
    assert verify_chain(await memory.events("run")) is None
    assert (await memory.view("run")).question.text == "What is \ufffd alpha \ufffd here?"


async def test_an_unknown_run_is_named_as_such(memory: Memory) -> None:
    with pytest.raises(RunUnknown):
        await memory.view("nobody")
    with pytest.raises(RunUnknown):
        await answerer(memory).answer("nobody", narrate=Narrator())
    assert not await memory.request_stop("nobody", "U0BEN")


async def test_recent_runs_are_listed_newest_first(memory: Memory) -> None:
    await memory.open_run("one", QUESTION)
    await memory.open_run("two", question("Two?"))
    assert await memory.live_runs(THREAD) == ("one", "two")
    await answerer(memory).answer("one", narrate=Narrator())
    newest, oldest = await memory.recent_runs()
    assert (newest.run_id, newest.state, newest.question) == ("two", "open", "Two?")
    assert (oldest.run_id, oldest.state, oldest.rows) == ("one", "answer", 8)


async def test_a_run_is_found_by_the_beginning_of_its_id(memory: Memory) -> None:
    for name in ("c1ad85a5-1", "c1ad85a5-12", "c2%_"):
        await memory.open_run(name, question(name))
    assert await memory.runs_beginning("c1ad85a5") == ("c1ad85a5-1", "c1ad85a5-12")
    assert await memory.runs_beginning("c1ad85a5-1") == ("c1ad85a5-1",), "a whole id"
    assert await memory.runs_beginning("c1ad85a5-12") == ("c1ad85a5-12",)
    assert await memory.runs_beginning("c2") == ("c2%_",)
    assert await memory.runs_beginning("c1%") == (), "no pattern"
    assert await whole_run_id(memory, "c2") == "c2%_"
    with pytest.raises(RunIdTooShort, match="give more of it"):
        await whole_run_id(memory, "c1ad85a5")
    with pytest.raises(RunNotFound):
        await whole_run_id(memory, "")


async def test_many_runs_go_on_side_by_side(memory: Memory) -> None:
    names = [f"run{number}" for number in range(12)]
    for name in names:
        thread = ThreadKey("T", "C", name)
        await memory.open_run(name, question("What about alpha?", thread))
    working = answerer(memory)
    endings = await asyncio.gather(*(working.answer(name, narrate=Narrator()) for name in names))
    assert all(isinstance(ending, Answer) for ending in endings)


async def test_a_database_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(MemoryUnavailable):
        await Memory(Database("postgres://nobody@127.0.0.1:1/nothing")).recent_runs()
