"""The worker: takes runs from the queue, answers them, and sends what is owed to Slack. Beside
that it answers ``curbside ask`` on its machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import aiohttp
from procrastinate import JobContext, RetryDecision
from procrastinate.exceptions import JobAborted
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy

from agents.answering import Answerer
from agents.errors import EndsProcesses, LeaseLost, MemoryUnavailable, RunUnknown
from agents.turns import Failed
from bot import logs
from bot.asking.identity import code_digest
from bot.asking.server import CALLERS, serve_callers
from bot.composition import open_consultation, shown_cards
from bot.db import queue
from bot.db.channels.rules import RulesOfChannels
from bot.db.commands import LookUpOrder
from bot.db.queue_app import open_queue
from bot.db.taking_over import claims, unfinished_tries
from bot.db.taking_over.claims import Claim
from bot.db.taking_over.queue_worker import keep_rescuing, work_queue
from bot.db.taking_over.unfinished_tries import MOST_UNFINISHED
from bot.failures import sentences
from bot.lifecycle import (
    collect_seldom,
    ended_when_it_hangs,
    give_way,
    keep_what_is_loaded,
    share_interpreter,
    sleep_unless,
    stop_on_signals,
)
from bot.processes.forgetting import ages_of, forget_what_is_due
from bot.processes.look_ups import LookUps
from bot.processes.mornings.cases import OpenCases
from bot.processes.mornings.clock import mornings_of
from bot.processes.mornings.digests import Digests
from bot.processes.narrator import Narrator
from bot.processes.signing import sign_what_ended
from bot.processes.source_notices import SourceNotices
from bot.programs.searched_silos import libraries_of
from bot.rendering.thread_style import thread_style
from bot.sending.home_pages import renew_home
from bot.sending.sender import Sender
from bot.sending.team_styles import TeamStyles
from bot.sending.thread_status import ThreadStatus
from bot.settings import Settings
from bot.teams.opening import open_teams
from retrieval.errors import DatabaseUnavailable
from retrieval.retry import RetryPolicy
from retrieval.search.contract import SearchedCard
from retrieval.sql import Database

_log = logs.log(__name__)
DRAIN_SECONDS = 8.0
"""How long a worker that is asked to stop lets its runs go on; the rest is resumed later. Chosen by
hand."""
_TRIES = 3
"""How often a run that breaks in an unforeseen way is tried. Chosen by hand."""
_POLICY = RetryPolicy(attempts=None, first_pause=1.0, longest_pause=10.0)
"""Chosen by hand: a database or a model that is away for a moment is asked again soon."""
_PASSING = (
    MemoryUnavailable,
    DatabaseUnavailable,
    LeaseLost,
    asyncio.CancelledError,
    JobAborted,
)
"""Failures that go away by themselves; the run waits for that however long it takes."""


async def work(settings: Settings) -> None:
    """Answer and send until SIGTERM or SIGINT.

    Raises :class:`bot.failures.sentences.StartRefused`."""
    logs.configure(settings.log_level)
    stop = stop_on_signals()
    give_way(settings.worker_niceness)
    share_interpreter()
    code = code_digest()  # Before more of it is loaded.
    async with (
        open_consultation(
            settings, settings.database_url or "", runs=settings.workers + CALLERS
        ) as consultation,
        serve_callers(settings, code, consultation, stop, DRAIN_SECONDS),
    ):
        keep_what_is_loaded()
        collect_seldom()
        async with ended_when_it_hangs():
            await answer_and_send(
                settings,
                stop,
                database=consultation.database,
                answerer=consultation.answerer,
                look_ups=LookUps(
                    consultation.database,
                    libraries_of(consultation.search),
                    RulesOfChannels(settings, consultation.database),
                ),
                cards=shown_cards(settings),
            )


async def answer_and_send(
    settings: Settings,
    stop: asyncio.Event,
    *,
    database: Database,
    answerer: Answerer,
    look_ups: LookUps,
    cards: Sequence[SearchedCard],
) -> None:
    """The same over a database and a core that are open, until ``stop``. ``cards`` are those of
    the silos that are searched; their titles are shown."""
    async with aiohttp.ClientSession() as session:
        teams = await open_teams(settings, database, session)
        style, mornings = thread_style(settings, cards), mornings_of(settings)
        answering = RunAnswerer(
            answerer,
            database,
            TeamStyles(teams, style),
            RulesOfChannels(settings, database),
            lambda run_id, claim: renew_home(teams, database, run_id, cards, claim),
            lambda claim: ThreadStatus(
                teams, style.titles, lambda: claims.is_held(database, claim)
            ),
        )
        await asyncio.gather(
            Sender(teams, database).run(stop),
            answer_queue(answering, look_ups, database.url, settings.workers, stop),
            keep_rescuing(database, queue.QUEUE, stop, _log_rescued),
            forget_what_is_due(database, ages_of(settings), stop),
            sign_what_ended(database, settings, stop),
            SourceNotices(database).run(stop),
            Digests(teams, database, mornings).run(stop),
            OpenCases(database, answerer, mornings, style.titles).run(stop),
        )


class RunAnswerer:
    """Answers one run of the queue and tells the thread about it."""

    def __init__(
        self,
        answerer: Answerer,
        database: Database,
        styles: TeamStyles,
        channels: RulesOfChannels,
        on_ended: Callable[[str, Claim], Awaitable[None]],
        status: Callable[[Claim], ThreadStatus],
    ) -> None:
        """``on_ended`` is called with each run that has come to its ending; ``status`` makes what
        shows in its thread that it is at work."""
        self._answerer = answerer
        self._on_ended = on_ended
        self._database = database
        self._styles = styles
        self._channels = channels
        self._status = status

    async def answer(self, run_id: str, ts: str, claim: Claim) -> None:
        """Bring the run to its ending, and tell who asked it. ``ts`` is the message of the
        question."""
        await self._answer(run_id, ts, claim)
        await self._on_ended(run_id, claim)

    async def _answer(self, run_id: str, ts: str, claim: Claim) -> None:
        status = self._status(claim)
        narrator = Narrator(self._database, self._styles, ts, self._channels, status, claim)
        if not claim.attempts:
            await self._answer_once(run_id, claim, narrator)
            return
        # A process that was killed leaves its try behind; one that ends in order takes it back.
        key = f"run {run_id}"
        if await unfinished_tries.begin_try(self._database, key, run_id) > MOST_UNFINISHED:
            _log.error("run_set_aside", run_id=run_id, tries=MOST_UNFINISHED)
            await self._give_up(run_id, EndsProcesses(), narrator, claim)
            await unfinished_tries.forget_tries(self._database, key)
            return
        try:
            await self._answer_once(run_id, claim, narrator)
        finally:
            # A process that hung did not end its try: another one has the run, and counted it.
            if await claims.is_held(self._database, claim):
                await unfinished_tries.take_back_try(self._database, key)

    async def _answer_once(self, run_id: str, claim: Claim, narrator: Narrator) -> None:
        try:
            ending = await self._answerer.answer(run_id, narrate=narrator.narrate)
        except (Exception, asyncio.CancelledError) as error:
            _log.warning("run_broke", run_id=run_id, attempt=claim.attempts, exc_info=error)
            if isinstance(error, RunUnknown):
                return
            if isinstance(error, _PASSING) or claim.attempts + 1 < _TRIES:
                raise
            failure = error
        else:
            _log.info("run_ended", run_id=run_id, ending=type(ending).__name__)
            return
        finally:
            await narrator.rest()
        await self._give_up(run_id, failure, narrator, claim)

    async def _give_up(
        self, run_id: str, failure: BaseException, narrator: Narrator, claim: Claim
    ) -> None:
        if not await claims.is_held(self._database, claim):
            raise LeaseLost(run_id)
        failed = Failed(error=type(failure).__name__, reason=sentences.sentence(failure))
        await self._answerer.give_up(run_id, failed, narrate=narrator.narrate)


class _RetryForEver(BaseRetryStrategy):
    """:meth:`Answering.answer` ends a run that cannot go on; what it raises is tried again, by the
    pauses of the same policy as every other call."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        at_once = isinstance(exception, asyncio.CancelledError)
        pause = round(_POLICY.backoff(job.attempts + 1))
        return RetryDecision(retry_in={"seconds": 0 if at_once else pause})


async def answer_queue(
    answering: RunAnswerer, look_ups: LookUps, url: str, concurrency: int, stop: asyncio.Event
) -> None:
    """Work on the queue until ``stop``, through any absence of the database."""
    while not stop.is_set():
        try:
            await _run_queue(answering, look_ups, url, concurrency, stop)
        except DatabaseUnavailable as error:
            _log.warning("queue_interrupted", cause=type(error.__cause__).__name__)
        await sleep_unless(stop, 1.0)


async def _run_queue(
    answering: RunAnswerer, look_ups: LookUps, url: str, concurrency: int, stop: asyncio.Event
) -> None:
    async with open_queue(url) as app:

        @app.task(name=queue.TASK, queue=queue.QUEUE, pass_context=True, retry=_RetryForEver())
        async def answer(context: JobContext, run_id: str, ts: str) -> None:
            await answering.answer(run_id, ts, _claim(context))

        @app.task(name=queue.LOOK_UP, queue=queue.QUEUE, pass_context=True, retry=_RetryForEver())
        async def look_up(context: JobContext, /, **order: Any) -> None:
            await look_ups.answer(LookUpOrder(**order), _claim(context))

        await work_queue(
            app, queue.QUEUE, url, stop, concurrency=concurrency, drain_seconds=DRAIN_SECONDS
        )


def _claim(context: JobContext) -> Claim:
    return Claim(context.job.id or 0, context.job.attempts)


def _log_rescued(rescued: int | None) -> None:
    if rescued is None:
        _log.warning("rescue_without_database")
    elif rescued:
        _log.info("runs_rescued", number=rescued)
