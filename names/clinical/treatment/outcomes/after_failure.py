"""What follows a treatment that failed: it is planned, or goes on, and has not failed, too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from names.clinical.treatment.agents import Agent
from names.clinical.treatment.outcomes.therapy_outcomes import are_joined
from names.clinical.values import TherapyOutcome

_FAILED = frozenset(("progressed", "intolerant"))
_OVER = _FAILED | {"given", "completed"}
_STILL = re.compile(
    r"(?i)(?:[\s(,–-]{1,3}(?:(?:is|2L|3L|second[\s-]line|third[\s-]line|C\d{1,2}),?\s){0,2}"
    r"(?:ongoing|on-going|continu(?:es|ed|ing)\b|goes on\b)"
    r"|[\s(–-]{1,3}(?:(?:is|2L|3L|C\d{1,2}),?\s){0,2}(?:stable\b|respon(?:ding|se)"
    r"|with (?:good |partial )?(?:response|PR|CR)|well tolerated|tolerated well"
    r"|since (?:\d[\d/.]*|[a-z]{3,9}(?=\s?(?:[\d,.;)]|$|with\b)))"
    r"|(?:now|current(?:ly)?|(?-i:CR|PR|SD))(?=\s?(?:[,.;)]|$|today|ongoing)))"
    r"|\s\((?-i:C)\d{1,2}(?=\)))(?![\w/])"
)
"""Behind the one that follows and goes on: "PD on A, B ongoing"."""
_CONTINUES = re.compile(
    r"(?i)\s[(–-]?(?:(?:is|was|still|alone|mono)\s){0,2}(?:ongoing|on-going|continu(?:es|ed|ing)"
    r"|goes on|started(?!\s(?:then|and))|current(?:ly)?\b(?!\s\w)"
    r"|since (?:\d[\d/.]{0,9}|[a-z]{3,9}))(?![\w/])"
)
"""Behind one beside another that is over: "ribociclib stopped, letrozole continues"."""
_CYCLE = re.compile(r"\s[Cc]\d{1,2}(?=\s?(?:[.;,]|$))")
"""Behind the one that follows, by its cycle: "progressed on A, B C2"."""
_ENDS_LATER = re.compile(
    r"(?i)[^.;\n]{0,60}?\b(?:PD|POD|progress\w*|relaps\w*|recurr\w*|fail\w*|then|until|to \d"
    r"|but|stopped|refractory)\b"
)
"""Behind that: it went on until it failed, too."""
_TO_COME = re.compile(
    r"(?i)[\s(–-]{1,3}(?:(?:is|was|are|were|being|has been|have been|now)\s){0,2}"
    r"(?:planned|requested|proposed|suggested|recommended|considered|wanted|approved|applied for"
    r"|pending|scheduled|next(?!\s(?:line|step|option|treat|therap)|\s?\?)\b|started|starts?\b"
    r"|starting|begun|initiated|from (?:next|tomorrow)|effusion)"
)
"""Behind the one that follows and is to come or has just begun: "PD on THP; T-DXd planned"."""


def outcome_behind_failure(
    text: str,
    agents: Sequence[Agent],
    found: list[TherapyOutcome | None],
    outcome: TherapyOutcome | None,
) -> TherapyOutcome | None:
    """The outcome of the treatment behind those of ``found``, which a list gives the failure of the
    one before it. None where it is to come: then those that it is joined to lose theirs, too."""
    place = len(found)
    if outcome not in _OVER:
        return outcome
    first = place
    while first and are_joined(text, agents[first - 1].end, agents[first].start):
        first -= 1
    follows = first > 0 or text[: agents[0].start].rstrip().endswith((",", ";"))
    goes_on = _CONTINUES if outcome == "given" else _STILL
    still = goes_on.match(text, agents[place].end) or _STILL.match(text, agents[place].end)
    still = still or (
        _CYCLE.match(text, agents[place].end) if _is_other(text, agents, place) else None
    )
    still = still if follows else None
    if still and not _ENDS_LATER.match(text, still.end()):
        found[first:] = ["current"] * (place - first)
        return "current"
    if outcome not in _FAILED:
        return outcome
    to_come = _TO_COME.match(text, agents[place].end) if follows else None
    if to_come and not _ENDS_LATER.match(text, to_come.end()):
        found[first:] = [None] * (place - first)
        return None
    return outcome


def _is_other(text: str, agents: Sequence[Agent], place: int) -> bool:
    """Whether only a comma parts it from the one before, which no cycle is told of."""
    first = place
    while first and are_joined(text, agents[first - 1].end, agents[first].start):
        first -= 1
    return first > 0 and not text[agents[first - 1].end : agents[first].start].strip(" ,;")
