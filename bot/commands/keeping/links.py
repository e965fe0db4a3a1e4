"""``curbside links``: closes the links to passages that a thread shows, or opens them again."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

import typer

from agents.wording.counts import count_of
from bot.commands.runs import whole_run_id
from bot.composition import open_database_parts
from bot.db.keeping.closing_links import close_links, open_links
from bot.db.keeping.forgetting import Selection
from bot.failures.errors import LinksOfNothing
from bot.incoming.payloads.message_links import read_message_link
from bot.processes.bootstrap import migrated_database_url
from bot.settings import read_settings


def links(
    link: Annotated[
        str, typer.Argument(help='A thread: the link of one of its messages, "Copy link" in Slack.')
    ] = "",
    *,
    run: Annotated[
        str, typer.Option(help="One run in place of a thread: its id or its beginning.")
    ] = "",
    reopen: Annotated[bool, typer.Option("--open", help="Let them open again.")] = False,
) -> None:
    """Close the links to passages that a thread shows; with --open they open again."""
    settings = read_settings()
    if bool(link) is bool(run):
        raise LinksOfNothing
    message = read_message_link(link) if link else None
    what = Selection(
        channel=message.channel if message else "",
        thread=(message.thread_ts or message.ts) if message else "",
    )

    async def change(url: str) -> int:
        async with open_database_parts(settings, url) as parts:
            of_run = await whole_run_id(parts.memory, run) if run else ""
            chosen = replace(what, run_id=of_run)
            return await (open_links if reopen else close_links)(parts.database, chosen)

    with migrated_database_url(settings) as url:
        number = asyncio.run(change(url))
    if not number:
        raise LinksOfNothing
    state = "open again" if reopen else "open no page any more"
    typer.echo(f"The links of {count_of(number, 'run')} {state}.")
