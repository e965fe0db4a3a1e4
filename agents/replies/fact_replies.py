"""Replies that ask nothing new: a fact of the patient, "again", "more". Pure."""

from __future__ import annotations

import re

from agents.facts.patients import is_correction, names_other_patient
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.replies.patterns import PRONOUN
from agents.replies.requests.request_words import request_of
from names.clinical.spelling import normalise_message
from names.entities import EntityKind
from names.recognise import recognise

LONGEST_REPLY = 25
"""Words of a reply that gives a fact. Chosen by hand: one or two sentences; what is longer is a
case of its own."""
NAME_ALONE = 3
"""Words of a reply that only names what was asked for ("the drug olaparib"). Chosen by hand."""

_OF_PATIENT = re.compile(
    r"^\W*(?:she|he|her|his|they|(?:the |this |our )?(?:patient|pt|tumou?r|cancer|biopsy))\b", re.I
)
_ASKING = re.compile(
    r"(what|which|who|whom|whose|why|when|where|how|is|are|was|were|does|do|did|can|could|should|"
    r"shall|would|will|has|have|any|and\s+(if|in|for|with|what|how)|show|list|compare|explain|"
    r"summari[sz]e|tell|find|search|look\s+up|open)\b",
    re.I,
)
_SUBJECTS: tuple[EntityKind, ...] = (
    "drug", "drug_class", "gene", "variant", "status", "tumour", "phenotype", "condition",
)  # fmt: skip
_STEERS = re.compile(
    r"^(?:please |and |now )*(?:again|anew|with|without|only|just|skip|use|using|as|in|from"
    r"|search|try|include|exclude|leave|ignore|drop|no|not|add|also|more|less|redo|re-?run)\b",
    re.I,
)
_THANKS = re.compile(
    r"\W{0,3}(?:(?:ok(?:ay)?|great|perfect|good|fine|noted|got it|will do|many|thanks?|thank you"
    r"|thx|cheers|let me check|i(?:['’]ll| will) (?:check|look|ask)|one moment|wait)\b"
    r"[\s,.!]{0,3}){1,4}"
    r"(?:(?:a lot|so much|very much|for now|curbside)\b[\s,.!]{0,3})?",
    re.I,
)
_ADDED = re.compile(r"(fact|note|add|fyi|additional(ly)?|also)\b[\s:,-]+", re.I)
_AGAIN = re.compile(
    r"(yes[,\s]+)?(please\s+)?((answer|try|ask|run|do|search)\s+(it\s+|this\s+|that\s+)?)?"
    r"(again|anew)(\s+please)?[\s.!]*",
    re.I,
)
_MORE = re.compile(
    r"(yes[,\s]+)?(please\s+)?((show|tell)\s+(me\s+)?)?(the\s+rest|more)(\s+please)?[\s.!]*", re.I
)


def is_added(text: str) -> bool:
    """Whether a message says of itself that it adds a fact ("note: ECOG 1")."""
    return bool(_ADDED.match(text))


def without_mark(text: str) -> str:
    """A message without the word that says that it adds a fact."""
    return _ADDED.sub("", text, count=1)


def is_statement(text: str) -> bool:
    """Whether a message asks nothing."""
    return "?" not in text and not _ASKING.match(text)


def asks_again(text: str) -> bool:
    """Whether a message asks for the last question to be answered again."""
    request = request_of(text)
    return bool(_AGAIN.fullmatch(text)) or (request is not None and request.kind == "once more")


def asks_more(text: str) -> bool:
    """Whether a message asks for the rest of the last answer ("more", "show me the rest")."""
    request = request_of(text)
    return bool(_MORE.fullmatch(text)) or (request is not None and request.kind == "more")


def gives_fact(text: str, missing: str) -> bool:
    """Whether a message gives what a gap lacks, and is no new question in the form of a statement.

    ``missing`` is the kind of the gap. Where a fact was asked for, whatever states one gives it,
    or a name alone that is recognised, which may be the drug that was not named: "as a table" is
    none. Where a model has asked something (``answer``), any words but thanks are the answer. Where
    a source is missing, only what speaks of the patient changes anything."""
    if not _is_short_statement(text) or names_other_patient(text):
        return False
    if missing == "answer":
        is_wish = request_of(text) is not None or asks_again(text) or asks_more(text)
        return not is_wish and not _THANKS.fullmatch(text.strip())
    if missing == "fact":
        return states_facts(text) or (len(text.split()) <= NAME_ALONE and names_subject(text))
    speaks_of_patient = _OF_PATIENT.match(text) or is_correction(text) or is_added(text)
    return missing == "silo" and bool(speaks_of_patient) and states_facts(text)


def corrects(text: str) -> bool:
    """Whether a message puts a fact right and asks nothing ("no, HER2 0")."""
    return _is_short_statement(text) and is_correction(text) and states_facts(text)


def states_facts(text: str) -> bool:
    """Whether a text says anything clinical of a patient. That "she" is a woman is not enough."""
    facts = read_fact_sheet((Message(text),)).facts
    return any(
        not fact.rule and not PRONOUN.fullmatch(text, fact.start, fact.end) for fact in facts
    )


def names_subject(text: str) -> bool:
    """Whether a text names what a question may be about: a drug, a gene, a tumour, a trial. What
    only looks like the acronym of a trial is none behind a word that steers ("without CIViC")."""
    found = recognise(normalise_message(text).text)
    return bool(found.of(*_SUBJECTS) or (found.of("trial") and not _STEERS.match(text)))


def adds_fact(text: str) -> bool:
    """Whether a message states a fact and asks nothing, also behind a word such as "note"."""
    return is_statement(without_mark(text)) and states_facts(text)


def _is_short_statement(text: str) -> bool:
    return is_statement(text) and len(text.split()) <= LONGEST_REPLY
