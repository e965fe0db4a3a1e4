"""Why an indication for one gene is told to a patient in whom another one is altered."""

from __future__ import annotations

from collections.abc import Iterable

from agents.matching.patient.markers import LEVELS, marker_words
from agents.matching.verdicts import Judgement
from names.clinical.values import Marker, MarkerRule

NO_INDICATION = "no indication for {} in the sources here; indicated with {}"
MOST_NAMED = 3
"""Alterations that are named. Chosen by hand: a line stays short."""


def other_marker_reason(judgement: Judgement, patient: Iterable[Marker]) -> str:
    """That an indication is for an alteration of a gene of which nobody has told anything, where
    another gene of the patient is altered: alectinib in a ROS1 fusion. Empty otherwise.

    A level, such as of PD-L1, is no alteration: a patient may well have both."""
    statement = judgement.statement
    altered = [m for m in patient if m.polarity == "present" and m.state not in LEVELS]
    needed = [rule for rule in statement.applies.requires if _is_on_alteration(rule)]
    genes = {each.name for rule in needed for each in rule.any_of}
    missing = [
        v.missing
        for v in judgement.verdicts
        if v.dimension == "marker" and v.missing and genes.issuperset(v.markers) and v.markers
    ]
    apart = genes.isdisjoint(each.name for each in altered)
    if statement.kind != "indication" or not (missing and altered and apart):
        return ""
    here = list(dict.fromkeys(map(marker_words, altered)))[:MOST_NAMED]
    return NO_INDICATION.format(" or ".join(here), " and ".join(dict.fromkeys(missing)))


def _is_on_alteration(rule: MarkerRule) -> bool:
    return rule.at_least is None and all(
        each.polarity == "present" and each.state not in LEVELS for each in rule.any_of
    )
