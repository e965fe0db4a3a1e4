"""What a message asks of the tables of a file, computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agents.analyses.choosing.subsets import subset_of
from agents.analyses.computing.counting import (
    adverse_event_analysis,
    count_analysis,
    frequent_event_analysis,
    summary_analysis,
)
from agents.analyses.computing.cox import cox_analysis
from agents.analyses.computing.forest import forest_analysis
from agents.analyses.computing.per_patient import swimmer_analysis, waterfall_analysis
from agents.analyses.computing.scripts import code_of_joined
from agents.analyses.computing.shares import response_analysis, two_by_two_analysis
from agents.analyses.computing.statistics import is_installed
from agents.analyses.computing.survival import survival_analysis
from agents.analyses.contract import Analysis, AnalysisKind, NotAnalysed
from agents.analyses.intent import Intent, read_intents
from retrieval.tables.contract import DataTable
from retrieval.tables.joining import JoinedTable, NotJoined, joined_tables
from retrieval.tables.tables_in_text import FEWEST_ROWS

WHAT_TO_ASK = (
    "I compute response rates (“ORR by arm”), Kaplan–Meier (“KM of PFS by arm”), hazard ratios"
    " (“Cox of PFS by arm, age and sex”), forest plots (“forest of PFS by arm, sex and stage”),"
    " waterfall (“waterfall of best_change by arm”), swimmer (“swimmer of PFS by arm”), two by two"
    " (“Fisher of response by arm”), adverse events (“AEs by grade and arm”,"
    " “most common AEs”), counts (“count of sex by arm”) and summaries (“median of age by arm”)."
)
MOST_ASKED = 10
"""Things that one message asks to have computed. Chosen by hand."""
NO_TABLE = (
    f"The file holds no table with a line of heads and at least {FEWEST_ROWS} rows below it: from"
    " fewer nothing is computed."
)
NOT_INSTALLED = (
    "SciPy is not installed, which computes: `pip install -c constraints.txt -e '.[analyses]'`."
)
_ANALYSES: Mapping[AnalysisKind, Callable[[DataTable, Intent], Analysis | NotAnalysed]] = {
    "waterfall": waterfall_analysis,
    "swimmer": swimmer_analysis,
    "forest": forest_analysis,
    "hazards": cox_analysis,
    "survival": survival_analysis,
    "response": response_analysis,
    "adverse events": adverse_event_analysis,
    "frequent events": frequent_event_analysis,
    "two by two": two_by_two_analysis,
    "summary": summary_analysis,
    "counts": count_analysis,
}


def analyse(
    text: str, tables: Sequence[DataTable], others: Sequence[DataTable] = ()
) -> tuple[Analysis | NotAnalysed, ...]:
    """Every analysis that a message asks for, in order. Of several tables, the first that has the
    columns is taken; where none has, two of them joined, also with one of the ``others``."""
    if not tables:
        return (NotAnalysed(NO_TABLE),)
    intents = read_intents(text)
    if not intents:
        return (NotAnalysed(WHAT_TO_ASK),)
    if len(intents) > MOST_ASKED:
        return (NotAnalysed(f"I compute at most {MOST_ASKED} things for a message."),)
    if not is_installed():
        return (NotAnalysed(NOT_INSTALLED),)
    return tuple(_first_that_fits(intents, place, tables, others) for place in range(len(intents)))


def _first_that_fits(
    intents: Sequence[Intent],
    place: int,
    tables: Sequence[DataTable],
    others: Sequence[DataTable],
) -> Analysis | NotAnalysed:
    outcomes = [_outcome(intents, place, table) for table in tables]
    for each in outcomes:
        if isinstance(each, Analysis):
            return each
    return _of_joined(intents, place, (tables, others), outcomes[0])


def _of_joined(
    intents: Sequence[Intent],
    place: int,
    held: tuple[Sequence[DataTable], Sequence[DataTable]],
    alone: Analysis | NotAnalysed,
) -> Analysis | NotAnalysed:
    """The analysis of two tables as one; of two older ones of the thread nothing was asked."""
    tables, others = held
    asked = {each.name for each in tables}
    pairs = joined_tables((*tables, *others))
    whole = [e for e in pairs if isinstance(e, JoinedTable) and {e.base.name, e.more.name} & asked]
    outcomes = [_outcome_of_joined(intents, place, each) for each in whole]
    found = [each for each in outcomes if isinstance(each, Analysis)]
    if len({each.rows for each in found}) > 1:
        return NotAnalysed(_several_joins(whole))
    if outcomes or isinstance(alone, Analysis):
        return next(iter((*found, *outcomes, alone)))
    reasons = [each.reason for each in pairs if isinstance(each, NotJoined)]
    return NotAnalysed(" ".join((alone.reason, *reasons)))


def _outcome_of_joined(
    intents: Sequence[Intent], place: int, pair: JoinedTable
) -> Analysis | NotAnalysed:
    outcome = _outcome(intents, place, pair.table)
    if isinstance(outcome, NotAnalysed):
        return NotAnalysed(f"{outcome.reason} ({pair.table.name})")
    return replace(
        outcome,
        warnings=(*pair.remarks, *outcome.warnings),
        code=code_of_joined(outcome.code, pair),
    )


def _several_joins(pairs: Sequence[JoinedTable]) -> str:
    told = " or ".join(each.table.name for each in pairs)
    return f"It can be computed from several tables, and not alike: name the files ({told})."


def _outcome(intents: Sequence[Intent], place: int, table: DataTable) -> Analysis | NotAnalysed:
    """The analysis of the rows that the message restricts it to."""
    subset = subset_of(table, intents, place)
    if isinstance(subset, NotAnalysed):
        return subset
    return subset.on_it(_ANALYSES[subset.intent.asked](subset.table, subset.intent))
