"""Markers that a text only suspects, wants to exclude or is going to test: "rule out ALK fusion",
"EGFR mutation testing planned", "hoping for BRAF V600E"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from names.clinical.markers.later_states import Correction
from names.clinical.markers.lexing import MarkerToken
from names.clinical.markers.neighbours import NAMING_KINDS

BEFORE = re.compile(
    r"(?i)\b(?:rule out|ruling out|r/o|to exclude|(?:can ?not|can['’]t|could not|couldn['’]t)"
    r" (?:be )?(?:excluded?|rule(?:d)? out)|suspect(?:s|ed|ing)?|suspicio(?:n (?:of|for)|us for)"
    r"|possib(?:le|ly)|probabl[ey]|presum(?:ed|ably)|query|queried|hop(?:e|es|ing) (?:for|to find)"
    r"|look(?:s|ing)? for|search(?:ing)? for|screen(?:ing|ed)? for|check(?:ing|ed)? for"
    r"|(?<!been )(?:re-?)?test(?:s|ing|ed)? (?:(?!pos|neg)\w+ )?for|assess(?:ed|ing)? for|sent for"
    r"|likely|supposedly|allegedly|(?:thought|believed|assumed|felt|considered|said) to (?:have"
    r"|be|carry"
    r"|harbou?r)(?: an?)?)\s$"
)
"""Right before a marker."""
BEHIND = re.compile(
    r"(?i)\s(?:(?:is|was|were|are|still|only|being|be) ){0,2}"
    r"(?:suspected|possible|probable|likely|presumed|questionable|assumed"
    r"|(?:can ?not|can['’]t|could not|couldn['’]t) (?:yet )?be (?:excluded|ruled out)"
    r"|not (?:yet |been )?(?:excluded|ruled out)"
    r"|I (?:think|believe|guess)|supposedly|allegedly|to be confirmed|tbc"
    r"|needs? (?:to be )?confirm\w*"
    r"|planned|scheduled|ordered|requested|sent|false[\s-](?:positive|negative)|reported in error"
    r"|(?:an? )?art[ei]fact\w{0,3})"
    r"(?=\s?(?:[.,;:)?\n]|$)|\s(?:by|on|in|and|but)\b)"
)
"""Right behind a marker."""
ASKED = re.compile(r"\s?\?")
ASKED_OF_TEST = re.compile(
    r"(?i)\s?\?{1,2}\s\(?(?:IHC|D?ISH|FISH|NGS|PCR|repeat|re-?test\w{0,3}|pending|awaited|awaiting|sent"
    r"|to be|unclear|unknown|not yet)\b"
)
"""Behind a finding that is asked about, and which test is to tell."""
ADJECTIVES = re.compile(r"(?i)(?:suspected|possible|probable|presumed|likely)\s$")
""""Suspected a, b" says nothing of b."""
HEDGES = re.compile(
    r"(?i)(?:possib|probabl|presum|likely|supposedly|allegedly|(?:thought|believed|assumed|felt"
    r"|considered|said) to)"
)
"""Of those words the ones that doubt a state itself."""
CONFIRMED = re.compile(
    r"(?i)[^.;?!\n]{0,40}?\b(?:confirmed|proven|verified|validated|now (?:positive|pos|negative"
    r"|neg))\b"
)
LONGEST = 40
"""Characters before a marker in which such words stand; the longest have 28. By hand."""
PASSED = ("filler", "event", "test", "origin", "class", "loss", "level")
FOUND = ("positive", "pos", "detected", "found", "present", "identified", "confirmed", "yes")


def doubts(text: str, tokens: Sequence[MarkerToken]) -> Iterator[Correction]:
    """The markers that are not said to be there, each as a correction of what is read of it."""
    listed = False
    for place, token in enumerate(tokens):
        if token.kind not in NAMING_KINDS:
            listed = listed and (token.kind in PASSED or token.kind == "link")
            continue
        before = _before(text, tokens, place)
        said = _is_said_behind(tokens, place)
        said = said and not (before is not None and _is_hedged(text, tokens, place, before))
        doubted = listed or before is not None
        listed = (listed or (before is not None and not ADJECTIVES.search(before))) and not said
        if (doubted and not said) or _is_doubted_behind(text, tokens, place):
            yield Correction(token.start + 1, "unknown")


def _before(text: str, tokens: Sequence[MarkerToken], place: int) -> str | None:
    """The words of doubt before a marker."""
    while True:
        at = tokens[place].start
        match = BEFORE.search(text, max(0, at - LONGEST), at)
        # "Likely pathogenic" is how sure a laboratory is of what it has found.
        if match and not (
            tokens[place].kind in ("event", "origin") and ADJECTIVES.match(match.group())
        ):
            return match.group()
        place -= 1
        if place < 0 or tokens[place].kind not in PASSED:
            return None


def _is_hedged(text: str, tokens: Sequence[MarkerToken], place: int, before: str) -> bool:
    """Whether the state behind a marker is what the words before it doubt: "supposedly ALK+". A
    test that was looked for and came back has one: "tested for ALK: positive"."""
    if not HEDGES.match(before):
        return False
    return not CONFIRMED.match(text, tokens[place].end)


def _is_said_behind(tokens: Sequence[MarkerToken], place: int) -> bool:
    """Whether its result follows: "tested for ALK fusion: positive"."""
    for token in tokens[place + 1 : place + 8]:
        if token.kind in ("plus", "minus", "absent", "uncertain"):
            return True
        if token.kind == "present":
            return token.text.lower() in FOUND
        if token.kind not in (*PASSED, *NAMING_KINDS) and token.text != ":":
            return False
    return False


_OPENS = re.compile(r"(?:[,;.(]\s?|\b(?:pt|patient)\s)$")


def _is_alone(text: str, token: MarkerToken) -> bool:
    """ "Colon cancer, dMMR?": whether a state that is asked about is all that its clause has."""
    of_state = token.names in (("MSI",), ("TMB",)) and bool(token.state)
    return of_state and _OPENS.search(text, max(0, token.start - 9), token.start) is not None


def _is_doubted_behind(text: str, tokens: Sequence[MarkerToken], place: int) -> bool:
    named = place
    asked = ASKED.match(text, tokens[place].end)
    if asked and (tokens[place].names == ("HRD",) or _is_alone(text, tokens[place])):
        return True
    while place < len(tokens):
        if BEHIND.match(text, tokens[place].end) or ASKED_OF_TEST.match(text, tokens[place].end):
            return True
        if tokens[place].kind == "plus" and ASKED.match(text, tokens[place].end):
            return named == 0 or tokens[named - 1].kind in ("link", "end", "open")
        place += 1
        if place == len(tokens) or tokens[place].kind not in (*PASSED, "plus", "present"):
            return False
    return False
