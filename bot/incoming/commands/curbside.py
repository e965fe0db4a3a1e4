"""Carries out `/curbside`: its words, and what each says to the person who typed it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from agents.turns import View
from agents.wording.counts import count_of
from bot.db import commands, event_transactions
from bot.failures.errors import NoMessageLink
from bot.incoming.addressing import address_of, is_of_run
from bot.incoming.commands.cases import followed_cases, switched_words
from bot.incoming.commands.exports import export_blocks
from bot.incoming.commands.permission import refuse
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.payloads.message_links import read_message_link
from bot.incoming.routing import RunCommand
from bot.packets.contents import PacketRun, head_of
from bot.packets.slack import packet_blocks
from bot.rendering.blocks import Block, clip, escape, fit_one_message, sections
from bot.rendering.commands.responses import response

HELP = (
    "*Look one thing up*: `/gene BRAF`, `/drug olaparib`, `/trial KEYNOTE-522`, `/variant BRAF"
    " V600E`. You alone see the card.",
    "*/curbside status*: what is being answered.",
    "*/curbside stop*: stop what is being answered for you in this channel.",
    "*/curbside settings*: the settings of this channel, unless you are a guest.",
    "*/curbside silos*: what is searched.",
    "*/curbside export* with the link of a message of mine: its answer and sources as text.",
    "*/curbside follow* with the same, or *unfollow*: each morning its thread is told what has"
    " changed for the case since the last board.",
    "*/curbside cases*: the cases of this channel that are followed.",
    "*/curbside packet* with the same: question, facts, answer, quotes, marks and decision.",
    "*Ask* by mentioning me in a channel, or in a direct message.",
)
_LONGEST_WORD = 30
"""Characters of a word that is no command, as it is told. Chosen by hand: no command is longer."""
_NO_LINK = (
    "Give the link of a message of mine in this channel (⋮ beside it, “Copy link”):"
    " `/curbside {word} https://…`"
)
_CUT = "_More than fits in a message: *Packet* below the decision shows all of it._"
Say = Callable[[Incoming, str], Awaitable[list[Block]]]


class CurbsideCommand:
    """Answers the person who typed it, and nobody else."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context
        # "settings" opens a form at once and never comes here: bot.incoming.forms.
        self._by_word: Mapping[str, Say] = {
            "help": self._help,
            "status": self._status,
            "stop": self._stop,
            "silos": self._silos,
            "export": self._export,
            "packet": self._packet,
            "follow": lambda incoming, rest: self._follow(incoming, rest, is_on=True),
            "unfollow": lambda incoming, rest: self._follow(incoming, rest, is_on=False),
            "cases": lambda incoming, _rest: followed_cases(context, incoming),
        }

    async def run(self, row: int, incoming: Incoming, decision: RunCommand) -> None:
        """Do what the word says, if the person may ask here; one that is not known is named, and
        help follows."""
        if await refuse(self._context, row, incoming):
            return
        say = self._by_word.get(decision.word)
        if say is None:
            word = escape(clip(decision.word, _LONGEST_WORD))
            blocks = sections([f"There is no “/curbside {word}”.", *HELP])
        else:
            blocks = await say(incoming, decision.rest)
        said = response(incoming.event_id, address_of(incoming), incoming.respond_to, blocks)
        await event_transactions.finish_event(self._context.database, row, "command", [said])

    async def _help(self, _incoming: Incoming, _rest: str) -> list[Block]:
        return sections(HELP)

    async def _status(self, incoming: Incoming, _rest: str) -> list[Block]:
        here = await self._runs(incoming)
        depth = await commands.queue_depth(self._context.database)
        waiting = count_of(len(here.all), "question")
        told = f"In this channel {waiting} without an answer yet, {len(here.own)} of them yours."
        in_all = f"In all: {depth.running} being answered, {depth.waiting} waiting."
        return sections([told if here.all else "No question of this channel is waiting.", in_all])

    async def _stop(self, incoming: Incoming, _rest: str) -> list[Block]:
        here = await self._runs(incoming)
        await commands.request_stops(self._context.database, here.own, incoming.user)
        if not here.own:
            return sections(["Nothing is being answered for you in this channel."])
        return sections([f"Stopping {count_of(len(here.own), 'question')} of yours."])

    async def _silos(self, _incoming: Incoming, _rest: str) -> list[Block]:
        titles = self._context.style.titles
        found = [title for tool, title in titles.items() if tool.startswith("search_")]
        return sections(["*What is searched*", *(f"• {escape(title)}" for title in found)])

    async def _export(self, incoming: Incoming, rest: str) -> list[Block]:
        view = await self._run_of(incoming, rest)
        if view is None:
            return sections([_NO_LINK.format(word="export")])
        return await asyncio.to_thread(export_blocks, view)

    async def _packet(self, incoming: Incoming, rest: str) -> list[Block]:
        view = await self._run_of(incoming, rest)
        if view is None:
            return sections([_NO_LINK.format(word="packet")])
        head = head_of(await self._context.memory.events(view.run_id))
        blocks = await asyncio.to_thread(packet_blocks, PacketRun(view=view, head=head))
        return fit_one_message(blocks, [], _CUT)

    async def _follow(self, incoming: Incoming, rest: str, *, is_on: bool) -> list[Block]:
        view = await self._run_of(incoming, rest)
        if view is None:
            return sections([_NO_LINK.format(word="follow" if is_on else "unfollow")])
        return await switched_words(self._context, incoming, view, is_on=is_on)

    async def _run_of(self, incoming: Incoming, words: str) -> View | None:
        """The run whose message a link leads to, if it is one of this channel."""
        try:
            found = read_message_link(words.strip(" <>"))
        except NoMessageLink:
            return None
        known = await event_transactions.load_thread_context(
            self._context.database,
            team=incoming.team,
            channel=incoming.channel,
            ts=found.ts,
            thread_ts="",
        )
        if found.channel != incoming.channel or not known.run_of_message:
            return None
        view = await self._context.memory.view(known.run_of_message)
        return view if is_of_run(incoming, view) else None

    async def _runs(self, incoming: Incoming) -> commands.ChannelRuns:
        return await commands.runs_of_channel(
            self._context.database, incoming.team, incoming.channel, incoming.user
        )
