"""When which outbox row may go to Slack. No clock and no network in here: the time is given.

Slack allows about one message a second in a channel with short bursts, and so many calls a minute
per method tier. A 429 pauses everything. In each thread messages go in the order written, so that
steps stand above their answer; a thread whose answer waits goes before the progress of others. A
message is updated no more often than every 1.2 s, and its last state always goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.db.outbox import FINAL, LATE, Due

UPDATE_EVERY = 1.2
"""Seconds between two updates of one message: ``chat.update`` allows 50 a minute (tier 3)."""
_MOST_UPDATED = 5000
"""Messages whose last update is remembered, until those that may be updated again are forgotten.
Chosen by hand: some hundred kilobytes."""
_NOTHING_SECONDS = 60.0
"""Until the next look where nothing waits. Chosen by hand: a new row wakes the sender."""


@dataclass(frozen=True, slots=True)
class CallRate:
    """A token bucket: ``burst`` calls at once, ``each`` calls a second after that."""

    each: float
    burst: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """What Slack allows. A tier's burst and a minute of its refill stay within the tier."""

    channel: CallRate = CallRate(1.0, 3)
    """New messages of one channel. Slack tolerates a little more; clocks differ a little."""
    team: CallRate = CallRate(8.0, 20)
    """All new messages of the workspace."""
    update: CallRate = CallRate(0.5, 20)
    """Tier 3: 50 a minute."""
    react: CallRate = CallRate(0.5, 20)
    """Tier 3: 50 a minute."""
    unreact: CallRate = CallRate(0.15, 10)
    """Tier 2: 20 a minute."""
    ephemeral: CallRate = CallRate(1.0, 40)
    """Tier 4: 100 a minute."""
    home: CallRate = CallRate(1.0, 40)
    """Tier 4: 100 a minute."""
    lookup: CallRate = CallRate(0.15, 10)
    """Tier 3: 50 a minute, of which what reads threads has 30
    (``bot.incoming.thread.thread_reader``)."""


class Bucket:
    """The calls of one allowance that are left. All times are seconds of one clock."""

    def __init__(self, rate: CallRate) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._at = 0.0

    def wait(self, now: float) -> float:
        """Seconds until a call is allowed."""
        self._refill(now)
        return max(0.0, (1.0 - self._tokens) / self._rate.each)

    def calls_left(self, now: float) -> float:
        """How many calls are allowed at once."""
        self._refill(now)
        return self._tokens

    def spend(self, now: float) -> None:
        self._refill(now)
        self._tokens -= 1.0

    def _refill(self, now: float) -> None:
        if now > self._at:
            grown = self._tokens + (now - self._at) * self._rate.each
            self._tokens = min(self._rate.burst, grown)
            self._at = now


@dataclass(frozen=True, slots=True)
class Choice:
    """The row to send now, if any, and how many seconds until it is worth asking again."""

    due: Due | None
    wait: float


class Schedule:
    """Keeps the buckets of one sender. All times are seconds of one monotonic clock."""

    def __init__(self, pace: Pace | None = None) -> None:
        self._pace = pace or Pace()
        self._channels: dict[str, Bucket] = {}
        self._methods = {
            name: Bucket(getattr(self._pace, name))
            for name in ("team", "update", "react", "unreact", "ephemeral", "home", "lookup")
        }
        self._updated: dict[str, float] = {}
        self._paused_until = 0.0

    def pause(self, seconds: float, now: float) -> None:
        """Slack said 429: nothing goes out for so long."""
        self._paused_until = max(self._paused_until, now + seconds)

    def choose(self, rows: Sequence[Due], busy: frozenset[str], now: float) -> Choice:
        """The row that should go next. ``busy`` are the lanes with a call under way; ``now``:
        seconds of the one clock."""
        if now < self._paused_until:
            return Choice(None, self._paused_until - now)
        soonest = 60.0
        queues = _Queues(rows)
        for row in sorted(rows, key=queues.rank):
            if lane(row) in busy or queues.hold_back(row):
                continue
            if _overtakes_its_message(row, busy) or _thread_is_searched(row, busy):
                continue
            wait = max(row.wait, self._allowance(row, now))
            if wait <= 0:
                return Choice(row, 0.0)
            soonest = min(soonest, wait)
        return Choice(None, soonest)

    def spend(self, row: Due, now: float) -> None:
        """Count a call for the row, ``now`` in seconds of the one clock."""
        for bucket in self._buckets(row):
            bucket.spend(now)
        if method(row) == "update":
            self._updated[row.key] = now
            if len(self._updated) > _MOST_UPDATED:
                old = now - UPDATE_EVERY
                self._updated = {key: at for key, at in self._updated.items() if at > old}

    def _allowance(self, row: Due, now: float) -> float:
        wait = max(bucket.wait(now) for bucket in self._buckets(row))
        if method(row) == "update" and row.key in self._updated:
            wait = max(wait, self._updated[row.key] + UPDATE_EVERY - now)
        return wait

    def _buckets(self, row: Due) -> list[Bucket]:
        kind = method(row)
        if kind != "post":
            return [self._methods[kind]]
        return [self._channel(row.channel), self._methods["team"]]

    def _channel(self, name: str) -> Bucket:
        return self._channels.setdefault(name, Bucket(self._pace.channel))


class Schedules:
    """Those of all workspaces: what one of them may not send yet holds no other up."""

    def __init__(self, pace: Pace | None = None) -> None:
        self._pace = pace
        self._teams: dict[str, Schedule] = {}

    def pause(self, team: str, seconds: float, now: float) -> None:
        """Slack said 429 to a call for this workspace."""
        self._of(team).pause(seconds, now)

    def choose(self, rows: Sequence[Due], busy: frozenset[str], now: float) -> Choice:
        """The row that should go next. ``busy`` are the lanes with a call under way; ``now``:
        seconds of the one clock."""
        by_team: dict[str, list[Due]] = {}
        for row in rows:
            by_team.setdefault(row.team, []).append(row)
        choices = [self._of(team).choose(own, busy, now) for team, own in by_team.items()]
        ready = [choice for choice in choices if choice.due is not None]
        return min(ready or choices, key=_first, default=Choice(None, _NOTHING_SECONDS))

    def spend(self, row: Due, now: float) -> None:
        """Count a call for the row."""
        self._of(row.team).spend(row, now)

    def _of(self, team: str) -> Schedule:
        return self._teams.setdefault(team, Schedule(self._pace))


def _first(choice: Choice) -> tuple[float, ...]:
    return (choice.wait,) if choice.due is None else (0.0, *_rank(choice.due))


def method(row: Due) -> str:
    """Which allowance the row's next call uses."""
    if row.operation != "post":
        return row.operation
    if row.unsure:
        return "lookup"
    return "update" if row.posted else "post"


def lane(row: Due) -> str:
    """Rows in one lane go one after the other: words in a channel, reactions in a thread, searches
    for unsure posts in a thread. So the last of ten questions at once does not wait for the eyes of
    those before it, nor a thread for what another one searches."""
    if _is_searched_for(row):
        return f"search:{_thread(row)}"
    if row.operation in ("react", "unreact"):
        return f"reactions:{_thread(row)}"
    return f"words:{row.team}:{row.channel}"


def _thread(row: Due) -> str:
    return f"{row.team}:{row.channel}:{row.thread_ts}"


def never_needed(rows: Sequence[Due]) -> frozenset[str]:
    """The keys of first signs that were never called for while their removal waits, and of these
    removals: where Slack allows fewer reactions than there are questions, the sign of the ending
    comes the sooner."""
    eyes = {row.run_id: row.key for row in rows if _is_eyes(row)}
    gone = {row.run_id: row.key for row in rows if row.key.endswith(":eyes-off")}
    both = eyes.keys() & gone.keys()
    return frozenset(key for run in both for key in (eyes[run], gone[run]))


def _is_eyes(row: Due) -> bool:
    return row.operation == "react" and row.key.endswith(":eyes") and not row.tried


def _is_searched_for(row: Due) -> bool:
    return row.operation == "post" and row.unsure


def _thread_is_searched(row: Due, busy: frozenset[str]) -> bool:
    """Whether a message of the row's thread is being searched for that may belong before it."""
    return row.operation == "post" and f"search:{_thread(row)}" in busy


def _rank(row: Due) -> tuple[int, int]:
    return (row.priority, row.id)


def _overtakes_its_message(row: Due, busy: frozenset[str]) -> bool:
    """Whether this is the sign of an ending whose words may be under way."""
    under_way = {f"words:{row.team}:{row.channel}", f"search:{_thread(row)}"}
    return row.operation == "react" and row.priority == LATE and bool(under_way & busy)


class _Queues:
    """Which first posts wait in each thread, and which posts and reactions in each run."""

    def __init__(self, rows: Sequence[Due]) -> None:
        self._first: dict[str, int] = {}
        """The first post of each thread."""
        self._answer: dict[str, int] = {}
        """The first of its answers."""
        self._reacting: set[str] = set()
        self._posting: set[str] = set()
        for row in rows:
            if row.operation == "react":
                self._reacting.add(row.run_id)
            elif _is_first_post(row):
                self._posting.add(row.run_id)
                _keep_least(self._first, _thread(row), row.id)
                if row.priority == FINAL:
                    _keep_least(self._answer, _thread(row), row.id)

    def rank(self, row: Due) -> tuple[int, int, int]:
        """What an answer waits for goes as the answer does: each answer with its steps, one thread
        after the other."""
        answer = self._answer.get(_thread(row), 0)
        if _is_first_post(row) and row.id < answer:
            return (FINAL, answer, row.id)
        return (row.priority, row.id, row.id)

    def hold_back(self, row: Due) -> bool:
        """Whether another row must go before this one."""
        if row.operation == "unreact":
            return row.run_id in self._reacting
        if row.operation == "react":
            return row.priority == LATE and row.run_id in self._posting
        return _is_first_post(row) and self._first[_thread(row)] < row.id


def _is_first_post(row: Due) -> bool:
    return row.operation == "post" and (row.unsure or not row.posted)


def _keep_least(ids: dict[str, int], thread: str, number: int) -> None:
    ids[thread] = min(number, ids.get(thread, number))
