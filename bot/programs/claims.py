"""A sentence with its quotes, or a quote with its document, as a program hands it over. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.checking.claims import QuotedText, problem_with_claim, problem_with_document_quote

NEEDED = (
    "needs either document and quote, or sentence and quotes: an object of keys, each with an"
    " object of text and, if they are known, title, organisation and date"
)


def problem_with_row(row: Mapping[str, Any]) -> str:
    """What is wrong with a quote of a document, or with a sentence and the quotes it cites; empty
    when nothing was found. :data:`NEEDED` if it is neither."""
    texts = {name: row.get(name, "") for name in ("document", "quote", "sentence", "question")}
    if not all(isinstance(each, str) for each in texts.values()):
        return NEEDED
    if "document" in row:
        if not texts["quote"]:
            return NEEDED
        return problem_with_document_quote(texts["document"], texts["quote"])
    quotes = row.get("quotes")
    if "sentence" not in row or not isinstance(quotes, dict):
        return NEEDED
    if not all(map(_is_quote, quotes.values())):
        return NEEDED
    quoted = {
        key: QuotedText(**{name: str(value) for name, value in each.items() if value is not None})
        for key, each in quotes.items()
    }
    return problem_with_claim(texts["question"], texts["sentence"], quoted)


def _is_quote(value: object) -> bool:
    return (
        isinstance(value, dict)
        and "text" in value
        and value.keys() <= {"text", "title", "organisation", "date"}
        and isinstance(value["text"], str)
        and all(each is None or isinstance(each, str | int | float) for each in value.values())
    )
