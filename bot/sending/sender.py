"""The sender: takes outbox rows to Slack, each exactly once, within Slack's limits.

One process sends at a time. Whatever kills it or makes it hang, the next one finds in the rows what
is owed, what was under way (and looks in the thread whether it arrived), and what is done. One that
hung and goes on neither calls Slack nor changes a row.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db import outbox
from bot.db.inbox import NOT_INSTALLED
from bot.db.outbox import Due, RowToSend
from bot.db.posting import delivery, posted_questions, repeated_posts
from bot.db.taking_over.leader_election import Leadership, leadership
from bot.db.taking_over.leader_transactions import leaders_transaction
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.sending.lost_answers import LostAnswers
from bot.sending.marks.duplicates import delete_duplicates
from bot.sending.marks.finding import find, find_streams
from bot.sending.outgoing import PLAINEST
from bot.sending.pictures import Pictures, shows_picture
from bot.sending.schedule import Schedules, lane, never_needed
from bot.sending.slack_errors import DEAD_TOKEN, Remedy, name_and_status, remedy, remedy_of_picture
from bot.sending.streaming.streams import StreamedPosts
from bot.sending.teams import NotInstalled, Teams
from retrieval.errors import DatabaseUnavailable
from retrieval.retry import RetryPolicy, retry_after
from retrieval.sql import Database

_log = log(__name__)
_LOOK_AGAIN = 1.0
"""Longest time between two looks into the outbox, seconds. Chosen by hand: rows wake the sender, so
that this only bounds a lost wake-up."""
_SHORTEST_WAIT = 0.01
"""Seconds to the next look when something is due already, so that other tasks come to run. By
hand."""
_LAST_CALLS_SECONDS = 4
"""For the calls under way when the process ends or leads no more. Chosen by hand: Slack mostly
answers within one second, and whoever stops a process waits ten."""
_SETTLE = 0.5
"""Seconds that Slack gets to finish a call without an answer before the thread is searched.
Chosen by hand."""
_ARRIVES_SECONDS = 20.0
"""So long after a call began of which no answer will come, its message may still appear: until then
it is looked for and not sent again. Chosen by hand: twice the time limit of a call."""
_RETRIES = RetryPolicy(attempts=None, first_pause=0.5, longest_pause=30.0)
"""Chosen by hand. A row is tried until Slack takes or refuses it: what is owed is never dropped."""
_RETRY_AFTER = 1.0
"""Seconds after a rate limit without the header that Slack's page promises (docs.slack.dev, rate
limits)."""
_DRAIN_SECONDS = 5.0
"""How long the calls under way may take when the process is asked to stop. Chosen by hand."""


class Sender:
    """Sends until told to stop."""

    def __init__(
        self,
        teams: Teams,
        database: Database,
        schedules: Schedules | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._teams = teams
        self._database = database
        self._schedules = schedules or Schedules()
        self._clock = clock
        self._pictures = Pictures(teams, database)
        self._streams = StreamedPosts(database)
        self._lost = LostAnswers(teams, database)
        self._busy: dict[asyncio.Task[None], str] = {}

    async def run(self, stop: asyncio.Event) -> None:
        """Become the leader and send, until ``stop`` is set. Outlasts an absent database."""
        while not stop.is_set():
            leading = asyncio.create_task(self._lead(stop))
            stopping = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait({leading, stopping}, return_when=asyncio.FIRST_COMPLETED)
                # Give the calls under way a moment, then let another process lead.
                await asyncio.wait({leading}, timeout=_DRAIN_SECONDS)
            finally:
                stopping.cancel()
                leading.cancel()
            await asyncio.wait({leading})
            error = None if leading.cancelled() else leading.exception()
            if error is not None:
                _log.warning("sender_interrupted", cause=type(error).__name__)
                await sleep_unless(stop, 1.0)

    async def _lead(self, stop: asyncio.Event) -> None:
        async with leadership(self._database.url) as leader:
            async with leaders_transaction(self._database, leader.generation) as connection:
                orphans = await delivery.reclaim_orphans(connection, _SETTLE)
            _log.info("sender_leads", orphans=orphans)
            looking = asyncio.create_task(delete_duplicates(self._teams, self._database, leader))
            looking.add_done_callback(lambda done: _on_broken(done, leader))
            try:
                while not stop.is_set() and not leader.lost.is_set():
                    await self._send_round(leader, stop)
            finally:
                looking.cancel()
                await asyncio.wait({looking, *self._busy}, timeout=_LAST_CALLS_SECONDS)
                for task in self._busy:
                    task.cancel()
            if leader.lost.is_set():
                raise DatabaseUnavailable

    async def _send_round(self, leader: Leadership, stop: asyncio.Event) -> None:
        """Start every call that may start now, then wait for a reason to look again."""
        leader.woken.clear()
        async with self._database.statements() as connection:
            rows = await outbox.due(connection)
            if left_out := never_needed(rows):
                await delivery.leave_out(connection, left_out, leader.generation)
                rows = tuple(row for row in rows if row.key not in left_out)
        wait = self._start(rows, leader)
        stopping = asyncio.create_task(stop.wait())
        waking = asyncio.create_task(leader.woken.wait())
        limit = min(wait, _LOOK_AGAIN) if rows else _LOOK_AGAIN
        await asyncio.wait(
            {stopping, waking},
            timeout=max(limit, _SHORTEST_WAIT),
            return_when=asyncio.FIRST_COMPLETED,
        )
        stopping.cancel()
        waking.cancel()

    def _start(self, rows: tuple[Due, ...], leader: Leadership) -> float:
        left = list(rows)
        while True:
            now = self._clock()
            chosen = self._schedules.choose(left, frozenset(self._busy.values()), now)
            if chosen.due is None:
                return chosen.wait
            self._schedules.spend(chosen.due, now)
            left.remove(chosen.due)
            task = asyncio.create_task(self._send(chosen.due, leader))
            self._busy[task] = lane(chosen.due)
            task.add_done_callback(lambda done: self._on_done(done, leader))

    def _on_done(self, task: asyncio.Task[None], leader: Leadership) -> None:
        del self._busy[task]
        leader.woken.set()
        # Of what broke the row still says "sending", so the next leader settles it.
        _on_broken(task, leader)

    async def _send(self, due: Due, leader: Leadership) -> None:
        generation = leader.generation
        async with self._database.statements() as connection:
            row = await delivery.take(connection, due.key, generation)
        if row is None:
            return
        try:
            looks = row.unsure and row.operation == "post"
            client = (await self._teams.of(row.address.team)).client
            if not looks:
                row = await self._pictures.with_file(row, leader)
            # Nothing is awaited between this and the call.
            await leader.be_sure()
            if looks:
                await self._look_for_post(client, row, generation)
                return
            ts = await self._streams.deliver(client, row, leader)
            if row.body.get("removed"):
                await self._pictures.remove(row, leader)
            await self._note_sent(row, ts, generation)
        except SlackApiError as error:
            if await self._on_refusal(row, error, generation) in (Remedy.PLAINER, Remedy.GIVE_UP):
                await self._pictures.discard(row, leader)
        except NotInstalled:
            await self._give_up(row, NOT_INSTALLED, generation)
        except (aiohttp.ClientError, TimeoutError, ConnectionError) as error:
            given_up = isinstance(error, TimeoutError)
            await self._on_no_answer(row, type(error).__name__, generation, is_over=not given_up)

    async def _note_sent(self, row: RowToSend, ts: str | None, generation: int) -> None:
        if ts is None or posted_questions.OPENS not in row.body:
            async with self._database.statements() as connection:
                await delivery.mark_sent(connection, row.key, row.revision, ts, generation)
            return
        async with leaders_transaction(self._database, generation) as connection:
            await posted_questions.mark_sent(connection, row, row.revision, ts, generation)

    async def _look_for_post(self, client: AsyncWebClient, row: RowToSend, generation: int) -> None:
        ts = await find(client, row)
        if ts is None and row.stream is not None and row.slack_ts is None:
            ts = await self._find_stream(client, row)
        if ts is not None and posted_questions.OPENS in row.body:
            await self._note_sent(row, ts, generation)
            return
        called = row.called_seconds
        left = 0.0 if called is None else _ARRIVES_SECONDS - called
        async with leaders_transaction(self._database, generation) as connection:
            if ts is not None:
                await delivery.mark_found(connection, row.key, ts)
            elif left > 0:
                wait = min(_RETRIES.backoff(row.attempts), left)
                await delivery.reschedule(connection, row.key, wait=wait, error="", unsure=True)
            else:
                await delivery.send_again(connection, row.key)

    async def _give_up(self, row: RowToSend, error: str, generation: int) -> None:
        """It will never be sent. Its words go with those of its question."""
        _log.info("send_given_up", key=row.key, cause=error)
        async with leaders_transaction(self._database, generation) as connection:
            await delivery.fail(connection, row.key, error)

    async def _find_stream(self, client: AsyncWebClient, row: RowToSend) -> str | None:
        """The stream in the thread that was begun for the row: one that no other row has. None,
        too, while that of another row begins: nobody can tell which is whose."""
        found = await find_streams(client, row)
        async with self._database.statements() as connection:
            own = await repeated_posts.own_messages(connection, row.address, row.key)
        unknown = (ts for ts in found if ts not in own.timestamps)
        return None if own.begins_stream else next(unknown, None)

    async def _on_no_answer(
        self, row: RowToSend, error: str, generation: int, *, is_over: bool
    ) -> None:
        """``is_over``: the call is not under way any more, whatever came of it."""
        first_post = row.operation == "post" and row.slack_ts is None
        backoff = _RETRIES.backoff(row.attempts)
        wait = max(_SETTLE, backoff) if first_post else backoff
        _log.info("send_unanswered", key=row.key, cause=error, attempt=row.attempts)
        async with leaders_transaction(self._database, generation) as connection:
            await delivery.reschedule(
                connection,
                row.key,
                wait=wait,
                error=error,
                unsure=first_post,
                # Of an unsure row only the search for it failed.
                is_over=is_over and not row.unsure,
            )

    async def _on_refusal(self, row: RowToSend, error: SlackApiError, generation: int) -> Remedy:
        """What was done about it."""
        name, status = name_and_status(error)
        after = retry_after(getattr(error.response, "headers", None))
        requested = _RETRY_AFTER if after is None else after
        updating = row.slack_ts is not None
        what = remedy(name, status, updating=updating)
        if shows_picture(row):
            what = remedy_of_picture(what, name, row.attempts)
        if what is Remedy.UNSURE:
            await self._on_no_answer(row, name, generation, is_over=True)
            return what
        if status == 429 or name in DEAD_TOKEN:
            pause = requested if status == 429 else _RETRIES.backoff(row.attempts)
            self._schedules.pause(row.address.team, pause, self._clock())
        _log.info("send_refused", key=row.key, slack_error=name, remedy=what.name)
        if what is Remedy.GIVE_UP or (what is Remedy.PLAINER and row.plainness >= PLAINEST):
            await self._lost.give_up(row, name, generation)
            return what
        async with leaders_transaction(self._database, generation) as connection:
            match what:
                case Remedy.DONE:
                    await delivery.mark_sent(connection, row.key, row.revision, None, generation)
                case Remedy.LATER:
                    wait = requested if status == 429 else _RETRIES.backoff(row.attempts)
                    # An unsure row stays unsure: only the search for it was put off.
                    await delivery.reschedule(
                        connection, row.key, wait=wait, error=name, unsure=row.unsure
                    )
                case Remedy.REPLACE:
                    await delivery.replace(connection, row.key, name)
                case Remedy.PLAINER:
                    await delivery.simplify(connection, row.key, name)
        return what


def _on_broken(task: asyncio.Task[None], leader: Leadership) -> None:
    """What nobody foresaw ends this time as the leader: the next one begins from the rows."""
    if not task.cancelled() and task.exception() is not None:
        _log.warning("send_broke", cause=type(task.exception()).__name__)
        leader.lose()
