"""For whom an indication holds: from the short marks of ``fda_labels.txt`` to keys of a file.

The marks are explained at the head of that file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from names.recognise import recognise

PROTEINS = frozenset(("HER2", "HR", "ER", "PR", "AR", "PD-L1", "HRD"))
"""Markers whose plain name means *positive*; of a gene it means any alteration that counts."""
_BOUND = re.compile(r"(?P<name>[^<>=]+)>=(?P<least>[\d.]+) (?P<unit>.+)")
_AGE = {"postmenopausal women": {"sex": "female", "menopause": "postmenopausal"}}
_POPULATIONS: Mapping[str, Mapping[str, str]] = {**_AGE, "women": {"sex": "female"}}
CLASSES: Mapping[str, str] = {
    "endocrine therapy": "Endocrine therapy",
    "chemotherapy": "Chemotherapy",
    "platinum": "Platinum-based chemotherapy",
    "taxane": "Taxane-based chemotherapy",
    "anthracycline": "Anthracycline chemotherapy",
    "anti-HER2 therapy": "HER2 inhibition",
    "EGFR TKI": "EGFR TKI",
    "aromatase inhibitor": "Aromatase inhibition",
    "BRAF inhibitor": "B-RAF inhibition",
    "ALK inhibitor": "ALK inhibition",
    "androgen receptor pathway inhibitor": "Antiandrogen",
}
"""Classes of earlier treatment as the table writes them, and as questions are read."""
ADJUVANT = "adjuvant "
"""Before an earlier treatment: it was the adjuvant one, and the tumour came back."""
ANY_EARLIER = "systemic therapy"
"""Earlier treatment of whatever kind: the line says it."""
Keys = dict[str, Any]


class MarkUnknown(ValueError):
    """A mark that is not explained at the head of the table. The text names it."""


def applies(marks: str) -> Keys:
    """The keys of ``applies`` for ``t:breast cancer; s:metastatic; r:HR; r:-HER2``."""
    keys: Keys = {}
    for mark in filter(None, map(str.strip, marks.split(";"))):
        name, _, value = mark.partition(":")
        if name == "p" and value.rstrip("!") == ANY_EARLIER:
            keys.setdefault("line", "2+")
            continue
        if name not in _MARKS or not value:
            raise MarkUnknown(mark)
        key, read = _MARKS[name]
        found = read(value.strip())
        if isinstance(found, list):
            keys.setdefault(key, []).extend(found)
        else:
            keys[key] = found
    return keys


def marker_rule(written: str) -> Keys:
    """One rule of alternatives: ``germline BRCA1|germline BRCA2``, ``PD-L1>=10 CPS``."""
    rule: Keys = {}
    if bound := _BOUND.fullmatch(written):
        least = float(bound["least"])
        rule = {"at_least": int(least) if least.is_integer() else least, "unit": bound["unit"]}
        written = bound["name"]
    return {"any_of": [_marker(alternative) for alternative in written.split("|")], **rule}


def _marker(written: str) -> Keys:
    marker: Keys = {}
    if written.startswith("-"):
        written, marker = written[1:], {"polarity": "absent"}
    if written.startswith("germline "):
        written, marker = written.removeprefix("germline "), {**marker, "origin": "germline"}
    name, _, state = written.partition("=")
    usual = "positive" if name in PROTEINS else "high" if name in ("MSI", "TMB") else "altered"
    return {"name": name, "state": state or usual, **marker}


def _list_of(value: str) -> list[str]:
    return [part.strip() for part in value.split(",")]


def _therapies(value: str) -> list[Keys]:
    """A drug by its name, anything else as a class of treatment; "adjuvant " before it holds."""
    named = value.rstrip("!")
    given: Keys = {}
    if named.startswith(ADJUVANT):
        named, given = named.removeprefix(ADJUVANT), {"setting": ADJUVANT.strip()}
    is_drug = any(found.kind == "drug" for found in recognise(named).mentions)
    if not is_drug and named not in CLASSES:
        raise MarkUnknown(value)
    told: Keys = {"drugs": [named]} if is_drug else {"classes": [CLASSES[named]]}
    return [{**told, **({"outcome": "progressed"} if value.endswith("!") else {}), **given}]


def _population(value: str) -> Keys:
    return dict(_POPULATIONS[value])


_MARKS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "t": ("tumours", _list_of),
    "xt": ("excluded_tumours", _list_of),
    "s": ("settings", _list_of),
    "l": ("line", str),
    "r": ("requires", lambda value: [marker_rule(value)]),
    "p": ("prior_required", _therapies),
    "n": ("prior_excluded", _therapies),
    "g": ("population", _population),
}
