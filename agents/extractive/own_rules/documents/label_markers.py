"""Whether the markers that a row, an item or a heading is labelled with are those of a question:
"KRAS G12C" is no row for KRAS G12D, nor "ALK" one for ROS1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.matching.patient.markers import LEVELS, holds
from names.clinical.markers.vocabulary import GENES_OF_MARKERS
from names.clinical.readers import read_clinical
from names.clinical.values import Marker, MarkerRule
from names.recognise import recognise

MarkersFit = Literal["met", "out", "open"]
"""The label is on a marker of the question, or on others alone; or one of them names none."""


def markers_fit(question: str, rule: OwnRule) -> MarkersFit:
    """How the markers of a rule's label and headings agree with those of a question.

    A label with a drug is one on the drug. An alteration that no label names leaves open which row
    is for it."""
    asked = markers_in(question)
    if not asked:
        return "open"
    labels = [each for each in (rule.label, *rule.headings) if each]
    told = {_label_fits(each, asked) for each in labels}
    if "out" in told or "met" not in told:
        return "out" if "out" in told else "open"
    named = {each.name for label in labels for each in markers_in(label)}
    altered = {e.name for e in asked if e.polarity == "present" and e.state not in LEVELS}
    return "met" if altered <= named else "open"


def _label_fits(label: str, asked: Sequence[Marker]) -> MarkersFit:
    told = markers_in(label)
    if not told or recognise(label).of("drug", "unknown_drug", "drug_class"):
        return "open"
    present = [_is_met(each, asked) for each in told if each.polarity == "present"]
    absent = [_is_met(each, asked) for each in told if each.polarity == "absent"]
    if False in absent or (present and set(present) == {False}):
        return "out"
    if True in present or True in absent:
        return "met"
    return "open" if {each.name for each in told} & {each.name for each in asked} else "out"


def _is_met(told: Marker, asked: Sequence[Marker]) -> bool | None:
    # Numbers are compared as ranges of the label.
    same = [each for each in asked if told.value is None or each.value is None]
    return holds(told, MarkerRule(any_of=(told,)), same)


@lru_cache(maxsize=4_096)
def markers_in(text: str) -> tuple[Marker, ...]:
    """The markers that a text names. A gene alone is one that is altered."""
    found = [each.value for each in read_clinical(text) if isinstance(each.value, Marker)]
    read = {each.name for each in found}
    genes = (GENES_OF_MARKERS.get(each, each) for each in recognise(text).names("gene"))
    return (*found, *(Marker(name=each) for each in sorted(set(genes) - read)))
