"""Dialysis that is named and not done: "dialysis not needed", "pre-dialysis", "off dialysis"."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    r"(?i)(?:\b(?:pre|off|avoid(?:s|ing)?|prevent(?:s|ing)?|awaiting|near(?:ing)?|approaching"
    r"|refus(?:es|ed|ing)|declin(?:es|ed|ing)|consider(?:ing|ed)?|plan(?:ned|ning)?(?: for)?"
    r"|(?:may|might|will|would|could|soon) (?:need|require)|possibl[ey]|stopped|no longer"
    r"|no longer (?:on|needs?|requires?)|wean(?:ed|ing) (?:off|from)|(?:risk|candidate) (?:of|for)"
    r"|no (?:need|indication) for|without need for|never (?:on|had|needed|required)"
    r"|not (?:needing|requiring|yet on|in need of))"
    r"|(?:\bnot|n['’]t) (?:need|require|want|started|been on|had|have))[\s-]"
    r"(?:(?:an?|any|chronic|acute|long-term|starting|needing|requiring|being on|on"
    r"|ha?emo)[\s-]){0,2}$"
)
_BEHIND = re.compile(
    r"(?i)[\s:(-]{1,2}(?:(?:is|was|are|were|has been|currently|still|so far)\s){0,2}"
    r"(?:not (?:yet|needed|required|necessary|indicated|wanted|started|done|planned|an option)"
    r"|no longer|never|refused|declined|planned|avoided|averted|stopped|discontinued|ended"
    r"|unlikely|considered|to be (?:started|planned|avoided)|\?)"
    r"|\s(?:(?:in|until|till|from|before|for)\s)?[^.;\n]{0,25}?[,;]?\s(?:(?:now|then|until|till"
    r"|before)\s)?"
    r"(?:(?:kidney|renal)\s)?transplant(?:ed)?\s(?:in\s)?(?:(?:19|20)\d\d|last year)"
)
_REACH = 50
"""Characters before the word that are looked at. Chosen by hand: four words."""


def is_not_done(text: str, start: int, end: int) -> bool:
    """Whether dialysis is avoided, refused, planned or over: it is not told to go on."""
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    return bool(before or _BEHIND.match(text, end))
