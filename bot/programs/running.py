"""The runs that are being answered here. Each goes on when who asked has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from agents.endings.json_result import step_object
from agents.turns import View
from bot.failures.errors import RunLeft
from bot.logs import log
from bot.programs.questions import ProgramQuestions

_log = log(__name__)
Json = dict[str, Any]


class RunningQuestion:
    """A run on its way to its ending."""

    def __init__(self, questions: ProgramQuestions, run_id: str) -> None:
        self._steps: list[Json] = []
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(questions.answer(run_id, self._narrate))

    @property
    def task(self) -> asyncio.Task[Json]:
        """Gives the object of the run."""
        return self._task

    async def result(self) -> Json:
        """The object of the run. Whoever waits may go away: the run goes on. Raises
        :class:`bot.failures.errors.RunLeft` when this process stops."""
        await asyncio.wait({self._task})
        if self._task.cancelled():
            raise RunLeft
        return self._task.result()

    async def steps(self, pause: float) -> AsyncIterator[Json | None]:
        """Each step, and again whenever it has grown, until the run has ended; None after a pause
        of so many seconds without any."""
        sent: list[Json] = []
        while True:
            changed = self._changed
            for step in self._steps:
                if step not in sent:
                    sent.append(step)
                    yield step
            if self._task.done():
                return
            waiting = asyncio.create_task(changed.wait())
            both = {waiting, self._task}
            done, _ = await asyncio.wait(both, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if not done:
                yield None

    async def _narrate(self, view: View) -> None:
        self._steps = [step_object(step) for step in view.all_steps]
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


class RunningQuestions:
    """All of this process."""

    def __init__(self, questions: ProgramQuestions) -> None:
        self._questions = questions
        self._running: dict[str, RunningQuestion] = {}

    def start(self, run_id: str) -> RunningQuestion:
        """Answer a stored run, or join who answers it already."""
        running = self._running.get(run_id)
        if running is None:
            running = self._running[run_id] = RunningQuestion(self._questions, run_id)
            running.task.add_done_callback(lambda task: self._forget(run_id, task))
        return running

    async def end(self, seconds: float) -> None:
        """Let all runs go on for so many seconds; what is left goes on when it is asked for."""
        tasks = {running.task for running in self._running.values()}
        if tasks:
            _, left = await asyncio.wait(tasks, timeout=seconds)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    def _forget(self, run_id: str, task: asyncio.Task[Json]) -> None:
        del self._running[run_id]
        if not task.cancelled() and task.exception() is not None:
            _log.warning("program_run_left", run_id=run_id, cause=type(task.exception()).__name__)
