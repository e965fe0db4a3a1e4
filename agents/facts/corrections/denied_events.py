"""Adverse events that a message says were never there: "neuropathy: none"."""

from __future__ import annotations

import re

from names.clinical.grammar.sentences import is_asked_from
from names.clinical.toxicities import TABLE
from names.tables.phrases import find_phrases

_NONE = re.compile(
    r"(?i)\s?(?:[:=–-]\s?|(?:is|was)\s)?(?:none|nil|absent)\b(?=\s?(?:[,.;)!\n]|$|at all\b))"
)
_OVER = re.compile(r"(?i)\b(?:now|currently|today|any ?more|recurr\w{2,5}|since|left|resolved)\b")
"""Words of an event that is over: that it was there still counts."""
REACH = 30
"""Characters around a denial in which it may be told to be over. Chosen by hand."""


def events_denied(text: str) -> frozenset[str]:
    """The names of the events that a message denies outright, and that are not only over."""
    return frozenset(
        each.name
        for each in find_phrases(text, TABLE)
        if _NONE.match(text, each.end)
        if not _OVER.search(text, max(0, each.start - REACH), each.end + REACH)
        if not is_asked_from(text, each.end)
    )
