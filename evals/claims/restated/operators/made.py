"""What an operator makes of a statement, and what several operators look for in one. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from evals.claims.restated.spelling import capital, small
from evals.claims.restated.statements import RecordQuote
from names.recognise import recognise_passage

ARMS = re.compile(
    r"(?P<a>\d[\d.]*)(?P<u>%| months) (?:with|on|for|in) (?P<x>[^,;().\d]{3,70})"
    r" and (?P<b>\d[\d.]*)(?:%| months) (?:with|on|for|in) (?P<y>[^,;().\d]{3,70})"
    r"(?=[,;(.]| \()"
)
"""Two values, each with its arm."""
OUTCOME = re.compile(
    r"\b(?P<name>[Oo]verall survival|[Pp]rogression-free survival|[Ee]vent-free survival"
    r"|[Dd]isease-free survival|[Ii]nvasive disease-free survival)\b"
)
RATIO = re.compile(r"hazard ratio (?:of |for [a-z ]{5,40} (?:was|of) )?(?P<hr>0\.\d{2})\b")
RESULT = re.compile(
    r"\b(?:longer|improv|prolong|lengthen|hazard ratio|better|superior|respon|higher|lower"
    r"|reduced|benefit|worse|differ|more|approv)"
)
"""Words that tell what came out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeSentence:
    """A sentence, and what it is asked under or rests on beside its own statement."""

    sentence: str
    question: str = ""
    beside: RecordQuote | None = None
    """Another statement that it cites as well."""
    instead: bool = False
    """Whether it cites that one only."""


@dataclass(frozen=True, slots=True)
class Source:
    """A statement, and another one of its document."""

    told: RecordQuote
    other: RecordQuote | None

    @property
    def text(self) -> str:
        return self.told.quote.text

    @property
    def bare(self) -> str:
        """The statement without its full stop."""
        return self.text.rstrip(".")

    @property
    def whole(self) -> str:
        """All that a lie may not happen to say as well."""
        quote = self.told.quote
        return f"{quote.text} {quote.title} {quote.organisation}".lower()


Operator = Callable[[Source], MadeSentence | None]


def sentence(text: str, *, question: str = "", beside: RecordQuote | None = None) -> MadeSentence:
    """A made sentence with its capital and its full stop."""
    whole = re.sub(r" {1,3}(?=[ ,;:.)])", "", f"{capital(text.strip()).rstrip('.')}.")
    return MadeSentence(sentence=whole, question=question, beside=beside)


def within(text: str) -> str:
    """A statement as the part of a longer sentence."""
    return small(text.rstrip("."))


def first_drug(text: str) -> str:
    """The first drug of a text, as it stands there; empty when it names none."""
    found = recognise_passage(text).of("drug")
    return found[0].text if found else ""


def drugs_of(text: str) -> frozenset[str]:
    """The drugs of a text, by their names in the tables."""
    return recognise_passage(text).names("drug")


def with_exchanged(source: Source, pattern: re.Pattern[str]) -> MadeSentence | None:
    """The statement with the groups ``a`` and ``b`` of a pattern in each other's place; None where
    the pattern is not found, or both are alike."""
    found = pattern.search(source.text)
    if not found or found["a"] == found["b"]:
        return None
    text = source.text
    return sentence(
        f"{text[: found.start('a')]}{found['b']}{text[found.end('a') : found.start('b')]}"
        f"{found['a']}{text[found.end('b') :]}"
    )
