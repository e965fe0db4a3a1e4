"""``curbside forget``: takes the words out of what is stored, or shows what that would take."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from bot.commands.runs import whole_run_id
from bot.composition import DatabaseParts, open_database_parts
from bot.db.keeping.ages import Ages, KeptData, older_than, take_old
from bot.db.keeping.forgetting import Amount, Selection, amount_of
from bot.db.keeping.forgetting import forget as take
from bot.failures.errors import NothingToForget, NoTimeSpan
from bot.incoming.payloads.message_links import read_message_link
from bot.processes.bootstrap import migrated_database_url
from bot.processes.forgetting import ages_of
from bot.settings import Settings, read_settings

_BY = "curbside forget"
"""Who is named as having stopped a run that goes on."""
_SPAN = re.compile(r"(\d{1,5})\s*(d|w)(?:ays?|eeks?)?")
LONGEST_SPAN = 36_500
"""Days, as in the settings of retention: a hundred years are more than anything is old."""
_DAYS = {"d": 1, "w": 7}
_NOTHING_CHANGED = "Nothing is changed yet: the same command with --yes takes it."
_NOTHING_STORED = (
    "Nothing is stored of this: was it asked here, with this CURBSIDE_HOME or DATABASE_URL? If"
    " several things are named, each has to fit. `curbside runs` lists what was asked."
)
_KINDS: Mapping[KeptData, str] = {
    "journals": "runs whose words go (CURBSIDE_KEEP_JOURNALS_DAYS)",
    "files": "runs whose files' texts go (CURBSIDE_KEEP_FILES_DAYS)",
    "turns": "questions that follow-ups no longer know (CURBSIDE_KEEP_TURNS_DAYS)",
    "messages": "copies of messages (CURBSIDE_KEEP_MESSAGES_DAYS)",
    "events": "events (CURBSIDE_KEEP_EVENTS_DAYS)",
    "traces": "runs without words that go altogether (CURBSIDE_KEEP_TRACES_DAYS)",
}


def forget(  # noqa: PLR0913 - options of a command line
    link: Annotated[
        str, typer.Argument(help='A thread: the link of one of its messages, "Copy link" in Slack.')
    ] = "",
    *,
    run: Annotated[str, typer.Option(help="One run, and its forks.")] = "",
    user: Annotated[str, typer.Option(help="What a person asked and said: a Slack user id.")] = "",
    team: Annotated[
        str, typer.Option(help="All of a Slack workspace: its team id; cli: what `ask` was asked.")
    ] = "",
    older_than: Annotated[str, typer.Option(help="Runs that ended longer ago: 90d, 12w.")] = "",
    by_age: Annotated[
        bool, typer.Option("--by-age", help="What is older than the settings let it become.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Take it. Without it nothing changes.")
    ] = False,
) -> None:
    """Show what would be forgotten of a thread, a person, a team or by age; take it with --yes."""
    settings = read_settings()
    what = _selection(link, run, user, team, older_than)
    if (what == Selection()) is not by_age:
        raise NothingToForget

    async def lines(url: str) -> list[str]:
        async with open_database_parts(settings, url) as parts:
            if by_age:
                return await _lines_by_age(parts, settings, yes=yes)
            whole = await whole_run_id(parts.memory, run) if run else ""
            return await _lines_on(parts, replace(what, run_id=whole), yes=yes)

    with migrated_database_url(settings) as url:
        for line in asyncio.run(lines(url)):
            typer.echo(line)


def _selection(link: str, run: str, user: str, team: str, span: str) -> Selection:
    message = read_message_link(link) if link else None
    return Selection(
        run_id=run,
        channel=message.channel if message else "",
        thread=(message.thread_ts or message.ts) if message else "",
        user=user,
        team=team,
        before=datetime.now(UTC) - _time_span(span) if span else None,
    )


def _time_span(span: str) -> timedelta:
    found = _SPAN.fullmatch(span.strip().lower())
    days = int(found[1]) * _DAYS[found[2]] if found else LONGEST_SPAN + 1
    if days > LONGEST_SPAN:
        raise NoTimeSpan
    return timedelta(days=days)


async def _lines_on(parts: DatabaseParts, what: Selection, *, yes: bool) -> list[str]:
    amount = await amount_of(parts.database, what)
    told = _amount_lines(amount)
    if not any(number for number, _ in _counts(amount)):
        return [_NOTHING_STORED]
    if not yes:
        return [*told, _NOTHING_CHANGED]
    done = await take(parts.database, what, _BY)
    left = amount.runs - done
    later = f" {left} wait for their end, or for their last message; a worker takes them then."
    return [*told, f"Forgotten: {done} runs.{later if left else ''}"]


def _amount_lines(amount: Amount) -> list[str]:
    return [f"{number:7}  {words}" for number, words in _counts(amount)]


def _counts(amount: Amount) -> tuple[tuple[int, str], ...]:
    return (
        (amount.runs, "runs"),
        (amount.going_on, "of them going on: they are stopped first"),
        (amount.rows, "rows of their journals"),
        (amount.turns, "questions that follow-ups know"),
        (amount.messages, "copies of messages; what Slack itself has stays there"),
        (amount.said_elsewhere, "runs of others in which the person said something"),
        (amount.events, "events that name the person"),
    )


async def _lines_by_age(parts: DatabaseParts, settings: Settings, *, yes: bool) -> list[str]:
    ages: Ages = ages_of(settings)
    due = await (take_old if yes else older_than)(parts.database, ages)
    told = [f"{due[kind]:7}  {words}" for kind, words in _KINDS.items() if kind in due]
    without = [words for kind, words in _KINDS.items() if kind not in due]
    kept = [f"   kept  {words}: no age is set" for words in without]
    return [*told, *kept, "Taken." if yes else _NOTHING_CHANGED]
