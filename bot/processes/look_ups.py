"""The worker's side of a look-up: searches, and writes the card that Slack is owed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from agents.errors import MemoryUnavailable
from agents.lookups.holdings import look_up
from agents.lookups.subjects import NotKnown, read_subject
from agents.run.rules import FewerSilos
from bot.db.channels.rules import RulesOfChannels
from bot.db.commands import LookUpOrder
from bot.db.outbox import Outgoing, SlackAddress
from bot.db.posting.posted_questions import asked_by
from bot.db.taking_over import claims
from bot.db.taking_over.claims import Claim
from bot.failures import sentences
from bot.logs import log
from bot.programs.searched_silos import LibraryBy
from bot.rendering.blocks import sections
from bot.rendering.commands.cards import card_blocks, question_about, sentence_blocks
from bot.rendering.commands.responses import response
from bot.rendering.posted_questions.posted import posted_question
from retrieval.errors import DatabaseUnavailable
from retrieval.search.contract import Library
from retrieval.sql import Database

_log = log(__name__)


class LookUps:
    """Does what slash commands order. No model is asked."""

    def __init__(
        self,
        database: Database,
        library_by: LibraryBy,
        channels: RulesOfChannels,
    ) -> None:
        self._database = database
        self._library_by = library_by
        self._channels = channels

    async def answer(self, order: LookUpOrder, claim: Claim) -> None:
        """Look up, and put the card into the outbox. Whatever breaks is told as a sentence, but an
        absent database: then the job is tried again. Raises :class:`agents.errors.LeaseLost` when
        another worker has the job."""
        address = SlackAddress(team=order.team, channel=order.channel, thread_ts="")
        shared = bool(order.shared_by)
        try:
            said = await _message_of(order, address, await self._library(order))
        except (DatabaseUnavailable, MemoryUnavailable):
            raise
        except Exception as error:  # noqa: BLE001 - who asked is told
            _log.warning("look_up_broke", kind=order.kind, cause=type(error).__name__)
            words = sections([sentences.sentence(error)])
            shared = shared and not order.is_asked
            said = response(order.key, address, order.respond_to, words, is_shared=shared)
        await claims.write(self._database, claim, order.key, [said])

    async def _library(self, order: LookUpOrder) -> Library:
        rules = (await self._channels.rules(order.team, order.channel)).run
        library = self._library_by(order.is_sealed or rules.sealed)
        return FewerSilos(library, rules.without) if rules.without else library


async def _message_of(order: LookUpOrder, address: SlackAddress, library: Library) -> Outgoing:
    """The card: for who asked, for the channel, or as the first message of a thread."""
    subject = await asyncio.to_thread(read_subject, order.kind, order.name)
    if isinstance(subject, NotKnown):
        return response(order.key, address, order.respond_to, sentence_blocks(subject.sentence))
    holdings = await look_up(subject, library)
    today = datetime.now(UTC).date()
    blocks = await asyncio.to_thread(
        card_blocks, holdings, today, order.shared_by, is_asked=order.is_asked
    )
    if order.is_asked:
        asked = asked_by(order.user, question_about(subject))
        return posted_question(order.key, address, blocks, asked)
    shared = bool(order.shared_by)
    return response(order.key, address, order.respond_to, blocks, is_shared=shared)
