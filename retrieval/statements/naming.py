"""The words of a statement, and what they and the words above them name. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from names.recognise import recognise_passage
from retrieval.statements.model import Statement, StatementNames


def words_of(text: str, statement: Statement) -> str:
    """The statement's own words in the text of its document: the claim, then its limits."""
    return " ".join(text[start:end].strip() for start, end in sorted(statement.spans))


def words_above(title: str, statement: Statement) -> str:
    """What the statement stands under: the title of its document, then its heading."""
    return f"{title}. {statement.heading}"


def names_of(title: str, text: str, statements: Sequence[Statement]) -> tuple[StatementNames, ...]:
    """What each statement names, of a document of this title and text."""
    return tuple(
        StatementNames(
            inside=names_in(words_of(text, each)), above=names_in(words_above(title, each))
        )
        for each in statements
    )


def names_in(text: str) -> tuple[str, ...]:
    """Every name that a passage holds, in the order of the alphabet."""
    mentions = recognise_passage(text).mentions
    return tuple(sorted({name for mention in mentions for name in mention.names}))
