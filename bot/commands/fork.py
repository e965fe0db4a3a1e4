"""``curbside fork``: a run again from one of its steps on, with corrections."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from agents.endings.changes import changes_of
from agents.memory.forks import NewFork
from agents.replies.fact_replies import states_facts
from agents.replies.steering import NamedSilo, read_steering
from agents.turns import View
from bot.asking.consult import HERE
from bot.asking.printing import print_lines
from bot.asking.terminal import view_lines
from bot.commands.runs import Run, whole_run_id
from bot.composition import Consultation, open_consultation
from bot.failures.errors import ChangesNotUnderstood
from bot.processes.bootstrap import migrated_database_url
from bot.rendering.steering import change_lines
from bot.settings import read_settings


def fork(
    run: Run,
    step: Annotated[int, typer.Argument(min=1, help="The first step that is made anew.")],
    changes: Annotated[
        str, typer.Argument(help="Where to search (“without ESMO”), or a fact (“HER2 0”).")
    ] = "",
) -> None:
    """Run a question again from one of its steps on, and show what that changed."""
    settings = read_settings()
    console = Console()

    async def answer(url: str) -> None:
        """Run the fork, and print its steps, its ending and what that changed."""
        async with open_consultation(settings, url) as consultation:
            parent = await whole_run_id(consultation.memory, run)
            new = new_fork(parent, step, changes, consultation.search.silos.cards)
            view = await _answer_fork(consultation, new)
        typer.echo(f"Run {view.run_id}, forked from {parent} at step {step}.")
        print_lines(view_lines(view), console)
        found = changes_of(view)
        for line in change_lines(found) if found else ():
            typer.echo(line)

    with migrated_database_url(settings) as url:
        asyncio.run(answer(url))


def new_fork(run: str, step: int, changes: str, silos: Sequence[NamedSilo]) -> NewFork:
    """The fork that is asked for. Raises :class:`bot.failures.errors.ChangesNotUnderstood` for
    words that neither steer nor state a fact of the patient."""
    steering = read_steering(changes, HERE.name, silos)
    if changes.strip() and steering is None and not states_facts(changes):
        raise ChangesNotUnderstood
    return NewFork(
        run_id=str(uuid.uuid4()),
        parent=run,
        step=step,
        text=changes,
        by=HERE.name,
        steering=steering,
        fact="" if steering else changes.strip(),
    )


async def _answer_fork(consultation: Consultation, new: NewFork) -> View:
    await consultation.memory.fork(new)
    await consultation.answerer.answer(new.run_id, narrate=_silent)
    return await consultation.memory.view(new.run_id)


async def _silent(view: View) -> None:
    """A terminal is shown the run when it is over."""
