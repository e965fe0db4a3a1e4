"""Advice made stronger or weaker than it is: a ban where nobody forbids, an option where somebody
recommends. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_BANS = re.compile(
    r"\b(?:is|are|be|as|being|strictly|absolutely) (?:contraindicated|forbidden|prohibited"
    r"|banned)\b"
    r"|\bcontraindicates?\b|\bforbids?\b|\bprohibits?\b|\bmust not\b|\bmay not be\b"
)
_SPEAKS_AGAINST = re.compile(
    r"\b(?:contraindicat\w*|avoid\w*|must not|should not|may not|can ?not|not (?:be )?(?:given"
    r"|used|taken"
    r"|combined|recommended|advised|started|indicated|offered|eligible|for)|forbid\w*|forbidden"
    r"|prohibit\w*|never|discontinu\w*|withh[eo]ld\w*|stop\w*|against|do not|does not|ineligible"
    r"|excluded?|unsuitable|limitations? of use|unless|no (?:longer )?(?:use|indication)|only)\b"
)
_ONLY_LISTS = re.compile(
    r"\b(?:merely|only|just|simply|no more than) (?:lists?|listed|mentions?|mentioned|allows?"
    r"|allowed|considers?|names?"
    r"|permits?|accepts?|(?:an|one) option|optional)\b"
    r"|\b(?:leaves?|left|keeps?|makes?) (?:[a-z0-9-]+ ){1,6}(?:optional|to (?:choice"
    r"|discretion)|open)\b"
    r"|\b(?:is|are|as) (?:merely |only |just )?(?:optional|one (?:of (?:the"
    r"|several) )?options?(?: among)?"
    r"|one option among)\b|\bdoes not (?:go as far as|insist)\b"
    r"|\b(?:allows?|permits?|lists?|considers?|accepts?) [^;.]{3,80} but (?:does not"
    r"|stops short of)"
    r" recommend\w*"
)
_FIRM = re.compile(
    r"\b(?:recommends?|recommended|advises?|advised|should|must|prefers?|preferred|requires?"
    r"|is to be"
    r"|are to be|standard|(?:has|have|needs?) to|mandatory|obligatory|essential|indispensable"
    r"|belongs? (?:before|in|into|to) (?:the|every|any|each))\b"
)
_WEAK = re.compile(
    r"\b(?:options?|optional|may|can|could|might|consider\w*|allow\w*|permit\w*|list(?:s|ed)?"
    r"|mention\w*|accept\w*|suggest\w*|reasonable|possible|alternativ\w*|either|not recommend\w*"
    r"|selected|individual\w*)\b"
)


def problem_with_firmness(claim: CitedSentence) -> str:
    """Whether it forbids what no quote speaks against, or makes an option of a recommendation."""
    text = claim.sentence.words
    quotes = [quote.words for quote in claim.quotes()]
    bans = _BANS.search(text)
    if (
        bans
        and not DENIAL.search(text[: bans.start()])
        and not any(map(_SPEAKS_AGAINST.search, quotes))
    ):
        return f"“{bans.group()}” does not stand in the cited quotes."
    weak = _ONLY_LISTS.search(text)
    recommends = all(map(_FIRM.search, quotes)) and not any(map(_WEAK.search, quotes))
    if weak and recommends and not DENIAL.search(text[: weak.start()]):
        return f"The cited quotes recommend it: “{weak.group()}” says less."
    return ""
