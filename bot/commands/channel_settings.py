"""``curbside settings``: what a channel has set for itself, and who changed it."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict
from typing import Annotated, Any

import typer

from bot.composition import open_database_parts
from bot.db.channels.choices import LABELS, NO_CHOICES, ChannelChoices
from bot.db.channels.settings import SettingChange, changes_of, choices_by_team
from bot.failures.errors import NoSuchChannel
from bot.processes.bootstrap import migrated_database_url
from bot.settings import read_settings

_AS_FOR_ALL = (
    "Nothing is stored of this channel's settings: everything is as for all channels, if Slack has"
    " a channel of this id."
)
_ID = re.compile(r"[CDG][A-Z0-9]{5,30}")
"""What Slack's ids of channels look like; its documentation promises no length."""


def settings(
    channel: Annotated[str, typer.Argument(help="Slack's id of the channel, as in its link.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Changes at most.")] = 20,
) -> None:
    """Show what a channel has set for itself, and who changed what when."""
    all_settings = read_settings()

    async def lines(url: str) -> list[str]:
        async with open_database_parts(all_settings, url) as parts:
            chosen = await choices_by_team(parts.database, channel)
            changes = await changes_of(parts.database, channel, limit)
        if not chosen and not changes and not _ID.fullmatch(channel):
            raise NoSuchChannel(channel)
        return [*(_choice_lines(chosen) or [_AS_FOR_ALL]), *map(_change_line, changes)]

    with migrated_database_url(all_settings) as url:
        for line in asyncio.run(lines(url)):
            typer.echo(line)


def _choice_lines(chosen: dict[str, ChannelChoices]) -> list[str]:
    usual = asdict(NO_CHOICES)
    return [
        f"{team}  {LABELS[name]}: {_words(value)}"
        for team, each in chosen.items()
        for name, value in asdict(each).items()
        if value != usual[name]
    ]


def _change_line(change: SettingChange) -> str:
    what = f"{LABELS.get(change.setting, change.setting)}: "
    what += f"{_words(change.before)} -> {_words(change.after)}"
    return f"{change.at:%Y-%m-%d %H:%M:%S}  {change.team}  by {change.by}  {what}"


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "as for all" if value is None else str(value)
