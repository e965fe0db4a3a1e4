"""Plain queries for documents, to see that a search reaches every one of them. Pure."""

from __future__ import annotations

import re

LONGEST, SUBJECT = 8, 3
"""Words of a title that somebody might type; a shorter first clause only names a subject."""
SAID_BY_ALL = frozenset({"limits", "status", "what is not here", "how to weigh it", "in practice"})
"""Headings that tell nothing of the document's topic."""

_CLAUSE = re.compile(r"\s+[—–-]\s+|[:;()?]")
_IDENTIFIER = re.compile(r"NCT\d+|\d{4}|[A-Z]{2,}-[A-Z]+\d+-\d+")
_HEADING = re.compile(r"^##\s+(.+)$", re.MULTILINE)


def plain_query(title: str, body: str) -> str:
    """What somebody might type who looks for the document: the beginning of its title without
    identifiers, and the topic of its last section that has one of its own."""
    clauses = [_IDENTIFIER.sub(" ", clause).split() for clause in _CLAUSE.split(title)]
    words = clauses[0]
    if len(words) < SUBJECT:
        words = [*words, *max(clauses[1:], key=len, default=[])]
    headings = [heading.strip().lower() for heading in _HEADING.findall(body)]
    topics = [heading for heading in headings if heading not in SAID_BY_ALL]
    return " ".join([*words[:LONGEST], *topics[-1:]]).lower()
