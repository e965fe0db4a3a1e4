"""Rules that need two values at once: "ALT or AST above 3 times and bilirubin above 2 times the
upper limit of normal". One of the two values does not meet such a rule, nor does a value that is
none of those that a score counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.verdicts import Verdict, differs
from names.clinical.organs import organ_covers
from names.clinical.organs.bilirubin import BILIRUBIN, in_upper_limits
from names.clinical.values import ClinicalValue, OrganFunction
from names.patterns.filtered import filtered_pattern
from retrieval.statements.model import Statement

_ABOVE = r"[^.;]{0,40}?(?:[>≥]|\b(?:above|over|more than|greater than|at least|exceeds?)\b)\s?"
_TRANSAMINASES = r"\b(?:ALT|AST|transaminases?|aminotransferases?)\b"
_JOINED = filtered_pattern(
    rf"(?i){_TRANSAMINASES}{_ABOVE}(?P<times>\d{{1,2}}(?:\.\d)?)(?P<in_times> times|[ -]?[x×])?"
    rf"[^.;]{{0,80}}?\b(?:and|with|plus)\s(?:an? )?"
    rf"(?:elevated |total |serum )*bilirubin\b{_ABOVE}\d"
)
TRANSAMINASES = frozenset(("ALT", "AST"))
_SCORED = "Child-Pugh"


def is_by_score(statement: Statement, values: Sequence[ClinicalValue]) -> bool:
    """Whether a statement is for classes of Child-Pugh, in which transaminases do not count
    (it scores bilirubin, albumin, the INR, ascites and encephalopathy), while the patient's
    ``values`` of the liver are transaminases alone."""
    organs = [v for v in values if isinstance(v, OrganFunction)]
    rules = [rule for rule in statement.applies.organ if rule.organ == "hepatic"]
    scored = any(r.grade.startswith(_SCORED) for r in rules) and not any(r.measure for r in rules)
    only = organs and all(v.measure in TRANSAMINASES for v in organs)
    return bool(scored and only and not statement.applies.toxicities)


def judge_joined(
    verdicts: Sequence[Verdict], statement: Statement, text: str, sheet: FactSheet
) -> list[Verdict]:
    """The verdicts, with those on the liver of a rule for transaminases and bilirubin together
    judged again: each of the two must be met. ``text``: the words of the statement."""
    joined = _JOINED.search(text) if statement.applies.organ else None
    if joined is None:
        return list(verdicts)
    rules = statement.applies.organ
    if joined["in_times"] and not any(each.measure in TRANSAMINASES for each in rules):
        # "Transaminases above 3 times" names neither of the two.
        rules = (*rules, *(_above(name, float(joined["times"])) for name in sorted(TRANSAMINASES)))
    rest = [each for each in verdicts if each.dimension != "organ function"]
    return [*rest, *_verdicts(rules, sheet)]


def _above(measure: str, times: float) -> OrganFunction:
    return OrganFunction(organ="hepatic", measure=measure, low=times, unit="×ULN", above=True)


def _verdicts(ruled: Sequence[OrganFunction], sheet: FactSheet) -> Iterator[Verdict]:
    stated = [v for each in sheet.of(OrganFunction) for v in in_upper_limits(each)]
    for measures, words in ((TRANSAMINASES, "ALT or AST"), (frozenset((BILIRUBIN,)), BILIRUBIN)):
        rules = [each for each in ruled if each.measure in measures]
        here = [each for each in stated if each.measure in measures]
        pairs = [(rule, value) for rule in rules for value in here if rule.measure == value.measure]
        judged = [organ_covers(rule, value) for rule, value in pairs]
        unknown = {rule.measure for rule in rules} - {value.measure for value in here}
        if any(judged):
            yield Verdict("organ function", "ok")
        elif judged and not unknown and all(each is False for each in judged):
            told = " or ".join(dict.fromkeys(map(describe, rules)))
            yield differs("organ function", f"is for {told}", describe(here[-1]))
        else:
            missing = " or ".join(dict.fromkeys(map(describe, rules))) or words
            yield Verdict("organ function", "silent", missing=missing)
