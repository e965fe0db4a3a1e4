"""What a message wants that is meant for us and has a word or two beside those of the table. Pure.

Where nothing clinical is said, such a message cannot ask anything of the sources: searched, it
would be answered with what was not asked. Between people it is none ("the table is booked")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from agents.facts.reading import Message, read_fact_sheet
from agents.replies.patterns import ERRAND, SUBJECT
from agents.replies.requests.reading import (
    LONGEST,
    Kind,
    Request,
    RequestKind,
    Said,
    carriers,
    elsewhere,
    kinds,
    parts_of,
    request_for,
    request_of,
)
from names.recognise import recognise

FAULTY: RequestKind = "faulty"
MOST_UNKNOWN = 2
"""Words beside those of the table. Chosen by hand: "are you one hundred percent sure?" has two."""


def request_loosely(text: str) -> Request | None:
    """What a message that is meant for us wants of the answer before it; None for any other."""
    return (request_of(text) or _nearest(text)) if len(text) <= LONGEST else None


@lru_cache(maxsize=500)
def _nearest(text: str) -> Request | None:
    said = parts_of(text)
    if _is_on_citation(said, is_asked="?" in text):
        return None if _states_facts(text) else request_for("faulty", said)
    fitting = [each for each in kinds() if each.fits(said)]
    kind = min(fitting, key=lambda each: len(each.unknown(said)), default=None)
    if kind is None or not _is_near(kind, said) or recognise(text) or _states_facts(text):
        return None
    return request_for(kind.name, said)


def _is_near(kind: Kind, said: Sequence[Said]) -> bool:
    unknown = kind.unknown(said)
    if len(unknown) > MOST_UNKNOWN or not elsewhere().isdisjoint(unknown):
        return False
    return not any(SUBJECT.search(word) or ERRAND.search(word) for word in unknown)


def _is_on_citation(said: Sequence[Said], *, is_asked: bool) -> bool:
    """Whether a statement begins with a citation, whatever is said of it: "[4] is not about HER2".
    One that is not told apart from others has to be found fault with."""
    first = next((each for each in said if each[1] not in carriers()), ("", ""))
    if is_asked or first[0] != "<cited>" or len(said) < MOST_UNKNOWN + 1:
        return False
    faulty = next(each for each in kinds() if each.name == FAULTY)
    request = request_for(FAULTY, said)
    return bool(request.cited or request.place) or faulty.fits(said)


def _states_facts(text: str) -> bool:
    return any(not fact.rule for fact in read_fact_sheet((Message(text),)).facts)
