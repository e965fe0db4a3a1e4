"""What stands at the beginning of a line or of a document: the mark of a footnote, and that the
document was replaced. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

RAISED = "¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉ"
SIGNS = r"[*†‡§]{1,3}"
LONGEST_MARK = 4
"""Characters on a line before its words in which a mark stands: "(a)". Chosen by hand."""
_BEGINS = re.compile(
    rf"[([]?(?P<mark>{SIGNS}|[a-h1-9](?=[).:\]]|\s?\n)|[a-h](?= ))[).:\]]?\s"
    rf"|(?P<close>[{RAISED}])|(?i:note) (?P<named>[a-h1-9])\b"
)


def mark_of_line(before: str, words: str) -> str:
    """The mark of a footnote that a line begins with. ``before``: what stands on the line before
    the words, such as the mark of an item."""
    before = before.strip()
    if len(before) > LONGEST_MARK:
        return ""
    match = _BEGINS.match(f"{before} {words}" if before else words)
    told = match and (match["mark"] or match["close"] or match["named"])
    return plain_mark(told or "")


def plain_mark(mark: str) -> str:
    """A mark as it is written where it is not raised."""
    return unicodedata.normalize("NFKC", mark).lower()


LONGEST_BEGIN = 600
"""Characters at the beginning of a document in which it says whether it holds. Chosen by hand."""
_ENDED = (
    r"(?:superseded|retired|withdrawn|obsolete|archived|outdated|out of date|replaced"
    r"|no longer (?:valid|in use|in force|current)|(?:kept )?for (?:audit|reference) only)"
)
_SAYS_ENDED = re.compile(
    r"(?i)\W{0,6}(?:(?:this|the present) (?:\w+ ){1,3})?(?:(?:is|was|has been) )?(?:now )?"
    rf"{_ENDED}"
    r"(?:,? (?:by|with|since|on|from|as of|in|and|kept) [^.!?]{1,100})?[.!]?"
)
"""A sentence by which a document says that it does not hold any more. One that names another
version ("Rev C is retired") is on that."""
_ENDED_IN_TITLE = re.compile(r"(?i)(?<!replaces )\b(?:superseded|retired|obsolete|archived)\b")


def says_ended(title: str, sentences: Iterable[str]) -> bool:
    """Whether a document says of itself that it was replaced, in its title (or its first line) or
    in one of the first sentences."""
    return bool(_ENDED_IN_TITLE.search(title)) or any(map(_SAYS_ENDED.fullmatch, sentences))
