"""That something is done at once, or for good, where no quote says so; that a choice is left open
where the quotes leave none. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_AT_ONCE = re.compile(
    r"\b(?:at once|immediately(?! (?:after|before|following|preceding|prior|adjacent))"
    r"|straight away|right away|without delay|on the spot|instantly)\b"
)
_TELLS_AT_ONCE = re.compile(
    r"\b(?:at once|immediate\w*|straight away|prompt\w*|urgent\w*|without delay|right away"
    r"|first sign|emergenc\w+|as soon|simultaneous\w*|same time|single"
    r"|one (?:infusion|session|dose)|together|concurrent\w*)\b"
)
_WITHOUT_WAIT = re.compile(
    r"\b(?:as soon as|immediately after|right after|directly after|straight after)\b[^,;.]{0,40}?"
    r"\b(?:stopp\w+|end(?:s|ed)|last dose|discontinu\w+|finish\w*|over)\b"
)
_WAIT = re.compile(
    r"\b(?:for|until) (?:at least )?(?:\d+|one|two|three|four|six) (?:months?|weeks?|days?) after\b"
)
_FOR_GOOD = re.compile(
    r"\b(?:for good|permanently|forever|for life|lifelong|life long|never (?:again|to be)"
    r"|irreversibl[ey])\b"
)
_TELLS_FOR_GOOD = re.compile(
    r"\b(?:permanent\w*|for good|forever|for life|life ?long|irreversibl\w*|never|indefinit\w*"
    r"|not (?:be )?(?:resum|restart|reintroduc|rechalleng|repeat)\w*|contraindicat\w+)\b"
)
_LEFT_OPEN = re.compile(
    r"\b(?:(?:at|to|in) (?:the )?(?:[a-z]+'?s? ){0,2}(?:discretion|judge?ment)"
    r"|leaves? (?:it |this )?(?:open|to)|up to the|a matter of (?:choice|preference|taste)"
    r"|optional)\b"
)
_TELLS_OPEN = re.compile(
    r"\b(?:discretion\w*|judge?ment|individual\w*|may|can|could|consider\w*|options?|optional"
    r"|shared|prefer\w*|choice|choose|chosen|open|allow\w*|permit\w*|accept\w*|discuss\w*|decide\w*"
    r"|decision|case by case|or)\b"
)
_FIRM = re.compile(
    r"\b(?:contraindicat\w+|must|should|avoid\w*|advis\w+|recommend\w*|not (?:be )?(?:given|used)"
    r"|withheld|discontinued)\b"
)


def problem_with_immediacy(claim: CitedSentence) -> str:
    """The first "at once" or "for good" that none of its sources says."""
    told = " ".join(f"{each.quote.words} {each.about.words}" for each in claim.sources)
    text = claim.sentence.words
    for said, known in ((_AT_ONCE, _TELLS_AT_ONCE), (_FOR_GOOD, _TELLS_FOR_GOOD)):
        found = said.search(text)
        if found and not known.search(told) and not re.search(r"\bnot\b", text):
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""


def problem_with_no_wait(claim: CitedSentence) -> str:
    """Whether it lets begin at the end of a treatment what the quotes let wait for some time."""
    text = claim.sentence.words
    found = _WITHOUT_WAIT.search(text)
    if found is None or any(figure.unit for figure in claim.sentence.figures):
        return ""
    if re.search(r"\bnot?\b", text) or not any(_WAIT.search(q.words) for q in claim.quotes()):
        return ""
    return "The cited quotes give a time to wait."


def problem_with_left_open(claim: CitedSentence) -> str:
    """Whether it leaves to somebody's choice what the quotes advise or forbid."""
    found = _LEFT_OPEN.search(claim.sentence.words)
    quotes = [quote.words for quote in claim.quotes()]
    if found is None or re.search(r"\bnot?\b", claim.sentence.words):
        return ""
    if any(map(_FIRM.search, quotes)) and not any(map(_TELLS_OPEN.search, quotes)):
        return f"“{found.group()}” does not stand in the cited quotes."
    return ""
