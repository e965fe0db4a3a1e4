"""Drugs that a question names and no table holds. A statement must have the same word."""

from __future__ import annotations

from functools import lru_cache

from agents.matching.sub_question import StatementContext, SubQuestion
from names.tables import drugs, tokens


def unlisted_drugs(
    asked: SubQuestion, context: StatementContext, *, by_title: bool = True
) -> frozenset[str]:
    """The drugs asked about that no table holds and that the statement's words name. With
    ``by_title`` the title of its document counts, too."""
    unlisted = _in_no_table(asked.drugs, asked.partners)
    if not unlisted:
        return unlisted
    words = f"{context.title} {context.text}" if by_title else context.text
    return unlisted & frozenset(tokens(words.lower()))


@lru_cache(maxsize=500)
def _in_no_table(drugs_asked: frozenset[str], partners: frozenset[str]) -> frozenset[str]:
    """The drugs that no table holds. Cached, because every statement for a question needs the
    same."""
    # Subtracting the table's keys would go through all of them.
    return frozenset(drug for drug in drugs_asked | partners if drug not in drugs())
