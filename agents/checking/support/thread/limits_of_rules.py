"""A rule of the quotes told of a number of the patient's that lies outside its limits. Pure.

"With an AFP of 150 ng/mL ramucirumab is an option" of "ramucirumab (AFP 400 ng/mL or more)": each
word stands in the quote or in the thread, and the sentence is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.checking.support.numbers.doses import DOSES
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.words import is_neutral
from names.recognise import recognise_passage

_RANGE = re.compile(r"[\d.,]{1,12}(?: ?[a-z/%][a-z/0-9]{0,15})? ?(?:to|-) ?")
_CLAUSE = re.compile(r";|\.(?= |$)|, (?:and|but) ")
_JOINED_CLAUSE = ("contraindicated", "avoided", "not ", "withheld", "stopped", "reduced", "is ")
"""How a clause begins that says of what stands before it what is done below another limit."""
_APART = re.compile(
    r"\b(?:if|unless|whether|would|were|below|above|under|over|exceed\w*|less|fewer|more|lower than"
    r"|higher|outside|beyond|until|short of|range|limits?|threshold|cut ?off|although|though|but"
    r"|only|applies|apply|than|at least|at most|reach\w*|meets?|met|fulfil\w*|enough|too)\b|[<>≤≥]"
)
"""Words by which a sentence itself sets a number against a limit."""
_BARS = re.compile(
    r"\b(?:contraindicat\w+|avoid\w*|(?:not|never|cannot) (?:be )?(?:recommended|given|used|started"
    r"|repeated|taken|resumed)|withh[eo]ld|held|interrupt\w*|discontinu\w*|stopp?(?:ed|s)?"
    r"|paused?)\b"
)
_BARS_UNTIL = re.compile(r"\bnot (?:be )?[a-z]{3,15} (?:until|unless)\b")
_NOT_BARRED = re.compile(
    r"\b(?:not|no|without|never) (?:be |been |to be |a )?(?:contraindicat\w+|avoid\w*|withh[eo]ld"
    r"|held|interrupt\w*|discontinu\w*|stopp\w*|paused?)"
)
_LOWERS = re.compile(r"\b(?:reduc\w+|lower\w*|halv\w+|decreas\w+|cut)\b")
_NOT_LOWERED = re.compile(r"\b(?:not?|without|never)\b[^,;.]{0,30}\b(?:reduc|lower|halv|adjust)")
_ALLOWS = re.compile(
    r"\b(?:may|can|options?|allow\w*|indicat\w+|recommend\w*|advis\w+|given|repeated|possible"
    r"|starts?|started|continu\w+|eligible|lists?|listed|offer\w*|candidate|suitable|treated"
    r"|receives?|gets?)\b"
)
_DENIES = re.compile(r"\b(?:not?|cannot|never|without|neither|nor|against)\b")
_BRACKET_BEFORE = re.compile(r"(?P<what>[a-z][a-z -]{2,40}) \($")
_IN_FULL = {"crcl": "clearanc", "anc": "neutrophil", "plt": "platelet", "plts": "platelet"}
"""Short names of what is measured, as stems, and those of labels."""
MOST_FIGURES = 24
"""Numbers of a quote that are read as limits. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Limit:
    """Between what a number must lie, what is measured, and what the rule says then."""

    low: float
    high: float
    unit: str
    measure: frozenset[str]
    rule: str
    drugs: frozenset[str]
    """Of the rule; where the limit stands in brackets, that before them."""

    def holds(self, number: float) -> bool:
        return self.low <= number <= self.high


def problem_with_limits_of_rules(claim: CitedSentence) -> str:
    """Whether it tells a rule of a number of the patient's that all limits of that rule leave
    out."""
    text = claim.sentence.words
    said = _rule_of(text)
    if not said or _APART.search(text) or not claim.asked.text.strip():
        return ""
    limits = [limit for quote in claim.quotes() for limit in _limits(quote)]
    for own in _numbers_of_patient(claim):
        alike = [limit for limit in limits if _is_alike(own, limit)]
        rules = [each for each in alike if not each.drugs or each.drugs & claim.sentence.drugs]
        told = [each for each in rules if each.rule == said]
        if told and not any(each.holds(own.number or 0) for each in told):
            return f"The patient's {own.value} lies outside the limit of this rule."
    return ""


def _numbers_of_patient(claim: CitedSentence) -> Iterator[LabelledNumber]:
    """The numbers of the thread that the sentence repeats and no quote has."""
    told = {(f.value, f.unit) for quote in claim.quotes() for f in quote.figures}
    said = {f.value for f in claim.sentence.figures if not f.sign and not f.is_bound}
    for figure in claim.asked.figures:
        known = (figure.value, figure.unit) in told
        if figure.value in said and not known and not figure.sign and figure.number is not None:
            yield figure


def _is_alike(own: LabelledNumber, limit: _Limit) -> bool:
    measure = {_IN_FULL.get(s, s) for s in own.label | own.near if not is_neutral(s)}
    if ("clearanc" in measure) != ("clearanc" in limit.measure):
        return False  # creatinine itself is not its clearance
    if not measure & limit.measure:
        return False
    return own.unit == limit.unit or not own.unit or not limit.unit


def _rule_of(text: str) -> str:
    """What a text says is to be done; empty where it says more than one thing, or nothing."""
    if _BARS_UNTIL.search(text):
        return "allows"
    if _NOT_BARRED.search(text):
        return "allows"
    if _BARS.search(text):
        return "bars"
    if _NOT_LOWERED.search(text):
        return ""
    if _LOWERS.search(text):
        return "lowers"
    return "allows" if _ALLOWS.search(text) and not _DENIES.search(text) else ""


def _limits(quote: CanonicalText) -> Iterator[_Limit]:
    text = quote.words
    cuts = [0, *(m.end() for m in _CLAUSE.finditer(text)), len(text)]
    figures = [f for f in quote.figures if not f.is_bound and f.number is not None][:MOST_FIGURES]
    figures = sorted((f for f in figures if f.unit not in DOSES), key=lambda each: each.place)
    before: dict[str, frozenset[str]] = {}
    for at, figure in enumerate(figures):
        ends = _ends(text, figures, at)
        if ends is None:
            continue
        start = max(cut for cut in cuts if cut <= figure.place)
        end = min(cut for cut in cuts if cut > figure.place)
        clause = text[start:end]
        unit = figures[at + 1].unit if _is_range(text, figures, at) else figure.unit
        measure = frozenset(stem for stem in figure.label | figure.near if not is_neutral(stem))
        if unit and clause.startswith(_JOINED_CLAUSE):
            measure |= before.get(unit, frozenset())  # "…, and contraindicated below 30 mL/min"
        before[unit] = measure
        yield _Limit(*ends, unit, measure, _rule_of(clause), _drugs(text, start, figure, clause))


def _drugs(text: str, start: int, figure: LabelledNumber, clause: str) -> frozenset[str]:
    opened = text.rfind("(", start, figure.place)
    if opened > 0 and text.find(")", opened, figure.place) < 0:
        named = _BRACKET_BEFORE.search(text[start : opened + 1])
        before = list(recognise_passage(named["what"]).of("drug")) if named else []
        if before and len(recognise_passage(clause).names("drug")) > 1:
            return frozenset(before[-1].names)
    return recognise_passage(clause).names("drug")


def _ends(text: str, figures: Sequence[LabelledNumber], at: int) -> tuple[float, float] | None:
    figure = figures[at]
    number = figure.number or 0.0
    if figure.sign in ("<", "≤"):
        return float("-inf"), number - (1e-9 if figure.sign == "<" else 0)
    if figure.sign in (">", "≥"):
        return number + (1e-9 if figure.sign == ">" else 0), float("inf")
    if _is_range(text, figures, at):
        return number, figures[at + 1].number or 0.0
    return None


def _is_range(text: str, figures: Sequence[LabelledNumber], at: int) -> bool:
    if at + 1 >= len(figures) or figures[at].preposition == "from":
        return False
    one, other = figures[at], figures[at + 1]
    return one.unit in ("", other.unit) and bool(_RANGE.fullmatch(text, one.place, other.place))
