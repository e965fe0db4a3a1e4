"""Conditions of the part of a rule that forbids, told with the part that allows, or the reverse.
Pure.

"Stage IIB or IIC: adjuvant treatment is advised; in stage IIA it is advised against" has the words
of each branch beside its own action. A sentence that has the condition of one branch alone must
not have the action of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.affirmations import signed_in
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence

_STAGE = re.compile(
    r"\bstages? (?P<list>(?:[iv]{1,3}[abc]?\d?(?:,? (?:or|and|to) |, ?|/|-| )?){1,6})"
)
_ONE_STAGE = re.compile(r"[iv]{1,3}[abc]?\d?")
_PART = re.compile(
    r";|\.(?= |$)|, (?:and|but|while|whereas) |\b(?:but|while|whereas)\b"
    r"|, (?=(?:[a-z]+ ){1,3}(?:be|is|are) [a-z]+)"
)
_RISK = re.compile(r"\b(?P<risk>high|higher|medium|intermediate|moderate|low|lower) risk\b")
_FAMILIES = frozenset(
    ("class", "phenotype", "menopause", "receptor", "line", "grade", "histology", "instability",
     "origin", "age")
)  # fmt: skip
_USE = "use"
"""The row of ``polarity.tsv`` on what is given or avoided."""
_REPORTS = re.compile(r"\b(?:advises?|recommends?|suggests?|advised|recommended) that\b")
"""What follows is what is advised, for or against."""
_SUPPOSES = re.compile(r"\b(?:unless|except|only|until|if not|otherwise|cannot be)\b")


def problem_with_denied_branch(claim: CitedSentence) -> str:
    """The condition that stands in a quote only where it says the opposite."""
    text = claim.sentence.words
    said = _signs(text)
    if len(said) != 1 or _SUPPOSES.search(text):
        return ""
    own = _conditions(claim.sentence)
    for quote in claim.quotes():
        same: set[str] = set()
        opposite: set[str] = set()
        for part, signs in _branches(quote):
            (same if signs == said else opposite).update(_conditions(CanonicalText(part)))
        if (strange := own & (opposite - same)) and not own & same and same:
            return f"The cited quotes say the opposite of “{min(strange)}”."
    return ""


def _branches(quote: CanonicalText) -> Iterator[tuple[str, set[int]]]:
    """The parts of a quote that either affirm or deny, where it has both; else none."""
    parts = [part for part in _PART.split(quote.words) if part.strip()]
    signed = [(part, _signs(part)) for part in parts]
    signed = [(part, signs) for part, signs in signed if len(signs) == 1]
    if {sign for _, signs in signed for sign in signs} == {1, -1}:
        yield from signed


def _signs(text: str) -> set[int]:
    """What a text says of the use of something: 1 for it, -1 against."""
    return {each.sign for each in signed_in(_REPORTS.sub(" ", text)) if each.what == _USE}


def _conditions(text: CanonicalText) -> frozenset[str]:
    """Exact stages, numbers with their units, and concepts of who is meant."""
    stages = {
        f"stage {each}"
        for found in _STAGE.finditer(text.words)
        for each in _ONE_STAGE.findall(found["list"])
    }
    risks = {f"{found['risk']} risk" for found in _RISK.finditer(text.words)}
    concepts = {s.concept.name for s in text.concepts if s.concept.family in _FAMILIES}
    return frozenset(stages | risks | concepts)
