"""What is said of the tables of a thread: what they hold, or what was computed with them."""

from __future__ import annotations

from collections.abc import Iterator

from agents.analyses.analysing import WHAT_TO_ASK, analyse
from agents.analyses.attached import (
    AttachedTables,
    asked_of_tables,
    names_other_subject,
    names_tumour,
)
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.pictures import can_draw
from agents.reports.attached import asked_of_reports
from agents.turns import Reply, Thought, View
from agents.turns.computing.drawings import ComputedAnalysis
from retrieval.tables.card import ColumnCard, table_card
from retrieval.tables.joining import joined_tables

MOST_COLUMNS = 25
"""Columns of a table that are told. Chosen by hand: what fits into one message."""
_CUT_SHORT = (
    "{0} is longer than what I read of a file in a thread, so I compute nothing: the numbers would"
    " be those of its first rows. Attach a file with the columns that are needed, or use"
    " `curbside analyse`, which reads all of it."
)
_NO_PICTURE = (
    "There is no picture: matplotlib is not installed, which draws"
    " (`pip install -c constraints.txt -e '.[analyses]'`)."
)


def thought_on_tables(view: View) -> Thought | None:
    """The whole of a run that is asked for an analysis of a table, whichever core answers: fixed
    methods compute it, and no model is asked. None for any other question."""
    if view.steps or (reply := reply_on_tables(view)) is None:
        return None
    return Thought(text="This asks for an analysis of the table; I compute it.", reply=reply)


def reply_on_tables(view: View) -> Reply | None:
    """The reply to a question on the tables of its thread; None for any other."""
    asked = asked_of_tables(view)
    if asked is None or asked_of_reports(view) is not None:
        return None
    if asked.is_cut:
        return Reply(text=_CUT_SHORT.format(asked.file))
    if asked.is_described:
        return Reply(text="\n".join(_cards(asked)), end=WHAT_TO_ASK)
    outcomes = analyse(view.question.text, asked.tables, asked.others)
    found = [each for each in outcomes if isinstance(each, Analysis)]
    text = view.question.text
    is_to_sources = names_other_subject(text) or (not asked.is_new and names_tumour(text))
    if is_to_sources and not found:
        return None
    lines = [line for each in outcomes for line in _outcome_lines(asked.file, each)]
    draws = can_draw()
    if not draws and any(each.drawing for each in found):
        lines.append(_NO_PICTURE)
    computed = tuple(_as_computed(each, asked.file, draws=draws) for each in found)
    return Reply(text="\n".join(lines), computed=computed, is_whole=bool(found))


def _as_computed(found: Analysis, file: str, *, draws: bool) -> ComputedAnalysis:
    drawing = found.drawing if draws else None
    return ComputedAnalysis(title=found.title, file=file, code=found.code, drawing=drawing)


def _outcome_lines(file: str, outcome: Analysis | NotAnalysed) -> Iterator[str]:
    if isinstance(outcome, NotAnalysed):
        yield f"{file}: {outcome.reason}"
        return
    yield f"{outcome.title} ({file})"
    for row in outcome.rows:
        first, *others = zip(outcome.heads, row, strict=True)
        told = " · ".join(f"{head}: {value}" for head, value in others)
        yield f"• {first[1]} · {told}"
    yield from outcome.said
    yield f"How: {outcome.method}"
    for warning in outcome.warnings:
        yield f"⚠️ {warning}"


def _cards(asked: AttachedTables) -> Iterator[str]:
    for table in asked.tables:
        card = table_card(table)
        is_told = not card.name or asked.file in card.name
        name = card.name or asked.file if is_told else f"{asked.file}, {card.name}"
        yield f"{name}: {card.rows} rows, {len(card.columns)} columns"
        for column in card.columns[:MOST_COLUMNS]:
            yield f"• {_column_words(column)}"
        if len(card.columns) > MOST_COLUMNS:
            yield f"… and {len(card.columns) - MOST_COLUMNS} more columns."
        for warning in card.warnings:
            yield f"⚠️ {warning}"
    for each in joined_tables((*asked.tables, *asked.others)):
        yield each.words


def _column_words(column: ColumnCard) -> str:
    """What a column holds. Single values of a column that tells patients apart are not shown."""
    parts = [column.name, column.kind, f"{column.missing} missing", f"{column.distinct} values"]
    if column.kind != "text" or column.distinct <= MOST_COLUMNS:
        parts.append(column.shown)
    parts += [column.meaning.words] if column.meaning else []
    return " · ".join(filter(None, parts))
