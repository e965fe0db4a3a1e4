"""Several sayings on who is meant, as one. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from names.clinical.values import Population


def merge_populations(found: Iterable[Population]) -> Population | None:
    """One population that has what each of these says; of two that differ, the first. None
    without any."""
    merged: Population | None = None
    for each in found:
        if merged is None:
            merged = each
            continue
        missing: dict[str, Any] = {
            field.name: getattr(each, field.name)
            for field in fields(Population)
            if getattr(merged, field.name) in (None, "")
        }
        merged = replace(merged, **missing)
    return merged
