"""What is done with a drug: kept as it is, interrupted, stopped. Of these a sentence may tell none
that no quote tells, where the quotes tell another. Pure.

"It goes on at the full dose" of what is interrupted, "it is stopped" of what is only watched: each
word but the one stands in the quotes, and the one is what is done.
"""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, clauses

_CHANGE = r"(?:dose )?(?:reduction|adjustment|change|interruption|modification)s?"
_KEPT = re.compile(
    r"\b(?:stays?|remains?|goes on|go on|continues?|kept|left) (?:[a-z]+ )?(?:unchanged"
    r"|at (?:the |its |her |his )?(?:full|same|usual))|\bat (?:the |its |her |his )?full dose\b"
    rf"|\b(?:no|without(?: any)?) {_CHANGE}\b|\bneeds? no {_CHANGE}\b|\bunchanged dose\b"
    r"|\b(?:is|are|be) (?:simply )?(?:continued|given|taken) (?:unchanged|as before|as usual)\b"
)
_TELLS_KEPT = re.compile(
    r"\b(?:unchanged|full|usual|standard|same|recommended|starting|normal|regardless|irrespective"
    r"|whatever|continu\w*|kept|no (?:[a-z]+ ){0,3}(?:effect|influence|impact|interactions?"
    r"|changes?"
    r"|adjustments?|reductions?|modifications?|differences?)|without (?:[a-z]+ ){0,2}(?:adjust"
    r"|chang"
    r"|modif|reduc)\w*|not (?:[a-z]+ ){0,3}(?:adjust|chang|modif|reduc|affect|differ|interrupt"
    r"|need|necessary|requir|influenc)\w*|resum\w*|restart\w*|unaffected|similar\w*|comparable"
    r"|need not|unnecessary|not clinically)\b"
)
_STOPPED = re.compile(
    r"\b(?:must|should|has to|have to|is to|are to|needs? to|is"
    r"|are) (?:then )?(?:be )?(?:permanently )?"
    r"(?:stopped|discontinued|ended)\b|\bfor good\b"
)
_TELLS_STOPPED = re.compile(
    r"\b(?:stop\w*|discontinu\w*|permanent\w*|withdr[ae]w\w*|contraindicat\w*|avoid\w*|ceas\w*"
    r"|end(?:s|ed)?|terminat\w*|given up|no longer|not (?:be )?(?:given|used|continued|taken"
    r"|restarted"
    r"|resumed)|off)\b"
)
_PAUSED = re.compile(
    r"\b(?:must|should|has to|have to|is to|are to|needs? to|is"
    r"|are) (?:then )?(?:be )?(?:temporarily )?"
    r"(?:interrupted|paused|withheld|suspended)\b"
)
_TELLS_PAUSED = re.compile(
    r"\b(?:interrupt\w*|paus\w*|withh\w*|held|hold\w*|suspend\w*|delay\w*|stop\w*|discontinu\w*"
    r"|omit\w*|skip\w*|until|resum\w*|postpon\w*|not (?:be )?(?:given|started|taken))\b"
)
_DONE = re.compile(
    r"\b(?:reduc\w*|lower\w*|halv\w*|interrupt\w*|withh\w*|paus\w*|suspend\w*|stop\w*"
    r"|discontinu\w*|avoid\w*|contraindicat\w*|monitor\w*|check\w*|increas\w*|rais\w*|half"
    r"|adjust\w*)\b|\d ?%"
)
_HISTORY = re.compile(r"\b(?:was|were|had|has been|have been|previously|already|if|unless|when)\b")
"""What was done before, or is supposed."""
_RULES = (
    (_KEPT, _TELLS_KEPT),
    (_STOPPED, _TELLS_STOPPED),
    (_PAUSED, _TELLS_PAUSED),
)


def problem_with_untold_action(claim: CitedSentence) -> str:
    """The first action that no quote tells, where each quote tells another."""
    quotes = [quote.words for quote in claim.quotes()]
    if not all(map(_DONE.search, quotes)):
        return ""
    for said, told in _RULES:
        for clause in clauses(claim.sentence.words):
            found = said.search(clause)
            if found is None or _HISTORY.search(clause[: found.start()]):
                continue
            denied = said is not _KEPT and DENIAL.search(clause[: found.start()])
            if not denied and not any(map(told.search, quotes)):
                return f"“{found.group()}” is not what the cited quotes tell to do."
    return ""
