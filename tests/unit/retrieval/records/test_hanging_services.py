"""A service that hung a moment ago is waited for shortly, and the line says so."""

from __future__ import annotations

import asyncio

from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup, NoRecord, RecordOutcome, ServiceAway
from retrieval.records.services.access.service import Reach, RecordService, ServiceAnswer
from retrieval.records.tasks import read_lookup


class HangingService(RecordService):
    """Answers with no record, or not before it is told to."""

    card = RecordCard(name="hgnc", title="HGNC", use_when="", example="")
    seconds = 0.2

    def __init__(self) -> None:
        super().__init__(Reach())
        self.answers = asyncio.Event()

    async def ask(self, lookup: Lookup) -> ServiceAnswer:
        await self.answers.wait()
        return ServiceAnswer((), {})


class SlowService(HangingService):
    is_slow = True


async def _looked_up(service: HangingService, name: str) -> RecordOutcome:
    lookup = read_lookup(f"official symbol of {name}")
    assert lookup is not None
    return await service.look_up(lookup)


async def test_a_service_that_hung_is_given_less_time_until_it_answers() -> None:
    service = HangingService()
    first = await _looked_up(service, "CD20")
    assert first == ServiceAway("HGNC did not answer within 0.2 seconds.")
    second = await _looked_up(service, "CD30")
    assert isinstance(second, ServiceAway)
    assert second.reason.startswith(first.reason)
    assert second.reason.endswith("seconds ago, so it was given less time than usual.")
    service.answers.set()
    assert isinstance(await _looked_up(service, "CD30"), NoRecord)
    service.answers.clear()
    assert await _looked_up(service, "CD33") == first


async def test_one_that_takes_minutes_when_it_is_well_is_always_given_its_time() -> None:
    service = SlowService()
    first = await _looked_up(service, "CD20")
    assert await _looked_up(service, "CD30") == first
