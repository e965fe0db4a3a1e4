"""A forest plot: the hazard ratio of two groups in all patients and in each subgroup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.analyses.computing import scripts
from agents.analyses.computing.cox import (
    NOT_INSTALLED,
    HazardRatio,
    HazardTerm,
    can_fit,
    fit,
    forest_of,
    named_terms,
)
from agents.analyses.computing.scripts import script
from agents.analyses.computing.times import TimesToEvent, followed_rows, times_to_event
from agents.analyses.computing.words import p_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from retrieval.tables.contract import DataTable, TableColumn

MOST_LEVELS = 8
"""Values of a column that make subgroups. Chosen by hand."""
_HOW = "Name the two groups and the subgroups: “forest of PFS by arm, sex and stage”."


def forest_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """The first column that a message names parts the two groups, the others the subgroups."""
    if not can_fit():
        return NotAnalysed(NOT_INSTALLED)
    rows = times_to_event(table, intent)
    if isinstance(rows, NotAnalysed):
        return rows
    columns = named_terms(rows, intent)
    if isinstance(columns, NotAnalysed) or len(columns) < 2:
        return NotAnalysed(columns.reason if isinstance(columns, NotAnalysed) else _HOW)
    compared, *parting = columns
    if problem := _problem(compared, parting):
        return NotAnalysed(problem)
    first, other = compared.distinct
    found = [
        (words, part.rows, _events(rows, part), _ratio(words, rows, part, (compared, other)))
        for words, part in _subgroups(followed_rows(rows, *columns), parting)
    ]
    ratios = [ratio for _, _, _, ratio in found if isinstance(ratio, HazardRatio)]
    if not ratios:
        return NotAnalysed("No subgroup has enough events in both groups to compare them.")
    names = ", ".join(each.name for each in (rows.time, rows.event, *columns))
    counted = f"{found[0][1]} of {table.rows} rows with {names}"
    title = f"{compared.name}: {other} against {first}, in subgroups"
    return Analysis(
        title=title,
        heads=("Subgroup", "Patients", "Events", "Hazard ratio", "95% interval", "p"),
        rows=tuple(_row(*each) for each in found),
        method=f"Cox's proportional hazards in each subgroup by itself, ties by Efron (lifelines);"
        f" {counted}; {rows.coded}. Subgroups are not corrected for their number.",
        warnings=rows.warnings,
        drawing=forest_of(title, ratios, counted),
        code=script(
            scripts.FOREST, keep=rows.keep, time=rows.time.name, event=rows.event.name,
            had=sorted(rows.had), compared=compared.name, against=[first, other],
            subgroups=[each.name for each in parting],
        ),
    )  # fmt: skip


def _problem(compared: TableColumn, parting: Sequence[TableColumn]) -> str:
    if len(compared.distinct) != 2:
        return f"{compared.name} has {len(compared.distinct)} values; a forest compares two groups."
    for each in parting:
        if len(each.distinct) > MOST_LEVELS:
            return (
                f"{each.name} has {len(each.distinct)} values; subgroups need a column with at most"
                f" {MOST_LEVELS}."
            )
    return ""


def _subgroups(used: DataTable, parting: Sequence[TableColumn]) -> Iterator[tuple[str, DataTable]]:
    yield "All", used
    for name in (each.name for each in parting):
        if column := used.column(name):
            for level in column.distinct:
                yield f"{name}: {level}", used.only([each == level for each in column.values])


def _events(rows: TimesToEvent, part: DataTable) -> int:
    column = part.column(rows.event.name)
    return sum(each in rows.had for each in column.values) if column else 0


def _ratio(
    words: str, rows: TimesToEvent, part: DataTable, against: tuple[TableColumn, str]
) -> HazardRatio | NotAnalysed:
    compared, other = against
    times, events, groups = (part.column(each.name) for each in (rows.time, rows.event, compared))
    if times is None or events is None or groups is None or len(groups.distinct) < 2:
        return NotAnalysed("one group only")
    term = HazardTerm(words, tuple(float(each == other) for each in groups.values))
    had = [each in rows.had for each in events.values]
    found = fit([each or 0.0 for each in times.numbers], had, [term])
    return found if isinstance(found, NotAnalysed) else found[0]


def _row(
    words: str, patients: int, events: int, ratio: HazardRatio | NotAnalysed
) -> tuple[str, ...]:
    if isinstance(ratio, NotAnalysed):
        return words, str(patients), str(events), "–", "–", "–"
    interval = f"{ratio.low:.3f} to {ratio.high:.3f}"
    return words, str(patients), str(events), f"{ratio.ratio:.3f}", interval, p_words(ratio.p)
