"""``curbside analyse``: what a table holds, and what follows from it by fixed formulas."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from rich.console import Console
from rich.table import Table

from agents.analyses.analysing import NO_TABLE, WHAT_TO_ASK, analyse
from agents.analyses.attached import tables_by_file
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.pictures import can_draw, picture
from retrieval.ingestion.readers.files import MAX_BYTES, content_of
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.tables.card import TableCard, table_card
from retrieval.tables.contract import DataTable
from retrieval.tables.joining import joined_tables
from retrieval.tables.tables_in_text import tables_of


def analyse_file(
    file: Annotated[Path, typer.Argument(help="CSV or XLSX.")],
    question: Annotated[str, typer.Argument(help="What to compute, in quotes.")] = "",
    joined_with: Annotated[
        list[Path],
        typer.Option("--with", help="Another file of the same subjects, to be joined with it."),
    ] = [],  # noqa: B006 - typer copies it
    pictures: Annotated[
        Path | None, typer.Option(help="Folder into which the pictures are written, as PNG.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what a table holds, or compute by fixed formulas what is asked of it."""
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        first, *more = (
            (each.name, tables_of(readers.read_attachment(each.name, content_of(each, MAX_BYTES))))
            for each in (file, *joined_with)
        )
    tables = tables_by_file(*first) if more else first[1]
    others = tuple(table for each in more for table in tables_by_file(*each))
    if not question.strip():
        _show_cards(file.name, tables, others)
        return
    outcomes = analyse(question, tables, others)
    if as_json:
        shown = {"file": file.name, "analyses": [_as_object(each) for each in outcomes]}
        sys.stdout.write(orjson.dumps(shown).decode() + "\n")
    else:
        for each in outcomes:
            _show_outcome(each)
    if pictures is not None:
        _write_pictures(pictures, outcomes)
    if any(isinstance(each, NotAnalysed) for each in outcomes):
        raise typer.Exit(1)


def _show_cards(name: str, tables: tuple[DataTable, ...], others: tuple[DataTable, ...]) -> None:
    console = Console()
    for table in tables:
        card = table_card(table)
        title = f"{card.name or name}: {card.rows} rows, {len(card.columns)} columns"
        console.print(_card_table(card), title, sep="\n")
        for warning in card.warnings:
            sys.stdout.write(f"⚠️ {warning}\n")
    for each in joined_tables((*tables, *others)):
        sys.stdout.write(f"{each.words}\n")
    sys.stdout.write(f"{WHAT_TO_ASK}\n" if tables else f"{name}: {NO_TABLE}\n")


def _card_table(card: TableCard) -> Table:
    shown = Table("Column", "Holds", "Missing", "Values", "Such as", "Meaning (SDTM, ADaM)")
    for each in card.columns:
        meaning = each.meaning.words if each.meaning else ""
        shown.add_row(
            each.name, each.kind, str(each.missing), str(each.distinct), each.shown, meaning
        )
    return shown


def _show_outcome(outcome: Analysis | NotAnalysed) -> None:
    if isinstance(outcome, NotAnalysed):
        sys.stdout.write(f"{outcome.reason}\n")
        return
    shown = Table(*outcome.heads, title=outcome.title)
    for row in outcome.rows:
        shown.add_row(*row)
    Console().print(shown)
    for line in (*outcome.said, f"How: {outcome.method}"):
        sys.stdout.write(f"{line}\n")
    for warning in outcome.warnings:
        sys.stdout.write(f"⚠️ {warning}\n")


def _as_object(outcome: Analysis | NotAnalysed) -> dict[str, Any]:
    if isinstance(outcome, NotAnalysed):
        return {"outcome": "not analysed", "reason": outcome.reason}
    return {
        "outcome": "analysis",
        "title": outcome.title,
        "heads": outcome.heads,
        "rows": outcome.rows,
        "said": outcome.said,
        "method": outcome.method,
        "warnings": outcome.warnings,
        "alt_text": outcome.drawing.alt_text if outcome.drawing else "",
        "drawn_from": outcome.drawing.drawn_from if outcome.drawing else "",
        "code": outcome.code,
    }


def _write_pictures(folder: Path, outcomes: tuple[Analysis | NotAnalysed, ...]) -> None:
    if not can_draw():
        sys.stderr.write(
            "matplotlib is not installed, which draws:"
            " `pip install -c constraints.txt -e '.[analyses]'`.\n"
        )
        return
    folder.mkdir(parents=True, exist_ok=True)
    drawings = [each.drawing for each in outcomes if isinstance(each, Analysis) and each.drawing]
    for drawing in drawings:
        path = _write_new(folder, picture(drawing))
        sys.stdout.write(f"{path}: {drawing.alt_text}\n")


def _write_new(folder: Path, content: bytes) -> Path:
    """Write a picture beside those that are there: ``1.png``, ``2.png``, the first that is free."""
    for number in count(1):
        path = folder / f"{number}.png"
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return path
    raise AssertionError("numbers do not end")
