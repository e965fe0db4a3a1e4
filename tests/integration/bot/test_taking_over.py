"""What a process that hung and goes on still tries is refused, statement by statement."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from procrastinate.jobs import Job, Status

from agents.errors import LeaseLost
from bot.db import event_transactions, queue
from bot.db.channels.rules import RulesOfChannels
from bot.db.commands import LookUpOrder
from bot.db.posting import delivery
from bot.db.posting.waiting_times import LongestWaits, Waits, oldest_waits
from bot.db.queue_app import open_queue
from bot.db.taking_over.claims import Claim, is_held, tell
from bot.db.taking_over.leader_election import leadership
from bot.db.taking_over.leader_transactions import LeadershipLost, leaders_transaction
from bot.processes.look_ups import LookUps
from bot.settings import Settings
from retrieval.sql import Database, open_database
from tests.fakes import MemorySilos
from tests.integration.bot.test_delivery import rows
from tests.integration.bot.test_outbox import ONE, OTHER
from tests.sample_documents import DOCUMENTS
from tests.waiting import HANG_SECONDS, eventually


async def change(database: Database, query: str) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql(query)


async def states(database: Database) -> dict[str, str]:
    found = await rows(database, "select part, state from outbox")
    return {row.part: row.state for row in found}


async def test_a_replaced_sender_takes_no_row_and_notes_nothing(database_url: str) -> None:
    async with open_database(database_url) as database:
        await event_transactions.enqueue(database, [ONE, OTHER])
        async with leadership(database.url) as old:
            async with database.statements() as connection:
                assert await delivery.take(connection, ONE.key, old.generation) is not None
            # As if the holder had not been heard of: it beats again only after a second.
            await change(database, "update seats set beaten_at = now() - interval '1 minute'")
            async with leadership(database.url) as new:
                assert new.generation == old.generation + 1
                await asyncio.wait_for(old.lost.wait(), HANG_SECONDS)
                with pytest.raises(LeadershipLost):
                    await old.be_sure()
                async with database.statements() as connection:
                    assert await delivery.take(connection, OTHER.key, old.generation) is None
                    await delivery.mark_sent(connection, ONE.key, 1, "1.1", old.generation)
                assert await states(database) == {"eyes": "sending", "done": "pending"}
                with pytest.raises(LeadershipLost):
                    async with leaders_transaction(database, old.generation):
                        raise AssertionError("it leads no more")
                async with database.statements() as connection:
                    await delivery.mark_sent(connection, ONE.key, 1, "1.1", new.generation)
                    assert await delivery.take(connection, OTHER.key, new.generation) is not None
                assert await states(database) == {"eyes": "sent", "done": "sending"}


async def test_a_change_under_way_is_made_again_and_a_first_post_is_looked_for(
    database_url: str,
) -> None:
    async with open_database(database_url) as database:
        await event_transactions.enqueue(database, [ONE, OTHER])
        async with leadership(database.url) as leader:
            async with database.statements() as connection:
                await delivery.take(connection, ONE.key, leader.generation)
                await delivery.mark_sent(connection, ONE.key, 1, "1.1", leader.generation)
            await event_transactions.enqueue(database, [replace(ONE, body={"name": "changed"})])
            async with database.statements() as connection:
                for key in (ONE.key, OTHER.key):
                    assert await delivery.take(connection, key, leader.generation) is not None
                assert await delivery.reclaim_orphans(connection, 0) == 2
            assert await states(database) == {"eyes": "pending", "done": "unsure"}


async def test_a_leader_that_is_heard_of_is_left_alone(database_url: str) -> None:
    async with open_database(database_url) as database, leadership(database.url) as leader:
        waiting = asyncio.create_task(anext(aiter(_led(database))))
        await asyncio.sleep(1.2)
        await leader.be_sure()
        assert not waiting.done()
        waiting.cancel()
        await asyncio.wait({waiting})


async def _led(database: Database) -> Any:
    async with leadership(database.url) as leader:
        yield leader.generation


async def test_a_worker_whose_job_was_taken_again_tells_and_ends_nothing(
    database_url: str,
) -> None:
    async with open_database(database_url) as database, open_queue(database.url) as app:
        async with database.transaction() as connection:
            arguments = {"ts": "1.1"}
            await queue.defer(connection, run_id="run", lock="thread", arguments=arguments)
        jobs = app.job_manager
        first = await fetched(app, await jobs.register_worker())
        await change(
            database,
            "update procrastinate_workers set last_heartbeat = now() - interval '1 minute'",
        )
        async with database.transaction() as connection:
            assert await queue.rescue(connection) == 1
        second = await fetched(app, await jobs.register_worker())
        assert second.id == first.id
        assert second.attempts == first.attempts + 1

        with pytest.raises(LeaseLost):
            await tell(database, claim(first), "run", [ONE], waiting_body=_nobody_waits)
        assert not await is_held(database, claim(first))
        assert await is_held(database, claim(second))
        await jobs.finish_job(first, Status.SUCCEEDED, delete_job=True)
        await jobs.retry_job(first)
        (left,) = await rows(database, "select status, attempts from procrastinate_jobs")
        assert (left.status, left.attempts) == ("doing", second.attempts)
        assert await states(database) == {}

        await tell(database, claim(second), "run", [ONE], waiting_body=_nobody_waits)
        await jobs.finish_job(second, Status.SUCCEEDED, delete_job=True)
        assert await rows(database, "select id from procrastinate_jobs") == []
        assert await states(database) == {"eyes": "pending"}


async def test_the_jobs_of_a_worker_that_hangs_are_queued_again_though_it_keeps_its_lock(
    database_url: str,
) -> None:
    async with open_database(database_url) as database, open_queue(database.url) as app:
        async with database.transaction() as connection:
            await queue.defer(connection, run_id="run", lock="thread", arguments={"ts": "1.1"})
        worker = await app.job_manager.register_worker()
        await fetched(app, worker)
        holds = f"select pg_advisory_lock({queue.WORKER_LOCKS}, {worker})"
        async with database.statements() as held:
            await held.exec_driver_sql(holds)
            for silent, rescued in ((3, 0), (60, 1)):
                await change(
                    database,
                    "update procrastinate_workers "
                    f"set last_heartbeat = now() - interval '{silent} seconds'",
                )
                async with database.transaction() as connection:
                    assert await queue.rescue(connection) == rescued


async def test_how_long_people_wait_is_told_of_questions_and_of_messages(
    database_url: str,
) -> None:
    async def waits() -> Waits:
        async with database.statements() as connection:
            return await oldest_waits(connection)

    async with open_database(database_url) as database:
        assert await waits() == Waits(unanswered=0, unsent=0)
        await event_transactions.enqueue(database, [ONE, replace(ONE, operation="react", seq=1)])
        async with database.transaction() as connection:
            await queue.defer(connection, run_id="run", lock="thread", arguments={"ts": "1.1"})
        hour = "clock_timestamp() - interval '1 hour'"
        await change(database, f"update outbox set created_at = {hour} where operation = 'react'")
        early = await waits()
        assert 0 < early.unsent < 1000
        assert 0 < early.unanswered < 1000
        await change(database, f"update outbox set created_at = {hour}")
        await change(database, f"update procrastinate_events set at = {hour}")
        late = await waits()
    longest = LongestWaits(unanswered=900, unsent=180)
    assert longest.exceeded_by(early) == ()
    assert longest.exceeded_by(late) == ("unanswered", "unsent")


async def test_an_end_that_a_full_disk_did_not_take_is_written_when_there_is_room(
    database_url: str,
) -> None:
    full = """
        create function is_full() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = '53100'; end $$;
        create trigger is_full before update or delete on procrastinate_jobs
        for each row execute function is_full();
        """
    async with open_database(database_url) as database, open_queue(database.url) as app:
        async with database.transaction() as connection:
            for run_id in ("ended", "broken"):
                await queue.defer(connection, run_id=run_id, lock=run_id, arguments={"ts": "1.1"})
        jobs = app.job_manager
        worker = await jobs.register_worker()
        ended, broken = await fetched(app, worker), await fetched(app, worker)
        await change(database, full)
        await jobs.finish_job(ended, Status.SUCCEEDED, delete_job=True)
        await jobs.retry_job(broken)
        states = "select status from procrastinate_jobs order by id"
        assert [row.status for row in await rows(database, states)] == ["doing", "doing"]
        await change(database, "drop trigger is_full on procrastinate_jobs")
        await eventually(lambda: _are(database, states, ["todo"]), "both ends are written")


async def _are(database: Database, query: str, wanted: list[str]) -> bool:
    return [row.status for row in await rows(database, query)] == wanted


async def test_a_look_up_whose_job_was_taken_again_tells_nothing(database_url: str) -> None:
    order = LookUpOrder(
        key="cmd", kind="gene", name="EGFR", team="T1", channel="C1", user="U1", respond_to=""
    )
    async with open_database(database_url) as database, open_queue(database.url) as app:
        async with database.transaction() as connection:
            await queue.defer_look_up(connection, key="cmd", arguments={})
        job = await fetched(app, await app.job_manager.register_worker())
        channels = RulesOfChannels(Settings(_env_file=None), database)
        look_ups = LookUps(database, lambda _is_sealed: MemorySilos(DOCUMENTS), channels)
        with pytest.raises(LeaseLost):
            await look_ups.answer(order, replace(claim(job), attempts=job.attempts - 1))
        assert await states(database) == {}
        await look_ups.answer(order, claim(job))
        assert await states(database) == {"response": "pending"}


async def test_a_process_that_hangs_in_a_transaction_does_not_keep_the_rows_it_locked(
    database_url: str,
) -> None:
    show = "show idle_in_transaction_session_timeout"
    async with open_database(database_url) as database, open_queue(database.url) as app:
        assert [tuple(row) for row in await rows(database, show)] == [("8s",)]
        assert await app.connector.execute_query_all_async(show) == [
            {"idle_in_transaction_session_timeout": "8s"}
        ]


def claim(job: Job) -> Claim:
    assert job.id is not None
    return Claim(job.id, job.attempts)


def _nobody_waits(_label: str, _before: int) -> dict[str, Any]:
    raise AssertionError("nobody waits")


async def fetched(app: Any, worker: int) -> Job:
    job = await app.job_manager.fetch_job(queues=None, worker_id=worker)
    assert job is not None
    assert isinstance(job, Job)
    return job
