"""Sentences that say themselves whom something is not for. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.words import is_neutral, stems_of

_EXCLUDES = re.compile(
    r"\b(?:outside|beyond|not|nor|never|neither|exclud\w*|except|rather than)\b|\bno\b(?! longer)"
)
_ALSO = re.compile(r"\b(?:not only|also|even|too|as well|either way|unless|whether or not)\b")
_CLAUSE = re.compile(r"[;:]|,(?!\d)|\b(?:but|while|whereas|although|and)\b")


def excludes_group(text: str, group: str, needed: str, offers: re.Pattern[str]) -> bool:
    """Whether a clause names a group of patients and says once that it is left out: "node-negative
    disease is outside this recommendation". ``needed``: who is meant instead, the only ones for
    whom another clause may speak of what ``offers``."""
    named = frozenset(s for s in stems_of(group.lower()) if not is_neutral(s) or s.isdigit())
    told = text.lower()
    if not named or _ALSO.search(told):
        return False
    clauses = _CLAUSE.split(told)
    own = stems_of(needed.lower()) - stems_of(group.lower())
    on_group = [each for each in clauses if named <= stems_of(each)]
    others = (each for each in clauses if each not in on_group and offers.search(each))
    return (
        bool(on_group)
        and all(len(_EXCLUDES.findall(each)) == 1 for each in on_group)
        and all(own & stems_of(each) for each in others)
    )
