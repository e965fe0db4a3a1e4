"""Which columns and values of a table words name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from agents.analyses.choosing.conditions import RowCondition
from agents.analyses.choosing.tokens import (
    holds_grammar,
    key_of,
    lengths_of_names,
    number_at,
    phrase,
)
from agents.analyses.columns import (
    column_for,
    named_column,
    named_in,
    names_of_columns,
    plain,
)
from names.tables.rows import read_rows
from retrieval.tables.contract import DataTable, TableColumn, number_of

MOST_VALUES = 60
"""Values of a column of which one may be named. Chosen by hand: more are no groups."""
SHORTEST_BEGINNING = 6
"""Letters of a column of yes and no by whose beginning it is named, as PRIORCHEMO by "prior
chemotherapy". Chosen by hand."""
_ROLES_OF_FLAGS: Mapping[str, str] = {
    "serious": "serious", "related": "related", "treatmentrelated": "related",
    "drugrelated": "related",
}  # fmt: skip
"""Words that name a column of yes and no by what it is for."""
YES = frozenset(("y", "yes", "1", "true"))
NO = frozenset(("n", "no", "0", "false"))


@cache
def _families() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Kind of column → words → the values that mean them."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for family, words, values in read_rows("values.tsv", files("agents.analyses.choosing")):
        meant = frozenset(values.split("|"))
        found.setdefault(family, {}).update({key_of(each): meant for each in words.split("|")})
    return found


@dataclass(frozen=True)
class Names:
    """What the columns and values of a table are called."""

    table: DataTable

    @cached_property
    def columns(self) -> Mapping[str, TableColumn]:
        """Each column by what it is called."""
        return names_of_columns(self.table)

    @cached_property
    def values(self) -> Mapping[str, tuple[RowCondition, ...]]:
        """Words → what they choose, in each column that has them as a value."""
        found: dict[str, list[RowCondition]] = {}
        for column in self.table.columns:
            if column.kind == "number" or len(column.distinct) > MOST_VALUES or is_flag(column):
                continue
            for words, values in _words_for(column):
                found.setdefault(words, []).append(RowCondition(column.name, "=", values))
        return {words: tuple(each) for words, each in found.items() if words}

    def column_at(self, tokens: Sequence[str], place: int) -> tuple[TableColumn | None, int]:
        """The column that is named from a place on, by the most words."""
        for length in lengths_of_names(tokens, place):
            words = phrase(tokens, place, length)
            if words and (column := named_in(self.table, self.columns, words)):
                return column, length
        return None, 0

    def column_like(self, tokens: Sequence[str], place: int) -> tuple[TableColumn | None, int]:
        """The column whose name is like the words from a place on."""
        for length in range(min(3, len(tokens) - place), 0, -1):
            if length > 1 and holds_grammar(tokens, place, length):
                continue
            if column := named_column(self.table, phrase(tokens, place, length)):
                return column, length
        return None, 0

    def value_of(
        self, column: TableColumn, tokens: Sequence[str], place: int
    ) -> tuple[RowCondition | None, int]:
        """The value of a column that is named from a place on, and how many tokens name it; None
        and 0 if none is."""
        if is_flag(column):
            word = tokens[place].lower() if place < len(tokens) else ""
            yes = yes_of(column)
            return (yes, 1) if word in YES else (yes.turned, 1) if word in NO else (None, 0)
        if column.kind == "number":
            number = number_at(tokens, place)
            same = [e for e in column.distinct if number and number_of(e) == float(number)]
            return (RowCondition(column.name, "=", tuple(same or [number])) if number else None), 1
        own = dict(_words_for(column)) if len(column.distinct) <= MOST_VALUES else {}
        for length in lengths_of_names(tokens, place):
            if values := own.get(phrase(tokens, place, length)):
                return RowCondition(column.name, "=", values), length
        return None, 0

    def flags_named(self, words: str) -> tuple[RowCondition, ...]:
        """The columns of yes and no that words name, each as yes: by its name, else by how it
        begins."""
        asked = plain(words)
        flags = [each for each in self.table.columns if is_flag(each)]
        exact = [each for each in flags if plain(each.name) == asked]
        role = _ROLES_OF_FLAGS.get(asked)
        if not exact and role and (told := column_for(self.table, role)) in flags:
            exact = [told]
        alike = exact or [each for each in flags if _begins_alike(asked, plain(each.name))]
        return tuple(map(yes_of, alike))


def _begins_alike(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= SHORTEST_BEGINNING and longer.startswith(shorter)


def _words_for(column: TableColumn) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the values of a column are called: as they are written, and in words of their kind."""
    for family in _families().values():
        known = frozenset().union(*family.values())
        if column.distinct and all(plain(each) in known for each in column.distinct):
            for words, meant in family.items():
                held = tuple(each for each in column.distinct if plain(each) in meant)
                if held:
                    yield words, held
    for value in column.distinct:
        yield key_of(value), tuple(e for e in column.distinct if key_of(e) == key_of(value))


def is_flag(column: TableColumn) -> bool:
    """Whether a column says yes or no of each row."""
    values = {each.lower() for each in column.distinct}
    return bool(values) and values <= YES | NO and bool(values & YES)


def yes_of(column: TableColumn) -> RowCondition:
    """That a column of yes and no says yes."""
    held = (
        tuple(each for each in column.distinct if each.lower() in wanted) for wanted in (YES, NO)
    )
    yes, no = held
    return RowCondition(column.name, "=", yes, no)
