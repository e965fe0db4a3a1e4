"""The sentences of a document that can be quoted, each with the heading it stands under."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from retrieval.documents import Document
from retrieval.text.passages import sentences

HEADING = re.compile(r"^#{1,6}\s++(.*)$", re.MULTILINE)
LEANING = re.compile(
    r"^(?:(?:By|In|For|With|On|Under|At|From|Of|Among|After)"
    r" (?:this|that|these|those|it|them|both)\b"
    r"|(?:It|Its|This|These|Those|They|Their|That|Both|Such|However|Therefore|Thus|Here|He|She"
    r"|The (?:latter|former|same|other)|Otherwise|Then|Instead|If so|Conversely|In contrast"
    r"|In addition|Also|Moreover|Furthermore)\b)"
)
POINTING_BACK = re.compile(
    r"\b(?:[Tt]he same (?:trials?|stud(?:y|ies)|analys[ei]s|reports?|patients|populations?|drugs?)"
    r"|(?:confirm|support|explain|reproduce|replicate)\w* (?:this|these|it)\b"
    r"|(?:[Tt]his|[Tt]hese) (?:benefits?|advantages?|differences?|effects?|associations?|patients"
    r"|drugs?|agents?|regimens?|combinations?|subgroups?|results?|alterations?|variants?"
    r"|mutations?|doses?|reductions?|increases?)\b)"
)
"""What a sentence says of something that only the sentence before it names."""
FEWEST_WORDS = 5
FEWEST_CHARACTERS = 25
LONGEST = 700


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a document that can stand alone."""

    text: str
    start: int
    end: int
    heading: str
    """The heading it stands under; empty when that is the title or there is none."""
    order: int
    """Its place among the document's excerpts, from 0."""


@lru_cache(maxsize=600)
def excerpts(document: Document) -> tuple[Excerpt, ...]:
    """The quotable sentences and rows in order. One that leans on the sentence before it
    ("It…", "… did not confirm this") comes together with that one."""
    text = document.text
    headings = [
        (match.start(), match.end(), match[1].rstrip().rstrip("#").rstrip())
        for match in HEADING.finditer(text)
    ]
    found: list[Excerpt] = []
    for start, end in sentences(text):
        if any(first <= start < last for first, last, _ in headings):
            continue
        before = [title for first, _, title in headings if first < start]
        heading = before[-1] if before and before[-1] != document.title else ""
        excerpt = Excerpt(text[start:end], start, end, heading, len(found))
        found.append(leaning_on(found[-1], excerpt, text) if found else excerpt)
    return tuple(excerpt for excerpt in found if quotable(excerpt.text))


def leaning_on(previous: Excerpt, excerpt: Excerpt, text: str) -> Excerpt:
    """The excerpt, begun at the previous one when it cannot be understood without it."""
    gap = text[previous.end : excerpt.start]
    together = excerpt.end - previous.start
    leaning = LEANING.match(excerpt.text) or POINTING_BACK.search(excerpt.text)
    if leaning and "\n\n" not in gap and together <= LONGEST:
        words = text[previous.start : excerpt.end]
        return Excerpt(words, previous.start, excerpt.end, excerpt.heading, excerpt.order)
    return excerpt


def quotable(text: str) -> bool:
    """Long enough to be checked, and a statement rather than a rule or a table's head."""
    words = len(re.findall(r"\w+", text))
    long_enough = len(text) >= FEWEST_CHARACTERS and words >= FEWEST_WORDS
    return long_enough and not re.fullmatch(r"[|\s:-]+", text) and not text.rstrip().endswith("?")
