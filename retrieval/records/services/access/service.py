"""What the services of records share: one question at a time, a bound of time, an age of answers.

Nothing that a service does leaves this module as an error: slow, changed, wrong or down, it is an
outcome with a sentence that names the service and never the question.
"""

from __future__ import annotations

import asyncio
import json
import logging
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.http import RequestPace, Service, SourceRefused, user_agent
from retrieval.ingestion.sources.access.json_fields import at
from retrieval.records.contract import (
    Lookup,
    NoRecord,
    NotAsked,
    RecordOutcome,
    RecordsFound,
    ServiceAway,
)
from retrieval.records.services.access.extraction import extractors
from retrieval.retry import RetryPolicy

log = logging.getLogger(__name__)

RETRIES = RetryPolicy(attempts=2, first_pause=0.5, longest_pause=2.0, longest_requested=3.0)
"""Chosen by hand: somebody waits for the answer, and another source may have given it."""
PACING = RequestPace(retries=RETRIES)
MOST_RECORDS = 5
"""Records of one answer that are shown. Chosen by hand: more are another question."""
MOST_RAW = 2_000_000
"""Characters of an answer that are kept with its records. Chosen by hand: a record has a few
thousand."""
SHORT_SECONDS = 1.5
"""How long a service is waited for that hung a moment ago. Chosen by hand: one that answers does so
within a second."""
HUNG_FOR = 300.0
"""Seconds for which a service that hung is waited for so shortly. Chosen by hand: the questions of
one discussion; then it is waited for as any other."""
HUNG_SHARE = 0.9
"""Of its time a service has taken when it failed, to be taken for one that hangs."""
OTHER_GENE = "{} answered with another gene than the one asked for."
KEPT_ANSWERS = 500
"""Answers that a process remembers. Chosen by hand: a few MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How services are reached."""

    addresses: dict[str, str] = field(default_factory=dict)
    """Other addresses by the name of the service."""
    contact: str = ""
    ncbi_api_key: str = field(default="", repr=False)
    hours: float = 24.0
    """How long an answer may be given again without asking."""
    pacing: RequestPace = PACING

    def service(
        self, name: str, title: str, address: str, per_second: float, seconds: float
    ) -> Service:
        """The client of one service. Raises :class:`SourceFailed` for an address that is none."""
        return Service(
            title,
            self.addresses.get(name, address),
            per_second=per_second,
            seconds=seconds,
            headers=(("User-Agent", user_agent(self.contact)), ("Accept", "application/json")),
            pacing=self.pacing,
        )


@dataclass(frozen=True, slots=True)
class ServiceAnswer:
    """What a service sent: its records, and the bytes they were read from."""

    records: Sequence[Any]
    raw: Any
    left: int = 0
    """How many more records it has than were asked for."""


class OtherForm(Exception):
    """The service answered, in another form than it is read by here: it holds something or nothing,
    and which of them cannot be told."""

    def __init__(self, raw: Any) -> None:
        super().__init__()
        self.raw = raw


def required_list(answer: Any, *path: str) -> list[Any]:
    """The list under nested keys. Raises :class:`OtherForm` where there is none: what a service
    calls otherwise today must not be told as nothing."""
    found = at(answer, *path)
    if not isinstance(found, list):
        raise OtherForm(answer)
    return found


class RecordService:
    """A source of records over one service. A child says what it asks."""

    card: ClassVar[RecordCard]
    is_shipped = False
    seconds: ClassVar[float] = 10.0
    """How long one look-up may take. Chosen by hand: a reader waits."""
    is_slow: ClassVar[bool] = False
    """Whether it takes minutes also when it is well: that is no hanging."""

    def __init__(self, reach: Reach) -> None:
        self._hours = reach.hours
        self._hung: float | None = None
        """When it hung last, by the clock of the event loop; None since it last answered."""
        self._kept: OrderedDict[str, tuple[datetime, RecordOutcome]] = OrderedDict()

    @abstractmethod
    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        """What the service holds of this. Raises :class:`SourceFailed`, and :class:`OtherForm`."""

    async def close(self) -> None:
        """Let go of connections."""

    async def look_up(self, lookup: Lookup) -> RecordOutcome:
        """What the service says, now or less than :attr:`Reach.hours` ago."""
        if self.card.name not in lookup.task.sources:
            return NotAsked(f"{self.card.title} does not hold this.")
        now = datetime.now(UTC)
        if kept := self._kept_answer(lookup, now):
            return kept
        outcome = await self._outcome(lookup, now)
        if isinstance(outcome, RecordsFound | NoRecord):
            self._kept[lookup.words] = (now, outcome)
            while len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)
        return outcome

    def _kept_answer(self, lookup: Lookup, now: datetime) -> RecordOutcome | None:
        """The answer of before, which tells its age, if it is not too old."""
        found = self._kept.get(lookup.words)
        if found is None or (hours := (now - found[0]).total_seconds() / 3600) > self._hours:
            return None
        asked, outcome = found
        if not isinstance(outcome, RecordsFound):
            return outcome
        told = f"{self.card.title} answered this {hours:.1f} hours ago ({asked:%H:%M} UTC)."
        remark = f"{outcome.remark} {told}".strip()
        return RecordsFound(outcome.documents, outcome.raw, remark)

    async def _outcome(self, lookup: Lookup, now: datetime) -> RecordOutcome:
        title, begun = self.card.title, asyncio.get_running_loop().time()
        ago = None if self._hung is None else begun - self._hung
        is_short = ago is not None and ago <= HUNG_FOR
        limit = min(SHORT_SECONDS, self.seconds) if is_short else self.seconds
        try:
            async with asyncio.timeout(limit):
                answered = await self.ask(lookup)
        except TimeoutError:
            self._note_hanging(begun, limit)
            told = f"{title} did not answer within {limit:.3g} seconds."
            return ServiceAway(
                f"{told} {_short_words(ago)}" if ago is not None and is_short else told
            )
        except SourceRefused as refused:
            if refused.status in (400, 404):
                return NoRecord(f"{title} holds nothing under {lookup.name}.")
            return ServiceAway(refused.detail)
        except SourceFailed as failed:
            self._note_hanging(begun, limit)
            return ServiceAway(failed.detail)
        except OtherForm as other:
            return self._unreadable(other.raw)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            log.warning("record unreadable", extra={"error": type(error).__name__})
            return self._unreadable()
        self._hung = None
        return self._outcome_of(answered, lookup, f"{now:%Y-%m-%d}")

    def _note_hanging(self, begun: float, limit: float) -> None:
        now = asyncio.get_running_loop().time()
        if not self.is_slow and now - begun >= HUNG_SHARE * limit:
            self._hung = now

    def _unreadable(self, raw: Any = None) -> ServiceAway:
        return ServiceAway(f"{self.card.title} answered with something that cannot be read.", raw)

    def _outcome_of(self, answered: ServiceAnswer, lookup: Lookup, today: str) -> RecordOutcome:
        raw = json.dumps(answered.raw, ensure_ascii=False, sort_keys=True)
        extractor = extractors()[self.card.name]
        read = [
            extractor.document(self.card.name, record, raw, today)
            for record in answered.records[:MOST_RECORDS]
        ]
        documents = tuple(document for document in read if document is not None)
        if answered.records and not documents:
            return self._unreadable(answered.raw)
        if not documents:
            return NoRecord(f"{self.card.title} holds nothing under {lookup.name}.")
        left = answered.left + max(0, len(answered.records) - MOST_RECORDS)
        remark = f"{self.card.title} has {left} more records; they are not shown." if left else ""
        return RecordsFound(documents, raw[:MOST_RAW], remark)


def _short_words(seconds: float) -> str:
    """Why it was waited for so shortly."""
    ago = f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"
    return f"It hung {ago} ago, so it was given less time than usual."
