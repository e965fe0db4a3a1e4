"""What becomes of a question whose answer Slack refused for good."""

from __future__ import annotations

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db import outbox
from bot.db.outbox import RowToSend, SlackAddress
from bot.db.posting import delivery, lost_answers
from bot.db.posting.lost_answers import OwedSign
from bot.db.taking_over.leader_transactions import leaders_transaction
from bot.logs import log
from bot.rendering.answer.question_label import permalink
from bot.rendering.channel.lost_answers import failed_sign, told_alone
from bot.rendering.narration import ANSWER
from bot.rendering.private.placing import PRIVATE
from bot.sending.slack_errors import name_and_status
from bot.sending.teams import NotInstalled, Teams
from retrieval.sql import Database

_log = log(__name__)


class LostAnswers:
    """Gives rows up, and tells who asked where that takes the answer away."""

    def __init__(self, teams: Teams, database: Database) -> None:
        self._teams = teams
        self._database = database

    async def give_up(self, row: RowToSend, error: str, generation: int) -> None:
        """Slack refused the row for good. Where it is the last words of a question that has no sign
        yet, the sign is that of a failure, and who asked is told alone."""
        signs = await self._signs(row.key)
        place = await self._place(signs[0]) if signs else None
        async with leaders_transaction(self._database, generation) as connection:
            await delivery.fail(connection, row.key, error)
            if not signs:
                return
            await lost_answers.drop_signs(connection, signs)
            sign = signs[0]
            await outbox.put_one(
                connection, failed_sign(sign.run_id, sign.address, sign.question_ts)
            )
            if place is not None:
                client_place, question = place
                told = told_alone(sign.run_id, client_place, question, error)
                await outbox.put_one(connection, told)

    async def _signs(self, key: str) -> list[OwedSign]:
        async with self._database.statements() as connection:
            part = await lost_answers.part_of_row(connection, key)
            if not part.removeprefix(PRIVATE).startswith(ANSWER):
                return []
            return list(await lost_answers.owed_signs(connection, key))

    async def _place(self, sign: OwedSign) -> tuple[SlackAddress, str] | None:
        """The direct messages of who asked, and the address of their question; None where Slack
        opens none."""
        try:
            team = await self._teams.of(sign.address.team)
            channel = await _direct_messages(team.client, sign.asker)
        except (SlackApiError, NotInstalled, aiohttp.ClientError, TimeoutError) as error:
            cause = name_and_status(error)[0] if isinstance(error, SlackApiError) else ""
            _log.warning("asker_not_told", cause=cause or type(error).__name__)
            return None
        place = SlackAddress(team=sign.address.team, channel=channel, thread_ts="")
        return place, permalink(sign.thread, sign.question_ts, team.identity.address)


async def _direct_messages(client: AsyncWebClient, user: str) -> str:
    opened = await client.conversations_open(users=user)
    return str(opened["channel"]["id"])
