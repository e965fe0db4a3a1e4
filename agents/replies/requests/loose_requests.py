"""What a message wants that is meant for us and has a word or two beside those of the table. Pure.

Where nothing clinical is said, such a message cannot ask anything of the sources: searched, it
would be answered with what was not asked. Between people it is none ("the table is booked")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.replies.patterns import ASKING, ERRAND, FIRST_PERSON, PRONOUN, SUBJECT
from agents.replies.requests.request_words import (
    ASKED,
    LONGEST,
    Request,
    RequestKind,
    RequestWords,
    Said,
    carriers,
    elsewhere,
    kinds,
    of_answer,
    parts_of,
    request_for,
    request_of,
)
from names.recognise import recognise

FAULTY: RequestKind = "faulty"
_SHOWN = re.compile(
    r"(?i)\W{0,3}(?:(?:please|pls|now|ok|and|can|could|may|would|you|i|we|just|to|want|like|me|let"
    r"|i'd|us)\W{1,2}){0,6}(?:show|open|read|quote|give|see|view|display|more|tell|check|cite|print"
    r"|copy|details?)\b"
)
"""How a message begins that wants to see something."""
MOST_UNKNOWN = 2
"""Words of a question beside those of the table. Chosen by hand: "are you one hundred percent
sure?" has two."""
MOST_UNKNOWN_SAID = 1
"""The same of what asks nothing: people say more to each other without a question mark."""
_THIS = frozenset(("you", "your", "this", "these", "that", "those", "<cited>", "<step>", "<point>"))
"""What tells the answer that something is said to from answers at large."""
_TOLD = re.compile(r"(?i)\b(?:is|are|was|were|has|have|had|will|would|said|says)\b")
"""Verbs of a sentence that tells something."""
_OURS = frozenset(("you", "your"))
_NUMBERED = frozenset(("<cited>", "<step>", "<point>"))
WHOLE: frozenset[RequestKind] = frozenset(("undo", "stop"))
"""Of these every word must be known: "remove the drain" is none."""
MOST_UNKNOWN_OF_ANSWER = 4
"""The same of a message with a word that speaks of an answer alone. Chosen by hand."""


def request_loosely(text: str) -> Request | None:
    """What a message that is meant for us wants of the answer before it; None for any other."""
    return (request_of(text) or _nearest(text)) if len(text) <= LONGEST else None


@lru_cache(maxsize=500)
def _nearest(text: str) -> Request | None:
    said = parts_of(text)
    if of_citation := _on_citation(said, text):
        return None if _states_facts(text, PRONOUN) else request_for(of_citation, said)
    fitting = [each for each in kinds() if each.fits(said)]
    kind = min(fitting, key=lambda each: len(each.unknown(said)), default=None)
    if kind is None or not _is_near(kind, said, text) or _names_medicine(text):
        return None
    return request_for(kind.name, said)


def speaks_of_answer(text: str) -> bool:
    """Whether a message has words that speak of the answer that it is said to, and none of medicine
    or of people: it is on that answer, also where nobody can tell what it wants of it."""
    said = parts_of(text) if len(text) <= LONGEST else []
    words = {part for part, _ in said}
    known = of_answer() | carriers()
    rest = [said for part, said in said if part not in known and said not in known]
    if of_answer().isdisjoint(words) or _THIS.isdisjoint(words) or _is_elsewhere(rest):
        return False
    return not _names_medicine(text)


def is_said_to_us(text: str) -> bool:
    """Whether it wants something of an answer and names one of ours: a citation, a point or a step
    by its number, or "your" sources. Whoever else writes, it is meant for us."""
    if request_loosely(text) is None:
        return False
    parts = {part for part, _ in parts_of(text)}
    is_ours = not _OURS.isdisjoint(parts) and not of_answer().isdisjoint(parts)
    return is_ours or not _NUMBERED.isdisjoint(parts)


def _is_near(kind: RequestWords, said: Sequence[Said], text: str) -> bool:
    unknown = kind.unknown(said)
    parts = {part for part, _ in said}
    most = MOST_UNKNOWN if ASKED in parts else MOST_UNKNOWN_SAID
    if kind.name in WHOLE or (ASKED not in parts and _tells(text)):
        most = 0
    elif not of_answer().isdisjoint(parts):
        most = MOST_UNKNOWN_OF_ANSWER
    return len(unknown) <= most and not _is_elsewhere(unknown)


def _tells(text: str) -> bool:
    """Whether it tells something, as people do to each other ("translation is on its way")."""
    is_told = FIRST_PERSON.match(text) or _TOLD.search(text)
    return bool(is_told) and not ASKING.match(text)


def _is_elsewhere(unknown: Sequence[str]) -> bool:
    """Whether words that are not known for a request speak of medicine or of something else."""
    if not elsewhere().isdisjoint(unknown):
        return True
    return any(SUBJECT.search(word) or ERRAND.search(word) for word in unknown)


def _on_citation(said: Sequence[Said], text: str) -> RequestKind | None:
    """What a message wants of the citation that it names by its number or place, whatever its other
    words are: a statement finds fault ("[4] is not about HER2"), the rest wants to see it. One that
    is not told apart from others has to be found fault with."""
    if not any(part == "<cited>" for part, _ in said) or len(said) < MOST_UNKNOWN + 1:
        return None
    request = request_for(FAULTY, said)
    faulty = next(each for each in kinds() if each.name == FAULTY)
    if not request.cited:
        first = next((each for each in said if each[1] not in carriers()), ("", ""))
        is_meant = first[0] == "<cited>" and (bool(request.place) or faulty.fits(said))
        return FAULTY if is_meant and "?" not in text else None
    if "?" in text or (_SHOWN.match(text) and not faulty.fits(said)):
        return "citation" if not recognise(text).of("drug", "drug_class") else None
    return FAULTY


def _names_medicine(text: str) -> bool:
    """Whether it names or states anything of medicine. A silo whose name is one of a trial, too
    (CIViC), is a silo."""
    named = (each.text.lower() for each in recognise(text).mentions)
    return any(not _is_silo_name(name) for name in named) or _states_facts(text)


def _is_silo_name(name: str) -> bool:
    return all(part == "<silo>" for part, _ in parts_of(name))


def _states_facts(text: str, unless: re.Pattern[str] | None = None) -> bool:
    """Whether it states a fact; what is said in words of ``unless`` is none."""
    facts = (fact for fact in read_fact_sheet((Message(text),)).facts if not fact.rule)
    return any(not (unless and unless.fullmatch(text, each.start, each.end)) for each in facts)
