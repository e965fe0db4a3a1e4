"""The worker: takes runs from the queue, answers them, and sends what is owed to Slack."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from procrastinate import JobContext, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy
from procrastinate.worker import Worker

from agents.answering import Answerer
from agents.errors import RunUnknown
from agents.run.tool_specs import hand_of_cards
from agents.run.tools import Library
from agents.turns import Failed, View
from bot import logs
from bot.composition import open_consultation
from bot.db import queue, routing
from bot.db.database import Ledger, LedgerUnavailable
from bot.db.worker_liveness import presence
from bot.failures import sentences
from bot.pages.web import Documents
from bot.rendering import narration
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style
from bot.sending.outbox import Sender
from bot.sending.slack_client import identify, web_client
from bot.settings import Settings

_log = logs.log(__name__)
DRAIN_SECONDS = 8.0
"""How long a worker that is asked to stop lets its runs go on; the rest is resumed later."""
_TRIES = 3
"""How often a run that breaks in an unforeseen way is tried."""
_PASSING = frozenset(
    {"MemoryUnavailable", "LedgerUnavailable", "LeaseLost", "CancelledError", "JobAborted"}
)
"""Failures that go away by themselves; the run waits for that however long it takes."""


async def work(settings: Settings) -> None:
    """Answer and send until SIGTERM or SIGINT.

    Raises :class:`bot.failures.sentences.StartRefused`."""
    logs.configure(settings.log_level)
    url = settings.database_url or ""
    stop = stop_on_signals()
    async with open_ledger(url) as ledger, open_consultation(settings, url) as consultation:
        await work_over(settings, stop, ledger, consultation.answerer, consultation.silos)


async def work_over(
    settings: Settings, stop: asyncio.Event, ledger: Ledger, answerer: Answerer, silos: Library
) -> None:
    """The same over a database, a core and silos that are open, until ``stop``."""
    if settings.slack_bot_token is None:
        raise sentences.missing("SLACK_BOT_TOKEN")
    token = settings.slack_bot_token.get_secret_value()
    async with aiohttp.ClientSession() as session:
        client = web_client(settings.slack_api_url, token, session)
        await identify(client)
        answering = Answering(answerer, ledger, style_of(settings, silos))
        await asyncio.gather(
            Sender(client, ledger).run(stop),
            answer_queue(answering, ledger.url, settings.workers, stop),
            _rescue(ledger, stop),
        )


class Answering:
    """Answers one run of the queue and tells the thread about it."""

    def __init__(self, answerer: Answerer, ledger: Ledger, style: Style) -> None:
        self._answerer = answerer
        self._ledger = ledger
        self._style = style

    async def answer(self, run_id: str, ts: str, attempts: int) -> None:
        """Bring the run to its ending. ``ts`` is the message of the question."""
        narrator = _Narrator(self._ledger, self._style, ts)
        (outcome,) = await asyncio.gather(
            self._answerer.answer(run_id, narrate=narrator.narrate), return_exceptions=True
        )
        await narrator.rest()
        if not isinstance(outcome, BaseException):
            _log.info("run_ended", run_id=run_id, ending=type(outcome).__name__)
            return
        _log.warning("run_broke", run_id=run_id, attempt=attempts, exc_info=outcome)
        if isinstance(outcome, RunUnknown):
            return
        name = type(outcome).__name__
        if name in _PASSING or attempts + 1 < _TRIES or not isinstance(outcome, Exception):
            raise outcome
        ending = Failed(error=name, reason=sentences.sentence(outcome))
        await self._answerer.give_up(run_id, ending, narrate=narrator.narrate)


class _Narrator:
    """Writes what changed since it last wrote. While it writes, the run goes on: of the views that
    come meanwhile only the newest is told, since each shows all that the ones before it did."""

    def __init__(self, ledger: Ledger, style: Style, ts: str) -> None:
        self._ledger = ledger
        self._style = style
        self._ts = ts
        self._written: dict[str, Mapping[str, Any]] = {}
        self._newest: View | None = None
        self._telling: asyncio.Task[None] | None = None

    async def narrate(self, view: View) -> None:
        """Told soon; an ending is told on return. Raises what kept an earlier view from it."""
        self._newest = view
        if self._telling is not None and self._telling.done():
            telling, self._telling = self._telling, None
            telling.result()
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())
        if view.ending is not None:
            await self.finish()

    async def finish(self) -> None:
        """Wait until the newest view is told."""
        if self._telling is not None:
            telling, self._telling = self._telling, None
            await telling

    async def rest(self) -> None:
        """Leave nothing running behind a run that broke; it is narrated again when it goes on."""
        if self._telling is not None:
            self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)
            self._telling = None

    async def _tell(self) -> None:
        while (view := self._newest) is not None:
            self._newest = None
            rows = narration.narrate(view, self._ts, self._style)
            new = [row for row in rows if self._written.get(row.key) != row.body]
            if new:
                await routing.say(self._ledger, new)
                self._written.update({row.key: row.body for row in new})


class _RetryUntilToldOtherwise(BaseRetryStrategy):
    """:meth:`Answering.answer` ends a run that cannot go on; what it raises is tried again."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        at_once = isinstance(exception, asyncio.CancelledError)
        return RetryDecision(retry_in={"seconds": 0 if at_once else min(1 + job.attempts, 10)})


async def answer_queue(
    answering: Answering, url: str, concurrency: int, stop: asyncio.Event
) -> None:
    """Work on the queue until ``stop``, through any absence of the database."""
    while not stop.is_set():
        (problem,) = await asyncio.gather(
            _one_worker(answering, url, concurrency, stop), return_exceptions=True
        )
        if isinstance(problem, BaseException):
            if not isinstance(problem, ConnectorException | LedgerUnavailable | OSError):
                raise problem
            _log.warning("queue_interrupted", cause=type(problem).__name__)
        await _sleep(stop, 1.0)


async def _one_worker(
    answering: Answering, url: str, concurrency: int, stop: asyncio.Event
) -> None:
    app = queue.open_queue(url, connections=4)

    @app.task(
        name=queue.TASK, queue=queue.QUEUE, pass_context=True, retry=_RetryUntilToldOtherwise()
    )
    async def answer(context: JobContext, run_id: str, ts: str) -> None:
        await answering.answer(run_id, ts, context.job.attempts)

    async with app.open_async():
        worker = Worker(
            app,
            queues=[queue.QUEUE],
            concurrency=concurrency,
            fetch_job_polling_interval=0.5,
            update_heartbeat_interval=1.0,
            stalled_worker_timeout=30.0,
            shutdown_graceful_timeout=DRAIN_SECONDS,
            delete_jobs="successful",
            install_signal_handlers=False,
        )
        running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
        stopping = asyncio.create_task(stop.wait())
        try:
            async with _present(worker, running, url):
                await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            worker.stop()  # type: ignore[no-untyped-call]
            await running


@asynccontextmanager
async def _present(worker: Worker, running: asyncio.Task[None], url: str) -> AsyncIterator[None]:
    """Hold the worker's lock while it works."""
    while worker.worker_id is None and not running.done():  # noqa: ASYNC110 (nobody is told)
        await asyncio.sleep(0.01)
    if worker.worker_id is None:
        yield
        return
    async with presence(url, worker.worker_id):
        yield


async def _rescue(ledger: Ledger, stop: asyncio.Event) -> None:
    """Once a second, queue again what a killed worker left."""
    while not stop.is_set():
        try:
            async with ledger.transaction() as connection:
                rescued = await queue.rescue(connection)
            if rescued:
                _log.info("runs_rescued", number=rescued)
        except LedgerUnavailable:
            _log.warning("rescue_without_database")
        await _sleep(stop, 1.0)


def style_of(settings: Settings, silos: Documents) -> Style:
    """How this installation shows runs."""
    cards = hand_of_cards(silos.cards)
    return Style(
        links=PassageLinks(settings.public_url or "", settings.signing_key()),
        display=settings.display,
        titles={card.name: card.title for card in cards},
    )


@asynccontextmanager
async def open_ledger(url: str) -> AsyncIterator[Ledger]:
    """The ledger of the database at ``url``."""
    ledger = Ledger.connect(url)
    try:
        yield ledger
    finally:
        await ledger.close()


def stop_on_signals() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _sleep(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
