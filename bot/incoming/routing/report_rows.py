"""What a choice beside a row of a sequencing report asks of us."""

from __future__ import annotations

from dataclasses import dataclass

from agents.reports.rows import AskedOfRow
from bot.incoming.payloads.events import Incoming
from bot.rendering.answer.row_menu import ROW_MENU, read_row_value


@dataclass(frozen=True, slots=True)
class AskOfRow:
    """Ask one thing of a row that this run shows of a report."""

    run_id: str
    number: int
    asked: AskedOfRow


def on_row_menu(incoming: Incoming) -> AskOfRow | None:
    """The choice; None for another press, or one of another version."""
    read = read_row_value(incoming.value) if incoming.name == ROW_MENU else None
    return AskOfRow(*read) if read else None
