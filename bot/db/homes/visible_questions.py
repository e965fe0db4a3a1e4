"""What a person may see of what was asked. Nothing of another team, and of a channel only where
they are in it. Each function works on the caller's connection."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import exists, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from agents.endings.standing import Standing, standing_of
from agents.journal.codec import decode
from agents.journal.entry import ENDINGS, REDACTED
from agents.memory.reviews import reviews_of, votes_by_channel
from agents.memory.tables import journal, runs
from agents.turns import Abstention, Answer, DatedReview, Failed, Reply, Stopped, ThreadKey
from agents.turns.reviews import VoteOutcome
from bot.db.homes.contents import AskedQuestion, OpenReview
from bot.db.schema.tables import channel_settings, inbox, open_cases

MOST_QUESTIONS = 10
MOST_REVIEWS = 5
MOST_CASES = 20
"""What stands in a Home. Chosen by hand: each on one screen."""
_MOST_MARKED = 40
"""Marked runs that are looked at for open reviews. Chosen by hand: eight times what is shown."""
_REVIEW_DAYS = 30
"""How long a mark is called open. Chosen by hand: a month of boards."""


async def own_questions(
    connection: AsyncConnection, team: str, person: str, channels: Collection[str]
) -> tuple[AskedQuestion, ...]:
    """Their own questions, newest first, without those that were changed into another."""
    seen = _is_seen(team, person, channels)
    query = _QUESTIONS.where(seen, runs.c.asker == person, ~_is_fork_of_others(person))
    rows = (
        await connection.execute(query.order_by(runs.c.number.desc()).limit(2 * MOST_QUESTIONS))
    ).all()
    replaced = {row.question.get("replaces") for row in rows}
    kept = [row for row in rows if row.run_id not in replaced][:MOST_QUESTIONS]
    return await _questions(connection, kept)


async def open_reviews(
    connection: AsyncConnection, team: str, person: str, channels: Collection[str]
) -> tuple[OpenReview, ...]:
    """Answers to their questions, and those of channels that name them as a reviewer, which others
    marked other than right and they have not marked. The newest mark first."""
    reviewing = await connection.execute(
        select(channel_settings.c.channel)
        .where(channel_settings.c.team == team, channel_settings.c.channel.in_(channels))
        .where(channel_settings.c.chosen["reviewers"].contains([person]))
    )
    of_reviewer = runs.c.channel.in_(reviewing.scalars().all())
    recently = func.clock_timestamp() - text(f"interval '{_REVIEW_DAYS} days'")
    marked = (
        select(journal.c.run_id)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(journal.c.kind == "review", journal.c.at > recently)
        .where(~journal.c.payload.has_key(REDACTED), _is_seen(team, person, channels))
        .where(or_(runs.c.asker == person, of_reviewer))
        .group_by(journal.c.run_id)
        .order_by(func.max(journal.c.at).desc())
        .limit(_MOST_MARKED)
    )
    run_ids = (await connection.execute(marked)).scalars().all()
    reviews = await reviews_of(connection, run_ids)
    is_open = [each for each in run_ids if _verdicts_of_others(reviews.get(each, ()), person)]
    shown = is_open[:MOST_REVIEWS]
    rows = (await connection.execute(_QUESTIONS.where(runs.c.run_id.in_(shown)))).all()
    by_run = {each.run_id: each for each in await _questions(connection, rows)}
    return tuple(
        OpenReview(by_run[run_id], _verdicts_of_others(reviews[run_id], person))
        for run_id in shown
        if run_id in by_run
    )


async def followed_cases(
    connection: AsyncConnection, team: str, person: str, channels: Collection[str]
) -> tuple[AskedQuestion, ...]:
    """Of each case that is followed where they may read it, the newest question; newest first."""
    of_case = (
        (open_cases.c.team == runs.c.team)
        & (open_cases.c.channel == runs.c.channel)
        & (open_cases.c.thread == runs.c.thread)
    )
    newest = (
        select(func.max(runs.c.number))
        .join(open_cases, of_case)
        .where(_is_seen(team, person, channels))
        .group_by(runs.c.team, runs.c.channel, runs.c.thread)
    )
    query = _QUESTIONS.where(runs.c.number.in_(newest)).order_by(runs.c.number.desc())
    rows = (await connection.execute(query.limit(MOST_CASES))).all()
    return await _questions(connection, rows)


async def agreement(
    connection: AsyncConnection, team: str, channels: Collection[str]
) -> Mapping[str, Mapping[VoteOutcome, int]]:
    """How often blind second readers agreed with answers in these channels."""
    here = (runs.c.team == team) & runs.c.channel.in_(channels) & runs.c.redact_for.is_(None)
    found = await votes_by_channel(connection, here)
    return {channel: counts for (_, channel), counts in found.items()}


def _is_seen(team: str, person: str, channels: Collection[str]) -> ColumnElement[bool]:
    """Whether a person may see a run, and its words are there."""
    own_direct = runs.c.channel.startswith("D") & (runs.c.asker == person)
    has_words = runs.c.redacted_at.is_(None) & runs.c.redact_for.is_(None)
    return (runs.c.team == team) & has_words & or_(runs.c.channel.in_(channels), own_direct)


def _is_fork_of_others(person: str) -> ColumnElement[bool]:
    """Whether somebody else made a run of a question of theirs, such as an admin."""
    forked = (journal.c.run_id == runs.c.run_id) & (journal.c.kind == "fork")
    return exists().where(forked, journal.c.payload["by"].astext != person)


_MESSAGE = (
    select(inbox.c.message_ts)
    .where(inbox.c.run_id == runs.c.run_id, inbox.c.message_ts.is_not(None))
    .order_by(inbox.c.id)
    .limit(1)
    .correlate(runs)
    .scalar_subquery()
)
_QUESTIONS = select(
    runs.c.run_id,
    runs.c.team,
    runs.c.channel,
    runs.c.thread,
    runs.c.question,
    runs.c.opened_at,
    runs.c.state,
    func.coalesce(_MESSAGE, runs.c.thread).label("ts"),
)


async def _questions(connection: AsyncConnection, rows: Sequence[Any]) -> tuple[AskedQuestion, ...]:
    ended = [row.run_id for row in rows if row.state in ENDINGS]
    standings = await _standings(connection, ended)
    return tuple(
        AskedQuestion(
            run_id=row.run_id,
            thread=ThreadKey(row.team, row.channel, row.thread),
            ts=row.ts,
            text=str(row.question.get("text", "")),
            at=row.opened_at,
            standing=standings.get(row.run_id),
        )
        for row in rows
    )


async def _standings(connection: AsyncConnection, run_ids: Sequence[str]) -> Mapping[str, Standing]:
    """How each of these runs ended; the last ending of one that went on."""
    rows = await connection.execute(
        select(journal.c.run_id, journal.c.kind, journal.c.payload)
        .where(journal.c.run_id.in_(run_ids), journal.c.kind.in_(ENDINGS))
        .order_by(journal.c.run_id, journal.c.seq)
    )
    found = {row.run_id: decode(row.kind, row.payload) for row in rows}
    return {
        run_id: standing_of(ending)
        for run_id, ending in found.items()
        if isinstance(ending, Answer | Abstention | Failed | Reply | Stopped)
    }


def _verdicts_of_others(reviews: Sequence[DatedReview], person: str) -> tuple[tuple[str, str], ...]:
    """Who marked it how, other than right; nothing if the person has marked it."""
    if any(each.review.by == person for each in reviews):
        return ()
    given = [(each.review.verdict, each.review.by) for each in reviews]
    return tuple(dict.fromkeys(each for each in given if each[0] != "right"))
