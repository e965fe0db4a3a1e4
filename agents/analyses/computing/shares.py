"""Response rates with exact intervals, and tables of two by two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.analyses.columns import column_for, named_column
from agents.analyses.computing import scripts
from agents.analyses.computing.grouping import grouped_rows, of_parameter, one_row_each
from agents.analyses.computing.scripts import script
from agents.analyses.computing.statistics import (
    Interval95,
    exact_interval,
    fisher_exact_p,
    odds_ratio,
)
from agents.analyses.computing.words import number_words, p_words, percent_words
from agents.analyses.contract import Analysis, NotAnalysed
from agents.analyses.intent import Intent
from agents.turns.computing.drawings import Bar, Drawing
from retrieval.tables.contract import DataTable, TableColumn

_RESPONSES = frozenset(("cr", "pr", "completeresponse", "partialresponse"))
_STABLE = frozenset(("sd", "stabledisease"))
_OTHERS = frozenset(("pd", "progressivedisease", "ne", "notevaluable", "nonevaluable"))
_YES = frozenset(("1", "yes", "y", "true", "responder"))
_NO = frozenset(("0", "no", "n", "false", "nonresponder"))
NO_RESPONSE, RESPONSE = "no response", "response"
_CONTROL = re.compile(r"(?i)\bDCR\b|disease control")


def response_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """The share with a response, or with disease control, in each group; Fisher's test of two."""
    kept = of_parameter(table, "BOR" if column_for(table, "parameter") else "")
    if isinstance(kept, NotAnalysed):
        return kept
    table, remarks = kept.table, kept.remarks
    column = column_for(table, "response") or named_column(table, intent.words.split()[0])
    if column is None:
        names = ", ".join(each.name for each in table.columns)
        return NotAnalysed(f"I find no column of responses. The columns are: {names}.")
    control = bool(_CONTROL.search(intent.words))
    counted = _responses(intent.all_of(column), control=control)
    if not counted:
        return NotAnalysed(
            f"{column.name} holds no response that I know: CR, PR, SD, PD, or yes and no."
        )
    if problem := one_row_each(table):
        return NotAnalysed(problem)
    grouped = grouped_rows(table, intent, beside=column.name)
    if isinstance(grouped, NotAnalysed):
        return grouped
    counts = [
        (name, _count(rows, column.name, counted), rows.rows) for name, rows in grouped.groups
    ]
    name = "Disease control rate" if control else "Response rate"
    missing = [f"{column.missing} rows without {column.name} count as none."] * bool(column.missing)
    return Analysis(
        title=f"{name}{f' by {grouped.by}' if grouped.by else ''}",
        heads=("Group", "Patients", "With it", "Share", "95% interval"),
        rows=tuple(_share_row(*each) for each in counts),
        said=_comparison(counts),
        method=(
            f"{column.name} = {' or '.join(sorted(counted))} counts; every row of a group is in its"
            f" denominator; {table.rows} rows. Interval by Clopper and Pearson, test by Fisher,"
            " two-sided (SciPy)."
        ),
        warnings=(*remarks, *grouped.remarks, *missing),
        drawing=_drawing_of(
            name, counts, f"{column.name}{f' and {grouped.by}' * bool(grouped.by)}"
        ),
        code=script(
            scripts.RESPONSE,
            group=grouped.by,
            keep=(*kept.keep, *grouped.keep),
            column=column.name,
            had=sorted(counted),
        ),
    )


def _responses(column: TableColumn, *, control: bool) -> frozenset[str]:
    wanted = _RESPONSES | (_STABLE if control else frozenset())
    plain = {each: re.sub(r"[^a-z0-9]", "", each.lower()) for each in column.distinct}
    if found := frozenset(each for each, bare in plain.items() if bare in wanted):
        return found
    if set(plain.values()) <= _YES | _NO and not control:
        return frozenset(each for each, bare in plain.items() if bare in _YES)
    # Nobody responded: a rate of nought, which is one.
    return frozenset(("CR", "PR")) if set(plain.values()) & (_STABLE | _OTHERS) else frozenset()


def _count(rows: DataTable, column: str, counted: frozenset[str]) -> int:
    found = rows.column(column)
    return sum(each in counted for each in found.values) if found else 0


def _share_row(name: str, count: int, of: int) -> tuple[str, ...]:
    if not of:
        return name, "0", "0", "–", "–"
    ends = exact_interval(count, of)
    low, high = percent_words(ends.low or 0.0), percent_words(ends.high or 0.0)
    return name, str(of), str(count), percent_words(count / of), f"{low} to {high}"


def _comparison(counts: Sequence[tuple[str, int, int]]) -> tuple[str, ...]:
    if len(counts) != 2:
        return ()
    (_, one, of_one), (_, other, of_other) = counts
    p = fisher_exact_p([[one, of_one - one], [other, of_other - other]])
    return (f"Fisher's exact test: p {p_words(p)}.",)


def _drawing_of(name: str, counts: Sequence[tuple[str, int, int]], columns: str) -> Drawing:
    bars = []
    for group, count, of in counts:
        ends = exact_interval(count, of) if of else Interval95(0.0, 0.0)
        bars.append(Bar(group, count / of if of else 0.0, ends.low or 0.0, ends.high or 0.0))
    told = "; ".join(f"{group}: {count} of {of}" for group, count, of in counts)
    return Drawing(
        title=name, across="Share of patients, with 95% interval", bars=tuple(bars),
        alt_text=f"{name} with exact 95% intervals. {told}.",
        drawn_from=f"{sum(of for _, _, of in counts)} rows, by {columns}",
    )  # fmt: skip


def two_by_two_analysis(table: DataTable, intent: Intent) -> Analysis | NotAnalysed:
    """Two columns of two values each against each other."""
    one = named_column(table, intent.of) if intent.of else None
    other = named_column(table, intent.by) if intent.by else None
    if one is None or other is None or one.name == other.name:
        return NotAnalysed("Name both columns: “Fisher of response by arm”.")
    had = _told_as_two(intent.all_of(one))
    values = [_as_two(each, had) for each in one.values]
    pairs = [(a, b) for a, b in zip(values, other.values, strict=True) if a and b]
    ones, others = (sorted({pair[place] for pair in pairs}) for place in (0, 1))
    if len(ones) != 2 or len(others) != 2:
        odd = one.name if len(ones) != 2 else other.name
        return NotAnalysed(f"{odd} does not hold two values: this needs two columns of two values.")
    cells = [[pairs.count((a, b)) for b in others] for a in ones]
    ratio, ends = odds_ratio(cells)
    shares = [(f"{other.name} = {each}", cells[1][n], cells[0][n] + cells[1][n])
              for n, each in enumerate(others)]  # fmt: skip
    left = table.rows - len(pairs)
    as_two = f" A response is {one.name} = {' or '.join(sorted(had))}." if had else ""
    return Analysis(
        title=f"{one.name} by {other.name}",
        heads=(one.name, *(f"{other.name} = {each}" for each in others)),
        rows=tuple((a, *map(str, row)) for a, row in zip(ones, cells, strict=True)),
        said=(
            f"Odds ratio {ratio:.3f} (95% {number_words(ends.low)} to {number_words(ends.high)}).",
            f"Fisher's exact test, two-sided: p {p_words(fisher_exact_p(cells))}.",
        ),
        method=f"{len(pairs)} rows with both values; conditional odds ratio, exact (SciPy)."
        + as_two,
        warnings=(f"{left} rows without one of them are left out.",) if left else (),
        drawing=_drawing_of(f"{one.name} = {ones[1]}", shares, f"{one.name} and {other.name}"),
        code=script(
            scripts.TWO_BY_TWO, column=one.name, other=other.name, had=sorted(had),
            names=(NO_RESPONSE, RESPONSE),
        ),
    )  # fmt: skip


def _told_as_two(column: TableColumn) -> frozenset[str]:
    """The values that are a response, of a column of best responses with more than two; else
    none."""
    return _responses(column, control=False) if len(column.distinct) > 2 else frozenset()


def _as_two(value: str, had: frozenset[str]) -> str:
    return value if not had or not value else RESPONSE if value in had else NO_RESPONSE
