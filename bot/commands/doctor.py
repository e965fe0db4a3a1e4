"""``curbside doctor``: what is configured, what answers, and what to do about the rest."""

from __future__ import annotations

import asyncio

import typer
from rich.console import Console
from rich.table import Table

from bot.commands.part_checks import Check, check_all
from bot.settings import read_settings

MARK = {"ok": "[green]ok[/]", "off": "[dim]off[/]", "wrong": "[red]wrong[/]"}


def doctor() -> None:
    """Say in one table what is configured, what answers, and what to do about the rest."""
    checks = asyncio.run(check_all(read_settings()))
    Console().print(_table(checks))
    if any(check.state == "wrong" for check in checks):
        raise typer.Exit(1)


def _table(checks: tuple[Check, ...]) -> Table:
    table = Table("part", "state", "what is there", "what to do")
    for check in checks:
        table.add_row(check.part, MARK[check.state], check.found, check.advice)
    return table
