"""Which strings a text must hold for a pattern to be found in it, told from the parsed pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from names.patterns.trigrams import Letters, fold_case

EDGE = "\b"
"""Stands in a string where a word begins or ends."""
MOST_STRINGS = 24
"""Strings that a part of a pattern is written out as; what has more is cut into pieces. Chosen by
hand: with 200 it takes five times as long to find them, and few texts more are told apart."""
MOST_OF_A_CLASS = 12
"""Characters of a class in brackets that are written out: "[1-9]" is one when folded. Chosen by
hand."""
MOST_REPEATS = 3
"""Repeats that are written out one by one. Chosen by hand: "{0,2}" of blanks, "{1,3}" of digits."""
FREQUENT = " etaoinsrhld0cumfpgwybvkxjqz_"
"""Characters of folded text, the frequent ones first: letters as in English prose."""

Strings = frozenset[str]
_EMPTY: Strings = frozenset({""})
_NO_STRINGS: Strings = frozenset()
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


@dataclass(frozen=True, slots=True)
class _Part:
    """What is known of the text that a part of a pattern takes, folded."""

    exact: Strings | None
    """All that it can be; None when that is too much to write out."""
    needs: tuple[Strings, ...] = ()
    """Of each of these the text holds at least one."""

    def all_needs(self) -> tuple[Strings, ...]:
        return (*self.needs, *(() if self.exact is None else (self.exact,)))


_ANYTHING = _Part(None)
_NOTHING = _Part(_EMPTY)
_AN_EDGE = _Part(frozenset({EDGE}))


@dataclass(frozen=True, slots=True)
class RequiredStrings:
    """Of these strings a folded text holds at least one if the pattern finds something in it."""

    strings: tuple[str, ...]
    trigrams: Strings
    """Three characters of each string, the rarest in prose; empty when a string has but two."""

    def is_met(self, letters: Letters) -> bool:
        if self.trigrams and self.trigrams.isdisjoint(letters.trigrams):
            return False
        folded_text = letters.folded
        for string in self.strings:  # noqa: SIM110 (any(…) takes twice the time)
            if string in folded_text:
                return True
        return False


def required_strings_of(pattern: str, flags: int = 0, most: int = 2) -> tuple[RequiredStrings, ...]:
    """What a text must hold for the pattern to find something in it.

    At most ``most`` needs, the rarest in prose first; none when any text may hold a match."""
    parsed = parser.parse(pattern, flags)
    if parsed.state.flags & re.ASCII:
        return ()
    part = _sequence(parsed)
    known = {strings: grams for strings in part.all_needs() if (grams := _grams(strings))}
    rarest = sorted(known, key=lambda strings: (_frequency(known[strings]), sorted(strings)))
    return tuple(_required_strings(strings, known[strings]) for strings in rarest[:most])


def _required_strings(strings: Strings, grams: Strings) -> RequiredStrings:
    trigrams = grams if all(len(gram) == 3 for gram in grams) else _NO_STRINGS
    return RequiredStrings(_shortest(strings), trigrams)


def _shortest(strings: Strings) -> tuple[str, ...]:
    """The strings that hold no other one, with the blanks at their ends."""
    whole = {_with_edges(string) for string in strings}
    return tuple(sorted(e for e in whole if not any(o != e and o in e for o in whole)))


@lru_cache(maxsize=2_000)
def _grams(strings: Strings) -> Strings | None:
    """Three characters of each string, the rarest, or two of a string that has no more; None when
    one has not even two."""
    whole = [_with_edges(string) for string in strings]
    if not whole or any(len(string) < 2 for string in whole):
        return None
    return frozenset(min(_grams_in(string), key=_chance) for string in whole)


def _with_edges(string: str) -> str:
    """The string with a blank where a word begins or ends at its own end."""
    plain = string.replace(EDGE, "")
    if plain == string or not plain:
        return plain
    before = " " if string[0] == EDGE and plain[0] != " " else ""
    behind = " " if string[-1] == EDGE and plain[-1] != " " else ""
    return f"{before}{plain}{behind}"


def _grams_in(string: str) -> list[str]:
    if len(string) == 2:
        return [string]
    return [string[at : at + 3] for at in range(len(string) - 2)]


@lru_cache(maxsize=20_000)
def _chance(gram: str) -> float:
    """How often a gram is met in prose, about: frequency falls with the rank (Zipf)."""
    chance = 1.0
    for character in gram:
        chance /= 3 + FREQUENT.find(character) % len(FREQUENT)
    return chance


def _frequency(grams: Strings) -> float:
    return sum(map(_chance, grams))


def _sequence(nodes: Iterable[Any]) -> _Part:
    """Parts one behind the other."""
    needs: list[Strings] = []
    exact, is_whole = _EMPTY, True
    for node in nodes:
        part = _node(*node)
        needs += part.needs
        joined = _join_strings(exact, part.exact)
        if joined is None:
            needs.append(exact)
            is_whole = False
        exact = joined if joined is not None else part.exact or _EMPTY
    if is_whole:
        return _Part(exact, tuple(needs))
    return _Part(None, tuple(need for need in (*needs, exact) if _grams(need)))


def _join_strings(before: Strings, after: Strings | None) -> Strings | None:
    """All strings of both, one behind the other; None when they are not known or too many."""
    if after is None:
        return None
    if len(before) * len(after) > max(MOST_STRINGS, len(before), len(after)):
        return None
    return frozenset([f"{first}{second}" for first in before for second in after])


def _node(code: Any, argument: Any) -> _Part:
    """One part of a parsed pattern; what is not known here may be anything."""
    if code in _REPEATS:
        return _repeat_part(*argument)
    read = _READERS.get(code)
    return read(argument) if read else _ANYTHING


def _at(place: Any) -> _Part:
    edges = (codes.AT_BOUNDARY, codes.AT_BEGINNING, codes.AT_BEGINNING_STRING)
    return _AN_EDGE if place in edges else _NOTHING


def _group(argument: Any) -> _Part:
    _, added_flags, _, body = argument
    return _ANYTHING if added_flags & re.ASCII else _sequence(body)


def _look(argument: Any) -> _Part:
    """What is looked at to either side stands in the text, too."""
    return _Part(_EMPTY, _sequence(argument[1]).all_needs())


@lru_cache(maxsize=500)
def _literal(number: int) -> _Part:
    return _characters([(codes.LITERAL, number)])


def _characters(members: Iterable[tuple[Any, Any]]) -> _Part:
    """A literal or a class."""
    taken: set[str] = set()
    for code, argument in members:
        if code is codes.LITERAL:
            characters: Iterator[str] | None = iter([chr(argument)])
        elif code is codes.RANGE and argument[1] < 128:
            characters = map(chr, range(argument[0], argument[1] + 1))
        else:
            characters = _category(code, argument)
        if characters is None:
            return _ANYTHING
        for character in characters:
            if not character.isascii() and character.isalnum():
                return _ANYTHING
            taken.add(fold_case(character))
    return _Part(frozenset(taken)) if len(taken) <= MOST_OF_A_CLASS else _ANYTHING


def _category(code: Any, argument: Any) -> Iterator[str] | None:
    """What the members of a category are when folded; None when they are many."""
    if code is codes.CATEGORY and argument is codes.CATEGORY_DIGIT:
        return iter("0")
    if code is codes.CATEGORY and argument in (codes.CATEGORY_SPACE, codes.CATEGORY_NOT_WORD):
        return iter(" ")
    return None


def _either(branches: list[_Part]) -> _Part:
    """One of several."""
    exacts = [part.exact for part in branches if part.exact is not None]
    if len(exacts) == len(branches):
        return _Part(frozenset().union(*exacts))
    return _Part(None, _shared_needs(branches))


def _shared_needs(branches: list[_Part]) -> tuple[Strings, ...]:
    """The rarest need of each branch together; none when a branch needs nothing."""
    best: set[str] = set()
    for part in branches:
        needs = [need for need in part.all_needs() if _grams(need)]
        if not needs:
            return ()
        best |= min(needs, key=lambda need: _frequency(_grams(need) or _EMPTY))
    return (frozenset(best),)


def _repeat_part(least: int, most: Any, body: Any) -> _Part:
    part = _sequence(body)
    if part.exact is not None and most <= MOST_REPEATS:
        found, once = [] if least else [_EMPTY], _EMPTY
        for times in range(1, most + 1):
            joined = _join_strings(once, part.exact)
            if joined is None:
                break
            once = joined
            found += [once] if times >= least else []
        else:
            return _Part(frozenset().union(*found), part.needs if least else ())
    return _Part(None, part.all_needs() if least else ())


def _takes_words(body: Any) -> bool:
    """Whether a part takes every character of a word, so that its refusal is an edge."""
    if len(body) != 1:
        return False
    code, argument = body[0]
    if code is codes.IN:
        return (codes.CATEGORY, codes.CATEGORY_WORD) in argument and (
            codes.NEGATE,
            None,
        ) not in argument
    if code is codes.BRANCH:
        return any(_takes_words(branch) for branch in argument[1])
    if code is codes.SUBPATTERN:
        return _takes_words(argument[3])
    return False


_READERS: dict[Any, Callable[[Any], _Part]] = {
    codes.LITERAL: _literal,
    codes.IN: _characters,
    codes.AT: _at,
    codes.SUBPATTERN: _group,
    codes.ATOMIC_GROUP: _sequence,
    codes.BRANCH: lambda argument: _either([_sequence(branch) for branch in argument[1]]),
    codes.ASSERT: _look,
    codes.ASSERT_NOT: lambda argument: _AN_EDGE if _takes_words(argument[1]) else _NOTHING,
}
"""How a part of each kind is read."""
