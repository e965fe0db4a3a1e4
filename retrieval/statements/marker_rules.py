"""Markers that a text names together, as one rule with its bounds. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from names.clinical.values import FoundValue, Marker, MarkerRule

FRACTION = "VAF %"
"""Unit of an allele fraction, which tells how a variant was found and asks nothing."""


def marker_rule(markers: Sequence[FoundValue]) -> MarkerRule:
    """One rule of these markers: any of them, with the bound of a measured number.

    "PD-L1 CPS at least 10" asks for a value of 10 or more. A number without such words is a bound
    from below as well: a source that names it as a requirement does not mean exactly that."""
    values = tuple(found.value for found in markers if isinstance(found.value, Marker))
    plain = tuple(dict.fromkeys(_without_number(value) for value in values))
    measured = [value for value in values if value.value is not None and value.unit != FRACTION]
    lower = [value for value in measured if value.comparison in ("", ">", ">=")]
    upper = [value for value in measured if value.comparison in ("<", "<=")]
    return MarkerRule(
        any_of=plain,
        at_least=lower[0].value if lower else None,
        below=upper[0].value if upper else None,
        unit=measured[0].unit if measured else "",
    )


def _without_number(marker: Marker) -> Marker:
    return Marker(
        name=marker.name, state=marker.state, polarity=marker.polarity, origin=marker.origin
    )
