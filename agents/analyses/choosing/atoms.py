"""The smallest words of a request that choose rows: "stage IV", "women", "prior platinum"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.analyses.choosing.comparing import comparison_at
from agents.analyses.choosing.conditions import RowCondition
from agents.analyses.choosing.naming import Names
from agents.analyses.choosing.tokens import (
    holds_grammar,
    length_of,
    lengths_of_names,
    phrase,
    words_of,
)
from agents.analyses.contract import RequestUnclear
from retrieval.tables.contract import TableColumn


@dataclass(frozen=True, slots=True)
class Atom:
    """What words choose, and how many words they are."""

    conditions: tuple[RowCondition, ...]
    length: int


def atom_at(names: Names, tokens: Sequence[str], place: int, *, is_led: bool) -> Atom | None:
    """What is chosen by the words from a place on. ``is_led``: a word that leads to a choice stands
    before them, so that even "A" may be one."""
    conditions, length = comparison_at(names, tokens, place)
    if conditions:
        return Atom(conditions, length)
    return (
        _column_and_value(names, tokens, place)
        or _missing_or_known(names, tokens, place)
        or _value(names, tokens, place, is_led)
        or _flag(names, tokens, place)
    )


def _column_and_value(names: Names, tokens: Sequence[str], place: int) -> Atom | None:
    """``arm A``, ``arm is not A``, ``sex = F``, ``ECOG 2``, ``stage III or IV``."""
    column, length = names.column_at(tokens, place)
    if column is None:
        return None
    unlike = length_of("unlike", tokens, place + length)
    start = place + length + (unlike or length_of("joined", tokens, place + length))
    found, more = names.value_of(column, tokens, start)
    if found is None:
        return None
    while tokens[start + more : start + more + 1] == ("or",):
        other, further = names.value_of(column, tokens, start + more + 1)
        if other is None:
            break
        found = replace(found, values=(*found.values, *other.values))
        more += 1 + further
    return Atom((found.turned if unlike else found,), start + more - place)


def _missing_or_known(names: Names, tokens: Sequence[str], place: int) -> Atom | None:
    """``missing age``, ``known ECOG``, ``age is missing``."""
    for kind, sign in (("missing", "missing"), ("known", "known")):
        length = length_of(kind, tokens, place)
        if length and phrase(tokens, place, length) not in words_of("not"):
            column, more = names.column_at(tokens, place + length)
            if column is not None:
                return Atom((_about(column, sign),), length + more)
        column, more = names.column_at(tokens, place)
        joined = length_of("joined", tokens, place + more) if column else 0
        behind = length_of(kind, tokens, place + more + joined) if column else 0
        if (
            column
            and behind
            and phrase(tokens, place + more + joined, behind) not in words_of("not")
        ):
            return Atom((_about(column, sign),), more + joined + behind)
    return None


def _about(column: TableColumn, sign: str) -> RowCondition:
    return RowCondition(column.name, "missing" if sign == "missing" else "known")


def _value(names: Names, tokens: Sequence[str], place: int, is_led: bool) -> Atom | None:
    """A value by itself, or before its column: "women", "placebo", "A arm"."""
    for length in lengths_of_names(tokens, place):
        words = phrase(tokens, place, length)
        chosen = names.values.get(words, ())
        if not chosen:
            continue
        column, more = names.column_at(tokens, place + length)
        own = [each for each in chosen if column is not None and each.column == column.name]
        if own:
            return Atom((own[0],), length + more)
        if words in words_of("filler") and not (is_led and _is_as_written(chosen, tokens[place])):
            continue
        return Atom((_only_one(names, chosen, " ".join(tokens[place : place + length])),), length)
    return None


def _is_as_written(chosen: Sequence[RowCondition], word: str) -> bool:
    return any(word in each.values for each in chosen)


def _only_one(names: Names, chosen: Sequence[RowCondition], words: str) -> RowCondition:
    first, *others = chosen
    columns = [names.table.column(each.column) for each in chosen]
    if others and len({each.values for each in columns if each}) > 1:
        several = " or ".join(f"“in {each.column} = {each.values[0]}”" for each in chosen)
        raise RequestUnclear(f"“{words}” stands in several columns: say {several}.")
    return first


def _flag(names: Names, tokens: Sequence[str], place: int) -> Atom | None:
    for length in lengths_of_names(tokens, place):
        words = phrase(tokens, place, length)
        if words in words_of("filler") or holds_grammar(tokens, place, length):
            continue
        flags = names.flags_named(words)
        if len(flags) > 1:
            several = " or ".join(f"“in {each.column} = {each.values[0]}”" for each in flags)
            raise RequestUnclear(f"“{words}” is told by several columns: say {several}.")
        if flags:
            return Atom(flags, length)
    return None
