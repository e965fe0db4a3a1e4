"""Facts of the patient that an option rests on, and that are not known to be what it needs: a
variant whose classification is not said, a drug after which the disease soon came back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.facts.sheet import FactSheet
from agents.facts.values.variant_significance import PATHOGENIC, is_unclassified
from agents.matching.patient.therapies import came_back_soon
from names.clinical.values import Marker, Therapy
from retrieval.statements.model import Statement

_RELAPSE_AFTER = re.compile(
    r"(?i)\b(?:relaps\w*|recur\w*|progress\w*|came back|PD(?!-))\b[^.;?\n]{0,20}?\d{1,2}\s?"
    r"(?:months?|mos?|m|weeks?|wks?|w)\b (?:after|from|post|following|into|of)\b[^.,;?\n]{0,60}"
)
_OF_SURGERY = frozenset(("adjuvant", "neoadjuvant"))


def unproven_facts(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """Such facts, in words. ``text``: the message. ``shown``: the statements that offer options."""
    yield from _variants_without_class(sheet, shown)
    yield from _early_relapses(sheet, text, shown)


def _variants_without_class(sheet: FactSheet, shown: Sequence[Statement]) -> Iterator[str]:
    """The named variants whose class nobody said, of genes that a statement shown requires."""
    named = {variant for each in shown for variant in each.variants}
    needed = {m.name for s in shown for rule in s.applies.requires for m in rule.any_of}
    told = {value.name for value in sheet.of(Marker) if value.state == PATHOGENIC}
    for value in sheet.of(Marker):
        if not is_unclassified(value) or value.name not in needed - told:
            continue
        if value.state not in named:
            yield f"whether {value.name} {value.state} is pathogenic"


def _early_relapses(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """The words that tell how soon the disease came back, if a drug that was given around surgery
    is offered again."""
    found = _RELAPSE_AFTER.search(text)
    if found is None:
        return
    offered = {drug for each in shown for drug in each.drugs}
    # A relapse so soon that the drug counts as failed has been weighed.
    early = (t for t in sheet.of(Therapy) if t.setting in _OF_SURGERY and not came_back_soon(t))
    had = {drug for each in early for drug in each.drugs}
    for drug in sorted(offered & had):
        yield f"“{found[0].strip()}” for {drug}"
