"""Facts of the patient that an option rests on, and that are not known to be what it needs: a
variant whose classification is not said, a drug after which the disease soon came back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.facts.sheet import FactSheet
from names.clinical.markers.vocabulary import FAMILIES
from names.clinical.values import Marker, Therapy
from retrieval.statements.model import Statement

_CLASSIFIED = re.compile(r"(?i)\b(?:likely )?pathogenic\b|\bdeleterious\b|(?-i:\bL?P/?L?P?V?\b)")
"""Words that say how a variant is classified: pathogenic, P/LP, LPV."""
_NAMED_VARIANT = re.compile(r"(?:p\.|c\.)?\(?[A-Za-z]{0,3}\d")
"""A state that names one variant, not a class ("altered", "loss of function")."""
_RELAPSE_AFTER = re.compile(
    r"(?i)\b(?:relaps\w*|recur\w*|progress\w*|came back|PD)\b[^.;?\n]{0,20}?\d{1,2}\s?"
    r"(?:months?|mos?|m|weeks?|wks?|w)\b (?:after|from|post|following|into|of)\b[^.,;?\n]{0,60}"
)
_OF_SURGERY = frozenset(("adjuvant", "neoadjuvant"))


def unproven_facts(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """Such facts, in words. ``text``: the message. ``shown``: the statements that offer options."""
    yield from _variants_without_class(sheet, text, shown)
    yield from _early_relapses(sheet, text, shown)


def _variants_without_class(
    sheet: FactSheet, text: str, shown: Sequence[Statement]
) -> Iterator[str]:
    """The named variants of genes of homologous recombination whose classification is not said.
    Drugs for these genes are indicated for pathogenic variants; some named ones are benign."""
    if _CLASSIFIED.search(text):
        return
    named = {variant for each in shown for variant in each.variants}
    needed = {m.name for s in shown for rule in s.applies.requires for m in rule.any_of}
    for value in sheet.of(Marker):
        if value.name not in FAMILIES["HRR"] or value.name not in needed:
            continue
        is_named = value.polarity == "present" and _NAMED_VARIANT.match(value.state)
        if is_named and value.state not in named:
            yield f"whether {value.name} {value.state} is pathogenic"


def _early_relapses(sheet: FactSheet, text: str, shown: Sequence[Statement]) -> Iterator[str]:
    """The words that tell how soon the disease came back, if a drug that was given around surgery
    is offered again."""
    found = _RELAPSE_AFTER.search(text)
    if found is None:
        return
    offered = {drug for each in shown for drug in each.drugs}
    had = {d for t in sheet.of(Therapy) if t.setting in _OF_SURGERY for d in t.drugs}
    for drug in sorted(offered & had):
        yield f"“{found[0].strip()}” for {drug}"
