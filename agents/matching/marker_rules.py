"""What the rule on markers is about that a verdict has compared. Other verdicts are on no rule."""

from __future__ import annotations

from agents.matching.dimensions import MissingKind
from agents.matching.verdicts import Verdict
from names.clinical.values import MarkerRule

RECEPTORS = frozenset(("ER", "HER2", "HR", "PR"))
"""Markers that are no altered genes: another state of them is another kind of the disease."""


def is_on_receptor(verdict: Verdict) -> bool:
    """Whether the rule is, first of all, on a receptor of the tumour."""
    rule = _rule_of(verdict)
    return rule is not None and rule.any_of[0].name in RECEPTORS


def asks_for_absence(verdict: Verdict) -> bool:
    """Whether the rule asks that an alteration is absent. That a receptor or a protein is negative
    is a state of its own."""
    rule = _rule_of(verdict)
    return rule is not None and _is_on_absence(rule)


def is_on_any_alteration(verdict: Verdict) -> bool:
    """Whether the rule asks for any alteration of a gene, whichever it is."""
    rule = _rule_of(verdict)
    if rule is None or _is_bounded(rule) or _is_on_absence(rule):
        return False
    return rule.any_of[-1].state == "altered" and rule.any_of[-1].polarity != "uncertain"


def has_lower_limit(verdict: Verdict) -> bool:
    """Whether the rule asks for a score or a share of at least some number. A staining ("IHC 3+")
    is a state."""
    rule = _rule_of(verdict)
    return rule is not None and rule.at_least is not None and rule.unit != "IHC"


def is_on_positive(verdict: Verdict, name: str) -> bool:
    """Whether the rule asks for nothing but that this marker is positive."""
    rule = _rule_of(verdict)
    if rule is None or _is_bounded(rule):
        return False
    return {(m.name, m.state, m.polarity) for m in rule.any_of} == {(name, "positive", "present")}


def missing_kind_of(rule: MarkerRule) -> MissingKind:
    """What a rule is that nobody has told whether the patient meets."""
    if _is_on_absence(rule):
        return "absent marker"
    last = (rule.any_of[-1].state, rule.any_of[-1].polarity)
    negative = last == ("positive", "absent") and not _is_bounded(rule)
    return "negative receptor" if negative else "marker"


def _rule_of(verdict: Verdict) -> MarkerRule | None:
    return verdict.rule if verdict.dimension == "marker" else None


def _is_on_absence(rule: MarkerRule) -> bool:
    first = rule.any_of[0]
    return first.polarity == "absent" and first.state != "positive" and not _is_bounded(rule)


def _is_bounded(rule: MarkerRule) -> bool:
    return rule.at_least is not None or rule.below is not None
