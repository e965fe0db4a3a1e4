"""Values of which a row or an item of a list says only the number: "Grade 2", "75 to 100", "mild".

What they are of stands in the head of their column, in a cell before them, or in a heading above.
Here both are put together in words that the readers of :mod:`names.clinical` understand:
"diarrhoea grade 2", "platelets 75 to 100", "mild renal impairment". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.grammar.bounds import UNITS, read_bounds
from names.clinical.organs.numbers import MEASURES
from names.clinical.toxicities import GRADES, read_toxicities
from names.clinical.values import Toxicity

Cells = Sequence[tuple[str, str]]
"""Of a row: each cell under its head."""

_LEVEL = re.compile(r"(?:[1-5]|I{1,3}|IV|V)(?:\s?(?:-|–|/|to|or|and)\s?(?:[1-5]|I{1,3}|IV|V))?\+?")
_GRADE = re.compile(r"\b(?:CTCAE|grades?)\b", re.IGNORECASE)
_CLASS = re.compile(
    r"(?:normal|mild|moderate|severe|end[\s-]stage)(?:\s?(?:,|/|to|or|and)\s?(?:mild|moderate"
    r"|severe|end[\s-]stage)){0,2}\b",
    re.IGNORECASE,
)
_ORGANS = (
    ("renal", re.compile(r"\b(?:renal|kidneys?)\b", re.IGNORECASE)),
    ("hepatic", re.compile(r"\b(?:hepatic|liver)\b", re.IGNORECASE)),
)
_CHILD_PUGH = re.compile(r"\bchild(?:[\s-]pugh)?\b", re.IGNORECASE)
_LETTERS = re.compile(r"[ABC](?:\s?(?:-|–|/|to|or|and)\s?[ABC])?")
_AGE = re.compile(r"\bage\b(?! group of)", re.IGNORECASE)
_GENERAL_HEAD = re.compile(
    r"\W{0,9}"
    r"(?:values?|ranges?|results?|levels?|limits?|thresholds?|counts?|findings?|criteri\w+|cut-?off)"
    r"\W{0,9}",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[(\[]([^()\[\]]{1,24})[)\]]|,\s?([^,()]{1,16})$")
_UNIT = re.compile("|".join(f"(?:{written})" for _, written in UNITS))
_ITEM_END = re.compile(r"\s?(?::|→|=>|=|–|-|,|\)|\s(?:then|is|are)\b)")
_BEGINS = 30
"""Characters of a sentence in which its bare value stands: "In patients with grade 2". Chosen by
hand: a later grade is mostly that of a recovery."""


def completed_cells(cells: Cells, above: Sequence[str]) -> tuple[str, ...]:
    """For each cell of a row that holds a bare value: that value with what it is of.

    ``above``: lead-in, headings and title, the nearest first."""
    return tuple(words for place in range(len(cells)) for words in _of_cell(cells, place, above))


def completed_item(text: str, above: Sequence[str]) -> tuple[str, ...]:
    """The same for a sentence or an item of a list that begins with a bare value."""
    grade = GRADES.regex.search(text, 0, _BEGINS)
    if grade and not any(_is_graded(each) for each in _toxicities(text)):
        return tuple(_with_event(grade.group(), above))
    bounds = read_bounds(text, 0, lead=False)
    if bounds and bounds.start == 0 and _ITEM_END.match(text, bounds.end):
        return tuple(_with_measure(text[: bounds.end], above))
    named = _CLASS.match(text)
    if named and _ITEM_END.match(text, named.end()):
        return tuple(_with_organ(named.group(), above))
    return ()


def condition_of_cells(cells: Cells) -> str:
    """The cells of a row that say when it holds: the first, and a grade beside it."""
    first, *rest = cells
    told = [": ".join(first)]
    if _GRADE.search(first[0]) and _LEVEL.fullmatch(first[1]):
        told = [f"grade {first[1]}"]
    told += [f"grade {v}" for head, v in rest if _GRADE.search(head) and _LEVEL.fullmatch(v)]
    told += [value for _, value in rest[:1] if GRADES.regex.fullmatch(value)]
    return "; ".join(told)


def before_colon(text: str) -> str:
    """What stands before the colon of an item ("Grade 2: pause"); empty without one near."""
    before, colon, _ = text.partition(":")
    return before if colon and len(before) <= LONGEST_CONDITION else ""


LONGEST_CONDITION = 60
"""Characters before a colon that are a condition. Chosen by hand: longer ones are sentences."""


def _of_cell(cells: Cells, place: int, above: Sequence[str]) -> Iterator[str]:
    head, value = cells[place]
    before = [words for _, words in reversed(cells[:place])]
    level = _LEVEL.fullmatch(value) if _GRADE.search(head) else None
    grade = GRADES.regex.match(value)
    if level or (grade and not _toxicities(value)):
        told = f"grade {value}" if level else value[: grade.end() if grade else 0]
        yield from _with_event(told, (head, *before, *above))
        return
    if _LETTERS.fullmatch(value) and _CHILD_PUGH.search(" ".join((head, *above[:1]))):
        yield f"Child-Pugh {value}"
        return
    named = _CLASS.match(value)
    if named:
        yield from _with_organ(named.group(), (head, *before, *above))
        return
    yield from _of_range(head, value, before, above if place == 0 else ())


def _of_range(head: str, value: str, before: Sequence[str], above: Sequence[str]) -> Iterator[str]:
    bounds = read_bounds(value, 0, lead=False)
    if bounds is None or bounds.start > len("between "):
        return
    if _AGE.search(head):
        yield f"age {value} years" if "year" not in value else f"age {value}"
        return
    if found := list(_with_measure(value, (head,))):
        yield from found
        return
    whole = not value[bounds.end :].strip(" .")
    if whole and not bounds.is_point:
        general = before if _GENERAL_HEAD.fullmatch(head) else ()
        yield from _with_measure(value, (*general, *above))


def _with_event(grade: str, contexts: Sequence[str]) -> Iterator[str]:
    """The grade with the adverse event of the nearest words that name just one."""
    for words in contexts:
        found = _toxicities(words)
        if len({each.event for each in found}) > 1:
            return
        if found:
            yield f"{found[0].event} {grade}"
            return


def _with_measure(value: str, contexts: Sequence[str]) -> Iterator[str]:
    """The numbers with the measure of the nearest words that name just one, in its unit."""
    for words in contexts:
        matches = [m for _, _, pattern in MEASURES for m in pattern.finditer(words)]
        names = {name for _, name, pattern in MEASURES if pattern.search(words)}
        if len(names) > 1:
            return
        if matches:
            unit = "" if _UNIT.search(value) else _unit_in(words)
            yield f"{matches[0].group()} {value} {unit}".rstrip()
            return


def _unit_in(head: str) -> str:
    """The unit that a head has in brackets or behind a comma: "Creatinine clearance (mL/min)"."""
    for match in _BRACKET.finditer(head):
        if unit := _UNIT.search(match[1] or match[2] or ""):
            return unit.group()
    return ""


def _with_organ(grade: str, contexts: Sequence[str]) -> Iterator[str]:
    for words in contexts:
        found = [organ for organ, pattern in _ORGANS if pattern.search(words)]
        if len(found) == 1:
            yield f"{grade} {found[0]} impairment"
        if found:
            return


def _toxicities(text: str) -> list[Toxicity]:
    return [each.value for each in read_toxicities(text) if isinstance(each.value, Toxicity)]


def _is_graded(toxicity: Toxicity) -> bool:
    return toxicity.grade_from is not None
