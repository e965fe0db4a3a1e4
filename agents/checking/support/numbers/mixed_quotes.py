"""Numbers of one quote under the words of another on the same drug. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.checking.support.numbers.ratios import is_ratio
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedQuote, CitedSentence
from agents.checking.support.reading.labelled_numbers import COUNT, LabelledNumber
from agents.checking.support.reading.negations import what_is_denied
from agents.checking.support.reading.words import is_neutral, stems_of
from names.recognise import recognise_passage

_IS_A = re.compile(r" is an? (?:[\w-]+ ){1,3}(?:inhibitor|inducer|substrate)\b")
_SUCH_AS = re.compile(
    r"(?:\b(?:such as|like|e\.g\.|including|as)|[(,]) (?:her|his|the patient's|the) $",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;,:(](?= |$)|\b(?:and|but|while|whereas)\b")
_SIDE = re.compile(rf"{_CLAUSE.pattern}|\b(?:versus|vs|against|compared (?:with|to)|than)\b")
_PART = re.compile(r";(?= |$)")
"""Between two sentences in one: what the second denies is not denied of the first."""
_LACKS = re.compile(r"\b(?:wild type|unmutated|unaltered|negative|normal|intact|proficient)\b")
_TIMES = frozenset(("day", "week", "month", "year"))
_PART_OF = re.compile(r"\d{1,5} of (?:the |all )?\d{1,5}\b")
_WHOLE = re.compile(r"\b\d{1,5} of (?:the |all )?$")
REACH = 16
"""Characters before a whole in which its part stands. Chosen by hand."""
ALIKE = 0.6
"""The share of common words from which two quotes are of one form, so that a plain word like
"strong" tells them apart. Chosen by hand."""


def is_of_sibling(
    figure: LabelledNumber, held: Sequence[tuple[CitedQuote, LabelledNumber]], claim: CitedSentence
) -> bool:
    """Whether a number stands in one quote only, and the words and numbers beside it in another
    that has a number of that unit, too."""
    if (
        not (figure.unit or is_ratio(figure))
        or len(claim.sources) < 2
        or len({id(source) for source, _ in held}) != 1
    ):
        return False
    own = held[0][0].quote
    rivals = [
        source.quote
        for source in claim.sources
        if source.quote is not own
        and any(
            (f.unit == figure.unit and (bool(f.unit) or is_ratio(f)))
            or (figure.unit == COUNT and not f.unit)
            or {f.unit, figure.unit} <= _TIMES
            for f in source.quote.figures
        )
    ]
    return any(_speaks_of_other(figure, own, rival, claim) for rival in rivals)


def _speaks_of_other(
    figure: LabelledNumber, own: CanonicalText, rival: CanonicalText, claim: CitedSentence
) -> bool:
    if _is_of_count(figure, claim):
        return False
    start, end = _clause_at(claim.sentence.words, figure.place)
    here = [f for f in claim.sentence.figures if start <= f.place < end and f is not figure]
    values, strange = ({f.value for f in each.figures if not f.is_bound} for each in (own, rival))
    if any(f.value in values - strange for f in here):
        return False
    start, end = _clause_at(claim.sentence.words, figure.place, _SIDE)
    here = [f for f in here if start <= f.place < end]
    if any(f.value in strange - values for f in here):
        return True
    elsewhere = [f for f in claim.sentence.figures if not start <= f.place < end]
    if not any(f.value in strange - values for f in elsewhere):
        start, end = _clause_at(claim.sentence.words, figure.place, _PART)
    said = stems_of(claim.sentence.words[start:end])
    if _LACKS.search(claim.sentence.words, start, end):
        said |= {"not"}
    endpoints = _endpoints(claim.sentence)
    if endpoints & _endpoints(rival) and not endpoints & _endpoints(own):
        return True
    if _is_denied_only(own, rival, said) or _is_denied_only(rival, own, said, denies=True):
        return True
    close = len(own.stems & rival.stems) >= ALIKE * min(len(own.stems), len(rival.stems))
    only_own, only_rival = (
        {s for s in one.stems - other.stems if not s[0].isdigit() and (close or not is_neutral(s))}
        for one, other in ((own, rival), (rival, own))
    )
    return bool(said & only_rival and not said & only_own)


def _is_of_count(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether it is one of the numbers of "54 of 65 patients", which may stand in two quotes."""
    text = claim.sentence.words
    before = text[max(0, figure.place - REACH) : figure.place]
    return bool(_PART_OF.match(text, figure.place) or _WHOLE.search(before))


def _endpoints(text: CanonicalText) -> frozenset[str]:
    return frozenset(s.concept.name for s in text.concepts if s.concept.family == "endpoint")


def _is_denied_only(
    denying: CanonicalText, other: CanonicalText, said: frozenset[str], *, denies: bool = False
) -> bool:
    """Whether one quote denies what the other affirms, and the words say it as asked for."""
    heads = what_is_denied(denying.words) - what_is_denied(other.words)
    spoken = any(not is_neutral(stem) for stem in heads & other.stems & said)
    return spoken and ("not" in said) == denies


def _clause_at(text: str, place: int, cut: re.Pattern[str] = _CLAUSE) -> tuple[int, int]:
    cuts = [0, *(m.end() for m in cut.finditer(text)), len(text)]
    start = max(cut for cut in cuts if cut <= place)
    return start, min((cut for cut in cuts if cut > place), default=len(text))


def examples_of_patient(claim: CitedSentence) -> frozenset[str]:
    """The drugs of the thread that it names as one of a class of the quotes: "strong CYP3A
    inhibitors such as her clarithromycin"."""
    text = claim.sentence.text
    return frozenset(
        mention.name
        for mention in recognise_passage(text).of("drug")
        if mention.name in claim.asked.drugs
        and (_SUCH_AS.search(text[: mention.start]) or _IS_A.match(text, mention.end))
    )
