"""Whom a reply in one of Curbside's threads is meant for, by its words. Pure."""

from __future__ import annotations

import re
from typing import Literal

from agents.analyses.attached import asks_of_tables
from agents.facts.patients import names_other_patient
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.replies import patterns as words
from agents.replies.fact_replies import LONGEST_REPLY, names_subject, states_facts
from agents.replies.requests.loose_requests import is_said_to_us, speaks_of_answer
from agents.replies.requests.request_words import RequestKind, request_of
from names.clinical.values import Population
from names.recognise import recognise

Addressee = Literal["us", "somebody", "question", "unsure", "people"]
"""``us``: Curbside, whoever else writes. ``somebody``: another person, by name. ``question``: a
question that shows no more than that. ``unsure``: something of the patient that may be meant for
Curbside. ``people``: talk, thanks, errands."""

_EMOJI = re.compile(r":[\w+'-]{1,40}:")
_TO_COLLEAGUES_TOO: frozenset[RequestKind] = frozenset(("marks", "facts", "voices"))
"""What people ask each other, too: "has anyone reviewed this?", "what do you know of her?"."""
_TELEGRAM = 8
"""Words of a question without a verb ("olaparib dose CrCl 44"). Chosen by hand."""


def to_whom(text: str) -> Addressee:
    """Whom a message is meant for that mentions nobody."""
    said = _EMOJI.sub(" ", text).strip()
    rest = said[found.end() :] if (found := words.COURTESY.match(said)) else said
    if not re.search(r"\w", rest):
        return "people"
    if words.AT_NAME.match(rest):
        return "somebody"
    if re.search(r"\bcurbside\b", said, re.I):
        return "us"
    if _is_to_name(said) or _is_to_name(rest):
        return "somebody"
    # "No PubMed, but ESMO": what begins as a courtesy may be a wish as a whole.
    wish = request_of(said)
    return "us" if wish is not None and wish.kind == "again" else _of_words(rest)


def asks_to_compute(text: str) -> bool:
    """Whether a message in a thread with a table asks for what the table gives, and asks nobody
    else for it: "ORR by arm"."""
    if not asks_of_tables(text) or to_whom(text) == "somebody" or words.ERRAND.search(text):
        return False
    if words.TO_COLLEAGUES.search(text):
        return False
    if words.WANTS.search(text) or words.ASKING.match(text):
        return True
    return not words.PEOPLE_SAY.match(text) and ("?" in text or not words.FINITE.search(text))


def _of_words(text: str) -> Addressee:
    is_asked = "?" in text or bool(words.ASKING.match(text))
    is_personal = bool(words.PEOPLE_SAY.match(text)) and not is_asked
    if is_on_answer(text):
        return "us"
    if words.TO_COLLEAGUES.search(text) or words.WHO.match(text):
        return "people"
    if is_personal and not words.WANTS.search(text):
        return _of_statement(text)
    return _of_question(text) if is_asked or words.WANTS.search(text) else _of_statement(text)


def is_on_answer(text: str) -> bool:
    """Whether it speaks of an answer, or of how there should be one."""
    request = request_of(text)
    is_request = request is not None and request.kind not in _TO_COLLEAGUES_TOO
    is_request = is_request and not words.WHO.match(text)
    if is_request or is_said_to_us(text):
        return True
    if words.FOUND_FAULT.match(text):
        return _is_clinical(text) and not words.ERRAND.search(text)
    if words.RESTYLED.match(text):
        return True
    if words.CRAFT.match(text) and not words.ERRAND.search(text):
        return True
    if words.ERRAND.search(text) and not speaks_of_answer(text):
        return False
    return words.TO_US.search(text) is not None and not words.FIRST_PERSON.match(text)


def _of_question(text: str) -> Addressee:
    if words.HISTORY.search(text) and not words.CHOICE.search(text):
        return "people" if words.ERRAND.search(text) else "unsure"
    if _is_clinical(text) and not _only_points_at_person(text):
        return "us" if not words.ERRAND.search(text) else "unsure"
    if words.ERRAND.search(text):
        return "people"
    if words.WHAT_ABOUT.match(text) or words.HOW_OFTEN.match(text):
        return "us"
    is_open = "?" in text and (words.WH.match(text) or words.LEANING.match(text))
    return "question" if is_open and not words.YES_OR_NO.match(text) else "unsure"


def _of_statement(text: str) -> Addressee:
    if words.ERRAND.search(text) or words.FIRST_PERSON.match(text):
        return "people"
    if names_other_patient(text) or len(text.split()) > LONGEST_REPLY:
        return "question" if _is_clinical(text) else "people"
    has_verb = bool(words.FINITE.search(text))
    if not has_verb and len(text.split()) <= _TELEGRAM and _is_clinical(text):
        leans = words.LEANING.match(text) is not None
        return "us" if leans or (words.SUBJECT.search(text) and names_subject(text)) else "unsure"
    return "unsure" if states_facts(text) else "people"


def _is_to_name(text: str) -> bool:
    found = (
        words.VOCATIVE_FIRST.match(text)
        or words.VOCATIVE_LAST.search(text)
        or words.NAME_ONLY.fullmatch(text)
        or words.LOWER_VOCATIVE.match(text)
    )
    if found is None:
        return False
    name = found[1]
    return not words.STARTERS.fullmatch(name.split()[0]) and not recognise(name)


def _only_points_at_person(text: str) -> bool:
    """Whether all that a question tells is a man or a woman: "is that the lady from Linz?"."""
    if not words.YES_OR_NO.match(text) or words.SUBJECT.search(text) or names_subject(text):
        return False
    told = {fact.value for fact in read_fact_sheet((Message(text),)).facts if not fact.rule}
    return all(isinstance(value, Population) and value.sex for value in told)


def _is_clinical(text: str) -> bool:
    return bool(words.SUBJECT.search(text)) or names_subject(text) or states_facts(text)
