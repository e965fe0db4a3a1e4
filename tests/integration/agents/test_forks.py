"""A run again from one of its steps on: both stay, one hash chain, and no call is made twice."""

from __future__ import annotations

import pytest

from agents.answering import Answerer
from agents.endings.changes import changes_of
from agents.errors import StepUnknown
from agents.journal.hash_chain import verify_chain
from agents.journal.messages_of_run import since_resumption
from agents.memory.database import Memory
from agents.memory.forks import NewFork
from agents.run.limits import Limits
from agents.turns import Answer, Steering, View
from retrieval.sql import Database
from tests.fakes import MemorySilos, ScriptedCore
from tests.integration.agents.killable import SCRIPT
from tests.sample_documents import DOCUMENTS, QUESTION

SHARED = 5
"""Question, thought and its three observations."""
OWN = 6
"""Fork, steering, thought, an observation that was left out, thought, answer."""


class Died(Exception):
    """The worker is gone."""


async def nobody(view: View) -> None:
    """Narrates to nobody."""


async def answer(memory: Memory, run_id: str, core: ScriptedCore | None = None) -> View:
    silos = MemorySilos(DOCUMENTS)
    answerer = Answerer(
        memory=memory, core=core or ScriptedCore(SCRIPT), silos=silos, limits=Limits()
    )
    await answerer.answer(run_id, narrate=nobody)
    return await memory.view(run_id)


def without_labels(run_id: str = "fork", parent: str = "run", step: int = 2) -> NewFork:
    steering = Steering(text="skip labels", by="U0BEN", without=("drug_information",))
    return NewFork(
        run_id=run_id, parent=parent, step=step, text="again", by="U0BEN", steering=steering
    )


@pytest.fixture
async def answered(memory: Memory) -> Memory:
    await memory.open_run("run", QUESTION)
    await answer(memory, "run")
    return memory


async def test_a_fork_shares_rows_and_goes_on_in_one_chain(answered: Memory) -> None:
    before = await answered.events("run")
    assert await answered.fork(without_labels())
    assert not await answered.fork(without_labels()), "asked twice, stored once"
    view = await answer(answered, "fork")
    events = await answered.events("fork")
    assert events[:SHARED] == before[:SHARED]
    assert [event.run_id for event in events] == ["run"] * SHARED + ["fork"] * OWN
    assert events[SHARED].prev_hash == before[SHARED - 1].hash
    assert verify_chain(events) is None
    assert await answered.verify("fork") is None
    assert await answered.changed_copies("fork") == ()
    assert await answered.events("run") == before, "the other is not touched"
    assert await answered.verify("run") is None
    assert view.run_id == "fork"
    assert [step.number for step in view.own_steps] == [2, 3]
    assert since_resumption(events)[0].entry.kind == "fork", "time of the other is not its own"


async def test_what_changed_is_told_by_quotes(answered: Memory) -> None:
    first = await answered.view("run")
    await answered.fork(without_labels())
    view = await answer(answered, "fork")
    assert isinstance(first.ending, Answer)
    assert isinstance(view.ending, Answer)
    changes = changes_of(view)
    assert changes is not None
    assert [each.ref.silo for each in changes.lost] == ["drug_information"]
    assert changes.gained == ()
    assert {each.quote for each in changes.kept} == {each.quote for each in view.ending.citations}
    assert changes_of(first) is None


async def test_a_changed_row_of_either_breaks_the_chain_of_the_fork(
    answered: Memory, database_url: str
) -> None:
    await answered.fork(without_labels())
    await answer(answered, "fork")
    database = Database(database_url)
    async with database.transaction() as connection:
        await connection.exec_driver_sql(
            "update journal set payload = payload || '{\"text\": \"x\"}' where run_id = 'run'"
            " and seq = 2"
        )
    await database.close()
    broken = await answered.verify("fork")
    assert broken is not None
    assert broken.seq == 2


@pytest.mark.parametrize("dies_at", range(SHARED + 2, SHARED + OWN + 1))
async def test_a_crash_behind_any_row_of_a_fork_repeats_no_call(
    answered: Memory, dies_at: int
) -> None:
    await answered.fork(without_labels())
    core = ScriptedCore(SCRIPT)

    async def dies(view: View) -> None:
        if (await answered.events("fork"))[-1].seq >= dies_at:
            raise Died

    dying = Answerer(memory=answered, core=core, silos=MemorySilos(DOCUMENTS), limits=Limits())
    with pytest.raises(Died):
        await dying.answer("fork", narrate=dies)
    assert len(await answered.events("fork")) == dies_at
    view = await answer(answered, "fork", core)
    assert isinstance(view.ending, Answer)
    assert core.calls.count("think") == 2
    assert core.calls.count("answer") == 1
    assert len(await answered.events("fork")) == SHARED + OWN
    assert await answered.verify("fork") is None


async def test_a_fork_of_a_fork_has_the_rows_of_both(answered: Memory) -> None:
    await answered.fork(without_labels())
    await answer(answered, "fork")
    await answered.fork(without_labels("third", "fork", 3))
    third = await answer(answered, "third")
    runs = [event.run_id for event in await answered.events("third")]
    assert runs[: SHARED + 4] == ["run"] * SHARED + ["fork"] * 4
    assert set(runs[SHARED + 4 :]) == {"third"}
    assert await answered.verify("third") is None
    # From a step that is not even the fork's own: rows of the first run only.
    await answered.fork(without_labels("fourth", "fork", 1))
    fourth = await answer(answered, "fourth")
    runs = [event.run_id for event in await answered.events("fourth")]
    assert runs[0] == "run"
    assert set(runs[1:]) == {"fourth"}
    assert await answered.verify("fourth") is None
    assert isinstance(third.ending, Answer)
    assert isinstance(fourth.ending, Answer)


async def test_what_was_said_of_the_patient_later_stays_said(answered: Memory) -> None:
    await answered.add_to_run("run", "Her creatinine clearance is 44 mL/min.", "U0ANA")
    await answered.fork(without_labels())
    view = await answer(answered, "fork")
    assert view.additions == ("Her creatinine clearance is 44 mL/min.",)
    assert view.turns == (), "the run it was forked from is no earlier question"
    assert view.earlier == ()


async def test_a_fact_that_is_put_right_is_one_of_the_fork(answered: Memory) -> None:
    new = NewFork(run_id="fork", parent="run", step=1, text="again", by="U0BEN", fact="HER2 0")
    await answered.fork(new)
    assert (await answer(answered, "fork")).additions == ("HER2 0",)
    assert (await answered.view("run")).additions == ()


async def test_a_step_that_is_not_there_forks_nothing(answered: Memory) -> None:
    with pytest.raises(StepUnknown, match=r"no such step\. It has \d step"):
        await answered.fork(without_labels(step=7))
    assert len(await answered.recent_runs()) == 1


async def test_a_list_of_runs_tells_forks_from_questions(answered: Memory) -> None:
    await answered.fork(without_labels())
    assert [each.forked_from for each in await answered.recent_runs()] == ["run", ""]
