"""``curbside doctor``: what is configured, what answers, and what to do about the rest."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Iterator, Sequence

import typer
from rich.console import Console

from bot.commands.checks.check import Check
from bot.commands.checks.parts import check_all
from bot.settings import Settings, read_settings

STYLE = {"ok": "green", "off": "dim", "wrong": "red"}
_LEAST_WIDTH = 40
"""Characters of a line of words. Chosen by hand: narrower ones are hard to read."""


def doctor() -> None:
    """Say of each part what is configured, what answers, and what to do about the rest."""
    checks = asyncio.run(_report(read_settings()))
    if any(check.state == "wrong" for check in checks):
        raise typer.Exit(1)


async def _report(settings: Settings) -> Sequence[Check]:
    """The checks, shown while what hangs in a thread may still end: nobody waits for that."""
    checks, console = await check_all(settings), Console()
    for line, style in report_lines(checks, console.width):
        console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
    return checks


def report_lines(checks: Sequence[Check], width: int) -> Iterator[tuple[str, str]]:
    """The lines of the report, each with its style. No word is cut, so that an address can be
    copied however narrow the terminal is."""
    name = max(len(check.part) for check in checks)
    indent = " " * (len("wrong") + 2 + name + 2)
    for check in checks:
        first = f"{check.state:<5}  {check.part:<{name}}  "
        for number, line in enumerate(_lines_of(check.found, width - len(indent))):
            yield f"{indent if number else first}{line}", STYLE[check.state]
        for number, line in enumerate(_lines_of(check.advice, width - len(indent) - 2)):
            yield f"{indent}{'  ' if number else '→ '}{line}", ""


def _lines_of(words: str, width: int) -> list[str]:
    return textwrap.wrap(
        words, max(_LEAST_WIDTH, width), break_long_words=False, break_on_hyphens=False
    )
