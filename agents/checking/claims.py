"""A sentence, or a quote, checked by itself, outside any run. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agents.checking.quotes import (
    LEAST_CHARACTERS,
    LEAST_WORDS,
    LEAST_WORDS_OF_A_LINE,
    QuoteProblem,
    VerifiedQuote,
    check_quote,
)
from agents.checking.sentences import problem_with_sentence
from agents.turns import Citation, Question, ThreadKey, View
from retrieval.documents import DocumentRef

_KEYS = re.compile(r" ?\[(?P<keys>[A-Za-z]+\d+(?:, ?[A-Za-z]+\d+){0,20})\]")
NO_SOURCE = "It cites no source: put the key of a quote behind it, letters and a number, as [c1]."
_SAID: dict[QuoteProblem, str] = {
    "too_short": "The quote is too short to tell where it stands: it takes at least"
    f" {LEAST_WORDS} words and {LEAST_CHARACTERS} characters, or a whole line or sentence of"
    f" {LEAST_WORDS_OF_A_LINE} words.",
    "altered_number": "A number of the quote is another one in the document, or is cut.",
    "altered_negation": "The document denies something there that the quote does not.",
    "altered": "The quote is not word for word what the document says.",
    "cut": "A condition, an exception or a question stands beside the quote and is left out.",
    "not_found": "The quote does not stand in the document.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedText:
    """A quote with what is known of its document."""

    text: str
    title: str = ""
    organisation: str = ""
    date: str = ""


def problem_with_claim(question: str, sentence: str, quotes: Mapping[str, QuotedText]) -> str:
    """Why the quotes that a sentence cites by key (``… [c1][c2]``) do not support it; empty when
    nothing was found against it. Every key must have its quote."""
    keys = [key for m in _KEYS.finditer(sentence) for key in re.split(r", ?", m["keys"])]
    for key in keys:
        if key not in quotes:
            return f"It cites {key}, but no quote of that key is given."
    if not keys:
        return NO_SOURCE
    citations = [_citation(key, quotes[key]) for key in dict.fromkeys(keys)]
    asked = Question(thread=ThreadKey("", "", ""), asker="", text=question)
    return problem_with_sentence(
        _KEYS.sub("", sentence).strip(), citations, View(run_id="", question=asked)
    )


def problem_with_document_quote(document: str, quote: str) -> str:
    """Why a quote does not stand in a document in the same words and sense; empty when it does."""
    check = check_quote(document, quote)
    return "" if isinstance(check, VerifiedQuote) else _SAID[check.problem]


def _citation(key: str, quote: QuotedText) -> Citation:
    return Citation(
        key=key,
        ref=DocumentRef(silo="", id="", version=""),
        title=quote.title,
        organisation=quote.organisation,
        url="",
        date=quote.date,
        quote=quote.text,
        start=0,
        end=len(quote.text),
        match="exact",
        status="confirmed",
    )
