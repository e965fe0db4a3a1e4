"""Several sayings on who is meant, as one. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from names.clinical.values import Population


def merge_populations(found: Iterable[Population]) -> Population | None:
    """One population that has what each of these says; of two that differ, the first. None
    without any. What is said of women and of men holds for both, and a pregnancy in it is no
    condition ("men whose partner may become pregnant"). A menopause is of women: "postmenopausal
    patients and men" speaks of both."""
    told = list(found)
    sexes = {each.sex for each in told} | {"female" for each in told if each.menopause}
    both = sexes >= {"female", "male"}
    told = [replace(each, sex="", pregnancy="") if both else each for each in told]
    merged: Population | None = None
    for each in told:
        if merged is None:
            merged = each
            continue
        missing: dict[str, Any] = {
            field.name: getattr(each, field.name)
            for field in fields(Population)
            if getattr(merged, field.name) in (None, "")
        }
        merged = replace(merged, **missing)
    return None if merged == Population() else merged
