"""Numbers that words compare a column with: "over 65", "ECOG ≥ 2", "aged 50 to 65"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agents.analyses.choosing.conditions import ComparisonSign, RowCondition
from agents.analyses.choosing.naming import Names
from agents.analyses.choosing.tokens import length_of, number_at, phrase, words_of
from agents.analyses.columns import columns_of_age
from agents.analyses.contract import RequestUnclear
from retrieval.tables.contract import DataTable, TableColumn

_BEFORE: tuple[tuple[str, ComparisonSign], ...] = (
    ("least", "≥"),
    ("most", "≤"),
    ("more", ">"),
    ("less", "<"),
)
_BEHIND: tuple[tuple[str, ComparisonSign], ...] = (("or more", "≥"), ("or less", "≤"))
_RANGE = frozenset(("to", "-", "–", "and"))
_ONE_NUMBER = re.compile(r"\D{0,30}(\d{1,9}(?:\.\d{1,9})?)\D{0,30}")


@dataclass(frozen=True, slots=True)
class _Comparison:
    limits: tuple[tuple[ComparisonSign, str], ...]
    said: str
    """The words of it, by which it is known whether ages are meant."""
    length: int


def comparison_at(
    names: Names, tokens: Sequence[str], place: int
) -> tuple[tuple[RowCondition, ...], int]:
    """What is compared from a place on, and how many words say so; nothing where nothing is."""
    column, length = names.column_at(tokens, place)
    joined = length_of("joined", tokens, place + length) if column else 0
    start = place + length + joined
    found = _limits_at(tokens, start, has_column=column is not None)
    if found is None or (column is not None and not _holds_numbers(column)):
        return (), 0
    end = start + found.length
    is_years = length_of("years", tokens, end)
    if column is None:
        column, more = (None, 0) if is_years else names.column_at(tokens, end)
        end += more
    end += is_years
    meant = column or _age_of(names.table, found, bool(is_years))
    return tuple(_as_condition(meant, sign, number) for sign, number in found.limits), end - place


def _limits_at(tokens: Sequence[str], place: int, *, has_column: bool) -> _Comparison | None:
    for kind, sign in _BEFORE:
        length = length_of(kind, tokens, place)
        if length and (number := number_at(tokens, place + length)):
            return _Comparison(((sign, number),), phrase(tokens, place, length), length + 1)
    return _range_at(tokens, place, has_column=has_column) or _open_at(tokens, place)


def _open_at(tokens: Sequence[str], place: int) -> _Comparison | None:
    """``65 or older``, ``65 years and older``, ``65+``."""
    number = number_at(tokens, place)
    years = length_of("years", tokens, place + 1) if number else 0
    for kind, sign in _BEHIND:
        length = length_of(kind, tokens, place + 1 + years) if number else 0
        if length:
            said = "or older" if years else phrase(tokens, place + 1, length)
            return _Comparison(((sign, number),), said, 1 + years + length)
    return None


def _range_at(tokens: Sequence[str], place: int, *, has_column: bool) -> _Comparison | None:
    """``between 50 and 65``, ``from 50 to 65``; ``50 to 65`` behind what it is of."""
    word = tokens[place].lower() if place < len(tokens) else ""
    is_told = word in ("between", "from", "aged", "ages")
    start = place + is_told
    low, high = number_at(tokens, start), number_at(tokens, start + 2)
    joint = tokens[start + 1].lower() if start + 1 < len(tokens) else ""
    if not (low and high and joint in _RANGE) or not (is_told or has_column):
        return None
    if joint == "and" and word != "between":
        return None
    said = "or older" if word in ("aged", "ages") else "over"
    return _Comparison((("≥", low), ("≤", high)), said, 3 + is_told)


def _age_of(table: DataTable, found: _Comparison, is_years: bool) -> TableColumn:
    """The column of ages, where words can only mean it."""
    limits = " and ".join(f"{sign} {number}" for sign, number in found.limits)
    if not is_years and found.said not in words_of("of age") | words_of("bare"):
        raise RequestUnclear(f"Say which column is to be {limits}.")
    ages = columns_of_age(table)
    if len(ages) != 1:
        told = f": {', '.join(each.name for each in ages)}" if ages else ""
        several = "several columns" if ages else "no column"
        raise RequestUnclear(
            f"The table has {several} of ages{told}; say which column is to be {limits}."
        )
    return ages[0]


def _holds_numbers(column: TableColumn) -> bool:
    """Whether each value of a column has one number, as "3" and "Grade 3" have."""
    return bool(column.held) and all(map(_ONE_NUMBER.fullmatch, column.distinct))


def _as_condition(column: TableColumn, sign: ComparisonSign, number: str) -> RowCondition:
    """The comparison; of values with a number in each, such as "Grade 3", those that meet it."""
    limit = RowCondition(column.name, sign, (number,))
    if column.kind == "number":
        return limit
    told = {each: _ONE_NUMBER.fullmatch(each) for each in column.distinct}
    if not _holds_numbers(column):
        raise RequestUnclear(
            f"{column.name} is no column of numbers, so nothing in it is {sign} {number}."
        )
    met = tuple(each for each, found in told.items() if found and limit.is_met(found[1]))
    return RowCondition(column.name, "=", met)
