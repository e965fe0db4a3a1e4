"""The part of a table that a message restricts its question to: "in women", "over 65", "without
prior platinum". Numbers of all rows in the place of a part are wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.analyses.choosing.computation import read_computation
from agents.analyses.choosing.conditions import RowCondition, rows_with
from agents.analyses.choosing.survivals import with_overall_survival
from agents.analyses.contract import Analysis, NotAnalysed, RequestUnclear
from agents.analyses.intent import Intent
from retrieval.tables.contract import DataTable


@dataclass(frozen=True, slots=True)
class Subset:
    """The rows that a question is on, and the question in the columns of the table."""

    table: DataTable
    intent: Intent
    remarks: tuple[str, ...] = ()
    keep: tuple[RowCondition, ...] = ()

    def on_it(self, outcome: Analysis | NotAnalysed) -> Analysis | NotAnalysed:
        """The analysis with which rows it is of, in its title, its remarks and its code."""
        if not self.keep:
            if isinstance(outcome, NotAnalysed) or not self.remarks:
                return outcome
            return replace(outcome, warnings=(*self.remarks, *outcome.warnings))
        if isinstance(outcome, NotAnalysed):
            return NotAnalysed(" ".join((*self.remarks, outcome.reason)))
        told = ", ".join(each.words for each in self.keep)
        return replace(
            outcome,
            title=f"{outcome.title}, {told}",
            warnings=(*self.remarks, *outcome.warnings),
            code=_with_kept_rows(outcome.code, self.keep),
        )


def subset_of(table: DataTable, intents: Sequence[Intent], place: int) -> Subset | NotAnalysed:
    """The rows that the words of a message choose for one of the things it asks; all where they
    choose none. One that chooses nothing itself is on the rows of the one before, else of the one
    behind: "ORR by arm and KM of PFS in women"."""
    try:
        intent, taken = with_overall_survival(table, intents[place])
        request = read_computation(table, intent)
        own = request.intent.by
        # Of groups that a thing is parted by itself, the other's part would leave one alone.
        conditions = request.conditions or tuple(
            each for each in _of_others(table, intents, place) if each.column != own
        )
        by = own or _groups_of_others(table, intents, place)
        by = "" if not own and by in {each.column for each in conditions} else by
    except RequestUnclear as unclear:
        return NotAnalysed(str(unclear))
    kept, remarks = table, [taken] if taken else []
    for condition in conditions:
        found = rows_with(kept, condition)
        kept, remarks = found.table, [*remarks, *found.remarks]
    if conditions and not kept.rows:
        return NotAnalysed(f"No row is left. {' '.join(remarks)}")
    intent = replace(request.intent, by=by, whole=table if conditions else None)
    gone = _groups_gone(table, kept, intent, conditions)
    return Subset(kept, intent, (*remarks, *gone), conditions)


def _of_others(table: DataTable, intents: Sequence[Intent], place: int) -> tuple[RowCondition, ...]:
    for other in (*reversed(intents[:place]), *intents[place + 1 :]):
        if conditions := read_computation(table, other).conditions:
            return conditions
    return ()


def _groups_of_others(table: DataTable, intents: Sequence[Intent], place: int) -> str:
    for other in (*reversed(intents[:place]), *intents[place + 1 :]):
        intent = read_computation(table, other).intent
        if by := intent.by or next(iter(intent.compared), ""):
            return by
    return ""


def _groups_gone(
    table: DataTable, kept: DataTable, intent: Intent, conditions: Sequence[RowCondition]
) -> tuple[str, ...]:
    """The groups of which no row is left: they would be missing without a word."""
    before, now = table.column(intent.by), kept.column(intent.by)
    chosen = {each.column for each in conditions}
    if before is None or now is None or before.name in chosen:
        return ()
    gone = [each for each in before.distinct if each not in now.distinct]
    return (f"None of these rows has {before.name} = {' or '.join(gone)}.",) if gone else ()


def _with_kept_rows(code: str, keep: Sequence[RowCondition]) -> str:
    """The code with these conditions among those by which it chooses rows."""

    def more(match: re.Match[str]) -> str:
        own = [each.as_code() for each in keep]
        others = [each for each in ast.literal_eval(match[1]) if each not in own]
        merged = [*own, *others]
        return f"KEEP = {merged!r}".replace("`", "\\x60")

    return re.sub(r"^KEEP = (\[.*\])$", more, code, count=1, flags=re.MULTILINE)
