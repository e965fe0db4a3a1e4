"""Everything that one question asks of records: several names, several things of one name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from retrieval.records.contract import Lookup
from retrieval.records.tasks import (
    TaskMention,
    askings_in,
    is_of_case,
    name_meant,
    names_meant,
    read_lookup,
    with_form,
)

MOST = 6
"""Look-ups of one question. Chosen by hand: what is told stays readable in a thread."""
_NEXT = re.compile(
    rf"(?i)(?: ?[,;&/+] ?(?:and |or )?| (?:and|or) )(?:(?:of|for) )?(?:the )?(?:gene )?"
    rf"(?P<name>{with_form('rs')}|{with_form('id')}|{with_form('gene')})"
)
"""Behind a name: another one of the same list."""
_ENDS = re.compile(r" ?(?:$|[.?!,;&/+]|and\b|or\b)", re.IGNORECASE)
_POSSESSIVE = re.compile(
    r"\b(?:its|their)\s+((?:[\w-]+ ){0,3}?[\w-]+)(?= ?(?:$|[.?!,;]|\band\b|\bor\b))",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\bit\b", re.IGNORECASE)
_JOINED = re.compile(
    r"(?P<lead>^\W*|\b(?:what|which)(?: is| are|.s) (?:the )?"
    r"|\b(?:give|tell|show) (?:me )?(?:the )?)"
    r"(?P<asked>[a-z][\w -]{2,40}(?:, (?:the )?[\w -]{3,40}){0,3}(?:,? and | ?& ?)(?:the )?"
    r"[\w -]{3,40}) (?P<of>of|for)(?: the)?(?: gene)? $",
    re.IGNORECASE,
)
_JOINT = re.compile(r",? and (?:the )?| ?& ?|, (?:the )?", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:who|whom|whose|what|which|where|when|why|how|is|are|does|do|did|can|could|should"
    r"|list|tell|give|show)\b(?P<behind>.*)",
    re.IGNORECASE,
)
_OTHER_WORD = re.compile(
    r"\b(?!(?:a|an|and|are|as|at|by|can|could|did|do|does|for|from|give|has|have|how|i|in|is|it|its"
    r"|list|located?|me|of|on|or|please|show|tell|that|the|their|these|this|to|us|we|what|where"
    r"|which|with|you|genes?|human|genome|chromosom(?:e|al)|genomic|exact|current|official)\b)"
    r"[^\W_][\w-]*",
    re.IGNORECASE,
)
"""A word that asks for more than the words around a name do."""
_CLAUSE = re.compile(r"[\0.?!;]|,? \band\b ", re.IGNORECASE)


def read_lookups(text: str, sources: Set[str] | None = None) -> tuple[Lookup, ...]:
    """Everything that a question asks of records, in the order in which it is asked; empty for any
    other question. ``sources``: only what one of them is asked."""
    return _each_once(_found_in(_in_full(text), sources))[:MOST]


def not_looked_up(text: str, sources: Set[str] | None = None) -> tuple[str, ...]:
    """What a question on records asks beside its look-ups, the look-ups that are too many, and
    those that none of the ``sources`` is asked: it must not be left out in silence."""
    whole = _in_full(text)
    found = _found_in(whole)
    if not found:
        return ()
    for start, end, _ in reversed(found):
        whole = f"{whole[:start]}\0{whole[end:]}"
    clauses = (each.strip(" ,:-") for each in _CLAUSE.split(whole))
    made = read_lookups(text, sources)
    others = [each.words for each in _each_once(found) if each not in made]
    return (*(clause for clause in clauses if _asks_something(clause)), *others)


def _each_once(found: list[tuple[int, int, Lookup]]) -> tuple[Lookup, ...]:
    return tuple(dict.fromkeys(lookup for _, _, lookup in found))


def _asks_something(clause: str) -> bool:
    asked = _ASKS.search(clause)
    return asked is not None and _OTHER_WORD.search(asked["behind"]) is not None


def _found_in(text: str, sources: Set[str] | None = None) -> list[tuple[int, int, Lookup]]:
    """The look-ups with the words that ask them, none within another's."""
    if read_lookup(text, sources) is None:
        return []
    found: list[tuple[int, int, Lookup]] = []
    for each in askings_in(text, sources):
        if any(_overlap(each, start, end) for start, end, _ in found):
            continue
        names = [(each.form, each.name, each.name_end), *_further_names(each, text)]
        meant = [(each, end) for form, name, end in names for each in names_meant(form, name)]
        rest = text
        for _, name, _ in names:
            rest = rest.replace(name, "it")
        if all(name for name, _ in meant) and not is_of_case(rest, each.form):
            end = max(each.end, *(end for _, end in meant))
            found += [(each.start, end, Lookup(task=each.task, name=name)) for name, _ in meant]
    return sorted(_one_span_each(found), key=lambda each: each[0])


def _overlap(asking: TaskMention, start: int, end: int) -> bool:
    """Whether words ask within other words that ask; the same words may ask of two names."""
    is_same = (asking.start, asking.end) == (start, end)
    return not is_same and asking.start < end and start < asking.end


def _one_span_each(
    found: list[tuple[int, int, Lookup]],
) -> Iterator[tuple[int, int, Lookup]]:
    """The look-ups; of those of one list only the first keeps the words, so that these are taken
    out once."""
    seen: set[tuple[int, int]] = set()
    for start, end, lookup in found:
        yield (start, start, lookup) if (start, end) in seen else (start, end, lookup)
        seen.add((start, end))


def _further_names(asking: TaskMention, text: str) -> Iterator[tuple[str, str, int]]:
    """Other names of the list that the asked one begins, each with its form and its end."""
    if asking.form not in ("gene", "id", "rs", "known"):
        return
    place = asking.name_end
    while match := _NEXT.match(text, place):
        name, place = match["name"], match.end("name")
        form = "rs" if name.lower().startswith("rs") and name[2:].isdigit() else "gene"
        is_plain = name.islower() and not any(map(str.isdigit, name))
        if (is_plain and not _ENDS.match(text, place)) or not name_meant(form, name):
            return
        yield form, name, place


def _in_full(text: str) -> str:
    """The question with its name in the place of "it" and "its", and behind each thing that is
    asked of it."""
    text = " ".join(text.split())
    first = read_lookup(text)
    if first is None:
        return text
    at = text.lower().find(first.name.lower())
    if at < 0:
        return text
    name = text[at : at + len(first.name)]
    if joined := _JOINED.search(text[:at]):
        asked = [f"{each.strip()} of {name}" for each in _JOINT.split(joined["asked"])]
        if all(read_lookup(each) for each in asked):
            text = f"{joined['lead']}{' and '.join(asked)}{text[at + len(name) :]}"
    behind = text.find(name) + len(name)
    rest = _POSSESSIVE.sub(lambda found: f"{found[1]} of {name}", text[behind:])
    return text[:behind] + _PRONOUN.sub(name, rest)
