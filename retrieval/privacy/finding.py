"""Everything in a text that says who somebody is."""

from __future__ import annotations

import re
from functools import lru_cache

from retrieval.privacy.addresses import addresses
from retrieval.privacy.numbers import DATE, birth_dates, emails, phones, records
from retrieval.privacy.people import people
from retrieval.privacy.span import Personal, without_overlaps

_IN_BRACKETS = re.compile(rf" ?\(({DATE})")


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
    return without_overlaps([*found, *_births_behind_names(text, found)])


def _births_behind_names(text: str, found: list[Personal]) -> list[Personal]:
    """``Anna Meier (12.3.1956``: a date in brackets straight behind a name is one of birth."""
    dates = (_IN_BRACKETS.match(text, each.end) for each in found if each.kind == "NAME")
    return [Personal(match.start(1), match.end(1), "BIRTH_DATE") for match in dates if match]
