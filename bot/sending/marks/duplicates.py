"""Deletes what a call brought to Slack after its message was sent again."""

from __future__ import annotations

import asyncio

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db.posting import repeated_posts
from bot.db.posting.repeated_posts import RepeatedPost
from bot.db.taking_over.leader_election import Leadership
from bot.db.taking_over.leader_transactions import leaders_transaction
from bot.logs import log
from bot.sending.marks.finding import find_all, find_streams
from bot.sending.slack_errors import PASSING, name_and_status, remedy
from bot.sending.teams import NotInstalled, Teams
from retrieval.sql import Database

_log = log(__name__)
_EVERY_SECONDS = 7.0
"""Between two looks: with those of unsure posts and those into threads they stay within the 50 a
minute that Slack allows."""
_GONE = frozenset({"message_not_found", "cant_delete_message"})
"""There is nothing to delete, or nothing more to be done about it."""


async def delete_duplicates(teams: Teams, database: Database, leader: Leadership) -> None:
    """Look for what is due, until the leadership is lost. What Slack cannot do now is looked
    for again. Raises what the database raises and
    :class:`bot.db.taking_over.leader_transactions.LeadershipLost`."""
    while True:
        async with database.statements() as connection:
            repeated = await repeated_posts.due(connection)
        if repeated is not None:
            looked = await _look(teams, repeated, database, leader)
            async with leaders_transaction(database, leader.generation) as connection:
                await (repeated_posts.note_look if looked else repeated_posts.put_off)(
                    connection, repeated
                )
        await asyncio.sleep(_EVERY_SECONDS)


async def _look(
    teams: Teams, repeated: RepeatedPost, database: Database, leader: Leadership
) -> bool:
    """False if it is to be looked for again soon."""
    try:
        client = (await teams.of(repeated.address.team)).client
        await leader.be_sure()
        for ts in await find_all(client, repeated):
            if ts != repeated.slack_ts:
                await leader.be_sure()
                await _delete(client, repeated, ts)
        return not repeated.is_stray_stream or await _end_strays(client, repeated, database, leader)
    except NotInstalled:
        return True  # There is nothing that we could see or delete.
    except SlackApiError as error:
        name, status = name_and_status(error)
        _log.info("twins_not_looked_for", key=repeated.key, slack_error=name)
        # What Slack refuses for good it refuses at each look: that counts as one, and they end.
        return remedy(name, status, updating=True) not in PASSING
    except (aiohttp.ClientError, TimeoutError, ConnectionError) as error:
        _log.info("twins_not_looked_for", key=repeated.key, cause=type(error).__name__)
        return False


async def _end_strays(
    client: AsyncWebClient, repeated: RepeatedPost, database: Database, leader: Leadership
) -> bool:
    """End and delete the streams in the thread that no row knows; False while another begins."""
    found = await find_streams(client, repeated)
    async with database.statements() as connection:
        own = await repeated_posts.own_messages(connection, repeated.address, repeated.key)
    if own.begins_stream:
        return False
    for ts in found:
        if ts != repeated.slack_ts and ts not in own.timestamps:
            await leader.be_sure()
            await _stop(client, repeated, ts)
            await leader.be_sure()
            await _delete(client, repeated, ts)
    return True


async def _stop(client: AsyncWebClient, repeated: RepeatedPost, ts: str) -> None:
    """End the stream, since Slack changes none that goes on. One that has ended needs no call."""
    try:
        await client.chat_stopStream(channel=repeated.address.channel, ts=ts)
    except SlackApiError as error:
        name, status = name_and_status(error)
        if remedy(name, status, updating=True) in PASSING:
            raise
        _log.info("stream_ended_before", slack_error=name)


async def _delete(client: AsyncWebClient, repeated: RepeatedPost, ts: str) -> None:
    try:
        await client.chat_delete(channel=repeated.address.channel, ts=ts)
    except SlackApiError as error:
        if name_and_status(error)[0] not in _GONE:
            raise
    _log.warning("twin_deleted", key=repeated.key)
