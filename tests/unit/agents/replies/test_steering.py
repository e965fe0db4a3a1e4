"""What people ask of a run that goes on: which words ask it, and what the next step makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.journal.codec import decode, encode, entry_of
from agents.journal.folding import STEPS_DEEPER
from agents.journal.writer import JournalWriter
from agents.replies.requests.silos_by_yes_and_no import read_steering_of_run
from agents.replies.steering import read_steering
from agents.run.interruption import RunGuard
from agents.run.limits import Limits
from agents.run.loop import Run
from agents.run.steered_step import LEFT_OUT, left_out
from agents.run.tools.calling import Tools
from agents.turns import Answer, Gap, Steering, SteeringRow, Step, Stopped, Thought, View
from bot.rendering.blocks import plain_text
from bot.rendering.steering import DEEPER, steering_blocks
from retrieval.declaration.cards import read_cards
from tests.fakes import READY, MemoryJournal, MemorySilos, Narrator, ScriptedCore, search
from tests.sample_documents import DOCUMENTS, QUESTION

SILOS = read_cards()
BY_ROLE = {role: tuple(c.name for c in SILOS if c.role == role) for role in {c.role for c in SILOS}}
TRIALS = {n for c in ("trial", "landmark_trial", "trial_result") for n in BY_ROLE[c]}
ESMO = {card.name for card in SILOS if "ESMO" in card.publishers}
NCCN = {card.name for card in SILOS if "NCCN" in card.publishers}


@pytest.mark.parametrize(
    ("text", "without", "also", "deeper"),
    [
        ("skip ESMO", ESMO, set(), False),
        ("please leave the ESMO guidelines out", ESMO, set(), False),
        ("without NCCN and ESMO", NCCN | ESMO, set(), False),
        ("no trials", TRIALS, set(), False),
        ("trials too", set(), TRIALS, False),
        ("look at the trials, too, please", set(), TRIALS, False),
        ("also PubMed", set(), set(BY_ROLE["literature"]), False),
        ("Go deeper.", set(), set(), True),
        ("skip ESMO, trials too and go deeper", ESMO, TRIALS, True),
    ],
)
def test_what_steers(text: str, without: set[str], also: set[str], deeper: bool) -> None:
    found = read_steering(text, "U", SILOS)
    assert found is not None
    assert (set(found.without), set(found.also), found.deeper) == (without, also, deeper)
    assert (found.text, found.by) == (text, "U")
    assert decode("steering", encode(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "without liver metastases",
        "no HER2",
        "add trastuzumab",
        "also BRCA1",
        "skip ESMO, she has had palbociclib",
        "what do the trials say, too?",
        "ESMO",
        "and then?",
        "deeper infiltration of the muscle",
        "no",
        "",
        "skip " + "ESMO and " * 40,
    ],
)
def test_what_does_not_steer(text: str) -> None:
    assert read_steering(text, "U", SILOS) is None


@pytest.mark.parametrize(
    "text",
    ["NCCN yes, ESMO no", "no ESMO, yes NCCN", "ESMO out, NCCN in", "yes NCCN, no ESMO please"],
)
def test_a_yes_and_a_no_beside_silos_steer_too(text: str) -> None:
    found = read_steering_of_run(text, "U", SILOS)
    assert found is not None
    assert (set(found.without), set(found.also), found.deeper) == (ESMO, NCCN, False)


@pytest.mark.parametrize(
    "text",
    ["ESMO yes", "NCCN yes, ESMO no?", "again without CIViC", "HER2 yes, ER no", "yes and no"],
)
def test_other_verdicts_do_not_steer(text: str) -> None:
    assert read_steering_of_run(text, "U", SILOS) is None


class Asked(ScriptedCore):
    """Has its thread steered while it thinks for the first time."""

    steering: Steering
    journal: MemoryJournal
    offered: list[set[str]]

    async def think(self, view: View, cards) -> Thought:  # type: ignore[no-untyped-def]
        self.offered.append({card.silo for card in cards if card.silo})
        thought = await super().think(view, cards)
        if len(self.offered) == 1:
            await self.journal.append(entry_of(self.steering))
        return thought


async def run_with(steering: Steering, *script: Thought) -> tuple[Run, Asked, MemorySilos]:
    journal, silos = MemoryJournal("run", QUESTION), MemorySilos(DOCUMENTS)
    core = Asked(script)
    core.steering, core.journal, core.offered = steering, journal, []

    async def nothing() -> tuple[View, ...]:
        return ()

    limits = Limits(steps=4)
    run = Run(
        journal=JournalWriter(journal, (), limits.steps, Narrator()),
        core=core,
        tools=Tools(library=silos, core=core, earlier=nothing),
        guard=RunGuard(limits.seconds),
        limits=limits,
    )
    await run.journal.open(await journal.load_after(0))
    await run.run()
    return run, core, silos


def steering(**asked: object) -> Steering:
    return replace(Steering(text="…", by="U"), **asked)  # type: ignore[arg-type]


FIRST = Thought(text="Papers.", actions=(search("pubmed", "drug alpha"),))
SECOND = Thought(text="Trials.", actions=(search("clinical_trials", "drug alpha"),))


async def test_a_silo_that_is_left_out_is_not_offered_and_not_searched() -> None:
    run, core, silos = await run_with(steering(without=("clinical_trials",)), FIRST, SECOND, READY)
    assert "clinical_trials" in core.offered[0]
    assert all("clinical_trials" not in each for each in core.offered[1:])
    assert [silo for silo, _ in silos.searches] == ["pubmed"]
    refused = run.journal.view.steps[1].observations[0]
    assert (refused.outcome, refused.detail) == ("stopped", LEFT_OUT)
    assert isinstance(run.journal.view.ending, Answer)


async def test_a_search_that_was_thought_of_meanwhile_is_left_out_too() -> None:
    run, _, silos = await run_with(steering(without=("pubmed",)), FIRST, SECOND, READY)
    assert [silo for silo, _ in silos.searches] == ["clinical_trials"]
    left = run.journal.view.steps[0].observations[0]
    assert (left.outcome, left.detail) == ("stopped", LEFT_OUT)


async def test_a_silo_that_is_asked_for_is_searched_though_the_core_was_ready() -> None:
    wish = steering(also=("clinical_trials",))
    run, _, silos = await run_with(wish, FIRST, READY, READY)
    assert silos.searches == [("pubmed", "drug alpha"), ("clinical_trials", "drug alpha")]
    assert [len(step.thought.actions) for step in run.journal.view.steps] == [1, 1, 0]
    run, _, silos = await run_with(wish, READY, READY)
    assert silos.searches == [("clinical_trials", QUESTION.text)], "it came while READY was thought"
    assert isinstance(run.journal.view.ending, Answer)


async def test_a_gap_waits_for_what_was_asked_for() -> None:
    gap = Thought(text="None.", gap=Gap(purpose="dose", missing="silo", name="a label"))
    run, _, silos = await run_with(steering(also=("drug_information",)), gap, READY)
    assert [silo for silo, _ in silos.searches] == ["drug_information"]
    assert isinstance(run.journal.view.ending, Answer)


async def test_deeper_gives_the_run_more_steps() -> None:
    script = [replace(FIRST, actions=(search("pubmed", f"drug alpha {n}"),)) for n in range(9)]
    run, *_ = await run_with(steering(deeper=True), *script)
    assert len(run.journal.view.steps) == 4 + STEPS_DEEPER
    run, *_ = await run_with(steering(also=("pubmed",)), *script)
    assert len(run.journal.view.steps) == 4


async def test_asked_for_again_a_silo_that_was_left_out_is_in() -> None:
    run, *_ = await run_with(steering(without=("pubmed",)), READY)
    view = run.journal.view
    assert [each.steering.without for each in view.steering] == [("pubmed",)]
    again = replace(view.steering[0], seq=99, steering=steering(also=("pubmed",)))
    assert left_out(view) == {"pubmed"}
    assert left_out(replace(view, steering=(*view.steering, again))) == frozenset()


def test_the_thread_is_told_from_which_step_on_it_holds() -> None:
    asked = SteeringRow(5, steering(also=("pubmed",), without=("trials",), deeper=True))
    titles = {"search_pubmed": "PubMed", "search_trials": "Trials"}

    def told(view: View) -> str:
        return plain_text(steering_blocks(asked, view, titles))

    running = View(run_id="r", question=QUESTION)
    words = f"without Trials; also PubMed; {DEEPER}."
    assert told(running) == f"*Taken over for the next step:* {words}"
    steps = tuple(
        Step(number=number, seq=seq, thought=thought)
        for number, seq, thought in ((1, 2, FIRST), (2, 6, SECOND), (3, 9, FIRST))
    )
    assert told(replace(running, steps=steps)) == f"*Taken over from step 3 on:* {words}"
    over = replace(running, steps=steps[:2], ending=Stopped(by="U"))
    assert told(over) == f"*This came too late for the last step:* {words}"
