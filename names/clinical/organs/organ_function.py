"""How kidneys, liver, heart and marrow work: "CrCl 31–50", "Child-Pugh B", "LVEF 47%".

A class is kept as the text states it, and so are numbers: "mild" is 60 to 89 mL/min in one label
and 51 to 80 in another. :mod:`names.clinical.organs.cover` holds the two against each other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from names.clinical.organs.classes import find_classes, find_impairments
from names.clinical.organs.numbers import find_numbers
from names.clinical.values import FoundValue, OrganFunction

BRACKET = 120
"""Characters of a bracket in which bilirubin is named late: "(bilirubin ≤ ULN and AST > ULN, or
bilirubin > 1 to 1.5 × ULN)". Chosen by hand."""
LINK = re.compile(r"\s?[(\[,:]?\s?(?:i\.e\.,?|that is|defined as|with|a|an|=)?\s?")
"""Between a class and its numbers."""


def read_organs(text: str) -> tuple[FoundValue, ...]:
    """How organs work, ordered by place. "No renal impairment" is normal function."""
    classes, numbers = list(find_classes(text)), _without_repeats(find_numbers(text))
    found = _join(text, classes, sorted(numbers, key=lambda each: each.start))
    told = {each.value.organ for each in classes if isinstance(each.value, OrganFunction)}
    told |= {each.value.organ for each in numbers if isinstance(each.value, OrganFunction)}
    found += [each for organ, each in find_impairments(text) if organ not in told]
    return tuple(sorted(set(found), key=lambda each: (each.start, each.end, repr(each.value))))


def _without_repeats(numbers: Iterable[FoundValue]) -> list[FoundValue]:
    """Of numbers that end at one place the one with a class, else the first."""
    by_end: dict[tuple[int, str], FoundValue] = {}
    for each in numbers:
        measure = each.value.measure if isinstance(each.value, OrganFunction) else ""
        if (each.end, measure) not in by_end or _has_class(each):
            by_end[each.end, measure] = each
    return list(by_end.values())


def _has_class(each: FoundValue) -> bool:
    return isinstance(each.value, OrganFunction) and bool(each.value.grade)


def _join(
    text: str, classes: Sequence[FoundValue], numbers: Sequence[FoundValue]
) -> list[FoundValue]:
    """A class and the numbers beside it are one: "moderate (CrCl 31–50)"."""
    starts = [each.start for each in numbers]
    at_place = Counter((each.start, each.end) for each in classes)
    joined: set[int] = set()
    found = []
    for each in classes:
        alone = at_place[each.start, each.end] == 1
        index = _number_beside(text, each, numbers, starts) if alone else None
        if index is None or index in joined:
            found.append(each)
        else:
            joined.add(index)
            found.append(_merge(each, numbers[index]))
    return found + [each for index, each in enumerate(numbers) if index not in joined]


def _number_beside(
    text: str, each: FoundValue, numbers: Sequence[FoundValue], starts: Sequence[int]
) -> int | None:
    """Which of the numbers stands beside a class, before it or behind; None when none does."""
    after = bisect_left(starts, each.end)
    for index in (after, after + 1, after - 1):
        if 0 <= index < len(numbers) and _stand_together(text, each, numbers[index]):
            return index
    return None


def _stand_together(text: str, each: FoundValue, number: FoundValue) -> bool:
    value, other = each.value, number.value
    if not isinstance(value, OrganFunction) or not isinstance(other, OrganFunction):
        return False
    if value.organ != other.organ or value.grade.startswith("Child") or other.grade:
        return False
    first, second = sorted((each, number), key=lambda found: found.start)
    if second.start - first.end > BRACKET:
        return False
    between = text[first.end : second.start]
    if other.measure == "bilirubin":
        return between.lstrip().startswith("(") and ")" not in between
    return LINK.fullmatch(between) is not None


def _merge(each: FoundValue, number: FoundValue) -> FoundValue:
    value, other = each.value, number.value
    assert isinstance(value, OrganFunction)
    assert isinstance(other, OrganFunction)
    start, end = min(each.start, number.start), max(each.end, number.end)
    return FoundValue(replace(other, grade=value.grade), start, end)
