"""Which endpoint "survival" is, where a table has several."""

from __future__ import annotations

import re
from dataclasses import replace

from agents.analyses.columns import column_for, endpoint_of_head
from agents.analyses.intent import Intent
from retrieval.tables.contract import DataTable

_SURVIVAL = re.compile(r"(?i)(?<!free )(?<!free-)(?<!specific )(?<!-specific )\bsurvival\b")
_OVERALL = "OS"


def with_overall_survival(table: DataTable, intent: Intent) -> tuple[Intent, str]:
    """The intent, and what to say of it: survival without another word is overall survival, where
    the table has that beside other endpoints."""
    if intent.asked not in ("survival", "hazards", "forest") or intent.endpoint:
        return intent, ""
    if not _SURVIVAL.search(intent.words):
        return intent, ""
    held = _endpoints_of(table)
    if _OVERALL not in held or len(held) < 2:
        return intent, ""
    others = ", ".join(sorted(held - {_OVERALL}))
    told = f"“Survival” is read as overall survival ({_OVERALL}); the table also has {others}."
    return replace(intent, endpoint=_OVERALL), told


def _endpoints_of(table: DataTable) -> frozenset[str]:
    """The endpoints of its columns of times, or of its parameters."""
    columns = {endpoint_of_head(each.name) for each in table.columns if each.kind == "number"}
    parameter = column_for(table, "parameter")
    below = {endpoint_of_head(each) for each in parameter.distinct} if parameter else set()
    return frozenset((columns | below) - {""})
