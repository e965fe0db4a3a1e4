"""Everything in a text that says who somebody is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from retrieval.privacy.addresses import addresses
from retrieval.privacy.numbers import (
    DATE,
    birth_dates,
    birth_label,
    emails,
    phone_label,
    phones,
    record_label,
    records,
)
from retrieval.privacy.people import people
from retrieval.privacy.span import Personal, PersonalKind, without_overlaps
from retrieval.privacy.ward import ward_names

_LABELS: tuple[tuple[PersonalKind, Callable[[], re.Pattern[str]]], ...] = (
    ("RECORD", record_label),
    ("BIRTH_DATE", birth_label),
    ("PHONE", phone_label),
)
_IN_BRACKETS = re.compile(rf" ?\(({DATE})")
_OF_LONG_AGO = re.compile(rf",? ((?=[^\n]{{0,12}}?(?:19\d\d|200\d)){DATE})")
_NUMBER_IN_BRACKETS = re.compile(r" ?[(\[]#?\s?([A-Z]{0,2}\d{5,12})[)\],;]")


@lru_cache(maxsize=1_000)
def find_personal(text: str) -> tuple[Personal, ...]:
    """In the order of the text, none over another. What no pattern knows is not found: a bare name
    without a title, a label, a date of birth or an age beside it, above all."""
    found = [
        *emails(text),
        *birth_dates(text),
        *records(text),
        *phones(text),
        *addresses(text),
        *people(text),
    ]
    found += list(ward_names(text, found))
    return without_overlaps([*found, *_behind_names(text, found)])


def with_labels(text: str, found: Iterable[Personal]) -> Iterator[Personal]:
    """What was found, each number, date and telephone number with the label before it: without it
    the label means nothing."""
    found = tuple(found)
    kinds = {each.kind for each in found}
    labels = {
        (kind, label.end()): label.start()
        for kind, pattern in _LABELS
        if kind in kinds
        for label in pattern().finditer(text)
    }
    end = 0
    for each in found:
        start = labels.get((each.kind, each.start), each.start)
        yield Personal(max(start, end), each.end, each.kind)
        end = each.end


def _behind_names(text: str, found: list[Personal]) -> Iterator[Personal]:
    """What stands straight behind a name: a date in brackets (``Anna Meier (12.3.1956``) or of long
    ago is one of birth, a long number in brackets that of a record."""
    for each in found:
        if each.kind != "NAME":
            continue
        date = _IN_BRACKETS.match(text, each.end) or _OF_LONG_AGO.match(text, each.end)
        if date:
            yield Personal(date.start(1), date.end(1), "BIRTH_DATE")
        if number := _NUMBER_IN_BRACKETS.match(text, each.end):
            yield Personal(number.start(1), number.end(1), "RECORD")
