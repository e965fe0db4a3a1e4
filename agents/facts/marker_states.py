"""How two states of markers stand to each other: what one implies, and what it rules out."""

from __future__ import annotations

from collections.abc import Mapping

from names.clinical.values import Marker, Polarity

States = Mapping[str, Polarity]

SCORED = frozenset({"HER2", "HR", "ER", "PR", "AR", "PD-L1", "MSI", "TMB", "HRD"})
"""Markers that are no genes: they have a state, not variants."""
CPS_OF_ALL = 10
"""Combined positive score from which PD-L1 is positive whatever the tumour (FDA label of
pembrolizumab, section 1: at least 1 in cervical, at least 10 in triple-negative breast cancer)."""
_LOW: States = {"positive": "absent", "low": "present", "ultralow": "absent", "zero": "absent"}
_NOT_LOW: States = {"positive": "absent", "low": "absent"}
_POSITIVE: States = {
    "positive": "present",
    "low": "absent",
    "ultralow": "absent",
    "zero": "absent",
}
HER2_BY_IHC: Mapping[float, States] = {0.0: _NOT_LOW, 1.0: _LOW, 3.0: _POSITIVE}
"""What an immunohistochemistry score comes to (ASCO/CAP 2023, doi:10.1200/JCO.22.02864). 2+ is
equivocal until in situ hybridisation is known; 0 may still be ultralow."""
HER2_BY_STATE: Mapping[str, States] = {
    "positive": _POSITIVE,
    "low": _LOW,
    "ultralow": {**_NOT_LOW, "ultralow": "present"},
    "zero": {**_NOT_LOW, "zero": "present"},
}


def is_gene(marker: Marker) -> bool:
    return marker.name not in SCORED


def her2_by_score(marker: Marker) -> States:
    """What the immunohistochemistry score of HER2 comes to; empty for another marker or 2+."""
    if marker.name != "HER2" or marker.unit != "IHC" or marker.value is None:
        return {}
    return HER2_BY_IHC.get(marker.value, {})


def implied_states(marker: Marker) -> States:
    """The states that a marker's own state settles, itself included. Genes: see
    :func:`are_contrary`."""
    if scored := her2_by_score(marker):
        return scored
    if marker.name == "HER2" and marker.polarity == "present" and marker.state:
        return HER2_BY_STATE.get(marker.state, {marker.state: "present"})  # 2+ with its ISH, too
    if marker.name == "HER2" and marker.unit == "IHC":
        return {}
    if marker.name == "PD-L1" and marker.unit == "CPS" and 0 < (marker.value or 0) < CPS_OF_ALL:
        return {}  # positive in some tumours, negative in others
    return {marker.state: marker.polarity}


def are_contrary(older: Marker, newer: Marker) -> bool:
    """Whether two states of the same marker cannot both hold."""
    if newer.name == "HR" and older.name in ("ER", "PR"):
        return newer.polarity == "absent" and older.polarity == "present"
    if older.name != newer.name or not _same_origin(older, newer):
        return False
    if older.value is not None and newer.value is not None and older.unit == newer.unit:
        one_scale = older.unit == "IHC" or older.state == newer.state
        return older.value != newer.value and one_scale
    if is_gene(older):
        return _genes_are_contrary(older, newer)
    before, after = implied_states(older), implied_states(newer)
    return any(before[state] != after[state] for state in before.keys() & after.keys())


def is_repeated(older: Marker, newer: Marker) -> bool:
    """Whether the newer value says what the older one said, perhaps with a number more."""
    same = (older.name, older.state, older.polarity) == (newer.name, newer.state, newer.polarity)
    measures = {older.unit, newer.unit}
    return same and _same_origin(older, newer) and (len(measures) == 1 or "" in measures)


def _same_origin(older: Marker, newer: Marker) -> bool:
    return older.origin == newer.origin or "" in (older.origin, newer.origin)


def _genes_are_contrary(older: Marker, newer: Marker) -> bool:
    if older.state == newer.state:
        return older.polarity != newer.polarity
    whole = older if older.state == "altered" else newer
    part = newer if whole is older else older
    return whole.state == "altered" and whole.polarity == "absent" and part.polarity == "present"
