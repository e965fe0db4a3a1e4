"""Lines that say of all below them that it is there or is not: "Not detected" above a list; lines
that go on with a sentence of the line above."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from retrieval.reports.lines import TextLine
from retrieval.reports.variant_names import leading_gene

_STATE = re.compile(
    r"(?i)(?:(?:not |un)?(?:detected|identified|found|present)|positives?|negatives?|absent"
    r"|suspected|equivocal|indeterminate|inconclusive|pending|failed|wild[- ]?type)"
    r"(?: \([^()]{1,40}\))?(?P<colon> ?:)?"
)
_LEADS = re.compile(
    r"(?i)(?:[^:.]{0,60}\b(?:not (?:detected|identified|found|present|seen)|undetected|absent"
    r"|negative for|no evidence of|such as|covers|covered|(?:looked|screened|searched|tested) for)"
    r"(?: [\w-]{1,15}){0,4}) ?:"
)
"""Before a list of what was not found, or of what could be."""
_FOLLOWING = re.compile(
    r"(?i)(?:the following|these|all of the following|the [a-z]{4,12} below)\b[^:.|]{0,50}"
    r"\b(?:found|detected|identified|present|seen|absent|negative)(?: in [^:.|]{1,40})?:?"
)
"""Says of the lines below whether they are there: "The following were NOT found"."""
_GOES_ON = re.compile(
    r"(?i)(?<![\w>/.-])(?:no|not|nor|neither|of|the|in|for|with|without|an?|by|to|from|whether|if"
    r"|than)$"
)
"""The base at the end of "c.209+5G>A" is no such word."""
NEAR = 3
"""Lines around it in which its neighbours are looked for. Chosen by hand: empty lines."""
_LISTED = re.compile(r"[-*•‣–▪] ?")


@dataclass(frozen=True, slots=True)
class LineRoles:
    """What lines are to those around them, by where they begin."""

    states: Mapping[int, bool] = field(default_factory=dict)
    """Where "Not detected" alone heads the lines below it, and whether that is sure."""
    going_on: frozenset[int] = frozenset()
    """Lines above which a sentence ends with a word that needs another: "no evidence of"."""


NO_ROLES = LineRoles()


def roles_of(lines: Sequence[TextLine]) -> LineRoles:
    """The roles of the lines of a report."""
    joined = frozenset(
        line.start
        for above, line in pairwise(lines)
        if not above.is_row and _GOES_ON.search(above.words)
    )
    return LineRoles(_state_headings(lines), joined)


def _state_headings(lines: Sequence[TextLine]) -> dict[int, bool]:
    """Where the lines begin that hold such a word alone and head what follows, and whether that is
    sure. Right below a gene it may be the value of that one."""
    found = {}
    for number, line in enumerate(lines):
        if not line.is_row and _LEADS.fullmatch(line.words) and _has_list(lines, number):
            found[line.start] = True
        if not line.is_row and _FOLLOWING.fullmatch(line.words):
            found[line.start] = True
        match = None if line.is_row else _STATE.fullmatch(line.words)
        if match and (is_sure := _heads(lines, number, has_colon=bool(match["colon"]))) is not None:
            found[line.start] = is_sure
    return found


def _has_list(lines: Sequence[TextLine], number: int) -> bool:
    below = (each.words for each in lines[number + 1 : number + 1 + NEAR])
    return _LISTED.match(next(filter(None, below), "")) is not None


def _heads(lines: Sequence[TextLine], number: int, *, has_colon: bool) -> bool | None:
    """Whether the line surely heads those below it; None for one that does not."""
    above = [each.words for each in lines[max(0, number - NEAR) : number]]
    below = [each.words for each in lines[number + 1 : number + 1 + NEAR]]
    behind = next(filter(None, below), "")
    before = next(filter(None, reversed(above)), "")
    is_list = _LISTED.match(behind) and not _LISTED.match(lines[number].words)
    if has_colon or is_list or leading_gene(before) is None:
        return True
    if above[-1] or not (below and below[0]):
        return None
    return False
