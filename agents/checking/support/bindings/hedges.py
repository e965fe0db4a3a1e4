"""What is said of some, or with reserve, told of all or for certain. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems
from agents.checking.support.reading.words import stems_of
from names.recognise import recognise_passage

_RESERVED = re.compile(
    r"\b(?:(?:may|might|could) (?:(?:also|well|still|[a-z]{3,12}ly) ){0,2}"
    r"(?:be (?:associated|linked|related|due|useful|beneficial)"
    r"|improve|reduce|increase|prolong|lower|raise|benefit|lead|have|help|cause)"
    r"|some evidence|suggest(?:s|ed|ing)? (?:that|an?|it)|appear(?:s|ed)? to|seem(?:s|ed)? to|trend"
    r"|hypothesi[sz]ed)\b"
)
_HEDGE = re.compile(
    r"\b(?:may|might|could|can|suggest\w*|possib\w+|appears?|appeared|seems?|seemed|evidence|likely"
    r"|potential\w*|perhaps|trend\w*|hypothes\w+|associat\w+|link\w*|correlat\w+|indicat\w+|should"
    r"|whether|consider\w*|limited|preliminary|risk|warns?|watch\w*|monitor\w*|reported"
    r"|observed|possible)\b"
)
_ASSERTS = re.compile(
    r"\b(?:improv(?:es|ed)|reduc(?:es|ed)|increas(?:es|ed)|prolong(?:s|ed)|lower(?:s|ed)"
    r"|rais(?:es|ed)"
    r"|benefits?|benefited|works?|worked|effective|leads? to|led to|helps?|helped|is superior)\b"
)
_UNDECIDED = re.compile(
    r"\b(?:not (?:yet )?(?:known|clear|established|certain)|unknown|unclear|uncertain|undetermined)"
    r" (?:whether|if)\b"
)
_SINGLE = re.compile(
    r"\b(?:an?|one|single) (?:[a-z]+ ){0,2}(?:patient|case|woman|man|child)\b|\bcase report\b"
)
_ESTABLISHED = re.compile(
    r"\b(?:established|standard|proven|effective|works|known to|reliabl\w+|consistent\w*"
    r"|routinely)\b"
)
_ONLY = re.compile(r"\bonly (?P<what>[a-z-]{5,25}) (?P<verb>has|is|was|had|showed|gave|received)\b")
_NEEDED = re.compile(
    r"\b(?:must|should|has to|have to|needs? to|is|are) (?:first )?be(?:en)? (?:tested|checked"
    r"|measured|monitored|confirmed|examined|determined)\b|\b(?:testing|test|confirmation) is"
    r" (?:needed|required|mandatory)\b"
)
_SPARED = re.compile(
    r"\b(?:without|no need (?:for|of)|unnecessary|superfluous|not? (?:needed|required|necessary))\b"
    r"(?P<what>[^,;.]{0,40})"
)
_WHATEVER = re.compile(
    r"\b(?:whatever|regardless of|irrespective of|independent(?:ly)? of|no matter)\b"
)
_OF_ANY = re.compile(
    r"\b(?:what|wher|which|who)ever\b|\b(?:regardless|irrespective|independent(?:ly)?|any|all"
    r"|both|every|each|either|whole|overall|unselected|tumou?r-agnostic|agnostic|no matter"
    r"|not limited|with (?:and|or) without"
    r"|with or with no|similar|consistent(?:ly)?|across|no (?:effect|influence|difference"
    r"|interaction))\b|\b(?:positive|mutated|high) (?:or|and) (?:negative|wild|low)"
)
_WITHOUT = re.compile(r"\b(?:without|with no)\b")
_DIFFERS = re.compile(
    r"\b(?:not|no) (?:statistically )?(?:significant\w*|benefit|longer|improve\w*)"
    r"|\b(?:did|was|were|does) not\b"
)
_OVERALL = re.compile(
    r"\b(?:in|of|among) (?:all|the (?:overall|whole|entire)) (?:randomi[sz]ed )?(?:patients"
    r"|population|women|men)\b[^,;.]{0,30},? of whom (?P<some>(?:[^,;.]|\.(?=\d)){3,60})"
)
_RESTRICTS = re.compile(r"\b(?:in|among|for|with|of) (?P<whom>[^,;.]{3,60})")
_WHOLE = re.compile(r"\b(?:all|overall|whole|entire|every|regardless|intention)\b")


def problem_with_reserve(claim: CitedSentence) -> str:
    """Whether it is more certain, or of more or of other people, than every quote."""
    text, quotes = claim.sentence.words, [quote.words for quote in claim.quotes()]
    reserved = all(_RESERVED.search(quote) and not claim.sentence.figures for quote in quotes)
    if reserved and _ASSERTS.search(text) and not _HEDGE.search(text) and not DENIAL.search(text):
        return "It is more certain than the cited quotes."
    undecided = all(_UNDECIDED.search(quote) for quote in quotes)
    if undecided and not _HEDGE.search(text) and not DENIAL.search(text):
        return "The cited quotes leave open what it says."
    if all(_SINGLE.search(quote) for quote in quotes) and _ESTABLISHED.search(text):
        return "The cited quotes tell of a single patient."
    return (
        _problem_with_only(claim)
        or _problem_with_spared(claim)
        or _problem_with_whole(claim)
        or _problem_with_whatever(claim)
    )


def _problem_with_only(claim: CitedSentence) -> str:
    """Whether it says of one drug what a quote says only of another."""
    for quote in claim.quotes():
        for found in _ONLY.finditer(quote.words):
            one = recognise_passage(found["what"]).names("drug")
            others = claim.sentence.drugs - one
            denies = DENIAL.search(claim.sentence.words) or "only" in claim.sentence.words
            same = re.search(rf"\b{found['verb']}\b", claim.sentence.words)
            apart = one and others and others <= quote.drugs and not one & claim.sentence.drugs
            if apart and same and not denies:
                return f"The cited quotes say this only of {min(one)}."
    return ""


def _problem_with_spared(claim: CitedSentence) -> str:
    """Whether it does without a test that every quote asks for."""
    found = _SPARED.search(claim.sentence.words)
    if found is None or not all(_NEEDED.search(quote.words) for quote in claim.quotes()):
        return ""
    what = telling_stems(stems_of(found["what"]))
    told = frozenset().union(*(quote.stems for quote in claim.quotes()))
    is_test = re.search(r"\b(?:test|check|confirm|measur|monitor|examin|determin)", found["what"])
    if what & told and is_test and not any(DENIAL.search(q.words) for q in claim.quotes()):
        return "It does without what the cited quotes ask for."
    return ""


def _problem_with_whatever(claim: CitedSentence) -> str:
    """Whether it says of whatever state what the quotes tell of one."""
    if not _WHATEVER.search(claim.sentence.words):
        return ""
    if any(_is_of_any(quote.words) for quote in claim.quotes()):
        return ""
    return "The cited quotes do not tell this whatever the state."


def _is_of_any(quote: str) -> bool:
    """Whether a quote tells of more states than one, and the same of them."""
    of_both = _WITHOUT.search(quote) and not _DIFFERS.search(quote)
    return bool(_OF_ANY.search(quote) or of_both)


def _problem_with_whole(claim: CitedSentence) -> str:
    """Whether it tells of a part of the patients what a quote tells of all, "of whom" they are."""
    if len(claim.sources) != 1 or _WHOLE.search(claim.sentence.words):
        return ""
    found = _OVERALL.search(claim.sources[0].quote.words)
    if found is None or any(f.value in found["some"] for f in claim.sentence.figures):
        return ""
    some = telling_stems(stems_of(found["some"]))
    rest = stems_of(claim.sources[0].quote.words.replace(found.group(), " "))
    for whom in _RESTRICTS.finditer(claim.sentence.words):
        if telling_stems(stems_of(whom["whom"])) & (some - rest):
            return "The cited quotes tell this of all patients."
    return ""
