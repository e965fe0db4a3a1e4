"""``curbside reviews``: what people think of answers, and the same as cases of an evaluation."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from agents.endings.reviewed_case import case_object
from agents.endings.reviews import agreement_words, review_line
from agents.turns import View
from agents.turns.reviews import VoteOutcome
from bot.composition import open_database_parts
from bot.processes.bootstrap import migrated_database_url
from bot.settings import Settings, read_settings

_REASONS = "Reasons are words of people: `curbside show RUN` shows those of a run."


def reviews(
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Runs at most.")] = 20,
    cases: Annotated[
        Path | None,
        typer.Option(help="Write a file of cases instead, for `curbside eval reviews`."),
    ] = None,
) -> None:
    """List the marks that people set on answers, the newest runs first."""
    settings = read_settings()
    with migrated_database_url(settings) as url:
        views, votes = asyncio.run(_marked_runs(settings, url, limit))
    if cases is not None:
        _write(cases, views)
        typer.echo(f"{len(views)} cases. They hold what was asked; keep them as you keep that.")
        return
    lines = [*(line for view in views for line in _lines(view)), *map(_vote_line, votes.items())]
    if any(each.review.comment for view in views for each in view.reviews):
        lines.append(_REASONS)
    for line in lines or ["Nothing is marked yet."]:
        typer.echo(line)


async def _marked_runs(
    settings: Settings, url: str, limit: int
) -> tuple[list[View], Mapping[tuple[str, str], Counter[VoteOutcome]]]:
    """The runs with marks that count, and the votes of blind second readers by channel."""
    async with open_database_parts(settings, url) as parts:
        found = await parts.memory.reviewed_runs(limit)
        views = [await parts.memory.view(run_id) for run_id in found]
        votes = await parts.memory.votes_by_channel()
    return [view for view in views if view.reviews], votes


def _vote_line(of_channel: tuple[tuple[str, str], Counter[VoteOutcome]]) -> str:
    """``C0BOARD  blind second readers: 3 of 4 agree, 1 cannot tell``."""
    (_, channel), counts = of_channel
    return f"{channel}  blind second readers: {agreement_words(counts)}"


def _lines(view: View) -> list[str]:
    """A line for each mark. The reasons are words of people: `curbside show` has them."""
    bare = [replace(each, review=replace(each.review, comment="")) for each in view.reviews]
    return [f"{view.run_id}  {review_line(each, view)}" for each in bare]


def _write(path: Path, views: list[View]) -> None:
    path.touch(mode=0o600)
    lines = (json.dumps(case_object(view), ensure_ascii=False) + "\n" for view in views)
    path.write_text("".join(lines), encoding="utf-8")
