"""Which of two things is more, longer, better or worse: turned round, it is a lie. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.checking.support.reading.affirmations import parts_of
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.negations import telling_stems
from agents.checking.support.reading.words import stems_of

_MEANINGS = {
    "more": ("much", 1), "higher": ("much", 1), "greater": ("much", 1), "larger": ("much", 1),
    "less": ("much", -1), "lower": ("much", -1), "fewer": ("much", -1), "smaller": ("much", -1),
    "longer": ("long", 1), "shorter": ("long", -1),
    "better": ("good", 1), "superior": ("good", 1), "worse": ("good", -1), "inferior": ("good", -1),
    "severer": ("severe", 1), "milder": ("severe", -1),
    "commoner": ("often", 1), "rarer": ("often", -1),
    "earlier": ("early", 1), "sooner": ("early", 1), "later": ("early", -1),
    "stronger": ("strong", 1), "weaker": ("strong", -1),
    "rather": ("choice", 1), "preferred": ("choice", 1), "prefers": ("choice", 1),
    "ahead": ("choice", 1),
}  # fmt: skip
"""A comparative → what it compares, and its direction."""
_ADJECTIVES = {
    "severe": "severe", "serious": "severe", "common": "often", "commonly": "often",
    "often": "often", "frequent": "often", "frequently": "often", "effective": "good",
    "active": "good", "toxic": "toxic", "likely": "likely", "strict": "strict",
    "sensitive": "sensitive",
    "resistant": "resistant",
}  # fmt: skip
"""What "more" and "less" compare before these words."""
_FRAME = re.compile(
    rf"\b(?P<word>{'|'.join(_MEANINGS)})(?! than (?:doubl|tripl|quadrupl|halv|twice|half|[\d<>]))"
    rf"(?: (?:often |clearly )?(?P<adjective>{'|'.join(_ADJECTIVES)}))?\b"
    r"(?P<object>[^,;.]{0,60}?)\b(?:than|over|to|of)\b(?P<behind>[^,;.]{3,120})"
)
_NOT_THE_OTHER = re.compile(
    r"(?P<first>[^,;.]{3,80}),? (?:but |and )?(?<=[, ])(?:(?<=, )|(?<=but )"
    r"|(?<=and ))not (?:an? |the )?(?P<second>[^,;.]{3,60})"
)
_GRADED = re.compile(
    r"\b(?<!no )(?<!not )(?P<word>more|less|fewer|higher|lower|longer|shorter|larger|smaller)"
    r" (?P<what>often|frequently|closely|strictly|severely|exposure|doses?|risk|survival"
    r"|response)\b"
)
_BEHIND = re.compile(r" (?:in|with|on|at|for|among|when|of) ")
_LEADING = re.compile(r"^ ?(?:in|with|on|for|among|under) ")
_DENIED = re.compile(r"\b(?:not?|never|neither|nor|without)\b[^,;.]{0,25}$")
_FAVOURS = re.compile(r"\b(?:in favou?r of|favou?r(?:s|ed|ing)?) (?P<what>[^,;.()]{3,80})")
_SUPERLATIVE = re.compile(
    r"\b(?P<word>greatest|largest|highest|longest|best|strongest|lowest|shortest|smallest|weakest"
    r"|(?:most|least) (?:common|frequent|often|active|effective|severe))\b[^,;.]{0,40}?"
    r"\b(?:in|with|for|among|on|was|were|is|are) (?P<what>[^,;.(]{3,60})"
)
_WORSE_IF_MORE = re.compile(
    r"\b(?:adverse|toxic\w*|hazard of|deaths?|mortality|progressed|relapsed|recurrences?)\b"
)
LEAST_LETTERS = 4
"""Of a word that tells two things apart: "of" and "the" do not. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """That one thing is more in some way than another."""

    way: str
    sign: int
    first: frozenset[str]
    second: frozenset[str]


def problem_with_compared(claim: CitedSentence) -> str:
    """Whether it puts first what a quote puts second, or calls less what a quote calls more."""
    told = [frame for quote in claim.quotes() for frame in _frames(quote)]
    for said in _frames(claim.sentence):
        ways = [_agreement(said, each) for each in told if each.way == said.way]
        if ways and min(ways) < 0 and max(ways) <= 0:
            return "It turns a comparison of the cited quotes round."
    return (
        _problem_with_grade(claim)
        or _problem_with_superlative(claim)
        or _problem_with_favour(claim)
    )


def _problem_with_grade(claim: CitedSentence) -> str:
    """Whether it says "less often" where its quotes say "more often"."""
    said, told = (
        {(_MEANINGS[m["word"]], m["what"]) for each in texts for m in _GRADED.finditer(each)}
        for texts in ([claim.sentence.words], [quote.words for quote in claim.quotes()])
    )
    for (way, sign), what in said - told:
        if ((way, -sign), what) in told and ((way, sign), what) not in told:
            return "It turns a comparison of the cited quotes round."
    return ""


def _problem_with_superlative(claim: CitedSentence) -> str:
    """Whether it calls one thing the greatest or most common where a quote calls another one so."""
    told = [found for quote in claim.quotes() for found in _SUPERLATIVE.finditer(quote.words)]
    whole = frozenset().union(*(quote.stems for quote in claim.quotes()))
    for said in _SUPERLATIVE.finditer(claim.sentence.words):
        own = telling_stems(_things(said["what"]))
        same = [telling_stems(_things(m["what"])) for m in told if m["word"] == said["word"]]
        if same and all((own - each) & whole and each - own for each in same):
            return "It calls something else so than the cited quotes do."
    return ""


def _frames(text: CanonicalText) -> Iterator[_Frame]:
    for part in parts_of(text.words):
        for found in _FRAME.finditer(part):
            if _DENIED.search(part[: found.start()]):
                continue
            way, sign = _MEANINGS[found["word"]]
            if found["adjective"]:
                way = _ADJECTIVES[found["adjective"]]
            ahead = _things(f"{part[: found.start()]} {found['object']}")
            second = _LEADING.sub("", found["behind"])  # "than with placebo"
            behind = _things(_BEHIND.split(second, maxsplit=1)[0])
            yield _Frame(way, sign, ahead - behind, behind - ahead)
    for found in _NOT_THE_OTHER.finditer(text.words):
        ahead, behind = _things(found["first"]), _things(found["second"])
        yield _Frame("choice", 1, ahead - behind, behind - ahead)


def _things(text: str) -> frozenset[str]:
    return frozenset(stem for stem in stems_of(text) if len(stem) >= LEAST_LETTERS)


def _agreement(said: _Frame, told: _Frame) -> int:
    """1 where both say the same, -1 where they say the opposite, 0 where they share nothing."""
    straight = len(said.second & told.second)
    crossed = len(said.first & told.second) + len(said.second & told.first)
    if straight == crossed or not (said.second & (told.first | told.second)):
        return 0
    same_order = 1 if straight > crossed else -1
    return same_order * said.sign * told.sign


def _problem_with_favour(claim: CitedSentence) -> str:
    """Whether it says that a result favours the arm that did worse."""
    found = _FAVOURS.search(claim.sentence.words)
    if found is None:
        return ""
    favoured = _things(found["what"])
    for quote in claim.quotes():
        arms = [f for f in quote.figures if f.unit in ("month", "%") and not f.is_bound]
        if len(arms) != 2 or arms[0].unit != arms[1].unit or _WORSE_IF_MORE.search(quote.words):
            continue
        worse, better = sorted(arms, key=lambda arm: arm.number or 0)
        if favoured & _own(worse, better) and not favoured & _own(better, worse):
            return "The cited quotes favour the other arm."
    return ""


def _own(arm: LabelledNumber, other: LabelledNumber) -> frozenset[str]:
    return arm.near - other.near
