"""Cox's proportional hazards: hazard ratios with intervals, fitted by lifelines. It is imported
when the first is fitted: that takes some seconds.

Installed with the extra ``analyses``."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from agents.analyses.computing import scripts
from agents.analyses.computing.scripts import script
from agents.analyses.computing.times import TimesToEvent, followed_rows, times_to_event
from agents.analyses.computing.words import p_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Drawing, Lane
from retrieval.tables.contract import DataTable, TableColumn

NOT_INSTALLED = (
    "lifelines is not installed, which fits it: `pip install -c constraints.txt -e '.[analyses]'`."
)
MOST_LEVELS = 8
"""Values of a column of words that are compared with its first one. Chosen by hand."""
EVENTS_EACH = 10
"""Events for each term below which a model is called unsure: the field's usual rule of thumb
(Peduzzi et al., J Clin Epidemiol 1995)."""
DOUBT = 0.05
"""p of the test of proportional hazards below which it is told. The field's usual one."""


@dataclass(frozen=True, slots=True)
class HazardTerm:
    """One hazard ratio: of a unit more of a number, or of a value against the first one."""

    words: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HazardRatio:
    """An estimate with its interval of 95 %."""

    words: str
    ratio: float
    low: float
    high: float
    p: float
    doubt: float
    """p of the test that it is the same at all times."""


def can_fit() -> bool:
    """Whether what fits is there."""
    return find_spec("lifelines") is not None


def cox_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Hazard ratios of the columns that a message names, all in one model."""
    if not can_fit():
        return NotAnalysed(NOT_INSTALLED)
    rows = times_to_event(table, intent)
    if isinstance(rows, NotAnalysed):
        return rows
    columns = named_terms(rows, intent)
    if isinstance(columns, NotAnalysed):
        return columns
    used = followed_rows(rows, *columns)
    terms = _terms_of(used, columns)
    if isinstance(terms, NotAnalysed):
        return terms
    times, events = _times_and_events(rows, used)
    found = fit(times, events, terms)
    if isinstance(found, NotAnalysed):
        return found
    names = ", ".join(each.name for each in (rows.time, rows.event, *columns))
    counted = f"{used.rows} of {table.rows} rows with {names}"
    title = f"Hazard ratios{f' of {intent.endpoint}' if intent.endpoint else ''}"
    return Analysis(
        title=title,
        heads=("Term", "Hazard ratio", "95% interval", "p"),
        rows=tuple(_row(each) for each in found),
        said=(f"{sum(events)} events in {used.rows} patients.",),
        method=f"Cox's proportional hazards, all terms in one model, ties by Efron (lifelines);"
        f" {counted}; {rows.coded}.",
        warnings=(*rows.warnings, *_doubts(found, sum(events))),
        drawing=forest_of(title, found, counted),
        code=_code(rows, columns, used),
    )


def named_terms(rows: TimesToEvent, intent: Intent) -> tuple[TableColumn, ...] | NotAnalysed:
    """The columns that a message compares, each once, in its order."""
    named = [rows.table.column(each) for each in dict.fromkeys(intent.compared)]
    found = tuple(e for e in named if e and e.name not in (rows.time.name, rows.event.name))
    return found or NotAnalysed("Name what is compared: “Cox of PFS by arm, age and sex”.")


def _terms_of(
    used: DataTable, columns: Sequence[TableColumn]
) -> tuple[HazardTerm, ...] | NotAnalysed:
    terms: list[HazardTerm] = []
    for name in (each.name for each in columns):
        column = used.column(name)
        if column is None or len(column.distinct) < 2:
            return NotAnalysed(f"{name} holds a single value in the rows that can be used.")
        if column.kind == "number":
            told = tuple(each or 0.0 for each in column.numbers)
            terms.append(HazardTerm(f"{name}, for each 1 more", told))
            continue
        first, *others = column.distinct
        if len(others) >= MOST_LEVELS:
            return NotAnalysed(
                f"{name} has {len(column.distinct)} values; groups need at most {MOST_LEVELS}."
            )
        for level in others:
            told = tuple(float(each == level) for each in column.values)
            terms.append(HazardTerm(f"{name}: {level} against {first}", told))
    return tuple(terms)


def _times_and_events(rows: TimesToEvent, used: DataTable) -> tuple[list[float], list[bool]]:
    time, event = used.column(rows.time.name), used.column(rows.event.name)
    if time is None or event is None:
        return [], []
    return [each or 0.0 for each in time.numbers], [each in rows.had for each in event.values]


def fit(
    times: Sequence[float], events: Sequence[bool], terms: Sequence[HazardTerm]
) -> tuple[HazardRatio, ...] | NotAnalysed:
    """The hazard ratios of the terms in one model."""
    if sum(events) < len(terms) + 1:
        return NotAnalysed(
            f"There are {sum(events)} events for {len(terms)} terms: too few to fit anything."
        )
    from lifelines.exceptions import ConvergenceError, ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # A model whose estimates run away: all events are on one side.
        warnings.simplefilter("error", ConvergenceWarning)
        try:
            return _ratios_of(times, events, terms)
        except (ConvergenceError, ConvergenceWarning):
            return NotAnalysed(
                "The model has no solution: terms tell the same, or one of them parts those with"
                " the event from those without. Leave one out."
            )


def _ratios_of(
    times: Sequence[float], events: Sequence[bool], terms: Sequence[HazardTerm]
) -> tuple[HazardRatio, ...]:
    import pandas
    from lifelines import CoxPHFitter
    from lifelines.statistics import proportional_hazard_test

    columns: dict[str, Any] = {f"x{n}": each.values for n, each in enumerate(terms)}
    frame = pandas.DataFrame({**columns, "time": times, "event": events})
    fitter = CoxPHFitter().fit(frame, "time", "event")
    doubts = proportional_hazard_test(fitter, frame, time_transform="rank").summary["p"]
    found = []
    for number, term in enumerate(terms):
        row = fitter.summary.loc[f"x{number}"]
        ends = (row["exp(coef) lower 95%"], row["exp(coef) upper 95%"])
        doubt = float(doubts.loc[f"x{number}"])
        low, high = map(float, ends)
        found.append(
            HazardRatio(term.words, float(row["exp(coef)"]), low, high, float(row["p"]), doubt)
        )
    return tuple(found)


def _row(each: HazardRatio) -> tuple[str, ...]:
    return each.words, f"{each.ratio:.3f}", f"{each.low:.3f} to {each.high:.3f}", p_words(each.p)


def _doubts(found: Sequence[HazardRatio], events: int) -> tuple[str, ...]:
    told = [
        f"The hazards of {each.words} may not be proportional (test by ranks: p"
        f" {p_words(each.doubt)})."
        for each in found
        if each.doubt < DOUBT
    ]
    if events < EVENTS_EACH * len(found):
        told.append(f"{events} events for {len(found)} terms are few: the usual rule is ten each.")
    return tuple(told)


def forest_of(title: str, found: Sequence[HazardRatio], drawn_from: str) -> Drawing:
    """The ratios as lines with intervals."""
    told = "; ".join(
        f"{each.words}: {each.ratio:.2f} ({each.low:.2f} to {each.high:.2f})" for each in found
    )
    return Drawing(
        title=title, across="Hazard ratio, with 95% interval (logarithmic)", shape="forest",
        lanes=tuple(Lane(each.words, each.ratio, each.low, each.high) for each in found),
        alt_text=f"{title} with 95% intervals. {told}.", drawn_from=drawn_from,
    )  # fmt: skip


def _code(rows: TimesToEvent, columns: Sequence[TableColumn], used: DataTable) -> str:
    held = [used.column(each.name) or each for each in columns]
    return script(
        scripts.COX,
        keep=rows.keep,
        time=rows.time.name,
        event=rows.event.name,
        had=sorted(rows.had),
        numbers=[each.name for each in held if each.kind == "number"],
        words=[each.name for each in held if each.kind != "number"],
    )
