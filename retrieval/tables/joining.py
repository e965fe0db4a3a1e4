"""Two tables of the same subjects as one: each row of one with the row of its subject in the other,
which has a single one for each. Anything else is refused: rows would be doubled or guessed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from retrieval.tables.contract import DataTable, TableColumn

LEAST_SHARED = 0.5
"""Share of the subjects of the smaller table that stand in the other, too, for a join. Chosen by
hand."""
SUBJECT = re.compile(
    r"(?i)(?:u?subj(?:ect)?[_ .]?(?:id|no|nr|number)?|(?:pt|patient)s?[_ .]*(?:id|no|nr|number)?\.?"
    r"|pid|mrn|case[_ .]?(?:id|no)|id)"
)


@dataclass(frozen=True, slots=True)
class JoinedTable:
    """The rows of one table with what another holds of their subjects."""

    table: DataTable
    base: DataTable
    more: DataTable
    keys: tuple[str, str]
    """The column of subjects in each."""

    @property
    def words(self) -> str:
        """That they can be joined, and what is lost by it."""
        return f"Can be joined: {' '.join(self.remarks)}"

    @property
    def remarks(self) -> tuple[str, ...]:
        """How they were joined, and what was lost by it."""
        base, more = _held_values(self.base, self.keys[0]), _held_values(self.more, self.keys[1])
        lost, alone = set(base) - set(more), set(more) - set(base)
        by = self.keys[0] if self.keys[0] == self.keys[1] else f"{self.keys[0]} = {self.keys[1]}"
        many = "each row" if len(base) == len(set(base)) else "many rows to one"
        told = [
            f"{self.base.name} joined with {self.more.name} by {by} ({many}): {self.table.rows} of"
            f" {self.base.rows} rows of {self.base.name}."
        ]
        if self.base.rows > self.table.rows:
            told.append(
                f"{self.base.rows - self.table.rows} rows of {self.base.name}"
                f" ({len(lost)} subjects) have no subject in {self.more.name} and are left out."
            )
        if alone:
            told.append(
                f"{len(alone)} subjects of {self.more.name} have no row in {self.base.name}."
            )
        return (*told, *_contradictions(self))


@dataclass(frozen=True, slots=True)
class NotJoined:
    """Why two tables with the same subjects are not joined."""

    reason: str

    @property
    def words(self) -> str:
        """The reason."""
        return self.reason


def joined_tables(tables: Sequence[DataTable]) -> tuple[JoinedTable | NotJoined, ...]:
    """Each pair of tables with the same subjects, joined, or why not."""
    pairs = (join_of(one, other) for one, other in combinations(tables, 2))
    return tuple(each for each in pairs if each is not None)


def join_of(one: DataTable, other: DataTable) -> JoinedTable | NotJoined | None:
    """Two tables as one; None where they have no subjects in common."""
    keys = list(_shared_keys(one, other))
    if not keys:
        return None
    names = f"{one.name} and {other.name}"
    if len(keys) > 1 and not _agree(one, other, keys):
        told = " and ".join(f"{a} = {b}" for a, b in keys)
        return NotJoined(f"{names} are not joined: {told} pair different rows.")
    first, second = keys[0]
    if _is_single(other, second):
        return _join(one, other, keys[0])
    if _is_single(one, first):
        return _join(other, one, (second, first))
    return NotJoined(
        f"{names} are not joined: {first} repeats in both, so it is not told which rows belong"
        " together."
    )


def _shared_keys(one: DataTable, other: DataTable) -> Iterator[tuple[str, str]]:
    """Columns of subjects of both; of one name first."""
    ones, others = (
        [each for each in table.columns if SUBJECT.fullmatch(each.name) and each.held]
        for table in (one, other)
    )
    pairs = [(a, b) for a in ones for b in others if _overlap(a, b)]
    same = [(a, b) for a, b in pairs if a.name.lower() == b.name.lower()]
    for a, b in same or pairs:
        yield a.name, b.name


def _overlap(one: TableColumn, other: TableColumn) -> bool:
    shared = len(set(one.held) & set(other.held))
    return shared >= LEAST_SHARED * max(1, min(len(one.distinct), len(other.distinct)))


def _agree(one: DataTable, other: DataTable, keys: Sequence[tuple[str, str]]) -> bool:
    """Whether every pair of columns says the same of which rows belong together."""
    pairings = set()
    for first, second in keys:
        rows = _rows_by(other, second)
        values = _values(one, first)
        pairings.add(tuple(tuple(rows.get(each, ())) for each in values))
    return len(pairings) == 1


def _rows_by(table: DataTable, key: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, value in enumerate(_values(table, key)):
        if value:
            found.setdefault(value, []).append(place)
    return found


def _values(table: DataTable, name: str) -> tuple[str, ...]:
    column = table.column(name)
    return column.values if column else ()


def _held_values(table: DataTable, name: str) -> tuple[str, ...]:
    return tuple(filter(None, _values(table, name)))


def _is_single(table: DataTable, key: str) -> bool:
    return max(Counter(_held_values(table, key)).values(), default=0) == 1


def _join(base: DataTable, more: DataTable, keys: tuple[str, str]) -> JoinedTable:
    place_of = {value: places[0] for value, places in _rows_by(more, keys[1]).items()}
    kept = base.only([each in place_of for each in _values(base, keys[0])])
    places = [place_of[each] for each in _values(kept, keys[0])]
    own = {each.name.lower() for each in base.columns}
    added = tuple(
        TableColumn(each.name, tuple(each.values[place] for place in places))
        for each in more.columns
        if each.name.lower() not in own and each.name != keys[1]
    )
    name = f"{base.name} with {more.name}"
    return JoinedTable(DataTable(name, (*kept.columns, *added)), base, more, keys)


def _contradictions(found: JoinedTable) -> Iterator[str]:
    """The columns that both tables have and that say different things."""
    more = {each.name.lower(): each for each in found.more.columns}
    place_of = _rows_by(found.more, found.keys[1])
    keys = _values(found.table, found.keys[0])
    for column in found.table.columns:
        other = more.get(column.name.lower())
        if other is None or column.name == found.keys[0]:
            continue
        pairs = zip(column.values, keys, strict=True)
        differ = sum(
            bool(value) and bool(there := other.values[place_of[key][0]]) and there != value
            for value, key in pairs
        )
        if differ:
            yield (f"{column.name} differs in {differ} rows; that of {found.base.name} is taken.")
