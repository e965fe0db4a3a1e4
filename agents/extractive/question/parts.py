"""The questions in a message: each is answered, or declared a gap, by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.extractive.question.kinds import QuestionKind, kind_of_question, kinds
from names.recognise import recognise

LONGEST = 2_000
"""Characters of a message that are split: five long sentences. Of more, such as a pasted sequence,
the end is kept, where people ask; what is named before it stands in the fact sheet."""
MOST_PARTS = 5
"""Chosen by hand: more questions than these are no longer one message's."""
SENTENCE = re.compile(r"[^.?!\n]+(?:[.?!](?!\s|$)[^.?!\n]*)*[.?!]*")
ITEM = re.compile(r"\s?(?:[,;]\s?(?:and\s|plus\s|or\s)?|\band\s|\bplus\s)")
"""Between words stands one blank: messages are split with theirs made one."""
SHORTEST = 3
UNSAID = frozenset(("general", "definition"))
"""Kinds that the words of a question do not say."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One question of a message."""

    text: str
    kind: QuestionKind
    shared: str = ""
    """The words before a list of things asked ("For olaparib:"), which each of them shares."""


def split_question(text: str) -> tuple[Segment, ...]:
    """The questions of a message in order; the whole message when it asks one thing."""
    asking = _asking_sentences(text)
    segments: list[Segment] = []
    for sentence, clause in asking:
        kind = kind_of(clause)
        if kind in UNSAID:
            kind = kind_of(sentence)
        segments += _listed(sentence) or [Segment(sentence, kind)]
    unique: dict[tuple[str, str], Segment] = {}
    for segment in segments:
        unique.setdefault((segment.text.lower(), segment.kind), segment)
    return tuple(unique.values())[:MOST_PARTS]


def kind_of(text: str) -> QuestionKind:
    """The kind of a question by its words and by what it names."""
    return kind_of_question(text, recognise(text))


def _asking_sentences(text: str) -> list[tuple[str, str]]:
    """The sentences with a question mark, each with what it asks by itself; else all of a short
    message, or the last sentence of a case that ends in a request."""
    text = " ".join(text.split())[-LONGEST:]
    sentences = [s.strip() for s in SENTENCE.findall(text) if s.strip()]
    asking = [s for s in sentences if s.endswith("?")]
    if asking:
        return [(_with_lead(s, sentences), s) for s in asking]
    whole = text if len(sentences) < SHORTEST else sentences[-1]
    return [(whole, whole)]


def _with_lead(asking: str, sentences: list[str]) -> str:
    """A question too short to stand alone ("Stop?") takes the sentence before it along."""
    place = sentences.index(asking)
    alone = (
        len(asking.split()) > SHORTEST
        or bool(recognise(asking).mentions)
        or kind_of(asking) not in {"general", "definition", "interaction", "adverse"}
    )
    return asking if alone or place == 0 else f"{sentences[place - 1]} {asking}"


def _listed(sentence: str) -> list[Segment]:
    """The items of "For olaparib: dose, renal adjustment and toxicity?", when at least two of
    them ask for different kinds of thing."""
    lead, colon, rest = sentence.partition(": ")
    body, shared = (rest, lead) if colon and rest else (sentence, "")
    items = [item.strip(" ?.") for item in ITEM.split(body) if item.strip(" ?.")]
    told = [(item, _explicit_kind(item)) for item in items]
    found = [(item, kind) for item, kind in told if kind is not None]
    if len(items) < 2 or len({kind for _, kind in found}) < 2 or len(found) < len(items):
        return []
    if not shared:
        shared = _subject_of(sentence)
    return [Segment(item, kind, shared) for item, kind in found]


def _explicit_kind(item: str) -> QuestionKind | None:
    """The kind that the words of a short item say; None when they say none."""
    for name, kind in kinds().items():
        if name not in {"definition", "general", "therapy"} and kind.asked_by.search(item):
            return name
    found = recognise(item)
    if found.of("effect"):
        return "adverse"
    return "dose" if found.names("condition") & {"renal impairment", "hepatic impairment"} else None


def _subject_of(sentence: str) -> str:
    """The drugs that a whole sentence names, which every item of it shares."""
    drugs = recognise(sentence).of("drug")
    return drugs[0].text if drugs else ""
