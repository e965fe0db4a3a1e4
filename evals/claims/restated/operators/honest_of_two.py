"""Two statements of one document in one honest sentence. Pure."""

from __future__ import annotations

from evals.claims.restated.operators.made import MadeSentence, Source, sentence, within

LONGEST = 220
"""Characters of a statement that is joined to another. Chosen by hand: longer ones fill lines."""


def _are_short(source: Source) -> bool:
    return (
        source.other is not None and max(len(source.text), len(source.other.quote.text)) < LONGEST
    )


def joined_statements(source: Source) -> MadeSentence | None:
    """Both, with a semicolon."""
    if not _are_short(source) or source.other is None:
        return None
    return sentence(f"{source.bare}; {within(source.other.quote.text)}", beside=source.other)


def joined_by_and(source: Source) -> MadeSentence | None:
    """Both, with "and"; the second first."""
    if not _are_short(source) or source.other is None or ";" in source.other.quote.text:
        return None
    return sentence(f"{source.other.quote.text.rstrip('.')}, and {within(source.text)}",
                    beside=source.other)  # fmt: skip


def joined_by_while(source: Source) -> MadeSentence | None:
    """Both, with "while"."""
    if not _are_short(source) or source.other is None or ";" in source.text:
        return None
    return sentence(f"{source.bare}, while {within(source.other.quote.text)}", beside=source.other)


OPERATORS = {
    "two joined": joined_statements,
    "two joined by and": joined_by_and,
    "two joined by while": joined_by_while,
}
